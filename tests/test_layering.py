"""The way of the data: a stage reaches only the stages before it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CORE = ROOT / "cpp" / "oshihiki"
BINDINGS = ROOT / "cpp" / "bindings"
PACKAGE = ROOT / "python" / "oshihiki"

CPP_STAGES = ["base", "rules", "wall", "agari", "score", "settle", "play", "strategy", "study"]
# `errors` and `_core` lie below all; `compat` stands on `score` and nothing stands on it.
PYTHON_STAGES = [
    *("errors", "_core"),
    *("tiles", "rules", "wall", "agari", "score", "compat", "settle", "play", "strategy"),
    *("simulate", "logs", "study", "report", "envs", "cli"),
]
# The package's own face: names, not a stage.
FACE = {"__init__", "__main__"}


def includes(path: Path) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        found = re.match(r'\s*#\s*include\s*"oshihiki/(\w+)/', line)
        if found:
            yield number, found[1]


def core_files() -> list[Path]:
    return sorted(p for p in CORE.rglob("*") if p.suffix in {".hpp", ".cpp", ".def"})


def binding_files() -> list[Path]:
    return sorted(p for p in BINDINGS.iterdir() if p.suffix in {".hpp", ".cpp"})


def binding_stage(path: Path) -> str | None:
    """`score.cpp` and `score_fast.cpp` belong to `score`; what they share to none."""
    stage = path.stem.split("_")[0]
    return stage if stage in CPP_STAGES else None


def python_stage(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Stages that a module imports, wherever in it, also for types only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    package = ("oshihiki", *path.relative_to(PACKAGE).parts[:-1])
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            module = ".".join(part for part in (base, node.module) if part)
            names = [f"{module}.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "oshihiki" and parts[1:] not in (["__version__"], ["annotations"]):
                yield node.lineno, parts[1] if len(parts) > 1 else ""


def late_includes(path: Path, stage: str) -> list[str]:
    place = CPP_STAGES.index(stage)
    return [
        f"{path.relative_to(ROOT)}:{number} includes {other}"
        for number, other in includes(path)
        if CPP_STAGES.index(other) > place
    ]


def test_core_stages_are_the_known_ones() -> None:
    assert {path.relative_to(CORE).parts[0] for path in core_files()} <= set(CPP_STAGES)


@pytest.mark.parametrize("path", core_files(), ids=lambda p: str(p.relative_to(CORE)))
def test_core_includes_only_earlier_stages(path: Path) -> None:
    assert late_includes(path, path.relative_to(CORE).parts[0]) == []
    # The core is included by its path from cpp/, knows no Python and no binding.
    text = path.read_text(encoding="utf-8")
    for other in re.findall(r'#\s*include\s*([<"][^>"]+)', text):
        assert "pybind11" not in other
        assert "Python.h" not in other
        assert not other.startswith('"..')
        assert "bindings" not in other


@pytest.mark.parametrize("path", binding_files(), ids=lambda p: p.name)
def test_bindings_include_only_earlier_stages(path: Path) -> None:
    stage = binding_stage(path)
    if stage is None:
        assert {other for _, other in includes(path)} <= {"base"}
    else:
        assert late_includes(path, stage) == []


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda p: str(p.relative_to(PACKAGE))
)
def test_python_imports_only_earlier_stages(path: Path) -> None:
    stage = python_stage(path)
    if stage in FACE:
        return
    assert stage in PYTHON_STAGES, f"{path.name}: give its stage a place in the order"
    place = PYTHON_STAGES.index(stage)
    late = []
    for number, other in imports(path):
        assert other in PYTHON_STAGES, (
            f"{path.relative_to(ROOT)}:{number} imports {other or 'the package itself'}: "
            "import the stage"
        )
        if PYTHON_STAGES.index(other) > place or (other == "compat" and stage != "compat"):
            late.append(f"{path.relative_to(ROOT)}:{number} imports {other}")
    assert late == []
