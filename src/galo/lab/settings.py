"""Settings of an evolution and of its genetic algorithm: every default is written here, once.

The command line reads its defaults from these classes, so importing this file stays cheap:
neither NumPy nor Numba is imported before an object is made.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from galo.errors import ConfigError, UnknownNameError

if TYPE_CHECKING:
    import numpy as np

    from galo.arrays import RealMatrix

CROSSOVER_SHARE = 0.8
SELECTIONS = ("roulette", "sus", "proportional")
CROSSOVERS = ("scattered", "twopoint")
FEWEST = 2  # individuals of a population, and cells along a style
MOST_CELLS = 200  # along a style: more would hold noise apart
GP, NSGA2, MAP = "gp", "nsga2", "map"
METHODS = ("ga", "cma", "truncation", GP, NSGA2, MAP)
STYLED = (NSGA2, MAP)  # methods that look at more than wins, and end in many players
DEALS = ("common", "independent")
FORMULA = "formula"  # in place of an agent: what genetic programming grows
SELF = "self"  # in place of an opponent: the best of earlier generations
POPULATION = "population"  # in place of an opponent: everyone of the same generation
RENAMED = {"strategy": "agent"}  # settings in files of earlier sources


@dataclass(frozen=True)
class Range:
    """The interval from which a coefficient is drawn."""

    low: float = -10.0  #: its lower end
    high: float = 10.0  #: its upper end

    def draw(self, rng: "np.random.Generator", rows: int, columns: int) -> "RealMatrix":
        """Return uniform random numbers of this range."""
        return rng.uniform(self.low, self.high, (rows, columns))


@dataclass(frozen=True)
class GeneticSettings:
    """Settings of MATLAB's `ga`, by default the studies'.

    `roulette` and `sus`, MATLAB's own, select by rank; `proportional` is a roulette by the share
    of matches won, as the texts describe it.
    """

    population: int = 100  #: individuals of a generation
    elites: int = 10  #: that live on unchanged
    selection: str = "roulette"  #: of parents: or `sus`, `proportional`
    crossover: str = "scattered"  #: of two parents, or `twopoint`
    mutation: float = 0.05  #: probability that a gene of a mutant is drawn again
    range: Range = field(default_factory=Range)  #: of the genes at first

    def __post_init__(self) -> None:
        if self.selection not in SELECTIONS:
            raise UnknownNameError("selection", self.selection, SELECTIONS)
        if self.crossover not in CROSSOVERS:
            raise UnknownNameError("crossover", self.crossover, CROSSOVERS)
        if not 0 <= self.elites < self.population:
            raise ConfigError(f"{self.elites} elites of a population of {self.population}")
        if not 0.0 <= self.mutation <= 1.0:
            raise ConfigError(f"mutation rate {self.mutation} is not from 0 to 1")

    @property
    def crossovers(self) -> int:
        """The number of children with two parents."""
        return math.floor(CROSSOVER_SHARE * (self.population - self.elites) + 0.5)

    @property
    def mutants(self) -> int:
        """The number of children with one parent."""
        return self.population - self.elites - self.crossovers


def default_agent(method: str) -> str:
    """Return what evolves by *method* when nothing is named."""
    return FORMULA if method == GP else EvolutionSettings.agent


def renamed(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings that were *stored*, perhaps by earlier sources, by their names of today."""
    defaults = {field.name: field.default for field in fields(EvolutionSettings)}
    return {**defaults, **{RENAMED.get(name, name): value for name, value in stored.items()}}


