"""Many individuals against their opponents in one call of the simulator."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from galo.arena.batch import Counts, Job
from galo.lab.settings import Rows
from galo.rng import fold_in

Simulate = Callable[..., list[Counts]]
Table = NDArray[np.int64]


class Trial(NamedTuple):
    """Everybody in *rows* against every one of the *opponents*, on the deals of one key."""

    rows: Rows
    opponents: Rows
    key: int
    is_common: bool  # the same deals for all and from both sides, or a deal for each match

    @property
    def contests(self) -> int:
        """How many individuals meet how many opponents."""
        return len(self.rows) * len(self.opponents)


def play(trials: Sequence[Trial], pairs: int, simulate: Simulate) -> list[Table]:
    """Return the counts of each of *trials* by opponent, individual and column of `Counts`.

    What a trial comes to does not depend on the others beside it.
    """
    weights = np.concatenate([rows for trial in trials for rows in trial[:2]])
    contests, first = [], 0
    for trial in trials:
        contests.append(_contests(trial, first))
        first += len(trial.rows) + len(trial.opponents)
    counts = np.array(simulate(weights, np.concatenate(contests), Job(0, pairs)))
    ends = np.cumsum([trial.contests for trial in trials])
    return [
        part.reshape(len(trial.opponents), len(trial.rows), -1)
        for trial, part in zip(trials, np.split(counts, ends[:-1]), strict=True)
    ]


def _contests(trial: Trial, first: int) -> Table:
    """Return the contests of a *trial* whose rows are *first* and following of the weights."""
    numbers, individuals = np.arange(trial.contests), len(trial.rows)
    if trial.is_common:
        keys = np.full((trial.contests, 2), trial.key)
    else:
        folded = [fold_in(trial.key, number) for number in range(2 * trial.contests)]
        keys = np.array(folded).reshape(-1, 2)
    one, other = first + numbers % individuals, first + individuals + numbers // individuals
    return np.column_stack([one, other, keys])
