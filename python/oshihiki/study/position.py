"""One decision: what every action is worth over the worlds that fit what the hero sees.

The decision is a discard (with riichi, kans, a win) or the answer to the tile of another (chi,
pon, kan, ron, pass); :func:`from_log` takes it from a recorded match, :func:`from_text` reads one
that is written down.

A *world* is a way the hidden tiles can lie: the opponents' hands, the draws to come, the dead
wall. Each is a function of the position, the key and its number, and every action is played
through through the same worlds, so differences are paired. After the action the hero goes on by his
strategy and everybody else by theirs. He may have several ways to go on: an action is then worth
what the better of them brings, on average over the worlds.

``sampling`` says how worlds are drawn:

``uniform``
    every order of the tiles that the hero does not see is equally likely, whatever was discarded;
``tenpai``
    a hand in riichi is tenpai, every such set of tiles equally likely, and waits for nothing that
    is safe against it (its own discards, tiles passed since the riichi); dead waits count. All
    other hands are drawn from what is left. A furiten riichi is legal, so this is an assumption;
``likelihood``
    worlds are weighed by how likely the opponents' play is in them, see
    :mod:`oshihiki.study.likelihood`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from oshihiki import _core
from oshihiki.errors import Error, StudyError
from oshihiki.study import position_merged, position_store
from oshihiki.study.any_spec import hash_of
from oshihiki.study.decision import Position
from oshihiki.study.likelihood import LikelihoodRun, Setting
from oshihiki.study.position_log import decisions, from_log
from oshihiki.study.position_measure import VALUES, measured
from oshihiki.study.position_result import Interrupted, PositionResult
from oshihiki.study.position_run import Run
from oshihiki.study.position_text import from_text, to_text

__all__ = [
    "SAMPLINGS",
    "VALUES",
    "Interrupted",
    "Position",
    "PositionResult",
    "decisions",
    "from_log",
    "from_text",
    "run",
    "to_text",
]

_SECONDS = {"uniform": 10, "tenpai": 10, "likelihood": 60}  # without other limits
SAMPLINGS = tuple(_SECONDS)


def run(
    position: Position,
    *,
    sampling: str = "tenpai",
    base: str = "balanced",
    then: str | Sequence[str] | None = None,
    value: str = "points",
    rewards: Sequence[int] | None = None,
    model: str | Path | None = None,
    key: int = 1,
    worlds: int = 0,
    seconds: float | None = None,
    half_width: float = 0,
    confidence: float = 0.95,
    drop: bool = False,
    threads: int = 1,
    progress: Callable[[int, float], None] | None = None,
    reading: Setting | None = None,
    out: str | Path | None = None,
) -> PositionResult:
    """Play every action of a position through worlds.

    Parameters
    ----------
    position
        The decision.
    sampling
        ``"tenpai"``, ``"uniform"`` or ``"likelihood"``, see the module.
    base, then
        Strategies of the opponents, and of the hero after his action. Several of them: an action
        is worth what the better one brings. By default that of the opponents and, if it is
        ``balanced``, the same always folding.
    value
        ``"points"`` of the round, ``"points_next"`` with what the next round brings, or
        ``"placement"``: the mean reward of the final place.
    rewards
        Of the places, for ``placement``: whole numbers, first place first; default uma and oka.
    model
        The file of a model of standings, for the two last values; default the built-in one.
    key
        Of the random numbers.
    worlds
        Play so many; 0: until another limit.
    seconds
        End at the last look complete after so many; 0: no limit. Default, where no other limit is
        given: 10, and 60 for ``"likelihood"``, whose chains must mix.
    half_width
        End at a look where every difference to the best is known so well, in points; 0: never.
    confidence
        Of the intervals, together over the actions.
    drop
        Leave out actions that are behind the best at any look (anytime intervals).
    threads
        The result does not depend on it.
    progress
        Is told worlds and half-width.
    reading
        For ``"likelihood"``: temperature and chains; by default the fitted temperature.
    out
        A folder that keeps what was played: the same call, and
        :func:`oshihiki.study.position_resume.resume`, go on from there after Ctrl-C or a kill.

    Raises
    ------
    StudyError
        The hero has nothing to decide here, a parameter is not allowed, no limit is given, or the
        chains of ``"likelihood"`` did not mix in the time given, or the folder holds another
        position, engine, rules or setting: what differs is named.
    Interrupted
        By Ctrl-C after the first look; it holds the result of the last.
    """
    if sampling not in SAMPLINGS:
        raise StudyError(f"sampling {sampling!r}: allowed: {', '.join(SAMPLINGS)}")
    if seconds is None:
        seconds = 0 if worlds or half_width else _SECONDS[sampling]
    if not (worlds or seconds or half_width):
        raise StudyError("a position needs a limit: worlds, seconds or half_width")
    measure, worth = measured(position, value, rewards, model)
    try:
        base = _core.study_strategy(base)
        thens = _ways(base, then)
        play = _core.StudyPosition(
            round=position.round,
            hero=position.seat,
            sampling="tenpai" if sampling == "likelihood" else sampling,
            others=base,
            then=list(thens),
            key=key,
            **worth,
        )
    except Error as error:
        raise StudyError(str(error)) from error
    given = (position, play, sampling, base, thens, measure, key, confidence, drop, threads)
    kind = Run(*given)
    if sampling == "likelihood":
        kind = LikelihoodRun(*given, setting=reading or Setting())
    elif reading is not None:
        raise StudyError(f'reading belongs to sampling "likelihood", not to {sampling!r}')
    if out is None:
        return kind.go(worlds, seconds, half_width, progress)
    identity = kind.identity()
    stop = {"worlds": worlds, "seconds": float(seconds), "half_width": float(half_width)}
    stop["confidence"] = confidence
    with position_store.begun(out, position, hash_of(identity), identity, stop, model) as kept:
        kind.kept = kept
        result = kind.go(worlds, seconds, half_width, progress)
        position_merged.write(out, result)
    return result


def _ways(base: str, then: str | Sequence[str] | None) -> tuple[str, ...]:
    """The hero's ways to go on, each once."""
    if then is None:
        name, _, rest = base.partition(":")
        params = [p for p in rest.split(",") if p and not p.startswith("fold=")]
        then = [base]
        if name == "balanced":
            then.append(f"{name}:{','.join([*params, 'fold=always'])}")
    given = [then] if isinstance(then, str) else list(then)
    if not given:
        raise StudyError("the hero needs a way to go on")
    return tuple(dict.fromkeys(_core.study_strategy(text) for text in given))
