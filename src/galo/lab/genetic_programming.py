"""Genetic programming: typed formulas evolve, by the same `ask` and `tell` as vectors.

    first       given formulas, the rest random: ramped half-and-half
    parents     tournaments; of those whose share reaches the best proven one, the shortest wins
    next        elites, unchanged | children, none of which chooses like another one

A formula that stays keeps the matches that it has played: its share is over all of them. Whoever
is new has few, so the proven share, by which elites are ranked, is less by a standard error: nobody
stays by luck alone. And the better the best is known, the less a shorter formula may fall behind.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from galo.arrays import RealMatrix
from galo.errors import ConfigError
from galo.lab.formula_behaviour import behaviour
from galo.lab.formula_breeding import BreedingSettings, child, ramped_formulas, random_formula
from galo.lab.formulas import Formula, to_rows
from galo.lab.scores import Scores

FRESH_DEPTH = 3  # of a random formula in place of one that is there already
TRIES = 20  # to find a formula that chooses like no other one


@dataclass(frozen=True)
class ProgrammingSettings:
    """Settings of genetic programming."""

    population: int = 200  #: formulas of a generation
    elites: int = 20  #: that live on unchanged
    tournament: int = 7  #: formulas, of which the best becomes a parent
    first_depth: int = 4  #: of the deepest random formulas at first
    breeding: BreedingSettings = field(default_factory=BreedingSettings)  #: of children

    def __post_init__(self) -> None:
        if not 0 <= self.elites < self.population:
            raise ConfigError(f"{self.elites} elites of a population of {self.population}")
        if not 1 <= self.tournament <= self.population:
            raise ConfigError(
                f"tournaments of {self.tournament} in a population of {self.population}"
            )
        if self.first_depth < 1:
            raise ConfigError(f"first_depth {self.first_depth} is not 1 or more")


@dataclass
class Individual:
    """A formula, and its matches in all its generations."""

    formula: Formula
    behaviour: bytes
    won: float = 0.0  # matches; a draw counts half
    matches: int = 0

    @property
    def share(self) -> float:
        """The share of the matches that it won."""
        return self.won / self.matches

    @property
    def proven(self) -> float:
        """The share, less its standard error."""
        return self.share - standard_error(self.matches)


def standard_error(matches: int) -> float:
    """Return the standard error of a share of so many *matches*, at most."""
    return 0.5 / math.sqrt(matches)


def winner_of(drawn: Sequence[Individual]) -> Individual:
    """Return the shortest of those whose share reaches the best proven one."""
    best = max(one.proven for one in drawn)
    equal = [one for one in drawn if one.share >= best]
    return min(equal, key=lambda one: (len(one.formula), -one.share))


class GeneticProgramming:
    """Breeds formulas; rows are programs."""

    def __init__(
        self,
        rng: np.random.Generator,
        settings: ProgrammingSettings | None = None,
        first: Sequence[Formula] = (),
    ) -> None:
        self.settings = settings or ProgrammingSettings()
        self.rng = rng
        self.population: list[Individual] = []
        size, deepest = self.settings.population, self.settings.first_depth
        for formula in first:
            self.population.append(Individual(formula, behaviour(formula)))
        grown = ramped_formulas(rng, self.settings.breeding, deepest, size - len(self.population))
        for formula in grown:
            self._add(formula)
        #: Of the generation that was told last: the number of the one with the best proven share.
        self.leader = 0

    def ask(self) -> RealMatrix:
        """Return the programs of this generation; the first are the last elites."""
        return to_rows([one.formula for one in self.population])

    def tell(self, scores: Scores) -> None:
        """Breed the next generation from this one, by the share that each formula won."""
        # 1. Everybody's matches; the last elites have some from before.
        for one, won in zip(self.population, np.asarray(scores.won).tolist(), strict=True):
            one.won += won * scores.matches
            one.matches += scores.matches
        # 2. Elites stay.
        parents = sorted(self.population, key=lambda one: -one.proven)
        self.leader = self.population.index(parents[0])
        self.population = parents[: self.settings.elites]
        # 3. Children of parents that won tournaments.
        while len(self.population) < self.settings.population:
            first, mate = (self._winner(parents) for _ in range(2))
            self._add(child(first, mate, self.rng, self.settings.breeding))

    def _winner(self, parents: list[Individual]) -> Formula:
        """Return the winner of a tournament."""
        numbers = self.rng.integers(len(parents), size=self.settings.tournament)
        return winner_of([parents[number] for number in numbers.tolist()]).formula

    def _add(self, formula: Formula) -> None:
        """Add *formula*, or a random one if one of the population chooses like it."""
        known = {one.behaviour for one in self.population}
        found = behaviour(formula)
        for _ in range(TRIES):
            if found not in known:
                break
            formula = random_formula(self.rng, self.settings.breeding, FRESH_DEPTH)
            found = behaviour(formula)
        self.population.append(Individual(formula, found))
