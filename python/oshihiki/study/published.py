"""Published tables beside a study's numbers, with what differs in the definition.

A study names the tables it can stand beside as ``study.published``; they are no part of its id.
They were counted on people's play or computed from such counts, on hands, turns and opponents that
are not quite the study's, so they are something to look at and not a test: what theory fixes
(a wide wait above a narrow one, a dealer above others) is tested elsewhere.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from oshihiki.errors import StudyError
from oshihiki.study.cell import Cell, Pair
from oshihiki.study.result import StudyResult

__all__ = ["NAMES", "Row", "Table", "tables"]

DEALER = {
    "none": "neither is dealer",
    "hero": "hero is dealer",
    "threat": "riichi is dealer",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table: numbers found here and published, in the order of the columns; nan where
    there is none. ``spans`` are intervals of those found, where there are any."""

    where: str
    found: tuple[float, ...]
    published: tuple[float, ...]
    spans: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A published table beside the same numbers here.

    ``unit`` is ``points`` or ``share``; ``differs`` says what is not the same in the definitions.
    """

    name: str
    title: str
    source: str
    differs: str
    unit: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def tables(result: StudyResult) -> list[Table]:
    """The tables that the study names.

    Raises
    ------
    StudyError
        There is no such table, or the study lacks an axis or an arm that it needs.
    """
    out = []
    for name in result.spec.get("study", {}).get("published", ()):
        if name not in _TABLES:
            raise StudyError(f"study.published: {name!r}: allowed: {', '.join(NAMES)}")
        axes, arms, make = _TABLES[name]
        missing = [x for x in axes if x not in result.axes] + [
            x for x in arms if x not in result.arms
        ]
        if missing:
            raise StudyError(f"study.published: {name} needs {missing[0]} among cells and arms")
        out.append(make(result))
    return out


def _sum(result: StudyResult, **keys: str) -> Cell | None:
    """The cells with these labels together; spots count alike, so none may be thinned."""
    cells = [c for c in result.cells if all(c.keys[a] == k for a, k in keys.items()) and c.weight]
    return functools.reduce(operator.add, cells) if cells else None


def _ratio(a: float, b: float) -> float:
    return a / b if b else math.nan


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan


def _dash(label: str) -> str:
    return label.replace("-", "–")


def _turns(label: str) -> range:
    low, _, high = label.partition("-")
    return range(int(low), int(high or low) + 1)


# Cost of folding, by discards of the table so far (0-based turn): dealer against another's riichi,
# neither, against the dealer's.
_FOLDING = {
    4: (-1952, -1092, -1869),
    6: (-1925, -1107, -1795),
    8: (-1886, -1124, -1746),
    10: (-1852, -1154, -1676),
    12: (-1788, -1186, -1622),
    14: (-1667, -1226, -1518),
    16: (-1447, -1253, -1361),
}


def _folding(result: StudyResult) -> Table:
    rows = []
    for label in result.labels("turn"):
        for arm, name in (("play_on", ""), ("betaori", ", all fold")):
            found, known = [], []
            for i, dealer in enumerate(("hero", "none", "threat")):
                cell = _sum(result, turn=label, dealer=dealer)
                ends = ("other_tsumo", "lateral", "draw_noten")
                times = sum(cell.arm(arm, e) for e in ends) if cell else 0
                value = sum(cell.arm(arm, f"{e}_value") for e in ends) if cell else 0
                found.append(_ratio(value * result.scale, times))
                turns = _turns(label)
                known.append(_mean([row[i] for t, row in _FOLDING.items() if t + 1 in turns]))
            rows.append(Row(f"turn {_dash(label)}{name}", tuple(found), tuple(known)))
    return Table(
        "folding",
        "What the round costs those who neither win nor deal in",
        "Aviary, betaori cost, houou logs; its 0-based turn is one less than here",
        "Both: one riichi stands, declared at any time before; whoever is not in riichi counts, "
        "and is noten if the round is drawn, whatever he held and did (and here once more if he "
        "folds to the end). There a turn is one moment for all seats, which for the dealer is on "
        "average a draw and a half later than here, so that late turns cost him less. The "
        "dealership to come has no value in either.",
        "points",
        (DEALER["hero"], DEALER["none"], DEALER["threat"]),
        tuple(rows),
    )


# Shares and means of hands that face a first riichi: of 1,000 matches of one program.
_FACING = {
    "wins": (0.102, 6858),
    "deals in": (0.105, -6629),
    "others’ tsumo": (0.317, -2745),
    "others’ ron": (0.293, -69),
    "draw": (0.184, -753),
    "all": (1.0, -1021),
}


def _facing(result: StudyResult) -> Table:
    cell = _sum(result)
    ends = {
        "wins": ("win",),
        "deals in": ("deal_in",),
        "others’ tsumo": ("other_tsumo",),
        "others’ ron": ("lateral",),
        "draw": ("draw_tenpai", "draw_noten", "abort"),
    }
    rows = []
    for name, (share, mean) in _FACING.items():
        own = ends.get(name, tuple(e for some in ends.values() for e in some))
        times = sum(cell.arm("play_on", e) for e in own) if cell else 0
        value = sum(cell.arm("play_on", f"{e}_value") for e in own) if cell else 0
        found = (100 * _ratio(times, cell.n if cell else 0), _ratio(value * result.scale, times))
        rows.append(Row(name, found, (100 * share, mean)))
    return Table(
        "facing",
        "How hands that face the first riichi end",
        "kobalab, a program's duplicate matches, fold threshold 3.0 (blog, 2021-11-15)",
        "There another program plays all seats; every seat that is not in riichi counts from the "
        "riichi on. Here a seat counts from its first discard after the riichi, before the next "
        "one of the riichi, on turns 4 to 17.",
        "points",
        ("per cent of hands", "mean then"),
        tuple(rows),
    )


# Second riichis: how many, and of them win, draw, deal-in by wait and turn, the declaration tile
# left out.
_CHASE = {
    "two_sided": {
        6: (1453, 0.4831, 0.0323, 0.1762),
        8: (3465, 0.4823, 0.0488, 0.1593),
        10: (4409, 0.4604, 0.0737, 0.1508),
        12: (3509, 0.3993, 0.1425, 0.1354),
        14: (2026, 0.3529, 0.2419, 0.1120),
        16: (680, 0.2162, 0.5015, 0.0721),
    },
    "single": {
        6: (780, 0.3462, 0.0641, 0.2038),
        8: (1525, 0.3174, 0.0997, 0.2105),
        10: (1934, 0.3118, 0.1282, 0.2089),
        12: (1588, 0.2953, 0.1858, 0.1770),
        14: (912, 0.2478, 0.3213, 0.1425),
        16: (317, 0.1388, 0.5142, 0.0978),
    },
}


def _chase(result: StudyResult) -> Table:
    rows = []
    for wait, by_turn in _CHASE.items():
        for label in result.labels("turn"):
            cell = _sum(result, wait=wait, turn=label)
            n = cell.n - cell.arm("chase", "ronned") if cell else 0
            times = (0, 0, 0)
            if cell:
                dealt_in = cell.arm("chase", "deal_in") - cell.arm("chase", "ronned")
                times = (cell.arm("chase", "win"), cell.draws("chase"), dealt_in)
            known = [by_turn[t] for t in by_turn if t in _turns(label)]
            all_ = sum(row[0] for row in known)
            rows.append(
                Row(
                    f"{wait.replace('_', '-')}, turn {_dash(label)}",
                    tuple(_ratio(x, n) for x in times),
                    tuple(_ratio(sum(r[0] * r[i] for r in known), all_) for i in (1, 2, 3)),
                )
            )
    return Table(
        "chase",
        "How second riichis end, apart from those ronned on their tile",
        "Aviary, second riichis in houou logs; turns are mixed 0- and 1-based there",
        "There: riichis that people chose to declare. Here: every closed tenpai against a riichi "
        "declares, at its first decision, cheap and dangerous ones too; single waits have no "
        "honours, which there are a class of their own.",
        "share",
        ("wins", "draws", "deals in"),
        tuple(rows),
    )


# Break-even rates at turn 10, riichi only with 40 fu, then one han and 30 fu more, one and 40, two
# and 30, two and 40, three and 30, by the ron's points.
_VALUES = {
    "none": (1300, 2000, 2600, 3900, 5200, 7700),
    "hero": (2000, 2900, 3900, 5800, 7700, 11600),
    "threat": (1300, 2000, 2600, 3900, 5200, 7700),
}
_BREAK_EVEN = {
    ("hero", "two_sided"): (0.40, 0.47, 0.53, 0.58, 0.61, 0.66),
    ("hero", "single"): (0.20, 0.28, 0.35, 0.42, 0.47, 0.52),
    ("none", "two_sided"): (0.24, 0.30, 0.36, 0.41, 0.45, 0.50),
    ("none", "single"): (0.05, 0.12, 0.18, 0.25, 0.29, 0.34),
    ("threat", "two_sided"): (0.17, 0.22, 0.28, 0.33, 0.36, 0.41),
    ("threat", "single"): (-0.03, 0.03, 0.08, 0.14, 0.18, 0.23),
}


def _chase_break_even(result: StudyResult) -> Table:
    labels = result.labels("value")
    rows = []
    for (dealer, wait), rates in _BREAK_EVEN.items():
        found, known = [], []
        for label in labels:
            cell = _sum(result, wait=wait, dealer=dealer, value=label)
            found.append(_rate(result, cell, Pair("chase", "betaori")))
            low, high = _bounds(label)
            values = zip(_VALUES[dealer], rates, strict=True)
            known.append(_mean([rate for value, rate in values if low <= value <= high]))
        rows.append(Row(f"{DEALER[dealer]}, {wait.replace('_', '-')}", tuple(found), tuple(known)))
    return Table(
        "chase_break_even",
        "Up to which chance of being ronned the tile of a second riichi may be pushed",
        "computed from Aviary’s counts at turn 10 by its formula (second riichis, cost of "
        "folding, mean values of hands by size)",
        "There win and deal-in rates are those of any hand of that wait, a tsumo of the other "
        "costs 1.4 deal-ins, one tile is pushed. Here hands of that value are played, all turns "
        "together, to the end without folding.",
        "share",
        tuple(f"value {_dash(label)}" for label in labels),
        tuple(rows),
    )


# Largest danger worth pushing to stay tenpai, by own draws left from 5 to 0.
_KEITEN = {
    "hero": (0.23, 0.26, 0.30, 0.34, 0.39, 0.42),
    "none": (0.20, 0.22, 0.26, 0.29, 0.32, 0.36),
    "threat": (0.09, 0.10, 0.12, 0.16, 0.22, 0.26),
}


def _keiten(result: StudyResult) -> Table:
    rows = []
    pair = Pair("keep", "betaori")
    for label in sorted(result.labels("live_left"), key=lambda x: -_turns(x)[-1]):
        draws = _turns(label)[-1] // 4
        found = []
        for dealer in _KEITEN:
            cell = _sum(result, live_left=label, dealer=dealer, value_damaten="0")
            found.append(result.break_even(cell, pair) if cell else None)
        known = [by[5 - draws] if 0 <= draws <= 5 else math.nan for by in _KEITEN.values()]
        rates = tuple(x.rate if x else math.nan for x in found)
        spans = tuple((x.low, x.high) if x else (math.nan, math.nan) for x in found)
        rows.append(Row(f"{draws} draws left", rates, tuple(known), spans))
    return Table(
        "keiten",
        "How dangerous a tile may be pushed to stay tenpai without a yaku",
        "Aviary’s calculator of tenpai without a yaku against one riichi",
        "There an average hand is computed: a deal-in of 5,300 points, 7,500 to the dealer, the "
        "cost of folding above, average payments at the draw. Here hands are played on that have "
        "no yaku to ron on (closed ones may draw their win), where the safest tile would give "
        "tenpai up; to the end, so that later tiles are pushed as well, which lowers the rates "
        "with draws left. The dealership to come has no value here.",
        "share",
        tuple(DEALER[d] for d in _KEITEN),
        tuple(rows),
    )


def _rate(result: StudyResult, cell: Cell | None, pair: Pair) -> float:
    return result.break_even(cell, pair).rate if cell else math.nan


def _bounds(label: str) -> tuple[int, int]:
    if label.startswith("from "):
        return int(label[5:]), 10**9
    if label.startswith("to "):
        return 0, int(label[3:])
    return _turns(label)[0], _turns(label)[-1]


_TABLES: dict[str, tuple[tuple[str, ...], tuple[str, ...], Callable[[StudyResult], Table]]] = {
    "folding": (("turn", "dealer"), ("play_on", "betaori"), _folding),
    "facing": ((), ("play_on",), _facing),
    "chase": (("turn", "wait"), ("chase",), _chase),
    "chase_break_even": (("wait", "dealer", "value"), ("chase", "betaori"), _chase_break_even),
    "keiten": (("live_left", "dealer", "value_damaten"), ("keep", "betaori"), _keiten),
}
NAMES = tuple(_TABLES)
"""The tables there are."""
