"""Writes the tables of docs/strategies.md from the declarations: python docs/make_strategies.py"""

from __future__ import annotations

from pathlib import Path

from oshihiki import _core, strategy

PAGE = Path(__file__).parent / "strategies.md"


def parameters() -> str:
    """Every parameter of the built-in strategies."""
    lines = ["| parameter | of | type | allowed | default | what it does |", "|" + "---|" * 6]
    seen: dict[str, tuple[strategy.Parameter, list[str]]] = {}
    for name in strategy.names():
        for parameter in strategy.parameters(name):
            seen.setdefault(parameter.name, (parameter, []))[1].append(name)
    for parameter, of in seen.values():
        default = str(parameter.default)
        if isinstance(parameter.default, bool):
            default = default.lower()
        lines.append(
            f"| `{parameter.name}` | {', '.join(of)} | {parameter.type} | {parameter.allowed} "
            f"| {default} | {parameter.sentence} |"
        )
    return "\n".join(lines)


def view() -> str:
    """The fields of a view."""
    lines = ["| field | type | shape | what it is |", "|" + "---|" * 4]
    for name, kind, shape, _, sentence in _core.view_fields():
        of = " x ".join(map(str, shape)) or "one"
        lines.append(f"| `{name}` | {kind.strip('<|')} | {of} | {sentence} |")
    return "\n".join(lines)


def actions() -> str:
    """The types of actions by number."""
    lines = ["| number | type | what it does |", "|" + "---|" * 3]
    for number, (name, sentence) in enumerate(_core.ACTIONS):
        lines.append(f"| {number} | `{name}` | {sentence} |")
    return "\n".join(lines)


def page(text: str) -> str:
    """The page with its tables made anew."""
    for name, table in (("parameters", parameters), ("view", view), ("actions", actions)):
        first, last = f"<!-- {name} -->\n", "<!-- end -->"
        begin = text.index(first) + len(first)
        text = text[:begin] + table() + "\n" + text[text.index(last, begin) :]
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
