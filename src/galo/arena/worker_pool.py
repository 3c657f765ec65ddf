"""The worker processes of a run: they share nothing, and one that dies is replaced.

A task is a few pairs, about a quarter of a second. The task of a worker that died is played
again. If that kills worker after worker, its pairs are played one by one, with a message
before each decision: the player that was deciding when the process died loses that game.
"""

import math
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from galo.arena.pairing import Forfeit, PairsResult
from galo.arena.worker import DecisionStarted, PoolSettings, Ready, Task, TaskDone, WorkerFailed
from galo.errors import GaloError

TASK_SECONDS = {None: 0.25, "cpu": 0.5, "cuda": 0.5}  # by device
FIRST_COUNT = {None: 1, "cpu": 256, "cuda": 1 << 16}  # pairs
GROWTH = 8  # at most, of a task over the one before
MOST_SINGLY = 2000  # pairs of one task with a result for each
POLL_SECONDS = 0.1  # between two looks at whether to stop
ALONE_SECONDS = 0.5  # that the first worker plays alone: less than others need to be ready
CAREFUL_DEATHS = 2  # of a task, from which on it is played carefully
MOST_DEATHS = 8  # of a task, or of workers that were never ready
COMMAND = "from galo.arena.worker import main; main()"


@dataclass(eq=False)
class Worker:
    """A process and the task it plays."""

    process: "subprocess.Popen[bytes]"
    connection: "Connection[Any, Any]"
    has_settings: bool = False
    is_ready: bool = False
    task: Task | None = None
    decision: DecisionStarted | None = None

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


