"""Written positions have a round: played from its deal on, the same public events, likelihood."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from typing import Any

import numpy as np
import pytest

import oshihiki as oh
from oshihiki import _core, tiles
from oshihiki.errors import StudyError
from oshihiki.strategy.temper import lapse_code, temperature_code
from oshihiki.study import likelihood
from oshihiki.study import position as positions
from oshihiki.study.likelihood import Setting
from oshihiki.study.position import Position
from study.written import RIICHI, in_first_round

EVENTS = [name for name, _ in _core.EVENTS]
TEMPERATURE, LAPSE = temperature_code(120), lapse_code(1 / 32)


def public(round_: _core.Round) -> list[tuple[Any, ...]]:
    """What everybody sees: events without the tiles dealt and drawn."""
    hidden = [EVENTS.index(name) for name in ("deal", "draw", "replacement")]
    return [(e[0], e[1], e[2], 0 if e[0] in hidden else e[3], *e[4:]) for e in round_.events()]


def own(round_: _core.Round, seat: int) -> dict[str, Any]:
    """The seat's view but for the address of its random numbers."""
    view, apart = round_.view(seat), {"key", "match", "round", "redeal", "decision"}
    out = {}
    for name, kind, shape, offset, _ in _core.view_fields():
        n = int(np.prod(shape)) if shape else 1
        if name not in apart:
            out[name] = np.frombuffer(view, np.dtype(kind), n, offset).tolist()
    return out


def soft_play(rules: str, key: int, matches: int, base: str = "balanced"):
    """Every decision of rounds in which everybody errs."""
    strategy = _core.Strategy(base)
    for match in range(matches):
        round_ = _core.Round(oh.rules.load(rules), key=key, match=match)
        while not round_.over:
            if round_.phase <= 3:
                for seat in round_.waiting:
                    yield round_, seat
            seat = round_.waiting[0]
            round_.step(seat, _core.decide_softly(round_, seat, strategy, TEMPERATURE, LAPSE))


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma", "wrc-2025"])
def test_what_everybody_saw_is_played_again(rules: str) -> None:
    phases: Counter[int] = Counter()
    timeless = 0
    for round_, seat in soft_play(rules, 6, 12, "balanced:fold=never,calls=300"):
        text = positions.to_text(Position(round_.clone(), seat))
        back = positions.from_text(text).round
        now, then = own(back, seat), own(round_, seat)
        if "kita" in text or "kakan" in text:
            for field in ("genbutsu", "furiten"):  # who let it pass, and when, does not show
                del now[field], then[field]
        assert now == then, text
        phases[round_.phase] += 1
        if not any(word in text for word in ("kita", "kakan", "ankan")):
            timeless += 1
            assert public(back) == public(round_), text
        else:
            kinds = [
                Counter(e for e in public(r) if EVENTS[e[0]] != "dora") for r in (back, round_)
            ]
            assert kinds[0] == kinds[1], text
    assert sum(phases.values()) > 300
    assert timeless > (30 if rules == "tenhou-sanma" else 300)
    assert all(phases[phase] > 3 for phase in range(3))


def chains(round_: _core.Round, seat: int) -> Any:
    play = _core.StudyPosition(
        round=round_, hero=seat, sampling="tenpai", others="balanced", then=["balanced"], key=1
    )
    made = _core.StudyChains(
        position=play,
        round=round_,
        temperature=TEMPERATURE,
        lapse=LAPSE,
        burn_in=100,
        thin=20,
        redeals=1,
        chains=4,
    )
    return made.advance(3, 2**60 - 1, 1)


def test_likelihood_is_that_of_the_round_it_was_taken_from() -> None:
    """Where hidden tiles truly lie, and when the hero got his, does not matter."""
    rng = random.Random(1)
    phases: Counter[int] = Counter()
    riichi = 0
    for round_, seat in soft_play("tenhou", 8, 30):
        if rng.random() > (0.3 if round_.phase else 0.04):
            continue
        there = Position(round_.clone(), seat)
        text = positions.to_text(there)
        if "ankan" in text or "kakan" in text:
            continue
        back = positions.from_text(text)
        assert back.round.wall != round_.wall
        assert chains(back.round, seat) == chains(round_, seat), text
        phases[round_.phase] += 1
        riichi += "!" in text
    assert phases[0] > 30
    assert phases[1] > 0
    assert phases[2] > 30
    assert riichi > 10


