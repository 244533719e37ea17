"""Recorded settlements, next rounds and final results of Tenhou equal ours."""

from __future__ import annotations

import collections

import pytest

import oshihiki as oh
from mjlog_rows import numbers, rows
from oshihiki.settle import Claim, Standing, nagashi, next_round, noten, place, ron, tsumo

_DRAWS = {
    "yao9": "nine_terminals",
    "kaze4": "four_winds",
    "reach4": "four_riichi",
    "kan4": "four_kans",
    "ron3": "triple_ron",
    "nm": "nagashi",
    "": "exhaustive",
}
_LIMITS = {1: 2000, 2: 3000, 3: 4000, 4: 6000, 5: 8000}
# Rooms with other rules than the manual's, by the type in their GO tag.
_TYPE_RULES = {
    257: {"start": 30000, "oka": 0, "uma": [10000, 10000, -10000, -10000]},
    553: {"uma": [30000, 10000, -10000, -30000], "kiriage": True},
    1569: {
        "uma": [30000, 10000, -10000, -30000],
        "kiriage": True,
        "honba_ron": 1500,
        "honba_tsumo": 500,
    },
    1601: {"renchan": "none"},
    2113: {"start": 1000, "return_points": 1000, "oka": 0, "uma": [0, 0, 0, 0]},
}
# Facts about single logs.
_LOG_RULES = {
    # Type 1 (East only), but the South round is played to its end.
    "sha1-698e3c08a7e7559a": {"length": "hanchan"},
    "sha1-1086b9606c66ec6b": {"length": "hanchan"},
    # An old uma of 10-5.
    "sha1-4ed0d38148bedcd8": {"uma": [10000, 5000, -5000, -10000]},
    "sha1-768c7fb0752a53d2": {"uma": [10000, 5000, -5000, -10000]},
    # So old that a tenpai dealer who leads plays on.
    "sha1-d18c9c9f3599f197": {"tenpai_yame": False},
}


def _claim(tag: dict[str, str], kiriage: bool) -> Claim:
    fu, _points, limit = numbers(tag["ten"])
    yakuman = len(numbers(tag.get("yakuman", "")))
    if yakuman:
        base = 8000 * yakuman
    elif limit:
        base = _LIMITS[limit]
    else:
        han = sum(numbers(tag["yaku"])[1::2])
        base = fu << (2 + han)
        if kiriage and base == 1920:
            base = 2000
    pao = {"pao": int(tag["paoWho"]), "pao_units": 1} if "paoWho" in tag else {}
    return Claim(int(tag["who"]), base, yakuman, **pao)


def _changes(tag: dict[str, str], players: int) -> tuple[list[int], list[int]]:
    """(scores before, scores after) of a settlement's ``sc``."""
    values = numbers(tag["sc"])[: 2 * players]
    before = [100 * value for value in values[::2]]
    return before, [b + 100 * d for b, d in zip(before, values[1::2], strict=True)]


