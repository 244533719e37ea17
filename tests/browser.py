"""Pages as a browser sees them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest


def assert_no_complaint(page: Path, profile: Path) -> None:
    """Headless Chromium loads the page with nothing on its console and every drawing in place."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no chromium here")
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-sync"]
    options += ["--disable-background-networking", "--disable-component-update"]
    options += [f"--user-data-dir={profile}", "--enable-logging=stderr"]
    run = subprocess.run(
        [browser, *options, "--dump-dom", f"file://{page}"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert "CONSOLE" not in run.stderr
    assert run.stdout.count("<svg") == page.read_text(encoding="utf-8").count("<svg")
