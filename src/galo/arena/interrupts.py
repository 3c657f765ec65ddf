"""Processes that Ctrl-C does not reach: it is for the one that people started."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker


@contextmanager
def blocked_interrupts() -> Iterator[None]:
    """Let Ctrl-C never reach processes started in the block; here it is answered after it.

    It is this thread that must start them. What a process ignores it would ignore only once it
    has come so far; what is blocked when it is started stays so.
    """
    if not hasattr(signal, "pthread_sigmask"):  # on Windows
        yield
        return
    # The first process of multiprocessing starts a helper, which unblocks Ctrl-C here.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
