"""A plan played in this process: for players and games that no other process knows."""

import time
from collections.abc import Callable, Generator

from galo.arena.pairing import PairsResult, play_pair, prime
from galo.arena.worker import PoolSettings


class LocalPool:
    """Plays the plan of *settings* here, one pair after the other."""

    died = 0  # no worker can die
    repeated = 0

    def __init__(self, settings: PoolSettings) -> None:
        self.settings = settings
        self.began: float | None = None

    def results(self, stopped: Callable[[], bool]) -> Generator[list[PairsResult], None, None]:
        """Yield the results of the pairs in their order, until all are played or *stopped*."""
        prime(self.settings.plan)
        self.began = time.perf_counter()
        for pair in range(self.settings.plan.total_pairs):
            if stopped():
                return
            yield [play_pair(self.settings.plan, pair, self.settings.keeps_records)]
