"""Optimisers with one interface, `ask()` and `tell()`: MATLAB R2010a's `ga`, fiss2010's, CMA-ES.

`ask` returns the vectors to evaluate, a row each; `tell` takes how each of them did. An optimiser
owns its generator, pickles with it, and continues bit for bit where it was.

One generation of `ga` with P individuals and E elites:

    rank      1   2   3   …                     expectation ∝ 1 / √rank, or ∝ matches won
    parents   2 nX + nM of them, drawn by expectation, then shuffled
    next      E elites, unchanged | nX crossovers of pairs | nM mutants of single parents

with nX = 0.8 (P - E), rounded half away from zero, and nM the rest. Crossovers are not mutated.
"""

import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from galo.arrays import IntVector, RealMatrix, RealVector
from galo.errors import ConfigError
from galo.extras import require
from galo.lab.scores import Scores
from galo.lab.settings import GeneticSettings, Range

LEAST_DIMENSIONS = 2  # in which `cma` searches


class Optimiser(Protocol):
    """Proposes vectors and learns their fitness."""

    def ask(self) -> RealMatrix:
        """Return the vectors of this generation, a row each."""
        ...

    def tell(self, scores: Scores) -> None:
        """Advance one generation, given the *scores* of the vectors."""
        ...


class GeneticAlgorithm:
    """MATLAB R2010a's `ga` step."""

    def __init__(
        self, genes: int, rng: np.random.Generator, settings: GeneticSettings | None = None
    ) -> None:
        self.settings = settings or GeneticSettings()
        self.rng = rng
        if self.settings.crossover == "twopoint" and genes < 3:
            raise ConfigError(f"two-point crossover needs three genes or more, not {genes}")
        self.population = self.settings.range.draw(rng, self.settings.population, genes)

    def ask(self) -> RealMatrix:
        """Return the population; its first rows are the last elites, to be evaluated again."""
        return self.population.copy()

    def tell(self, scores: Scores) -> None:
        """Breed the next population from this one, by the share that each individual won."""
        settings = self.settings
        # 1. Best first; equals keep their order.
        order = np.argsort(-scores.won, kind="stable")
        # 2. Parents by expectation, in random order, so that pairs are of any two.
        expectation = self._expectation(scores.won[order])
        parents = order[self._select(expectation, 2 * settings.crossovers + settings.mutants)]
        parents = self.rng.permutation(parents)
        # 3. Pairs cross over, single parents mutate, elites stay as they are.
        paired = self.population[parents[: 2 * settings.crossovers]]
        crossed = self._cross(paired[0::2], paired[1::2])
        mutated = self._mutate(self.population[parents[2 * settings.crossovers :]])
        elites = self.population[order[: settings.elites]]
        self.population = np.concatenate([elites, crossed, mutated])

    def _expectation(self, won: RealVector) -> RealVector:
        """Return how often each rank is selected, up to a factor; *won* are shares, best first."""
        if self.settings.selection == "proportional":
            return won if won.any() else np.ones(len(won))
        by_rank: RealVector = 1.0 / np.sqrt(np.arange(1, len(won) + 1))
        return by_rank

    def _select(self, expectation: RealVector, parents: int) -> IntVector:
        """Return the ranks, from 0, of *parents* individuals selected by *expectation*."""
        wheel = np.cumsum(expectation) / expectation.sum()
        if self.settings.selection == "sus":  # one spin, as many equally spaced pointers
            spins = (self.rng.random() + np.arange(parents)) / parents
        else:
            spins = self.rng.random(parents)
        return np.minimum(np.searchsorted(wheel, spins, side="right"), len(wheel) - 1)

    def _cross(self, first: RealMatrix, second: RealMatrix) -> RealMatrix:
        """Return a child of each pair of rows."""
        children, genes = first.shape
        if self.settings.crossover == "scattered":
            return np.where(self.rng.random(first.shape) > 0.5, first, second)
        # Two different cuts; when they come in the wrong order the parents change roles.
        one = self.rng.integers(1, genes, children)
        other = self.rng.integers(1, genes - 1, children)
        other += other >= one
        swapped = (one > other)[:, None]
        left, right = np.minimum(one, other)[:, None], np.maximum(one, other)[:, None]
        gene = np.arange(genes)
        middle = (gene >= left) & (gene < right)
        outer, inner = np.where(swapped, second, first), np.where(swapped, first, second)
        return np.where(middle, inner, outer)

    def _mutate(self, parents: RealMatrix) -> RealMatrix:
        """Return *parents*, each gene drawn again with the probability `mutation`."""
        fresh = self.settings.range.draw(self.rng, *parents.shape)
        return np.where(self.rng.random(parents.shape) < self.settings.mutation, fresh, parents)


