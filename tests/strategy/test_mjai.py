"""Bots that speak mjai: ours through the messages plays what it plays; faults are named."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import oshihiki as oh
from oshihiki import strategy
from oshihiki.errors import StrategyError
from oshihiki.play import view_dtype
from oshihiki.strategy.mjai import MjaiBot, MjaiProcess
from oshihiki.strategy.mjai_messages import tile_code, tile_name
from oshihiki.strategy.mjai_player import MjaiPlayer

PYTHON = sys.executable


def test_tiles() -> None:
    names = ["1m", "5mr", "9p", "5s", "E", "N", "P", "F", "C"]
    assert [tile_name(tile_code(name)) for name in names] == names
    assert [tile_code(n) for n in ("1m", "1p", "E", "C", "5pr")] == [0, 9, 27, 33, 13 | 64]
    for wrong in ("0m", "5mrr", "X", "", "1z"):
        with pytest.raises(ValueError):
            tile_code(wrong)


class Compared(oh.Strategy):
    """Plays by the engine's view and lets the messages be followed beside it."""

    checked = 0

    def __init__(self, name: str, rules: str) -> None:
        super().__init__()
        self.name, self.rules = name, rules
        self.player = None

    def start_round(self, start):
        if self.player is None:
            self.player = MjaiPlayer(self.name, self.rules, start.key, start.match)
            self.bot = MjaiBot(lambda seat: self.player)
        self.bot.start_round(start)

    def observe(self, event):
        self.bot.observe(event)

    def decide(self, view, legal):
        self.bot.ask()
        follow = self.player.follow
        assert follow.asked
        assert follow.legal() == [action.code for action in legal]
        followed = np.frombuffer(follow.view(), view_dtype())[0]
        for name in view.dtype.names:
            assert (followed[name] == view[name]).all(), name
        Compared.checked += 1
        if view["phase"] == 5 and self.name == "random" and len(legal) > 1:
            # mjai does not ask whether to show a ready hand, which this player leaves to chance.
            self.bot.decided([action.code for action in legal])
            return legal[self.rng.below(len(legal))]
        return self.bot.decided([action.code for action in legal])


@pytest.mark.parametrize(
    ("rules", "matches"),
    [
        ("tenhou", 12),
        ("tenhou-sanma", 12),
        ("wrc-2025", 6),
        ("ema-2016", 4),
        ("m-league", 4),
        ("mahjong-soul", 4),
        ("mahjong-soul-sanma", 4),
        ("saikouisen", 3),
    ],
)
@pytest.mark.parametrize("others", ["random", "efficient"])
def test_a_followed_view_is_the_true_one(rules: str, matches: int, others: str) -> None:
    players = oh.rules.load(rules).players
    before = Compared.checked
    seats = [Compared("random", rules), others, Compared("balanced", rules), others][:players]
    results = oh.simulate(seats, matches, rules, key=21)
    plain = oh.simulate(["random", others, "balanced", others][:players], matches, rules, key=21)
    assert results.counts == plain.counts
    assert Compared.checked - before > 100 * matches


def test_bots_in_process_play_the_same_rounds() -> None:
    bots = MjaiBot(lambda seat: MjaiPlayer("balanced"))
    results = oh.simulate([bots, "efficient", bots, "balanced"], 6, key=3)
    assert (
        results.counts == oh.simulate(["balanced", "efficient", *["balanced"] * 2], 6, key=3).counts
    )
    one = MjaiPlayer("efficient")
    results = oh.simulate([one, "random", "random", "random"], 3, key=3)
    assert results.counts == oh.simulate(["efficient", *["random"] * 3], 3, key=3).counts


def test_ours_through_the_pipe_plays_the_same_rounds() -> None:
    command = f"{PYTHON} -m oshihiki mjai-bot balanced"
    plain = oh.simulate(["balanced", "efficient", "balanced", "balanced"], 4, key=9)
    for prefix in ("", "processes=2,timeout=60:"):
        bot = strategy.load(f"mjai:{prefix}{command}")
        assert str(bot) == f"mjai:{prefix}{command}"
        results = oh.simulate([bot, "efficient", bot, "balanced"], 4, key=9)
        assert results.counts == plain.counts
    sanma = f"mjai:{PYTHON} -m oshihiki mjai-bot efficient --rules tenhou-sanma"
    results = oh.simulate([sanma, "efficient", "random"], 2, "tenhou-sanma", key=9)
    plain = oh.simulate(["efficient", "efficient", "random"], 2, "tenhou-sanma", key=9)
    assert results.counts == plain.counts


