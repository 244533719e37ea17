"""The eleven profiles: their values as the texts state them, their sources, their differences."""

import pickle
import re

import pytest

import oshihiki as oh

NAMES = [
    "tenhou",
    "tenhou-sanma",
    "wrc-2025",
    "ema-2016",
    "m-league",
    "mahjong-soul",
    "mahjong-soul-sanma",
    "jpml-a",
    "saikouisen",
    "traditional",
    "club",
]

# What the rule texts state most clearly of each profile.
STATED = {
    "tenhou": {
        "start": 25000,
        "return_points": 30000,
        "oka": 20000,
        "uma": (20000, 10000, -10000, -20000),
        "reds": "0m0p0s",
        "reveal_ankan": "immediate",
        "reveal_daiminkan": "at_discard",
        "reveal_kakan": "at_discard",
        "multiple_ron": "two",
        "triple_ron": True,
        "riichi_ankan": "waits",
        "riichi_min_wall": 4,
        "double_wind_fu": 4,
        "thirteen_han": "kazoe_yakuman",
        "pao_suukantsu": False,
        "pao_scope": "whole_hand",
    },
    "tenhou-sanma": {
        "players": 3,
        "start": 35000,
        "target": 40000,
        "uma": (20000, 0, -20000, 0),
        "reds": "0p0s",
        "chi": False,
        "kita": True,
        "replacement_tiles": 8,
        "tsumo_loss": "loss",
        "noten_pool": 2000,
        "honba_ron": 200,
        "four_kans": True,
        "four_winds": False,
        "riichi_min_wall": 3,
        "kuitan": True,
    },
    "wrc-2025": {
        "start": 30000,
        "oka": 0,
        "uma": (15000, 5000, -5000, -15000),
        "reds": "",
        "leftover": "nobody",
        "bust": "never",
        "riichi_below_1000": True,
        "riichi_min_wall": 0,
        "extension": False,
        "agari_yame": False,
        "multiple_ron": "one",
        "kiriage": True,
        "double_wind_fu": 2,
        "renhou": "han5",
        "thirteen_han": "yonbaiman",
        "pao_suukantsu": True,
        "furiten_end": "own_draw_or_call",
        "riichi_ankan": "structure",
        "nine_terminals": False,
    },
    "ema-2016": {
        "multiple_ron": "all",
        "dead_wait": "own_hand_and_melds",
        "nagashi": "none",
        "thirteen_han": "sanbaiman",
        "yakuman_cap": 1,
        "renhou": "mangan",
        "kiriage": False,
        "pao_honba": "discarder",
        "kuitan": True,
        "chombo_penalty": 20000,
    },
    "m-league": {
        "uma": (30000, 10000, -10000, -30000),
        "oka": 20000,
        "ties": "shared",
        "leftover": "first_shared",
        "kiriage": True,
        "thirteen_han": "sanbaiman",
        "riichi_min_wall": 0,
        "reveal_kakan": "immediate",
    },
    "mahjong-soul": {
        "return_points": 25000,
        "target": 30000,
        "multiple_ron": "all",
        "triple_ron": False,
        "double_kokushi_13": True,
        "double_daisuushii": True,
        "kokushi_ankan": True,
        "pao_scope": "yakuman_only",
    },
    "mahjong-soul-sanma": {
        "start": 35000,
        "return_points": 35000,
        "target": 40000,
        "uma": (15000, 0, -15000, 0),
        "double_suuankou_tanki": True,
        "kita": True,
    },
    "jpml-a": {
        "uma_kind": "floating",
        "uma": (8000, 4000, -4000, -8000),
        "uma_one_above": (12000, -1000, -3000, -8000),
        "uma_three_above": (8000, 3000, 1000, -12000),
        "ippatsu": False,
        "ura": False,
        "kan_dora": False,
        "kuikae_suji": True,
        "double_wind_fu": 2,
        "rinshan_fu": True,
    },
    "saikouisen": {"reds": "", "ippatsu": True, "kiriage": True, "kokushi_ankan": False},
    "traditional": {
        "nine_terminals": True,
        "reveal_daiminkan": "immediate",
        "riichi_ankan": "structure",
        "hide_tenpai": True,
        "honba_ron": 300,
    },
    "club": {
        "start": 30000,
        "leftover": "nobody",
        "call_precedence": "first_caller",
        "reveal_ankan": "before_discard",
        "kuikae_suji": False,
        "riichi_min_wall": 1,
    },
}


