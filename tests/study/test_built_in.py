"""The built-in studies: each can be run, finds spots, and reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from oshihiki import _core, report
from oshihiki.study import spec
from oshihiki.study.fork_spec import Spec

FORKS = [name for name in spec.names() if isinstance(spec.read(name), Spec)]


def test_the_studies_there_are() -> None:
    assert {"push-fold", "threshold", "riichi-or-damaten", "two-threats", "keiten"} <= set(FORKS)
    assert {"push-fold-sanma", "chase", "facing-riichi", "cost-of-folding"} <= set(FORKS)
    assert {"race", "ladder"} <= set(spec.names())


@pytest.mark.parametrize("name", FORKS)
def test_spots_are_found_in_most_cells(name: str, tmp_path: Path) -> None:
    study = spec.read(name)
    assert isinstance(study, Spec)
    blocks = _core.ForkBlocks(study.plan.with_deals([], 20))
    blocks.want(0, 1)
    cells: list[int] = []
    while not cells:
        for _, rounds, spots, tally, *_ in blocks.advance(2, 0.3):
            assert rounds == 4096
            assert spots > 50
            cells = tally
    fields = study.plan.fields
    met = cells[fields.index("met") :: len(fields)]
    assert sum(n > 0 for n in met) >= 0.6 * len(met)
    spots_ = cells[fields.index("spots") :: len(fields)]
    assert max(spots_) <= 20 + 3  # the cap, and the other spots of the round that reached it


@pytest.mark.parametrize("name", spec.names())
def test_every_study_says_what_it_is(name: str) -> None:
    study = spec.read(name)
    assert study.title != name
    assert spec.source(name).startswith("# ")
    assert len(study.id) == 64
    assert report.EXTRAS
