"""Cases of play: who may win, riichi, calls, dora timing, first-turn yaku, aborts, sanma.

Each plays its situation from a given deal (see :mod:`play.scene`). The expected values are the
rules of the profiles; docs/rules.md has their sources.
"""

from __future__ import annotations

import pytest

import oshihiki as oh
from oshihiki.logs.replay import yaku_of
from oshihiki.play import ActionType, EventType, Round
from play.scene import Scene, wall

TENPAI = "234m567p789m45s11p"  # closed, waits 3s 6s, pinfu
IDLE = "258m147p369s1234z"  # nothing near, no pairs


def rules(name: str = "tenhou", **changes: object) -> oh.rules.Rules:
    return oh.rules.load(name).replace(**changes)


def outcome(scene: Scene) -> str:
    return str(scene.round.result["outcome"])


def yaku(scene: Scene, seat: int) -> set[str]:
    closed = all(m.startswith("ankan") for m in scene.round.melds(seat))
    return set(yaku_of(scene.round.result["scores"][seat], closed))


def offers_ron(scene: Scene, seat: int) -> bool:
    return any(a.type == ActionType.ron for a in scene.actions(seat))


# ---- furiten ------------------------------------------------------------------------------------


def test_ron_is_offered_on_each_wait() -> None:
    for tile in ("3s", "6s"):
        s = Scene({1: TENPAI}, draws=tile)
        s.play(f"0 {tile}")
        assert offers_ron(s, 1)


def test_own_river_covers_the_whole_wait() -> None:
    # 3s discarded before: no ron on 6s either, tsumo stays.
    s = Scene({1: TENPAI}, draws="9s3s9p9p6s6s")
    s.play("0 9s; 1 3s; 2 9p; 3 9p; 0 6s")
    assert not offers_ron(s, 1)
    s.play("1 pass")  # it could have called
    assert s.can(1, "tsumo 6s")


def test_called_away_tile_still_counts() -> None:
    s = Scene({1: TENPAI, 2: "33s258m147p1234z5z"}, draws="9s3s9p1m6s")
    s.play("0 9s; 1 3s; 2 pon; 2 1z; 3 9p; 0 1m")
    assert not offers_ron(s, 1)


@pytest.mark.parametrize(
    ("profile", "ended"), [("tenhou", False), ("wrc-2025", True), ("ema-2016", True)]
)
def test_what_ends_temporary_furiten(profile: str, ended: bool) -> None:
    # Seat 1 passes 6s, draws, and sets an ankan: the chankan-free way to another's discard
    # before its own is none, so the state itself is looked at after the draw.
    s = Scene({1: TENPAI}, draws="6s9s", rules=profile).play("0 6s; 1 pass")
    assert s.round.turn == 1
    assert s.round._round.to_dict()["seats"][1]["furiten_pass"] is not ended
    s.play("1 9s")
    assert s.round._round.to_dict()["seats"][1]["furiten_pass"] is False


def test_temporary_furiten_ends_with_the_own_discard() -> None:
    s = Scene({1: TENPAI}, draws="6s9s3s").play("0 6s; 1 pass; 1 9s; 2 3s")
    assert offers_ron(s, 1)


def test_another_passed_tile_in_the_same_go_around() -> None:
    s = Scene({2: TENPAI}, draws="6s3s")
    s.play("0 6s; 2 pass; 1 3s")  # no ron on 3s before its own discard
    assert not offers_ron(s, 2)


def test_passing_in_riichi_is_for_good() -> None:
    s = Scene({1: TENPAI}, draws="9s9s6s1z2z3z3s")
    s.play("0 9s; 1 riichi 9s; 2 6s; 1 pass; 3 1z; 0 2z; 1 3z; 2 3s")
    assert not offers_ron(s, 1)


# ---- riichi -------------------------------------------------------------------------------------


def test_riichi_needs_a_thousand_points() -> None:
    low = [900, 33000, 33000, 33100]
    assert not Scene({0: TENPAI}, draws="9s", scores=low).can(0, "riichi")
    assert Scene({0: TENPAI}, draws="9s", scores=[1000, *low[1:3], 33000]).can(0, "riichi 9s")
    s = Scene({0: TENPAI}, draws="9s1z", rules="wrc-2025", scores=low)
    s.play("0 riichi 9s")
    assert s.round.scores[0] == -100


