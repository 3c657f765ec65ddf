"""A plan played and added up, pair by pair: a match is a tournament of two.

Results are added in the order of the pairs, so they do not depend on the number of processes;
pairs beyond the end of a sequential test are dropped.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator

from galo.arena.local_pool import LocalPool
from galo.arena.pairing import Fault, PairsResult, Plan
from galo.arena.ratings import Rating, bradley_terry
from galo.arena.sprt import Sprt, Verdict
from galo.arena.tally import Tally
from galo.arena.worker import PoolSettings
from galo.arena.worker_pool import WorkerPool
from galo.errors import ConfigError

Keep = Callable[[str], object]  # takes a record, one line


class Tournament:
    """The games of a plan played so far, added up."""

    def __init__(self, plan: Plan, sprt: Sprt | None = None) -> None:
        if sprt is not None and len(plan.players) != 2:
            raise ConfigError("a sequential test is for a match of two")
        self.plan = plan
        self.sprt = sprt
        self.tallies = [Tally() for _ in plan.pairings]
        self.faults: Counter[Fault] = Counter()
        self.overruns: Counter[str] = Counter()  # decisions of each player that took too long
        self.seconds = 0.0
        self.is_interrupted = False
        self.workers_died = 0
        self.games_repeated = 0

    def play(
        self,
        jobs: int,
        stopped: Callable[[], bool] = lambda: False,
        keep: Keep | None = None,
        device: str | None = None,
    ) -> Iterator[None]:
        """Play what is left, on the batch simulator if *device* names one; yield at each progress.

        A tournament that was stored before its end goes on where it was.
        """
        if device is None:
            self.plan.check_seats()
        before = self.seconds, self.workers_died, self.games_repeated
        settings = PoolSettings(
            self.plan, device, keep is not None, self.sprt is not None, first=self.games // 2
        )
        pool = LocalPool(settings) if self.plan.is_local else WorkerPool(settings, jobs)
        results = pool.results(stopped)
        try:
            for found in results:
                self._add(found, keep)
                self._look_at(pool, before)
                yield
                if self.is_decided:
                    return
            self.is_interrupted = self.games < 2 * self.plan.total_pairs
        finally:
            self._look_at(pool, before)
            results.close()

    def _add(self, results: list[PairsResult], keep: Keep | None) -> None:
        for result in results:
            self.tallies[result.pairing] += result.tally
            self.faults.update(result.faults)
            self.overruns.update(result.overruns)
            if keep is not None:
                for record in result.records:
                    keep(record)
            if self.is_decided:
                return

    def _look_at(self, pool: WorkerPool | LocalPool, before: tuple[float, int, int]) -> None:
        """Take over what *pool* has counted, on top of what was counted *before* it."""
        seconds, died, repeated = before
        if pool.began is not None:
            self.seconds = seconds + time.perf_counter() - pool.began
        self.workers_died, self.games_repeated = died + pool.died, repeated + pool.repeated

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(tally.games for tally in self.tallies)

    @property
    def games_per_second(self) -> float:
        """The speed of all processes together."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def verdict(self) -> Verdict | None:
        """The verdict of the sequential test, if there is one."""
        return self.sprt.judge_pairs(self.tallies[0].pairs) if self.sprt else None

    @property
    def is_decided(self) -> bool:
        """Whether the sequential test has ended."""
        verdict = self.verdict
        return verdict is not None and verdict.decision != "continue"

    @property
    def points(self) -> list[list[float]]:
        """The points of each player against each other."""
        count = len(self.plan.players)
        table = [[0.0] * count for _ in range(count)]
        indices = [(a, b) for a in range(count) for b in range(a + 1, count)]
        for (a, b), tally in zip(indices, self.tallies, strict=True):
            table[a][b] = tally.points
            table[b][a] = tally.games - tally.points
        return table

    @property
    def ratings(self) -> list[Rating]:
        """The rating of each player."""
        return bradley_terry(self.points)
