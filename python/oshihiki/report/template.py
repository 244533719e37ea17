"""Fills the pages' templates."""

from __future__ import annotations

from typing import Any

from oshihiki.errors import StudyError

__all__ = ["render"]


def render(template: str, **context: Any) -> str:
    """A template of this package with its values; needs jinja2 (extra ``study``).

    Raises
    ------
    StudyError
        Without jinja2.
    """
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError as error:
        raise StudyError("the report needs jinja2: pip install 'oshihiki[study]'") from error
    environment = Environment(
        loader=PackageLoader("oshihiki.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(template).render(**context)
