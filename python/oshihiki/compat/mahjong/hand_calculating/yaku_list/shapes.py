"""What conditions of yaku ask of a reading: a list of groups, each a list of kinds."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Container
from types import ModuleType
from typing import Any

from oshihiki.compat.mahjong.hand_calculating.yaku import Group, Hand, Yaku
from oshihiki.compat.mahjong.utils import is_chi, is_pon_or_kan


class Always(Yaku):
    """A yaku of the circumstances: the groups do not matter."""

    def is_condition_met(self, hand: Any, *args: Any) -> bool:
        return True


def runs(hand: Hand) -> list[int]:
    """First kinds of the runs."""
    return [group[0] for group in hand if is_chi(group)]


def triplets(hand: Hand) -> list[int]:
    """Kinds of the triplets and quads."""
    return [group[0] for group in hand if is_pon_or_kan(group)]


def pairs(hand: Hand) -> list[int]:
    """Kinds of the pairs."""
    return [group[0] for group in hand if len(group) == 2]


def all_in(hand: Hand, kinds: Container[int]) -> bool:
    """Every tile is one of the kinds."""
    return all(kind in kinds for group in hand for kind in group)


def touches(group: Group, kinds: Container[int]) -> bool:
    """A tile at either end of the group is one of the kinds."""
    return group[0] in kinds or group[-1] in kinds


def twin_runs(hand: Hand) -> int:
    """Pairs of equal runs."""
    return sum(times // 2 for times in Counter(runs(hand)).values())


def in_three_suits(firsts: list[int]) -> bool:
    """The same rank in each suit."""
    ranks = [{k % 9 for k in firsts if k // 9 == suit} for suit in range(3)]
    return bool(ranks[0] & ranks[1] & ranks[2])


def as_modules(package: str, names: dict[str, type[Yaku]]) -> None:
    """Each class is also in a module of its own, as users of the package import it."""
    for name, yaku in names.items():
        module = ModuleType(f"{package}.{name}", yaku.__doc__)
        setattr(module, yaku.__name__, yaku)
        sys.modules[module.__name__] = module
        setattr(sys.modules[package], name, module)