def test_names_are_the_eleven() -> None:
    assert oh.rules.names() == NAMES
    assert set(STATED) == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_values_are_as_stated(name: str) -> None:
    rules = oh.rules.load(name)
    assert {key: getattr(rules, key) for key in STATED[name]} == STATED[name]
    assert rules.profile == name


@pytest.mark.parametrize("name", NAMES)
def test_every_value_has_a_source(name: str) -> None:
    entries = oh.rules.entries(name)
    assert [entry.key for entry in entries] == [field.name for field in oh.rules.fields()]
    for entry in entries:
        assert entry.source
        assert not entry.source.endswith(".toml"), entry
        assert entry.source != "default", entry
        # What only general knowledge says, or nobody, is not confirmed.
        if entry.source.startswith("?") or re.fullmatch(r"MEM\b[^,]*", entry.source):
            assert entry.unconfirmed, entry


@pytest.mark.parametrize("name", NAMES)
def test_points_of_a_match_add_up(name: str) -> None:
    rules = oh.rules.load(name)
    assert rules.oka == (rules.return_points - rules.start) * rules.players
    for uma in (rules.uma, rules.uma_one_above, rules.uma_three_above):
        assert sum(uma) == 0


@pytest.mark.parametrize("name", NAMES)
def test_rules_survive_dict_and_pickle(name: str) -> None:
    rules = oh.rules.load(name)
    again = oh.rules.Rules(rules.to_dict())
    assert again == rules
    assert hash(again) == hash(rules)
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert pickle.loads(pickle.dumps(rules)).profile == name
    assert again.profile == ""


def test_profiles_differ_from_each_other() -> None:
    assert len({oh.rules.load(name) for name in NAMES}) == len(NAMES)


def test_load_is_cached_and_takes_rules() -> None:
    rules = oh.rules.load("tenhou")
    assert oh.rules.load("tenhou") is rules
    assert oh.rules.load(rules) is rules


def test_replace_changes_a_copy() -> None:
    rules = oh.rules.load("tenhou")
    changed = rules.replace(kuitan=False, start=30000)
    assert (changed.kuitan, changed.start, changed.profile) == (
        False,
        30000,
        "tenhou, kuitan = false, start = 30000",
    )
    assert rules.kuitan
    assert rules != changed
    assert oh.rules.diff(rules, changed) == [("start", 25000, 30000), ("kuitan", True, False)]
    assert changed.replace(kuitan=True, start=25000) == rules
    with pytest.raises(AttributeError):
        rules.start = 1


def test_diff_of_two_profiles() -> None:
    found = {key: (a, b) for key, a, b in oh.rules.diff("tenhou", "wrc-2025")}
    assert found["start"] == (25000, 30000)
    assert found["reds"] == ("0m0p0s", "")
    assert "chi" not in found
    assert oh.rules.diff("tenhou", "tenhou") == []


def test_source() -> None:
    assert oh.rules.source("tenhou", "start") == "S1, T"
    assert oh.rules.source("wrc-2025", "yakuman_cap").endswith("(unconfirmed)")
    # An inherited value keeps its parent's source.
    assert oh.rules.source("tenhou-sanma", "kuitan") == oh.rules.source("tenhou", "kuitan")
    with pytest.raises(oh.RulesError, match="did you mean 'start'"):
        oh.rules.source("tenhou", "strat")


def test_reds_of_any_kind_and_number() -> None:
    rules = oh.rules.load("tenhou").replace(reds="3rm00p7rs5rz")
    assert rules.reds == "3rm00p7rs5rz"


def test_local_yaku() -> None:
    assert len(oh.rules.local_yaku()) == 14
    rules = oh.rules.load("tenhou").replace(local_yaku=["kanfuri", "sanrenkou"])
    assert rules.local_yaku == ("sanrenkou", "kanfuri")  # in the order of the table
    assert oh.rules.load("tenhou").local_yaku == ()