@dataclass(frozen=True)
class EvolutionSettings:
    """What is evolved, and how; equal settings give equal results on every device.

    On common deals all individuals of a generation meet the opponent on the same deals, each
    from both sides; on independent deals every match has a deal of its own, as in the studies.
    """

    agent: str = "s1"  #: whose parameters are evolved
    against: tuple[str, ...] = ("basic",)  #: the opponents, also `self`, `population`
    method: str = "ga"  #: `ga`, `cma`, `truncation`, `gp`, `nsga2`, or `map`
    population: int = GeneticSettings.population  #: individuals of a generation
    generations: int = 200  #: how many there are
    matches: int = 5000  #: of each individual against each opponent in each generation
    selection: str = GeneticSettings.selection  #: `roulette`, `sus` or `proportional`
    crossover: str = GeneticSettings.crossover  #: `scattered` or `twopoint`
    mutation: float = GeneticSettings.mutation  #: the chance that a gene changes
    deals: str = "common"  #: or `independent`
    reading: str = "literal"  #: of s1 to s4: or `published`, fitted, or `reconstructed`
    runs: int = 1  #: evolutions side by side, each with random numbers of its own
    retest: int = 100_000  #: matches of the champion on fresh deals
    seed: int = 0  #: of everything random
    without: tuple[str, ...] = ()  #: parameters that keep their default
    history: bool = False  #: whether every individual is kept, in `history.csv`
    game: str = "dominoes4"  #: that the agent plays
    finalists: int = 1  #: the last generations whose best meet on fresh deals for the title
    nodes: int | None = None  #: that a player may search for a move, where agents search
    size: int = 20  #: nodes of a formula, at most
    first: tuple[str, ...] = ()  #: formulas to begin with, beside random ones
    goals: tuple[str, ...] = ()  #: of `nsga2`: an opponent, or `won`, `points`, `safe`, `small`
    styles: tuple[str, ...] = ("blocks", "pips")  #: of `map`: the two along its grid
    cells: int = 40  #: of `map`: of its grid, along each style
    openings: int | None = None  #: random plies first, where a game has openings

    def __post_init__(self) -> None:
        from galo.players.dominoes4.linear import READINGS
        from galo.stream import check_seed

        for name, known in (("method", METHODS), ("deals", DEALS), ("reading", READINGS)):
            if getattr(self, name) not in known:
                raise UnknownNameError(name, getattr(self, name), known)
        for name in ("population", "generations", "matches", "runs", "retest", "finalists"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name} {getattr(self, name)} is not 1 or more")
        if not FEWEST <= self.cells <= MOST_CELLS:
            raise ConfigError(f"cells {self.cells} is not from {FEWEST} to {MOST_CELLS}")
        if self.population < FEWEST:
            raise ConfigError(f"a population of {self.population} has nobody to choose among")
        if not self.against:
            raise ConfigError("there is nobody to evolve against")
        if len(self.styles) != 2:
            raise ConfigError(f"{len(self.styles)} styles: the grid of map is along two")
        _ = self.genetic
        check_seed(self.seed)

    @property
    def named_opponents(self) -> tuple[str, ...]:
        """The opponents that are agents."""
        return tuple(name for name in self.against if name not in (SELF, POPULATION))

    @property
    def goals_met(self) -> tuple[str, ...]:
        """The goals of nsga2: by default every opponent, else matches won and another."""
        if self.goals or self.method != NSGA2:
            return self.goals
        if len(self.named_opponents) > 1:
            return self.named_opponents
        return "won", "small" if self.agent == FORMULA else "blocks"

    @property
    def measures(self) -> tuple[str, ...]:
        """What is measured of each of many players: goals of nsga2, styles of map."""
        return self.styles if self.method == MAP else self.goals_met

    def __setstate__(self, stored: dict[str, Any]) -> None:
        """Take the fields of a checkpoint, also of one from before some were there."""
        self.__dict__.update(renamed(stored))

    @property
    def pairs(self) -> int:
        """The least number of pairs of matches that makes at least *matches*."""
        return -(-self.matches // 2)

    @property
    def genetic(self) -> GeneticSettings:
        """The settings of the genetic algorithm; a tenth of the population are elites."""
        return GeneticSettings(
            self.population, self.population // 10, self.selection, self.crossover, self.mutation
        )
