"""Fork against position: the same two actions at the same spots, once in the world that was dealt
and re-deals of its wall, once in worlds sampled from what the hero sees."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from oshihiki import _core, study
from oshihiki.rules import load
from oshihiki.strategy import built_in
from oshihiki.strategy.temper import lapse_code, temperature_code
from oshihiki.study.position_result import FIELDS
from oshihiki.study.toml import dump_toml


@dataclass(frozen=True)
class Means:
    """Of one quantity over spots, in points, and how far apart they are."""

    fork: float
    position: float
    apart: float
    error: float  # of `apart`, over spots

    @property
    def errors_apart(self) -> float:
        return self.apart / self.error if self.error else math.inf

    @classmethod
    def of(cls, fork: Sequence[float], position: Sequence[float]) -> Means:
        n = len(fork)
        apart = [x - y for x, y in zip(fork, position, strict=True)]
        mean = sum(apart) / n
        variance = sum((x - mean) ** 2 for x in apart) / (n - 1)
        return cls(sum(fork) / n, sum(position) / n, mean, math.sqrt(variance / n))


@dataclass(frozen=True)
class Compared:
    """The difference of the two actions, and what the first is worth."""

    spots: int
    difference: Means
    value: Means


def forked(data: dict[str, Any], rounds: int, threads: int) -> list[dict[str, Any]]:
    """A study's rows: one a spot."""
    import pyarrow.parquet as pq

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "spec.toml"
        text = dump_toml(data | {"output": {"rows": True}})
        file.write_text(text, encoding="utf-8")
        out = Path(folder) / "out"
        study.load(file).run(out, threads=threads, max_rounds=rounds)
        rows: list[dict[str, Any]] = pq.read_table(out / "rows.parquet").to_pylist()
    return rows


def state_at(row: dict[str, Any], rules: Any, base: str, key: int) -> Any:
    """The round at a row's spot, played again; every round begins with an even E1."""
    round_ = _core.Round(rules, key=key, match=row["match"], round=row["number"])
    strategy = _core.Strategy(base)
    asked = dict.fromkeys(range(4), 0)
    while True:
        seat = round_.waiting[0]
        if seat == row["seat"] and asked[seat] == row["decision"]:
            return round_
        asked[seat] += 1
        round_.step(seat, _core.decide(round_, seat, strategy))


def base_of(data: dict[str, Any]) -> str:
    base: str = data["strategies"]["base"]
    return base


def pace(base: str) -> dict[str, Any]:
    """Of chains that need not tell one spot well, but must have left where they began."""
    player = built_in(base)
    temperature, lapse = (player.get(name) for name in ("temperature", "lapse"))
    return {
        "temperature": temperature_code(float(temperature)),
        "lapse": lapse_code(lapse / 1000),
        "burn_in": 12_000,
        "thin": 400,
        "redeals": 1,
        "chains": 2,
    }


def compare(
    data: dict[str, Any],
    *,
    spots: int,
    worlds: int,
    sampling: str,
    rounds: int = 4096,
    threads: int = 1,
) -> Compared:
    """The first pair of a study of two arms with one continuation, over its first spots.

    Sampling `likelihood` reads the hands as those of players who err as the base's parameters say.
    """
    reading = pace(base_of(data)) if sampling == "likelihood" else None
    rules, key = load(data["study"]["rules"]), data["study"]["key"]
    base = base_of(data)
    arms: Sequence[str] = data["compare"]["pairs"][0]
    (then,) = {data["arms"][arm]["then"] for arm in arms}
    rows = forked(data, rounds, threads)[:spots]
    if len(rows) < spots:
        raise ValueError(f"{len(rows)} spots in {rounds} rounds")
    fork: list[list[float]] = [[], []]  # differences, values
    sampled: list[list[float]] = [[], []]
    for row in rows:
        fork[0].append(row[f"difference_{'-'.join(arms)}"])
        fork[1].append(row[f"value_{arms[0]}"])
        state = state_at(row, rules, base, key)
        codes = [
            _core.study_first_action(state, row["seat"], data["arms"][arm]["first"], then)
            for arm in arms
        ]
        play = _core.StudyPosition(
            round=state,
            hero=row["seat"],
            sampling="tenpai" if reading else sampling,
            others=base,
            then=[then],
            key=key,
        )
        a, b = (
            next(i for i, c in enumerate(play.actions) if (c ^ code) & ~(1 << 11) == 0)
            for code in codes
        )
        wanted = 1 << a | 1 << b
        if reading is None:
            n, sums, _ = play.play(0, worlds, wanted, threads)
        else:
            chains = _core.StudyChains(position=play, round=state, **reading)
            (n, sums, _), _ = chains.advance(worlds // reading["chains"], wanted, threads)
        width = len(FIELDS)
        sampled[0].append((sums[a * width] - sums[b * width]) * 100 / n)
        sampled[1].append(sums[a * width] * 100 / n)
    return Compared(spots, Means.of(fork[0], sampled[0]), Means.of(fork[1], sampled[1]))


CONTEXT = {"round": "E1", "scores": "even", "honba": 0, "deposits": 0}


def quiet(key: int = 11) -> dict[str, Any]:
    """A field whose discards tell nothing of its hands: everybody throws what he draws. Uniform
    worlds are then true ones, but for the wins that nobody had."""
    return {
        "study": {"title": "Quiet", "rules": "tenhou", "key": key, "context": CONTEXT},
        "strategies": {"base": "tsumogiri"},
        "spot": {"turn": {"exactly": 6}, "pick": "first"},
        "arms": {
            "attack": {"first": "attack", "then": "efficient"},
            "safest": {"first": "safest", "then": "efficient"},
        },
        "compare": {"pairs": [["attack", "safest"]]},
        "variance": {"worlds": 16},
    }


def pushing(key: int = 11, base: str = "balanced") -> dict[str, Any]:
    """Push or fold one tile against a first riichi, everybody balanced."""
    data = quiet(key)
    data["study"]["title"] = "Pushing"
    data["strategies"]["base"] = base
    data["spot"] = {
        "riichi_opponents": {"exactly": 1},
        "turn": {"from": 5, "to": 15},
        "shanten": {"to": 1},
        "pick": "first",
    }
    data["arms"] = {
        "push": {"first": "attack", "then": "balanced"},
        "fold": {"first": "safest", "then": "balanced"},
    }
    data["compare"] = {"pairs": [["push", "fold"]]}
    return data
