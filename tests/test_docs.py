"""Examples run: those in docstrings, the Python in README and docs, the commands they show."""

import doctest
import importlib
import pkgutil
import re
import shlex
from pathlib import Path

import click
import pytest

import oshihiki
from oshihiki import cli

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "cpp").glob("*.md")])
# Packages that only an extra outside of `test` installs.
OPTIONAL = {"distributed", "gymnasium", "pettingzoo"}


def modules() -> list[str]:
    walked = pkgutil.walk_packages(oshihiki.__path__, "oshihiki.")
    return ["oshihiki", *(m.name for m in walked if not m.name.endswith("__main__"))]


def blocks(path: Path, language: str) -> list[tuple[int, str]]:
    """(line, text) of the fenced blocks of a language. `<!-- not run: why -->` before one skips."""
    text = path.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, match.start()) + 2, match[1])
        for match in re.finditer(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        if not re.search(r"<!-- not run: .+ -->\s*$", text[: match.start()])
    ]


@pytest.mark.parametrize("name", modules())
def test_docstring_examples(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] in OPTIONAL:
            pytest.skip(f"{name} needs {error.name}")
        raise
    failed, _ = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert failed == 0


@pytest.mark.parametrize(
    "path",
    [path for path in PAGES if blocks(path, "python")],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_python_of_a_page_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page's blocks run in order, in one namespace and an empty folder."""
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "page"}
    for line, text in blocks(path, "python"):
        code = compile("\n" * (line - 1) + text, str(path), "exec")
        exec(code, namespace)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_of_a_page_lead_somewhere(path: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", path.read_text(encoding="utf-8"))
    inside = [target for target in targets if "://" not in target]
    assert [target for target in inside if not (path.parent / target).exists()] == []


def commands() -> list[tuple[str, str]]:
    """(page, line) of each command in a fenced block or between backticks."""
    shown = set()
    for path in PAGES:
        page = str(path.relative_to(ROOT))
        fenced = [text for _, text in blocks(path, "(?:sh|console|bash|text)")]
        inline = re.findall(r"`(oshihiki [^`\n]+)`", path.read_text(encoding="utf-8"))
        for text in [*fenced, *inline]:
            lines = re.findall(r"(?:^|&& |\$ )(oshihiki [^&|<>#\n]+)", text, re.MULTILINE)
            shown.update((page, line.strip()) for line in lines)
    return sorted(shown)


@pytest.mark.parametrize(("page", "line"), commands())
def test_commands_of_a_page_exist(page: str, line: str) -> None:
    """Each shown command is one, and has the options it is shown with."""
    command: click.Command = cli._root
    words = shlex.split(line)[1:]
    context = click.Context(command, info_name="oshihiki")
    while words and isinstance(command, click.Group) and re.fullmatch(r"[a-z][a-z-]*", words[0]):
        found = command.get_command(context, words.pop(0))
        assert found is not None, f"{page}: {line}"
        command = found
        context = click.Context(command, parent=context)
    known = {
        option
        for parameter in command.get_params(context)
        for option in (*parameter.opts, *parameter.secondary_opts)
    }
    shown = {word.split("=")[0] for word in words if word.startswith("-") and word != "-"}
    assert shown <= known, f"{page}: {line}"


def test_the_walk_names_files_that_exist() -> None:
    text = (ROOT / "cpp" / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+\.(?:hpp|cpp|def))`", text)
    assert named
    places = [ROOT / "cpp" / "oshihiki", ROOT / "cpp"]
    assert [n for n in named if not any((place / n).exists() for place in places)] == []
