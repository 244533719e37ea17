"""Yaku and limits as the formats write them: Tenhou's numbers and Japanese names."""

from __future__ import annotations

from oshihiki import _core

__all__ = [
    "ENGLISH",
    "JAPANESE",
    "MAHJONG_SOUL",
    "MJAI",
    "OWN",
    "TENHOU",
    "TENHOU_NUMBER",
    "WRITTEN",
    "YAKUMAN",
    "japanese_yaku",
    "limit_of",
]

# Tenhou's numbers, in order; the winds stand four times each.
TENHOU: tuple[str, ...] = (
    "menzen_tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu",
    "tanyao", "iipeikou",
    "seat_wind", "seat_wind", "seat_wind", "seat_wind",
    "round_wind", "round_wind", "round_wind", "round_wind",
    "haku", "hatsu", "chun", "double_riichi", "chiitoitsu", "chanta", "ittsuu",
    "sanshoku_doujun", "sanshoku_doukou", "sankantsu", "toitoi", "sanankou", "shousangen",
    "honroutou", "ryanpeikou", "junchan", "honitsu", "chinitsu", "renhou", "tenhou", "chiihou",
    "daisangen", "suuankou", "suuankou_tanki", "tsuuiisou", "ryuuiisou", "chinroutou", "chuuren",
    "junsei_chuuren", "kokushi", "kokushi_13", "daisuushii", "shousuushii", "suukantsu",
    "dora", "ura_dora", "aka_dora",
)  # fmt: skip

TENHOU_NUMBER = {name: number for number, name in reversed(list(enumerate(TENHOU)))}
YAKUMAN = frozenset(TENHOU[37:52])

JAPANESE: dict[str, str] = {
    "門前清自摸和": "menzen_tsumo", "立直": "riichi", "一発": "ippatsu", "槍槓": "chankan",
    "嶺上開花": "rinshan", "海底摸月": "haitei", "海底撈月": "haitei", "河底撈魚": "houtei",
    "平和": "pinfu", "断幺九": "tanyao", "一盃口": "iipeikou",
    "役牌 白": "haku", "役牌 發": "hatsu", "役牌 中": "chun",
    "役牌白": "haku", "役牌發": "hatsu", "役牌中": "chun", "役牌：白": "haku", "役牌：發": "hatsu",
    "役牌：中": "chun", "役牌:白": "haku", "役牌:發": "hatsu", "役牌:中": "chun",
    "翻牌 白": "haku", "翻牌 發": "hatsu", "翻牌 中": "chun",
    "両立直": "double_riichi", "ダブル立直": "double_riichi", "七対子": "chiitoitsu",
    "混全帯幺九": "chanta", "一気通貫": "ittsuu", "三色同順": "sanshoku_doujun",
    "三色同刻": "sanshoku_doukou", "三槓子": "sankantsu", "対々和": "toitoi", "対対和": "toitoi",
    "三暗刻": "sanankou", "小三元": "shousangen", "混老頭": "honroutou", "二盃口": "ryanpeikou",
    "純全帯幺九": "junchan", "混一色": "honitsu", "清一色": "chinitsu", "人和": "renhou",
    "天和": "tenhou", "地和": "chiihou", "大三元": "daisangen", "四暗刻": "suuankou",
    "四暗刻単騎": "suuankou_tanki", "字一色": "tsuuiisou", "緑一色": "ryuuiisou",
    "清老頭": "chinroutou", "九蓮宝燈": "chuuren", "九連宝燈": "chuuren",
    "純正九蓮宝燈": "junsei_chuuren", "国士無双": "kokushi", "国士無双１３面": "kokushi_13",
    "国士無双13面": "kokushi_13", "国士無双十三面": "kokushi_13", "大四喜": "daisuushii",
    "小四喜": "shousuushii", "四槓子": "suukantsu", "ドラ": "dora", "裏ドラ": "ura_dora",
    "赤ドラ": "aka_dora", "抜きドラ": "kita",
}  # fmt: skip

OWN = frozenset(row[1] for row in _core.YAKU) | {*TENHOU, "kita"}

# As tenhou.net/6 writes them; the winds need a letter behind.
WRITTEN: dict[str, str] = {}
for _japanese, _own in JAPANESE.items():
    WRITTEN.setdefault(_own, _japanese)
WRITTEN |= {
    "seat_wind": "自風",
    "round_wind": "場風",
    "double_riichi": "両立直",
    "kokushi_13": "国士無双１３面",
}

