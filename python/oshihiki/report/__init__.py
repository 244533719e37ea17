"""Reports of studies: one self-contained page, and its figures and table as files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from oshihiki.errors import StudyError

if TYPE_CHECKING:
    from oshihiki.study.counted import CountedResult
    from oshihiki.study.result import StudyResult

__all__ = ["EXTRAS", "write"]

EXTRAS = ("svg", "png", "csv", "latex")
"""What can be written beside the page."""


def write(
    result: StudyResult | CountedResult, path: str | os.PathLike[str], extras: Iterable[str] = ()
) -> list[Path]:
    """Write a study's report: one HTML page that needs nothing else.

    The page has its style and its drawings inside and loads nothing; it follows the reader's
    dark or light setting, fits a phone and prints. The same result gives the same bytes.

    Parameters
    ----------
    result
        What the study found.
    path
        The page to write, or a folder, which gets ``report.html``.
    extras
        Any of `EXTRAS`: every figure as ``figures/*.svg`` or ``figures/*.png``, the table as
        ``<page>.csv`` or ``<page>.tex`` beside the page.

    Returns
    -------
    list of Path
        The files written, the page first.

    Raises
    ------
    StudyError
        An unknown extra, one that a result of this kind does not have, or jinja2 (for PNG:
        matplotlib) is not installed.

    Examples
    --------
    >>> import oshihiki as oh
    >>> from oshihiki.study.result import StudyResult
    >>> oh.report.write(StudyResult.read("push-fold"), "push-fold")  # doctest: +SKIP
    [PosixPath('push-fold/report.html')]
    """
    wanted = list(dict.fromkeys(extras))
    for name in wanted:
        if name not in EXTRAS:
            raise StudyError(f"extras: {name!r} is not one of {', '.join(EXTRAS)}")
    from oshihiki.report import latex
    from oshihiki.report import page as pages
    from oshihiki.study.counted import CountedResult

    page = Path(path)
    if page.is_dir():
        page = page / "report.html"
    if isinstance(result, CountedResult):
        return _write_counted(result, page, wanted)
    files: dict[Path, bytes] = {page: pages.page(result).encode()}
    for name in wanted:
        if name == "csv":
            files[page.with_suffix(".csv")] = result.to_csv().encode()
        elif name == "latex":
            files[page.with_suffix(".tex")] = latex.latex(result).encode()
        else:
            folder = page.parent / "figures"
            for title, scene in pages.drawings(result).items():
                text = scene.to_svg(alone=True).encode() if name == "svg" else scene.to_png()
                files[folder / f"{title}.{name}"] = text
    return _write(files)


def _write_counted(result: CountedResult, page: Path, extras: list[str]) -> list[Path]:
    from oshihiki.report import counted

    files: dict[Path, bytes] = {page: counted.page(result).encode()}
    for name in extras:
        if name != "csv":
            raise StudyError(f"extras: {name!r}: a study of kind {result.kind} has csv only")
        files[page.with_suffix(".csv")] = result.to_csv().encode()
    return _write(files)


def _write(files: dict[Path, bytes]) -> list[Path]:
    for file, data in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary = file.with_name(f".{file.name}.{os.getpid()}.tmp")
        temporary.write_bytes(data)
        temporary.replace(file)
    return list(files)
