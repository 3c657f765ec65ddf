"""NSGA-II for noisy goals: sorting and crowding by pymoo, every survivor measured again.

Of a generation half are survivors of the last one, played again on fresh deals, and half are
their children, so that nobody stays for one lucky measurement.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from galo.arrays import IntVector, RealMatrix
from galo.extras import require
from galo.lab.scores import Scores
from galo.lab.settings import Range

#: Children of rows, as many as there are rows.
Breed = Callable[[RealMatrix, np.random.Generator], RealMatrix]


class ParetoSearch:
    """Keeps rows that no other beats in all goals, and breeds from them."""

    def __init__(self, population: RealMatrix, rng: np.random.Generator, breed: Breed) -> None:
        require("lab", "the method nsga2")
        self.population, self.rng, self.breed = population, rng, breed
        self.last = population[:0]  # the generation that was told last

    def ask(self) -> RealMatrix:
        """Return the survivors, to be measured again, and their children."""
        return self.population.copy()

    def tell(self, scores: Scores) -> None:
        """Keep the half that is ahead in some mixture of goals, and breed the other half."""
        self.last = self.population
        different = first_of_equals(scores.goals)  # else copies of one fill the front
        count = min(len(different), len(self.population) // 2)
        kept = different[survivors_of(scores.goals[different], count, self.rng)]
        survivors = self.population[kept]
        parents = survivors[self.rng.permutation(len(survivors))]
        wanted = len(self.population) - len(survivors)
        children = self.breed(np.resize(parents, (wanted, parents.shape[1])), self.rng)
        self.population = np.concatenate([survivors, children])

    def members(self) -> RealMatrix:
        """Return the rows of the last generation: who is in its front, fresh deals tell better."""
        return self.last


def survivors_of(goals: RealMatrix, count: int, rng: np.random.Generator) -> IntVector:
    """Return the numbers of the *count* rows of *goals* in the first fronts, least crowded."""
    from pymoo.algorithms.moo.nsga2 import RankAndCrowding
    from pymoo.core.population import Population
    from pymoo.core.problem import Problem

    rows: Any = Population.new(F=-goals, number=np.arange(len(goals)))
    problem = Problem(n_var=1, n_obj=goals.shape[1])
    kept = RankAndCrowding().do(problem, rows, n_survive=count, random_state=rng)
    return np.array(kept.get("number"), np.int64)


def first_of_equals(goals: RealMatrix) -> IntVector:
    """Return the numbers of the rows of *goals* that are unlike every row before them.

    On common deals players of equal goals have played alike.
    """
    return np.sort(np.unique(goals, axis=0, return_index=True)[1])


def front_of(goals: RealMatrix) -> IntVector:
    """Return the numbers of the different rows of *goals* that no other row beats in all."""
    different = first_of_equals(goals)
    beaten = [
        bool(np.any(np.all(goals >= one, axis=1) & np.any(goals > one, axis=1)))
        for one in goals[different]
    ]
    return different[np.logical_not(beaten)]


def crossed_and_mutated(rows: RealMatrix, rng: np.random.Generator, values: Range) -> RealMatrix:
    """Return a child of each two neighbours of *rows*: binary crossover, polynomial mutation."""
    from pymoo.operators.crossover.sbx import cross_sbx
    from pymoo.operators.mutation.pm import mut_pm

    genes = rows.shape[1]
    pairs = np.stack([rows, np.roll(rows, 1, axis=0)])
    bounds = np.full(genes, values.low), np.full(genes, values.high)
    eta, chance = np.full((len(rows), 1), 15.0), np.full((len(rows), 1), 0.5)
    crossed = cross_sbx(pairs, *bounds, eta, chance, chance, random_state=rng)[0]
    mutated = mut_pm(
        crossed, *bounds, np.full(len(rows), 20.0), np.full(len(rows), 1.0 / genes), True,
        random_state=rng,
    )  # fmt: skip
    return np.asarray(mutated)