def test_riichi_after_an_ankan_but_not_after_a_pon() -> None:
    s = Scene({0: "1111z234m567p45s1p"}, draws="1p", replacement="9s")
    s.play("0 ankan 1z")
    assert s.can(0, "riichi 9s")
    s = Scene({0: "11z234m567p45s99s1p", 1: IDLE}, draws="9m")
    s.play("0 9m; 1 1z; 0 pon")
    assert not s.can(0, "riichi")


def test_stick_is_returned_when_the_declaration_tile_is_ronned() -> None:
    s = Scene({0: "123789m123789p5s", 1: TENPAI}, draws="6s", scores=[25000] * 4)
    s.play("0 riichi 6s; 1 ron")
    assert outcome(s) == "ron"
    assert s.round.deposits == 0
    assert sum(s.round.result["delta"]) == 0


def test_riichi_discards_what_it_draws() -> None:
    s = Scene({0: TENPAI}, draws="9s1z2z3z4z")
    s.play("0 riichi 9s; 1 1z; 2 2z; 3 3z")
    assert s.texts(0) == ["discard 4z tsumogiri"]


@pytest.mark.parametrize(
    ("hand", "first", "drawn", "allowed"),
    [
        #
        ("111m234p567p99s45s", "9p", "1m", {"tenhou": True, "wrc-2025": True}),
        ("3334m567p789s345s", "9p", "3m", {"tenhou": False, "wrc-2025": False}),
        ("111222333m45s99p", "9s", "1m", {"tenhou": True, "wrc-2025": False, "ema-2016": False}),
        ("6666m78m234p55p67s", "1z", "9s", {"tenhou": False}),
    ],
)
def test_ankan_in_riichi(hand: str, first: str, drawn: str, allowed: dict[str, bool]) -> None:
    for profile, expected in allowed.items():
        s = Scene({0: hand}, draws=f"{first}2z3z4z{drawn}", rules=profile)
        s.play(f"0 riichi {first}; 1 2z; 2 3z; 3 4z")
        assert s.can(0, "ankan") is expected, profile


# ---- calls --------------------------------------------------------------------------------------


def after_chi(held: str, called: str, own: str, **changes: object) -> Scene:
    s = Scene(
        {0: called + "258p369s123456z", 1: held + "147p258s1234z"},
        draws="9p",
        rules=rules(**changes),
    )
    return s.play(f"0 {called}; 1 chi {own}")


@pytest.mark.parametrize(
    ("held", "called", "own", "forbidden", "free"),
    [
        ("345m", "6m", "45m", ["3m"], []),
        ("458m", "6m", "45m", [], ["8m"]),
        ("457m", "6m", "57m", [], ["4m"]),
        ("234m", "0m", "34m", ["2m"], []),
    ],
)
def test_kuikae(held: str, called: str, own: str, forbidden: list[str], free: list[str]) -> None:
    s = after_chi(held, called, own)
    for tile in forbidden:
        assert not s.can(1, f"discard {tile}")
    for tile in free:
        assert s.can(1, f"discard {tile}")
    # Next turn it is free again, and where the profile allows it, at once.
    assert all(
        after_chi(held, called, own, kuikae_suji=True).can(1, f"discard {t}") for t in forbidden
    )


def test_kuikae_same_kind_after_a_pon() -> None:
    s = Scene({0: "8m258p369s123456z", 2: "888m147p258s1235z"}, draws="9p")
    s.play("0 8m; 2 pon")
    assert not s.can(2, "discard 8m")


def test_chi_only_from_the_left() -> None:
    s = Scene({3: "5m258p369s123456z", 1: "46m147p258s12356z"}, draws="1z1m1m9p")
    s.play("0 1z; 1 1m; 2 1m; 3 5m!")
    assert not any(t.startswith("chi") for t in s.texts(1))


CONTEST = {0: "5m258p369s123456z", 1: "46m147p258s12356z", 2: "55m369p147s12357z"}


