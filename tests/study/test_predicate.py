"""Spots asked by a function in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import oshihiki as oh
from oshihiki.errors import StudyError
from oshihiki.study import StudyResult
from oshihiki.study import run as runs
from oshihiki.study.features import features
from oshihiki.study.predicate import made
from study.study_help import changed


def late(view: Any, features: Mapping[str, Any]) -> bool:
    return int(features["turn"]) >= 4 and features["dealer"] != "hero"


def late_by_the_view(view: Any, features: Mapping[str, Any]) -> bool:
    return int(features["turn"]) >= 4 and int(view["dealer"]) != int(view["seat"])


def study(**sections: Any) -> oh.study.Study:
    return oh.study.Study(changed(**sections), "small.toml")


def result(s: oh.study.Study, out: Path, **more: Any) -> StudyResult:
    found = s.run(out, max_rounds=4096, **more)
    assert isinstance(found, StudyResult)
    return found


def test_it_is_the_same_as_a_predicate_of_the_file(tmp_path: Path) -> None:
    asked = result(study().where(late), tmp_path / "a", threads=2)
    seen = result(study().where(late_by_the_view), tmp_path / "b", threads=1)
    plain = {"turn": {"from": 4, "to": 6}, "dealer": ["none", "threat"]}
    told = result(study(spot=plain), tmp_path / "c")
    assert asked.cells == seen.cells == told.cells
    assert asked.spots == told.spots > 100


def test_its_identity_is_part_of_the_id(tmp_path: Path) -> None:
    ids = [study().id, study().where(late).id, study().where(late_by_the_view).id]
    ids += [study().where(late, identity=text).id for text in ("one", "two")]
    assert len(set(ids)) == 5
    assert study().where(late).id == ids[1]
    result(study().where(late, identity="one"), tmp_path / "out")
    with pytest.raises(StudyError, match=r"spot\.predicate\.identity"):
        result(study().where(late, identity="two"), tmp_path / "out")
    with pytest.raises(StudyError, match=r"spot\.predicate"):
        runs.resume(tmp_path / "out")


def test_the_same_source_is_the_same_predicate_wherever_it_stands() -> None:
    outside = made(late)

    def late_(view: Any, features: Mapping[str, Any]) -> bool:
        return True

    def inner() -> Callable[[Any, Mapping[str, Any]], bool]:
        def late(view: Any, features: Mapping[str, Any]) -> bool:
            return int(features["turn"]) >= 4 and features["dealer"] != "hero"

        return late

    inside = made(inner())
    assert inside.identity["source"] == outside.identity["source"]
    assert inside.identity["name"] != outside.identity["name"] == "late"
    assert made(late, "mine").identity == {"name": "late", "identity": "mine"}
    assert made(late_).identity["source"] != outside.identity["source"]


def test_features_come_in_their_types(tmp_path: Path) -> None:
    """Numbers, truths and labels as :func:`features` of a decision gives them."""
    told: list[dict[str, Any]] = []

    def watch(view: Any, features: Mapping[str, Any]) -> bool:
        if len(told) < 50:
            told.append(dict(features))
        return True

    result(study().where(watch, identity="watch"), tmp_path / "out", threads=1)
    kinds = {"number": int, "truth": bool, "labels": str}
    for seen in told:
        assert {name: type(value) for name, value in seen.items()} == {
            name: kinds[feature.type] for name, feature in features().items()
        }
        for name, feature in features().items():
            assert feature.type != "labels" or seen[name] in feature.labels


def above(limit: Any) -> Callable[[Any, Mapping[str, Any]], bool]:
    def asked(view: Any, features: Mapping[str, Any]) -> bool:
        return bool(features["turn"] > limit)

    return asked


def test_what_it_takes_from_around_it_counts() -> None:
    assert study().where(above(3)).id == study().where(above(3)).id
    assert study().where(above(3)).id != study().where(above(4)).id
    with pytest.raises(StudyError, match="it uses limit, a list"):
        study().where(above([3]))
    assert study().where(above([3]), identity="above 3").id
    plain = {study().where(above(x)).id for x in (3, 3.5, "3", True, b"3", None)}
    assert len(plain) == 6

    def by_default(limit: Any) -> Callable[..., bool]:
        def asked(view: Any, features: Mapping[str, Any], least: Any = limit) -> bool:
            return bool(features["turn"] > least)

        return asked

    assert study().where(by_default(3)).id == study().where(by_default(3)).id
    assert study().where(by_default(3)).id != study().where(by_default(4)).id
    with pytest.raises(StudyError, match="it uses least, a tuple"):
        study().where(by_default((3,)))
    with pytest.raises(StudyError, match="its source is not to be had"):
        study().where(eval("lambda view, features: True"))


def test_with_rows_fields_and_worlds(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    both = study(output={"rows": True}, fields={"bold": "efficient"}, variance={"worlds": "auto"})
    found = result(both.where(late), tmp_path / "out")
    assert min(pq.read_table(tmp_path / "out" / "rows.parquet")["turn"].to_pylist()) >= 4
    assert list(found.meta["fields"]) == ["bold"]
    there = StudyResult.read(tmp_path / "out" / "fields" / "bold")  # asked in the field as well
    assert there.meta["predicate"] == found.meta["predicate"]
    assert there.id == found.meta["fields"]["bold"]["id"]
    assert found.meta["predicate"]["name"] == "late"
    (page,) = oh.report.write(found, tmp_path / "page.html")
    assert "the function late, written in Python" in page.read_text()


def test_what_it_raises_ends_the_run(tmp_path: Path) -> None:
    def broken(view: Any, features: Mapping[str, Any]) -> bool:
        raise ZeroDivisionError("of mine")

    with pytest.raises(ZeroDivisionError, match="of mine"):
        result(study().where(broken), tmp_path / "out", threads=2)


def test_what_cannot_be(tmp_path: Path) -> None:
    with ProcessPoolExecutor(1) as pool, pytest.raises(StudyError, match="not played by an exec"):
        result(study().where(late), tmp_path / "out", executor=pool)
    with pytest.raises(StudyError, match="no spots"):
        oh.study.load("race").where(late)
    with pytest.raises(StudyError, match="has a predicate"):
        study().where(late).where(late)
