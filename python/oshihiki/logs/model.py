"""One neutral form of a recorded match, whatever format it was read from.

Tiles are ids 0..135, ``kind * 4 + copy``, as Tenhou writes them; formats without ids get synthetic
ones from :mod:`oshihiki.logs.copies`. Seats count from the first dealer. Points are points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

__all__ = [
    "DRAW_KINDS",
    "LoggedDraw",
    "LoggedMatch",
    "LoggedRound",
    "LoggedWin",
    "Moment",
    "Op",
    "round_name",
    "tile_codes",
]

NO_SEAT = -1
RED_BIT = 0x40


class Op(IntEnum):
    """What a moment of a round is."""

    DRAW = 0  # seat takes tile (None: not recorded); from the dead wall after a kan or kita
    DISCARD = 1  # seat discards tile; tsumogiri in `drawn`
    RIICHI = 2  # seat declares; its discard follows
    DEPOSIT = 3  # seat's stick is on the table
    CHI = 4  # seat takes tile of other, with `own`
    PON = 5
    DAIMINKAN = 6
    ANKAN = 7  # own = the four tiles
    KAKAN = 8  # seat adds tile to the pon of `own`
    KITA = 9
    DORA = 10  # indicator tile


class Moment(NamedTuple):
    """One recorded thing between the deal and the end of a round."""

    op: int
    seat: int = NO_SEAT
    tile: int | None = None
    other: int = NO_SEAT
    own: tuple[int, ...] = ()
    drawn: bool = False


@dataclass(slots=True)
class LoggedWin:
    """One winner as recorded; what a format does not tell is None."""

    winner: int
    payer: int  # the winner itself: tsumo
    tile: int | None = None
    hand: tuple[int, ...] = ()  # concealed, the winning tile among them
    fu: int | None = None
    han: int | None = None
    points: int | None = None
    yaku: list[tuple[str, int | None]] | None = None  # own names, han
    yakuman: int = 0
    ura: tuple[int, ...] | None = None
    pao: int = NO_SEAT
    deltas: tuple[int, ...] | None = None


DRAW_KINDS = (
    "exhaustive",
    "nagashi",
    "nine_terminals",
    "four_winds",
    "four_riichi",
    "four_kans",
    "triple_ron",
)


@dataclass(slots=True)
class LoggedDraw:
    """A round without a winner."""

    kind: str
    tenpai: tuple[int, ...] | None = None  # seats that showed tenpai (exhaustive)
    hands: dict[int, tuple[int, ...]] = field(default_factory=dict)
    deltas: tuple[int, ...] | None = None


@dataclass(slots=True)
class LoggedRound:
    """One deal."""

    wind: int
    dealer: int
    honba: int
    deposits: int | None
    scores: tuple[int, ...] | None
    hands: list[list[int | None]]
    indicator: int
    dice: tuple[int, int] | None = None
    moments: list[Moment] = field(default_factory=list)
    wins: list[LoggedWin] = field(default_factory=list)
    draw: LoggedDraw | None = None
    after: tuple[int, ...] | None = None  # scores after the settlement, where recorded
    offers: dict[int, int] = field(default_factory=dict)  # client logs: moment -> bits
    ura: tuple[int, ...] = ()
    follows: bool = False  # wind, honba, sticks and scores are what follows the round before
    timed: bool = True  # indicators stand where they were turned, not only in their order

    @property
    def name(self) -> str:
        """As ``E1.0``: wind, number, counters."""
        return round_name(self.wind, self.dealer, self.honba)

    @property
    def ended(self) -> bool:
        """Whether the log has the end of the round."""
        return bool(self.wins) or self.draw is not None


@dataclass(slots=True)
class LoggedMatch:
    """A recorded match."""

    log: str  # the id that messages name
    form: str  # mjlog, tenhou6, mjai, kobalab or tenhou-client
    players: int
    reds: bool | tuple[int, ...]  # True: one five a suit; or a count of red copies per kind
    rounds: list[LoggedRound] = field(default_factory=list)
    names: tuple[str, ...] = ()
    seed: str | None = None
    type: int | None = None  # Tenhou's GO type bits
    lobby: str | None = None
    display: str = ""  # tenhou.net/6 rule.disp
    origin: str = ""
    profile: str = ""  # a rule profile the log names
    tonpuu: bool | None = None  # East only, where the format says so
    client: int = NO_SEAT  # whose client wrote the log
    final: tuple[int, ...] | None = None  # points at the end
    results: tuple[int, ...] | None = None  # with uma and oka, in points
    exact: bool = False  # results were recorded with tenths
    notes: list[str] = field(default_factory=list)


def round_name(wind: int, dealer: int, honba: int) -> str:
    """A round's name, as ``E1.0``."""
    return f"{'ESWN'[wind] if 0 <= wind < 4 else '?'}{dealer + 1}.{honba}"


def tile_codes(reds: bool | Sequence[int], players: int = 4) -> list[int]:
    """The engine's tile code (kind, bit 6 red) of each of the 136 ids."""
    codes = [i // 4 for i in range(136)]
    if reds is True:
        kinds = (4, 13, 22) if players == 4 else (13, 22)
        for kind in kinds:
            codes[kind * 4] |= RED_BIT
    elif reds is not False:
        for kind, count in enumerate(reds):
            for copy in range(count):
                codes[kind * 4 + copy] |= RED_BIT
    return codes