def test_pon_beats_chi() -> None:
    s = Scene(CONTEST, draws="9p").play("0 5m; 1 chi 46m 2 pon")
    assert s.round.melds(2) == ["pon:555m"]


def test_the_first_caller_may_beat_a_pon() -> None:
    first = rules(call_precedence="first_caller")
    takers = set()
    for key in range(40):
        s = Scene(CONTEST, draws="9p", rules=first)
        s.round = Round(first, wall=wall(first, CONTEST, "9p"), key=key)
        takers.add(s.play("0 5m; 1 chi 46m 2 pon").round.turn)
    assert takers == {1, 2}


def speaks_first(key: int, discards: int = 0, both: bool = True) -> int:
    """Who takes 5m under the first-caller rule, after that many discards of seat 0."""
    first = rules(call_precedence="first_caller")
    draws = "9p" if discards == 0 else "9p1z2z3z9p"
    s = Scene(CONTEST, draws=draws, rules=first)
    s.round = Round(first, wall=wall(first, CONTEST, draws), key=key)
    if discards:
        s.play("0 9p; 1 1z; 2 2z; 3 3z")
    return s.play("0 5m; 1 chi 46m 2 pon" if both else "0 5m; 1 chi 46m").round.turn


def test_who_speaks_first_is_even_and_drawn_for_each_discard() -> None:
    keys = range(300)
    takers = [speaks_first(key) for key in keys]
    # 300 throws of a coin: five deviations either way.
    assert 107 < takers.count(1) < 193
    assert takers == [speaks_first(key) for key in keys]
    later = [speaks_first(key, discards=1) for key in keys]
    same = sum(a == b for a, b in zip(takers, later, strict=True))
    assert 107 < same < 193


def test_who_is_alone_need_not_speak_first() -> None:
    assert {speaks_first(key, both=False) for key in range(20)} == {1}


def test_a_win_goes_before_who_spoke_first() -> None:
    first = rules(call_precedence="first_caller")
    hands = {0: "6s258m147p12345z9m", 1: "57s147m258p12356z", 2: TENPAI}
    for key in range(20):
        s = Scene(hands, draws="9p", rules=first)
        s.round = Round(first, wall=s.round._round.wall, key=key)
        assert s.play("0 6s; 1 chi 57s 2 ron").round.result["winners"] == [2]


def test_ron_beats_calls() -> None:
    s = Scene({0: "6s258m147p12345z9m", 1: TENPAI, 2: "66s147m258p12356z"}, draws="9p")
    s.play("0 6s; 1 ron 2 pon")
    assert outcome(s) == "ron"


def test_no_kan_in_the_turn_of_a_call() -> None:
    s = Scene({0: "7z258p369s12345z1p", 1: "77z1111m258p147s2z"}, draws="9p")
    s.play("0 7z; 1 pon")
    assert not s.can(1, "ankan")


def test_a_round_has_seventy_draws_and_the_last_tile_is_only_ronned() -> None:
    for seed in range(6):
        s = Scene({}, seed=seed)
        calls = {ActionType.chi, ActionType.pon, ActionType.daiminkan, ActionType.ankan}
        while not s.round.over:
            if s.round.live_left == 0:
                for seat in s.round.waiting:
                    assert not calls & {a.type for a in s.actions(seat)}
            s._default()
        draws = sum(e.type == EventType.draw for e in s.round.events)
        assert draws == 70 or outcome(s) not in ("exhaustive", "nagashi")


# ---- dora ---------------------------------------------------------------------------------------


def kinds(scene: Scene) -> list[EventType]:
    return [e.type for e in scene.round.events]


def test_ankan_indicator_is_turned_at_once() -> None:
    for profile in ("tenhou", "mahjong-soul", "ema-2016", "m-league"):
        s = Scene({0: "1111z258m369p147s"}, draws="9s", rules=profile).play("0 ankan 1z")
        assert kinds(s)[-2:] == [EventType.dora, EventType.replacement], profile


OPEN_KAN = {0: "1z258m369p147s234z", 2: "111z47m58p69s1235p"}


