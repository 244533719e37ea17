"""A position written down: TOML or JSON to a decision, and back.

What everybody sees, and the hero's tiles::

    round = "E1.0"                # wind, number, honba
    scores = [25000, 24000, 25000, 25000]   # now, sticks paid
    deposits = 1
    indicators = "3z"
    seat = 0                      # the hero, counted from the first dealer
    hand = "2457899p12233s"       # his concealed tiles without the one just drawn
    drawn = "9p"
    rivers = ["1m 1z 7s 8m", "6z 9m_ 7s! 9s_", "2z 9s 7s_ 9m", "2z_ 6z 9m_ 7z"]

Tiles of a river are apart; ``_`` marks one thrown as drawn, ``!`` the declaration of riichi, ``>``
one that was called. ``melds`` is a text a seat, ``"pon:666z chi:340m"`` in the order of the calls,
with ``@1`` behind one that was taken from seat 1 where rivers leave that open. Without ``drawn``
the hero has called and must discard, or, with a tile fewer, answers the last discard; ``kan = 2``
says that he answers the kan that seat 2 has just made. ``rules`` is a profile's name, a file, or
``{ profile = "tenhou", kuitan = false }``; without it ``tenhou``. The order of all discards follows
from the rivers and calls, and the round is played from its deal to the decision. When kans of
one's own and Norths came does not follow: it is taken to be before a riichi if that is possible, an
ankan late, a kakan or North, which somebody might have won on, early.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from oshihiki import _core, tiles
from oshihiki import rules as profiles
from oshihiki._core import EventType
from oshihiki.errors import Error, StudyError
from oshihiki.study.decision import Position
from oshihiki.study.position_order import CALLED, MELDS, RIICHI, TSUMOGIRI, Meld, Table
from oshihiki.study.position_round import round_of

__all__ = ["from_text", "to_text"]

_MARKS = {"_": TSUMOGIRI, "!": RIICHI, ">": CALLED}
_KEYS: dict[str, tuple[Any, Any]] = {
    "title": (str, ""),
    "rules": ((str, dict), "tenhou"),
    "round": (str, None),
    "scores": (list, None),
    "deposits": (int, 0),
    "indicators": (str, None),
    "seat": (int, None),
    "hand": (str, None),
    "drawn": (str, ""),
    "rivers": (list, None),
    "melds": (list, ()),
    "kita": (list, ()),
    "ippatsu": (list, ()),
    "double_riichi": (list, ()),
    "replacement": (bool, False),
    "kan": (int, -1),
}
_WINDS = "ESWN"


def from_text(source: str | Path | Mapping[str, Any], name: str = "") -> Position:
    """Read a position that is written down, see the module.

    Parameters
    ----------
    source
        The path of a TOML or JSON file; or the text itself, if it has more than one line or
        begins with a brace; or what is in it, as a mapping.
    name
        What messages call it; default the path.

    Returns
    -------
    Position
        With its round played from the deal on; hidden tiles lie anywhere that agrees.

    Raises
    ------
    StudyError
        With the place: a key that is missing, unknown or not what it should be, a tile too often,
        rivers that no order of turns gives, a hand of the wrong size, something that the rules do
        not allow then, nothing to decide.

    Examples
    --------
    >>> from oshihiki.study import position
    >>> where = position.from_text('''
    ... round = "E1.0"
    ... scores = [25000, 25000, 25000, 25000]
    ... indicators = "3z"
    ... seat = 1
    ... hand = "123m456p789s1122z"
    ... rivers = ["1z", "", "", ""]
    ... ''')
    >>> where.round.hand(1), where.where["on"]
    ('123m456p789s1122z', '1z')
    """
    if isinstance(source, Mapping):
        data, name = dict(source), name or "position"
    else:
        data, name = _load(source, name)
    try:
        found = _Reader(data, name).position()
        # With its rules spelled out: a file of rules may lie elsewhere when it is read again.
        whole = {**data, **tomllib.loads(f"rules = {_rules(found.round.rules)}")}
        return replace(found, origin={"text": json.dumps(whole, ensure_ascii=False), "name": name})
    except StudyError:
        raise
    except Error as error:
        raise StudyError(f"{name}: {error}") from error


def _load(source: str | Path, name: str) -> tuple[dict[str, Any], str]:
    text = str(source)
    if isinstance(source, Path) or not ("\n" in text or text.lstrip().startswith("{")):
        name = name or text
        try:
            text = Path(source).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise StudyError(f"{name}: cannot be read: {error}") from error
    name = name or "position"
    try:
        data = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        form = "JSON" if text.lstrip().startswith("{") else "TOML"
        raise StudyError(f"{name}: not {form}: {error}") from error
    return data, name


class _Reader:
    """Checks what is written, key by key."""

    def __init__(self, data: dict[str, Any], name: str) -> None:
        self.name = name
        unknown = [key for key in data if key not in _KEYS]
        if unknown:
            self.refuse(unknown[0], f"there is no such key; there are {', '.join(_KEYS)}")
        self.data: dict[str, Any] = {}
        for key, (kind, fallback) in _KEYS.items():
            value = data.get(key, fallback)
            if value is None:
                self.refuse(key, "is missing")
            if key in data and (not isinstance(value, kind) or type(value) is bool is not kind):
                self.refuse(key, f"is {value!r}; {_named(kind)} is needed")
            self.data[key] = value

    def refuse(self, where: str, what: str) -> NoReturn:
        raise StudyError(f"{self.name}: {where}: {what}")

    def position(self) -> Position:
        rules = self.rules()
        wind, dealer, honba = self.round_name(rules.players)
        seats = rules.players
        hero = self.data["seat"]
        if not 0 <= hero < seats:
            self.refuse("seat", f"{hero} is not from 0 to {seats - 1}")
        if self.data["kan"] not in range(-1, seats) or self.data["kan"] == hero:
            self.refuse("kan", f"{self.data['kan']} is no other seat")
        scores = self.each("scores", seats, int)
        drawn = self.tiles("drawn", self.data["drawn"])
        if len(drawn) > 1:
            self.refuse("drawn", f"one tile is drawn, not {self.data['drawn']!r}")
        rivers = [
            self.river(f"rivers[{s}]", text) for s, text in enumerate(self.each("rivers", seats))
        ]
        melds = [
            self.melds(f"melds[{s}]", text, s, seats)
            for s, text in enumerate(self.each("melds", seats))
        ]
        table = Table(
            rules=rules,
            wind=wind,
            dealer=dealer,
            honba=honba,
            deposits=self.data["deposits"],
            scores=scores,
            indicators=self.tiles("indicators", self.data["indicators"]),
            hero=hero,
            hand=self.tiles("hand", self.data["hand"]),
            drawn=drawn[0] if drawn else None,
            rivers=rivers,
            melds=melds,
            kita=self.each("kita", seats, int) if self.data["kita"] else [0] * seats,
            ippatsu=self.flags("ippatsu", seats),
            double_riichi=self.flags("double_riichi", seats),
            replacement=self.data["replacement"],
            kan=self.data["kan"],
        )
        round_ = round_of(table, self.refuse)
        where = {"position": self.data["title"] or self.name, "round": self.data["round"]}
        where |= {"seat": hero, "turn": len(rivers[hero]) + 1}
        if round_.phase > 1:
            where["on"] = tiles.to_text([round_.offered])
        return Position(round_, hero, where)

    def rules(self) -> profiles.Rules:
        given = self.data["rules"]
        if isinstance(given, str):
            return profiles.load(given)
        changes = {key: value for key, value in given.items() if key != "profile"}
        return profiles.load(given.get("profile", "tenhou")).replace(**changes)

    def round_name(self, players: int) -> tuple[int, int, int]:
        text = self.data["round"]
        honba = text[3:]
        numbers = "1234"[:players]
        if len(text) < 4 or text[0] not in _WINDS or text[1] not in numbers or text[2] != ".":
            self.refuse("round", f'{text!r} is no round; write wind, number and honba as "E1.0"')
        if not (honba.isascii() and honba.isdigit()) or int(honba) > 9999:
            self.refuse("round", f"{honba!r} is no number of honba")
        return _WINDS.index(text[0]), int(text[1]) - 1, int(honba)

    def each(self, key: str, seats: int, kind: type = str) -> list[Any]:
        value = self.data[key] or [""] * seats
        if len(value) != seats:
            self.refuse(key, f"has {len(value)} entries; there are {seats} seats")
        for s, x in enumerate(value):
            if type(x) is not kind:
                self.refuse(f"{key}[{s}]", f"is {x!r}; {_named(kind)} is needed")
        return list(value)

    def flags(self, key: str, seats: int) -> list[bool] | None:
        return self.each(key, seats, bool) if self.data[key] else None

    def tiles(self, where: str, text: str) -> list[int]:
        try:
            return tiles.parse(text.replace(" ", ""), what="tiles") if text.strip() else []
        except Error as error:
            self.refuse(where, str(error))

    def river(self, where: str, text: str) -> list[int]:
        out = []
        for i, word in enumerate(text.split()):
            bare = word.rstrip("_!>")
            code = self.tiles(f"{where}, discard {i + 1}", bare)
            if len(code) != 1:
                self.refuse(where, f"discard {i + 1} is {word!r}; one tile and marks _ ! >")
            out.append(code[0] | sum(_MARKS[mark] for mark in set(word[len(bare) :])))
        return out

    def melds(self, where: str, text: str, seat: int, seats: int) -> list[Meld]:
        out = []
        for word in text.split():
            bare, at, source = word.partition("@")
            kind, _, body = bare.partition(":")
            codes = self.tiles(where, body)
            fits = kind in MELDS and len(codes) == (3 if kind in ("chi", "pon") else 4)
            kinds = sorted(code & 63 for code in codes)
            if fits and kind == "chi":
                fits = kinds[0] < 27 and kinds[0] % 9 <= 6
                fits = fits and kinds == [kinds[0] + i for i in range(3)]
            elif fits:
                fits = len(set(kinds)) == 1
            if not fits:
                self.refuse(where, f"{bare!r} is no meld; write chi:340m pon:555z ankan:1111p")
            origin = None
            if at:
                if source not in map(str, range(seats)) or int(source) == seat or kind == "ankan":
                    self.refuse(where, f"{word!r} was not taken from a seat {source!r}")
                origin = int(source)
            out.append(Meld(MELDS.index(kind), sorted(codes, key=lambda c: c & 63), origin))
        return out


def _named(kind: type | tuple[type, ...]) -> str:
    if isinstance(kind, tuple):
        return " or ".join(map(_named, kind))
    return {
        dict: "a table",
        str: "text",
        int: "a whole number",
        list: "a list",
        bool: "true or false",
    }[kind]


def to_text(position: Position) -> str:
    """A decision as the TOML that :func:`from_text` reads.

    What does not stand there (the hidden tiles, what an ended round was) is lost.

    Examples
    --------
    >>> from oshihiki.study import position
    >>> text = position.to_text(position.from_text('''
    ... round = "E1.0"
    ... scores = [25000, 25000, 25000, 25000]
    ... indicators = "3z"
    ... seat = 1
    ... hand = "123m456p789s1122z"
    ... rivers = ["1z_", "", "", ""]
    ... '''))
    >>> print(text.splitlines()[6])
    hand = "123m456p789s1122z"
    """
    round_, hero = position.round, position.seat
    state = round_.to_dict()
    players = round_.rules.players
    standing = state["standing"]
    name = f"{_WINDS[standing['wind']]}{standing['dealer'] + 1}.{standing['honba']}"
    hand, _, drawn = round_.hand(hero).partition(" ")
    lines = [
        f"rules = {_rules(round_.rules)}",
        f'round = "{name}"',
        f"scores = {standing['scores'][:players]}",
        f"deposits = {standing['deposits']}",
        f'indicators = "{tiles.to_text(round_.indicators)}"',
        f"seat = {hero}",
        f'hand = "{hand}"',
    ]
    if drawn:
        lines.append(f'drawn = "{drawn}"')
    lines += ["rivers = [", *(f'  "{_river(round_.river(s))}",' for s in range(players)), "]"]
    melds = [_melds(round_.melds(s), _added(round_, s)) for s in range(players)]
    if any(melds):
        lines += ["melds = [", *(f'  "{text}",' for text in melds), "]"]
    seats = state["seats"][:players]
    if any(seat["kita"] for seat in seats):
        lines.append(f"kita = {[seat['kita'] for seat in seats]}")
    if any(seat["kans"] + seat["kita"] for seat in seats) and any(s["riichi"] for s in seats):
        # When kans and Norths came does not show.
        for key in ("ippatsu", "double_riichi"):
            lines.append(f"{key} = {json.dumps([seat[key] for seat in seats])}")
    if state["replacement"]:
        lines.append("replacement = true")
    if round_.phase == 3:
        lines.append(f"kan = {round_.turn}")
    return "\n".join(lines) + "\n"


def _rules(rules: profiles.Rules) -> str:
    """The nearest profile and what differs from it."""
    changes = {name: profiles.diff(name, rules) for name in profiles.names()}
    nearest = min(changes, key=lambda name: len(changes[name]))
    if not changes[nearest]:
        return json.dumps(nearest)
    given = "".join(f", {key} = {json.dumps(now)}" for key, _, now in changes[nearest])
    return f"{{ profile = {json.dumps(nearest)}{given} }}"


def _river(codes: list[int]) -> str:
    return " ".join(
        tiles.to_text([code & 0x7F]) + "".join(m for m, bit in _MARKS.items() if code & bit)
        for code in codes
    )


def _added(round_: _core.Round, seat: int) -> set[int]:
    """The tiles that the seat added to its pons."""
    added = {e[3] for e in round_.events() if e[0] == EventType.kakan and e[1] == seat}
    if round_.phase == 3 and round_.turn == seat:  # a state has no events
        added.add(round_.offered)
    return added


def _melds(melds: list[tuple[str, int, int]], added: set[int]) -> str:
    """Of one seat; a tile added to a pon stands last."""
    words = []
    for text, origin, _ in melds:
        kind, _, body = text.partition(":")
        codes = tiles.parse(body)
        if kind == "kakan":
            codes.sort(key=lambda code: code in added)
        at = f"@{origin}" if origin >= 0 else ""
        words.append(f"{kind}:{tiles.to_text(codes)}{at}")
    return " ".join(words)
