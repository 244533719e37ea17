"""Positions: exact chances of hidden hands, worlds that fit, differences, logs, pages."""

from __future__ import annotations

import gzip
import json
import math
from pathlib import Path

import pytest
from click.testing import CliRunner

import oshihiki as oh
from browser import assert_no_complaint
from mjlog_rows import corpus
from oshihiki import _core, tiles
from oshihiki.cli.study import command
from oshihiki.errors import StudyError
from oshihiki.play import Action
from oshihiki.report import decision
from oshihiki.study import position as positions
from oshihiki.study.position import Position, PositionResult
from oshihiki.study.position_result import FIELDS

# A threat with three concealed kans and one hidden group; exact values by listing every hand.
SEEN = "1111m9999m1111z" + "9s8s7z2z6p1p" + "3z4z5z6z" + "222333444m567p5s" + "5s2z3z9p"
RIVER = "9s8s7z2z6p1p"
WAITS = {
    "5s": 0.04928,
    "3s": 0.07558,
    "4s": 0.06841,
    "6m": 0.07171,
    "2p": 0.06401,
    "9p": 0.02520,
    "2m": 0.00918,
    "5z": 0.02703,
}


def kinds(text: str) -> list[int]:
    return [code & 63 for code in tiles.parse(text)]


def test_tenpai_hands_have_the_exact_chances() -> None:
    unseen = [4] * 34
    for k in kinds(SEEN):
        unseen[k] -= 1
    assert math.comb(sum(unseen), 4) == 3_464_840
    without = sum(1 << k for k in set(kinds(RIVER)))
    n = 1_000_000
    total, waits, held = _core.study_tenpai_sample(unseen, 4, without, 1, n)
    assert total == 121_417
    assert sum(held) == 4 * n
    for text, p in WAITS.items():
        error = math.sqrt(p * (1 - p) / n)
        assert abs(waits[kinds(text)[0]] / n - p) < 4 * error + 5e-6, text
    assert all(waits[k] == 0 for k in kinds(RIVER))
    # Of the tenpai sets 23,189 wait for a discard of their own.
    all_waits = _core.study_tenpai_sample(unseen, 4, 0, 2, n)[1]
    kept = 98_228 / total
    share = sum(waits) / n * kept
    assert share < sum(all_waits) / n


def against_riichi(key: int = 7) -> Position:
    """A self-play round stopped where a seat must discard against a riichi."""
    for match in range(200):
        round_ = _core.Round(oh.rules.load("tenhou"), key=key, match=match)
        strategy = _core.Strategy("balanced")
        while not round_.over:
            seat = round_.waiting[0]
            if round_.phase in (0, 1) and round_.turn == seat:
                values = _core.study_feature_values(round_, seat)
                if values["riichi_opponents"] == 1 and values["turn"] < 12:
                    legal = [Action(c).type.name for c in round_.legal(seat)]
                    if "tsumo" not in legal and legal.count("discard") > 2:
                        return Position(round_.clone(), seat)
            round_.step(seat, _core.decide(round_, seat, strategy))
    raise AssertionError("no riichi")


@pytest.fixture(scope="module")
def position() -> Position:
    return against_riichi()


def threat(position: Position) -> int:
    round_ = position.round
    return next(
        s for s in range(4) if s != position.seat and any(d & 0x100 for d in round_.river(s))
    )


def study(position: Position, sampling: str) -> _core.StudyPosition:
    return _core.StudyPosition(
        round=position.round,
        hero=position.seat,
        sampling=sampling,
        others="balanced",
        then=["balanced"],
        key=1,
    )


@pytest.mark.parametrize("sampling", ["uniform", "tenpai"])
def test_worlds_fit_what_is_seen(position: Position, sampling: str) -> None:
    round_, hero = position.round, position.seat
    play = study(position, sampling)
    sizes = [sum(round_.counts(s)) for s in range(4)]
    seen = [0] * 34
    for s in range(4):
        for d in round_.river(s):
            seen[d & 63] += not d & 0x200
    ready = threat(position)
    river = {d & 63 for d in round_.river(ready)}
    tenpai = 0
    for number in range(200):
        hands = play.world(number)
        assert [len(h) for h in hands] == sizes
        assert sorted(hands[hero]) == sorted(tiles.parse(round_.hand(hero)))
        used = list(seen)
        for code in (code for hand in hands for code in hand):
            used[code & 63] += 1
        assert max(used) <= 4
        waits = oh.waits(tiles.to_text(hands[ready]))
        found = {kinds(w)[0] for w in waits}
        tenpai += bool(found)
        if sampling == "tenpai":
            assert found
            assert not found & river
    assert (tenpai == 200) == (sampling == "tenpai")
    assert play.world(3) == study(position, sampling).world(3)
    assert len({str(play.world(n)) for n in range(50)}) == 50


