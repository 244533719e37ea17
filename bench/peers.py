"""oshihiki beside the PyPI packages mahjong and riichienv: the same inputs in one run.

``python bench/peers.py [--hands N] [--quick]`` prints a table in Markdown: what each does in a
second, by processor time on one thread (the median of five passes), and how many times the best
peer that is; then versions, processor and calibration. Hands, walls and choices come from seeds. A
package that is not installed is left out. Before anything is timed, the answers are compared: han
and fu of every hand, shanten of every hand.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import mmap
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import oshihiki as oh
from oracle import hands, mahjong_package

BATCH = 300_000


def wins(n: int) -> list[hands.Hand]:
    """Wins of ordinary worth: no true yakuman, as nearly all wins are, and no renhou, of which each
    set of rules has its own opinion."""
    rng = random.Random(1)
    out: list[hands.Hand] = []
    while len(out) < n:
        hand = hands.random_hand(rng)
        scored = oh.score(**hands.as_keywords(hand))
        if scored.is_win and not scored.yakuman and "renhou" not in hand.flags:
            out.append(hand)
    return out


def rate(work: Callable[[Any], Any], given: list[Any], times: int = 1) -> float:
    passes = []
    for _ in range(5):
        start = time.process_time()
        for one in given:
            work(one)
        passes.append(time.process_time() - start)
    return times * len(given) / statistics.median(passes)


def of_layout(root: str, block: list[hands.Hand]) -> tuple[Callable[[Any], Any], list[Any]]:
    """Calls of a package with the layout of `mahjong`; each makes its configuration."""
    of = mahjong_package.package(root)
    given = [mahjong_package.arguments(of, hand) for hand in block]
    estimate = of.hand.HandCalculator.estimate_hand_value
    configure, options = of.hand_config.HandConfig, of.hand_config.OptionalRules

    def call(one: Any) -> Any:
        tiles, win, melds, dora, ura, circumstances = one
        config = configure(
            **circumstances, options=options(has_open_tanyao=True, has_aka_dora=True)
        )
        return estimate(tiles, win, melds, dora, config, ura_dora_indicators=ura)

    return call, given


def of_riichienv(block: list[hands.Hand]) -> tuple[Callable[[Any], Any], list[Any]]:
    import riichienv

    types = {
        hands.CHI: riichienv.MeldType.Chi,
        hands.PON: riichienv.MeldType.Pon,
        hands.DAIMINKAN: riichienv.MeldType.Daiminkan,
        hands.KAKAN: riichienv.MeldType.Kakan,
        hands.ANKAN: riichienv.MeldType.Ankan,
    }
    given = []
    for hand in block:
        tiles, win, melds = hands.ids_of(hand)
        concealed = tiles[sum(len(ids) for _, ids in melds) :]
        flags = {f: True for f in hand.flags if f not in ("tenhou", "chiihou", "renhou")}
        winds = {"player_wind": hand.seat_wind - 27, "round_wind": hand.round_wind - 27}
        groups = [riichienv.Meld(types[t], ids, t != hands.ANKAN) for t, ids in melds]
        dora, ura = [4 * k for k in hand.dora], [4 * k for k in hand.ura]
        given.append((concealed, groups, win, dora, ura, flags | winds))

    def call(one: Any) -> Any:
        tiles, melds, win, dora, ura, circumstances = one
        evaluator = riichienv.HandEvaluator(tiles, melds)
        return evaluator.calc(win, dora, riichienv.Conditions(**circumstances), ura)

    return call, given


@dataclass
class Job:
    """One kind of work: what oshihiki does in a second, and what its peers do."""

    name: str
    ours: float
    peers: dict[str, float] = field(default_factory=dict)

    def line(self) -> str:
        peers = ", ".join(f"{name} {short(value)}" for name, value in self.peers.items())
        best = max(self.peers.values(), default=0.0)
        times = f"{self.ours / best:,.1f}" if best else "-"
        return f"| {self.name} | {short(self.ours)} | {peers or '-'} | {times} |"


def short(value: float) -> str:
    for unit, name in ((1e6, " million"), (1e3, " thousand")):
        if value >= unit:
            return f"{value / unit:,.3g}{name}"
    return f"{value:,.0f}"


def installed(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def scoring(n: int) -> list[Job]:
    block = wins(n)
    keywords = [
        {name: value for name, value in hands.as_keywords(hand).items() if value} for hand in block
    ]
    rows = [keywords[i % len(keywords)] for i in range(BATCH)]
    random.Random(2).shuffle(rows)
    batch = oh.HandBatch.from_rows(rows)
    peers = {}
    ours = [(s.han, s.fu) for s in (oh.score(**row) for row in keywords)]
    for name, of in (
        ("mahjong", lambda: of_layout("mahjong", block)),
        ("riichienv", lambda: of_riichienv(block)),
    ):
        if installed(name):
            call, given = of()
            theirs = [(s.han, s.fu) for s in map(call, given)]
            report_differences(f"score, {name}", ours, theirs)
            peers[name] = rate(call, given)
    return [
        Job("scoring, one call a hand from text", rate(lambda r: oh.score(**r), keywords), peers),
        Job("scoring, a batch in shuffled order", rate(oh.score_batch, [batch], BATCH), peers),
        Job(
            "scoring, `oshihiki.compat.mahjong`",
            rate(*of_layout("oshihiki.compat.mahjong", block)),
            {k: v for k, v in peers.items() if k == "mahjong"},
        ),
    ]


def shanten(n: int) -> list[Job]:
    rng = np.random.default_rng(3)
    tiles = [sorted(rng.choice(136, 14, replace=False).tolist()) for _ in range(n)]
    counts = np.zeros((n, 34), dtype=np.uint8)
    for row, hand in zip(counts, tiles, strict=True):
        np.add.at(row, np.array(hand) // 4, 1)
    many = np.repeat(counts, max(1, 300_000 // n), axis=0)
    np.random.default_rng(4).shuffle(many)
    texts = [oh.tiles.to_text(sorted(oh.tiles.parse(hand))) for hand in tiles]
    lists = counts.tolist()
    ours = [oh.shanten(text) for text in texts]
    peers = {}
    if installed("mahjong"):
        from mahjong.shanten import Shanten

        calculate = Shanten.calculate_shanten
        report_differences("shanten, mahjong", ours, [calculate(hand) for hand in lists])
        peers["mahjong"] = rate(calculate, lists)
    if installed("riichienv"):
        import riichienv

        report_differences(
            "shanten, riichienv", ours, [riichienv.calculate_shanten(hand) for hand in tiles]
        )
        peers["riichienv"] = rate(riichienv.calculate_shanten, tiles)
    return [
        Job("shanten of 14 tiles, one call a hand from text", rate(oh.shanten, texts), peers),
        Job(
            "shanten of 14 tiles, one call a hand of 34 counts",
            rate(oh.shanten, lists),
            {k: v for k, v in peers.items() if k == "mahjong"},
        ),
        Job(
            "shanten of 14 tiles, one call a hand of 14 ids",
            rate(oh.shanten, tiles),
            {k: v for k, v in peers.items() if k == "riichienv"},
        ),
        Job(
            "shanten of 14 tiles, a batch of 34 counts",
            rate(oh.agari.shanten_batch, [many], len(many)),
            peers,
        ),
        Job(
            "accepted tiles after every discard of 14 tiles, a batch",
            rate(oh.discards_batch, [many], len(many)),
        ),
    ]


def rounds_of_riichienv(matches: int) -> tuple[float, float]:
    """Rounds and decisions a second of uniformly random legal play."""
    import riichienv

    rng = random.Random(5)
    played = decisions = 0
    start = time.process_time()
    for match in range(matches):
        env = riichienv.RiichiEnv(game_mode="4p-red-half", seed=match, skip_mjai_logging=True)
        asked = env.reset()
        played += 1
        seen = (env.kyoku_idx, env.honba, env.round_wind)
        while not env.done():
            chosen = {}
            for seat, observation in asked.items():
                legal = observation.legal_actions()
                chosen[seat] = legal[rng.randrange(len(legal))]
            decisions += len(chosen)
            asked = env.step(chosen)
            now = (env.kyoku_idx, env.honba, env.round_wind)
            played += now != seen and not env.done()
            seen = now
    seconds = time.process_time() - start
    return played / seconds, decisions / seconds


class First(oh.Strategy):
    """A plug-in that takes the first legal action of every row it is asked for."""

    def decide_batch(self, views: Any, legal: Any) -> Any:
        return legal.codes[:, 0]


class FirstOneByOne(oh.Strategy):
    """The same, asked once a decision."""

    def decide(self, view: Any, legal: Any) -> Any:
        return legal[0]


def play(matches: int) -> list[Job]:
    def speeds(player: Any, n: int) -> tuple[float, float]:
        found = []
        for _ in range(5):
            start = time.process_time()
            results = oh.simulate([player] * 4, n, threads=1)
            seconds = time.process_time() - start
            found.append((results.rounds / seconds, results.decisions / seconds))
        return sorted(found)[2]

    rounds, decisions = speeds("random", matches * 20)
    theirs = rounds_of_riichienv(max(matches // 5, 2)) if installed("riichienv") else None
    return [
        Job(
            "rounds, uniformly random legal play",
            rounds,
            {"riichienv": theirs[0]} if theirs else {},
        ),
        Job(
            "decisions, uniformly random legal play",
            decisions,
            {"riichienv": theirs[1]} if theirs else {},
        ),
        Job(
            "decisions, a plug-in in Python asked for many at once",
            speeds(First(), matches * 20)[1],
            {"riichienv": theirs[1]} if theirs else {},
        ),
        Job(
            "decisions, a plug-in in Python asked one by one",
            speeds(FirstOneByOne(), matches * 2)[1],
            {"riichienv": theirs[1]} if theirs else {},
        ),
        Job("rounds, `efficient`", speeds("efficient", matches * 2)[0]),
        Job("rounds, `balanced`", speeds("balanced", matches * 2)[0]),
    ]


def report_differences(what: str, ours: list[Any], theirs: list[Any]) -> None:
    differ = [i for i, (a, b) in enumerate(zip(ours, theirs, strict=True)) if a != b]
    if differ:
        i = differ[0]
        print(
            f"{what}: {len(differ)} of {len(ours)} answers differ, first at {i}: "
            f"{ours[i]} and {theirs[i]}",
            file=sys.stderr,
        )


def start(module: str) -> str:
    """What importing costs: the least processor time of ten runs, and memory, above Python's."""
    # (A process's highest memory is at first that of the one it was forked from.)
    code = (
        "import resource as r, sys; {}; u = r.getrusage(r.RUSAGE_SELF); "
        "print(u.ru_utime + u.ru_stime, open('/proc/self/statm').read().split()[1])"
    )

    def least(statement: str) -> tuple[float, float]:
        runs = []
        for _ in range(10):
            command = [sys.executable, "-c", code.format(statement)]
            seconds, pages = subprocess.check_output(command, text=True).split()
            runs.append((float(seconds), float(pages) * mmap.PAGESIZE / 2**20))
        return min(r[0] for r in runs), min(r[1] for r in runs)

    bare, loaded = least("pass"), least(f"import {module}")
    return f"{1000 * (loaded[0] - bare[0]):.0f} ms and {loaded[1] - bare[1]:.0f} MB"


