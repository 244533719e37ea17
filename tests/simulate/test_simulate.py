from __future__ import annotations

import collections
import json
import math
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import oshihiki as oh
from oshihiki.cli.bench import WORKLOADS, signature_text
from oshihiki.cli.bench import command as bench
from oshihiki.cli.simulate import command, split_strategies
from oshihiki.simulate import Results

FIELD = ["efficient", "tsumogiri", "random", "efficient"]
RATES = ["win", "deal_in", "draw", "riichi", "call", "tsumo_share", "mean_win", "mean_deal_in"]


@pytest.fixture(scope="module")
def results() -> Results:
    return oh.simulate(FIELD, 60, key=3, threads=2)


def test_threads_do_not_matter(results, tmp_path: Path) -> None:
    for threads in (1, 7):
        other = oh.simulate(FIELD, 60, key=3, threads=threads, rows=tmp_path / str(threads))
        assert other.counts == results.counts
        assert other.signature == results.signature
    for name in ("rounds.parquet", "matches.parquet"):
        one, many = (tmp_path / str(threads) / name for threads in (1, 7))
        assert one.read_bytes() == many.read_bytes()


def test_ranges_of_matches_join(results) -> None:
    parts = [oh.simulate(FIELD, 30, key=3, threads=1, first=first) for first in (0, 30)]
    assert sum(part.rounds for part in parts) == results.rounds
    signatures = sum(int(part.signature, 16) for part in parts) % 2**64
    assert f"{signatures:016x}" == results.signature


def test_summary_is_the_documented_one(results) -> None:
    summary = results.summary()
    assert list(summary) == [
        *("matches", "rounds", "decisions", "seconds", "rounds_per_second"),
        *("decisions_per_second", *RATES, "interval", "seats"),
    ]
    assert len(summary["seats"]) == 4
    for seat, name in zip(summary["seats"], FIELD, strict=True):
        assert list(seat) == ["strategy", *RATES, "interval", "rank", "ranks"]
        assert seat["strategy"] == name
        assert math.isclose(sum(seat["ranks"]), 1)
        assert math.isclose(sum(p * n for p, n in enumerate(seat["ranks"], 1)), seat["rank"])
    assert json.loads(json.dumps(summary)) == summary


def test_identities(results) -> None:
    summary = results.summary()
    extra = results.extra_winners / results.rounds
    assert math.isclose(4 * summary["win"] + summary["draw"], 1 + extra)
    ron = summary["win"] * (1 - summary["tsumo_share"])
    assert math.isclose(ron, summary["deal_in"] + extra / 4)
    # What is won by ron is dealt in.
    assert math.isclose(sum(seat["rank"] for seat in summary["seats"]), 10)
    for name in RATES[:5]:
        mean = sum(seat[name] for seat in summary["seats"]) / 4
        assert math.isclose(mean, summary[name])


def test_rows_give_the_same_rates(tmp_path: Path) -> None:
    """Everything in the summary, once more from the rows, the slow way."""
    import pyarrow.parquet as pq

    results = oh.simulate(FIELD, 50, key=4, threads=2, rows=tmp_path)
    rounds = pq.read_table(tmp_path / "rounds.parquet").to_pylist()
    matches = pq.read_table(tmp_path / "matches.parquet").to_pylist()
    assert [m["match"] for m in matches] == list(range(50))
    assert len(rounds) == results.rounds == sum(m["rounds"] for m in matches)
    assert sum(r["decisions"] for r in rounds) == results.decisions
    wins = collections.Counter(s for r in rounds for s in r["winners"])
    points = [p for r in rounds for p in r["points"] if p]
    ron = [r for r in rounds if r["outcome"] == "ron"]
    summary = results.summary()
    for seat in range(4):
        assert math.isclose(summary["seats"][seat]["win"], wins[seat] / len(rounds))
        called = sum(seat in r["called"] for r in rounds)
        assert math.isclose(summary["seats"][seat]["call"], called / len(rounds))
        riichi = sum(seat in r["riichi"] for r in rounds)
        assert math.isclose(summary["seats"][seat]["riichi"], riichi / len(rounds))
        mean = sum(m["rank"][seat] for m in matches) / 50
        assert math.isclose(summary["seats"][seat]["rank"], mean)
    assert math.isclose(summary["mean_win"], sum(points) / len(points))
    paid = sum(sum(r["points"]) for r in ron)
    assert math.isclose(summary["mean_deal_in"], paid / len(ron))
    assert math.isclose(summary["deal_in"], len(ron) / len(rounds) / 4)
    draws = sum(not r["winners"] for r in rounds)
    assert math.isclose(summary["draw"], draws / len(rounds))
    # Points: from round to round, and what a match ends with.
    scores = [25000] * 4
    for before, row in zip([None, *rounds], rounds, strict=False):
        if before is None or before["match"] != row["match"]:
            scores = [25000] * 4
        assert row["scores"] == [s + d for s, d in zip(scores, row["delta"], strict=True)]
        scores = row["scores"]
    for match in matches:
        assert sum(match["scores"]) == 100000
        assert sum(match["result"]) == 0


