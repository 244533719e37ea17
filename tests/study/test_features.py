"""Features of decisions against slow, plain Python over everything that is public."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import oshihiki as oh
from oshihiki import _core, tiles
from play.scene import Scene

CHI, ANKAN = 0, 4
DRAGONS, NORTH = range(31, 34), 30
LOW = [k for k in range(27) if k % 9 < 6]  # with the kind three above: the 18 two-sided waits


def dora_of(indicator: int, players: int) -> int:
    """The kind an indicator points at."""
    if indicator < 27:
        if players == 3 and indicator == 0:
            return 8
        return indicator - 8 if indicator % 9 == 8 else indicator + 1
    first, length = (27, 4) if indicator < 31 else (31, 3)
    return first + (indicator - first + 1) % length


def kinds_of(meld: dict[str, Any]) -> list[int]:
    if meld["type"] == CHI:
        return [meld["kind"] + i for i in range(3)]
    return [meld["kind"]] * (3 if meld["type"] < 2 else 4)


class Public:
    """What a seat at its own discard sees, and the features that follow from it."""

    def __init__(self, round_: _core.Round, seat: int) -> None:
        state = round_.to_dict()
        self.seats, self.standing = state["seats"], state["standing"]
        self.seat = seat
        self.players = round_.rules.players
        self.others = [s for s in range(self.players) if s != seat]
        self.riichi = [s for s in self.others if self.seats[s]["riichi"]]
        self.live = round_.live_left
        self.indicators = [code & 63 for code in round_.indicators]
        self.dora = Counter(dora_of(k, self.players) for k in self.indicators)
        hand = self.seats[seat]["hand"]
        self.hand = [k for k in range(34) for _ in range(hand["counts"][k])]
        self.reds = sum(hand["reds"])
        self.seen = Counter(self.indicators)
        for s in self.seats[: self.players]:
            self.seen.update(d & 63 for d in s["river"] if not d & 0x200)
            self.seen[NORTH] += s["kita"]
            for meld in s["melds"]:
                self.seen.update(kinds_of(meld))

    def wind(self, seat: int) -> int:
        return 27 + (seat - self.standing["dealer"]) % self.players

    def open_melds(self, seat: int) -> list[dict[str, Any]]:
        return [m for m in self.seats[seat]["melds"] if m["type"] != ANKAN]

    def open_value(self, seat: int) -> int:
        """Han that everybody sees in an open hand."""
        if not self.open_melds(seat):
            return 0
        han = self.seats[seat]["kita"] * (1 + self.dora[NORTH])
        for meld in self.seats[seat]["melds"]:
            kind = meld["kind"]
            han += meld["reds"] + sum(self.dora[k] for k in kinds_of(meld))
            if meld["type"] != CHI:
                winds = [self.wind(seat), 27 + self.standing["wind"]]
                han += (kind in DRAGONS) + winds.count(kind)
        return han

    def one_suit(self, seat: int) -> bool:
        suits = {k // 9 for m in self.seats[seat]["melds"] for k in kinds_of(m)} - {3}
        return len(self.open_melds(seat)) >= 2 and len(suits) <= 1

    def safe(self, seat: int) -> set[int]:
        """Kinds that seat cannot win on."""
        bits = self.seats[seat]["discarded"] | self.seats[seat]["passed"]
        return {k for k in range(34) if bits >> k & 1}

    def features(self) -> dict[str, Any]:
        me, riichi = self.seats[self.seat], self.riichi
        scores = self.standing["scores"]
        open_ = [s for s in self.others if s not in riichi]
        threats = sum(self.open_value(s) >= 2 or self.one_suit(s) for s in open_)
        since = [len(self.seats[s]["river"]) - 1 - self.seats[s]["riichi_at"] for s in riichi]
        first = [self.seats[s]["riichi_at"] + 1 for s in riichi]
        safe = [self.safe(s) for s in riichi]
        passed = [sum(k in kinds or k + 3 in kinds for k in LOW) for kinds in safe]
        dealer = self.standing["dealer"]
        held = self.hand + [k for m in me["melds"] for k in kinds_of(m)] + [NORTH] * me["kita"]
        dora = sum(self.dora[k] for k in held) + self.reds + me["kita"]
        dora += sum(m["reds"] for m in me["melds"])
        mine = scores[self.seat]
        above = [s for s in self.others if (-scores[s], s) < (-mine, self.seat)]
        text = tiles.to_text(sorted(self.hand))
        visible = tiles.to_text(sorted(self.seen.elements()))
        best = next(iter(oh.agari.discards(text, visible=visible).values()))
        shanten = max(0, best.shanten)
        return {
            "turn": len(me["river"]) + 1,
            "riichi_opponents": len(riichi),
            "ippatsu_live": any(self.seats[s]["ippatsu"] for s in riichi),
            "dealer": "hero" if dealer == self.seat else "threat" if dealer in riichi else "none",
            "wind": "ESWN"[self.wind(self.seat) - 27],
            "round": f"{'ESWN'[self.standing['wind']]}{dealer + 1}",
            "honba": self.standing["honba"],
            "deposits": self.standing["deposits"],
            "live_left": self.live,
            "draws_left": self.live // self.players,
            "score": mine,
            "rank": len(above) + 1,
            "lead": mine - max(scores[s] for s in self.others),
            "open": bool(self.open_melds(self.seat)),
            "open_melds": len(self.open_melds(self.seat)),
            "opponent_melds": max(len(self.open_melds(s)) for s in self.others),
            "open_value": max((self.open_value(s) for s in open_), default=0),
            "one_suit_opponents": sum(map(self.one_suit, open_)),
            "threats": len(riichi) + threats,
            "threat": "two_riichi"
            if len(riichi) > 1
            else ["none", "open", "riichi", "riichi_open"][2 * len(riichi) + (threats > 0)],
            "riichi_turn": min(first, default=0),
            "since_riichi": min(since, default=0),
            "dora": dora,
            "safe_tiles": sum(all(k in kinds for kinds in safe) for k in self.hand),
            "suji_passed": min(passed, default=0),
            "shanten": shanten,
            "accepted_tiles": best.total,
        }


def decisions(rules: str, matches: int) -> Iterator[tuple[_core.Round, int]]:
    """Discards of whole matches whose players call and declare more than is good for them."""
    players = [
        _core.Strategy(f"balanced:calls={calls},push={push}")
        for calls, push in ((300, 300), (100, 100), (300, 100), (100, 300))
    ]
    for number in range(matches):
        match = oh.Match(rules, key=8, match=number)
        while not match.over:
            seat = match.waiting[0]
            round_ = match.round._round
            if round_.phase <= 1 and not round_.to_dict()["seats"][seat]["riichi"]:
                yield round_, seat
            match.step(_core.decide(round_, seat, players[seat]))


@pytest.mark.parametrize("rules", ["tenhou", "tenhou-sanma"])
def test_features_are_what_is_public(rules: str) -> None:
    rng = random.Random(1)
    labels = {f: names.split() for f, _, names, _ in _core.study_features()}
    met: dict[str, Counter[Any]] = {}
    for round_, seat in decisions(rules, 30):
        public = Public(round_, seat)
        if rng.random() > (0.7 if len(public.riichi) > 1 else 0.04):
            continue
        expected = public.features()
        values = _core.study_feature_values(round_, seat)
        for name, value in expected.items():
            found = labels[name][values[name]] if labels[name] else values[name]
            assert found == value, (name, round_.to_dict())
            met.setdefault(name, Counter())[value] += 1
    # Every feature took several values, and the rare ones were among them.
    for name, seen in met.items():
        assert len(seen) >= 2, name
    assert set(met["threat"]) == {"none", "open", "riichi", "riichi_open", "two_riichi"}
    assert set(met["dealer"]) == {"none", "hero", "threat"}
    assert max(met["open_value"]) >= 4
    assert max(met["suji_passed"]) >= 5


def test_a_kan_of_dora_counts_four() -> None:
    scene = Scene({0: "111p456m789s22z34s"}, "1p", dora="9p", replacement="5z")
    scene.play("0 ankan 1p")
    round_ = scene.round._round
    expected = Public(round_, 0).features()
    assert expected["dora"] >= 4
    assert _core.study_feature_values(round_, 0)["dora"] == expected["dora"]
