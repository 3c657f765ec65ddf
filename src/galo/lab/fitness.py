"""Fitness evaluation: many individuals against their opponents in one call of the simulator."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from galo.arena.batch import Counts, Job
from galo.arena.devices import Simulate
from galo.arena.game_pool import GamePool
from galo.arrays import Int32Matrix, IntCube, IntMatrix
from galo.errors import ConfigError
from galo.lab.game_fitness import GameEvaluation, play_evaluations
from galo.players.dominoes4.evaluation import COLUMNS
from galo.players.dominoes4.linear import Linear
from galo.players.dominoes4.strategy_rows import StrategyPlayers
from galo.players.registry import make_player
from galo.rng import fold_in

WINS = Counts._fields.index("wins")
BY_POINTS = 5  # a pair of games brings 0 to 4 half points
PAIRS = [Counts._fields.index(f"pairs_{end}") for end in ("lost", "split", "won")]


class FitnessEvaluation(NamedTuple):
    """Every one of *individuals* against every one of *opponents*, on the deals of one key."""

    individuals: Int32Matrix | StrategyPlayers  # a row each
    opponents: Int32Matrix | StrategyPlayers
    key: int
    is_common: bool  # the same deals for all and from both sides, or a deal for each match

    @property
    def contests(self) -> int:
        """The number of pairs of an individual and an opponent."""
        return len(self.individuals) * len(self.opponents)


#: In the simulator, or by games of agents.
Evaluation = FitnessEvaluation | GameEvaluation

#: Where matches are played: a simulator, or processes that play games.
Place = Simulate | GamePool


def is_linear(name: str) -> bool:
    """Return whether the agent *name* of dominoes4 is a linear player."""
    return isinstance(make_player("dominoes4", name, is_simulated=True), Linear)


def opponent_weights(names: Sequence[str]) -> Int32Matrix:
    """Return the weights of the players *names*, a row each."""
    rows = np.zeros((len(names), COLUMNS), np.int32)
    for row, name in zip(rows, names, strict=True):
        player = make_player("dominoes4", name, is_simulated=True)
        if not isinstance(player, Linear):
            raise ConfigError(f"{name!r} is no linear player, and only those can be simulated")
        row[:] = player.weights[0]
    return rows


def evaluate(evaluations: Sequence[Evaluation], pairs: int, place: Place) -> list[IntCube]:
    """Return the counts of each evaluation, indexed by opponent, individual, column of `Counts`.

    All are of one kind. Of games there are five columns: pairs by half points. The counts of an
    evaluation do not depend on the others in the same call.
    """
    games = [one for one in evaluations if isinstance(one, GameEvaluation)]
    if games:
        assert isinstance(place, GamePool)
        return play_evaluations(games, pairs, place)
    assert not isinstance(place, GamePool)
    return simulated(
        [one for one in evaluations if isinstance(one, FitnessEvaluation)], pairs, place
    )


def simulated(
    evaluations: Sequence[FitnessEvaluation], pairs: int, simulate: Simulate
) -> list[IntCube]:
    """Return the counts of each evaluation, computed by the simulator."""
    weights = joined([rows for evaluation in evaluations for rows in evaluation[:2]])
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


def joined(parts: Sequence[Int32Matrix | StrategyPlayers]) -> Int32Matrix | StrategyPlayers:
    """Return the players of all *parts*, which are of one kind, in their order."""
    if isinstance(parts[0], StrategyPlayers):
        strategies = [part for part in parts if isinstance(part, StrategyPlayers)]
        assert len(strategies) == len(parts)
        return StrategyPlayers(
            np.concatenate([part.rows for part in strategies]), parts[0].strategies
        )
    weights = [part for part in parts if not isinstance(part, StrategyPlayers)]
    assert len(weights) == len(parts)
    return np.concatenate(weights)


def half_points(counts: IntCube) -> IntMatrix:
    """Return the points of *counts* by opponent and individual: 2 for a win, 1 for a draw."""
    worth = np.arange(BY_POINTS)
    return by_points(counts) @ worth


def by_points(counts: IntCube) -> IntCube:
    """Return how many pairs ended in 0, 1, 2, 3, 4 half points, by opponent and individual."""
    if counts.shape[-1] == BY_POINTS:
        return counts
    lost, split, won = (counts[:, :, column] for column in PAIRS)
    none = np.zeros_like(lost)
    return np.stack([lost, none, split, none, won], axis=-1)


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