def test_uniform_hands_have_the_exact_chance_of_a_kind(position: Position) -> None:
    """P(an opponent holds kind k) = 1 - C(U - u_k, 13) / C(U, 13)."""
    round_, hero = position.round, position.seat
    play = study(position, "uniform")
    n = 4000
    other = next(s for s in range(4) if s != hero and sum(round_.counts(s)) == 13)
    worlds = [play.world(i)[other] for i in range(n)]
    unseen = [4] * 34
    for code in tiles.parse(round_.hand(hero)):
        unseen[code & 63] -= 1
    for s in range(4):
        for d in round_.river(s):
            unseen[d & 63] -= not d & 0x200
        for text, _, _ in round_.melds(s):
            for code in tiles.parse(text.split(":")[1]):
                unseen[code & 63] -= 1
    for code in round_.indicators:
        unseen[code & 63] -= 1
    total = sum(unseen)
    for k in range(34):
        p = 1 - math.comb(total - unseen[k], 13) / math.comb(total, 13)
        held = sum(any(code & 63 == k for code in hand) for hand in worlds) / n
        assert abs(held - p) <= 4.5 * math.sqrt(max(p * (1 - p), 1e-9) / n), k


@pytest.fixture(scope="module")
def result(position: Position) -> PositionResult:
    return positions.run(position, worlds=600, seconds=0, threads=2)


def test_result_holds_together(position: Position, result: PositionResult) -> None:
    rows = result.rows()
    assert result.thens == ("balanced", "balanced:fold=always")
    assert len(result.actions) == 2 * len(rows) == 2 * len(set(result.actions))
    assert result.worlds == 600
    assert [r["ev"] for r in rows] == sorted((r["ev"] for r in rows), reverse=True)
    ends = ("win", "deal_in", "other_tsumo", "lateral", "draw_tenpai", "draw_noten", "abort")
    for row in rows:
        assert sum(row[x] for x in ends) == pytest.approx(1)
        assert row["ronned"] <= row["deal_in"]
        assert row["low"] <= row["ev"] <= row["high"]
        same = [a for a, name in enumerate(result.actions) if name == row["action"]]
        assert row["ev"] == pytest.approx(max(result.ev(a).mean for a in same))
        assert row["behind"] == pytest.approx(rows[0]["ev"] - row["ev"])
    assert sum(row["chosen"] for row in rows) == 1
    for a in range(len(result.actions)):
        same = result.difference(a, a)
        assert same.mean == same.half_width == 0
        assert result.difference(0, a).mean == -result.difference(a, 0).mean
    chosen = Action(_core.decide(position.round, position.seat, _core.Strategy("balanced")))
    assert result.actions[result.chosen].split()[:2] == str(chosen).split()[:2]


def test_threads_and_calls_change_nothing(position: Position, result: PositionResult) -> None:
    again = positions.run(position, worlds=600, seconds=0, threads=1)
    assert again.sampled == result.sampled
    assert again.id == result.id
    other = positions.run(position, worlds=600, seconds=0, key=2)
    assert other.sampled != result.sampled
    assert other.id != result.id


def test_a_genbutsu_is_never_ronned_by_the_riichi(position: Position) -> None:
    round_ = position.round
    river = {d & 63 for d in round_.river(threat(position))}
    play = study(position, "tenpai")
    _, sums, _ = play.play(0, 400, 2**60 - 1, 2)
    width = len(FIELDS)
    ronned = FIELDS.index("ronned")
    codes = play.actions
    dangerous = [sums[i * width + ronned] for i, c in enumerate(codes) if c & 63 not in river]
    safe = [sums[i * width + ronned] for i, c in enumerate(codes) if c & 63 in river]
    assert max(dangerous) > 0
    assert all(x <= max(dangerous) for x in safe)