class TruncationSelection:
    """The genetic algorithm of fiss2010: the better half survives, the rest are its children.

    A child takes each gene from one of two different survivors; a gene of a child is drawn again
    with the probability *mutation*.
    """

    def __init__(
        self, population: RealMatrix, rng: np.random.Generator, mutation: float, values: Range
    ) -> None:
        if len(population) < 4:
            raise ConfigError(f"a population of {len(population)} has no two survivors; give 4")
        self.population, self.rng = population, rng
        self.mutation, self.values = mutation, values

    def ask(self) -> RealMatrix:
        """Return the population; its first half are the survivors, to be evaluated again."""
        return self.population.copy()

    def tell(self, scores: Scores) -> None:
        """Keep the half that won more, and breed the other half from it."""
        order = np.argsort(-scores.won, kind="stable")
        survivors = self.population[order[: len(order) // 2]]
        children = len(order) - len(survivors)
        parents = np.array([self.rng.permutation(len(survivors))[:2] for _ in range(children)])
        shape = (children, self.population.shape[1])
        first, second = survivors[parents[:, 0]], survivors[parents[:, 1]]
        crossed = np.where(self.rng.random(shape) < 0.5, first, second)
        fresh = self.values.draw(self.rng, *shape)
        bred = np.where(self.rng.random(shape) < self.mutation, fresh, crossed)
        self.population = np.concatenate([survivors, bred])


class CovarianceAdaptation:
    """CMA-ES, by the `cma` package, on this optimiser's own generator."""

    genes: int | None = None  # all columns, in checkpoints of earlier sources

    def __init__(
        self,
        genes: int,
        rng: np.random.Generator,
        population: int | None = None,
        values: Range | None = None,
    ) -> None:
        require("lab", "the method cma")
        from cma import CMAEvolutionStrategy

        values = values or Range()
        options: dict[str, Any] = {
            "bounds": [values.low, values.high],
            "randn": Normal(rng),
            "seed": math.nan,  # leave NumPy's global generator alone
            "verbose": -9,
            "maxiter": math.inf,
        }
        if population is not None:
            options["popsize"] = population
        middle, spread = (values.low + values.high) / 2, (values.high - values.low) / 10
        self.genes = genes
        # It searches no line: a single gene gets a companion that nobody sees.
        start = [middle] * max(genes, LEAST_DIMENSIONS)
        self.strategy: Any = CMAEvolutionStrategy(start, spread, options)
        self.asked: list[RealVector] = []

    def ask(self) -> RealMatrix:
        """Return vectors drawn around the present mean."""
        self.asked = self.strategy.ask()
        return np.array(self.asked)[:, : self.genes]

    def tell(self, scores: Scores) -> None:
        """Move the mean and reshape the covariance towards the vectors that won most."""
        self.strategy.tell(self.asked, [-float(share) for share in scores.won])


@dataclass
class Normal:
    """Standard normal numbers from one generator, called as `cma` calls NumPy's randn."""

    rng: np.random.Generator

    def __call__(self, *shape: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
        return self.rng.standard_normal(shape)