class _Round:
    """What one recorded round says."""

    def __init__(self, tags, players):
        seed = numbers(tags[0][1]["seed"])
        self.wind, self.dealer = seed[0] // 4, seed[0] % 4
        self.honba, self.deposits = seed[1], seed[2]
        self.scores = [100 * value for value in numbers(tags[0][1]["ten"])][:players]
        self.wins = [a for tag, a in tags if tag == "AGARI"]
        self.draw = next((a for tag, a in tags if tag == "RYUUKYOKU"), None)
        self.sticks = sum(tag == "REACH" and a["step"] == "2" for tag, a in tags)
        self.owari = next((a["owari"] for tag, a in tags if "owari" in a), None)
        self.players = players

    def settle(self, rules):
        """(our scores after, recorded scores after, standing after, outcome, winners, tenpai)."""
        ends = self.wins or [self.draw]
        before, _ = _changes(ends[0], self.players)
        _, after = _changes(ends[-1], self.players)
        deposits = self.deposits + self.sticks
        at = Standing(
            before, wind=self.wind, dealer=self.dealer, honba=self.honba, deposits=deposits
        )
        winners, tenpai = [], []
        if self.wins:
            claims = [_claim(win, rules.kiriage) for win in self.wins]
            winners = [claim.winner for claim in claims]
            if self.wins[0]["fromWho"] == self.wins[0]["who"]:
                outcome, delta = "tsumo", tsumo(claims[0], at, rules)
            else:
                outcome = "ron"
                delta = ron(claims, int(self.wins[0]["fromWho"]), at, rules)
            left = 0
        else:
            outcome = _DRAWS[self.draw.get("type", "")]
            tenpai = [s for s in range(self.players) if f"hai{s}" in self.draw]
            delta = [0] * self.players
            if outcome == "exhaustive":
                delta = noten(tenpai, rules)
            elif outcome == "nagashi":
                gains = [a - b for a, b in zip(after, before, strict=True)]
                winners = [s for s, gain in enumerate(gains) if gain > 0]
                delta = nagashi(winners, at, rules)
            left = deposits
        ours = [b + d for b, d in zip(before, delta, strict=True)]
        end = Standing(ours, wind=self.wind, dealer=self.dealer, honba=self.honba, deposits=left)
        return ours, after, end, outcome, winners, tenpai


def _rules_of(row, profile):
    kind = row["rules"]["type"]
    changes = {} if kind & 0x08 else {"length": "tonpuu"}
    changes |= _TYPE_RULES.get(kind, {}) | _LOG_RULES.get(row["log_id"], {})
    return oh.rules.load(profile).replace(**changes)


@pytest.mark.parametrize(
    ("file", "profile", "rounds"),
    [("mjlog_4p.jsonl.gz", "tenhou", 11000), ("mjlog_3p.jsonl.gz", "tenhou-sanma", 3000)],
)
def test_recorded_rounds(file: str, profile: str, rounds: int) -> None:
    faults = []
    seen: collections.Counter[str] = collections.Counter()
    for row, tags in rows(file):
        rules = _rules_of(row, profile)
        starts = [i for i, (tag, _) in enumerate(tags) if tag == "INIT"]
        played = [
            _Round(tags[a:b], rules.players)
            for a, b in zip(starts, [*starts[1:], len(tags)], strict=True)
        ]
        for number, one in enumerate(played):
            if not one.wins and one.draw is None:
                continue  # a log that breaks off
            where = f"{row['log_id']} round {number}"
            ours, recorded, end, outcome, winners, tenpai = one.settle(rules)
            seen[outcome] += 1
            seen["pao"] += any("paoWho" in win for win in one.wins)
            if ours != recorded:
                faults.append(f"{where}: {outcome} scores {ours}, recorded {recorded}")
                continue
            after = next_round(end, outcome, winners=winners, tenpai=tenpai, rules=rules)
            if (after is None) != (one.owari is not None):
                faults.append(f"{where}: {outcome} {end.scores} over {after is None}")
            elif after is not None and number + 1 < len(played):
                following = played[number + 1]
                found = (after.wind, after.dealer, after.honba, after.deposits)
                wanted = (following.wind, following.dealer, following.honba, following.deposits)
                if found != wanted:
                    faults.append(f"{where}: {outcome} goes on at {found}, recorded {wanted}")
            if one.owari is not None:
                values = [float(part) for part in one.owari.split(",")][: 2 * rules.players]
                exact = any(value % 1 for value in values[1::2])
                ranked = rules.replace(rounding="exact" if exact else "half_away")
                final = place(end, ranked)
                seen["owari exact" if exact else "owari"] += 1
                if list(final.scores) != [100 * value for value in values[::2]]:
                    faults.append(f"{where}: final scores {final.scores}, recorded {one.owari}")
                elif list(final.result) != [1000 * value for value in values[1::2]]:
                    faults.append(f"{where}: result {final.result}, recorded {one.owari}")
    print(dict(seen))
    assert not faults, "\n".join(faults)
    assert sum(seen[outcome] for outcome in [*_DRAWS.values(), "tsumo", "ron"]) > rounds
