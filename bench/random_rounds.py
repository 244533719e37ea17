"""Random rounds under every profile, with every invariant checked after each step.

    python bench/random_rounds.py PROGRAM [--rounds 100000] [--processes 2]

PROGRAM is the built `random_rounds` (asserts on: presets `dev` and `asan`). Prints a line a
profile and ends with 1 if an invariant was broken; the message has the address that replays it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import oshihiki as oh

CHUNK = 2_500


def argument(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"{name}={str(value).lower()}"
    if isinstance(value, (list, tuple)):
        return f"{name}={','.join(str(v) for v in value)}"
    return f"{name}={value}"


def play(program: str, profile: str, rounds: int, key: int) -> dict[str, Any]:
    rules = oh.rules.load(profile).to_dict()
    arguments = [argument(k, v) for k, v in rules.items()]
    done = subprocess.run(
        [program, str(rounds), str(key), *arguments], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        return {"broken": f"{profile}, key {key}: {done.stderr.strip()}"}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def added(into: dict[str, Any], more: dict[str, Any]) -> None:
    for key, value in more.items():
        if isinstance(value, dict):
            added(into.setdefault(key, {}), value)
        else:
            into[key] = into.get(key, 0) + value


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=100_000, help="a profile")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--key", type=int, default=1)
    given = parser.parse_args()
    broken = []
    with ThreadPoolExecutor(given.processes) as pool:
        for profile in oh.rules.names():
            began = time.monotonic()
            sizes = [min(CHUNK, given.rounds - at) for at in range(0, given.rounds, CHUNK)]
            total: dict[str, Any] = {}
            keys = range(given.key, given.key + len(sizes))
            for part in pool.map(lambda n, k, p=profile: play(given.program, p, n, k), sizes, keys):
                if "broken" in part:
                    broken.append(part["broken"])
                    print(part["broken"], file=sys.stderr, flush=True)
                else:
                    added(total, part)
            ends = {k: v for k, v in total.get("outcomes", {}).items() if v}
            print(
                f"{profile}: {total.get('rounds', 0)} rounds, {total.get('decisions', 0)} "
                f"decisions, {time.monotonic() - began:.0f} s; {ends}",
                flush=True,
            )
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