def test_actions_that_are_behind_are_left_out_when_asked(position: Position) -> None:
    full = positions.run(position, worlds=3000, seconds=0, threads=2)
    short = positions.run(position, worlds=3000, seconds=0, threads=2, drop=True)
    assert short.actions[short.best] == full.actions[full.best]
    for row in short.rows():
        if row["dropped"]:
            assert row["worlds"] < 3000
            assert row["behind_low"] > 0


def test_limits() -> None:
    where = against_riichi()
    wide = positions.run(where, half_width=4000, seconds=0)
    assert wide.half_width <= 4000
    quick = positions.run(where, seconds=0.01)
    assert quick.worlds == 400
    with pytest.raises(StudyError, match="needs a limit"):
        positions.run(where, seconds=0)
    with pytest.raises(StudyError, match="allowed: uniform, tenpai, likelihood"):
        positions.run(where, sampling="true")
    with pytest.raises(StudyError, match="has nothing to decide"):
        positions.run(Position(where.round, (where.seat + 1) % 4), worlds=1)


def test_an_interrupted_run_keeps_its_last_look(position: Position) -> None:
    told = []

    def stop(worlds: int, half_width: float) -> None:
        told.append(worlds)
        if len(told) == 3:
            raise KeyboardInterrupt

    with pytest.raises(positions.Interrupted) as caught:
        positions.run(position, worlds=10**6, seconds=0, progress=stop)
    assert told == [400, 565, 800]
    result = caught.value.result
    assert result.worlds == 800
    assert result.sampled == positions.run(position, worlds=800, seconds=0).sampled


def test_interrupted_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "position.toml"
    file.write_text(positions.to_text(against_riichi()), encoding="utf-8")
    play = _core.StudyPosition.play

    def stops(self: _core.StudyPosition, first: int, *rest: int) -> object:
        if first >= 400:
            raise KeyboardInterrupt
        return play(self, first, *rest)

    monkeypatch.setattr(_core.StudyPosition, "play", stops)
    run = CliRunner().invoke(command, ["position", str(file), "--worlds", "90000", "--json"])
    assert run.exit_code == 130
    assert json.loads(run.stdout)["worlds"] == 400
    assert "--worlds 400 --key 1" in run.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--then", "nobody"], "no strategy is named 'nobody'"),
        (["--base", "balanced:push=x"], "push"),
        (["--value", "gold"], "allowed: points, points_next, placement"),
        (["--value", "placement", "--rewards", "1,x"], "whole numbers with commas"),
        (["--value", "placement", "--model", "nothing.json"], "not a model of standings"),
        (["--sampling", "true"], "allowed: uniform, tenpai"),
        (["--seat", "1"], "without --round"),
        (["--list"], "--list needs a log"),
        (["--round", "E1.0"], "needs --seat"),
    ],
)
def test_wrong_options_are_told(options: list[str], message: str, tmp_path: Path) -> None:
    file = tmp_path / "position.toml"
    file.write_text(positions.to_text(against_riichi()), encoding="utf-8")
    run = CliRunner().invoke(command, ["position", str(file), *options])
    assert isinstance(run.exception, StudyError), run.output
    assert message in str(run.exception)


def test_page_draws_the_tiles(position: Position, result: PositionResult) -> None:
    page = decision.page(position, result)
    assert "<svg" in page
    assert "<script" not in page
    assert "http" not in page.replace("http://www.w3.org", "")
    for action in result.actions:
        assert action in page
    text = decision.text(position, result)
    assert "dead waits count" in " ".join(text.split())
    assert "(chosen)" in text


