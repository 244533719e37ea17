"""What a study may ask of a decision: the features of the core's table, and axes over them."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oshihiki import _core

if TYPE_CHECKING:
    from oshihiki.play import Round

__all__ = ["LEAST", "MOST", "Axis", "Feature", "Interval", "bin_label", "features", "values"]

LEAST, MOST = -(2**31), 2**31 - 1
"""The numbers that an open interval ends at."""

Interval = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Feature:
    """What can be asked of a decision; ``type`` is ``number``, ``truth`` or ``labels``."""

    name: str
    type: str
    labels: tuple[str, ...]
    sentence: str


@functools.cache
def features() -> Mapping[str, Feature]:
    """Every feature by name, in the order of the table.

    Examples
    --------
    >>> features()["dealer"].labels
    ('none', 'hero', 'threat')
    """
    return {
        name: Feature(name, type_, tuple(labels.split()), sentence)
        for name, type_, labels, sentence in _core.study_features()
    }


def values(round_: Round, seat: int) -> dict[str, int | bool | str]:
    """Every feature of a decision, read from the seat's view.

    Raises
    ------
    StudyError
        The seat does not have to discard now.

    Examples
    --------
    >>> import oshihiki as oh
    >>> r = oh.Round("tenhou", key=7)
    >>> v = values(r, 0)
    >>> v["turn"], v["dealer"], v["ippatsu_live"], v["round"]
    (1, 'hero', False, 'E1')
    """
    read_ = _core.study_feature_values(round_._round, seat)
    out: dict[str, int | bool | str] = {}
    for name, feature in features().items():
        value = read_[name]
        if feature.type == "labels":
            out[name] = feature.labels[value]
        else:
            out[name] = bool(value) if feature.type == "truth" else value
    return out


@dataclass(frozen=True, slots=True)
class Axis:
    """One key of the cells: a feature, and for each bin its label and interval."""

    feature: str
    labels: tuple[str, ...]
    bins: tuple[Interval, ...]


def bin_label(feature: Feature, low: int, high: int) -> str:
    """How a bin of a feature is called in tables."""
    if feature.type == "truth":
        return "true" if low else "false"
    if feature.type == "labels":
        return feature.labels[low]
    if low == high:
        return str(low)
    if low == LEAST:
        return f"to {high}"
    if high == MOST:
        return f"from {low}"
    return f"{low}-{high}" if low >= 0 else f"{low} to {high}"
