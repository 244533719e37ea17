"""Monte Carlo studies: what an action is worth, with intervals.

>>> import oshihiki as oh
>>> study = oh.study.load("push-fold")
>>> study.title
'Push or fold against a first riichi'
>>> result = study.run("out/", threads=2)                            # doctest: +SKIP
>>> result.rows()[0]["difference"]                                   # doctest: +SKIP
412.5
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any

from oshihiki.errors import StudyError
from oshihiki.study import spec as _spec
from oshihiki.study.counted import CountedResult, CountedSpec
from oshihiki.study.fork_spec import Spec
from oshihiki.study.result import StudyResult

if TYPE_CHECKING:
    from oshihiki.study.progress import Progress

__all__ = [
    "CountedResult",
    "Study",
    "StudyResult",
    "load",
    "merge",
    "names",
    "read",
    "resume",
    "source",
]


class Study:
    """A checked study, ready to run; made by :func:`load` or from a dict.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.study.load("push-fold").arms
    ('push_once', 'fold_once', 'push_all', 'betaori')
    """

    def __init__(self, data: Mapping[str, Any] | Spec | CountedSpec, name: str = "study") -> None:
        if isinstance(data, Spec | CountedSpec):
            self.spec: Spec | CountedSpec = data
        else:
            self.spec = _spec.parse(data, name)

    @property
    def title(self) -> str:
        """The study's title."""
        return self.spec.title

    @property
    def id(self) -> str:
        """Hash of what decides the numbers: everything but limits and title."""
        return self.spec.id

    @property
    def arms(self) -> tuple[str, ...]:
        """Names of the arms; none in a study that is no fork."""
        return self.spec.arms if isinstance(self.spec, Spec) else ()

    def where(
        self, predicate: Callable[[Any, Mapping[str, Any]], bool], *, identity: str | None = None
    ) -> Study:
        """The study of those of its spots for which a function in Python holds.

        Parameters
        ----------
        predicate
            Asked as ``predicate(view, features)`` where everything in ``[spot]`` holds: one
            record of :func:`oshihiki.play.view_dtype`, and a dict of every feature.
        identity
            What identifies it in the study's id, instead of its source.

        Raises
        ------
        StudyError
            The study has no spots, or the predicate cannot be identified.

        Examples
        --------
        >>> import oshihiki as oh
        >>> def red(view, features):
        ...     return features["dora"] >= 1 and features["safe_tiles"] == 0
        >>> study = oh.study.load("push-fold").where(red, identity="dora, nothing safe")
        >>> study.id == oh.study.load("push-fold").id
        False
        """
        from oshihiki.study.predicate import made

        if not isinstance(self.spec, Spec):
            raise StudyError(f"a study of kind {self.spec.kind} has no spots")
        return Study(self.spec.asking(made(predicate, identity)))

    def run(
        self,
        out: str | os.PathLike[str],
        threads: int | None = None,
        executor: Executor | None = None,
        *,
        max_rounds: int | None = None,
        max_seconds: float | None = None,
        spots_from: Sequence[str | os.PathLike[str]] = (),
        progress: Progress | None = None,
    ) -> StudyResult | CountedResult:
        """Run the study in the folder `out` and return its result.

        A folder that holds the same study is gone on with; any other is refused. The parameters
        are those of :func:`oshihiki.study.run.run`.

        Raises
        ------
        StudyError
            The folder holds something else, or cannot be written.
        """
        from oshihiki.study.run import run

        return run(
            self.spec,
            out,
            threads=threads,
            executor=executor,
            max_rounds=max_rounds,
            max_seconds=max_seconds,
            spots_from=spots_from,
            progress=progress,
        ).result


def names() -> list[str]:
    """Names of the built-in studies.

    Examples
    --------
    >>> import oshihiki as oh
    >>> "push-fold" in oh.study.names()
    True
    """
    return _spec.names()


def source(name_or_path: str | os.PathLike[str]) -> str:
    """The TOML text of a study."""
    return _spec.source(name_or_path)


def load(name_or_path: str | os.PathLike[str]) -> Study:
    """Read a study: a built-in name, or the path of a TOML file.

    Raises
    ------
    StudyError
        No such study, or something in it is not allowed: the key, the value and what is.

    Examples
    --------
    >>> import oshihiki as oh
    >>> oh.study.load("push-fold").title
    'Push or fold against a first riichi'
    """
    return Study(_spec.read(name_or_path))


def read(out: str | os.PathLike[str]) -> StudyResult | CountedResult:
    """The stored result of a study's folder, of whatever kind."""
    from oshihiki.study.stored import read as read_

    return read_(out)


def resume(
    out: str | os.PathLike[str], threads: int | None = None, executor: Executor | None = None
) -> StudyResult | CountedResult:
    """Go on with the study of a folder; ends with the same bytes as an undisturbed run."""
    from oshihiki.study.run import resume as resume_

    return resume_(out, threads=threads, executor=executor).result


def merge(
    out: str | os.PathLike[str], folders: Sequence[str | os.PathLike[str]]
) -> StudyResult | CountedResult:
    """Join folders that hold ranges of blocks of one study into `out`."""
    from oshihiki.study.ranges import merge as merge_

    return merge_(out, folders)
