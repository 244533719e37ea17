"""Reads the file of a fork study."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from oshihiki import _core
from oshihiki.errors import Error, StudyError
from oshihiki.strategy import names as strategy_names
from oshihiki.study import standings
from oshihiki.study import worlds as worlds_module
from oshihiki.study.any_spec import ENGINE
from oshihiki.study.features import LEAST, MOST, Axis, Feature, Interval, bin_label, features
from oshihiki.study.fork_spec import Spec
from oshihiki.study.published import NAMES
from oshihiki.study.sections import Sections

__all__ = ["ForkParser"]

_PICKS = ("first", "first_in_cell", "uniform", "every")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_ROUND = re.compile(r"([ESWN])([1-4])")


class ForkParser(Sections):
    """Reads the sections of a fork study."""

    def spec(self) -> Spec:
        """A fork study."""
        self.only(
            *("study", "strategies", "spot", "arms", "compare", "cells", "measure"),
            *("variance", "fields", "output", "stop"),
        )
        key = self.key()
        study = self.section("study")
        self.published(study.get("published", []))
        rules = self.rules(study.get("rules", "tenhou"))
        standing = self.context(study.get("context", "match"), rules)

        strategies = self.strategies(self.section("strategies", needed=True))
        texts: list[str] = []  # each strategy once

        def number_of(text: str) -> int:
            if text not in texts:
                texts.append(text)
            return texts.index(text)

        base = number_of(strategies["base"])
        spot, pick, decision = self.spot(self.section("spot", needed=True))
        arms = self.arms(self.section("arms", needed=True), strategies)
        numbered = [(name, first, number_of(then)) for name, first, then in arms]
        arm_names = tuple(name for name, _, _ in arms)
        pairs = self.pairs(self.section("compare", needed=True), arm_names)
        axes, where = self.cells(self.section("cells"))
        measure, worth = self.measure(self.section("measure"), rules)
        worlds = self.worlds(self.section("variance"))
        fields = {
            name: self.strategy(f"fields.{name}", value, strategies)
            for name, value in self.section("fields").items()
        }
        for name in fields:
            if not _NAME.fullmatch(name):
                self.refuse("fields", name, "names of letters, digits and _")
        output = self.section("output")
        self.known("output", output, ("rows",))
        rows = output.get("rows", False)
        if not isinstance(rows, bool):
            self.refuse("output.rows", rows, "true | false")
        stop = self.stop(self.section("stop"))

        try:
            plan = _core.ForkPlan(
                rules=rules,
                key=key,
                standing=standing,
                strategies=texts,
                base=base,
                spot=list(spot.items()),
                where=list(where.items()),
                pick=pick,
                arms=numbered,
                pairs=[(arm_names.index(a), arm_names.index(b)) for a, b in pairs],
                axes=[(axis.feature, list(axis.bins)) for axis in axes],
                calls=decision == "call",
            )
            if worth is not None:
                plan = worth(plan)
            if worlds > 1:
                plan = plan.with_deals([worlds] * plan.cells)
        except Error as error:
            raise StudyError(f"{self.name}: {error}") from error
        identity = {
            "format": 2,
            "engine": ENGINE,
            "kind": "fork",
            "rules": rules.to_dict(),
            "key": key,
            "context": standing or "match",
            "strategies": {"base": strategies["base"]},
            # A discard is not told: the ids of studies that came before calls are theirs still.
            "spot": {"fits": spot, "pick": pick}
            | ({} if decision == "discard" else {"decision": decision}),
            "arms": [list(arm) for arm in arms],
            "compare": [list(pair) for pair in pairs],
            "cells": {
                "axes": [[a.feature, list(a.labels), list(a.bins)] for a in axes],
                "where": where,
            },
            "measure": measure,
            "worlds": worlds or worlds_module.IDENTITY,
            "spots": "self-play",
        }
        return Spec(
            *(self.data, self.name, stop, identity, plan, axes, arm_names, pairs, worlds),
            fields=fields,
            rows=rows,
        )

    def published(self, value: Any) -> None:
        """The names of tables to stand beside; they change nothing."""
        if not isinstance(value, list) or any(name not in NAMES for name in value):
            self.refuse("study.published", value, f"a list of: {', '.join(NAMES)}")

    def context(self, value: Any, rules: _core.Rules) -> Any:
        if value == "match":
            return None
        if not isinstance(value, Mapping):
            self.refuse(
                "study.context",
                value,
                '"match" or { round = "E1", scores = "even", honba = 0, deposits = 0 }',
            )
        self.known("study.context", value, ("round", "scores", "honba", "deposits"))
        text = value.get("round", "E1")
        found = _ROUND.fullmatch(text) if isinstance(text, str) else None
        if found is None or int(found[2]) > rules.players:
            self.refuse("study.context.round", text, f"E1 to N{rules.players}")
        scores = value.get("scores", "even")
        if scores == "even":
            scores = [rules.start] * rules.players
        elif not (
            isinstance(scores, list)
            and len(scores) == rules.players
            and all(type(s) is int and s % 100 == 0 and abs(s) < 10**7 for s in scores)
        ):
            self.refuse(
                "study.context.scores", scores, f'"even" or {rules.players} scores in hundreds'
            )
        return (
            list(scores),
            "ESWN".index(found[1]),
            int(found[2]) - 1,
            self.whole("study.context.honba", value.get("honba", 0), 0, 1000),
            self.whole("study.context.deposits", value.get("deposits", 0), 0, 1000),
        )

    def strategy(self, key: str, value: Any, named: Mapping[str, str]) -> str:
        """The core's text of a strategy: a name of [strategies], a text, or a table."""
        if isinstance(value, str):
            text = named.get(value, value)
        elif isinstance(value, Mapping) and isinstance(value.get("name"), str):
            params = [f"{k}={_plain(v)}" for k, v in value.items() if k != "name"]
            text = value["name"] + (":" + ",".join(params) if params else "")
        else:
            self.refuse(key, value, 'a strategy\'s name or { name = "balanced", fold = "never" }')
        try:
            return _core.study_strategy(text)
        except Error as error:
            outside = text.split(":")[0] not in strategy_names()
            hint = "; plug-ins play in studies of kind match and calibration" if outside else ""
            raise StudyError(f"{self.name}: {key}: {error}{hint}") from error

    def strategies(self, table: Mapping[str, Any]) -> dict[str, str]:
        if "base" not in table:
            raise StudyError(f'{self.name}: strategies.base is missing, such as base = "balanced"')
        return {name: self.strategy(f"strategies.{name}", v, {}) for name, v in table.items()}

    def feature(self, key: str, name: str) -> Feature:
        if name not in features():
            near = get_close_matches(name, features(), 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise StudyError(
                f"{self.name}: {key}: no such feature; there are {', '.join(features())}{hint}"
            )
        return features()[name]

    def fits(self, key: str, feature: Feature, value: Any) -> list[Interval]:
        """The values that a predicate takes, as sorted intervals."""
        if feature.type == "truth":
            if not isinstance(value, bool):
                self.refuse(key, value, "true | false")
            return [(int(value), int(value))]
        if feature.type == "labels":
            given = [value] if isinstance(value, str) else value
            if not isinstance(given, list) or not given:
                self.refuse(key, value, f"a label or a list of: {', '.join(feature.labels)}")
            return sorted({self.label(key, feature, one) for one in given})
        if isinstance(value, Mapping):
            self.known(key, value, ("exactly", "from", "to"))
            if not value or ("exactly" in value and len(value) > 1):
                self.refuse(key, value, "{ exactly = n } or { from = a, to = b }")
            if "exactly" in value:
                n = self.whole(f"{key}.exactly", value["exactly"])
                return [(n, n)]
            return [
                self.interval(key, value.get("from", LEAST), value.get("to", MOST), ".from", ".to")
            ]
        if isinstance(value, list) and value:
            return sorted({(n, n) for one in value for n in [self.whole(key, one)]})
        if type(value) is not int:
            self.refuse(
                key, value, "{ exactly = n }, { from = a, to = b }, a number or a list of them"
            )
        n = self.whole(key, value)
        return [(n, n)]

    def interval(self, key: str, a: Any, b: Any, of: str = "", to: str = "") -> Interval:
        low, high = self.whole(key + of, a), self.whole(key + to, b)
        if low > high:
            self.refuse(key, [low, high], "an interval that does not end before it begins")
        return low, high

    def label(self, key: str, feature: Feature, value: Any) -> Interval:
        at = feature.labels.index(self.choice(key, value, feature.labels))
        return at, at

    def spot(self, table: Mapping[str, Any]) -> tuple[dict[str, list[Interval]], str, str]:
        pick = self.choice("spot.pick", table.get("pick", "first"), _PICKS)
        decision = self.choice(
            "spot.decision", table.get("decision", "discard"), ("discard", "call")
        )
        fits = {
            name: self.fits(f"spot.{name}", self.feature(f"spot.{name}", name), value)
            for name, value in table.items()
            if name not in ("pick", "decision")
        }
        return fits, pick, decision

    def arms(
        self, table: Mapping[str, Any], named: Mapping[str, str]
    ) -> list[tuple[str, str | None, str]]:
        if not table:
            raise StudyError(f"{self.name}: [arms] names no arm")
        out = []
        for name, value in table.items():
            key = f"arms.{name}"
            if not _NAME.fullmatch(name):
                self.refuse("arms", name, "names of letters, digits and _")
            arm = self.table(key, value, ("first", "then"))
            first = arm.get("first")
            if first is not None:
                self.choice(f"{key}.first", first, _core.study_firsts())
            then = self.strategy(f"{key}.then", arm.get("then", "base"), named)
            out.append((name, first, then))
        return out

    def pairs(self, table: Mapping[str, Any], arms: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
        self.known("compare", table, ("pairs",))
        pairs = table.get("pairs")
        if not isinstance(pairs, list) or not pairs:
            self.refuse("compare.pairs", pairs, "a list of pairs of arms")
        out: list[tuple[str, str]] = []
        for pair in pairs:
            if (
                not isinstance(pair, list)
                or len(pair) != 2
                or any(arm not in arms for arm in pair)
                or tuple(pair) in out
            ):
                self.refuse(
                    "compare.pairs", pair, f"two of the arms {', '.join(arms)}, each pair once"
                )
            out.append((pair[0], pair[1]))
        return tuple(out)

    def cells(self, table: Mapping[str, Any]) -> tuple[tuple[Axis, ...], dict[str, list[Interval]]]:
        axes = []
        for name, value in table.items():
            if name != "where":
                axes.append(self.axis(f"cells.{name}", self.feature(f"cells.{name}", name), value))
        where = {
            name: self.fits(f"cells.where.{name}", self.feature(f"cells.where.{name}", name), value)
            for name, value in self.table("cells.where", table.get("where", {})).items()
        }
        return tuple(axes), where

    def axis(self, key: str, feature: Feature, value: Any) -> Axis:
        if not isinstance(value, list) or not value:
            allowed = {
                "truth": "[true, false]",
                "labels": f"a list of: {', '.join(feature.labels)}",
                "number": "a list of numbers, [from, to] and { from = a }, { to = b }",
            }
            self.refuse(key, value, allowed[feature.type])
        bins: list[Interval] = []
        for one in value:
            if feature.type == "number" and isinstance(one, list):
                if len(one) != 2:
                    self.refuse(key, one, "[from, to]")
                found = self.interval(key, *one)
            else:
                found = self.fits(key, feature, one)[0]
            if any(found[0] <= high and low <= found[1] for low, high in bins):
                self.refuse(key, value, "bins that do not overlap")
            bins.append(found)
        labels = tuple(bin_label(feature, *b) for b in bins)
        return Axis(feature.name, labels, tuple(bins))

    def measure(
        self, table: Mapping[str, Any], rules: _core.Rules
    ) -> tuple[Any, Callable[[_core.ForkPlan], _core.ForkPlan] | None]:
        """What the end of a round is worth: for the id, and what puts it into a plan."""
        self.known("measure", table, ("value", "model", "rewards", "play_on"))
        value = self.choice(
            "measure.value", table.get("value", "points"), ("points", "points_next", "placement")
        )
        for key in ("model", "rewards", "play_on"):
            if key in table and (value == "points" or (key, value) == ("rewards", "points_next")):
                self.refuse(f"measure.{key}", table[key], f'nothing with value = "{value}"')
        if value == "points":
            return value, None
        path = table.get("model")
        if path is not None and not isinstance(path, str):
            self.refuse("measure.model", path, "the path of a file of `oshihiki study standings`")
        try:
            model = standings.load(rules, path)
        except StudyError as error:
            raise StudyError(f"{self.name}: measure: {error}") from error
        one_of = self.whole("measure.play_on", table.get("play_on", 0), 0, 1_000_000)
        checked = {"play_on": one_of} if one_of else {}
        if value == "points_next":
            return {"value": value, "model": model["id"], "next": model["next"], **checked}, (
                lambda plan: plan.with_next(model["next"]).with_play_on(one_of)
            )
        rewards = table.get("rewards", standings.rewards_of(rules))
        if (
            not isinstance(rewards, list)
            or len(rewards) != rules.players
            or not all(type(x) is int and abs(x) <= 10**6 for x in rewards)
        ):
            self.refuse("measure.rewards", rewards, f"{rules.players} whole numbers, first first")
        return {"value": value, "model": model["id"], "rewards": rewards, **checked}, (
            lambda plan: plan.with_placement(rewards, model["above"]).with_play_on(one_of)
        )

    def worlds(self, table: Mapping[str, Any]) -> int:
        self.known("variance", table, ("worlds",))
        value = table.get("worlds", 1)
        if value == "auto":
            return 0
        if type(value) is not int or not 1 <= value <= worlds_module.MOST:
            allowed = f'"auto" or a whole number from 1 to {worlds_module.MOST}'
            self.refuse("variance.worlds", value, allowed)
        return int(value)


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