def calibration() -> float:
    """Seconds that a million steps of a plain Python loop take."""
    start = time.process_time()
    n = 0
    while n < 1_000_000:
        n += 1
    return time.process_time() - start


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    return next((x.split(":")[1].strip() for x in lines if x.startswith("model name")), "unknown")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--hands", type=int, default=5000)
    parser.add_argument("--quick", action="store_true", help="a smoke run; figures mean nothing")
    options = parser.parse_args()
    n = 200 if options.quick else options.hands
    before = calibration()
    jobs = [*play(5 if options.quick else 100), *shanten(n), *scoring(n)]
    print("| a second, on one core | oshihiki | others | times the best |")
    print("|---|---|---|---|")
    for job in jobs:
        print(job.line())
    modules = [
        "oshihiki",
        *(m for m in ("mahjong.hand_calculating.hand", "riichienv") if installed(m.split(".")[0])),
    ]
    print("\nImporting takes, above Python's own:", ", ".join(f"{m} {start(m)}" for m in modules))
    versions = [f"oshihiki {oh.__version__}"]
    versions += [
        f"{name} {importlib.metadata.version(name)}"
        for name in ("mahjong", "riichienv")
        if installed(name)
    ]
    print(
        f"\n{', '.join(versions)}; Python {platform.python_version()}; {processor()}; a million "
        f"steps of a Python loop took {before:.3f} s before and {calibration():.3f} s after."
    )


if __name__ == "__main__":
    main()
