"""Runs of the command line that are ended half-way, at a moment that does not depend on speed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

_SCRIPT = """
import os, signal, sys
from oshihiki.study.store import Store

# What started us in the background may have us ignore it.
signal.signal(signal.SIGINT, signal.default_int_handler)
write = Store.write_shard

def write_and_end(*args):
    shard = write(*args)
    Store.write_shard = write
    os.kill(os.getpid(), signal.{how})
    return shard

Store.write_shard = write_and_end
from oshihiki.cli import main
main()
"""


def after_first_shard(
    how: str, *args: object, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """The command gets the signal `how` as soon as something is stored."""
    return subprocess.run(
        [sys.executable, "-c", _SCRIPT.format(how=how), *map(str, args)],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=cwd,
        check=False,
    )
