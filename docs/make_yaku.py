"""Writes docs/yaku.md from the table of yaku and the profiles: ``python docs/make_yaku.py``.

Han and numbers come from the code. Conditions are here, each with a hand that is scored when the
page is written: an example that does not have its yaku ends the writing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import oshihiki as oh
from oshihiki.score import Yaku, yaku_table

TARGET = Path(__file__).parent / "yaku.md"

CLOSED = "234m567p789m45s11p 6s"
OPEN = "45s11p 6s chi:234m chi:567p pon:777z"
# name: (condition, example as "hand win melds... flags..."); local yaku have theirs in the table
CONDITIONS: dict[str, tuple[str, str]] = {
    "riichi": ("Tenpai declared with a closed hand and a deposit of 1,000.", CLOSED + " riichi"),
    "double_riichi": (
        "Riichi on the first discard, nothing called before; in place of riichi.",
        CLOSED + " double_riichi",
    ),
    "ippatsu": (
        "Win after riichi before the own next discard, with no call in between.",
        CLOSED + " riichi ippatsu",
    ),
    "menzen_tsumo": ("Self-draw with a closed hand.", CLOSED + " tsumo"),
    "pinfu": (
        "Four runs, a pair that is neither dragon nor seat or round wind, a two-sided wait.",
        CLOSED,
    ),
    "tanyao": ("No terminal and no honour.", "234m567p678m45s22p 6s"),
    "iipeikou": ("Twice the same run.", "223344m567p678s9s 9s"),
    "haku": ("Triplet or quad of white dragons.", "234m567p555z45s1s1s 6s"),
    "hatsu": ("Triplet or quad of green dragons.", "234m567p666z45s1s1s 6s"),
    "chun": ("Triplet or quad of red dragons.", OPEN),
    "seat_wind": (
        "Triplet or quad of the own wind; beside round_wind if both.",
        "45s11p 6s chi:234m chi:567p pon:222z",
    ),
    "round_wind": ("Triplet or quad of the round's wind.", "45s11p 6s chi:234m chi:567p pon:111z"),
    "haitei": ("Self-draw of the last live tile.", CLOSED + " tsumo haitei"),
    "houtei": ("Ron on the last discard.", CLOSED + " houtei"),
    "rinshan": (
        "Self-draw of a replacement tile.",
        "567p45s11p 6s ankan:5555z chi:234m tsumo rinshan",
    ),
    "chankan": ("Ron on a tile added to a pon.", CLOSED + " chankan"),
    "chiitoitsu": ("Seven different pairs; 25 fu.", "1122m3355p7788s4z 4z"),
    "sanshoku_doujun": ("The same run in each suit.", "234m234p23s55z789m 4s"),
    "ittsuu": ("123, 456 and 789 of one suit.", "123456m78m55z234p 9m"),
    "chanta": (
        "A terminal or honour in each group and the pair, a run, an honour.",
        "123m789p12s99s111z 3s",
    ),
    "junchan": (
        "A terminal in each group and the pair, a run, no honour.",
        "123m789p12s99s111m 3s",
    ),
    "toitoi": ("Four triplets or quads.", "44m55p 4m pon:222m pon:333s pon:777z"),
    "sanankou": (
        "Three concealed triplets or quads; a triplet that a ron completes is not concealed.",
        "222m444p666s45s11p 6s",
    ),
    "sankantsu": ("Three quads.", "44m55p 4m ankan:2222m daiminkan:3333s kakan:7777z"),
    "sanshoku_doukou": ("The same triplet in each suit.", "222m222p22s55z789m 2s"),
    "honroutou": (
        "Only terminals and honours; beside toitoi or chiitoitsu.",
        "11m55z 1m pon:999m pon:111s pon:777z",
    ),
    "shousangen": (
        "Two triplets and a pair of dragons; beside the two dragons' yaku.",
        "555666z77z23m789p 4m",
    ),
    "ryanpeikou": (
        "Twice two equal runs; in place of iipeikou and chiitoitsu.",
        "223344m556677p8s 8s",
    ),
    "honitsu": ("One suit and honours.", "123456m78m55z111z 9m"),
    "chinitsu": ("One suit only.", "12345678m55m222m 9m"),
    "renhou": (
        "Ron before the own first draw, nothing called; the rule `renhou` says its worth.",
        CLOSED + " renhou",
    ),
    "nagashi_mangan": (
        "A draw with all own discards terminals and honours, none called: settled by `nagashi`.",
        "",
    ),
    "kokushi": ("Each terminal and honour, one of them twice.", "19m19p19s1234566z 7z"),
    "kokushi_13": ("Kokushi won on the tile held twice.", "19m19p19s1234567z 1m"),
    "suuankou": ("Four concealed triplets or quads.", "22m333s444p666s55z 2m tsumo"),
    "suuankou_tanki": ("Suuankou won on the pair.", "222m333s444p666s5z 5z"),
    "chuuren": ("1112345678999 of a suit and one more of it; no quad.", "1112345678899m 9m"),
    "junsei_chuuren": ("Chuuren won on the tile that is over.", "1112345678999m 5m"),
    "daisangen": ("Triplets or quads of the three dragons.", "555666777z23m99p 4m"),
    "shousuushii": ("Three triplets or quads and a pair of winds.", "111222333z44z23m 4m"),
    "daisuushii": ("Triplets or quads of the four winds.", "111222333z44z11m 4z"),
    "tsuuiisou": ("Only honours, in groups or in seven pairs.", "1122334455667z 7z"),
    "chinroutou": ("Only terminals.", "11m99p 1m pon:999m pon:111s pon:111p"),
    "suukantsu": ("Four quads.", "5p 5p ankan:2222m daiminkan:3333s kakan:7777z ankan:9999m"),
    "ryuuiisou": ("Only 2, 3, 4, 6, 8 of bamboo and green dragons.", "223344s66688s66z 8s"),
    "tenhou": ("The dealer's first draw completes the hand.", CLOSED + " tsumo tenhou E"),
    "chiihou": (
        "Another's first draw completes the hand, nothing called before.",
        CLOSED + " tsumo chiihou",
    ),
    "dora": (
        "Each tile that an indicator points at. No yaku, as the three below.",
        CLOSED + " dora=1m",
    ),
    "aka_dora": ("Each red tile.", "234m067p789m45s11p 6s"),
    "ura_dora": (
        "Each tile that an ura indicator points at, for a riichi hand.",
        CLOSED + " riichi ura=1m",
    ),
    "kita": ("Each North set aside, three players.", "1122p3355p7788s5z 5z kita=1"),
    "sanrenkou": ("", "222333444m55p67s 8s"),
    "isshoku_sanjun": ("", "23m567p88s 4m chi:234m chi:234m"),
    "daisharin": ("", "2233445566778p 8p"),
    "daichikurin": ("", "2233445566778s 8s"),
    "daisuurin": ("", "2233445566778m 8m"),
    "shiiaru_raotai": ("", "5p 5p pon:111z pon:777z chi:123m chi:789s"),
    "suurenkou": ("", "222333444m5p 5p pon:555m"),
    "daichisei": ("", "1122334455667z 7z"),
    "parenchan": ("", CLOSED + " parenchan E"),
    "ishi_no_ue_ni_sannen": ("", CLOSED + " double_riichi houtei"),
    "tsubame_gaeshi": ("", CLOSED + " tsubame_gaeshi"),
    "kanfuri": ("", CLOSED + " kanfuri"),
    "iipin_moyue": ("", "234m567p789m23p11z 1p tsumo haitei"),
    "chuupin_raoyue": ("", "234m567p789m78p11z 9p houtei"),
}

# Rules on which yaku hang.
SWITCHES = (
    *("kuitan", "ippatsu", "ura", "reds", "pinfu_tsumo", "haitei_rinshan", "renhou"),
    *("thirteen_han", "yakuman_cap", "double_kokushi_13", "double_suuankou_tanki"),
    *("double_junsei_chuuren", "double_daisuushii", "ryuuiisou_hatsu", "kokushi_ankan"),
    *("two_han_honba", "nagashi", "kita", "local_yaku"),
)


def arguments(example: str) -> dict[str, Any]:
    """Keyword arguments of oh.score of an example's words."""
    hand, win, *words = example.split()
    out: dict[str, Any] = {"hand": hand, "win": win, "melds": []}
    for word in words:
        if ":" in word:
            out["melds"].append(word)
        elif word == "E":
            out["seat_wind"] = word
        elif "=" in word:
            name, value = word.split("=")
            out[name] = int(value) if value.isdigit() else value
        else:
            out[word] = True
    return out


