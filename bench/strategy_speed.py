"""Speeds of strategies: built-in ones, plug-ins batched and one by one, a bot that speaks mjai.

``python bench/strategy_speed.py [--quick]``. All on one thread, the plug-in in every seat against
itself, in seconds of the processor, so that other work on the machine matters little. What a
plug-in costs above its own work is the whole time less the time spent in it: the engine and the
door to Python. The bot's line is by the clock, for it is another process.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import oshihiki as oh
from oshihiki import strategy

KEY = 2026


class Batched(oh.Strategy):
    """The first legal action, for all rows at once."""

    def __init__(self) -> None:
        super().__init__()
        self.own = 0.0

    def decide_batch(self, views: Any, legal: Any) -> Any:
        begun = time.thread_time()
        codes = legal.codes[:, 0]
        self.own += time.thread_time() - begun
        return codes


class RandomBatched(Batched):
    """One of the legal actions by its own random numbers."""

    def decide_batch(self, views: Any, legal: Any) -> Any:
        begun = time.thread_time()
        codes = legal.pick(self.rng.below(legal.sizes))
        self.own += time.thread_time() - begun
        return codes


class Single(oh.Strategy):
    """The first legal action."""

    own = 0.0

    def decide(self, view: Any, legal: Any) -> Any:
        return legal[0]


class Keeping(Single):
    """The same, hearing everything that happens."""

    def observe(self, event: Any) -> None:
        pass


def measure(
    name: str, one: Any, matches: int, players: list[Any] | None = None, clock: bool = False
) -> None:
    """Prints a line: the best of three."""
    best = None
    for _ in range(3):
        if isinstance(one, oh.Strategy):
            one.own = 0.0  # type: ignore[attr-defined]
        begun = time.process_time()
        results = oh.simulate(players or [one] * 4, matches, key=KEY, threads=1)
        seconds = results.seconds if clock else time.process_time() - begun
        above = seconds - getattr(one, "own", 0.0)
        if best is None or above < best[0]:
            best = above, seconds, results.decisions, results.rounds
    assert best is not None
    above, seconds, decisions, rounds = best
    print(
        f"{name:<34} {decisions / seconds:>12,.0f} decisions/s {rounds / seconds:>9,.0f} rounds/s"
        f"   {above / decisions * 1e6:>7.2f} us a decision"
        + (" above its own work" if isinstance(one, oh.Strategy) else "")
    )


def main() -> None:
    scale = 10 if "--quick" in sys.argv else 1
    for name in strategy.names():
        slow = name in ("efficient", "balanced")
        measure(name, name, (300 if slow else 3000) // scale)
    measure("plug-in, batched, first action", Batched(), 6000 // scale)
    measure("plug-in, batched, random numbers", RandomBatched(), 3000 // scale)
    measure("plug-in, one by one", Single(), 1000 // scale)
    measure("plug-in, one by one, observing", Keeping(), 200 // scale)
    command = f"mjai:timeout=60:{sys.executable} -m oshihiki mjai-bot tsumogiri"
    bot = strategy.load(command)
    table = [bot, *["tsumogiri"] * 3]
    measure("mjai bot through a pipe, one seat", bot, 20 // scale or 1, table, clock=True)


if __name__ == "__main__":
    main()
