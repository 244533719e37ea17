"""Plug-in strategies for the tests of studies."""

from __future__ import annotations

import oshihiki as oh
from oshihiki.strategy import whole


class Drawn(oh.Strategy):
    """Answers as `tsumogiri` would: the last of the legal actions, which is the plainest."""

    def decide(self, view, legal):
        return legal[-1]


class Breaking(Drawn):
    """Raises in one match."""

    parameters = (whole("match", 0, 0, 10**6, "In which."),)

    def decide(self, view, legal):
        if view["match"] == self.match:
            raise ValueError("no")
        return legal[-1]


class Plain(oh.Strategy):
    """`tsumogiri`: takes a win, never calls, discards what it drew."""

    def decide(self, view, legal):
        by = {action.type.name: action for action in legal}
        for name in ("tsumo", "ron", "pass", "tenpai"):
            if name in by:
                return by[name]
        return next(a for a in legal if a.type.name == "discard" and a.tsumogiri)
