"""Fitness evaluation: many individuals against their opponents in one call of the simulator."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from galo.arena.batch import Counts, Job
from galo.arena.devices import Simulate
from galo.arrays import Int32Matrix, IntCube, IntMatrix
from galo.errors import ConfigError
from galo.players.dominoes4.linear import Linear
from galo.players.registry import make_player
from galo.rng import fold_in

WINS = Counts._fields.index("wins")
PAIRS = [Counts._fields.index(f"pairs_{end}") for end in ("lost", "split", "won")]


class FitnessEvaluation(NamedTuple):
    """Every one of *individuals* against every one of *opponents*, on the deals of one key."""

    individuals: Int32Matrix  # weights, a row each
    opponents: Int32Matrix
    key: int
    is_common: bool  # the same deals for all and from both sides, or a deal for each match

    @property
    def contests(self) -> int:
        """The number of pairs of an individual and an opponent."""
        return len(self.individuals) * len(self.opponents)


def opponent_weights(names: Sequence[str]) -> Int32Matrix:
    """Return the weights of the players *names*, a row each."""
    rows = []
    for name in names:
        player = make_player("dominoes4", name, is_simulated=True)
        if not isinstance(player, Linear):
            raise ConfigError(f"{name!r} is no linear player, and only those can be simulated")
        rows.append(player.weights[0])
    return np.array(rows)


def evaluate(
    evaluations: Sequence[FitnessEvaluation], pairs: int, simulate: Simulate
) -> list[IntCube]:
    """Return the counts of each evaluation, indexed by opponent, individual, column of `Counts`.

    The counts of an evaluation do not depend on the others in the same call.
    """
    weights = np.concatenate([rows for evaluation in evaluations for rows in evaluation[:2]])
    contests, first = [], 0
    for evaluation in evaluations:
        contests.append(_contests(evaluation, first))
        first += len(evaluation.individuals) + len(evaluation.opponents)
    counts = np.array(simulate(weights, np.concatenate(contests), Job(0, pairs)))
    ends = np.cumsum([evaluation.contests for evaluation in evaluations])
    return [
        part.reshape(len(evaluation.opponents), len(evaluation.individuals), -1)
        for evaluation, part in zip(evaluations, np.split(counts, ends[:-1]), strict=True)
    ]


def _contests(evaluation: FitnessEvaluation, first: int) -> IntMatrix:
    """Return the contests of *evaluation*, whose weights begin at row *first* of all weights."""
    count, individuals = evaluation.contests, len(evaluation.individuals)
    numbers = np.arange(count)
    if evaluation.is_common:
        keys = np.full((count, 2), evaluation.key)
    else:
        folded = [fold_in(evaluation.key, number) for number in range(2 * count)]
        keys = np.array(folded).reshape(-1, 2)
    one, other = first + numbers % individuals, first + individuals + numbers // individuals
    return np.column_stack([one, other, keys])
