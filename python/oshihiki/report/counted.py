"""The page of a study that is one table of counts: what was played, the table, how to repeat it."""

from __future__ import annotations

from oshihiki.report.scene import style_sheet
from oshihiki.report.template import render
from oshihiki.study.counted import CountedResult, shown
from oshihiki.study.toml import dump_toml

__all__ = ["page"]


def page(result: CountedResult) -> str:
    """The report as the text of one HTML page; needs jinja2 (extra ``study``)."""
    names = [name for name, _ in result.columns()]
    return render(
        "counted.html.j2",
        result=result,
        style=style_sheet(),
        heads=[name.replace("_", " ") for name in names],
        text=[kind is str for _, kind in result.columns()],
        rows=[[shown(row[name]) for name in names] for row in result.rows()],
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
