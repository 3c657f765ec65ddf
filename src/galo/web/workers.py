"""Several servers at one socket of this machine: started, and started again when one dies."""

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess

from galo.web.server_log import log

SPAWN = multiprocessing.get_context("spawn")
BRIEF_SECONDS = 5.0  # a worker that dies so soon would die again
END_SECONDS = 5.0  # in which a worker that is asked to end does so

Serve = Callable[..., None]


class Workers:
    """*number* processes, each of which runs *serve* with these arguments."""

    def __init__(self, number: int, serve: Serve, *arguments: object) -> None:
        self._number = number
        self._serve = serve
        self._arguments = arguments
        self._processes: list[SpawnProcess] = []

    def run(self) -> None:
        """Keep all of them alive until this process is interrupted."""
        signal.signal(signal.SIGINT, signal.default_int_handler)  # which lets the workers end first
        try:
            self._processes = [self._start() for _ in range(self._number)]
            while True:
                begun = time.monotonic()
                wait([process.sentinel for process in self._processes])
                if time.monotonic() - begun < BRIEF_SECONDS:
                    time.sleep(1.0)
                self._replace()
        finally:
            self._end()

    def _start(self) -> SpawnProcess:
        process = SPAWN.Process(target=work, args=(self._serve, self._arguments))
        process.start()
        return process

    def _replace(self) -> None:
        for place, process in enumerate(self._processes):
            if not process.is_alive():
                log("server replaced", logging.ERROR, status=process.exitcode)
                process.join()
                self._processes[place] = self._start()

    def _end(self) -> None:
        for process in self._processes:
            process.terminate()
        until = time.monotonic() + END_SECONDS
        for process in self._processes:
            process.join(max(0.0, until - time.monotonic()))
            process.kill()
            process.join()


def work(serve: Serve, arguments: tuple[object, ...]) -> None:
    """Run *serve* until it is asked to end, or its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this one
    threading.Thread(target=_end_with_parent, daemon=True).start()
    serve(*arguments)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