@pytest.mark.parametrize(
    ("profile", "shown"), [("tenhou", 1), ("mahjong-soul", 1), ("ema-2016", 2), ("m-league", 2)]
)
def test_open_kan_indicator(profile: str, shown: int) -> None:
    s = Scene(OPEN_KAN, draws="9s", rules=profile).play("0 1z; 2 kan")
    assert kinds(s).count(EventType.dora) == shown
    s.round.step(s.actions(2)[0], 2)
    assert kinds(s).count(EventType.dora) == 2


def test_no_kan_dora_where_the_profile_has_none() -> None:
    s = Scene({0: "1111z258m369p147s"}, draws="9s", rules="jpml-a").play("0 ankan 1z")
    assert kinds(s).count(EventType.dora) == 1


# ---- aborts -------------------------------------------------------------------------------------


def test_nine_terminals() -> None:
    nine, eight = "19m19p19s123z2345m", "19m19p19s12z23456m"
    s = Scene({0: nine}, draws="6m").play("0 nine")
    assert outcome(s) == "nine_terminals"
    following = s.round.next_standing()
    assert following is not None
    assert (following.dealer, following.honba) == (0, 1)
    assert not Scene({0: eight}, draws="6m").can(0, "nine_terminals")
    assert not Scene({0: nine}, draws="6m", rules="wrc-2025").can(0, "nine_terminals")


@pytest.mark.parametrize(("profile", "ends"), [("tenhou", True), ("wrc-2025", False)])
def test_four_winds(profile: str, ends: bool) -> None:
    hands = {
        0: "3z258m369p147s124z",
        1: "3z147m258p369s125z",
        2: "3z258m369p147s126z",
        3: "3z369m147p258s127z",
    }
    s = Scene(hands, draws="9s9s9s9m", rules=profile)
    s.play("0 3z; 1 3z; 2 3z; 3 3z")
    assert s.round.over is ends
    assert not ends or outcome(s) == "four_winds"


@pytest.mark.parametrize(
    ("profile", "expected", "winners"),
    [
        ("tenhou", "triple_ron", []),
        ("mahjong-soul", "ron", [1, 2, 3]),
        ("wrc-2025", "ron", [1]),
    ],
)
def test_triple_ron(profile: str, expected: str, winners: list[int]) -> None:
    hands = {0: "6s258m369p1234z77z", 1: TENPAI, 2: "234m567p789m45s22p", 3: "234m345p678m78s99p"}
    s = Scene(hands, draws="9s", rules=profile).play("0 6s; 1 ron 2 ron 3 ron")
    assert (outcome(s), s.round.result["winners"]) == (expected, winners)


# ---- the first turn -----------------------------------------------------------------------------


def test_tenhou_and_chiihou() -> None:
    s = Scene({0: TENPAI}, draws="6s").play("0 tsumo")
    assert yaku(s, 0) == {"tenhou"}
    s = Scene({1: TENPAI}, draws="9s6s").play("0 9s; 1 tsumo")
    assert yaku(s, 1) == {"chiihou"}


def test_an_ankan_breaks_chiihou() -> None:
    s = Scene({0: "1111z258m369p147s", 1: TENPAI}, draws="9s6s", replacement="2z")
    s.play("0 ankan 1z; 0 2z; 1 tsumo")
    assert "menzen_tsumo" in yaku(s, 1)


def test_double_riichi_and_ippatsu() -> None:
    s = Scene({1: TENPAI}, draws="9s9p1z2z3z6s")
    s.play("0 9s; 1 riichi 9p; 2 1z; 3 2z; 0 3z; 1 tsumo")
    assert {"double_riichi", "ippatsu", "menzen_tsumo"} <= yaku(s, 1)


def test_a_call_breaks_ippatsu() -> None:
    s = Scene({1: TENPAI, 3: "11z258m369s147p23z"}, draws="9s9p1z6s")
    s.play("0 9s; 1 riichi 9p; 2 1z; 3 pon; 3 2z; 0 6s; 1 ron")
    assert "ippatsu" not in yaku(s, 1)
    assert "double_riichi" in yaku(s, 1)


# ---- sanma --------------------------------------------------------------------------------------


