"""Matches between strategies, formulas and linear players: players in, counts out."""

import importlib
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from galo.arena.batch import Contest, Job, checked
from galo.arena.strategy_batch import (
    FAULTY_PAIR,
    STACK,
    StrategyKernels,
    StyledCounts,
    strategy_kernels,
)
from galo.games.rules.dominoes4 import Rules
from galo.players.dominoes4.option_choice import Value
from galo.players.dominoes4.strategy_rows import FORMULAS, StrategyPlayers, player_rows

if TYPE_CHECKING:
    from galo.arrays import IntMatrix


def simulate_strategies(
    players: StrategyPlayers,
    contests: "Sequence[Contest] | IntMatrix",
    job: Job,
    rules: Rules,
) -> list[StyledCounts]:
    """Return the counts of each of *contests*, for its first player."""
    _, contest_rows = checked(players, contests, job)
    chunks = -(-job.pairs // job.chunk)
    counts = np.zeros((len(contest_rows), chunks, len(StyledCounts._fields)), np.int64)
    stacks = np.zeros((len(contest_rows) * chunks, STACK))
    kernels_of(players.strategies).play_chunks(
        rules, player_rows(players.rows), contest_rows, job, stacks, counts
    )
    # A formula without a value for an option loses by it; that is no error.
    counts[:, :, FAULTY_PAIR] = 0
    return [StyledCounts._make(row) for row in counts.sum(axis=1).tolist()]


@cache
def kernels_of(strategies: tuple[str, ...]) -> StrategyKernels:
    """Return the simulator of *strategies*, each a source or FORMULAS."""
    values, files = zip(*map(value_of, strategies), strict=True)
    return strategy_kernels(values, files)


def value_of(strategy: str) -> tuple[Value, str]:
    """Return the kernel that values an option by *strategy*, and the file that it stands in."""
    assert strategy == FORMULAS
    module = importlib.import_module("galo.players.dominoes4.formula_value")
    return module.formula_value, str(module.__file__)