def test_page_of_an_answer_shows_the_tile_the_calls_and_what_was_played() -> None:
    where = positions.from_text(
        {
            "title": "An answer",
            "round": "S3.1",
            "scores": [30800, 7400, 31400, 29400],
            "deposits": 1,
            "indicators": "4s",
            "seat": 2,
            "hand": "34055m4566p66s55z",
            "rivers": [
                "1m 1z_ 7s 8m 2p 4z_ 9m 5z",
                "6z 9m_ 7s! 9s_ 3m_ 7z_> 1p_",
                "2z 9s 7s_ 9m 1s 2z 8p",
                "2z_ 6z 9m_ 8s 3z 1z 1m 4p",
            ],
            "melds": ["", "", "", "pon:777z"],
        }
    )
    pon = next(c for c in where.round.legal(2) if Action(c).type.name == "pon")
    played = Position(where.round, 2, where.where, pon)
    result = positions.run(played, worlds=400, seconds=0, value="placement", rewards=[3, 1, 0, -4])
    assert set(result.actions) == {"pass", "pon 5z(55z)"}
    page = decision.page(played, result)
    assert "An answer, S3.1, seat 2, turn 8, answering 5z" in page
    assert 'played was <span class="arm">pon 5z(55z)</span>' in page
    assert "rewards of the places: 3, 1, 0, -4" in page
    drawn = decision.drawing(played).to_svg()
    assert drawn.count(">pon</text>") == 1
    figure = decision.actions(result).to_svg()
    assert figure.count("<title>") == 2
    # Three tiles of the pon, none of the pass.
    assert figure.count(">Wh</text>") == 3


@pytest.mark.slow
def test_a_browser_finds_nothing_to_complain_about(
    position: Position, result: PositionResult, tmp_path: Path
) -> None:
    path = tmp_path / "page.html"
    path.write_text(decision.page(position, result), encoding="utf-8")
    assert_no_complaint(path, tmp_path / "profile")


def test_values(position: Position) -> None:
    """The measures of the fork study, in points; a wrong one is refused."""
    points = positions.run(position, worlds=60, seconds=0)
    again = positions.run(position, worlds=60, seconds=0, value="points_next")
    placement = positions.run(position, worlds=60, seconds=0, value="placement")
    assert len({points.id, again.id, placement.id}) == 3
    by_name = {r["action"]: r for r in points.rows()}
    for row in again.rows():
        same = by_name[row["action"]]
        assert row["win"] == same["win"]
        assert row["mean_win"] == same["mean_win"]
        assert 0 < abs(row["ev"] - same["ev"]) < 4000
    uma = positions.run(position, worlds=60, seconds=0, value="placement", rewards=[7, 7, 7, 7])
    assert {row["ev"] for row in uma.rows()} == {7.0}
    with pytest.raises(StudyError, match="allowed: points, points_next, placement"):
        positions.run(position, worlds=1, value="gold")
    with pytest.raises(StudyError, match="4 whole numbers"):
        positions.run(position, worlds=1, value="placement", rewards=[1, 2])
    with pytest.raises(StudyError, match="rewards belong"):
        positions.run(position, worlds=1, rewards=[1, 2, 3, 4])
    with pytest.raises(StudyError, match="a reward beyond a million"):
        positions.run(position, worlds=1, value="placement", rewards=[2000000, 0, 0, 0])


def test_command_on_a_real_log(tmp_path: Path) -> None:
    with gzip.open(corpus("mjlog_4p.jsonl.gz"), "rt", encoding="utf-8") as file:
        log = json.loads(next(file))
    path = tmp_path / "one.mjlog"
    path.write_text(log["xml"], encoding="utf-8")
    out = tmp_path / "out"
    place = ["--round", "E1.0", "--seat", "1", "--turn", "6"]
    run = CliRunner().invoke(
        command, ["position", str(path), *place, "--worlds", "50", "--json", "--out", str(out)]
    )
    assert run.exit_code == 0, run.output
    data = json.loads(run.stdout)
    assert data["worlds"] == 50
    assert data["position"] == {
        "log": data["position"]["log"],
        "round": "E1.0",
        "seat": 1,
        "turn": 6,
    }
    assert {"action", "ev", "low", "high", "ronned"} <= data["actions"][0].keys()
    assert (out / "report.html").is_file()
    wrong = CliRunner().invoke(command, ["position", str(path), *place[:4], "--turn", "39"])
    assert isinstance(wrong.exception, StudyError)
    assert "makes no discard in its turn 39" in str(wrong.exception)
    wrong = CliRunner().invoke(command, ["position", str(path), "--round", "W1.0", *place[2:]])
    assert "not among E1.0" in str(wrong.exception)
