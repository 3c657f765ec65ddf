"""Processes that Ctrl-C does not reach: it is for the one that people started."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker

WARNINGS = "PYTHONWARNINGS"
NO_WARNING = "ignore:resource_tracker:UserWarning"


@contextmanager
def blocked_interrupts() -> Iterator[None]:
    """Let Ctrl-C never reach processes started in the block; here it is answered after it.

    It is this thread that must start them. What a process ignores it would ignore only once it
    has come so far; what is blocked when it is started stays so.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    _start_tracker()  # which unblocks Ctrl-C here
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _start_tracker() -> None:
    """Start the process that removes the semaphores of those that ended, without a word."""
    before = os.environ.get(WARNINGS)
    os.environ[WARNINGS] = ",".join(filter(None, [before, NO_WARNING]))
    try:
        resource_tracker.ensure_running()
    finally:
        if before is None:
            del os.environ[WARNINGS]
        else:
            os.environ[WARNINGS] = before