def test_an_interrupted_run_keeps_its_rows(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        oh.simulate(FIELD, 10**6, key=4, threads=1, rows=tmp_path, progress=stop)
    matches = pq.read_table(tmp_path / "matches.parquet")["match"].to_pylist()
    assert matches == list(range(len(matches)))
    assert 0 < len(matches) < 10**6
    assert sorted(p.name for p in tmp_path.iterdir()) == ["matches.parquet", "rounds.parquet"]


def test_intervals_cover_the_mean_of_more(results) -> None:
    """The interval's width is the one of the spread between equal batches."""
    batches = [
        oh.simulate(["tsumogiri", "efficient"] * 2, 25, key=9, threads=2, first=25 * i)
        for i in range(24)
    ]
    whole = oh.simulate(["tsumogiri", "efficient"] * 2, 600, key=9, threads=2)
    for name in ("win", "mean_win", "deal_in"):
        values = [batch.summary()[name] for batch in batches]
        mean = sum(values) / len(values)
        spread = math.sqrt(sum((v - mean) ** 2 for v in values) / (len(values) - 1) / len(values))
        low, high = whole.summary()["interval"][name]
        assert 0.5 < (high - low) / 2 / (1.96 * spread) < 2
        assert low < mean < high


def test_a_traced_match_is_the_simulated_one(tmp_path: Path) -> None:
    """The engine stepped from Python plays what the simulation plays."""
    import pyarrow.parquet as pq

    from oshihiki import _core
    from oshihiki.strategy import built_in

    oh.simulate(FIELD, 3, key=5, threads=1, rows=tmp_path)
    rows = pq.read_table(tmp_path / "rounds.parquet").to_pylist()
    players = [built_in(name) for name in FIELD]
    match = oh.Match("tenhou", key=5, match=2)
    ends = []
    while not match.over:
        seat, round_ = match.waiting[0], match.round
        match.step(_core.decide(round_._round, seat, players[seat]))
        if round_.over:
            ends.append(round_.scores)
    assert ends == [row["scores"] for row in rows if row["match"] == 2]


@pytest.mark.parametrize("rules", oh.rules.names())
def test_every_profile_plays(rules: str) -> None:
    players = oh.rules.load(rules).players
    results = oh.simulate(["efficient", "random", "tsumogiri", "efficient"][:players], 4, rules)
    assert results.matches == 4
    assert results.rounds >= 12


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"strategies": ["random"] * 3, "matches": 1}, "3 strategies given; 4 players"),
        ({"strategies": ["random"] * 4, "matches": -1}, "matches 0 to -1"),
        ({"strategies": ["nobody"] * 4, "matches": 1}, "nobody"),
        ({"strategies": ["random"] * 4, "matches": 1, "threads": -1}, "threads = -1"),
        ({"strategies": ["random"] * 4, "matches": 1, "rules": "none-such"}, "none-such"),
    ],
)
def test_bad_arguments(arguments, message: str) -> None:
    with pytest.raises(oh.Error, match=message):
        oh.simulate(**arguments)


def test_split_strategies() -> None:
    text = "balanced:fold=never,calls=50,random, efficient:riichi=never"
    assert split_strategies(text) == [
        "balanced:fold=never,calls=50",
        "random",
        "efficient:riichi=never",
    ]


def test_command(results) -> None:
    arguments = ["--strategies", ",".join(FIELD), "--matches", "60", "--key", "3"]
    run = CliRunner()
    text = run.invoke(command, arguments, catch_exceptions=False).output
    assert text.splitlines()[0].split() == ["all", "0", FIELD[0], "1", FIELD[1], "2", FIELD[2],
                                            "3", FIELD[3]]  # fmt: skip
    assert f"60 matches, {results.rounds} rounds" in text
    printed = json.loads(run.invoke(command, [*arguments, "--json", "--threads", "1"]).output)
    timed = {"seconds", "rounds_per_second", "decisions_per_second"}
    expected = results.summary()
    assert {k: v for k, v in printed.items() if k not in timed} == {
        k: v for k, v in expected.items() if k not in timed
    }


def test_command_refuses_with_exit_2() -> None:
    for arguments in (["--strategies", "random"], ["--matches", "0"], ["--rules", "xyz"]):
        done = subprocess.run(
            [sys.executable, "-m", "oshihiki", "simulate", *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.strip()


def test_signature() -> None:
    """bench/SIGNATURE: the engine and the strategies play as they did when it was committed."""
    committed = Path(__file__).parents[2] / "bench" / "SIGNATURE"
    output = CliRunner().invoke(bench, ["--signature", "--threads", "2"]).output
    assert output == committed.read_text(encoding="utf-8"), (
        "meant? then: oshihiki bench --signature > bench/SIGNATURE"
    )


def test_signature_names_every_workload() -> None:
    text = signature_text(dict.fromkeys(WORKLOADS, "0"))
    assert [line.split()[0] for line in text.splitlines()] == ["all", *WORKLOADS]
