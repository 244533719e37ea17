"""Reads the sections of a study's file, and refuses what is not allowed.

Every refusal is a `StudyError` that names the key, the value and what is allowed. What is here is
the same in every kind of study.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, NoReturn

from oshihiki import _core
from oshihiki import rules as rules_module
from oshihiki.errors import Error, StrategyError, StudyError
from oshihiki.strategy import load as load_strategy
from oshihiki.study.any_spec import Stop
from oshihiki.study.features import LEAST, MOST
from oshihiki.study.toml import shown

__all__ = ["Sections"]


class Sections:
    """The sections of a study's file."""

    def __init__(self, data: Mapping[str, Any], name: str) -> None:
        self.data = data
        self.name = name

    # Complaints and plain values

    def refuse(self, key: str, value: Any, allowed: str) -> NoReturn:
        raise StudyError(f"{self.name}: {key} = {shown(value)}: allowed: {allowed}")

    def table(self, key: str, value: Any, known: Iterable[str] | None = None) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            self.refuse(key, value, "a table")
        if known is not None:
            self.known(key, value, tuple(known))
        return value

    def known(self, key: str, value: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for name in value:
            if name not in known:
                near = get_close_matches(str(name), known, 1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                where = f"{key}.{name}" if key else str(name)
                raise StudyError(
                    f"{self.name}: {where}: unknown key; allowed: {', '.join(known)}{hint}"
                )

    def section(self, name: str, needed: bool = False) -> Mapping[str, Any]:
        if name not in self.data:
            if needed:
                raise StudyError(f"{self.name}: [{name}] is missing")
            return {}
        return self.table(name, self.data[name])

    def whole(self, key: str, value: Any, least: int = LEAST, most: int = MOST) -> int:
        if type(value) is not int or not least <= value <= most:
            range_ = "" if (least, most) == (LEAST, MOST) else f" from {least} to {most}"
            self.refuse(key, value, f"a whole number{range_}")
        return int(value)

    def number(self, key: str, value: Any) -> float:
        if type(value) not in (int, float) or not 0 <= value < float("inf"):
            self.refuse(key, value, "a number, 0 or more; 0 is no limit")
        return value  # type: ignore[no-any-return]

    def choice(self, key: str, value: Any, allowed: Iterable[str]) -> str:
        names_ = tuple(allowed)
        if value not in names_:
            self.refuse(key, value, " | ".join(names_))
        return str(value)

    # What every kind has

    def only(self, *names: str) -> None:
        """Refuse sections of other names."""
        self.known("", self.data, names)

    def key(self) -> int:
        """The key of the random numbers, of a study section that holds nothing unknown."""
        study = self.section("study")
        self.known("study", study, ("title", "kind", "rules", "key", "context", "published"))
        if not isinstance(study.get("title", ""), str):
            self.refuse("study.title", study["title"], "text")
        return self.whole("study.key", study.get("key", 1), 0, 2**63 - 1)

    def rules(self, value: Any) -> _core.Rules:
        if not isinstance(value, str):
            self.refuse("study.rules", value, "a profile's name or the path of a TOML file")
        try:
            return rules_module.load(value)
        except Error as error:
            raise StudyError(f"{self.name}: study.rules: {error}") from error

    def any_strategy(self, key: str, value: Any) -> Any:
        """A strategy, built in or a plug-in: where whole matches are played."""
        try:
            return load_strategy(value)
        except StrategyError as error:
            raise StudyError(f"{self.name}: {key}: {error}") from error

    def stop(self, table: Mapping[str, Any]) -> Stop:
        self.known("stop", table, ("half_width", "confidence", "max_rounds", "max_seconds"))
        confidence = table.get("confidence", 0.95)
        if type(confidence) is not float or not 0 < confidence < 1:
            self.refuse("stop.confidence", confidence, "a number above 0 and under 1")
        return Stop(
            self.number("stop.half_width", table.get("half_width", 0)),
            confidence,
            self.whole("stop.max_rounds", table.get("max_rounds", 0), 0, 2**62),
            self.number("stop.max_seconds", table.get("max_seconds", 0)),
        )
