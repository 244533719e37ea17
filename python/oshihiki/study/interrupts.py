"""Ctrl-C during a run: noted, so that the run ends where nothing finished is lost."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["interrupts"]


@contextmanager
def interrupts() -> Iterator[Callable[[], bool]]:
    """Ctrl-C is noted and asked for between calls, so that no finished block is lost; a second
    one is not held back."""
    noted = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield noted.is_set
        return

    def note(_signal: int, _frame: FrameType | None) -> None:
        if noted.is_set():
            raise KeyboardInterrupt
        noted.set()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield noted.is_set
    finally:
        signal.signal(signal.SIGINT, before)
