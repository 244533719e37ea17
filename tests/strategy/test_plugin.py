"""Plug-in strategies: the same rounds however they are asked, and errors that say where."""

from __future__ import annotations

import pickle
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import oshihiki as oh
from oshihiki import cli, strategy
from oshihiki.errors import StrategyError
from oshihiki.play import ActionType, EventType

MELDS = (
    *(EventType.chi, EventType.pon, EventType.daiminkan),
    *(EventType.ankan, EventType.kakan, EventType.kita),
)


def kind_of(tile: str) -> int:
    return "mpsz".index(tile[-1]) * 9 + (int(tile[0]) or 5) - 1


class Batched(oh.Strategy):
    """`random`, by batches."""

    def decide_batch(self, views, legal):
        return legal.pick(self.rng.below(legal.sizes))


class OneByOne(oh.Strategy):
    """`random`, one at a time."""

    def decide(self, view, legal):
        return legal[self.rng.below(len(legal))]


class Keeping(OneByOne):
    """`random` that counts what it may see and compares it with the view."""

    def start_round(self, start):
        self.start, self.hand, self.rivers, self.asked = start, [0] * 34, [0] * 4, 0
        self.ended = False

    def observe(self, event):
        mine = event.seat == self.start.seat
        counted = mine and self.hand is not None
        if event.type in (EventType.deal, EventType.draw, EventType.replacement):
            assert (event.tile is not None) is mine
            if counted:
                self.hand[kind_of(event.tile)] += 1
        elif event.type == EventType.discard:
            self.rivers[event.seat] += 1
            if counted:
                self.hand[kind_of(event.tile)] -= 1
        elif mine and event.type in MELDS:
            self.hand = None  # which tiles a meld takes is not counted here

    def decide(self, view, legal):
        assert not self.ended
        assert [int(view[n]) for n in ("key", "match", "round", "seat")] == [
            *(self.start.key, self.start.match, self.start.round, self.start.seat)
        ]
        assert view["decision"] == self.asked
        self.asked += 1
        assert view["river_size"].tolist() == self.rivers
        if self.hand is not None:
            assert view["hand"].tolist() == self.hand
        return super().decide(view, legal)

    def end_round(self, scores):
        assert sum(scores) <= 4 * self.start.rules.start
        self.ended = True


@pytest.fixture(scope="module")
def plain():
    return oh.simulate(["random"] * 4, 25, key=5, threads=1)


@pytest.mark.parametrize("kind", [Batched, OneByOne, Keeping])
@pytest.mark.parametrize(
    "how",
    [
        {"threads": 1},
        {"in_flight": 1, "threads": 1},
        {"in_flight": 7, "threads": 2},
        {"in_flight": 3, "threads": 5, "check": True},
    ],
    ids=str,
)
def test_the_same_rounds_however_asked(plain, kind, how) -> None:
    one = kind()
    for seats in ([one, "random", one, "random"], [kind(), one, one, kind()]):
        results = oh.simulate(seats, 25, key=5, **how)
        assert results.counts == plain.counts
        assert results.signature == plain.signature


def test_rows_and_ranges_are_those_of_built_in_seats(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("core", "plug-in")]
    for folder, first in zip(folders, ("random", Batched()), strict=True):
        oh.simulate([first, *["random"] * 3], 9, key=2, first=4, rows=folder, in_flight=4)
    for name in ("rounds.parquet", "matches.parquet"):
        assert (folders[0] / name).read_bytes() == (folders[1] / name).read_bytes()


@pytest.mark.parametrize("rules", ["tenhou-sanma", "wrc-2025", "mahjong-soul"])
def test_other_rules(rules: str) -> None:
    players = oh.rules.load(rules).players
    one, kept = Batched(), Keeping() if players == 4 else OneByOne()
    results = oh.simulate([one, kept, "random", one][:players], 4, rules, key=8)
    assert results.counts == oh.simulate(["random"] * players, 4, rules, key=8).counts


