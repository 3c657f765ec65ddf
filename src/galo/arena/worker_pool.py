"""The worker processes of a run: they share nothing, and one that dies is replaced.

A task is a few units, about a quarter of a second. The task of a worker that died is played
again. If that kills worker after worker, its units are played one by one and carefully: the
player that was thinking when the process died loses that game.
"""

import math
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from galo.arena.pairing import Forfeit, Step
from galo.arena.worker import Done, Failed, Mark, Orders, Ready, Task
from galo.errors import GaloError

TASK_SECONDS = {None: 0.25, "cpu": 0.5, "cuda": 0.5}  # by device
FIRST_COUNT = {None: 1, "cpu": 256, "cuda": 1 << 16}  # units
GROWTH = 8  # at most, of a task over the one before
MOST_SINGLY = 2000  # pairs that the simulator tells apart in one task
POLL_SECONDS = 0.1  # between two looks at whether to stop
CAREFUL_DEATHS = 2  # of a task, from which on it is played carefully
MOST_DEATHS = 8  # of a task, or of workers that were never ready
COMMAND = "from galo.arena.worker import main; main()"


@dataclass(eq=False)
class Worker:
    """A process and what it is at."""

    process: "subprocess.Popen[bytes]"
    connection: "Connection[Any, Any]"
    has_orders: bool = False
    is_ready: bool = False
    task: Task | None = None
    mark: Mark | None = None

    def end(self) -> None:
        """End the process now."""
        self.process.kill()
        self.process.wait()
        self.connection.close()

    def cause_of_death(self) -> str:
        """Return how the process, which has closed its socket, ended."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=1.0)
        self.end()
        code = self.process.returncode
        if code < 0:
            return f"its process died: {signal.strsignal(-code) or f'signal {-code}'}"
        return f"its process ended with code {code}"


class Crew:
    """Up to *jobs* processes that play what *orders* say; to simulate, one with *jobs* threads."""

    def __init__(self, orders: Orders, jobs: int) -> None:
        self.orders = orders
        self.units = orders.plan.units
        self.jobs = 1 if orders.device else min(jobs, self.units)
        self.threads = jobs if orders.device else 1
        self.began: float | None = None  # when the first worker was ready
        self.died = 0
        self.repeated = 0  # games
        self._workers: list[Worker] = []
        self._given = 0  # units
        self._again: list[Task] = []
        self._count = FIRST_COUNT[orders.device]
        self._stillborn = 0
        self._is_wary = False  # a player is known to kill its process

    def steps(self, stopped: Callable[[], bool]) -> Iterator[list[Step]]:
        """Yield what the units come to, in their order, until all are played or *stopped*."""
        finished: dict[int, tuple[int, list[Step]]] = {}
        following = 0
        try:
            self._hire()
            self._order(self._workers[:1])  # which compiles what the others then find on disk
            while following < self.units and not stopped():
                for task, steps in self._hear():
                    finished[task.first] = (task.units, steps)
                while following in finished:
                    count, steps = finished.pop(following)
                    following += count
                    yield steps
                self._assign()
        finally:
            for worker in self._workers:
                worker.end()
            self._workers.clear()

    def _hire(self) -> None:
        while len(self._workers) < self.jobs:
            self._workers.append(self._new_worker())

    def _order(self, workers: list[Worker]) -> None:
        for worker in workers:
            if not worker.has_orders:
                worker.has_orders = True
                _send(worker, self.orders)

    def _new_worker(self) -> Worker:
        ours, theirs = socket.socketpair()
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
            "NUMBA_NUM_THREADS": str(self.threads),
            "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0",  # a short match cannot fill a GPU
        }
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", COMMAND, str(theirs.fileno()), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=2,  # what a player prints must not end up in our results
                pass_fds=[theirs.fileno()],
                env=environment,
                start_new_session=True,  # Ctrl-C is for the parent alone
            )
        except OSError as problem:
            raise GaloError(f"cannot start a worker process: {problem.strerror}") from None
        finally:
            theirs.close()
        return Worker(process, Connection(ours.detach()))

    def _hear(self) -> Iterator[tuple[Task, list[Step]]]:
        """Yield the tasks that were done, after at most a moment of waiting for one."""
        speakers = {worker.connection: worker for worker in self._workers}
        for connection in wait(list(speakers), timeout=POLL_SECONDS):
            worker = speakers[connection]  # type: ignore[index]
            try:
                message = worker.connection.recv()
            except (EOFError, OSError):
                self._replace(worker)
                continue
            if isinstance(message, Done):
                assert worker.task is not None
                yield worker.task, message.steps
                self._learn(worker.task, message.seconds)
                worker.task = worker.mark = None
            else:
                self._note(worker, message)

    def _note(self, worker: Worker, message: Ready | Mark | Failed) -> None:
        match message:
            case Ready():
                worker.is_ready = True
                self.began = self.began or time.perf_counter()
                self._order(self._workers)
            case Mark():
                worker.mark = message
            case Failed(sentence, trace):
                raise GaloError(sentence) if sentence else RuntimeError(trace)

    def _assign(self) -> None:
        for worker in self._workers:
            if worker.is_ready and worker.task is None:
                worker.task = self._next_task()
                if worker.task is not None:
                    _send(worker, worker.task)

    def _next_task(self) -> Task | None:
        if self._again:
            return self._again.pop(0)
        left = self.units - self._given
        if not left:
            return None
        fair = math.ceil(left / (2 * self.jobs)) if self.jobs > 1 else left
        count = 1 if self._is_wary else min(self._count, fair)
        self._given += count
        return Task(self._given - count, count, careful=self._is_wary)

    def _learn(self, task: Task, seconds: float) -> None:
        """Choose the size of the next task by how long the last one took."""
        suitable = int(TASK_SECONDS[self.orders.device] * task.units / max(seconds, 1e-6))
        most = MOST_SINGLY if self.orders.singly else suitable
        self._count = max(1, min(suitable, most, GROWTH * task.units))

    def _replace(self, worker: Worker) -> None:
        """Start another worker for one that died, and have its task played again."""
        cause = worker.cause_of_death()
        self._workers.remove(worker)
        self.died += 1
        if not worker.is_ready:
            self._stillborn += 1
            self.orders = self.orders._replace(primes=False)  # which may be what killed it
            if self._stillborn > MOST_DEATHS:
                raise GaloError(f"worker after worker dies as it starts; of the last, {cause}")
        if worker.task is not None:
            self._repeat(worker.task, worker.mark, cause)
        self._hire()
        self._order(self._workers)

    def _repeat(self, task: Task, mark: Mark | None, cause: str) -> None:
        self.repeated += 2 * task.units
        task = task._replace(deaths=task.deaths + 1)
        if task.deaths > MOST_DEATHS:
            raise GaloError(f"pair {task.first + 1} ends worker after worker; of the last, {cause}")
        if task.careful and mark is not None:
            self._is_wary = True
            forfeit = Forfeit(mark.unit, mark.exchanged, mark.who, cause)
            task = task._replace(deaths=CAREFUL_DEATHS, forfeits=(*task.forfeits, forfeit))
        if task.deaths < CAREFUL_DEATHS or self.orders.device:
            self._again.append(task)
            return
        for unit in range(task.first, task.first + task.units):
            self._again.append(task._replace(first=unit, units=1, careful=True))


def _send(worker: Worker, message: Orders | Task) -> None:
    with suppress(OSError):  # it has died: its silence will tell
        worker.connection.send(message)
