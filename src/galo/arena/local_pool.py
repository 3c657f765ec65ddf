"""A plan played in this process: for players and games that no other process knows."""

import time
from collections.abc import Callable, Generator

from galo.arena.pairing import PairsResult
from galo.arena.side_by_side import batch_players
from galo.arena.worker import PoolSettings, Task, prepare, task_player
from galo.arena.worker_pool import FIRST_COUNT, suitable_count


class LocalPool:
    """Plays the plan of *settings* here, pair after pair, or many at once where that is faster."""

    died = 0  # no worker can die
    repeated = 0

    def __init__(self, settings: PoolSettings) -> None:
        self.settings = settings
        self.began: float | None = None

    def results(self, stopped: Callable[[], bool]) -> Generator[list[PairsResult], None, None]:
        """Yield the results of the pairs in their order, until all are played or *stopped*."""
        play = task_player(self.settings)
        prepare(self.settings, play)
        self.began = begin = time.perf_counter()
        pairs, first = self.settings.plan.total_pairs, self.settings.first
        count = FIRST_COUNT[self.settings.device]
        grows = self.settings.device is not None or bool(batch_players(self.settings.plan))
        while first < pairs and not stopped():
            task = Task(first, min(count, pairs - first))
            yield play(task, lambda message: None)
            first += task.pairs
            begin, before = time.perf_counter(), begin
            if grows:
                count = suitable_count(self.settings, task, begin - before)
