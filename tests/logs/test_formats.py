"""tenhou.net/6, mjai, kobalab and mjlog: read, written, and the same match in each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from oshihiki import logs, rules
from oshihiki.errors import LogError
from oshihiki.logs import replay, tenhou6
from recorded import again, canonical, own, parsed, path_of, rows

_FORMS = ("mjlog", "tenhou6", "mjai")


@pytest.mark.parametrize("form", _FORMS)
@pytest.mark.parametrize("profile", rules.names())
def test_own_matches_are_verified_in_every_form(profile: str, form: str) -> None:
    for key, strategy in ((1, "balanced"), (2, "balanced:fold=never,calls=80")):
        match = own(profile, key, strategy)
        read = again(match, form)
        found = replay.verify(read)
        assert found.mismatches == []
        assert found.notes == []
        assert found.profiles == {profile: 1}
        assert found.rounds == len(match.rounds)
        assert found.wins == sum(len(r.wins) for r in match.rounds) > 0
        assert read.results == match.results


@pytest.mark.parametrize("name", ["mjlog_4p", "mjlog_3p"])
def test_real_matches_are_the_same_in_every_form(name: str) -> None:
    compared = 0
    for number, row in enumerate(rows(name)):
        if number % 23:
            continue
        match = parsed(row)
        if not match.rounds[-1].ended:  # cannot be written as tenhou.net/6
            continue
        for form in _FORMS:
            assert canonical(again(match, form), form) == canonical(match, form)
        compared += len(match.rounds)
    assert compared > 100


@pytest.mark.parametrize(
    ("name", "rounds", "profiles", "refused"),
    [
        (
            *("tenhou6", 584, {"tenhou": 67, "mahjong-soul": 6}),
            {"sticks on the table": 1, "more copies of 5s": 1},
        ),
        ("mjai", 56, {"tenhou": 3, "mahjong-soul": 2}, {"not a round of riichi mahjong": 5}),
        ("kobalab", 305, {"tenhou": 31}, {}),
    ],
)
def test_corpora_of_other_forms(
    name: str, rounds: int, profiles: dict[str, int], refused: dict[str, int]
) -> None:
    found = replay.Verified()
    errors: list[str] = []
    for log, kind, text in logs.sources(path_of(name), errors):
        try:
            found.add(replay.verify(logs.parse(kind, text, log)))
        except LogError as error:
            errors.append(str(error))
    assert found.mismatches == []
    assert (found.rounds, found.profiles) == (rounds, profiles)
    assert len(errors) == sum(refused.values())
    for text, count in refused.items():
        assert sum(text in error for error in errors) == count


def test_explained_differences_tell_a_fact_of_the_log() -> None:
    found = replay.Verified()
    for row in rows("kobalab"):
        found.add(replay.verify(parsed(row)))
    assert sorted(m.kind for m, _ in found.explained) == ["indicator", "results"]
    assert all("the program" in fact for _, fact in found.explained)


def _call_order() -> list[object]:
    """Seat 1 lets the first 1z of seat 0 go and pons the second: lists alone tell when."""
    hands = [
        [11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 41, 41, 22],
        [41, 41, 31, 32, 33, 34, 35, 36, 37, 38, 39, 23, 24],
        [11, 12, 13, 14, 25, 26, 27, 28, 29, 43, 43, 44, 44],
        [21, 22, 23, 24, 31, 32, 33, 34, 35, 36, 45, 45, 46],
    ]
    taken = [[42, 42], [47, "p414141"], [47], [46]]
    played = [[41, 41], [47, 23], [60], [60]]
    body: list[object] = [[0, 0, 0], [25000] * 4, [37], []]
    for seat in range(4):
        body += [hands[seat], taken[seat], played[seat]]
    return [*body, ["流局"]]


def test_a_call_is_of_the_discard_that_leaves_nothing_over() -> None:
    match = tenhou6.parse({"log": [_call_order()], "rule": {"aka": 0}}, "order")
    order = [(m.op.name, m.seat) for m in match.rounds[0].moments]  # type: ignore[attr-defined]
    pon = order.index(("PON", 1))
    assert order[pon - 1] == ("DISCARD", 0)
    assert order[:pon].count(("DISCARD", 0)) == 2


def test_lists_that_do_not_fit_together_are_refused() -> None:
    round_ = _call_order()
    round_[8] = [47, "p424242"]  # nobody discards 2z
    with pytest.raises(LogError, match=r"x: log\[0\]: round E1\.0: what the seats took and played"):
        tenhou6.parse({"log": [round_], "rule": {"aka": 0}}, "x")


@pytest.mark.parametrize("ending", [".mjlog", ".json", ".mjson.gz", ".json.gz"])
def test_files_tell_their_form(tmp_path: Path, ending: str) -> None:
    match = own("tenhou", 3)
    path = tmp_path / f"match{ending}"
    logs.write(match, path)
    (read,) = logs.read(path)
    assert read.form == logs.form_of(path)
    assert len(read.rounds) == len(match.rounds)
    with pytest.raises(LogError, match="which form"):
        logs.write(match, tmp_path / "match.txt")


def test_several_matches_in_one_mjai_file(tmp_path: Path) -> None:
    matches = [own("tenhou", key) for key in (4, 5)]
    path = tmp_path / "both.mjson"
    path.write_text("".join(logs.render(m, "mjai") for m in matches))
    assert [len(m.rounds) for m in logs.read(path)] == [len(m.rounds) for m in matches]


def test_a_log_of_the_oldest_mjai_tells_only_its_dealers() -> None:
    match = own("tenhou", 6)
    events = [json.loads(line) for line in logs.render(match, "mjai").splitlines()]
    old = []
    for event in events:
        kind = event["type"]
        if kind == "start_kyoku":
            old.append({k: event[k] for k in ("type", "oya", "dora_marker", "tehais")})
        elif kind in ("hora", "ryukyoku"):
            kept = ("type", "actor", "target", "pai", "reason")
            old.append({k: event[k] for k in kept if k in event})
        else:
            kept = ("type", "actor", "target", "pai", "consumed", "dora_marker", "names")
            old.append({k: event[k] for k in kept if k in event})
    read = logs.parse("mjai", json.dumps(old), "old")
    found = replay.verify(read)
    assert found.mismatches == []
    assert found.rounds == len(match.rounds)
    read.rounds[1].dealer = (read.rounds[1].dealer + 1) % 4
    assert replay.verify(read).mismatches != []
