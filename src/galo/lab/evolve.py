"""Evolving the coefficients of a strategy: generation after generation, many runs at once.

Everything random follows from the seed, the number of the run and of the generation, so a run
that was killed and resumed ends in the same bits as one that was not, and runs side by side
in the same bits as one after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from galo.arena.batch import Counts
from galo.arena.statistics import paired_interval
from galo.lab.fitness import Simulate, Table, Trial, play
from galo.lab.optimisers import CovarianceAdaptation, GeneticAlgorithm, Optimiser, Vector, Vectors
from galo.lab.settings import Rows, Settings
from galo.players.dominoes4.linear import FREE
from galo.rng import Stream

SEARCH, GENERATION, RETEST = 1, 2, 3  # below a run's seed: streams for different purposes
WINS = Counts._fields.index("wins")
PAIRS = [Counts._fields.index(f"pairs_{end}") for end in ("lost", "split", "won")]


@dataclass
class Run:
    """One evolution: where it is, and everybody who was ever best."""

    settings: Settings
    number: int
    opponents: Rows
    optimiser: Optimiser
    curve: list[tuple[float, float]] = field(default_factory=list)  # best and mean share won
    fame: list[list[float]] = field(default_factory=list)  # a1..a7 of each generation's best

    @property
    def generation(self) -> int:
        """How many generations are done."""
        return len(self.curve)

    @property
    def best(self) -> list[float]:
        """The best of the last generation."""
        return self.fame[-1]

    @property
    def matches(self) -> int:
        """How many matches are played."""
        settings = self.settings
        each = 2 * settings.pairs * len(self.opponents)
        return settings.population * each * self.generation

    def stream(self, *purpose: int) -> Stream:
        """Return this run's random numbers for one *purpose*."""
        return Stream.of(self.settings.seed, self.number, *purpose)

    def learn(self, vectors: Vectors, won: Vector) -> None:
        """Let the optimiser learn the share that each of its *vectors* won."""
        best = int(np.argmax(won))
        self.fame.append(vectors[best].tolist())
        self.curve.append((float(won[best]), float(won.mean())))
        self.optimiser.tell(won, self.settings.matches)


def new_run(settings: Settings, number: int, opponents: Rows) -> Run:
    """Return run *number* against *opponents* before its first generation."""
    rng = Stream.of(settings.seed, number, SEARCH).generator()
    genes = len(FREE[settings.strategy])
    optimiser: Optimiser
    if settings.method == "ga":
        optimiser = GeneticAlgorithm(genes, rng, settings.genetic())
    else:
        optimiser = CovarianceAdaptation(genes, rng, settings.population)
    return Run(settings, number, opponents, optimiser)


def step(runs: Sequence[Run], simulate: Simulate) -> None:
    """Play one generation of *runs* of equally many matches, and let them learn from it."""
    asked = [run.settings.vectors(run.optimiser.ask()) for run in runs]
    trials = [
        # Fresh deals in every generation, so that nobody is bred for one set of them.
        Trial(
            run.settings.rows(vectors),
            run.opponents,
            run.stream(GENERATION, run.generation).key,
            run.settings.deals == "common",
        )
        for run, vectors in zip(runs, asked, strict=True)
    ]
    pairs = runs[0].settings.pairs
    for run, vectors, counts in zip(runs, asked, play(trials, pairs, simulate), strict=True):
        won = counts[:, :, WINS].sum(axis=0) / (2 * pairs * len(run.opponents))
        run.learn(vectors, won)


def results_of(runs: Sequence[Run], simulate: Simulate) -> list[dict[str, Any]]:
    """Return what finished *runs* found, each champion tested as often on fresh deals."""
    trials = [
        Trial(run.settings.rows(np.array([run.best])), run.opponents, run.stream(RETEST).key, True)
        for run in runs
    ]
    pairs = -(-runs[0].settings.retest // 2)
    return [
        _result(run, counts)
        for run, counts in zip(runs, play(trials, pairs, simulate), strict=True)
    ]


def _result(run: Run, counts: Table) -> dict[str, Any]:
    """Return what *run* found; *counts* are its champion's on fresh deals."""
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
