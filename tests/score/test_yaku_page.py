"""docs/yaku.md is what its script writes, and each example has its yaku."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from oshihiki.score import Yaku, yaku_table

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_yaku", DOCS / "make_yaku.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_the_script_writes(script: ModuleType) -> None:
    assert (DOCS / "yaku.md").read_text(encoding="utf-8") == script.page(), (
        "run python docs/make_yaku.py"
    )


@pytest.mark.parametrize("yaku", yaku_table(), ids=lambda yaku: yaku.name)
def test_an_example_has_its_yaku(script: ModuleType, yaku: Yaku) -> None:
    if yaku.name == "nagashi_mangan":  # no hand has it
        return
    scored = script.score(yaku)
    han = dict(scored.yaku)[yaku.name]
    closed = not any(m for m in scored.reading if ":" in m and not m.startswith("ankan"))
    if yaku.name not in ("dora", "aka_dora", "ura_dora", "kita"):
        assert han == (yaku.closed_han if closed else yaku.open_han)
    else:
        assert han > 0


def test_site_numbers_are_told_apart() -> None:
    for site in ("tenhou", "mahjong_soul"):
        numbers = [getattr(yaku, site) for yaku in yaku_table() if getattr(yaku, site) >= 0]
        assert len(numbers) == len(set(numbers))


def test_bits_are_in_order() -> None:
    bits = [yaku.bit for yaku in yaku_table() if yaku.bit >= 0]
    assert bits == sorted(set(bits))
