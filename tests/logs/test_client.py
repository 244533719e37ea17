"""Client logs: hidden tiles that fit, and the server's offers against the legal actions."""

from __future__ import annotations

import gzip
import json
import os
import random
from pathlib import Path

import pytest

from oshihiki.errors import LogError
from oshihiki.logs import client, parse, replay

_CORPUS = os.environ.get("OSHIHIKI_CORPUS")

# One turn each: the client (seat 2 from the first dealer) may pon 7z of the dealer and does not.
_HEAD = [
    'G <GO type="9" lobby="0"/>',
    'G <TAIKYOKU oya="2"/>',
    (
        'G <INIT seed="0,0,0,1,1,0" ten="250,250,250,250" oya="2" '
        'hai="132,133,4,9,20,36,45,56,72,81,92,108,112"/>'
    ),
    "G <V/>",
    'G <F134 t="1"/>',
    "G <W/>",
    "G <G120/>",
    "G <T124/>",
    "G <D124/>",
]


def _verify(lines: list[str]) -> replay.Verified:
    return replay.verify(client.parse(lines, "own"))


def test_an_offer_is_what_is_legal() -> None:
    found = _verify(_HEAD)
    assert found.mismatches == []
    assert found.offers == 1


@pytest.mark.parametrize(("line", "ours"), [("G <F134/>", 1), ('G <F134 t="9"/>', 1)])
def test_another_offer_is_a_mismatch(line: str, ours: int) -> None:
    found = _verify([*_HEAD[:4], line, *_HEAD[5:]])
    (mismatch,) = found.mismatches
    assert (mismatch.kind, mismatch.round, mismatch.got) == ("offer", "E1.0", ours)


def test_hidden_tiles_fit_what_was_played() -> None:
    match = client.parse(_HEAD, "own")
    (played,) = match.rounds
    filled = client.fill(match, played, random.Random(3))
    tiles = [t for hand in filled.hands for t in hand]
    assert None not in tiles
    assert len(set(tiles)) == 52
    assert all(m.tile is not None for m in filled.moments if m.op == 0)
    assert played.hands[0] == [None] * 13  # the log itself stays as it was read


def test_a_bad_line_is_named() -> None:
    with pytest.raises(LogError, match=r"own: round E1\.0, line 4 'G <Q5/>'"):
        client.parse([*_HEAD[:3], "G <Q5/>"], "own")


@pytest.mark.skipif(not _CORPUS, reason="OSHIHIKI_CORPUS is not set")
def test_recorded_offers() -> None:
    assert _CORPUS is not None
    found = replay.Verified()
    with gzip.open(Path(_CORPUS) / "tenhou_client.jsonl.gz", "rt", encoding="utf-8") as rows:
        for number, line in enumerate(rows):
            if number % 20 == 0:
                row = json.loads(line)
                found.add(
                    replay.verify(parse(row["kind"], json.dumps(row["events"]), row["log_id"]))
                )
    assert [m for m in found.mismatches if m.kind == "offer"] == []
    assert found.offers > 300


def test_the_bits_of_an_offer() -> None:
    assert client.offered(["chi", "pon", "pass", "chi"], own_draw=False) == 5
    assert client.offered(["tsumo", "riichi", "discard"], own_draw=True) == 16
    assert client.offered(["riichi", "ankan"], own_draw=True) == 32
