"""Writes docs/rules.md from the table of rules and the profiles: ``python docs/make_rules.py``."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from oshihiki import rules

TARGET = Path(__file__).parent / "rules.md"

GROUPS = {
    "points": "Points and settlement",
    "length": "Length and continuation",
    "tiles": "Tiles and dora",
    "calls": "Calls",
    "riichi": "Riichi, furiten, tenpai",
    "draws": "Draws",
    "scoring": "Scoring",
    "sanma": "Three players",
}

# What the keys in a value's `source` stand for.
SOURCES = {
    "S0": "A French encyclopaedia article on traditional riichi",
    "S1": "A French text on Tenhou's rules and the main differences of WRC 2025",
    "S2": "An English club rulebook (start 30,000)",
    "T": "Tenhou's four-player manual (tenhou.net/man), from a copy and quotations",
    "T2": "An article of 2023 on Tenhou rules that are often mistaken, quoting the manual",
    "TL": "Real Tenhou logs with the order of kan, indicator and discard (mjx issue 199)",
    "the logs": "1,585 match ends and the play of real Tenhou logs",
    "MX": "mahjax pull request 101: Tenhou's kan dora",
    "RO": "MahjongRepository/ronin, game-rules.md and notes of 0.19",
    "KG": "kobalab's note on the differences from Tenhou",
    "K": "kobalab/Majiang, rule presets and majiang-core",
    "RE": "smly/RiichiEnv, docs/RULES.md and pull requests; checked against real logs",
    "MS": "riichi.wiki, Mahjong Soul rules",
    "MS3": "riichi.wiki, Mahjong Soul rules, three players",
    "TS": "Texts on three-player rules (Tenhou and others)",
    "W14": "World Riichi rules 2014, errata",
    "W15": "World Riichi rulebook 2015",
    "RD": "A forum thread quoting the World Riichi text of 2025",
    "RW": "riichi.wiki, pages on WRC and EMA",
    "EM": "European Mahjong Association, note on the revised rules (from 2016-04-01)",
    "EM4": "European Mahjong Association, rulebook texts of 2012 and 2016",
    "RM": "gyng/riichimi, rules with quotations of the official pages",
    "RP": "A public file of presets of many leagues",
    "N": "A comparison of competitive rules of 2023 (note.com)",
    "JT": "Pro tests of the Japan Professional Mahjong League, 2022 and 2023",
    "JA": "Rule texts of the Japan Professional Mahjong League, 2012, 2017, 2022",
    "ML, MLP, KB, OJ": "Explanations of the M-League's rules",
    "SK": "Saikouisen's regulations, 2009 and 2014",
    "MJN": "mj-news 2021: leagues without double and triple ron",
    "MEM": "General knowledge that no source confirmed",
    "?": "Unknown: the most plausible value was chosen",
}


def written(value: Any) -> str:
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    lines = [list(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return ["| " + " | ".join(line) + " |" for line in lines] + [""]


def values_of(group: str) -> list[str]:
    names = rules.names()
    by_name = {name: {entry.key: entry for entry in rules.entries(name)} for name in names}
    rows = []
    for field in rules.fields():
        if field.group != group:
            continue
        entries = [by_name[name][field.name] for name in names]
        cells = [written(e.value) + (" ?" if e.unconfirmed else "") for e in entries]
        rows.append([f"`{field.name}`", *cells])
    return table(["rule", *names], rows)


def page() -> str:
    lines = [
        "# Rules",
        "",
        "<!-- Written by docs/make_rules.py from the table of rules and the profiles. -->",
        "",
        "Every house rule is one line of `cpp/oshihiki/rules/rules.def`; this page, the struct,",
        "the Python attributes and the keys of a profile file all come from there. Rules are an",
        "immutable value:",
        "",
        "```python",
        "import oshihiki as oh",
        "",
        'rules = oh.rules.load("tenhou")  # a profile, or the path of a TOML file',
        "rules.start, rules.kuitan, rules.reds  # (25000, True, '0m0p0s')",
        "no_kuitan = rules.replace(kuitan=False)  # a changed copy",
        "oh.rules.diff(rules, no_kuitan)  # [('kuitan', True, False)]",
        'oh.rules.source("tenhou", "start")  # where the value is from',
        "```",
        "",
        "On the command line: `oshihiki rules list`, `oshihiki rules show wrc-2025`,",
        "`oshihiki rules diff tenhou wrc-2025`, each with `--json` for one JSON object.",
        "",
        "## A profile file",
        "",
        "Flat keys, one a rule. A rule that is not stated has the inherited value, or else the",
        "default below (Tenhou's, without red tiles).",
        "",
        "```toml",
        'name = "house"',
        'title = "Our house rules"',
        'inherits = "tenhou"                # a profile, or a file beside this one',
        "",
        "start = 30000",
        'reds = "00m0p0s"                   # tile text; 0 is the red five, 3rm a red 3m',
        'local_yaku = ["sanrenkou"]',
        'kiriage = { value = true, source = "the wall of the club", unconfirmed = true }',
        "```",
        "",
        "Points are points (25000), never thousands. A file with an unknown key, a value out of",
        "range or rules that contradict each other is refused with the line, the key, the value",
        "and what is allowed.",
        "",
    ]
    for group, title in GROUPS.items():
        fields = [field for field in rules.fields() if field.group == group]
        lines += [f"## {title}", ""]
        lines += table(
            ["rule", "allowed", "default", "meaning"],
            [[f"`{f.name}`", f.allowed, written(f.default), f.sentence] for f in fields],
        )
    lines += [
        "## Local yaku",
        "",
        "Off everywhere unless a profile's `local_yaku` names them. 13 han stand for one yakuman.",
        "",
    ]
    lines += table(
        ["yaku", "closed", "open", "condition"],
        [
            [f"`{y.name}`", str(y.closed_han), str(y.open_han or "-"), y.sentence]
            for y in rules.local_yaku()
        ],
    )
    lines += [
        "## The profiles",
        "",
        "A question mark stands behind a value that no source confirms.",
        "",
    ]
    lines += table(["profile", "rules of"], [[f"`{n}`", rules.title(n)] for n in rules.names()])
    for group, title in GROUPS.items():
        lines += [f"### {title}, by profile", "", *values_of(group)]
    lines += [
        "## Sources",
        "",
        "The keys in a value's `source`. A year in brackets is the year of the text.",
        "",
    ]
    lines += table(["key", "source"], [[key, text] for key, text in SOURCES.items()])
    return "\n".join(lines).rstrip() + "\n"


if __name__ == "__main__":
    TARGET.write_text(page(), encoding="utf-8")
