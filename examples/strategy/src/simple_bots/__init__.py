"""Two small strategies: one over numpy arrays, one that decides one row at a time."""

from __future__ import annotations

import numpy as np

import oshihiki as oh
from oshihiki import strategy
from oshihiki.play import ActionType, EventType

__all__ = ["Careful", "Neighbours"]


def _ties() -> np.ndarray:
    """How much a tile of one kind holds on to one of another: pairs, neighbours, gaps."""
    ties = np.zeros((34, 34), np.int32)
    for a in range(34):
        ties[a, a] = 12
        for b in range(34):
            if a < 27 and b < 27 and a // 9 == b // 9 and a != b:
                ties[a, b] = max(0, 8 - 3 * abs(a - b)) if abs(a - b) <= 2 else 0
    return ties


def _by_type(riichi: bool) -> np.ndarray:
    """What is worth doing at once, whatever the tile; 15 fills a row behind its actions."""
    worth = np.full(16, -10_000)
    worth[ActionType["pass"]] = 0
    worth[ActionType.discard] = 0
    worth[ActionType.riichi] = 5_000 if riichi else -10_000
    worth[[ActionType.tsumo, ActionType.ron]] = 20_000
    worth[[ActionType.kita, ActionType.tenpai]] = 10_000
    return worth


class Neighbours(oh.Strategy):
    """Discards what is connected least, never calls, declares riichi when it can."""

    parameters = (strategy.truth("riichi", True, "Whether it declares riichi."),)

    def decide_batch(self, views, legal):
        hold = views["hand"].astype(np.int32) @ _TIES  # [n, 34]: of each kind to the whole hand
        tile = np.minimum(legal.kinds, 33).astype(np.intp)
        worth = _BY_TYPE[self.riichi][legal.types] - np.take_along_axis(hold, tile, axis=1)
        return legal.best(worth)


class Careful(oh.Strategy):
    """Plays its drawn tile, and what was discarded before it once somebody is in riichi."""

    parameters = (
        strategy.whole("patience", 0, 0, 20, "How many of its own turns it heeds no riichi."),
    )

    def start_round(self, start):
        self.safe = set()  # tile texts that passed after a riichi
        self.threatened = False

    def observe(self, event):
        if event.type == EventType.riichi:
            self.threatened = True
        elif event.type == EventType.discard and self.threatened:
            self.safe.add(event.tile)

    def decide(self, view, legal):
        for action in legal:
            if action.type in (ActionType.tsumo, ActionType.ron):
                return action
        turn = view["river_size"][view["seat"]] + 1
        discards = [a for a in legal if a.type == ActionType.discard]
        if self.threatened and turn > self.patience:
            for action in discards:
                if action.tile in self.safe:
                    return action
        for action in discards:
            if action.tsumogiri:
                return action
        return discards[-1] if discards else legal[0]


_TIES = _ties()
_BY_TYPE = {riichi: _by_type(riichi) for riichi in (False, True)}