def test_likelihood_runs_on_a_written_position() -> None:
    result = positions.run(
        positions.from_text(RIICHI),
        sampling="likelihood",
        base="tsumogiri",
        seconds=0,
        worlds=4000,
        threads=2,
        reading=Setting(temperature=1e6, burn_in=1000, thin=100),
    )
    assert isinstance(result, likelihood.LikelihoodResult)
    assert result.mixed


def test_the_round_began_before_the_sticks_were_paid() -> None:
    round_ = positions.from_text(RIICHI).round
    deal = [e for e in round_.events() if EVENTS[e[0]] == "deal"]
    assert len(deal) == 52
    assert round_.scores == [25000, 24000, 25000, 25000]
    assert round_.deposits == 1
    paid = [e for e in round_.events() if EVENTS[e[0]] == "deposit"]
    assert [(e[1], e[5]) for e in paid] == [(1, -1000)]
    waits = oh.waits(round_.hand(1))
    assert waits
    assert not set(waits) & {tiles.to_text([c & 63]) for c in round_.river(1)}


def test_in_riichi_a_tile_is_thrown_as_drawn_whether_marked_or_not() -> None:
    unmarked = positions.from_text(RIICHI.replace("9s_", "9s"))
    assert unmarked.round == positions.from_text(RIICHI).round


def test_who_gives_a_tile_first_has_it_first() -> None:
    """The hero threw 9m as drawn, and kept two that he has held for longer."""
    where = in_first_round(
        indicators="5m",
        hand="99m456p789s11222z",
        drawn="9m",
        rivers=["1m 9m_", "2m 3m", "7p 6m", "6p 1s"],
    )
    draws = [e for e in where.round.events() if EVENTS[e[0]] == "draw" and e[1] == 0]
    assert tiles.to_text([e[3] for e in draws][1:]) == "99m"
    dealt = [e[3] for e in where.round.events() if EVENTS[e[0]] == "deal" and e[1] == 0]
    assert tiles.parse("1m")[0] in dealt


KANS: dict[str, Any] = {
    "round": "E1.0",
    "scores": [25000, 25000, 24000, 25000],
    "deposits": 1,
    "indicators": "5m5z",
    "seat": 0,
    "hand": "13m456p789s11222z",
    "drawn": "9p",
    "rivers": ["9p 8p 4s", "2s 4p 5p", "7p 3s 6m!", "6p 1s 8s_"],
    "melds": ["", "ankan:9999m", "", ""],
}


NORTHS: dict[str, Any] = {
    "rules": "tenhou-sanma",
    "round": "E1.0",
    "scores": [35000] * 3,
    "indicators": "5p5z",
    "seat": 0,
    "hand": "19m456p789s11222z",
    "drawn": "9p",
    "rivers": ["9p 8p 1p", "2s 4p 5s 7s", "7p 3s> 6s 1p"],
    "melds": ["", "kakan:3333s@2", ""],
    "kita": [0, 2, 1],
}


def order(where: Position) -> list[str]:
    """The riichi, kans and Norths in their order."""
    names = {"deposit", "ankan", "kakan", "kita"}
    return [f"{EVENTS[e[0]]} {e[1]}" for e in where.round.events() if EVENTS[e[0]] in names]


def test_a_kan_came_before_a_riichi_if_nothing_says_otherwise() -> None:
    where = positions.from_text(KANS)
    assert order(where) == ["ankan 1", "deposit 2"]
    # Late: in the last turn before it.
    events = [(EVENTS[e[0]], e[1]) for e in where.round.events()]
    at = events.index(("ankan", 1))
    assert events[:at].count(("discard", 1)) == 2
    assert (
        positions.from_text({**KANS, "ippatsu": [False, False, True, False]}).round == where.round
    )


def test_likelihood_reads_kans_norths_and_who_answers_a_kan() -> None:
    robbed = {
        "melds": ["", "", "", "kakan:2222m@1"],
        "rivers": ["9p 8p", "2m> 4p", "7p", "6p"],
        "scores": [25000] * 4,
        "deposits": 0,
        "indicators": "5m",
        "drawn": "",
        "kan": 3,
    }
    for data in (KANS, KANS | robbed, NORTHS):
        where = positions.from_text(data)
        assert len(chains(where.round, where.seat)[1]) == 4


