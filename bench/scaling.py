"""How cost grows with work: rounds a second by how many are played and by threads.

``python bench/scaling.py [--most ROUNDS]`` plays uniformly random rounds under Tenhou's rules:
10^3, 10^5, ... rounds on one thread, then 10^5 rounds on 1, 2, 4 and 8 threads. Rates are by the
clock on the wall; peak memory is of the process so far.
"""

from __future__ import annotations

import argparse
import os
import resource
import time

import oshihiki as oh

ROUNDS_A_MATCH = 12


def speed(rounds: int, threads: int) -> float:
    matches = max(rounds // ROUNDS_A_MATCH, 1)
    start = time.perf_counter()
    played = oh.simulate(["random"] * 4, matches, threads=threads).rounds
    return played / (time.perf_counter() - start)


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=10_000_000)
    most = parser.parse_args().most
    speed(1000, 1)
    print("| rounds | rounds/s, one thread | peak memory, MB |")
    print("|---|---|---|")
    rounds = 1000
    while rounds <= most:
        print(f"| {rounds:,} | {speed(rounds, 1):,.0f} | {peak():.0f} |", flush=True)
        rounds *= 100
    print(f"\n| threads ({os.cpu_count()} cores) | rounds/s | times one thread |")
    print("|---|---|---|")
    one = 0.0
    for threads in (1, 2, 4, 8):
        # The best of three: another process on the machine only ever takes away.
        fast = max(speed(100_000, threads) for _ in range(3))
        one = one or fast
        print(f"| {threads} | {fast:,.0f} | {fast / one:.2f} |", flush=True)


if __name__ == "__main__":
    main()