def test_random_numbers_are_those_of_the_address() -> None:
    class Drawing(oh.Strategy):
        drawn: dict = {}  # noqa: RUF012

        def decide_batch(self, views, legal):
            words, unit = self.rng.words(), self.rng.random()
            for view, word, one in zip(views, words.tolist(), unit.tolist(), strict=True):
                self.drawn[tuple(int(view[n]) for n in ("match", "round", "decision"))] = word, one
            return legal.codes[:, 0]

    one = Drawing()
    oh.simulate([one, "random", "random", "random"], 3, key=11)
    from oshihiki import _core

    for (match, round_, decision), (word, unit) in list(one.drawn.items())[::37]:
        expected = _core.random_words(11, match, round_, 0, 0, decision, 1, 2)
        assert (word, unit) == (expected[0], (expected[1] >> 11) / 2**53)
    assert len(one.drawn) > 100
    with pytest.raises(StrategyError, match="while it decides only"):
        _ = one.rng


def test_legal_arrays() -> None:
    seen = []

    class Looking(oh.Strategy):
        def decide_batch(self, views, legal):
            assert legal.codes.shape == legal.mask.shape == legal.types.shape
            assert (legal.mask.sum(axis=1) == legal.sizes).all()
            assert len(legal) == len(views)
            assert not views.flags.owndata
            wins = (legal.types == ActionType.tsumo) | (legal.types == ActionType.ron)
            seen.append(bool(wins.any()))
            return legal.best(np.where(wins, 1, 0))

    results = oh.simulate([Looking(), *["random"] * 3], 20, key=3, in_flight=20)
    assert any(seen)
    assert results.summary()["seats"][0]["win"] > results.summary()["seats"][1]["win"] / 2


class Tuned(Batched):
    parameters = (
        strategy.whole("depth", 3, 1, 9, "How far."),
        strategy.choice("mood", "calm", ("calm", "bold"), "How."),
        strategy.truth("open", True, "Whether."),
    )


def test_found_by_name_and_parameters_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"{__name__}:Tuned"
    monkeypatch.setitem(__import__("sys").modules, __name__, __import__("sys").modules[__name__])
    one = strategy.load(f"{name}:depth=5,open=false")
    assert (one.depth, one.mood, one.open) == (5, "calm", False)
    assert str(one) == f"{name}:depth=5,open=false"
    assert str(strategy.load({"name": name, "depth": 5, "open": False})) == str(one)
    assert strategy.load(str(one)).depth == 5
    assert str(strategy.load(name)) == name
    for wrong, words in [
        ({"depth": 0}, "depth = 0 is not allowed; allowed is 1 to 9"),
        ({"depth": True}, "depth = True"),
        ({"mood": "sad"}, "calm, bold"),
        ({"open": 1}, "true, false"),
        ({"colour": 1}, "it has depth, mood, open"),
    ]:
        with pytest.raises(StrategyError, match=re.escape(words)):
            strategy.load({"name": name, **wrong})
        with pytest.raises(StrategyError, match=re.escape(words)):
            Tuned(**wrong)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("no_such_module:Class", "no_such_module"),
        ("oshihiki.play:NoClass", "NoClass"),
        ("oshihiki.play:Round", "is not derived from"),
        ("nobody", "known are random, tsumogiri"),
        ("oshihiki.strategy:Strategy", "neither decide nor decide_batch"),
        ("some.where:Class:depth", "is not a parameter=value"),
        (3, "not 3"),
    ],
)
def test_what_cannot_be_found(spec, words: str) -> None:
    with pytest.raises(StrategyError, match=words):
        strategy.load(spec)


def test_state_of_a_round_is_for_single_decisions() -> None:
    class Both(Batched):
        def observe(self, event):
            pass

    with pytest.raises(StrategyError, match="decide, not decide_batch"):
        strategy.load(Both())


class Raising(OneByOne):
    def decide(self, view, legal):
        if view["round"] == 2 and view["decision"] == 5:
            raise RuntimeError("no idea")
        return super().decide(view, legal)


