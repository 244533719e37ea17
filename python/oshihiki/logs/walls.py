"""The walls of a log's rounds: from its seed, or made to fit what was recorded."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from oshihiki import rules, wall
from oshihiki.errors import LogError
from oshihiki.logs.model import LoggedMatch, LoggedRound, Op, tile_codes

__all__ = ["OtherHands", "Walls", "fitting_wall"]


class OtherHands(LogError):
    """The seed's wall does not deal the recorded hands, though it did before."""


class Walls:
    """Gives the wall of one round after another."""

    def __init__(self, match: LoggedMatch, used: rules.Rules, notes: list[str]) -> None:
        self.codes = tile_codes(match.reds, match.players)
        self._match = match
        self._notes = notes
        self._from_seed: Iterator[wall.Dealt] | None = None
        self._fits = False
        if match.seed:
            try:
                self._from_seed = wall.tenhou(match.seed, used)
            except LogError as error:
                notes.append(f"{match.log}: {error}; rounds are checked without a wall")

    def next(self, played: LoggedRound, used: rules.Rules) -> tuple[list[int], bool]:
        """Tile codes of the round's wall, and whether the seed gave them."""
        if self._from_seed is not None:
            dealt = next(self._from_seed)
            if self._deals(dealt.ids, played):
                self._fits = True
                return [self.codes[i] for i in dealt.ids[: 136 if used.players == 4 else 108]], True
            if not self._fits:
                self._notes.append(
                    f"{self._match.log}: the seed gives none of the recorded hands; "
                    "its rounds are checked without a wall"
                )
                self._from_seed = None
            else:
                raise OtherHands(f"{self._match.log}: the seed's wall deals other hands")
        return fitting_wall(self._match, played, used, self.codes), False

    def _deals(self, ids: bytes, played: LoggedRound) -> bool:
        players = self._match.players
        at = (136 if players == 4 else 108) - 1
        hands: list[list[int]] = [[] for _ in range(players)]
        for n in (4, 4, 4, 1):
            for i in range(players):
                seat = (played.dealer + i) % players
                hands[seat] += [ids[at - k] for k in range(n)]
                at -= n
        return all(sorted(hands[s]) == sorted(played.hands[s]) for s in range(players))  # type: ignore[type-var]


def fitting_wall(
    match: LoggedMatch, played: LoggedRound, used: rules.Rules, codes: Sequence[int]
) -> list[int]:
    """A wall that gives every recorded draw and indicator; what nobody saw lies anywhere.

    Raises
    ------
    LogError
        More copies of a tile were recorded than there are.
    """
    players = match.players
    size = 136 if players == 4 else 108
    replacement = used.replacement_tiles
    at: dict[int, int] = {}
    ids = [i for i in range(136) if players == 4 or not 1 <= i // 4 <= 7]
    free: dict[int, list[int]] = {}
    for i in ids:
        free.setdefault(codes[i], []).append(i)

    def put(index: int, tile: int) -> None:
        stack = free.get(codes[tile])
        if not stack:
            raise LogError(
                f"{match.log}: round {played.name}: more copies of tile {tile} than there are"
            )
        stack.pop()
        at[index] = codes[tile]

    top = size - 1
    hands = [list(h) for h in played.hands]
    for n in (4, 4, 4, 1):
        for i in range(players):
            hand = hands[(played.dealer + i) % players]
            for _ in range(n):
                tile = hand.pop()
                if tile is not None:
                    put(top, tile)
                top -= 1
    replaced = 0
    from_dead = False
    indicators = [played.indicator]
    for moment in played.moments:
        if moment.op == Op.DRAW:
            index = (replaced ^ 1) if from_dead else top
            if from_dead:
                replaced += 1
            else:
                top -= 1
            from_dead = False
            if moment.tile is not None:
                put(index, moment.tile)
        elif moment.op in (Op.DAIMINKAN, Op.ANKAN, Op.KAKAN, Op.KITA):
            from_dead = True
        elif moment.op == Op.DORA and moment.tile is not None:
            indicators.append(moment.tile)
    for i, tile in enumerate(indicators):
        put(replacement + 1 + 2 * i, tile)
    ura = next((w.ura for w in played.wins if w.ura), played.ura)
    for i, tile in enumerate(ura or ()):
        put(replacement + 2 * i, tile)
    rest = [code for code, stack in sorted(free.items()) for _ in stack]
    return [at[i] if i in at else rest.pop() for i in range(size)]
