"""Matches between strategies, formulas and linear players, by the million.

Like `batch.simulate` the result is a pure function of the arguments, on any number of threads. A
simulator can be sent to another machine: it holds the text of its strategies, not their files.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.arena.batch import Contest, Job, checked_contests
from galo.arena.strategy_batch import (
    STACK,
    StrategyKernels,
    StyledCounts,
    Tasks,
    strategy_kernels,
)
from galo.arena.strategy_module import ValueModule, value_module
from galo.errors import ConfigError
from galo.games.rules.dominoes4 import Rules
from galo.jit import thread_count
from galo.players.dominoes4 import formula_value
from galo.players.dominoes4.strategy_rows import (
    FORMULA,
    STRATEGY_COLUMNS,
    StrategyPlayers,
    player_rows,
)

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, RealMatrix

GPU = "galo.arena.strategy_cuda"
BLOCKS_EACH = 8  # of tasks, for every thread: the last to end is not long alone


def simulate_strategies(
    players: StrategyPlayers,
    contests: "Sequence[Contest] | IntMatrix",
    job: Job,
    rules: Rules,
    device: str = "cpu",
) -> list[StyledCounts]:
    """Return the counts of each of *contests*; raise if a strategy had no value for an option.

    A formula without a value loses by it: that is no error.
    """
    found = StrategySimulator(players.strategies, device)(players.rows, contests, job, rules)
    faulty = [counts.faulty_pair for counts in found if counts.faulty_pair]
    if faulty and players.strategies != (FORMULA,):
        raise ConfigError(f"a strategy has no value for an option in pair {min(faulty)}")
    return [counts._replace(faulty_pair=0) for counts in found]


class StrategySimulator(NamedTuple):
    """Plays contests between rows; one of kind k > 0 plays strategy k - 1 of these."""

    strategies: tuple[str, ...]  # one or two: `Strategy.translation`, or FORMULA
    device: str = "cpu"

    def __call__(
        self,
        rows: "RealMatrix",
        contests: "Sequence[Contest] | IntMatrix",
        job: Job,
        rules: Rules | None = None,
    ) -> list[StyledCounts]:
        """Return the counts of each of *contests*, for its first row of *rows*."""
        contest_rows = checked_contests(contests, len(rows), job)
        if rows.shape[1:] != (STRATEGY_COLUMNS,) or rows[:, 0].max() > len(self.strategies):
            raise ConfigError(
                f"rows of shape {rows.shape} are not players of {len(self.strategies)} strategies"
            )
        play = _play if self.device == "cpu" else import_module(GPU).play
        counts = play(self.kernels, rules or Rules(), rows, contest_rows, job)
        return [StyledCounts._make(row) for row in counts.tolist()]

    @property
    def kernels(self) -> StrategyKernels:
        """The kernels around these strategies."""
        modules = [_module(strategy) for strategy in self.strategies]
        return strategy_kernels(
            tuple(module.value for module in modules), tuple(module.file for module in modules)
        )


def _module(strategy: str) -> ValueModule:
    if strategy == FORMULA:
        return ValueModule(formula_value.formula_value, formula_value.__file__)
    return value_module(strategy)


def _play(
    kernels: StrategyKernels,
    rules: Rules,
    rows: "RealMatrix",
    contests: "IntMatrix",
    job: Job,
) -> "IntMatrix":
    """Return the counts of *contests*, played on the cores of this machine."""
    chunks = -(-job.pairs // job.chunk)
    counts = np.zeros((len(contests), chunks, len(StyledCounts._fields)), np.int64)
    stacks = np.zeros((len(contests) * chunks, STACK))
    readable = player_rows(rows)

    def play(begin: int, end: int) -> None:
        tasks = Tasks(begin, end, stacks, counts)
        kernels.play_tasks(rules, readable, contests, job, tasks)

    threads = thread_count()
    if threads == 1:
        play(0, len(stacks))
    else:
        ends = np.linspace(0, len(stacks), min(len(stacks), threads * BLOCKS_EACH) + 1).astype(int)
        with ThreadPoolExecutor(threads) as executor:
            for done in [executor.submit(play, *block) for block in pairwise(ends.tolist())]:
                done.result()
    faulty = counts[:, :, -1]
    total: IntMatrix = counts.sum(axis=1)
    total[:, -1] = np.where(faulty > 0, faulty, np.iinfo(np.int64).max).min(axis=1)
    total[~faulty.any(axis=1), -1] = 0
    return total