class RaisingBatch(Batched):
    def decide_batch(self, views, legal):
        if ((views["round"] == 2) & (views["decision"] == 5)).any():
            raise RuntimeError("no idea")
        return super().decide_batch(views, legal)


class Illegal(OneByOne):
    def decide(self, view, legal):
        return 0x7FF if view["round"] == 2 else super().decide(view, legal)


class Nothing(OneByOne):
    def decide(self, view, legal):
        return None if view["round"] == 2 else super().decide(view, legal)


class WrongShape(Batched):
    def decide_batch(self, views, legal):
        return super().decide_batch(views, legal)[:, None]


class Floats(Batched):
    def decide_batch(self, views, legal):
        return super().decide_batch(views, legal).astype(float)


class Negative(Batched):
    def decide_batch(self, views, legal):
        return np.where(views["round"] == 2, -1, super().decide_batch(views, legal).astype(int))


class Together(Batched):
    """Looks at the row before."""

    def decide_batch(self, views, legal):
        return legal.pick(np.minimum(np.arange(len(views)), legal.sizes - 1))


class Started(Keeping):
    def start_round(self, start):
        super().start_round(start)
        if start.round == 2:
            raise RuntimeError("no idea")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Raising, "raised RuntimeError: no idea"),
        (RaisingBatch, "raised RuntimeError: no idea"),
        (Illegal, "which is not legal"),
        (Nothing, "answered None, not an action"),
        (WrongShape, r"answered an array uint16\[\d+, 1\] for \d+ rows"),
        (Floats, "answered an array float64"),
        (Negative, "answered -1, which is no action's code"),
        (Together, "for the row alone"),
        (Started, "raised RuntimeError: no idea"),
    ],
)
def test_a_failing_plug_in_is_named(kind, words: str) -> None:
    check = kind is Together
    with pytest.raises(StrategyError, match=words) as caught:
        oh.simulate(["random", kind(), "random", "random"], 6, key=9, in_flight=6, check=check)
    error = caught.value
    assert isinstance(error.strategy, kind)
    assert error.address["key"] == 9
    assert error.address["seat"] == 1
    if kind in (Raising, RaisingBatch):
        assert error.address["round"] == 2
        assert error.address["decision"] == error.view["decision"] == 5
        assert isinstance(error.__cause__, RuntimeError)
    assert error.results.matches <= 6
    assert f"match {error.address['match']}, round {error.address['round']}" in str(error)
    assert "legal are" in str(error)
    assert re.search(r"\(E[1234]\.\d+, seat 1", str(error))
    # The moment comes again when that match is played alone.
    with pytest.raises(StrategyError, match=words) as again:
        oh.simulate(
            ["random", kind(), "random", "random"],
            1 if not check else 6,
            key=9,
            first=error.address["match"] if not check else 0,
            check=check,
        )
    if not check:
        assert again.value.address == error.address
        assert again.value.view == error.view


class Late(Batched):
    """Fails in one match, after others are over."""

    def decide_batch(self, views, legal):
        if (views["match"] == 5).any() and (views["round"][views["match"] == 5] > 4).any():
            raise RuntimeError("late")
        return super().decide_batch(views, legal)


