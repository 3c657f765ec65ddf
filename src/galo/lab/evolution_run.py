"""One run of an evolution: its optimiser, its generations so far, and its result.

Everything random follows from the seed, the number of the run and of the generation, so a run
that was killed and resumed ends in the same bits as one that was not, and runs side by side
end in the same bits as one after the other.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from galo.arrays import IntCube, RealMatrix
from galo.lab.evolvable import Evolvable, Meeting, Opponents, evolvable_of
from galo.lab.fitness import Place, by_points, evaluate, half_points
from galo.lab.genetic_programming import GeneticProgramming
from galo.lab.goals import goals_of
from galo.lab.history import Generation
from galo.lab.methods import new_optimiser
from galo.lab.optimisers import Optimiser
from galo.lab.scores import Scores
from galo.lab.settings import MAP, NSGA2, POPULATION, SELF, EvolutionSettings
from galo.lab.styles import styles_of
from galo.players.dominoes4.evaluation import COLUMNS
from galo.stream import Stream

SEARCH, GENERATION, RETEST, FINAL, FAME, CYCLE = 1, 2, 3, 4, 5, 6  # below a run's seed: streams
FAMOUS = 4  # of the best of earlier generations that `--against self` meets


@dataclass
class EvolutionRun:
    """An evolution under way, and the best individual of each of its generations."""

    settings: EvolutionSettings
    number: int
    opponents: Opponents
    optimiser: Optimiser
    curve: list[tuple[float, float]] = field(default_factory=list)  # best and mean share won
    fame: list[list[float]] = field(default_factory=list)  # each generation's best
    kin: RealMatrix | None = None  # of its own kind, whom the last generation met

    def __setstate__(self, stored: dict[str, Any]) -> None:
        """Take the fields of a checkpoint, also of one from when weights had fewer columns."""
        opponents = stored["opponents"]
        if isinstance(opponents, np.ndarray):
            opponents = np.pad(opponents, ((0, 0), (0, COLUMNS - opponents.shape[1])))
        self.__dict__.update({**stored, "opponents": opponents})

    @property
    def generation(self) -> int:
        """The number of generations that are complete."""
        return len(self.curve)

    @property
    def evolvable(self) -> Evolvable:
        """What evolves."""
        return evolvable_of(self.settings)

    @property
    def matches(self) -> int:
        """The number of matches played."""
        return self.settings.population * self.matches_each * self.generation

    @property
    def matches_each(self) -> int:
        """The number of matches that each individual plays in a generation."""
        settings = self.settings
        met = len(self.opponents) + FAMOUS * (SELF in settings.against)
        met += settings.population * (POPULATION in settings.against)
        return 2 * settings.pairs * met

    def stream(self, *purpose: int) -> Stream:
        """Return this run's random numbers for one *purpose*."""
        return Stream.of(self.settings.seed, self.number, *purpose)

    def kin_of(self, individuals: RealMatrix) -> RealMatrix:
        """Return those of its own kind that *individuals*, a generation, meet."""
        against = self.settings.against
        everyone = individuals if POPULATION in against else individuals[:0]
        famous = self._famous(individuals) if SELF in against else individuals[:0]
        return np.concatenate([famous, everyone])

    def _famous(self, individuals: RealMatrix) -> RealMatrix:
        """Return some of the best of earlier generations; at first some *individuals*."""
        if not self.fame:
            return np.resize(individuals, (FAMOUS, individuals.shape[1]))
        # The last one always, so that it is answered, and others, so that none is forgotten.
        rng = self.stream(FAME, self.generation).generator()
        chosen = [self.generation - 1, *rng.integers(0, self.generation, FAMOUS - 1)]
        return np.array([self.fame[generation] for generation in chosen])

    def learn(self, individuals: RealMatrix, scores: Scores) -> None:
        """Complete the generation of *individuals* by their *scores*."""
        self.optimiser.tell(scores)
        best = int(np.argmax(scores.won))
        if isinstance(self.optimiser, GeneticProgramming):  # it remembers earlier matches
            best = self.optimiser.leader
        self.fame.append(individuals[best].tolist())
        self.curve.append((float(scores.won[best]), float(scores.won.mean())))


def new_run(settings: EvolutionSettings, number: int, opponents: Opponents) -> EvolutionRun:
    """Return run *number* against *opponents* before its first generation."""
    rng = Stream.of(settings.seed, number, SEARCH).generator()
    optimiser = new_optimiser(settings, evolvable_of(settings), rng)
    return EvolutionRun(settings, number, opponents, optimiser)


def play_generation(runs: Sequence[EvolutionRun], place: Place) -> list[Generation]:
    """Play and return the next generation of *runs*, which have equally many matches."""
    generation = [run.evolvable.individuals(run.optimiser.ask()) for run in runs]
    evaluations = []
    for run, individuals in zip(runs, generation, strict=True):
        run.kin = run.kin_of(individuals)
        # Fresh deals in every generation, so that no individual is bred for one set of them.
        key = run.stream(GENERATION, run.generation).key
        meeting = Meeting(individuals, run.kin, key, run.settings.deals == "common")
        evaluations.append(run.evolvable.evaluation(meeting, run.opponents))
    counted = evaluate(evaluations, runs[0].settings.pairs, place)
    played = []
    for run, individuals, counts in zip(runs, generation, counted, strict=True):
        scores = scores_of(run, individuals, counts)
        run.learn(individuals, scores)
        written = [run.evolvable.written(individual) for individual in individuals]
        played.append(Generation(written, scores.won))
    return played


def scores_of(run: EvolutionRun, individuals: RealMatrix, counts: IntCube) -> Scores:
    """Return the scores of *individuals* of *run*, of these *counts*."""
    matches = 2 * int(by_points(counts)[:, 0].sum())
    scores = Scores.of_shares(half_points(counts).sum(axis=0) / (2 * matches), matches)
    settings = run.settings
    if settings.method == NSGA2:
        nodes = run.evolvable.nodes(individuals)
        goals, against = settings.goals_met, settings.named_opponents
        return scores._replace(goals=goals_of(counts, goals, against, nodes))
    if settings.method == MAP:
        return scores._replace(styles=styles_of(counts, settings.styles))
    return scores
