"""Every wall of the seeded Tenhou logs comes out of our generator."""

from __future__ import annotations

import re

import pytest

import oshihiki as oh
from mjlog_rows import numbers, rows
from oshihiki import wall

_DRAW = re.compile(r"[TUVW](\d+)")


def _is_kan_or_kita(code: int) -> bool:
    """Whether a call's code is followed by a replacement tile."""
    if code & 0x4:
        return False  # chi
    return not code & 0x8  # not pon: kakan, daiminkan, ankan or kita


def _round_faults(dealt, tags, players, replacement):
    """Differences between a dealt wall and the record of one round."""
    ids = dealt.ids
    seed = numbers(tags[0][1]["seed"])
    dealer = int(tags[0][1]["oya"])
    if [die - 1 for die in dealt.dice] != seed[3:5]:
        yield f"dice {dealt.dice}, recorded {seed[3:5]}"
    if ids[replacement + 1] != seed[5]:
        yield f"indicator {ids[replacement + 1]}, recorded {seed[5]}"
    at = len(ids)
    hands: list[list[int]] = [[] for _ in range(players)]
    for size in (4, 4, 4, 1):
        for i in range(players):
            hands[(dealer + i) % players] += [ids[at - 1 - j] for j in range(size)]
            at -= size
    for seat, hand in enumerate(hands):
        if sorted(hand) != sorted(numbers(tags[0][1][f"hai{seat}"])):
            yield f"hand of seat {seat}"
    taken, shown, from_dead = 0, 1, False
    for tag, attributes in tags[1:]:
        drawn = _DRAW.fullmatch(tag)
        if drawn and not attributes:
            if from_dead:
                expected = ids[taken ^ 1]
                taken += 1
            else:
                at -= 1
                expected = ids[at]
            from_dead = False
            if int(drawn[1]) != expected:
                yield f"drew {expected}, recorded {drawn[1]}"
        elif tag == "N":
            from_dead = _is_kan_or_kita(int(attributes["m"]))
        elif tag == "DORA":
            if int(attributes["hai"]) != ids[replacement + 1 + 2 * shown]:
                yield f"kan indicator {shown}, recorded {attributes['hai']}"
            shown += 1
        elif tag == "AGARI" and "doraHaiUra" in attributes:
            ura = [ids[replacement + 2 * i] for i in range(shown)]
            if numbers(attributes["doraHaiUra"]) != ura:
                yield f"ura {ura}, recorded {attributes['doraHaiUra']}"


@pytest.mark.parametrize(
    ("file", "profile", "logs"),
    [("mjlog_4p.jsonl.gz", "tenhou", 1184), ("mjlog_3p.jsonl.gz", "tenhou-sanma", 388)],
)
def test_every_recorded_wall(file: str, profile: str, logs: int) -> None:
    rules = oh.rules.load(profile)
    seen = rounds = 0
    faults = []
    for row, tags in rows(file):
        seed = next((a.get("seed", "") for tag, a in tags if tag == "SHUFFLE"), "")
        # Rows say how many of their rounds another program could regenerate; of one old log none.
        known = row["wall"] == "match" or re.match(r"hex-seed (\d+)/\1 ", row["wall"])
        if not seed or not known:
            continue
        seen += 1
        walls = wall.tenhou(re.sub(r"\s", "", seed), rules)
        starts = [i for i, (tag, _) in enumerate(tags) if tag == "INIT"]
        for start, end in zip(starts, [*starts[1:], len(tags)], strict=True):
            rounds += 1
            found = _round_faults(
                next(walls), tags[start:end], rules.players, rules.replacement_tiles
            )
            faults += [f"{row['log_id']} round {starts.index(start)}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
    assert seen == logs
    assert rounds > 3000


def test_old_and_new_form_differ_in_the_dead_wall_only() -> None:
    import base64
    import struct

    words = [(i * 2654435761) % 2**32 for i in range(624)]
    new = "mt19937ar-sha512-n288-base64," + base64.b64encode(struct.pack("<624I", *words)).decode()
    old = "mt19937ar-sha512-n288," + ",".join(f"{word:08X}" for word in words)
    first, second = wall.tenhou(new), wall.tenhou(old)
    for _ in range(3):
        one, other = next(first), next(second)
        assert one.dice == other.dice
        assert one.ids[14:] == other.ids[14:]
        assert [one.ids[i ^ 1] for i in range(14)] == list(other.ids[:14])


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        ("", "needed, given ''"),
        ("0.1234", "needed, given '0.1234'"),
        ("mt19937ar-sha512-n288-base64,AAAA", "2496 bytes"),
        ("mt19937ar-sha512-n288-base64,A*", "character 1"),
        ("mt19937ar-sha512-n288,12G4", "12G4"),
        ("mt19937ar-sha512-n288,", "no words"),
    ],
)
def test_bad_seeds(seed: str, message: str) -> None:
    with pytest.raises(oh.LogError, match=re.escape(message)):
        wall.tenhou(seed)
