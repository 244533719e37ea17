"""Each local yaku: hands that have it with the han it adds, and hands that just miss it."""

from typing import Any, NamedTuple

import pytest

import oshihiki as oh


class Win(NamedTuple):
    """A hand and the han of the local yaku in it: 13 a yakuman, 0 where it is not there."""

    name: str
    han: int
    hand: str
    win: str
    melds: str = ""
    flags: str = ""
    seat: str = "S"

    def score(self, *local: str) -> oh.Score:
        rules = oh.rules.load("tenhou").replace(local_yaku=list(local))
        given: dict[str, Any] = dict.fromkeys(self.flags.split(), True)
        return oh.score(
            self.hand, self.win, melds=self.melds, seat_wind=self.seat, rules=rules, **given
        )


CALLED = "pon:111z pon:777z chi:123m chi:789s"
WINS = [
    Win("sanrenkou", 2, "222333444m55p67s", "8s", flags="riichi"),
    Win("sanrenkou", 2, "22233344m678s55p", "4m", flags="riichi"),
    Win("sanrenkou", 2, "444m5p777z", "5p", "pon:222m pon:333m"),
    Win("sanrenkou", 2, "5p777z", "5p", "pon:222m ankan:3333m daiminkan:4444m"),
    Win("sanrenkou", 2, "777888999s55p67m", "8m", flags="riichi"),
    Win("sanrenkou", 0, "222333m444p55p67s", "8s", flags="riichi"),  # two suits
    Win("sanrenkou", 0, "222333555m55p67s", "8s", flags="riichi"),  # a gap
    Win("sanrenkou", 0, "888999m111p55p67s", "8s", flags="riichi"),  # from suit to suit
    Win("sanrenkou", 0, "111222333z55p67s", "8s", flags="riichi"),  # honours are in no row
    Win("isshoku_sanjun", 2, "23m567p88s", "4m", "chi:234m chi:234m"),
    Win("isshoku_sanjun", 2, "223344m567p8s", "8s", "chi:234m"),
    Win("isshoku_sanjun", 3, "222333444m55p67s", "8s", flags="riichi"),  # pinfu goes with it
    Win("isshoku_sanjun", 0, "23m567p88s", "4m", "chi:234m chi:234p"),
    Win("isshoku_sanjun", 0, "223344567m55p67s", "8s", flags="riichi"),  # two equal runs
    Win("daisharin", 13, "2233445566778p", "8p"),
    Win("daisharin", 13, "2334455667788p", "2p", flags="tsumo"),
    Win("daisharin", 0, "1223344556677p", "1p"),
    Win("daisharin", 0, "2233445566778s", "8s"),
    Win("daisharin", 0, "3344556677889p", "9p"),
    Win("daichikurin", 13, "2233445566778s", "8s"),
    Win("daichikurin", 0, "2233445566778m", "8m"),
    Win("daichikurin", 0, "1122334455667s", "7s"),
    Win("daisuurin", 13, "2233445566778m", "8m"),
    Win("daisuurin", 0, "2233445566778p", "8p"),
    Win("daisuurin", 0, "3344556677889m", "9m"),
    Win("shiiaru_raotai", 1, "5p", "5p", CALLED),
    Win("shiiaru_raotai", 1, "5p", "5p", "daiminkan:1111z kakan:7777z chi:123m chi:789s"),
    Win("shiiaru_raotai", 0, "5p", "5p", CALLED, "tsumo"),
    Win("shiiaru_raotai", 0, "5p", "5p", "ankan:1111z pon:777z chi:123m chi:789s"),
    Win("shiiaru_raotai", 0, "5p789s", "5p", "pon:111z pon:777z chi:123m"),
    Win("suurenkou", 13, "222333444m5p", "5p", "pon:555m"),
    Win("suurenkou", 13, "5p", "5p", "pon:222s pon:333s ankan:4444s kakan:5555s"),
    Win("suurenkou", 13, "22333444555m55p", "2m"),
    Win("suurenkou", 0, "222333444m5p", "5p", "pon:666m"),
    Win("suurenkou", 0, "777888999m5p", "5p", "pon:111p"),
    Win("daichisei", 13, "1122334455667z", "7z"),
    Win("daichisei", 0, "1112223334455z", "4z"),  # all honours in groups
    Win("daichisei", 0, "112233445566z9m", "9m"),
    Win("parenchan", 13, "234m567p789m45s11p", "6s", flags="parenchan", seat="E"),
    Win("parenchan", 13, "45s11p", "6s", "chi:234m chi:567p pon:777z", "parenchan", "E"),
    Win("parenchan", 0, "234m567p789m45s11p", "6s", seat="E"),
    Win("ishi_no_ue_ni_sannen", 13, "234m567p789m45s11p", "6s", flags="tsumo double_riichi haitei"),
    Win("ishi_no_ue_ni_sannen", 13, "234m567p789m45s11p", "6s", flags="double_riichi houtei"),
    Win("ishi_no_ue_ni_sannen", 0, "234m567p789m45s11p", "6s", flags="riichi houtei"),
    Win("ishi_no_ue_ni_sannen", 0, "234m567p789m45s11p", "6s", flags="double_riichi ippatsu"),
    Win("tsubame_gaeshi", 1, "234m567p789m45s11p", "6s", flags="tsubame_gaeshi"),
    Win("tsubame_gaeshi", 1, "45s11p", "6s", "chi:234m chi:567p pon:777z", "tsubame_gaeshi"),
    Win("tsubame_gaeshi", 0, "234m567p789m45s11p", "6s", flags="riichi ippatsu"),
    Win("kanfuri", 1, "234m567p789m45s11p", "6s", flags="kanfuri"),
    Win("kanfuri", 1, "45s11p", "6s", "chi:234m chi:567p pon:777z", "kanfuri"),
    Win("kanfuri", 0, "234m567p789m45s11p", "6s", flags="houtei"),
    Win("iipin_moyue", 1, "234m567p789m23p11z", "1p", flags="tsumo haitei"),
    Win("iipin_moyue", 1, "23p11z", "1p", "chi:234m chi:567p chi:789m", "tsumo haitei"),
    Win("iipin_moyue", 0, "234m567p789m23p11z", "4p", flags="tsumo haitei"),
    Win("iipin_moyue", 0, "234m567p789m23p11z", "1p", flags="houtei"),
    Win("iipin_moyue", 0, "234m567p789m23p11z", "1p", flags="tsumo"),
    Win("iipin_moyue", 0, "234m567p789m23s11z", "1s", flags="tsumo haitei"),
    Win("chuupin_raoyue", 1, "234m567p789m78p11z", "9p", flags="houtei"),
    Win("chuupin_raoyue", 0, "234m567p789m78p11z", "6p", flags="houtei"),
    Win("chuupin_raoyue", 0, "234m567p789m78p11z", "9p", flags="tsumo haitei"),
    Win("chuupin_raoyue", 0, "234m567p789m78s11z", "9s", flags="houtei"),
]
NAMES = [yaku.name for yaku in oh.rules.local_yaku()]


