"""What explain() says, in three languages, and that it shows all a score holds."""

import random
from typing import Any, get_args

import pytest

import oshihiki as oh
from oracle import hands, house_rules
from oshihiki.score import Lang, yaku_table

LANGS = get_args(Lang)
OPEN: dict[str, Any] = {
    "hand": "234m5p",
    "win": "5p",
    "melds": "pon:055s chi:340m pon:777z",
    "honba": 1,
    "deposits": 1,
}
TEXT = {
    "en": """\
Reading: 234m 55p pon:055s chi:340m pon:777z (wait: pair)
Yaku: 3 han
   1  chun (red dragon)
   2  aka_dora (red dora)
Fu: 30 fu
  20  base
   2  open triplet 555s
   4  open triplet 777z
   2  wait: pair
   2  rounded up
Payments: discarder 4200
Total: 5200 (deposits 1000)""",
    "ja": """\
面子: 234m 55p pon:055s chi:340m pon:777z (待ち: 単騎)
役: 3翻
   1  chun (役牌 中)
   2  aka_dora (赤ドラ)
符: 30符
  20  副底
   2  明刻 555s
   4  明刻 777z
   2  待ち: 単騎
   2  切り上げ
支払い: 放銃者 4200
合計: 5200 (供託 1000)""",
    "fr": """\
Lecture : 234m 55p pon:055s chi:340m pon:777z (attente : à la paire)
Yaku : 3 han
   1  chun (dragon rouge)
   2  aka_dora (dora rouge)
Fu : 30 fu
  20  base
   2  brelan exposé 555s
   4  brelan exposé 777z
   2  attente : à la paire
   2  arrondi
Paiements : donneur de la tuile 4200
Total : 5200 (bâtons 1000)""",
}


@pytest.mark.parametrize("lang", LANGS)
def test_an_open_hand(lang: Lang) -> None:
    assert oh.score(**OPEN).explain(lang) == TEXT[lang]


def test_melds_show_their_red_tiles_where_they_count() -> None:
    melds = ["pon:055s", "chi:340m", "pon:777z"]
    assert oh.score(**OPEN).reading[2:] == melds
    plain = [meld.replace("0", "5") for meld in ("pon:555s", "chi:345m", "pon:777z")]
    assert oh.score(**OPEN, rules="wrc-2025").reading[2:] == plain


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_no_win(lang: Lang) -> None:
    """Each reason has words of its own."""
    honba = oh.rules.load("tenhou").replace(two_han_honba=5)
    texts = {
        oh.score("123m456p78s5566z1p", "9s").explain(lang),
        oh.score("345p68s88m234p", "7s", melds="chi:789m").explain(lang),
        oh.score(
            "345p68s88m", "7s", melds="chi:789m pon:055p", houtei=True, honba=5, rules=honba
        ).explain(lang),
    }
    assert len(texts) == 3
    assert all("\n" not in text for text in texts)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            {"hand": "2233445566788p", "win": "7p", "tsumo": True, "riichi": True, "dora": "1p"}
            | {"ura": "9p"},
            ("counted yakuman", "数え役満", "yakuman compté"),
        ),
        (
            {"hand": "19m19p19s1234567z", "win": "1m", "rules": "mahjong-soul"},
            ("2 yakuman", "役満×2", "2 yakuman"),
        ),
        ({"hand": "1122m3355p7788s4z", "win": "4z"}, ("seven pairs", "七対子", "sept paires")),
        (
            {"hand": "234m567p789m45s11p", "win": "6s", "tsumo": True},
            ("two-sided", "両面", "bilatérale"),
        ),
    ],
)
def test_words(arguments: dict[str, Any], words: tuple[str, str, str]) -> None:
    for lang, word in zip(LANGS, words, strict=True):
        assert word in oh.score(**arguments).explain(lang)


@pytest.mark.parametrize("lang", LANGS)
def test_all_that_a_score_holds_is_told(lang: Lang) -> None:
    rng = random.Random(5)
    names = {y.name: {"en": y.english, "ja": y.kanji, "fr": y.french}[lang] for y in yaku_table()}
    for _ in range(400):
        rules = house_rules.random_rules(rng)
        hand = hands.random_hand(rng, players=rules.players)
        hand.kita *= rules.kita
        scored = oh.score(**hands.as_keywords(hand), rules=rules)
        text = scored.explain(lang)
        if not scored.is_win:
            continue
        lines = text.splitlines()
        assert all(group in lines[0] for group in scored.reading)
        for name, han in scored.yaku:
            line = next(line for line in lines if line.split()[1:2] == [name])
            assert line.split()[0] == str(han)
            assert names[name] == name or names[name] in line
        fu = [fu for _, _, fu in scored.fu_lines]
        assert sum(fu) == scored.fu
        assert all(str(paid) in lines[-2] for paid in scored.payments.values())
        assert str(scored.total) in lines[-1]


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(ValueError, match="'de'"):
        oh.score(**OPEN).explain("de")  # type: ignore[arg-type]
