"""Ctrl-C, answered within a second whatever this process is doing.

Python calls a handler between two instructions of the main thread: not while a kernel runs or LLVM
compiles one. A thread of its own watches as well. It ends a process that has nothing to keep at
once, and one that has something but whose handler is not called after a moment.
"""

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import ClassVar, NoReturn

from galo.cli import INTERRUPTED, leave

PATIENCE_SECONDS = 0.5
LAST_SECONDS = 3.0  # a record is written in a hundredth of this, unless the disk is busy
STEPS = 10  # in which both are waited: a machine that stands still for seconds ends one of them
COMPILER = ("numba", "llvmlite")  # packages


class InterruptHandler:
    """Raises KeyboardInterrupt, so that a command keeps what it has.

    Where that cannot be it does *last* and ends the process.
    """

    has_answered: ClassVar[bool] = (
        False  # any handler, ever: what it has kept may not be written yet
    )

    def __init__(self, last: Callable[[], None]) -> None:
        self.is_pressed = False
        self._last = last
        self._lock = threading.Lock()

    def __call__(self, number: int, frame: FrameType | None) -> None:
        """Answer Ctrl-C, once however often it is pressed."""
        if self.is_pressed:
            return
        self.is_pressed = InterruptHandler.has_answered = True
        if _is_compiling(frame):  # which turns exceptions into others, or loses them
            self._end()
        raise KeyboardInterrupt

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Let this handler answer Ctrl-C inside the block."""
        before = signal.signal(signal.SIGINT, self)
        try:
            yield
        finally:
            with self._lock:
                signal.signal(signal.SIGINT, before)

    def end_if_stuck(self) -> None:
        """End the process if it is in the block and Python has not come to call this handler.

        Once called it has raised KeyboardInterrupt, and what is kept then may take its time.
        """
        with self._lock:
            installed: object = signal.getsignal(signal.SIGINT)
            if installed is self and not self.is_pressed:
                self._end()

    def _end(self) -> NoReturn:
        # A thread, because what is last may wait for ever for what the main thread holds.
        last = threading.Thread(target=self._do_last, daemon=True)
        last.start()
        for _ in range(STEPS):
            last.join(LAST_SECONDS / STEPS)
        os._exit(INTERRUPTED)

    def _do_last(self) -> None:
        if "multiprocessing" in sys.modules:
            from multiprocessing import active_children

            for process in active_children():
                process.kill()
        with suppress(OSError):  # nobody reads it
            self._last()


def _is_compiling(frame: FrameType | None) -> bool:
    """Return whether *frame* was called by the compiler of kernels, however deep."""
    while frame is not None:
        if str(frame.f_globals.get("__name__")).partition(".")[0] in COMPILER:
            return True
        frame = frame.f_back
    return False


class InterruptWatch:
    """The thread that watches for Ctrl-C, and whether it has seen any."""

    def __init__(self) -> None:
        self.has_seen = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Watch inside the block."""
        watching, signalled = socket.socketpair()
        with signalled:  # once it is closed the thread reads of the end, and closes its own
            signalled.setblocking(False)
            before = signal.set_wakeup_fd(signalled.fileno(), warn_on_full_buffer=False)
            threading.Thread(target=self._watch, args=(watching,), daemon=True).start()
            try:
                yield
            finally:
                signal.set_wakeup_fd(before)

    def _watch(self, watching: socket.socket) -> None:
        """Answer every Ctrl-C that *watching* tells of, unless its handler is somebody else's."""
        with watching:
            while numbers := watching.recv(1024):
                if signal.SIGINT in numbers:
                    self.has_seen = True
                    self._answer()

    def _answer(self) -> None:
        handler = signal.getsignal(signal.SIGINT)
        # The thread may come late, when a command has answered and left its block.
        if handler is leave and not InterruptHandler.has_answered:
            leave()
        if isinstance(handler, InterruptHandler):
            for _ in range(STEPS):
                time.sleep(PATIENCE_SECONDS / STEPS)
            handler.end_if_stuck()