def test_kita_takes_a_replacement_tile_and_stays_closed() -> None:
    s = Scene({0: "234567p7895s11z4z"}, draws="9p", rules="tenhou-sanma", replacement="6s")
    s.play("0 kita")
    assert s.round.hand(0).endswith(" 6s")
    assert s.round.melds(0) == []


def test_no_chi_in_sanma() -> None:
    s = Scene({0: "5p19m19s1234567z2p", 1: "46p258s19m12356z3s"}, draws="9p", rules="tenhou-sanma")
    s.play("0 5p")
    assert not any(t.startswith("chi") for t in s.texts(1))


# ---- who answers for a win ----------------------------------------------------------------------

DAIMINKAN = {0: "1z2569p258s23567z", 1: "111z234567p459s4z"}


@pytest.mark.parametrize(("kita", "payers"), [(False, [0]), (True, [0, 2])])
def test_a_daiminkan_is_answered_for_on_its_own_replacement_tile_only(
    kita: bool, payers: list[int]
) -> None:
    # With the North set aside in between, the winning tile is the kita's.
    hands = DAIMINKAN if kita else {0: DAIMINKAN[0], 1: "111z234567p4599s"}
    s = Scene(
        hands,
        draws="1p",
        rules=rules("tenhou-sanma", daiminkan_pao=True),
        replacement="9s6s" if kita else "6s",
    )
    s.play("0 1z; 1 kan; " + ("1 kita; " if kita else "") + "1 tsumo")
    delta = s.round.result["delta"]
    assert [seat for seat, points in enumerate(delta) if points < 0] == payers


def test_two_players_answer_for_two_yakuman() -> None:
    s = Scene({0: "111222333z4455z"}, draws="4z", rules="mahjong-soul")
    paid = []
    for second in (255, 3):
        state = s.round._round.to_dict()
        state["seats"][0]["pao"] = {"seat": 2, "units": 1}
        state["seats"][0]["pao_second"] = {"seat": second, "units": 1}
        r = oh._core.Round.from_dict(s.rules, state)
        r.step(0, next(a.code for a in s.actions(0) if a.type == ActionType.tsumo))
        paid.append(r.result["delta"])
    alone, both = paid
    assert both[3] < alone[3]
    assert both[0] == alone[0]
    assert sum(both) == 0


def test_a_called_tile_leaves_the_river_and_stays_in_it() -> None:
    s = Scene({0: IDLE, 2: "77z258m147p369s12z"}, draws="7z").play("0 7z; 2 pon")
    river = s.round._round.river(0)
    assert s.round.river(0) == ["7z"]
    assert river[0] & 0x200
    assert s.round.view(1)["river"][0][0] & 0x200
    assert s.round.melds(2) == ["pon:777z"]


# ---- what a round leaves behind -----------------------------------------------------------------


def test_nothing_of_a_robbed_kan_is_left_in_the_next_round() -> None:  # B105
    robbed = Scene({1: TENPAI, 2: "66s258m147p12345z"}, draws="6s9p9p2z6s")
    robbed.play("0 6s; 2 pon; 2 1z; 3 9p; 0 9p; 1 2z; 2 kakan 6s; 1 ron; ?over ron")
    following = robbed.round.next_standing()
    after = Round("tenhou", key=3, round=1, standing=following).to_json()
    fresh = Round("tenhou", key=3, round=1, standing=oh.play.Standing(
        following.scores, wind=0, dealer=1, honba=0, deposits=0)).to_json()  # fmt: skip
    assert after == fresh


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"wind": 0}, {"wind": 1}),
        ({"dora": "5m"}, {"dora": "0m"}),
        ({"hand": "5p"}, {"hand": "0p"}),
    ],
)
def test_views_tell_apart_what_matters(one: dict[str, str], other: dict[str, str]) -> None:  # B114
    def seen(wind: int = 0, dora: str = "1z", hand: str = "9p") -> bytes:
        s = Scene({0: IDLE[:-5] + "123z" + hand}, draws="9s", dora=dora, wind=wind)
        return s.round.view(0).tobytes()

    assert seen(**one) != seen(**other)
