"""The page of a study that is one table of counts: what was played, the table, how to repeat it."""

from __future__ import annotations

from typing import Any

from oshihiki.errors import StudyError
from oshihiki.report.scene import style_sheet
from oshihiki.study.counted import CountedResult

__all__ = ["page"]


def page(result: CountedResult) -> str:
    """The report as the text of one HTML page; needs jinja2 (extra ``study``)."""
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError as error:
        raise StudyError("the report needs jinja2: pip install 'oshihiki[study]'") from error
    from oshihiki.study.spec import dump_toml

    environment = Environment(
        loader=PackageLoader("oshihiki.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    names = [name for name, _ in result.columns()]
    return environment.get_template("counted.html.j2").render(
        result=result,
        style=style_sheet(),
        heads=[name.replace("_", " ") for name in names],
        text=[kind is str for _, kind in result.columns()],
        rows=[[_shown(row[name]) for name in names] for row in result.rows()],
        facts=[
            (f"{result.unit} played", f"{result.rounds_played:,}"),
            ("confidence", f"{100 * result.confidence:g} %"),
        ],
        run=[
            ("study id", result.id),
            *(
                (key.replace("_", " "), str(value))
                for key, value in result.meta.items()
                if key not in ("looks", "command")
            ),
        ],
        toml=dump_toml(result.spec),
    )


def _shown(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        text = f"{value:.5f}" if abs(value) < 1 else f"{value:,.3f}"
        return text.replace("-", "−")
    return f"{value:,}" if isinstance(value, int) else str(value)