BOT = """
import json, sys, time
told = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start_game":
        me = message["id"]
    answer = {"type": "none"}
    if message["type"] == "tsumo" and message["actor"] == me:
        told += 1
        answer = {"type": "dahai", "actor": me, "pai": message["pai"], "tsumogiri": True}
        if told == 9:
            FAULT
    print(json.dumps(answer), flush=True)
"""

FAULTS = {
    "time.sleep(60)": r"gave no answer in time to .*\"tsumo\"",
    "sys.exit('out of ideas')": r"ended \(exit code 1\) after .*its last error: out of ideas",
    "answer['pai'] = '9m' if message['pai'] != '9m' else '9s'; answer['tsumogiri'] = False": (
        "which is not legal; legal are discard"
    ),
    "print('well, well', flush=True)": "answered 'well, well', which is not JSON",
    "answer = 5": "answered '5', which is no message",
    "answer = {'type': 'hora', 'actor': me}": "which is not legal",
}


@pytest.mark.parametrize(("fault", "words"), FAULTS.items(), ids=str)
def test_a_faulty_bot_is_named(fault: str, words: str, tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(BOT.replace("FAULT", fault))
    rows = tmp_path / "rows"
    bot = f"mjai:timeout=3,start=30:{PYTHON} {script}"
    with pytest.raises(StrategyError, match=words) as caught:
        oh.simulate(["random", bot, "tsumogiri", "random"], 3, key=5, rows=rows)
    error = caught.value
    assert error.address["seat"] == 1
    assert error.address["match"] == 0
    assert str(error).startswith(f"strategy {bot}, seat 1: ")
    assert f"round {error.address['round']}" in str(error)
    assert error.command is not None
    assert bot in error.command.replace("'\"'\"'", "'")
    if "time.sleep" in fault or "sys.exit" in fault:
        assert "its last line was" in str(error)
    assert (rows / "rounds.parquet").exists()


def test_a_bot_that_cannot_be_started() -> None:
    with pytest.raises(StrategyError, match="cannot be started"):
        oh.simulate(["mjai:no-such-bot-here", *["random"] * 3], 1)
    with pytest.raises(StrategyError, match="a command is wanted"):
        strategy.load("mjai:")
    assert MjaiProcess.parse("timeout=5:python x.py").in_flight == 1


def test_command_line_of_the_bot() -> None:
    lines = [{"type": "start_game", "id": 0}, {"type": "tsumo"}, {"type": "end_game"}]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    words = [PYTHON, "-m", "oshihiki", "mjai-bot", "tsumogiri"]
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ['{"type": "none"}'] * 3
    done = subprocess.run(words, input="hello\n", capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "not a message of mjai" in done.stderr


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("import sys; sys.exit('no model')", r"ended \(exit code 1\).*its last error: no model"),
        (
            "import os, signal, sys; sys.stdin.readline(); os.kill(os.getpid(), signal.SIGKILL)",
            r"ended \(exit code -9\).*it had said nothing",
        ),
        # A line without its end is no answer.
        (
            "import sys, time; sys.stdout.write('{'); sys.stdout.flush(); time.sleep(60)",
            "gave no answer in time.*it had said nothing",
        ),
        ("import time; time.sleep(60)", "gave no answer in time"),
    ],
)
def test_a_bot_that_never_plays_is_named(script: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(script)
    bot = f"mjai:timeout=1,start=3:{PYTHON} {path}"
    with pytest.raises(StrategyError, match=words) as caught:
        oh.simulate([bot, *["tsumogiri"] * 3], 2, key=5)
    assert caught.value.address["match"] == caught.value.address["round"] == 0
    assert caught.value.results.matches == 0


def test_a_bots_fault_can_be_a_chombo_and_the_rest_is_played(tmp_path: Path) -> None:
    path = tmp_path / "bot.py"
    path.write_text(BOT.replace("FAULT", "answer = {'type': 'hora', 'actor': me}"))
    bot = f"mjai:timeout=10,start=30:{PYTHON} {path}"
    results = oh.simulate([bot, *["tsumogiri"] * 3], 1, "wrc-2025", key=5, on_error="chombo")
    assert results.matches == 1
    assert results.chombos == (1, 0, 0, 0)


def test_ready_hands_of_bots_are_shown_where_one_may_hide() -> None:
    """mjai does not ask; whoever was asked is tenpai, and shows."""
    hiding = oh.rules.load("tenhou").replace(hide_tenpai=True)
    bot = MjaiBot(lambda seat: MjaiPlayer("efficient", hiding))
    shown = oh.simulate([bot, *["efficient"] * 3], 4, hiding, key=3)
    plain = oh.simulate(["efficient"] * 4, 4, hiding, key=3)
    assert shown.counts == plain.counts
