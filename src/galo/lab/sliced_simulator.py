"""A simulator that plays in slices, with time for Ctrl-C and a progress bar between them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING

from galo.arena.batch import Counts, Job, checked, sum_of_counts
from galo.arena.devices import Simulate

if TYPE_CHECKING:
    from galo.arrays import Int32Matrix, IntMatrix
    from galo.games.rules.dominoes4 import Rules
    from galo.players.dominoes4.strategy_rows import StrategyPlayers

SLICE_SECONDS = 0.1
FIRST_PAIRS = 4096  # of the first slice; the next ones last about SLICE_SECONDS
GROWTH = 8  # at most, of a slice over the one before


@dataclass
class SlicedSimulator:
    """The simulator *simulate*; *moved* is called with the share of a call that is played.

    Counts are integers and are added up, so the result has the same bits for every cut.
    """

    simulate: Simulate
    moved: Callable[[float], None] = lambda share: None
    _pairs: int = field(default=FIRST_PAIRS, init=False)

    def __call__(
        self,
        weights: "Int32Matrix | StrategyPlayers",
        contests: "IntMatrix",
        job: Job,
        rules: "Rules | None" = None,
    ) -> list[Counts]:
        """Return the result of `simulate` with the same arguments."""
        rows, all_contests = checked(weights, contests, job)
        counts: list[Counts] = []
        number = first = 0  # the contest, and its pair, that the next slice begins with
        while number < len(all_contests):
            together = self._pairs // job.pairs if first == 0 else 0
            end = min(number + max(1, together), len(all_contests))
            pairs = job.pairs if together else min(self._pairs, job.pairs - first)
            begin = perf_counter()
            part = Job(job.first + first, pairs, job.chunk)
            played = self.simulate(rows, all_contests[number:end], part, rules)
            before = counts[number:end]
            counts[number:end] = map(sum_of_counts, before, played) if before else played
            self._adapt(pairs * (end - number), perf_counter() - begin)
            first += pairs
            if first == job.pairs:
                number, first = end, 0
            self.moved((number + first / job.pairs) / len(all_contests))
        return counts

    def _adapt(self, pairs: int, seconds: float) -> None:
        """Choose the size of the next slice by how long this one of *pairs* took."""
        suitable = int(pairs * SLICE_SECONDS / max(seconds, 1e-6))
        self._pairs = max(1, min(suitable, GROWTH * pairs))
