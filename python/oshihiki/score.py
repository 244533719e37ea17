"""Scores of hands: :func:`score` for one, :func:`score_batch` for many.

A score explains itself (:func:`explain`, or ``Score.explain()``) in English, Japanese and French.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any, Literal, NamedTuple

from oshihiki import _core
from oshihiki._core import Rules, Score, score
from oshihiki.errors import HandError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Column = npt.ArrayLike

__all__ = [
    "LIMITS",
    "STATUS",
    "HandBatch",
    "Lang",
    "Score",
    "Yaku",
    "explain",
    "hand_points",
    "score",
    "score_batch",
    "yaku_names",
    "yaku_table",
]

#: Names of the numbers in the field ``status`` of :func:`score_batch`.
STATUS = ("win", "not_complete", "no_yaku", "below_minimum", "bad_input")
#: Names of the numbers in the field ``limit``.
LIMITS = (
    "",
    "mangan",
    "haneman",
    "baiman",
    "sanbaiman",
    "kazoe_yakuman",
    "yonbaiman",
    "yakuman",
)
# Bits of the column of circumstances.
_FLAGS = (
    "tsumo",
    "riichi",
    "double_riichi",
    "ippatsu",
    "rinshan",
    "chankan",
    "haitei",
    "houtei",
    "tenhou",
    "chiihou",
    "renhou",
    "kanfuri",
    "tsubame_gaeshi",
    "parenchan",
)
_MELD_TYPES = ("chi", "pon", "daiminkan", "kakan", "ankan")

Lang = Literal["en", "ja", "fr"]


class Yaku(NamedTuple):
    """A yaku, a yakuman, or a kind of dora.

    ``closed_han`` and ``open_han`` are 13 for a yakuman, and 0 where it does not exist;
    ``tenhou`` and ``mahjong_soul`` are those sites' numbers (-1: none; Tenhou's wind triplets
    are the number given plus 0 to 3 for E S W N). ``bit`` is its place in yaku masks, 64 and up
    in the second word, -1 for dora.
    """

    name: str
    closed_han: int
    open_han: int
    tenhou: int
    mahjong_soul: int
    english: str
    kanji: str
    french: str
    bit: int


@functools.cache
def yaku_table() -> tuple[Yaku, ...]:
    """Every yaku, in the order of yaku masks.

    Examples
    --------
    >>> from oshihiki.score import yaku_table
    >>> yaku_table()[4].name, yaku_table()[4].kanji, yaku_table()[4].tenhou
    ('pinfu', '平和', 7)
    """
    return tuple(Yaku(*row) for row in _core.yaku_rows())


@functools.cache
def _by_name() -> dict[str, Yaku]:
    return {yaku.name: yaku for yaku in yaku_table()}


def yaku_names(first: int, second: int = 0) -> list[str]:
    """The names of the bits of a yaku mask, as in a row of :func:`score_batch`.

    Examples
    --------
    >>> from oshihiki.score import yaku_names
    >>> yaku_names(0b10001)
    ['riichi', 'pinfu']
    """
    mask = first | second << 64
    return [yaku.name for yaku in yaku_table() if yaku.bit >= 0 and mask >> yaku.bit & 1]


def hand_points(
    han: int,
    fu: int,
    *,
    tsumo: bool = False,
    dealer: bool = False,
    rules: Rules | str | os.PathLike[str] = "tenhou",
) -> tuple[str, tuple[int | None, ...]]:
    """The limit and the payments of han and fu, without counters and deposits.

    Parameters
    ----------
    han : int
        Dora among it. 13 and more are a counted hand; true yakuman are no matter of han.
    fu : int
        Rounded: 25, or tens from 20.
    tsumo, dealer : bool
        A win by self-draw, by the dealer.
    rules : Rules, profile name or path

    Returns
    -------
    limit : str
        As in ``Score.limit``; empty below mangan.
    payments : tuple
        Of a ron: what the discarder pays. Of a tsumo: what the dealer (None if he is the winner)
        and each other pay.

    Raises
    ------
    HandError
        Where there are no such han or fu.

    Examples
    --------
    >>> from oshihiki.score import hand_points
    >>> hand_points(4, 30, tsumo=True)
    ('', (3900, 2000))
    >>> hand_points(4, 30, dealer=True, rules="wrc-2025")
    ('mangan', (12000,))
    """
    return _core.hand_points(han, fu, tsumo, dealer, rules)


# What explain() says, by language.
_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "reading": "Reading",
        "wait": "wait",
        "yaku": "Yaku",
        "fu_of": "Fu",
        "han": "{} han",
        "fu": "{} fu",
        "times": "{} yakuman",
        "not_complete": "Not a win: the hand is not complete.",
        "no_yaku": "Not a win: no yaku.",
        "below_minimum": "Not a win: fewer han than the counters ask for.",
        "base": "base",
        "closed_ron": "closed ron",
        "tsumo": "self-draw",
        "triplet": "concealed triplet",
        "open_triplet": "open triplet",
        "kan": "concealed kan",
        "open_kan": "open kan",
        "pair": "valued pair",
        "chiitoi": "seven pairs",
        "open_pinfu": "open hand without fu",
        "rounding": "rounded up",
        "ryanmen": "two-sided",
        "kanchan": "middle",
        "penchan": "edge",
        "tanki": "pair",
        "shanpon": "two pairs",
        "kokushi_13": "thirteen-sided",
        "mangan": "mangan",
        "haneman": "haneman",
        "baiman": "baiman",
        "sanbaiman": "sanbaiman",
        "kazoe_yakuman": "counted yakuman",
        "yonbaiman": "yonbaiman",
        "yakuman": "yakuman",
        "pays": "Payments",
        "discarder": "discarder",
        "E": "East",
        "S": "South",
        "W": "West",
        "N": "North",
        "total": "Total",
        "deposits": "deposits",
    },
    "ja": {
        "reading": "面子",
        "wait": "待ち",
        "yaku": "役",
        "fu_of": "符",
        "han": "{}翻",
        "fu": "{}符",
        "times": "役満×{}",
        "not_complete": "和了ではありません: 和了形ではない。",
        "no_yaku": "和了ではありません: 役なし。",
        "below_minimum": "和了ではありません: 翻縛りに足りない。",
        "base": "副底",
        "closed_ron": "門前加符",
        "tsumo": "自摸符",
        "triplet": "暗刻",
        "open_triplet": "明刻",
        "kan": "暗槓",
        "open_kan": "明槓",
        "pair": "役牌雀頭",
        "chiitoi": "七対子",
        "open_pinfu": "喰い平和形",
        "rounding": "切り上げ",
        "ryanmen": "両面",
        "kanchan": "嵌張",
        "penchan": "辺張",
        "tanki": "単騎",
        "shanpon": "双碰",
        "kokushi_13": "十三面",
        "mangan": "満貫",
        "haneman": "跳満",
        "baiman": "倍満",
        "sanbaiman": "三倍満",
        "kazoe_yakuman": "数え役満",
        "yonbaiman": "四倍満",
        "yakuman": "役満",
        "pays": "支払い",
        "discarder": "放銃者",
        "E": "東家",
        "S": "南家",
        "W": "西家",
        "N": "北家",
        "total": "合計",
        "deposits": "供託",
    },
    "fr": {
        "reading": "Lecture",
        "wait": "attente",
        "yaku": "Yaku",
        "fu_of": "Fu",
        "han": "{} han",
        "fu": "{} fu",
        "times": "{} yakuman",
        "not_complete": "Pas de victoire : la main n'est pas complète.",
        "no_yaku": "Pas de victoire : aucun yaku.",
        "below_minimum": "Pas de victoire : moins de han que n'en demandent les honba.",
        "base": "base",
        "closed_ron": "ron main cachée",
        "tsumo": "tsumo",
        "triplet": "brelan caché",
        "open_triplet": "brelan exposé",
        "kan": "carré caché",
        "open_kan": "carré exposé",
        "pair": "paire de valeur",
        "chiitoi": "sept paires",
        "open_pinfu": "main exposée sans fu",
        "rounding": "arrondi",
        "ryanmen": "bilatérale",
        "kanchan": "centrale",
        "penchan": "de bord",
        "tanki": "à la paire",
        "shanpon": "à deux paires",
        "kokushi_13": "à treize tuiles",
        "mangan": "mangan",
        "haneman": "haneman",
        "baiman": "baiman",
        "sanbaiman": "sanbaiman",
        "kazoe_yakuman": "yakuman compté",
        "yonbaiman": "yonbaiman",
        "yakuman": "yakuman",
        "pays": "Paiements",
        "discarder": "donneur de la tuile",
        "E": "Est",
        "S": "Sud",
        "W": "Ouest",
        "N": "Nord",
        "total": "Total",
        "deposits": "bâtons",
    },
}


def explain(scored: Score, lang: Lang = "en") -> str:
    """A score as text: reading, each yaku, each part of the fu, limit, payments.

    Parameters
    ----------
    scored : Score
        What :func:`score` gave.
    lang : {'en', 'ja', 'fr'}
        The language.

    Examples
    --------
    >>> import oshihiki as oh
    >>> print(oh.score("234m067p22789s55z", "5z", riichi=True).explain())
    Reading: 234m 567p 789s 555z 22s (wait: two pairs)
    Yaku: 3 han
       1  riichi
       1  haku (white dragon)
       1  aka_dora (red dora)
    Fu: 40 fu
      20  base
      10  closed ron
       4  open triplet 555z
       6  rounded up
    Payments: discarder 5200
    Total: 5200
    """
    if lang not in _WORDS:
        raise HandError(f"lang = {lang!r}: it is en, ja or fr")
    words = _WORDS[lang]
    colon = " :" if lang == "fr" else ":"
    if not scored.is_win:
        return words[scored.reason]
    wait = words[scored.wait]
    lines = [
        f"{words['reading']}{colon} {' '.join(scored.reading)} ({words['wait']}{colon} {wait})"
    ]
    limit = f", {words[scored.limit]}" if scored.limit else ""
    if scored.yakuman:
        value = words["times"].format(scored.yakuman)
    else:
        value = words["han"].format(scored.han) + limit
    lines.append(f"{words['yaku']}{colon} {value}")
    for name, han in scored.yaku:
        yaku = _by_name()[name]
        title = {"en": yaku.english, "ja": yaku.kanji, "fr": yaku.french}[lang]
        label = name if title == name else f"{name} ({title})"
        lines.append(f"  {han:2}  {label}")
    if scored.fu:
        lines.append(f"{words['fu_of']}{colon} {words['fu'].format(scored.fu)}")
        for source, tiles, fu in scored.fu_lines:
            label = words[scored.wait] if source == "wait" else words[source]
            if source == "wait":
                label = f"{words['wait']}{colon} {label}"
            lines.append(f"  {fu:2}  {label} {tiles}".rstrip())
    payments = scored.payments
    paid = ", ".join(f"{words[who]} {points}" for who, points in payments.items())
    lines.append(f"{words['pays']}{colon} {paid}")
    sticks = scored.total - sum(payments.values())
    extra = f" ({words['deposits']} {sticks})" if sticks else ""
    lines.append(f"{words['total']}{colon} {scored.total}{extra}")
    return "\n".join(lines)


class HandBatch:
    """Hands to be scored together: made once, scored under any rules.

    Make one with :meth:`from_arrays`, :meth:`from_text` or :meth:`from_jsonl`. A hand that no
    rules allow is a bad row; :attr:`errors` says why.
    """

    def __init__(self, hands: _core.Hands) -> None:
        self._hands = hands

    def __len__(self) -> int:
        """How many hands."""
        return len(self._hands)

    def __repr__(self) -> str:
        """How many hands, and how many of them bad."""
        return f"<HandBatch: {len(self)} hands, {len(self.errors)} bad>"

    @property
    def errors(self) -> dict[int, str]:
        """Why a row is bad, by row."""
        return self._hands.errors

    @staticmethod
    def meld_code(meld: str) -> int:
        """The number of a meld in the column ``melds``.

        Examples
        --------
        >>> import oshihiki as oh
        >>> oh.HandBatch.meld_code("chi:345m"), oh.HandBatch.meld_code("ankan:1111p")
        (2, 265)
        """
        from oshihiki import tiles

        kind, _, text = meld.partition(":")
        if kind not in _MELD_TYPES:
            raise HandError(f"not a meld: {meld!r}; write chi:340m pon:555z ankan:1111p ...")
        return min(tiles.kinds(text)) + 64 * _MELD_TYPES.index(kind)

    @classmethod
    def from_arrays(
        cls,
        hands: npt.ArrayLike,
        win: npt.ArrayLike,
        *,
        melds: npt.ArrayLike | None = None,
        seat_wind: Column = 1,
        round_wind: Column = 0,
        dora: npt.ArrayLike | None = None,
        ura: npt.ArrayLike | None = None,
        aka: Column = 0,
        kita: Column = 0,
        honba: Column = 0,
        deposits: Column = 0,
        **flags: Column,
    ) -> HandBatch:
        """Hands from columns; a column may be one number for all rows.

        Parameters
        ----------
        hands : integers, shape (n, 34)
            Counts of the concealed tiles without the winning tile.
        win : integers, shape (n,)
            Kinds 0 to 33 of the winning tiles, plus 64 when red.
        melds : integers, shape (n, up to 4), optional
            Codes of :meth:`meld_code`, -1 for none.
        seat_wind, round_wind : integers, shape (n,)
            0 to 3 for E S W N.
        dora, ura : integers, shape (n, up to 5), optional
            Kinds of the indicators, -1 for none.
        aka : integers, shape (n,)
            Red tiles besides a red winning tile; not counted under rules without any.
        kita, honba, deposits : integers, shape (n,)
            As for :func:`score`.
        **flags : bool, shape (n,)
            The circumstances of :func:`score`: tsumo, riichi and so on.

        Examples
        --------
        >>> import numpy as np
        >>> import oshihiki as oh
        >>> hands = np.zeros((1, 34), np.uint8)
        >>> hands[0, oh.tiles.kinds("234m567p22789s55z")] += 1
        >>> hands[0, [19, 31]] = 2
        >>> batch = oh.HandBatch.from_arrays(hands, [31], riichi=True)
        >>> oh.score_batch(batch)["total"]
        array([2600], dtype=int32)
        """
        import numpy as np

        rows = np.asarray(hands)
        if rows.ndim != 2 or rows.shape[1] != 34 or rows.dtype.kind not in "iu":
            raise HandError(
                f"hands: an array of {rows.dtype} of shape {rows.shape}; expected integers of "
                "shape (n, 34)"
            )
        n = rows.shape[0]
        columns: dict[str, npt.NDArray[Any]] = {
            "hands": np.ascontiguousarray(np.clip(rows, 0, 5), np.uint8),
            "win": _column("win", win, n, 127, np.uint8),
            "seat_wind": _column("seat_wind", seat_wind, n, 3, np.uint8),
            "round_wind": _column("round_wind", round_wind, n, 3, np.uint8),
            "aka": _column("aka", aka, n, 14, np.uint8),
            "kita": _column("kita", kita, n, 4, np.uint8),
            "honba": _column("honba", honba, n, 10_000, np.uint16),
            "deposits": _column("deposits", deposits, n, 10_000, np.uint16),
            "melds": _wide("melds", melds, n, 4, 319, np.uint16),
            "dora": _wide("dora", dora, n, 5, 127, np.uint8),
            "ura": _wide("ura", ura, n, 5, 127, np.uint8),
        }
        bits = np.zeros(n, np.uint32)
        for name, flag in flags.items():
            if name not in _FLAGS:
                raise HandError(f"no column {name!r}: circumstances are {', '.join(_FLAGS)}")
            column = np.asarray(flag)
            if column.dtype.kind != "b":
                raise HandError(f"{name}: {column.dtype}; it is true or false")
            on = np.broadcast_to(_same_length(name, column, n), (n,))
            bits |= on.astype(np.uint32) << np.uint32(_FLAGS.index(name))
        columns["flags"] = bits
        return cls(_core.hands_from_columns(columns))

    @classmethod
    def from_text(cls, hands: Sequence[str], win: Sequence[str], **columns: Any) -> HandBatch:
        """Hands from texts.

        Parameters
        ----------
        hands, win : sequence of str
            Concealed tiles without the winning tile, and the winning tiles.
        **columns
            Any argument of :func:`score` but ``rules``: one value for all rows, or a list with
            one for each.

        Examples
        --------
        >>> import oshihiki as oh
        >>> batch = oh.HandBatch.from_text(
        ...     ["234m067p22789s55z", "19m19p19s1234567z"], ["5z", "1m"], riichi=[True, False]
        ... )
        >>> oh.score_batch(batch)["total"].tolist()
        [5200, 32000]
        """
        if len(hands) != len(win):
            raise HandError(f"{len(hands)} hands and {len(win)} winning tiles")
        if "rules" in columns:
            raise HandError("rules: they are an argument of score_batch")
        same = {name: value for name, value in columns.items() if not isinstance(value, list)}
        each = {name: value for name, value in columns.items() if isinstance(value, list)}
        for name, values in each.items():
            if len(values) != len(hands):
                raise HandError(f"{name}: {len(values)} values for {len(hands)} hands")
        built = _core.Hands()
        for i, (hand, tile) in enumerate(zip(hands, win, strict=True)):
            row = {"hand": hand, "win": tile, **same}
            row.update((name, values[i]) for name, values in each.items())
            built.add(row)
        return cls(built)

    @classmethod
    def from_rows(cls, rows: Iterable[Mapping[str, Any]]) -> HandBatch:
        """Hands from mappings of the arguments of :func:`score`; a key ``id`` is passed over."""
        built = _core.Hands()
        for row in rows:
            _add(built, row)
        return cls(built)

    @classmethod
    def from_jsonl(cls, source: str | os.PathLike[str] | IO[bytes] | IO[str]) -> HandBatch:
        """Hands from lines of JSON, each the arguments of :func:`score`.

        Parameters
        ----------
        source : path or file
            A key ``id`` is passed over; a line that is no JSON object is a bad row.

        Examples
        --------
        >>> import io
        >>> import oshihiki as oh
        >>> lines = io.StringIO('{"hand": "19m19p19s1234567z", "win": "1m"}')
        >>> oh.score_batch(oh.HandBatch.from_jsonl(lines))["yakuman"].tolist()
        [1]
        """
        if isinstance(source, (str, os.PathLike)):
            with open(source, "rb") as lines:
                return cls._from_lines(lines)
        return cls._from_lines(source)

    @classmethod
    def _from_lines(cls, lines: Iterable[bytes] | Iterable[str]) -> HandBatch:
        import msgspec

        decode = msgspec.json.Decoder().decode
        built = _core.Hands()
        for line in lines:
            if not line.strip():
                continue
            try:
                _add(built, decode(line))
            except msgspec.DecodeError as error:
                built.add_bad(f"not JSON: {error}")
        return cls(built)


def _add(hands: _core.Hands, row: Any) -> None:
    if not isinstance(row, Mapping):
        hands.add_bad("a row is an object: the keyword arguments of oshihiki.score")
        return
    if "rules" in row:
        hands.add_bad("rules: they are an argument of score_batch, the same for all rows")
        return
    hands.add({name: value for name, value in row.items() if name != "id"})


def _same_length(name: str, column: npt.NDArray[Any], n: int) -> npt.NDArray[Any]:
    if column.ndim > 1 or (column.ndim == 1 and column.shape[0] != n):
        raise HandError(f"{name}: shape {column.shape} for {n} hands")
    return column


def _column(
    name: str, given: npt.ArrayLike, n: int, most: int, dtype: type[np.unsignedinteger[Any]]
) -> npt.NDArray[Any]:
    import numpy as np

    column = _same_length(name, np.asarray(given), n)
    if column.dtype.kind not in "iu" and n:
        raise HandError(f"{name}: {column.dtype}; expected integers")
    if column.size and (column.min() < 0 or column.max() > most):
        raise HandError(f"{name}: {column.min()} to {column.max()}; from 0 to {most}")
    return np.ascontiguousarray(np.broadcast_to(column, (n,)), dtype)


def _wide(
    name: str,
    given: npt.ArrayLike | None,
    n: int,
    width: int,
    most: int,
    dtype: type[np.unsignedinteger[Any]],
) -> npt.NDArray[Any]:
    import numpy as np

    full = np.full((n, width), np.iinfo(dtype).max, dtype)  # none
    if given is None:
        return full
    columns = np.asarray(given)
    if columns.ndim != 2 or columns.shape[0] != n or columns.shape[1] > width:
        raise HandError(f"{name}: shape {columns.shape}; expected ({n}, up to {width})")
    if columns.dtype.kind not in "iu" and columns.size:
        raise HandError(f"{name}: {columns.dtype}; expected integers")
    if columns.size and (columns.min() < -1 or columns.max() > most):
        raise HandError(f"{name}: {columns.min()} to {columns.max()}; from -1 (none) to {most}")
    filled = np.where(columns < 0, np.iinfo(dtype).max, columns)
    full[:, : columns.shape[1]] = filled.astype(dtype)
    return full


def score_batch(
    batch: HandBatch, rules: Rules | str | os.PathLike[str] = "tenhou", threads: int = 1
) -> npt.NDArray[np.void]:
    """Score many hands.

    Parameters
    ----------
    batch : HandBatch
        The hands.
    rules : Rules, str or path
        House rules, for all rows.
    threads : int
        Threads; the answer does not depend on them.

    Returns
    -------
    structured array, shape (n,)
        A row per hand, in order, never stopping at a bad one. Fields, 0 where one does not apply
        (han and fu of a true yakuman, ``tsumo`` of a ron, everything but ``status`` of what is no
        win): ``status`` (:data:`STATUS`), ``han``, ``fu``, ``yakuman`` (how many), ``yaku``
        (two words of bits, read by :func:`yaku_names`), ``dora``, ``aka``, ``ura``, ``kita``,
        ``limit`` (:data:`LIMITS`), ``ron`` and ``tsumo`` (from the dealer, from each other;
        without counters), ``total`` (with counters and deposits).

    Raises
    ------
    RulesError
        An unknown profile.

    Examples
    --------
    >>> import oshihiki as oh
    >>> batch = oh.HandBatch.from_text(["123m456p789s1122z"], ["1z"], tsumo=True)
    >>> row = oh.score_batch(batch)[0]
    >>> int(row["han"]), int(row["fu"]), row["tsumo"].tolist()
    (2, 40, [1300, 700])
    """
    return _core.score_batch(batch._hands, rules, threads)
