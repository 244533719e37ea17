"""Tenhou's mjlog XML, written."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from oshihiki.errors import LogError
from oshihiki.logs.mjlog import DRAW_TYPES, TYPE_HANCHAN, TYPE_NO_RED, TYPE_SANMA
from oshihiki.logs.model import NO_SEAT, LoggedMatch, LoggedRound, LoggedWin, Moment, Op
from oshihiki.logs.yaku import TENHOU_NUMBER, YAKUMAN, limit_of

__all__ = ["render"]

_DRAW_NAMES = {kind: name for name, kind in DRAW_TYPES.items()}


def _pack_meld(moment: Moment, called: dict[int, tuple[int, int]]) -> int:
    """The ``m`` value of a call; ``called``: of each pon kind the called tile and whose."""
    assert moment.tile is not None
    relative = (moment.other - moment.seat) % 4
    if moment.op == Op.CHI:
        tiles = sorted((moment.tile, *moment.own))
        first = tiles[0] // 4
        run = first // 9 * 7 + first % 9
        value = (run * 3 + tiles.index(moment.tile)) << 10 | 4 | relative
        for i, tile in enumerate(tiles):
            value |= (tile & 3) << (3 + 2 * i)
        return value
    kind = moment.tile // 4
    if moment.op == Op.PON:
        tiles = sorted((moment.tile, *moment.own))
        (spare,) = (t for t in range(kind * 4, kind * 4 + 4) if t not in tiles)
        called[kind] = (moment.tile, relative)
        return (kind * 3 + tiles.index(moment.tile)) << 9 | (spare & 3) << 5 | 8 | relative
    if moment.op == Op.KAKAN:
        tile, relative = called[kind]
        tiles = [t for t in range(kind * 4, kind * 4 + 4) if t != moment.tile]
        place = tiles.index(tile) if tile in tiles else 0
        return (kind * 3 + place) << 9 | (moment.tile & 3) << 5 | 16 | relative
    if moment.op == Op.KITA:
        return moment.tile << 8 | 32
    return moment.tile << 8 | (0 if moment.op == Op.ANKAN else relative)


def _list(values: Iterable[int]) -> str:
    return ",".join(map(str, values))


def _hundreds(values: Iterable[int], players: int) -> list[int]:
    out = [v // 100 for v in values]
    return out + [0] * (4 - players)


def _changes(after: tuple[int, ...], deltas: tuple[int, ...], players: int) -> str:
    before = _hundreds((a - d for a, d in zip(after, deltas, strict=True)), players)
    return _list(v for pair in zip(before, _hundreds(deltas, players), strict=True) for v in pair)


def _owari(match: LoggedMatch) -> str:
    if match.final is None or match.results is None:
        return ""
    pairs = []
    for points, result in zip(match.final, match.results, strict=True):
        pairs.append(f"{points // 100},{result / 1000:.1f}")
    pairs += ["0,0"] * (4 - match.players)
    return f' owari="{",".join(pairs)}"'


def render(match: LoggedMatch) -> str:
    """The match as mjlog XML.

    Raises
    ------
    LogError
        Something that an mjlog must have is not in the match (a win's fu, points, yaku or score
        changes, a hidden hand). :func:`oshihiki.logs.complete.complete` can fill in the former.
    """
    players = match.players
    kind = match.type
    if kind is None:
        kind = 1 | (0 if match.reds else TYPE_NO_RED) | (TYPE_SANMA if players == 3 else 0)
        length = match.tonpuu
        if length is None:
            length = max(r.wind for r in match.rounds) == 0
        if not length:
            kind |= TYPE_HANCHAN
    named = f' rules="{match.profile}"' if match.profile else ""
    out = [f'<mjloggm ver="2.3"{named}>']
    if match.seed is not None:
        out.append(f'<SHUFFLE seed="{match.seed}" ref=""/>')
    out.append(f'<GO type="{kind}" lobby="{match.lobby or 0}"/>')
    names = [*match.names, "", "", "", ""][:4]
    names_text = " ".join(f'n{s}="{quote(name)}"' for s, name in enumerate(names))
    out.append(f"<UN {names_text}/>")
    out.append('<TAIKYOKU oya="0"/>')
    for played in match.rounds:
        last = played is match.rounds[-1]
        _render_round(match, played, _owari(match) if last else "", out)
    out.append("</mjloggm>")
    return "".join(out)


def _render_round(match: LoggedMatch, played: LoggedRound, owari: str, out: list[str]) -> None:
    players = match.players
    if played.scores is None or played.deposits is None:
        raise LogError(f"{match.log}: round {played.name}: scores or deposits are not known")
    hands = []
    for seat in range(4):
        tiles = played.hands[seat] if seat < players else []
        if any(t is None for t in tiles):
            raise LogError(f"{match.log}: round {played.name}: seat {seat}'s hand is not known")
        hands.append(f'hai{seat}="{_list(t for t in tiles if t is not None)}"')
    dice = played.dice or (1, 1)
    number = played.wind * 4 + played.dealer
    seed = (number, played.honba, played.deposits, dice[0] - 1, dice[1] - 1, played.indicator)
    scores = _hundreds(played.scores, players)
    out.append(
        f'<INIT seed="{_list(seed)}" ten="{_list(scores)}" oya="{played.dealer}" '
        f"{' '.join(hands)}/>"
    )
    called: list[dict[int, tuple[int, int]]] = [{} for _ in range(4)]
    melds: list[list[int]] = [[] for _ in range(4)]
    indicators = [played.indicator]
    sticks = played.deposits
    now = list(played.scores)
    for moment in played.moments:
        seat = moment.seat
        if moment.op == Op.DRAW:
            if moment.tile is None:
                raise LogError(f"{match.log}: round {played.name}: a hidden draw")
            out.append(f"<{'TUVW'[seat]}{moment.tile}/>")
        elif moment.op == Op.DISCARD:
            out.append(f"<{'DEFG'[seat]}{moment.tile}/>")
        elif moment.op == Op.RIICHI:
            out.append(f'<REACH who="{seat}" step="1"/>')
        elif moment.op == Op.DEPOSIT:
            now[seat] -= 1000
            sticks += 1
            ten = _list(_hundreds(now, players))
            out.append(f'<REACH who="{seat}" ten="{ten}" step="2"/>')
        elif moment.op == Op.DORA:
            assert moment.tile is not None
            indicators.append(moment.tile)
            out.append(f'<DORA hai="{moment.tile}" />')
        else:
            m = _pack_meld(moment, called[seat])
            if moment.op == Op.KAKAN:
                kind = m >> 9
                melds[seat] = [m if v & 8 and v >> 9 == kind else v for v in melds[seat]]
            else:
                melds[seat].insert(0, m)
            out.append(f'<N who="{seat}" m="{m}" />')
    ba = f'ba="{played.honba},{sticks}"'
    for win in played.wins:
        _render_win(match, played, win, indicators, melds[win.winner], ba, now, owari, out)
        ba = f'ba="{played.honba},0"'
    if played.draw is not None:
        draw = played.draw
        if draw.deltas is None:
            raise LogError(f"{match.log}: round {played.name}: no score changes of the draw")
        if draw.kind == "exhaustive" and (
            draw.tenpai is None or set(draw.tenpai) != set(draw.hands)
        ):
            raise LogError(f"{match.log}: round {played.name}: the hands in tenpai are not known")
        name = _DRAW_NAMES[draw.kind]
        kind_text = f'type="{name}" ' if name else ""
        after = tuple(n + d for n, d in zip(now, draw.deltas, strict=True))
        shown = "".join(f' hai{s}="{_list(h)}"' for s, h in sorted(draw.hands.items()))
        changes = _changes(after, draw.deltas, players)
        out.append(f'<RYUUKYOKU {kind_text}{ba} sc="{changes}"{shown}{owari} />')


def _render_win(
    match: LoggedMatch,
    played: LoggedRound,
    win: LoggedWin,
    indicators: list[int],
    melds: list[int],
    ba: str,
    now: list[int],
    owari: str,
    out: list[str],
) -> None:
    known = None not in (win.yaku, win.points, win.deltas, win.tile, win.fu)
    if win.yaku is None or win.points is None or win.deltas is None or not known:
        raise LogError(f"{match.log}: round {played.name}: yaku or points of a win are not known")
    players = match.players
    yaku: list[int] = []
    yakuman: list[int] = []
    dora = 0
    for name, han in win.yaku:
        number = TENHOU_NUMBER.get(name)
        if name == "seat_wind":
            number = 10 + (win.winner - played.dealer) % players
        elif name == "round_wind":
            number = 14 + played.wind
        elif name in ("dora", "kita"):  # Tenhou counts both under one number
            dora += han or 0
            continue
        if number is None:
            raise LogError(f"{match.log}: round {played.name}: mjlog has no yaku {name!r}")
        if name in YAKUMAN:
            yakuman.append(number)
        else:
            yaku += [number, han or 0]
    if dora:
        yaku += [TENHOU_NUMBER["dora"], dora]
    if win.ura and not yakuman and not any(name == "ura_dora" for name, _ in win.yaku):
        yaku += [TENHOU_NUMBER["ura_dora"], 0]
    limit = 5 if yakuman else limit_of(win.points, win.winner == played.dealer, win.han or 0)
    parts = [ba, f'hai="{_list(sorted(win.hand))}"']
    if melds:
        parts.append(f'm="{_list(melds)}"')
    parts.append(f'machi="{win.tile}"')
    parts.append(f'ten="{win.fu or 0},{win.points},{limit}"')
    if yakuman:
        parts.append(f'yakuman="{_list(yakuman)}"')
    else:
        parts.append(f'yaku="{_list(yaku)}"')
    parts.append(f'doraHai="{_list(indicators)}"')
    if win.ura:
        parts.append(f'doraHaiUra="{_list(win.ura)}"')
    parts.append(f'who="{win.winner}" fromWho="{win.payer}"')
    if win.pao != NO_SEAT:
        parts.append(f'paoWho="{win.pao}"')
    for seat, delta in enumerate(win.deltas):
        now[seat] += delta
    parts.append(f'sc="{_changes(tuple(now), win.deltas, players)}"')
    mark = owari if win is played.wins[-1] else ""
    out.append(f"<AGARI {' '.join(parts)}{mark} />")