# Some converters of Mahjong Soul's logs translate.
ENGLISH: dict[str, str] = {
    "riichi": "riichi", "double riichi": "double_riichi", "ippatsu": "ippatsu",
    "fully concealed hand": "menzen_tsumo", "menzen tsumo": "menzen_tsumo", "pinfu": "pinfu",
    "all simples": "tanyao", "tanyao": "tanyao", "pure double sequence": "iipeikou",
    "white dragon": "haku", "green dragon": "hatsu", "red dragon": "chun",
    "seat wind": "seat_wind", "prevalent wind": "round_wind", "robbing a kan": "chankan",
    "after a kan": "rinshan", "under the sea": "haitei", "under the river": "houtei",
    "seven pairs": "chiitoitsu", "half outside hand": "chanta", "pure straight": "ittsuu",
    "mixed triple sequence": "sanshoku_doujun", "triple triplets": "sanshoku_doukou",
    "three quads": "sankantsu", "all triplets": "toitoi", "three concealed triplets": "sanankou",
    "little three dragons": "shousangen", "all terminals and honors": "honroutou",
    "twice pure double sequence": "ryanpeikou", "fully outside hand": "junchan",
    "half flush": "honitsu", "full flush": "chinitsu", "dora": "dora", "red five": "aka_dora",
    "red dora": "aka_dora", "ura dora": "ura_dora", "kita": "kita",
}  # fmt: skip

# mjai's names. Its sangenpai is one of the three dragons: the hand tells which.
MJAI: dict[str, str] = {
    "menzenchin_tsumoho": "menzen_tsumo", "reach": "riichi", "ippatsu": "ippatsu",
    "chankan": "chankan", "rinshankaiho": "rinshan", "haiteiraoyue": "haitei",
    "hoteiraoyui": "houtei", "pinfu": "pinfu", "tanyaochu": "tanyao", "ipeko": "iipeikou",
    "jikaze": "seat_wind", "bakaze": "round_wind", "double_reach": "double_riichi",
    "chitoitsu": "chiitoitsu", "honchantaiyao": "chanta", "ikkitsukan": "ittsuu",
    "sanshokudojun": "sanshoku_doujun", "sanshokudoko": "sanshoku_doukou",
    "sankantsu": "sankantsu", "toitoiho": "toitoi", "sananko": "sanankou",
    "shosangen": "shousangen", "honroto": "honroutou", "ryanpeko": "ryanpeikou",
    "junchantaiyao": "junchan", "honiso": "honitsu", "chiniso": "chinitsu", "renho": "renhou",
    "tenho": "tenhou", "chiho": "chiihou", "kokushimuso": "kokushi", "churenpoton": "chuuren",
    "suanko": "suuankou", "daisangen": "daisangen", "tsuiso": "tsuuiisou",
    "ryuiso": "ryuuiisou", "chinroto": "chinroutou", "daisushi": "daisuushii",
    "shosushi": "shousuushii", "sukantsu": "suukantsu", "dora": "dora", "uradora": "ura_dora",
    "akadora": "aka_dora",
}  # fmt: skip

# Mahjong Soul's numbers, from 1; 10 and 11 are the winds.
MAHJONG_SOUL: dict[int, str] = dict(
    enumerate(
        (
            "menzen_tsumo", "riichi", "chankan", "rinshan", "haitei", "houtei", "haku", "hatsu",
            "chun", "seat_wind", "round_wind", "tanyao", "iipeikou", "pinfu", "chanta", "ittsuu",
            "sanshoku_doujun", "double_riichi", "sanshoku_doukou", "sankantsu", "toitoi",
            "sanankou", "shousangen", "honroutou", "chiitoitsu", "junchan", "honitsu",
            "ryanpeikou", "chinitsu", "ippatsu", "dora", "aka_dora", "ura_dora",
        ),
        1,
    )
)  # fmt: skip


def japanese_yaku(text: str) -> str | None:
    """The own name of a yaku written in Japanese; None when unknown."""
    name = JAPANESE.get(text)
    if name is not None:
        return name
    if text.startswith(("自風", "門風")):
        return "seat_wind"
    if text.startswith("場風"):
        return "round_wind"
    return None


def limit_of(points: int, dealer: bool, han: int) -> int:
    """Tenhou's number of a limit: 1 mangan to 5 yakuman; 0 below."""
    base = points // (6 if dealer else 4)
    steps = ((8000, 5), (6000, 4), (4000, 3), (3000, 2), (2000, 1))
    for least, limit in steps:
        if base >= least:
            return 5 if han >= 13 else limit
    return 0
