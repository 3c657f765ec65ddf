"""Matches between strategies, formulas and linear players, by the million.

Like `batch.simulate` the result is a pure function of the arguments, on any number of threads.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from galo.arena.batch import Contest, Job, checked
from galo.arena.strategy_batch import (
    STACK,
    StrategyKernels,
    StyledCounts,
    Tasks,
    strategy_kernels,
)
from galo.arena.strategy_fault import fault_of
from galo.arena.strategy_module import ValueModule, value_module
from galo.errors import ConfigError
from galo.games.rules.dominoes4 import Rules
from galo.jit import thread_count
from galo.players.dominoes4 import formula_value
from galo.players.dominoes4.strategy_rows import (
    FORMULA,
    STRATEGY_COLUMNS,
    PlayerRows,
    StrategyPlayers,
    player_rows,
)

if TYPE_CHECKING:
    from galo.arrays import IntMatrix

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

    A formula without a value loses by it, which is no error, and so does a strategy that meets one.
    """
    found = count_strategies(players, contests, job, rules, device)
    if FORMULA not in players.strategies:
        for number, counts in enumerate(found):
            if counts.faulty_pair:
                where = Contest._make(int(part) for part in contests[number])
                raise ConfigError(fault_of(players, where, counts.faulty_pair - 1, rules))
    return [counts._replace(faulty_pair=0) for counts in found]


def count_strategies(
    players: StrategyPlayers,
    contests: "Sequence[Contest] | IntMatrix",
    job: Job,
    rules: Rules,
    device: str = "cpu",
) -> list[StyledCounts]:
    """Return the counts of each of *contests*, for its first player, and pairs with a fault."""
    _, contest_rows = checked(players, contests, job)
    rows, strategies = players.rows, players.strategies
    if rows.shape[1:] != (STRATEGY_COLUMNS,) or rows[:, 0].max() > len(strategies):
        raise ConfigError(
            f"rows of shape {rows.shape} are not players of {len(strategies)} strategies"
        )
    play = _play if device == "cpu" else import_module(GPU).play
    counts = play(kernels_of(strategies), rules, player_rows(rows), contest_rows, job)
    return [StyledCounts._make(row) for row in counts.tolist()]


@cache
def kernels_of(strategies: tuple[str, ...]) -> StrategyKernels:
    """Return the simulator of *strategies*, each a translation or FORMULA."""
    modules = [_module(strategy) for strategy in strategies]
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
    rows: PlayerRows,
    contests: "IntMatrix",
    job: Job,
) -> "IntMatrix":
    """Return the counts of *contests*, played on the cores of this machine."""
    chunks = -(-job.pairs // job.chunk)
    counts = np.zeros((len(contests), chunks, len(StyledCounts._fields)), np.int64)
    stacks = np.zeros((len(contests) * chunks, STACK))

    def play(begin: int, end: int) -> None:
        tasks = Tasks(begin, end, stacks, counts)
        kernels.play_tasks(rules, rows, contests, job, tasks)

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
