"""One run of an evolution: its optimiser, its generations so far, and its result.

Everything random follows from the seed, the number of the run and of the generation, so a run
that was killed and resumed ends in the same bits as one that was not, and runs side by side
end in the same bits as one after the other.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from galo.arena.devices import Simulate
from galo.arena.statistics import paired_interval
from galo.arrays import Int32Matrix, IntCube, RealMatrix, RealVector
from galo.lab.fitness import PAIRS, WINS, FitnessEvaluation, evaluate
from galo.lab.history import Generation
from galo.lab.optimisers import CovarianceAdaptation, GeneticAlgorithm, Optimiser
from galo.lab.settings import EvolutionSettings
from galo.players.dominoes4 import COEFFICIENTS
from galo.players.dominoes4.evaluation import COLUMNS, SCALE
from galo.players.dominoes4.linear import fixed_points
from galo.stream import Stream

SEARCH, GENERATION, RETEST = 1, 2, 3  # below a run's seed: streams for different purposes


@dataclass
class EvolutionRun:
    """An evolution under way, and the best individual of each of its generations."""

    settings: EvolutionSettings
    number: int
    opponents: Int32Matrix
    optimiser: Optimiser
    curve: list[tuple[float, float]] = field(default_factory=list)  # best and mean share won
    fame: list[list[float]] = field(default_factory=list)  # a1..a7 of each generation's best

    def __setstate__(self, stored: dict[str, Any]) -> None:
        """Take the fields of a checkpoint, also of one from when weights had fewer columns."""
        missing = COLUMNS - stored["opponents"].shape[1]
        opponents = np.pad(stored["opponents"], ((0, 0), (0, missing)))
        self.__dict__.update({**stored, "opponents": opponents})

    @property
    def generation(self) -> int:
        """The number of generations that are complete."""
        return len(self.curve)

    @property
    def best(self) -> list[float]:
        """The best individual of the last generation: a1..a7."""
        return self.fame[-1]

    @property
    def matches(self) -> int:
        """The number of matches played."""
        settings = self.settings
        each = 2 * settings.pairs * len(self.opponents)
        return settings.population * each * self.generation

    def stream(self, *purpose: int) -> Stream:
        """Return this run's random numbers for one *purpose*."""
        return Stream.of(self.settings.seed, self.number, *purpose)

    def vectors(self) -> RealMatrix:
        """Return a1..a7 of each individual of this generation, rounded to the fixed point."""
        genes = self.optimiser.ask()
        values = np.zeros((len(genes), COEFFICIENTS))
        values[:, self.settings.genes] = np.rint(genes * SCALE) / SCALE
        return values

    def weights(self, vectors: RealMatrix) -> Int32Matrix:
        """Return the weights that individuals with the coefficients *vectors* play with."""
        return fixed_points(vectors, self.settings.reading)

    def learn(self, vectors: RealMatrix, won: RealVector) -> None:
        """Complete the generation *vectors*, of which each individual *won* that share."""
        best = int(np.argmax(won))
        self.fame.append(vectors[best].tolist())
        self.curve.append((float(won[best]), float(won.mean())))
        self.optimiser.tell(won, self.settings.matches)


def new_run(settings: EvolutionSettings, number: int, opponents: Int32Matrix) -> EvolutionRun:
    """Return run *number* against *opponents* before its first generation."""
    rng = Stream.of(settings.seed, number, SEARCH).generator()
    genes = len(settings.genes)
    optimisers: dict[str, Callable[[], Optimiser]] = {
        "ga": lambda: GeneticAlgorithm(genes, rng, settings.genetic),
        "cma": lambda: CovarianceAdaptation(genes, rng, settings.population),
    }
    return EvolutionRun(settings, number, opponents, optimisers[settings.method]())


def play_generation(runs: Sequence[EvolutionRun], simulate: Simulate) -> list[Generation]:
    """Play and return the next generation of *runs*, which have equally many matches."""
    generation = [run.vectors() for run in runs]
    evaluations = [
        # Fresh deals in every generation, so that no individual is bred for one set of them.
        FitnessEvaluation(
            run.weights(vectors),
            run.opponents,
            run.stream(GENERATION, run.generation).key,
            run.settings.deals == "common",
        )
        for run, vectors in zip(runs, generation, strict=True)
    ]
    pairs = runs[0].settings.pairs
    counted = evaluate(evaluations, pairs, simulate)
    played = []
    for run, vectors, counts in zip(runs, generation, counted, strict=True):
        won = counts[:, :, WINS].sum(axis=0) / (2 * pairs * len(run.opponents))
        run.learn(vectors, won)
        played.append((vectors, won))
    return played


def results_of(runs: Sequence[EvolutionRun], simulate: Simulate) -> list[dict[str, Any]]:
    """Return the results of finished *runs*, each champion tested on fresh deals."""
    evaluations = [
        FitnessEvaluation(
            run.weights(np.array([run.best])), run.opponents, run.stream(RETEST).key, True
        )
        for run in runs
    ]
    pairs = -(-runs[0].settings.retest // 2)
    counted = evaluate(evaluations, pairs, simulate)
    return [_result(run, counts) for run, counts in zip(runs, counted, strict=True)]


def _result(run: EvolutionRun, counts: IntCube) -> dict[str, Any]:
    """Return the result of *run*; *counts* are its champion's on fresh deals."""
    lost, split, won = counts.sum(axis=(0, 1))[PAIRS].tolist()
    fitness, retest = run.curve[-1][0], (split / 2 + won) / (lost + split + won)
    return {
        "best": run.best,
        "fitness": fitness,
        "retest": retest,
        "retest_interval": list(paired_interval((lost, 0, split, 0, won))),
        "luck": fitness - retest,
        "matches": run.matches,
        "generations": run.generation,
        "curve": run.curve,
        "fame": run.fame,
    }
