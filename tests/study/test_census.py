"""The census of rounds: made-up logs with known answers, and play against the rates it shares."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import oshihiki as oh
from oshihiki import _core, cli, logs
from oshihiki.errors import LogError, StrategyError, StudyError
from oshihiki.logs import model, record
from oshihiki.logs.model import LoggedMatch
from oshihiki.study.census import Census, of_logs, of_play, rounds_mask

FIELD = ["efficient", "balanced", "efficient", "tsumogiri"]
SHARED = ["win", "deal_in", "draw", "riichi", "call", "tsumo_share", "mean_win", "mean_deal_in"]


@pytest.fixture(scope="module")
def played() -> Census:
    return of_play(FIELD, 30, key=6, threads=2)


def test_the_rates_of_a_simulation_are_the_same(played: Census) -> None:
    results = oh.simulate(FIELD, 30, key=6)
    summary = results.summary()
    assert (played.matches, played.rounds) == (results.matches, results.rounds)
    for name in SHARED:
        assert math.isclose(played.rate(name), summary[name])
        low, high = summary["interval"][name]
        assert math.isclose(2 * played.half_width(name), high - low)


def test_threads_do_not_matter(played: Census) -> None:
    assert of_play(FIELD, 30, key=6, threads=1).counts == played.counts


def test_identities(played: Census) -> None:
    rate = played.rate
    shares = rate("wins_by_riichi") + rate("wins_open") + rate("wins_damaten")
    assert math.isclose(shares, 1)
    wins, riichi = (played.counts["rates"][name] for name in ("win", "riichi"))
    by_riichi, success = (
        played.counts["rates"][name] for name in ("wins_by_riichi", "riichi_success")
    )
    assert by_riichi[0] == success[0]
    assert by_riichi[1] == wins[0]
    assert success[1] == riichi[0] == played.counts["rates"]["riichi_turn"][1]
    assert played.counts["turns"]["tenpai"][0][1] == 4 * played.rounds
    assert 0.3 < played.rate("ura") < 0.55
    rising = [played.rate("tenpai", t) for t in range(1, 13)]
    assert rising[0] < rising[4] < rising[8] < rising[11]
    hits, tries = played.pooled("danger", "suji_19", 5, 12)
    more, others = played.pooled("danger", "no_suji_5", 5, 12)
    assert hits / tries < more / others


def test_rounds_can_be_chosen(played: Census) -> None:
    parts = [of_play(FIELD, 30, key=6, rounds=text) for text in ("E1-E3", "E4-N4")]
    assert sum(part.rounds for part in parts) == played.rounds
    assert parts[0].rounds >= 90
    wins = sum(part.counts["rates"]["win"][0] for part in parts)
    assert wins == played.counts["rates"]["win"][0]
    assert rounds_mask(None) == 0xFFFF
    assert rounds_mask("S4") == 1 << 7
    with pytest.raises(StudyError, match="E1-E3"):
        rounds_mask("E5")


def with_ura(logged, round_, codes):
    """The ura indicators, which a round's record does not have, for those who won in riichi."""
    tiles, replacement = round_._round.wall, round_.rules.replacement_tiles
    ura = [tiles[replacement + 2 * i] for i in range(len(round_._round.indicators))]
    for win in logged.wins:
        if any(name in ("riichi", "double_riichi") for name, _ in win.yaku):
            win.ura = tuple(codes.index(code) for code in ura)
    return logged


def written(tmp_path: Path, matches: int, rules: str = "tenhou") -> tuple[Path, Census]:
    """Simulated matches as logs, and their census as play."""
    loaded = oh.rules.load(rules)
    field = ["efficient", "balanced", "efficient", "tsumogiri"][: loaded.players]
    codes = model.tile_codes(True, loaded.players)
    players = [oh.strategy.built_in(name) for name in field]
    folder = tmp_path / "logs"
    folder.mkdir()
    for number in range(matches):
        match = oh.Match(loaded, key=6, match=number)
        logged = LoggedMatch(f"match-{number}", "mjlog", loaded.players, True)
        while not match.over:
            round_ = match.round
            seat = match.waiting[0]
            match.step(_core.decide(round_._round, seat, players[seat]))
            if round_.over:
                logged.rounds.append(with_ura(record.record(round_._round, codes), round_, codes))
        logged.final = tuple(match.scores)
        logged.results = tuple(match.results)
        logs.write(logged, folder / f"{number}.mjlog")
    return folder, of_play(field, matches, rules, key=6)


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma"])
def test_logs_of_a_simulation_give_its_census(tmp_path: Path, rules: str) -> None:
    folder, expected = written(tmp_path, 5, rules)
    paths = sorted(folder.iterdir())
    found = of_logs(paths)
    assert list(found) == [expected.players]
    census = found[expected.players]
    assert census.left_out == 0
    assert (census.matches, census.rounds) == (5, expected.rounds)
    assert census.counts == expected.counts
    again = of_logs(paths, threads=2, rounds="E1-E2")[expected.players]
    field = ["efficient", "balanced", "efficient", "tsumogiri"][: expected.players]
    assert again.counts == of_play(field, 5, rules, key=6, rounds="E1-E2").counts


