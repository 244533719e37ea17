"""Random wins, told in numbers, and how each scorer wants to hear of them.

Complete hands of all kinds: groups from anywhere, from one suit, from few kinds, of terminals and
honours, seven pairs, kokushi; and now and then one tile wrong, so that it is not a win.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

SUITS = ("m", "p", "s", "z")
ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
REDS = (4, 13, 22)
CHI, PON, DAIMINKAN, KAKAN, ANKAN = ("chi", "pon", "daiminkan", "kakan", "ankan")


@dataclass
class Hand:
    """A claimed win. Kinds are 0 to 33; a negative number -k - 1 is a red tile of kind k."""

    closed: list[int]  # without the winning tile
    win: int
    melds: list[tuple[str, list[int]]] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)
    seat_wind: int = 28
    round_wind: int = 27
    dora: list[int] = field(default_factory=list)  # indicators
    ura: list[int] = field(default_factory=list)
    honba: int = 0
    deposits: int = 0
    kita: int = 0

    def tiles(self) -> list[int]:
        """Every tile, the winning one last."""
        return [*(t for _, group in self.melds for t in group), *self.closed, self.win]

    def kinds(self) -> list[int]:
        """Every tile's kind, the winning tile last."""
        return [kind_of(t) for t in self.tiles()]


def kind_of(tile: int) -> int:
    return -tile - 1 if tile < 0 else tile


