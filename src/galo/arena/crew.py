"""The worker processes of a run: they share nothing, and one that dies is replaced.

A task is a few units, about a quarter of a second. The task of a worker that died is played
again; if that kills worker after worker, its units are played one by one and carefully, and
the player that was thinking when the process died loses that game.
"""

import math
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from galo.arena.pairing import Forfeit, Plan, Step
from galo.arena.worker import Done, Failed, Mark, Orders, Ready, Task
from galo.errors import GaloError

TASK_SECONDS = {None: 0.25, "cpu": 0.5, "cuda": 0.5}  # by device
FIRST_COUNT = {None: 1, "cpu": 256, "cuda": 1 << 16}
MOST_SINGLY = 2000  # pairs that the simulator tells apart in one task
GROWTH = 8  # of a task over the one before
POLL_SECONDS = 0.1  # between two looks at whether to stop
CAREFUL_DEATHS = 2  # of a task, from which on it is played carefully
MOST_DEATHS = 8  # of a task, or of workers before they were ready
COMMAND = "from galo.arena.worker import main; main()"


@dataclass
class Worker:
    """A process and what it is at."""

    process: subprocess.Popen[bytes]
    connection: "Connection[Any, Any]"
    is_ready: bool = False
    task: Task | None = None
    mark: Mark | None = None

    def end(self) -> None:
        """End the process now."""
        self.process.kill()
        self.process.wait()
        self.connection.close()

    def death(self) -> str:
        """Return how the process, which has closed its socket, died."""
        self.end_code = self.process.wait()
        if self.end_code < 0:
            return f"its process died of {signal.Signals(-self.end_code).name}"
        return f"its process ended with code {self.end_code}"


class Crew:
    """Up to *jobs* processes that play the units of a plan, and the count of their deaths."""

    def __init__(self, orders: Orders, jobs: int) -> None:
        self.orders = orders
        self.units = orders.plan.units
        is_simulated = orders.device is not None
        self.jobs = 1 if is_simulated else min(jobs, self.units)
        self.threads = jobs if is_simulated else 1
        self.died = 0
        self.repeated = 0  # games
        self._workers: list[Worker] = []
        self._given = 0  # units
        self._again: list[Task] = []
        self._count = FIRST_COUNT[orders.device]
        self._stillborn = 0
        self._is_wary = False

    def steps(self, stopped: Callable[[], bool]) -> Iterator[list[Step]]:
        """Yield what the units come to, in their order, until all are played or *stopped*."""
        finished: dict[int, tuple[int, list[Step]]] = {}
        following = 0
        try:
            self._hire()
            yield []  # ready to play
            while following < self.units and not stopped():
                for task, steps in self._heard():
                    finished[task.first] = (task.count, steps)
                while following in finished:
                    count, steps = finished.pop(following)
                    following += count
                    yield steps
        finally:
            for worker in self._workers:
                worker.end()
            self._workers.clear()
