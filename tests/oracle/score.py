"""Scores by the book: every way to read a hand is written out and counted; nothing is clever.

Tiles are kinds 0 to 33 (0-8 m, 9-17 p, 18-26 s, 27-30 winds, 31-33 dragons). No code of the
package is used; rules are asked for by the names of their options.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil
from typing import Any

from oracle.hands import ANKAN, ORPHANS, Hand, kind_of

DRAGONS = {31: "haku", 32: "hatsu", 33: "chun"}
WINDS = (27, 28, 29, 30)
TERMINALS = {0, 8, 9, 17, 18, 26}
GREENS = {19, 20, 21, 23, 25, 32}
EAST = 27


@dataclass(frozen=True)
class Group:
    """A run, triplet, quad or pair of a reading."""

    tiles: tuple[int, ...]
    called: bool = False  # a chi, pon or open kan
    melded: bool = False  # laid out, an ankan among them
    wins: bool = False  # holds the winning tile

    @property
    def is_run(self) -> bool:
        return self.tiles[0] != self.tiles[1]

    @property
    def is_pair(self) -> bool:
        return len(self.tiles) == 2

    @property
    def is_triplet(self) -> bool:
        return len(self.tiles) >= 3 and not self.is_run

    @property
    def is_quad(self) -> bool:
        return len(self.tiles) == 4


@dataclass
class Outcome:
    """What a hand is worth. `paid`: by the discarder, or by the dealer and each other."""

    reason: str
    yaku: dict[str, int] = field(default_factory=dict)  # a yakuman 13 a unit; dora among them
    han: int = 0
    fu: int = 0
    yakuman: int = 0
    limit: str = ""
    paid: tuple[int, ...] = ()
    total: int = 0


def score(hand: Hand, rules: Any) -> Outcome:
    """The reading worth most."""
    outcomes = [_value(hand, groups, rules) for groups in readings(hand)]
    if not outcomes:
        return Outcome("not_complete")
    wins = [o for o in outcomes if o.reason == ""]
    if wins:
        best = max(wins, key=lambda o: (o.total, o.yakuman > 0, o.han, o.fu))
    else:
        below = [o for o in outcomes if o.reason == "below_minimum"]
        best = (below or outcomes)[0]
    if "renhou" in hand.flags and rules.renhou == "mangan":
        mangan = Outcome("", {"renhou": 5}, 5, 0, 0, "mangan")
        mangan.paid, mangan.total = payments(2000, hand, rules)
        if best.reason or best.total < mangan.total:
            return mangan
    return best


# Readings


def parts(tiles: list[int]) -> list[list[tuple[int, ...]]]:
    """Every way to part sorted tiles into runs and triplets."""
    if not tiles:
        return [[]]
    first = tiles[0]
    out = []
    candidates = [(first, first, first)]
    if first < 27 and first % 9 <= 6:
        candidates.append((first, first + 1, first + 2))
    for group in candidates:
        rest = list(tiles)
        try:
            for tile in group:
                rest.remove(tile)
        except ValueError:
            continue
        out += [[group, *others] for others in parts(rest)]
    return out


def readings(hand: Hand) -> list[list[Group]]:
    """Every way to read the tiles, and in each every place that the winning tile may have."""
    win = kind_of(hand.win)
    concealed = sorted([*(kind_of(t) for t in hand.closed), win])
    melds = [
        Group(tuple(sorted(kind_of(t) for t in tiles)), type_ != ANKAN, True)
        for type_, tiles in hand.melds
    ]
    shapes: list[list[tuple[int, ...]]] = []
    for pair in sorted(set(concealed)):
        if concealed.count(pair) < 2:
            continue
        rest = list(concealed)
        rest.remove(pair)
        rest.remove(pair)
        shapes += [[(pair, pair), *groups] for groups in parts(rest)]
    shapes = [shape for shape in shapes if len(shape) + len(melds) == 5]
    if not melds:
        kinds = sorted(set(concealed))
        if len(kinds) == 7 and all(concealed.count(k) == 2 for k in kinds):
            shapes.append([(k, k) for k in kinds])
        if kinds == list(ORPHANS) and len(concealed) == 14:
            shapes.append([tuple(concealed)])
    out = []
    for shape in shapes:
        for place, tiles in enumerate(shape):
            if win in tiles:
                out.append([Group(t, wins=i == place) for i, t in enumerate(shape)] + melds)
    return out


# Fu


def fu_of(groups: list[Group], hand: Hand, closed: bool, rules: Any) -> tuple[int, bool]:
    """Fu before rounding, and whether the reading is pinfu."""
    tsumo = "tsumo" in hand.flags
    win = kind_of(hand.win)
    fu = 0
    for group in groups:
        kind = group.tiles[0]
        if group.is_pair:
            counts = (kind in DRAGONS) + (kind == hand.seat_wind) + (kind == hand.round_wind)
            fu += {0: 0, 1: 2, 2: int(rules.double_wind_fu)}[counts]
        elif group.is_triplet:
            worth = 2
            if kind in TERMINALS or kind >= 27:
                worth *= 2
            if not group.called and not (group.wins and not tsumo):
                worth *= 2
            if group.is_quad:
                worth *= 4
            fu += worth
    winning = next(g for g in groups if g.wins)
    two_sided = False
    if winning.is_pair:
        fu += 2
    elif winning.is_run:
        place = winning.tiles.index(win)
        others = [t for t in winning.tiles if t != win]
        if place == 1 or (place == 2 and others[0] % 9 == 0) or (place == 0 and others[1] % 9 == 8):
            fu += 2
        else:
            two_sided = True
    bare = fu == 0 and closed and two_sided
    if tsumo:
        pinfu = bare and rules.pinfu_tsumo
        if not pinfu and (rules.rinshan_fu or "rinshan" not in hand.flags):
            fu += 2
    else:
        pinfu = bare
        if closed:
            fu += 10
    return 20 + fu, pinfu


# Yaku


def situation(hand: Hand, closed: bool, rules: Any) -> tuple[dict[str, int], dict[str, int]]:
    """Yaku and yakuman of the circumstances."""
    flags = hand.flags
    yaku: dict[str, int] = {}
    yakuman: dict[str, int] = {}
    if closed and "tsumo" in flags:
        yaku["menzen_tsumo"] = 1
    if "riichi" in flags:
        yaku["riichi"] = 1
    if "double_riichi" in flags:
        yaku["double_riichi"] = 2
    if "ippatsu" in flags and rules.ippatsu:
        yaku["ippatsu"] = 1
    for name in ("rinshan", "chankan", "haitei", "houtei"):
        if name in flags:
            yaku[name] = 1
    for name in ("tenhou", "chiihou"):
        if name in flags:
            yakuman[name] = 1
    if "renhou" in flags:
        if rules.renhou == "han5":
            yaku["renhou"] = 5
        elif rules.renhou == "yakuman":
            yakuman["renhou"] = 1
    return yaku, yakuman


def of_tiles(tiles: list[int], closed: bool, rules: Any) -> tuple[dict[str, int], dict[str, int]]:
    """Yaku and yakuman that depend only on which tiles are held."""
    yaku: dict[str, int] = {}
    yakuman: dict[str, int] = {}
    suits = {t // 9 for t in tiles if t < 27}
    honours = any(t >= 27 for t in tiles)
    ends = [t in TERMINALS or t >= 27 for t in tiles]
    if not any(ends) and (closed or rules.kuitan):
        yaku["tanyao"] = 1
    if len(suits) == 1:
        if honours:
            yaku["honitsu"] = 3 if closed else 2
        else:
            yaku["chinitsu"] = 6 if closed else 5
    if all(ends):
        yaku["honroutou"] = 2
    if not suits:
        yakuman["tsuuiisou"] = 1
    if all(t in TERMINALS for t in tiles):
        yakuman["chinroutou"] = 1
    if all(t in GREENS for t in tiles) and (32 in tiles or not rules.ryuuiisou_hatsu):
        yakuman["ryuuiisou"] = 1
    return yaku, yakuman


def of_groups(
    groups: list[Group], hand: Hand, closed: bool, rules: Any
) -> tuple[dict[str, int], dict[str, int]]:
    """Yaku and yakuman of four groups and a pair."""
    yaku: dict[str, int] = {}
    yakuman: dict[str, int] = {}
    tsumo = "tsumo" in hand.flags
    runs = [g.tiles[0] for g in groups if g.is_run]
    triplets = [g.tiles[0] for g in groups if g.is_triplet]
    pair = next(g for g in groups if g.is_pair)
    # Runs
    twins = sum(runs.count(r) // 2 for r in set(runs))
    if closed and twins == 1:
        yaku["iipeikou"] = 1
    if closed and twins == 2:
        yaku["ryanpeikou"] = 3
    for first in range(7):
        if {first, first + 9, first + 18} <= set(runs):
            yaku["sanshoku_doujun"] = 2 if closed else 1
    for first in (0, 9, 18):
        if {first, first + 3, first + 6} <= set(runs):
            yaku["ittsuu"] = 2 if closed else 1
    if runs and all(any(t in TERMINALS or t >= 27 for t in g.tiles) for g in groups):
        if any(t >= 27 for g in groups for t in g.tiles):
            yaku["chanta"] = 2 if closed else 1
        else:
            yaku["junchan"] = 3 if closed else 2
    # Triplets
    if len(triplets) == 4:
        yaku["toitoi"] = 2
    concealed = [g for g in groups if g.is_triplet and not g.called and not (g.wins and not tsumo)]
    if len(concealed) == 3:
        yaku["sanankou"] = 2
    if len(concealed) == 4:
        tanki = pair.wins
        name = "suuankou_tanki" if tanki else "suuankou"
        yakuman[name] = 2 if tanki and rules.double_suuankou_tanki else 1
    quads = sum(g.is_quad for g in groups)
    if quads == 3:
        yaku["sankantsu"] = 2
    if quads == 4:
        yakuman["suukantsu"] = 1
    for first in range(9):
        if {first, first + 9, first + 18} <= set(triplets):
            yaku["sanshoku_doukou"] = 2
    for kind, name in DRAGONS.items():
        if kind in triplets:
            yaku[name] = 1
    if hand.seat_wind in triplets:
        yaku["seat_wind"] = 1
    if hand.round_wind in triplets:
        yaku["round_wind"] = 1
    dragons = sum(kind in triplets for kind in DRAGONS)
    if dragons == 2 and pair.tiles[0] in DRAGONS:
        yaku["shousangen"] = 2
    if dragons == 3:
        yakuman["daisangen"] = 1
    winds = sum(kind in triplets for kind in WINDS)
    if winds == 3 and pair.tiles[0] in WINDS:
        yakuman["shousuushii"] = 1
    if winds == 4:
        yakuman["daisuushii"] = 2 if rules.double_daisuushii else 1
    return yaku, yakuman


def nine_gates(hand: Hand, rules: Any) -> dict[str, int]:
    tiles = sorted(hand.kinds())
    if hand.melds or len({t // 9 for t in tiles}) != 1 or tiles[0] >= 27:
        return {}
    gates = [r + tiles[0] - tiles[0] % 9 for r in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)]
    rest = list(tiles)
    for gate in gates:
        if gate not in rest:
            return {}
        rest.remove(gate)
    if rest == [kind_of(hand.win)]:
        return {"junsei_chuuren": 2 if rules.double_junsei_chuuren else 1}
    return {"chuuren": 1}


def _value(hand: Hand, groups: list[Group], rules: Any) -> Outcome:
    closed = not any(g.called for g in groups)
    tiles = [t for g in groups for t in g.tiles]
    fu = 0
    yaku, yakuman = situation(hand, closed, rules)
    if len(groups) == 1:  # kokushi
        win = kind_of(hand.win)
        thirteen = tiles.count(win) == 2
        if "tenhou" in hand.flags:
            # No tile was the last: the dealer takes the better wait where it is better.
            thirteen = rules.double_kokushi_13
        if thirteen:
            yakuman["kokushi_13"] = 2 if rules.double_kokushi_13 else 1
        else:
            yakuman["kokushi"] = 1
    else:
        for more, great in (
            of_tiles(tiles, closed, rules),
            of_groups(groups, hand, closed, rules) if len(groups) == 5 else ({}, {}),
            ({}, nine_gates(hand, rules) if len(groups) == 5 else {}),
        ):
            yaku.update(more)
            yakuman.update(great)
        if len(groups) == 7:
            yaku["chiitoitsu"] = 2
            fu = 25
        else:
            fu, pinfu = fu_of(groups, hand, closed, rules)
            if pinfu:
                yaku["pinfu"] = 1
            fu = 10 * ceil(Fraction(fu, 10))
            if fu == 20 and not closed and "tsumo" not in hand.flags and rules.open_pinfu_30:
                fu = 30
    if yakuman:
        units = sum(yakuman.values())
        if rules.yakuman_cap:
            units = min(units, rules.yakuman_cap)
        out = Outcome("", {n: 13 * u for n, u in yakuman.items()}, yakuman=units, limit="yakuman")
        out.paid, out.total = payments(8000 * units, hand, rules)
        return out
    han = sum(yaku.values())
    needed = 2 if rules.two_han_honba and hand.honba >= rules.two_han_honba else 1
    if han == 0:
        return Outcome("no_yaku")
    if han < needed:
        return Outcome("below_minimum")
    yaku.update(bonus(hand, rules))
    out = Outcome("", yaku, sum(yaku.values()), fu)
    base, out.limit = base_points(out.han, fu, rules)
    out.paid, out.total = payments(base, hand, rules)
    return out


# Dora, limits, payments


def after(kind: int, players: int) -> int:
    """The kind that an indicator points at."""
    if players == 3 and kind == 0:
        return 8
    rows = [list(range(9 * s, 9 * s + 9)) for s in range(3)] + [[27, 28, 29, 30], [31, 32, 33]]
    for row in rows:
        if kind in row:
            return row[(row.index(kind) + 1) % len(row)]
    raise AssertionError(kind)


def bonus(hand: Hand, rules: Any) -> dict[str, int]:
    tiles = hand.kinds() + [30] * hand.kita
    out = {"dora": sum(tiles.count(after(i, rules.players)) for i in hand.dora)}
    if rules.ura and hand.flags & {"riichi", "double_riichi"}:
        out["ura_dora"] = sum(tiles.count(after(i, rules.players)) for i in hand.ura)
    if rules.reds:
        red = [t for t in hand.tiles() if t < 0]
        out["aka_dora"] = sum(f"0{'mps'[kind_of(t) // 9]}" in rules.reds for t in red)
    out["kita"] = hand.kita
    return {name: han for name, han in out.items() if han}


def base_points(han: int, fu: int, rules: Any) -> tuple[int, str]:
    if han >= 13 and rules.thirteen_han != "sanbaiman":
        return 8000, rules.thirteen_han
    if han >= 11:
        return 6000, "sanbaiman"
    if han >= 8:
        return 4000, "baiman"
    if han >= 6:
        return 3000, "haneman"
    base = fu * 2 ** (han + 2)
    rounded_up = rules.kiriage and (han, fu) in ((4, 30), (3, 60))
    if han == 5 or base >= 2000 or rounded_up:
        return 2000, "mangan"
    return base, ""


def hundreds(points: Fraction | int) -> int:
    return 100 * ceil(Fraction(points) / 100)


def payments(base: int, hand: Hand, rules: Any) -> tuple[tuple[int, ...], int]:
    """What each payer gives, counters among it, and all that the winner takes."""
    dealer = hand.seat_wind == EAST
    sticks = 1000 * hand.deposits
    ron = hundreds(base * (6 if dealer else 4))
    if "tsumo" not in hand.flags:
        paid = ron + hand.honba * rules.honba_ron
        return (paid,), paid + sticks
    # The shares of the losers, the dealer's double when he is one of them.
    losers = ["dealer"] * (not dealer) + ["other"] * (rules.players - (1 if dealer else 2))
    shares = [hundreds(base * (2 if dealer or who == "dealer" else 1)) for who in losers]
    if rules.players == 3:
        absent = hundreds(base * (2 if dealer else 1))
        if rules.tsumo_loss == "bisect":
            shares = [hundreds(s + Fraction(absent, 2)) for s in shares]
        elif rules.tsumo_loss == "full":
            weights = [2 if who == "dealer" else 1 for who in losers]
            shares = [hundreds(Fraction(ron * w, sum(weights))) for w in weights]
    paid_all = tuple(s + hand.honba * rules.honba_tsumo for s in shares)
    return paid_all, sum(paid_all) + sticks
