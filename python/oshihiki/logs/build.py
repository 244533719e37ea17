"""Builds a recorded round from events that name tiles, not copies of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from oshihiki.errors import LogError
from oshihiki.logs.copies import Copies, named
from oshihiki.logs.model import NO_SEAT, LoggedRound, Moment, Op

__all__ = ["MISSHAPEN", "Builder", "Place", "integer", "integers", "reading", "rounds_of"]

# What reading data raises that has another shape than its format.
MISSHAPEN = (TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError)

_LIMIT = 10_000_000


@dataclass
class Place:
    """Where in a log a reader is, for what it may have to say."""

    at: str


@contextmanager
def reading(log: str) -> Iterator[Place]:
    """Errors of the block, and what data of another shape raises, become `LogError`s that begin
    with the place that was last set."""
    place = Place(f"{log}: before the first round")
    try:
        yield place
    except LogError as error:
        prefix = "" if str(error).startswith(place.at) else f"{place.at}: "
        raise LogError(f"{prefix}{error}") from None
    except MISSHAPEN as error:
        raise LogError(f"{place.at}: {error!r}") from None


def rounds_of(data: Any, what: str) -> list[Any]:
    """The rounds of a JSON log that has them in a list ``log``."""
    if not isinstance(data, dict) or not isinstance(data.get("log"), list):
        raise LogError(f"not a {what}: no list under 'log'")
    if not data["log"]:
        raise LogError("no round in it")
    return list(data["log"])


def integer(value: Any, what: str, low: int = -_LIMIT, high: int = _LIMIT) -> int:
    """A number of a log, within its bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise LogError(f"{what} {value!r} is not a whole number")
    if not low <= value <= high:
        raise LogError(f"{what} {value} is not within {low}..{high}")
    return value


def integers(values: Any, what: str, count: int) -> tuple[int, ...]:
    """A list of numbers, one a seat; a fourth of three players is passed over."""
    if not isinstance(values, list) or len(values) not in (count, 4):
        raise LogError(f"{what} {values!r} are not {count} numbers")
    return tuple(integer(v, what) for v in values[:count])


