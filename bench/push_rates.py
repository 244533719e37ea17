"""How often an unsafe tile is discarded against a riichi: people, strategies, position studies and
LuckyJ, side by side, by shanten, turn and dora.

    python bench/push_rates.py LOG... [--luckyj FILE] [--logs N] [--studied N] [--worlds N]

LOGs are Tenhou logs whose seed tells the wall. Counted are decisions at which a seat not in riichi
must discard while an opponent is in riichi; safe is a tile that is genbutsu, suji (of 4 to 6 on
both sides) or an honour of which two lie on the table, against every opponent in riichi. `people`
is what the logs have, `balanced` what that strategy would do at the same decisions, `study` the
action of highest expected value at some of them, evenly spread. FILE is `aggregates_pushfold.json`
of the judged positions (default: in OSHIHIKI_POSITIONS); LuckyJ's spots are its own.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from oshihiki import _core, logs
from oshihiki.errors import LogError
from oshihiki.logs import replay
from oshihiki.play import Action
from oshihiki.study import position as positions
from oshihiki.study.decision import Position

TURNS = (("<=8", 0, 8), ("9-12", 9, 12), ("13+", 13, 99))


def safe_kinds(state: Any, seat: int) -> int:
    """Bits of the kinds that count as safe against every opponent in riichi."""
    table = state.to_dict()
    safe = -1
    for s, other in enumerate(table["seats"]):
        if s == seat or not other["riichi"]:
            continue
        passed = other["discarded"] | other["passed"]
        mine = passed
        for kind in range(34):
            if kind >= 27:
                mine |= (table["visible"][kind] >= 2) << kind
                continue
            rank = kind % 9
            sides = [kind + d for d in (-3, 3) if 0 <= rank + d <= 8]
            mine |= all(passed >> k & 1 for k in sides) << kind
        safe &= mine
    return safe


def decisions(paths: list[str], most: int) -> Iterator[tuple[Any, int, int]]:
    """(state, seat, what was done) of every decision counted."""
    read = (source for path in paths for source in logs.sources(path))
    for name, kind, text in islice(read, most):
        if kind != "mjlog":
            continue
        try:
            match = logs.parse(kind, text, name)
        except LogError:
            continue
        if match.players != 4:
            continue
        for script in replay.scripts(match)[0]:
            state = _core.Round(script.rules, script.wall, script.standing)
            for seat, code in script.actions:
                if state.phase <= 1 and state.turn == seat and faces(state, seat):
                    yield state.clone(), seat, code
                state.step(seat, code)


def faces(state: Any, seat: int) -> bool:
    """Whether a seat not in riichi must discard while another is in riichi."""
    declared = [any(d & 0x100 for d in state.river(s)) for s in range(4)]
    if declared[seat] or not any(declared):
        return False
    return not any(Action(code).type.name == "tsumo" for code in state.legal(seat))


class Rates:
    """Pushes and decisions, by what they are grouped by."""

    def __init__(self) -> None:
        self.n: dict[str, list[int]] = defaultdict(lambda: [0, 0])

    def add(self, groups: list[str], pushes: bool) -> None:
        for group in groups:
            self.n[group][0] += pushes
            self.n[group][1] += 1

    def text(self, group: str) -> str:
        pushes, n = self.n[group]
        return f"{100 * pushes / n:5.1f} ({n})" if n else "-"


def groups_of(state: Any, seat: int) -> list[str]:
    values = _core.study_feature_values(state, seat)
    shanten = "3+" if values["shanten"] >= 3 else str(values["shanten"])
    turn = next(name for name, a, b in TURNS if a <= values["turn"] <= b)
    out = [f"shanten {shanten}", f"shanten {shanten}, turn {turn}"]
    if shanten == "1":
        dora = "3+" if values["dora"] >= 3 else str(values["dora"])
        out.append(f"1 away, dora {dora}, turn {turn}")
    return out


def luckyj(path: Path) -> dict[str, str]:
    data = json.loads(path.read_text(encoding="utf-8"))["facing_riichi_discards"]
    out = {}
    for shanten, (n, rate) in data["push_rate_by_shanten"].items():
        out[f"shanten {shanten}"] = f"{100 * rate:5.1f} ({n})"
    for shanten, turns in data["push_rate_by_shanten_turn"].items():
        for turn, (n, rate) in turns.items():
            out[f"shanten {shanten}, turn {turn}"] = f"{100 * rate:5.1f} ({n})"
    for dora, rates in data["push_1shanten_by_dora_turn"].items():
        for turn, rate in rates.items():
            out[f"1 away, dora {dora}, turn {turn}"] = f"{100 * rate:5.1f}"
    return out


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="+")
    default = Path(os.environ.get("OSHIHIKI_POSITIONS", ".")) / "aggregates_pushfold.json"
    parser.add_argument("--luckyj", type=Path, default=default)
    parser.add_argument("--logs", type=int, default=60)
    parser.add_argument("--studied", type=int, default=200)
    parser.add_argument("--worlds", type=int, default=1131)
    parser.add_argument("--value", default="points")
    parser.add_argument("--sampling", default="tenpai")
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args()
    if not given.luckyj.is_file():
        print(f"needs {given.luckyj}: --luckyj, or OSHIHIKI_POSITIONS", file=sys.stderr)
        return 2
    started = time.monotonic()
    strategy = _core.Strategy("balanced")
    columns = {name: Rates() for name in ("people", "balanced", "study")}
    all_ = []
    for state, seat, code in decisions(given.paths, given.logs):
        safe, groups = safe_kinds(state, seat), groups_of(state, seat)
        all_.append((state, seat, safe, groups))
        for name, action in (("people", code), ("balanced", _core.decide(state, seat, strategy))):
            columns[name].add(groups, not safe >> (action & 63) & 1)
    step = max(1, len(all_) // max(given.studied, 1))
    for state, seat, safe, groups in all_[::step] if given.studied else ():
        result = positions.run(
            Position(state, seat),
            sampling=given.sampling,
            value=given.value,
            worlds=given.worlds,
            seconds=0,
            drop=True,
            threads=given.threads,
        )
        columns["study"].add(groups, not safe >> (result.codes[result.best] & 63) & 1)
    theirs = luckyj(given.luckyj)
    print(f"{'':30} {'LuckyJ':>14}" + "".join(f" {name:>14}" for name in columns))
    for group in theirs:
        found = "".join(f" {rates.text(group):>14}" for rates in columns.values())
        print(f"{group:30} {theirs[group]:>14}{found}")
    print(f"{len(all_)} decisions; {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
