"""Games between agents in worker processes."""

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from galo.arena.interrupts import blocked_interrupts
from galo.errors import GaloError

FIRST_TASKS = 2  # that a worker plays before it first reports; then as many as last so long:
CHUNK_SECONDS = 1.0
GROWTH = 8  # at most, of a chunk over the one before
CHUNKS_EACH = 3  # handed out ahead for every worker

Task = TypeVar("Task")
Played = TypeVar("Played")


class PlayedChunk(NamedTuple):
    """What came out of a few tasks, and the seconds that they took."""

    results: list[Any]
    seconds: float


@dataclass(frozen=True)
class GamePool:
    """Worker processes that play games: those of *executor*, and how many there are now."""

    executor: Executor
    count_workers: Callable[[], int] = lambda: os.cpu_count() or 1

    def results(self, play: Callable[[Task], Played], tasks: Sequence[Task]) -> Iterator[Played]:
        """Yield *play* of each of *tasks*, in their order; *play* must be picklable.

        Tasks go out a few at a time, as many as last about CHUNK_SECONDS.
        """
        waiting: deque[Future[PlayedChunk]] = deque()
        first, count, ahead = 0, FIRST_TASKS, CHUNKS_EACH * self.count_workers()
        while waiting or first < len(tasks):
            while first < len(tasks) and len(waiting) < ahead:
                waiting.append(self._submit(play, tasks[first : first + count]))
                first += count
            chunk = waiting.popleft().result()
            yield from chunk.results
            suitable = int(CHUNK_SECONDS * len(chunk.results) / max(chunk.seconds, 1e-6))
            count = max(1, min(suitable, GROWTH * len(chunk.results)))

    def _submit(
        self, play: Callable[[Task], Played], tasks: Sequence[Task]
    ) -> "Future[PlayedChunk]":
        with blocked_interrupts():
            # Its `map`, when interrupted, cancels those that wait; when the workers are then killed
            # the pool's own thread fails, with a traceback, at marking these as lost.
            return self.executor.submit(_play_all, play, tasks)


def _play_all(play: Callable[[Task], Played], tasks: Sequence[Task]) -> PlayedChunk:
    begin = perf_counter()
    return PlayedChunk([play(task) for task in tasks], perf_counter() - begin)


@contextmanager
def game_pool(workers: int | None = None) -> Iterator[GamePool]:
    """Yield a pool of *workers* processes, one for each core; an exception ends what they play."""
    count = workers or os.cpu_count() or 1
    context = multiprocessing.get_context("spawn")
    others = multiprocessing.active_children()
    with blocked_interrupts():  # making its semaphores starts a process
        executor = ProcessPoolExecutor(count, mp_context=context)
    with executor:
        try:
            yield GamePool(executor, lambda: count)
        except BaseException as problem:
            for process in multiprocessing.active_children():
                if process not in others:
                    process.kill()
            if isinstance(problem, BrokenProcessPool):
                raise GaloError("a worker process died: perhaps it had no memory left") from None
            raise


def results_of(
    play: Callable[[Task], Played], tasks: Sequence[Task], jobs: int
) -> Iterator[Played]:
    """Yield *play* of each of *tasks*, in order: by *jobs* processes, or here if it is one."""
    if jobs == 1:
        yield from map(play, tasks)
        return
    with game_pool(jobs) as pool:
        yield from pool.results(play, tasks[:1])  # what it compiles, the others find on disk
        yield from pool.results(play, tasks[1:])
