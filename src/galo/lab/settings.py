"""What to evolve, and how."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from galo.errors import ConfigError, UnknownNameError
from galo.lab.optimisers import GeneticSettings, Vectors
from galo.players.dominoes4.evaluation import SCALE
from galo.players.dominoes4.linear import COEFFICIENTS, FREE, READINGS, Linear, fixed_points
from galo.players.registry import make_player
from galo.rng import Stream

METHODS = ("ga", "cma")
DEALS = ("common", "independent")

Rows = NDArray[np.int32]


@dataclass(frozen=True)
class Settings:
    """What to evolve, and how; the same settings give the same result on every device.

    On common deals all individuals of a generation meet the opponent on the same deals, each
    from both sides; on independent ones every single match has a deal of its own, as in the
    studies.
    """

    strategy: str = "s1"
    against: tuple[str, ...] = ("basic",)
    method: str = "ga"
    population: int = 100
    generations: int = 200
    matches: int = 5000  # of each individual against each opponent in each generation
    selection: str = "roulette"
    crossover: str = "scattered"
    mutation: float = 0.05
    deals: str = "common"
    reading: str = "literal"
    runs: int = 1
    retest: int = 100_000  # matches of the champion on fresh deals
    seed: int = 0

    def __post_init__(self) -> None:
        for name, known in (
            ("strategy", FREE),
            ("method", METHODS),
            ("deals", DEALS),
            ("reading", READINGS),
        ):
            if getattr(self, name) not in known:
                raise UnknownNameError(name, getattr(self, name), known)
        for name in ("population", "generations", "matches", "runs", "retest"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name} {getattr(self, name)} is not 1 or more")
        if not self.against:
            raise ConfigError("there is nobody to evolve against")
        self.genetic()
        Stream.of(self.seed)

    @property
    def pairs(self) -> int:
        """How many pairs of matches are at least the *matches* asked for."""
        return -(-self.matches // 2)

    def genetic(self) -> GeneticSettings:
        """Return what the genetic algorithm is told."""
        return GeneticSettings(
            self.population, self.population // 10, self.selection, self.crossover, self.mutation
        )

    def vectors(self, genes: Vectors) -> Vectors:
        """Return a1..a7 of each row of *genes*, to the decimals that the fixed point has."""
        values = np.zeros((len(genes), COEFFICIENTS))
        values[:, FREE[self.strategy]] = np.rint(genes * SCALE) / SCALE
        return values

    def rows(self, vectors: Vectors) -> Rows:
        """Return the weights that *vectors* of a1..a7 play with."""
        return fixed_points(vectors, self.reading)


def opponents(names: Sequence[str]) -> Rows:
    """Return the weights of the players *names*, a row each."""
    rows = []
    for name in names:
        player = make_player("dominoes4", name)
        if not isinstance(player, Linear):
            raise ConfigError(f"{name!r} is no linear player, and only those can be simulated")
        rows.append(player.weights[0])
    return np.array(rows)