def test_what_is_told_of_ippatsu_tells_when_a_kan_came() -> None:
    after = {**KANS, "ippatsu": [False] * 4}
    with pytest.raises(
        StudyError, match=r"ippatsu\[2\]: cannot be false \(whenever seat 1's ankan"
    ):
        positions.from_text(after)
    kan = {"melds": ["", "", "", "ankan:9999m"]}
    where = positions.from_text({**after, **kan})
    assert order(where) == ["deposit 2", "ankan 3"]
    assert order(positions.from_text({**KANS, **kan})) == ["ankan 3", "deposit 2"]


def test_a_kan_in_riichi_leaves_the_wait() -> None:
    """The seat's riichi is older than any turn in which it can have had its kan."""
    where = positions.from_text(
        {
            **KANS,
            "rivers": ["9p 8p 4s", "2s 4p 5p", "7p! 3s 6m", "6p 1s 8s_"],
            "melds": ["", "", "ankan:9999m", ""],
            "double_riichi": [False, False, True, False],
            "ippatsu": [False] * 4,
        }
    )
    assert order(where) == ["deposit 2", "ankan 2"]
    assert oh.waits(where.round.hand(2))


def test_a_red_tile_just_added_to_a_pon_stands_last() -> None:
    where = in_first_round(
        indicators="9s",
        hand="34m44p678p789s111z",
        rivers=["9p 8p 3z", "5p 4p 3z", "7p 5m> 3z", "6p 2s"],
        melds=["", "", "", "kakan:5550m@2"],
        kan=3,
    )
    assert where.where["on"] == "0m"
    assert "kakan:5550m@2" in positions.to_text(where)


@pytest.mark.parametrize("kan", ["kakan:5550m@2", "kakan:0555m@2"])
def test_which_tile_was_added_is_told_later_too(kan: str) -> None:
    where = in_first_round(
        indicators="9s8s",
        hand="34m44p678p789s111z",
        drawn="2z",
        rivers=["9p 8p 3z", "5p 4p 3z", "7p 5m> 3z", "6p 2s 6m"],
        melds=["", "", "", kan],
    )
    assert kan in positions.to_text(where)
    added = [e[3] for e in where.round.events() if EVENTS[e[0]] == "kakan"]
    assert added == [tiles.parse("0m" if "5550" in kan else "5m")[0]]


def test_norths_came_early_and_a_kakan_soon_after_its_pon() -> None:
    where = positions.from_text(NORTHS)
    assert order(where) == ["kita 1", "kita 1", "kita 2", "kakan 1"]
    events = [(EVENTS[e[0]], e[1]) for e in where.round.events()]
    assert ("discard", 1) not in events[: events.index(("kita", 1))]
    assert events[: events.index(("kakan", 1))].count(("discard", 1)) == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"deposits": 0}, "deposits: 0; the riichi of this round are 1"),
        ({"drawn": "", "hand": "2457899p122334s9p"}, "drawn: is missing"),
        (
            {"rivers": ["1m 1z 7s! 8m", "6z 9m_ 7s 9s_", "2z 9s 7s_ 9m", "2z_ 6z 9m_ 7z"]},
            r"rivers\[0\]: discard 3 cannot be: illegal action 'riichi 7s",
        ),
        (
            {
                "rivers": ["2z 1z 7s 8m", "2z 9m_ 7s! 9s_", "2z 9s 7s_ 9m", "2z_ 6z 9m_ 7z"],
                "hand": "245789p122334s9p",
            },
            r"rivers\[0\]: discard 2 cannot be: .*the round is over",
        ),
        (
            {
                "rivers": ["1m 1z 7s 8m>", "6z 9m_ 7s! 9s_", "2z 9s 7s_ 9m_", "2z_ 6z 9m_"],
                "melds": ["", "", "pon:888m", ""],
            },
            "after 13 discards seat 2 comes next and has called, so that it throws nothing as",
        ),
        ({"kita": [1, 0, 0, 0]}, r"kita\[0\]: 1 Norths cannot be set aside"),
        ({"replacement": True}, "replacement: seat 0 has made no kan"),
        ({"double_riichi": [False, True, False, False]}, r"double_riichi\[1\]: cannot be true"),
        ({"melds": ["", "", "ankan:1111m", ""]}, "tiles: 5 of 1m"),
        ({"melds": ["", "", "ankan:1111p", ""]}, "indicators: 1 after 1 kans, where 2 lie"),
        ({"scores": [25000, 24000, 25000, 10**9]}, r"scores\[3\]: 1000000000 is no score"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_place(
    change: dict[str, object], message: str
) -> None:
    with pytest.raises(StudyError, match=message):
        positions.from_text(tomllib.loads(RIICHI) | change, "mine")