def text_of(tiles: Sequence[int]) -> str:
    """Tile text, in the order given."""
    return "".join(
        ("0" if t < 0 else str(kind_of(t) % 9 + 1)) + SUITS[kind_of(t) // 9] for t in tiles
    )


def as_keywords(hand: Hand) -> dict[str, Any]:
    """Keyword arguments of oh.score, without the rules."""
    return {
        "hand": text_of(hand.closed),
        "win": text_of([hand.win]),
        "melds": " ".join(f"{type_}:{text_of(tiles)}" for type_, tiles in hand.melds),
        "seat_wind": "ESWN"[hand.seat_wind - 27],
        "round_wind": "ESWN"[hand.round_wind - 27],
        "dora": text_of(hand.dora),
        "ura": text_of(hand.ura),
        "honba": hand.honba,
        "deposits": hand.deposits,
        "kita": hand.kita,
        **dict.fromkeys(sorted(hand.flags), True),
    }


def ids_of(hand: Hand) -> tuple[list[int], int, list[tuple[str, list[int]]]]:
    """136-ids of all tiles (the winning one last), its id, and those of the melds."""
    used: dict[int, int] = {}

    def take(tile: int) -> int:
        kind = kind_of(tile)
        if tile < 0:
            return 4 * kind
        first = 1 if kind in REDS else 0
        used[kind] = used.get(kind, first - 1) + 1
        return 4 * kind + used[kind] % 4

    melds = [(type_, [take(t) for t in group]) for type_, group in hand.melds]
    closed = [take(t) for t in (*hand.closed, hand.win)]
    return [*(i for _, group in melds for i in group), *closed], closed[-1], melds


def _groups(rng: random.Random, style: str, three: bool) -> list[list[int]] | None:
    """Four groups and a pair, the pair last."""
    counts = [0] * 34
    if three:
        counts[1:8] = [4] * 7
    suit = rng.randrange(3)
    few = rng.sample(range(34), 7)

    def allowed(kind: int) -> bool:
        if style == "one_suit":
            return kind // 9 == suit
        if style == "half_suit":
            return kind // 9 in (suit, 3)
        if style == "ends":
            return kind in ORPHANS
        if style == "terminals":
            return kind in ORPHANS[:6]
        if style == "honours":
            return kind >= 27
        if style == "green":
            return kind in (19, 20, 21, 23, 25, 32)
        return style != "few" or kind in few

    out = []
    for _ in range(4):
        for _ in range(60):
            kind = rng.randrange(34)
            runs = {"triplets": 0.05, "few": 0.2, "terminals": 0.0}.get(style, 0.65)
            if kind < 27 and rng.random() < runs:
                kind -= max(0, kind % 9 - 6)
                if style == "ends":
                    kind = kind - kind % 9 + rng.choice((0, 6))
                group = [kind, kind + 1, kind + 2]
                if style != "ends" and style != "few" and not all(allowed(k) for k in group):
                    continue
                if style == "few" and kind not in few:
                    continue
            else:
                if not allowed(kind):
                    continue
                group = [kind] * 3
            if all(counts[k] + group.count(k) <= 4 for k in group):
                for k in group:
                    counts[k] += 1
                out.append(group)
                break
        else:
            return None
    pairs = [k for k in range(34) if counts[k] <= 2 and allowed(k)]
    if not pairs:
        return None
    out.append([rng.choice(pairs)] * 2)
    return out


_STYLES = (
    *("any", "any", "any", "one_suit", "half_suit", "ends", "few", "triplets"),
    *("honours", "green", "terminals"),
)


def _with_melds(
    rng: random.Random, groups: list[list[int]], three: bool
) -> tuple[list[int], list[Any]]:
    """Some groups called, some triplets made quads."""
    calls = rng.choice((0, 0, 0, 1, 2, 3, 4))
    concealed: list[int] = list(groups[-1])
    melds: list[tuple[str, list[int]]] = []
    counts = [0] * 34
    for group in groups:
        for k in group:
            counts[k] += 1
    for i, group in enumerate(rng.sample(groups[:-1], 4)):
        triplet = group[0] == group[1]
        quad = triplet and counts[group[0]] == 3 and rng.random() < 0.25
        if i < calls and (triplet or not three):
            type_ = PON if triplet else CHI
            if quad:
                type_ = rng.choice((DAIMINKAN, KAKAN, ANKAN))
            melds.append((type_, group + group[:1] * quad))
        elif quad and rng.random() < 0.4:
            melds.append((ANKAN, group + group[:1]))
        else:
            concealed += group
    return concealed, melds


def _flags(rng: random.Random, is_open: bool, melds: list[Any], dealer: bool) -> set[str]:
    """Circumstances that do not contradict each other."""
    flags = {"tsumo"} if rng.random() < 0.5 else set()
    kan = any(len(group) == 4 for _, group in melds)
    if not is_open and rng.random() < 0.5:
        flags.add("double_riichi" if rng.random() < 0.2 else "riichi")
        if rng.random() < 0.3:
            flags.add("ippatsu")
    chance = rng.random()
    if "tsumo" in flags:
        if chance < 0.08:
            flags.add("haitei")
        elif chance < 0.3 and kan and "ippatsu" not in flags:
            flags.add("rinshan")
        elif chance > 0.98 and not melds and not flags - {"tsumo"}:
            flags.add("tenhou" if dealer else "chiihou")
    elif chance < 0.08:
        flags.add("houtei")
    elif chance < 0.14:
        flags.add("chankan")
    elif chance > 0.96 and not melds and not dealer and not flags:
        flags.add("renhou")
    return flags


def random_hand(rng: random.Random, reds: bool = True, players: int = 4) -> Hand:
    """A win or almost one."""
    three = players == 3
    while True:
        style = rng.random()
        melds: list[tuple[str, list[int]]] = []
        if style < 0.05:
            pool = rng.choice(
                (range(34), range(34), ORPHANS, range(27, 34), range(9), range(9, 18))
            )
            if rng.random() < 0.2:
                tiles = [10 + i // 2 for i in range(14)]
            else:
                tiles = [k for k in rng.sample(pool, 7) for _ in range(2)]
        elif style < 0.07:
            tiles = [*ORPHANS, rng.choice(ORPHANS)]
        elif style < 0.08:
            first = 9 * rng.randrange(3)
            tiles = [first + r for r in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))]
        else:
            groups = _groups(rng, rng.choice(_STYLES), three)
            if groups is None:
                continue
            tiles, melds = _with_melds(rng, groups, three)
        if rng.random() < 0.02:
            tiles[rng.randrange(len(tiles))] = rng.randrange(34)
        if three and any(1 <= k < 8 for k in tiles):
            continue
        held = [*tiles, *(k for _, group in melds for k in group)]
        if max(held.count(k) for k in held) > 4:
            continue
        rng.shuffle(tiles)
        break
    is_open = any(type_ != ANKAN for type_, _ in melds)
    seat, round_wind = rng.randrange(27, 30 if three else 31), rng.randrange(27, 31)
    flags = _flags(rng, is_open, melds, seat == 27)
    win = tiles.pop()
    if "chankan" in flags and ([*tiles, win].count(win) > 1 or held.count(win) > 1):
        flags.discard("chankan")  # the tile added to a pon was the fourth of its kind
    hand = Hand(tiles, win, melds, flags, seat, round_wind)
    if reds:
        for kind in REDS:
            # With all four of them, one is the red one.
            if rng.random() < 0.4 or hand.kinds().count(kind) == 4:
                _redden(rng, hand, kind)
    robbed_north = "chankan" in flags and kind_of(hand.win) == 30
    may_kita = three and not robbed_north and not flags & {"tenhou", "chiihou", "renhou"}
    if may_kita and rng.random() < 0.3:
        hand.kita = rng.randint(0, 4 - hand.kinds().count(30))
    left = [
        k
        for k in range(34)
        for _ in range(4 - hand.kinds().count(k) - hand.kita * (k == 30))
        if not (three and 1 <= k < 8)
    ]
    shown = rng.sample(left, rng.choice((1, 1, 1, 2, 3, 5)))
    hand.dora = shown
    if flags & {"riichi", "double_riichi"}:
        for k in shown:
            left.remove(k)
        hand.ura = rng.sample(left, len(shown))
    hand.honba = rng.choice((0, 0, 1, 2, 5))
    hand.deposits = rng.choice((0, 0, 1, 3))
    return hand


def _redden(rng: random.Random, hand: Hand, kind: int) -> None:
    """One tile of the kind becomes red, if there is one."""
    places = [tiles for _, tiles in hand.melds if kind in tiles]
    places += [hand.closed] * (kind in hand.closed)
    if hand.win == kind and (not places or rng.random() < 0.3):
        hand.win = -kind - 1
    elif places:
        tiles = rng.choice(places)
        tiles[tiles.index(kind)] = -kind - 1