def score(yaku: Yaku) -> oh.Score:
    """The example of a yaku, scored."""
    rules = oh.rules.load("tenhou-sanma" if yaku.name == "kita" else "tenhou")
    changes: dict[str, Any] = {"renhou": "han5"} if yaku.name == "renhou" else {}
    if yaku.bit >= 64:
        changes["local_yaku"] = [yaku.name]
    return oh.score(**arguments(CONDITIONS[yaku.name][1]), rules=rules.replace(**changes))


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    lines = [list(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return ["| " + " | ".join(line) + " |" for line in lines] + [""]


def number(value: int) -> str:
    return "-" if value < 0 else str(value)


def row(yaku: Yaku) -> list[str]:
    sentence, example = CONDITIONS[yaku.name]
    if yaku.bit >= 64:
        sentence = next(y.sentence for y in oh.rules.local_yaku() if y.name == yaku.name)
    if example and yaku.name not in dict(score(yaku).yaku):
        raise ValueError(f"{yaku.name}: {example} does not have it")
    closed, open_ = ("yakuman" if h >= 13 else str(h or "-") for h in yaku[1:3])
    return [
        f"`{yaku.name}`",
        yaku.kanji,
        yaku.english,
        closed,
        open_,
        number(yaku.tenhou),
        number(yaku.mahjong_soul),
        sentence,
        f"`{example}`" if example else "",
    ]


HEAD = (
    "name",
    "kanji",
    "English",
    "closed",
    "open",
    "Tenhou",
    "Mahjong Soul",
    "condition",
    "example",
)


def page() -> str:
    every = yaku_table()
    groups = {
        "Yaku": [y for y in every if 0 <= y.bit < 64 and y.closed_han < 13],
        "Yakuman": [y for y in every if 0 <= y.bit < 64 and y.closed_han >= 13],
        "Dora": [y for y in every if y.bit < 0],
        "Local yaku": [y for y in every if y.bit >= 64],
    }
    lines = [
        "# Yaku",
        "",
        "<!-- Written by docs/make_yaku.py from the table of yaku and the profiles. -->",
        "",
        "Names are those of `Score.yaku` and of every file; han are closed and open. The numbers",
        "are those of Tenhou's and Mahjong Soul's logs (`-`: that site has none; Tenhou numbers",
        "wind triplets by wind: the number given, plus 0 to 3 for E S W N). An example is a hand,",
        "the winning tile, melds and circumstances of `oshihiki score`, non-dealer in the East",
        "round unless E follows; each was scored when this page was written.",
        "",
        "From Python: `oshihiki.score.yaku_table()`.",
        "",
    ]
    for title, yaku in groups.items():
        lines += [f"## {title}", ""]
        if title == "Yakuman":
            lines += [
                "Different yakuman add up unless `yakuman_cap` says otherwise; han, dora and fu do",
                "not count beside them. The special waits count twice where the rules say so.",
                "",
            ]
        if title == "Local yaku":
            lines += ["Off everywhere unless the rule `local_yaku` names them.", ""]
        lines += table(HEAD, map(row, yaku))
    lines += [
        "## By profile",
        "",
        "Rules on which yaku hang, each with the profiles that have it at each value (`?`: no",
        "source confirms it). docs/rules.md says what each rule means.",
        "",
    ]
    rows = []
    for name in SWITCHES:
        values: dict[str, list[str]] = {}
        for profile in oh.rules.names():
            entry = next(e for e in oh.rules.entries(profile) if e.key == name)
            value = json.dumps(entry.value, ensure_ascii=False)
            values.setdefault(value, []).append(profile + (" ?" if entry.unconfirmed else ""))
        rows.append([f"`{name}`", "; ".join(f"`{v}`: {', '.join(p)}" for v, p in values.items())])
    lines += table(["rule", "value: profiles"], rows)
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
