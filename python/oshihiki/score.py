"""Scores of hands: :func:`score` for one, :func:`score_batch` for many.

A score explains itself (:func:`explain`, or ``Score.explain()``) in English, Japanese and French.
"""

from __future__ import annotations

import functools
from typing import Literal, NamedTuple

from oshihiki import _core
from oshihiki._core import Score, score
from oshihiki.errors import HandError

__all__ = ["Lang", "Score", "Yaku", "explain", "score", "yaku_names", "yaku_table"]

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
    if not scored.is_win:
        return words[scored.reason]
    wait = words[scored.wait]
    lines = [f"{words['reading']}: {' '.join(scored.reading)} ({words['wait']}: {wait})"]
    limit = f", {words[scored.limit]}" if scored.limit else ""
    if scored.yakuman:
        value = words["times"].format(scored.yakuman)
    else:
        value = words["han"].format(scored.han) + limit
    lines.append(f"{words['yaku']}: {value}")
    for name, han in scored.yaku:
        yaku = _by_name()[name]
        title = {"en": yaku.english, "ja": yaku.kanji, "fr": yaku.french}[lang]
        label = name if title == name else f"{name} ({title})"
        lines.append(f"  {han:2}  {label}")
    if scored.fu:
        lines.append(f"{words['fu_of']}: {words['fu'].format(scored.fu)}")
        for source, tiles, fu in scored.fu_lines:
            label = words[scored.wait] if source == "wait" else words[source]
            if source == "wait":
                label = f"{words['wait']}: {label}"
            lines.append(f"  {fu:2}  {label} {tiles}".rstrip())
    payments = scored.payments
    paid = ", ".join(f"{words[who]} {points}" for who, points in payments.items())
    lines.append(f"{words['pays']}: {paid}")
    sticks = scored.total - sum(payments.values())
    extra = f" ({words['deposits']} {sticks})" if sticks else ""
    lines.append(f"{words['total']}: {scored.total}{extra}")
    return "\n".join(lines)