class WorkerPool:
    """Up to *jobs* processes that play the plan of *settings*; to simulate, one with threads."""

    def __init__(self, settings: PoolSettings, jobs: int) -> None:
        self.settings = settings
        self.pairs = settings.plan.total_pairs
        self.jobs = 1 if settings.device else min(jobs, self.pairs)
        self.threads = jobs if settings.device else 1
        self.began: float | None = None  # when the first worker was ready
        self.died = 0
        self.repeated = 0  # games
        self._workers: list[Worker] = []
        self._given = settings.first  # pairs
        self._repeats: list[Task] = []
        self._count = FIRST_COUNT[settings.device]
        self._died_at_start = 0
        self._is_careful = False  # since a player has killed its process

    def results(self, stopped: Callable[[], bool]) -> Generator[list[PairsResult], None, None]:
        """Yield the results of the pairs in their order, until all are played or *stopped*."""
        finished: dict[int, tuple[int, list[PairsResult]]] = {}  # by first pair
        following = self.settings.first
        try:
            self._start_workers()
            self._send_settings(self._workers[:1])  # the first compiles, the others find it on disk
            while following < self.pairs and not stopped():
                for task, results in self._receive():
                    finished[task.first] = (task.pairs, results)
                while following in finished:
                    count, results = finished.pop(following)
                    following += count
                    yield results
                if self.began and time.perf_counter() - self.began >= ALONE_SECONDS:
                    self._send_settings(self._workers)
                self._assign()
        finally:
            for worker in self._workers:
                worker.end()
            self._workers.clear()

    def _start_workers(self) -> None:
        while len(self._workers) < self.jobs:
            self._workers.append(self._start_worker())

    def _send_settings(self, workers: list[Worker]) -> None:
        for worker in workers:
            if not worker.has_settings:
                worker.has_settings = True
                _send(worker, self.settings)

    def _start_worker(self) -> Worker:
        ours, theirs = socket.socketpair()
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
            "NUMBA_NUM_THREADS": str(self.threads),
            "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0",  # a short match cannot fill a GPU
        }
        try:
            process = _popen(theirs, environment)
        except OSError as problem:
            raise GaloError(f"cannot start a worker process: {problem.strerror}") from None
        finally:
            theirs.close()
        return Worker(process, Connection(ours.detach()))

    def _receive(self) -> Iterator[tuple[Task, list[PairsResult]]]:
        """Yield the tasks that are done and their results; wait a moment at most."""
        senders = {worker.connection: worker for worker in self._workers}
        for connection in wait(list(senders), timeout=POLL_SECONDS):
            worker = senders[connection]  # type: ignore[index]
            try:
                message = worker.connection.recv()
            except (EOFError, OSError):
                self._replace(worker)
                continue
            if isinstance(message, TaskDone):
                assert worker.task is not None
                yield worker.task, message.results
                self._adapt_task_size(worker.task, message.seconds)
                worker.task = worker.decision = None
            else:
                self._handle(worker, message)

    def _handle(self, worker: Worker, message: Ready | DecisionStarted | WorkerFailed) -> None:
        match message:
            case Ready():
                worker.is_ready = True
                self.began = self.began or time.perf_counter()
            case DecisionStarted():
                worker.decision = message
            case WorkerFailed(sentence, trace):
                raise GaloError(sentence) if sentence else RuntimeError(trace)

    def _assign(self) -> None:
        for worker in self._workers:
            if worker.is_ready and worker.task is None:
                worker.task = self._next_task()
                if worker.task is not None:
                    _send(worker, worker.task)

    def _next_task(self) -> Task | None:
        if self._repeats:
            return self._repeats.pop(0)
        left = self.pairs - self._given
        if not left:
            return None
        fair = math.ceil(left / (2 * self.jobs)) if self.jobs > 1 else left
        count = 1 if self._is_careful else min(self._count, fair)
        self._given += count
        return Task(self._given - count, count, careful=self._is_careful)

    def _adapt_task_size(self, task: Task, seconds: float) -> None:
        """Choose the size of the next task by how long the last one took."""
        self._count = suitable_count(self.settings, task, seconds)

    def _replace(self, worker: Worker) -> None:
        """Start another worker for one that died, and have its task played again."""
        cause = worker.cause_of_death()
        self._workers.remove(worker)
        self.died += 1
        if not worker.is_ready:
            self._died_at_start += 1
            self.settings = self.settings._replace(primes=False)  # which may be what killed it
            if self._died_at_start > MOST_DEATHS:
                raise GaloError(f"worker after worker dies as it starts; of the last, {cause}")
        if worker.task is not None:
            self._repeat(worker.task, worker.decision, cause)
        self._start_workers()
        self._send_settings(self._workers)

    def _repeat(self, task: Task, decision: DecisionStarted | None, cause: str) -> None:
        self.repeated += 2 * task.pairs
        task = task._replace(deaths=task.deaths + 1)
        if task.deaths > MOST_DEATHS:
            raise GaloError(f"pair {task.first + 1} ends worker after worker; of the last, {cause}")
        if task.careful and decision is not None:
            self._is_careful = True
            forfeit = Forfeit(decision.pair, decision.exchanged, decision.contestant, cause)
            task = task._replace(deaths=CAREFUL_DEATHS, forfeits=(*task.forfeits, forfeit))
        if task.deaths < CAREFUL_DEATHS or self.settings.device:
            self._repeats.append(task)
            return
        for pair in range(task.first, task.first + task.pairs):
            self._repeats.append(task._replace(first=pair, pairs=1, careful=True))


def suitable_count(settings: PoolSettings, task: Task, seconds: float) -> int:
    """Return how many pairs the next task should have after *task* took so many *seconds*."""
    suitable = int(TASK_SECONDS[settings.device] * task.pairs / max(seconds, 1e-6))
    most = MOST_SINGLY if settings.singly else suitable
    return max(1, min(suitable, most, GROWTH * task.pairs))


def _popen(theirs: socket.socket, environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    """Start a worker that holds the socket *theirs*, out of reach of Ctrl-C."""
    words = [sys.executable, "-P", "-c", COMMAND, str(os.getpid())]
    # What a player prints must not end up in our results.
    if sys.platform == "win32":  # where a process inherits no socket: it is copied to it instead
        process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=2,
            env=environment,
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
        )
        assert process.stdin is not None
        with process.stdin:
            process.stdin.write(theirs.share(process.pid))
        return process
    return subprocess.Popen(
        [*words, str(theirs.fileno())],
        stdin=subprocess.DEVNULL,
        stdout=2,
        pass_fds=[theirs.fileno()],
        env=environment,
        start_new_session=True,
    )


def _send(worker: Worker, message: PoolSettings | Task) -> None:
    with suppress(OSError):  # it has died: its closed socket is noticed later
        worker.connection.send(message)