def test_nothing_finished_is_lost(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    with pytest.raises(StrategyError, match="late") as caught:
        oh.simulate([Late(), *["random"] * 3], 8, key=4, in_flight=2, rows=tmp_path)
    matches = pq.read_table(tmp_path / "matches.parquet")["match"].to_pylist()
    assert len(matches) == caught.value.results.matches >= 4
    rounds = pq.read_table(tmp_path / "rounds.parquet").to_pylist()
    assert len(rounds) > caught.value.results.rounds
    assert [r["match"] for r in rounds] == sorted(r["match"] for r in rounds)
    assert caught.value.command == "oshihiki.simulate(strategies, 1, rules, key=4, first=5)"


def test_the_command_of_an_error_replays_it(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "my_bots.py").write_text(
        "import oshihiki as oh\n"
        "class Bad(oh.Strategy):\n"
        "    parameters = (oh.strategy.whole('fails', 3, 0, 99, 'When.'),)\n"
        "    def decide(self, view, legal):\n"
        "        if view['decision'] == self.fails:\n"
        "            raise ZeroDivisionError('x')\n"
        "        return legal[-1]\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(StrategyError) as caught:
        oh.simulate(["my_bots:Bad:fails=4", *["balanced:fold=never"] * 3], 3, key=2)
    words = shlex.split(caught.value.command)
    assert words[:2] == ["oshihiki", "simulate"]
    result = CliRunner().invoke(cli._root, words[1:])
    assert isinstance(result.exception, StrategyError)
    assert str(result.exception) == str(caught.value)


def test_interrupting_keeps_what_is_finished(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    class Interrupted(Batched):
        def decide_batch(self, views, legal):
            if (views["match"] >= 6).any():
                raise KeyboardInterrupt
            return super().decide_batch(views, legal)

    with pytest.raises(KeyboardInterrupt):
        oh.simulate([Interrupted(), *["random"] * 3], 50, key=4, in_flight=2, rows=tmp_path)
    matches = pq.read_table(tmp_path / "matches.parquet")["match"].to_pylist()
    assert matches[:5] == [0, 1, 2, 3, 4]


def test_a_strategy_can_be_copied_to_other_processes() -> None:
    one = pickle.loads(pickle.dumps(Tuned(depth=7)))
    assert one.depth == 7


def test_a_failing_plug_in_can_be_forgiven() -> None:
    class Wavering(Batched):
        """Raises for some rows, answers others with what is not legal."""

        def decide_batch(self, views, legal):
            if ((views["match"] == 1) & (views["decision"] == 9) & (views["redeal"] == 0)).any():
                raise RuntimeError("no idea")
            codes = super().decide_batch(views, legal)
            return np.where((views["match"] == 3) & (views["redeal"] < 2), 5, codes)

    class WaveringKeeper(Keeping):
        def decide(self, view, legal):
            if view["match"] == 3 and view["redeal"] < 2:
                return 5
            if view["match"] == 1 and view["decision"] == 9 and view["redeal"] == 0:
                raise RuntimeError("no idea")
            return super().decide(view, legal)

    rows: list = []
    both = []
    for kind in (Wavering, WaveringKeeper):
        results = oh.simulate(
            ["random", kind(), "random", "random"],
            5,
            "wrc-2025",
            key=6,
            on_error="chombo",
            on_matches=rows.extend,
        )
        both.append(results)
        rounds = {row["match"]: row["rounds"] for row in rows[-5:]}
        assert results.matches == 5
        assert results.chombos[0] == results.chombos[2] == 0
        # In match 3 each round is dealt three times: two of them end by chombo.
        assert results.chombos[1] >= 2 * rounds[3] // 3 + 1
    assert both[0].counts == both[1].counts
    assert both[0].chombos == both[1].chombos

    class Hopeless(Batched):
        def decide_batch(self, views, legal):
            raise RuntimeError("never")

    with pytest.raises(StrategyError, match="never"):
        oh.simulate(["random", Hopeless(), "random", "random"], 2, "wrc-2025", on_error="chombo")
    with pytest.raises(oh.Error, match="raise or chombo"):
        oh.simulate(["random"] * 4, 1, on_error="pass")
    with pytest.raises(oh.RulesError, match="no chombo"):
        oh.simulate([Batched(), *["random"] * 3], 1, "tenhou", on_error="chombo")


def test_on_matches_gets_them_in_order() -> None:
    rows: list = []
    oh.simulate([Batched(), *["random"] * 3], 9, key=1, in_flight=4, on_matches=rows.extend)
    assert [row["match"] for row in rows] == list(range(9))
    again: list = []
    oh.simulate(["random"] * 4, 9, key=1, on_matches=again.extend)
    assert rows == again