def case_id(win: Win) -> str:
    return f"{win.name} {win.hand} {win.win} {win.melds} {win.flags}"


@pytest.mark.parametrize("win", WINS, ids=case_id)
def test_a_hand_has_it_or_just_misses_it(win: Win) -> None:
    scored = win.score(win.name)
    assert dict(scored.yaku).get(win.name, 0) == win.han
    without = win.score()
    assert win.name not in dict(without.yaku)
    if win.han == 0:
        assert scored.to_dict() == without.to_dict()
    elif win.han == 13:
        assert scored.yakuman == without.yakuman + 1
    else:
        # Another reading may be worth most with it; without it that one is worth less.
        assert scored.total >= without.total
        assert scored.han > without.han or scored.total > without.total


@pytest.mark.parametrize("name", NAMES)
def test_each_is_met_and_missed(name: str) -> None:
    hands = [win.han for win in WINS if win.name == name]
    assert any(hands)
    assert 0 in hands


@pytest.mark.parametrize("profile", oh.rules.names())
def test_none_counts_unless_named(profile: str) -> None:
    assert oh.rules.load(profile).local_yaku == ()


def test_equal_runs_replace_iipeikou() -> None:
    win = Win("isshoku_sanjun", 3, "222333444m55p67s", "8s", flags="riichi")
    assert dict(win.score("isshoku_sanjun").yaku) == {
        "riichi": 1,
        "pinfu": 1,
        "tanyao": 1,
        "isshoku_sanjun": 3,
    }
    assert "sanankou" in dict(win.score().yaku)


def test_seven_stars_add_to_all_honours() -> None:
    win = Win("daichisei", 13, "1122334455667z", "7z")
    assert dict(win.score("daichisei").yaku) == {"tsuuiisou": 13, "daichisei": 13}
    assert (win.score("daichisei").yakuman, win.score().yakuman) == (2, 1)


def test_a_closed_yakuman_is_no_yaku_of_an_open_hand() -> None:
    open_ = oh.score(
        "2233445p",
        "5p",
        melds="chi:678p chi:678p",
        rules=oh.rules.load("tenhou").replace(local_yaku=NAMES),
    )
    assert open_.yakuman == 0
    assert "daisharin" not in dict(open_.yaku)


def test_batches_know_them() -> None:
    rules = oh.rules.load("tenhou").replace(local_yaku=NAMES)
    rows = [
        {"hand": w.hand, "win": w.win, "melds": w.melds, "seat_wind": w.seat}
        | dict.fromkeys(w.flags.split(), True)
        for w in WINS
    ]
    answers = oh.score_batch(oh.HandBatch.from_rows(rows), rules)
    for win, answer in zip(WINS, answers, strict=True):
        names = [n for n, _ in win.score(*NAMES).yaku if n in NAMES]
        mask = int(answer["yaku"][1])
        assert sorted(names) == sorted(n for i, n in enumerate(NAMES) if mask >> i & 1)
