"""What holds for the whole repository: versions, tests beside stages, generated files."""

import ast
import enum
import importlib.util
import keyword
import re
import tomllib
from pathlib import Path

import pytest

import oshihiki as oh
from oshihiki import _core

ROOT = Path(__file__).parents[1]
CORE = ROOT / "cpp" / "oshihiki"
STUB = ROOT / "python" / "oshihiki" / "_core.pyi"
HEADERS = sorted((ROOT / "cpp").rglob("*.hpp"))
SOURCES = sorted(p for p in CORE.rglob("*") if p.suffix in {".hpp", ".cpp"})


def test_one_version_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    cmake = re.search(r"project\(oshihiki VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())
    changes = re.search(r"^## ([\d.]+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert cmake is not None
    assert changes is not None
    assert {project["version"], cmake[1], changes[1]} == {oh.__version__}


@pytest.mark.parametrize("stage", sorted({p.parent.name for p in CORE.rglob("*.cpp")}))
def test_each_stage_has_tests(stage: str) -> None:
    folder = ROOT / "tests" / stage
    tests = [*folder.glob("*_test.cpp"), *folder.glob("test_*.py")]
    assert tests, f"cpp/oshihiki/{stage} has no test in tests/{stage}"


@pytest.mark.parametrize("path", HEADERS, ids=lambda p: str(p.relative_to(ROOT)))
def test_headers_are_included_once_and_open_no_namespace(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "#pragma once" in text
    assert not re.search(r"\busing\s+namespace\b", text)


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(CORE)))
def test_core_keeps_its_promises(path: Path) -> None:
    """No output, no exit, and nothing whose answer differs between platforms."""
    code = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
    for banned in (
        r"#\s*include\s*<(iostream|cstdio|print|random|cmath|math\.h)>",
        r"\bstd::(cout|cerr|clog|exit|abort|shuffle|rand)\b",
        r"\bprintf\s*\(",
        r"\bstd::\w+_distribution\b",
    ):
        assert not re.search(banned, code), banned


def test_rules_page_is_what_its_generator_writes() -> None:
    path = ROOT / "docs" / "make_rules.py"
    spec = importlib.util.spec_from_file_location("make_rules", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert page == module.page(), "run python docs/make_rules.py"
    # Each key that the profiles name is explained on the page.
    known = {part for key in module.SOURCES for part in key.split(", ")}
    for name in oh.rules.names():
        for entry in oh.rules.entries(name):
            keys = re.findall(r"\b([A-Z]{1,3}\d{0,2})\b", entry.source)
            assert set(keys) - {"WRC", "EMA"} <= known, entry


def public(names: list[str]) -> set[str]:
    return {name for name in names if not name.startswith("_")}


def test_stub_lists_what_the_core_has() -> None:
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    stated: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            stated[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            stated[node.target.id] = node
    assert public(list(stated)) == public(dir(_core))
    for name, node in stated.items():
        if not isinstance(node, ast.ClassDef):
            continue
        real = getattr(_core, name)
        if issubclass(real, enum.IntEnum):
            numbers = {
                target.id: ast.literal_eval(field.value)
                for field in node.body
                if isinstance(field, ast.Assign)
                for target in field.targets
                if isinstance(target, ast.Name)
            }
            # A member named by a word of Python cannot be written in a stub.
            assert numbers == {m.name: m.value for m in real if not keyword.iskeyword(m.name)}
            continue
        members = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
        for field in node.body:
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                members.add(field.target.id)
        assert public(list(members)) == public(dir(real)), name


def test_import_is_light() -> None:
    import subprocess
    import sys

    code = "import sys, oshihiki; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    heavy = {"numpy", "msgspec", "click", "pyarrow", "matplotlib", "rich", "jinja2", "pathlib"}
    assert heavy & set(loaded) == set()


@pytest.mark.parametrize("rule", [field.name for field in oh.rules.fields()])
def test_no_rule_is_ignored(rule: str) -> None:
    """Each rule is read by a stage after `rules`."""
    readers = [
        path
        for path in SOURCES
        if path.parent.name != "rules"
        and re.search(rf"\b{rule}\b", path.read_text(encoding="utf-8"))
    ]
    assert readers
