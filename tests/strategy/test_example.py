"""The package of examples, installed as a user would, into a folder of its own."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples" / "strategy"


def run(installed: Path, *arguments: str) -> str:
    path = os.pathsep.join(filter(None, [str(installed), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if importlib.util.find_spec("flit_core") is None or importlib.util.find_spec("pip") is None:
        pytest.skip("installing without the network needs pip and flit_core here")
    import shutil

    source = tmp_path_factory.mktemp("source") / "strategy"
    shutil.copytree(EXAMPLE, source)  # a build leaves files beside the sources
    target = tmp_path_factory.mktemp("installed")
    pip = ["-m", "pip", "install", "-q", "--no-build-isolation", "--no-deps", "--no-index"]
    run(target, *pip, "--disable-pip-version-check", "--target", str(target), str(source))
    return target


def test_its_own_tests_pass(installed: Path) -> None:
    run(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE / "tests"))


def test_the_command_finds_it_by_name(installed: Path) -> None:
    words = ["simulate", "--matches", "4", "--json", "--strategies"]
    field = "neighbours,careful:patience=3,random,tsumogiri"
    out = json.loads(run(installed, "-m", "oshihiki", *words, field))
    names = [seat["strategy"] for seat in out["seats"]]
    assert names == ["neighbours", "careful:patience=3", "random", "tsumogiri"]
    assert out["matches"] == 4
