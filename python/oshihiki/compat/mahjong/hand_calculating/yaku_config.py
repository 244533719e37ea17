"""All yaku, and Tenhou's numbers of them."""

from __future__ import annotations

from oshihiki.compat.mahjong.hand_calculating import yaku_list
from oshihiki.compat.mahjong.hand_calculating.yaku_list import yakuman
from oshihiki.score import yaku_table

__all__ = ["YAKU_ID_TO_TENHOU_ID", "YakuConfig"]


class YakuConfig:
    """One object of every yaku."""

    def __init__(self) -> None:
        self.tsumo = yaku_list.Tsumo()
        self.riichi = yaku_list.Riichi()
        self.open_riichi = yaku_list.OpenRiichi()
        self.ippatsu = yaku_list.Ippatsu()
        self.chankan = yaku_list.Chankan()
        self.rinshan = yaku_list.Rinshan()
        self.haitei = yaku_list.Haitei()
        self.houtei = yaku_list.Houtei()
        self.daburu_riichi = yaku_list.DaburuRiichi()
        self.daburu_open_riichi = yaku_list.DaburuOpenRiichi()
        self.nagashi_mangan = yaku_list.NagashiMangan()
        self.renhou = yaku_list.Renhou()
        self.pinfu = yaku_list.Pinfu()
        self.tanyao = yaku_list.Tanyao()
        self.iipeiko = yaku_list.Iipeiko()
        self.haku = yaku_list.Haku()
        self.hatsu = yaku_list.Hatsu()
        self.chun = yaku_list.Chun()
        self.seat_wind_east = yaku_list.SeatWindEast()
        self.seat_wind_south = yaku_list.SeatWindSouth()
        self.seat_wind_west = yaku_list.SeatWindWest()
        self.seat_wind_north = yaku_list.SeatWindNorth()
        self.round_wind_east = yaku_list.RoundWindEast()
        self.round_wind_south = yaku_list.RoundWindSouth()
        self.round_wind_west = yaku_list.RoundWindWest()
        self.round_wind_north = yaku_list.RoundWindNorth()
        self.sanshoku = yaku_list.Sanshoku()
        self.ittsu = yaku_list.Ittsu()
        self.chantai = yaku_list.Chantai()
        self.honroto = yaku_list.Honroto()
        self.toitoi = yaku_list.Toitoi()
        self.sanankou = yaku_list.Sanankou()
        self.sankantsu = yaku_list.SanKantsu()
        self.sanshoku_douko = yaku_list.SanshokuDoukou()
        self.chiitoitsu = yaku_list.Chiitoitsu()
        self.shosangen = yaku_list.Shosangen()
        self.honitsu = yaku_list.Honitsu()
        self.junchan = yaku_list.Junchan()
        self.ryanpeiko = yaku_list.Ryanpeikou()
        self.chinitsu = yaku_list.Chinitsu()
        self.dora = yaku_list.Dora()
        self.aka_dora = yaku_list.AkaDora()
        self.ura_dora = yaku_list.UraDora()
        self.kokushi = yakuman.KokushiMusou()
        self.chuuren_poutou = yakuman.ChuurenPoutou()
        self.suuankou = yakuman.Suuankou()
        self.daisangen = yakuman.Daisangen()
        self.shosuushi = yakuman.Shousuushii()
        self.ryuisou = yakuman.Ryuuiisou()
        self.suukantsu = yakuman.Suukantsu()
        self.tsuisou = yakuman.Tsuuiisou()
        self.chinroto = yakuman.Chinroutou()
        self.daisharin = yakuman.Daisharin()
        self.daichisei = yakuman.Daichisei()
        self.daisuushi = yakuman.DaiSuushii()
        self.daburu_kokushi = yakuman.DaburuKokushiMusou()
        self.suuankou_tanki = yakuman.SuuankouTanki()
        self.daburu_chuuren_poutou = yakuman.DaburuChuurenPoutou()
        self.tenhou = yakuman.Tenhou()
        self.chiihou = yakuman.Chiihou()
        self.renhou_yakuman = yakuman.RenhouYakuman()
        self.sashikomi = yakuman.Sashikomi()
        self.paarenchan = yakuman.Paarenchan()


#: Attributes of :class:`YakuConfig` whose names in oshihiki differ. Winds and what depends on
#: circumstances beyond the name are not here.
NAMES = {
    "menzen_tsumo": "tsumo",
    "double_riichi": "daburu_riichi",
    "iipeikou": "iipeiko",
    "sanshoku_doujun": "sanshoku",
    "ittsuu": "ittsu",
    "chanta": "chantai",
    "honroutou": "honroto",
    "sanshoku_doukou": "sanshoku_douko",
    "shousangen": "shosangen",
    "ryanpeikou": "ryanpeiko",
    "chuuren": "chuuren_poutou",
    "shousuushii": "shosuushi",
    "ryuuiisou": "ryuisou",
    "tsuuiisou": "tsuisou",
    "chinroutou": "chinroto",
    "daisuushii": "daisuushi",
    "kokushi_13": "daburu_kokushi",
    "junsei_chuuren": "daburu_chuuren_poutou",
}
_WINDS = ("east", "south", "west", "north")


def _tenhou_ids() -> dict[int, int]:
    every = YakuConfig()
    ids: dict[int, int] = {}
    for yaku in yaku_table():
        if yaku.tenhou < 0:
            continue
        name = NAMES.get(yaku.name, yaku.name)
        parts = [f"{name}_{w}" for w in _WINDS] if name.endswith("_wind") else [name]
        for i, part in enumerate(parts):
            ids[getattr(every, part).yaku_id] = yaku.tenhou + i
    return dict(sorted(ids.items(), key=lambda item: item[1]))


#: Tenhou's numbers of the yaku that it has.
YAKU_ID_TO_TENHOU_ID: dict[int, int] = _tenhou_ids()