class Builder:
    """Takes the events of one round in their order.

    A riichi stick is put down by itself after the discard unless ``deposit`` says when.

    Parameters
    ----------
    codes : the tile code of each id (see :func:`oshihiki.logs.model.tile_codes`)
    players : how many play
    """

    def __init__(self, codes: list[int], players: int) -> None:
        self.codes = codes
        self.players = players
        self.copies = Copies(codes)
        self.hands: list[list[int | None]] = [[] for _ in range(players)]
        self.moments: list[Moment] = []
        self.indicator: int | None = None
        self.indicators = 0
        self.last: int | None = None  # the tile others may take
        self._stick = NO_SEAT
        self._declared = NO_SEAT
        self._pons: dict[tuple[int, int], tuple[int, ...]] = {}

    def seat(self, value: Any, what: str = "seat") -> int:
        return integer(value, what, 0, self.players - 1)

    def deal(self, seat: int, tiles: Sequence[int]) -> None:
        if len(tiles) != 13 or self.hands[seat]:
            raise LogError(f"seat {seat} is dealt {len(tiles)} tiles, not 13")
        self.hands[seat] = [self.copies.take(seat, code) for code in tiles]

    def dora(self, code: int, *, at_discard: bool = False) -> None:
        """``at_discard``: one that a discard turns is recorded before it, as Tenhou does."""
        tile = self.copies.new(code)
        self.indicators += 1
        if self.indicators > 5:
            raise LogError("a sixth indicator")
        if self.indicator is None:
            self.indicator = tile
        elif at_discard and self.moments and self.moments[-1].op == Op.DISCARD:
            self.moments.insert(len(self.moments) - 1, Moment(Op.DORA, tile=tile))
        else:
            self._add(Moment(Op.DORA, tile=tile))

    def draw(self, seat: int, code: int) -> None:
        self.last = self.copies.take(seat, code)
        self._add(Moment(Op.DRAW, seat, self.last))

    def riichi(self, seat: int) -> None:
        self._declared = seat
        self._add(Moment(Op.RIICHI, seat))

    def discard(self, seat: int, code: int, drawn: bool | None) -> None:
        """``drawn``: whether it is the tile just drawn; None: it is if it can be."""
        before = self.moments[-1] if self.moments else Moment(Op.RIICHI)
        if drawn is None:
            drawn = before.op == Op.DRAW and before.tile is not None
            drawn = drawn and self.codes[before.tile or 0] == code
        if drawn:
            tile = self.copies.give_drawn(seat)
            if self.codes[tile] != code:
                raise LogError(
                    f"seat {seat} discards {named(code)} as drawn, but drew "
                    f"{named(self.codes[tile])}"
                )
        else:
            tile = self.copies.give(seat, code)
        self.last = tile
        self._add(Moment(Op.DISCARD, seat, tile, drawn=drawn))
        if self._declared == seat:
            self._stick, self._declared = seat, NO_SEAT

    def deposit(self, seat: int) -> None:
        self._stick = NO_SEAT
        self.moments.append(Moment(Op.DEPOSIT, seat))

    def call(self, op: Op, seat: int, other: int, code: int, own: Sequence[int]) -> None:
        """A chi, a pon or a daiminkan with the tiles ``own``."""
        self._pay()
        before = next(
            (m for m in reversed(self.moments) if m.op not in (Op.DORA, Op.DEPOSIT)), None
        )
        if before is None or before.op != Op.DISCARD or before.tile is None:
            raise LogError(f"seat {seat} calls {named(code)}, but nothing was discarded")
        if before.seat != other or self.codes[before.tile] != code or seat == other:
            raise LogError(
                f"seat {seat} calls {named(code)} of seat {other}, but the last discard was "
                f"{named(self.codes[before.tile])} of seat {before.seat}"
            )
        if len(own) != (3 if op == Op.DAIMINKAN else 2):
            raise LogError(f"{len(own)} tiles of the hand in a {op.name.lower()}")
        tiles = tuple(self.copies.give(seat, c) for c in own)
        if op == Op.PON:
            self._pons[seat, code & 63] = (before.tile, *tiles)
        self._add(Moment(op, seat, before.tile, other, tiles))

    def ankan(self, seat: int, codes: Sequence[int]) -> None:
        if len(codes) != 4:
            raise LogError(f"{len(codes)} tiles in an ankan")
        own = tuple(sorted(self.copies.give(seat, c) for c in codes))
        self.last = own[0]
        self._add(Moment(Op.ANKAN, seat, own[0], own=own))

    def kakan(self, seat: int, code: int) -> None:
        pon = self._pons.get((seat, code & 63))
        if pon is None:
            raise LogError(f"seat {seat} adds {named(code)} to a pon it does not have")
        self.last = self.copies.give(seat, code)
        self._add(Moment(Op.KAKAN, seat, self.last, own=pon))

    def kita(self, seat: int, code: int) -> None:
        self.last = self.copies.give(seat, code)
        self._add(Moment(Op.KITA, seat, self.last))

    def hand(self, seat: int) -> tuple[int, ...]:
        """What the seat holds concealed."""
        return tuple(self.copies.hand(seat))

    def winning(self, winner: int, payer: int) -> tuple[int, tuple[int, ...]]:
        """The winning tile and the concealed hand with it."""
        passed_over = (Op.DORA, Op.DEPOSIT)
        before = next((m for m in reversed(self.moments) if m.op not in passed_over), None)
        if before is None or before.tile is None:
            raise LogError("a win before anything was drawn")
        own = before.op == Op.DRAW
        if before.seat != payer or own != (winner == payer):
            raise LogError(
                f"seat {winner} wins from seat {payer}, but last was "
                f"{Op(before.op).name.lower()} of seat {before.seat}"
            )
        hand = self.copies.hand(winner)
        if not own:
            hand.append(before.tile)
        return before.tile, tuple(sorted(hand))

    def matched(self, seat: int, codes: Sequence[int], hand: Sequence[int]) -> tuple[int, ...]:
        """Ids of a hand as recorded: the held ones as far as they are the same."""
        left = list(hand)
        found = []
        for code in codes:
            tile = next((t for t in left if self.codes[t] == code), None)
            if tile is None:
                raise LogError(f"seat {seat} shows {named(code)}, which it does not hold")
            left.remove(tile)
            found.append(tile)
        if left:
            raise LogError(f"seat {seat} shows {len(found)} tiles, but holds {len(hand)}")
        return tuple(sorted(found))

    def aborted(self, kind: str) -> None:
        """The round ends without a winner: a stick declared last is put down, or not."""
        if kind == "triple_ron":
            self._stick = NO_SEAT
        self._pay()

    def finish(
        self,
        *,
        wind: int,
        dealer: int,
        honba: int,
        deposits: int | None,
        scores: tuple[int, ...] | None,
    ) -> LoggedRound:
        """The round so far; its end is the reader's to add."""
        if self.indicator is None:
            raise LogError("no dora indicator")
        for seat, hand in enumerate(self.hands):
            if len(hand) != 13:
                raise LogError(f"seat {seat} is dealt no hand")
        return LoggedRound(
            wind=integer(wind, "round wind", 0, 3),
            dealer=self.seat(dealer, "dealer"),
            honba=integer(honba, "honba", 0, 200),
            deposits=None if deposits is None else integer(deposits, "deposits", 0, 200),
            scores=scores,
            hands=self.hands,
            indicator=self.indicator,
            moments=self.moments,
        )

    def _pay(self) -> None:
        if self._stick != NO_SEAT:
            self.deposit(self._stick)

    def _add(self, moment: Moment) -> None:
        # An indicator turned at the discard of a riichi does not settle whether it passes.
        if moment.op != Op.DORA:
            self._pay()
        self.moments.append(moment)