# One round by hand: seat 0 deals and discards its north; seat 1 declares riichi on its first
# discard (a double riichi) waiting for 3p and 6p, and seat 2 deals in at once.
HANDS = {
    0: "1m 3m 5m 7m 9m 1p 9p 1s 3s 7s 2z 3z 6z",
    1: "2m 3m 4m 6m 7m 8m 4p 5p 2s 2s 5s 6s 7s",
    2: "1m 4m 9m 1p 3p 6p 9p 1s 4s 9s 2z 5z 7z",
    3: "1m 4m 8m 2p 7p 8p 8s 9s 1z 3z 5z 6z 7z",
}


def ids(texts: str, used: set[int]) -> list[int]:
    found = []
    for text in texts.split():
        kind = "mpsz".index(text[1]) * 9 + int(text[0]) - 1
        for copy in (1, 2, 3, 0):  # 0 is the red five
            if kind * 4 + copy not in used:
                used.add(kind * 4 + copy)
                found.append(kind * 4 + copy)
                break
    return found


def made_log(path: Path) -> None:
    used: set[int] = set()
    hands = {seat: ids(text, used) for seat, text in HANDS.items()}
    first, second, third, indicator, ura = ids("4z 4z 2p 1z 4s", used)
    hai = " ".join(f'hai{s}="{",".join(map(str, h))}"' for s, h in hands.items())
    six = hands[2][5]
    hand = ",".join(map(str, sorted([*hands[1], six])))
    path.write_text(
        '<mjloggm ver="2.3"><GO type="169" lobby="0"/><UN n0="a" n1="b" n2="c" n3="d"/>'
        '<TAIKYOKU oya="0"/>'
        f'<INIT seed="0,0,0,1,1,{indicator}" ten="250,250,250,250" oya="0" {hai}/>'
        f"<T{first}/><D{first}/><U{second}/>"
        f'<REACH who="1" step="1"/><E{second}/><REACH who="1" ten="250,240,250,250" step="2"/>'
        f"<V{third}/><F{six}/>"
        # double riichi 2, ippatsu, pinfu, tanyao 1 each; ura 5s: one held
        f'<AGARI ba="0,1" hai="{hand}" machi="{six}" ten="30,12000,2" yaku="21,2,2,1,7,1,8,1,53,1" '
        f'doraHai="{indicator}" doraHaiUra="{ura}" who="1" fromWho="2" '
        'sc="250,0,240,130,250,-120,250,0" /></mjloggm>'
    )


def test_a_round_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "made.mjlog"
    made_log(path)
    census = of_logs([path])[4]
    assert (census.left_out, census.matches, census.rounds) == (0, 1, 1)
    expected = {
        "win": 0.25,
        "deal_in": 0.25,
        "draw": 0,
        "riichi": 0.25,
        "call": 0,
        "tsumo_share": 0,
        "mean_win": 12000,
        "mean_deal_in": 12000,
        "riichi_success": 1,
        "riichi_first": 1,
        "riichi_turn": 0,
        "riichi_two_sided": 1,
        "wins_by_riichi": 1,
        "wins_open": 0,
        "wins_damaten": 0,
        "ura": 1,
        "ippatsu": 1,
        "facing_riichi": -12000 / 3,
        "facing_win": 0,
        "facing_deal_in": 1 / 3,
    }
    assert {name: census.rate(name) for name in expected} == pytest.approx(expected)
    # Dealt ready: seat 1 of four; after first discards: seat 1 of those of seats 0, 1 and 2.
    assert census.rate("tenpai", 0) == 1 / 4
    assert census.rate("tenpai", 1) == 1 / 3
    assert census.counts["first_riichi"]["two_sided"][0][:2] == (1, 1)
    # Seat 2 held a 6p and a 3p, without suji, before it dealt in.
    assert census.pooled("danger", "no_suji_46", 0, 19)[0] == 1
    assert census.pooled("danger", "no_suji_37", 0, 19)[0] == 1
    assert of_logs([path], rounds="E2") == {} or of_logs([path], rounds="E2")[4].rounds == 0
    assert of_logs([path], kind=1) == {}


def test_command(tmp_path: Path) -> None:
    import json

    path = tmp_path / "made.mjlog"
    made_log(path)
    run = CliRunner().invoke
    out = json.loads(run(cli._root, ["stats", str(path), "--json"]).stdout)
    assert out["censuses"][0]["win"] == 0.25
    assert out["censuses"][0]["tenpai"][0] == 0.25
    text = run(cli._root, ["stats", "--strategies", ",".join(FIELD), "--matches", "3"]).stdout
    assert "riichi_success" in text
    assert "3 matches" in text
    assert isinstance(run(cli._root, ["stats"]).exception, StudyError)
    bad = tmp_path / "bad.mjlog"
    bad.write_text("<mjloggm>")
    assert isinstance(run(cli._root, ["stats", str(bad)]).exception, LogError)


def test_plug_ins_are_counted_alike() -> None:
    """A plug-in that answers as `random` does gives the built-in one's census."""

    class Random(oh.Strategy):
        def decide_batch(self, views: Any, legal: Any) -> Any:
            return legal.pick(self.rng.below(legal.sizes))

    one = Random()
    for rounds in (None, "E1-E3"):
        mixed = of_play([one, "balanced", one, "efficient"], 30, key=4, rounds=rounds)
        plain = of_play(["random", "balanced", "random", "efficient"], 30, key=4, rounds=rounds)
        assert mixed.counts == plain.counts
        assert mixed.matches == 30
    with pytest.raises(StrategyError, match="there is no strategy"):
        of_play(["nobody"] * 4, 1)
