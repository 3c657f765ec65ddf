"""An archive of styles: for every way to play, as two styles measure it, the best found so far.

Vectors are searched by CMA-MAE and kept by a grid, both of `ribs`; formulas are bred from those
in the grid. A cell keeps who was luckiest in it, so at the end all are measured once more.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from galo.arrays import IntVector, RealMatrix, RealVector
from galo.extras import require
from galo.lab.pareto import Breed
from galo.lab.scores import Scores
from galo.lab.settings import Range
from galo.lab.styles import STYLES

if TYPE_CHECKING:
    from ribs.archives import GridArchive

LEARNING_RATE = 0.1  # of CMA-MAE: how far the bar of a cell rises when it is passed
LOWEST_BAR = -1e-6  # below every share: who won nothing enters an empty cell too
EMITTERS = 5  # that search side by side, at most
FEWEST = 2  # rows that an emitter proposes
SEEDS = 2**31  # that ribs may be given


def cells_of(styles: Sequence[str], values: RealMatrix, cells: int) -> IntVector:
    """Return the number of the cell in which each of *values*, two styles in a row, lies.

    There are so many *cells* along each style, counted along the second first; what lies beyond the
    grid is in its last cell.
    """
    low, high = np.array([(STYLES[name].low, STYLES[name].high) for name in styles]).T
    places = np.clip(((values - low) / (high - low) * cells).astype(np.int64), 0, cells - 1)
    numbers: IntVector = places @ np.array([cells, 1])
    return numbers


def best_of_cells(won: RealVector, cells: IntVector) -> list[int]:
    """Return the numbers of those with the largest share *won* in each of their *cells*."""
    best: dict[int, int] = {}
    for number in np.argsort(-won, kind="stable").tolist():
        best.setdefault(int(cells[number]), number)
    return [best[cell] for cell in sorted(best)]


class Emitter(Protocol):
    """Proposes rows, and learns what the archive said of them."""

    def ask(self) -> RealMatrix:
        """Return new rows."""
        ...

    def tell(self, rows: RealMatrix, scores: Scores, said: Any) -> None:
        """Take the *scores* of the rows that were asked for, and what the archive *said*."""
        ...


class StyleArchive:
    """Searches the best row for every style of play.

    *styles* are the two along the grid, which has so many *cells* along each.
    """

    def __init__(
        self,
        styles: Sequence[str],
        cells: int,
        population: RealMatrix,
        emitters: "EmitterMaker",
        rng: np.random.Generator,
    ) -> None:
        require("lab", "the method map")
        from ribs.archives import GridArchive

        ranges = [(STYLES[name].low, STYLES[name].high) for name in styles]
        shape: dict[str, Any] = {"dims": [cells] * len(styles), "ranges": ranges}
        genes = population.shape[1]
        #: The best of each cell.
        self.archive: GridArchive = GridArchive(solution_dim=genes, **shape)
        # The one that the search climbs, whose bars rise slowly, so that it does not give up a
        # style at which it was once lucky.
        self.climbed: GridArchive = GridArchive(
            solution_dim=genes,
            learning_rate=LEARNING_RATE,
            threshold_min=LOWEST_BAR,
            seed=int(rng.integers(SEEDS)),  # an emitter that restarts draws from it
            **shape,
        )
        self.emitters = emitters(self, population, rng)
        self.asked: list[RealMatrix] = []

    def ask(self) -> RealMatrix:
        """Return the rows of all emitters."""
        self.asked = [emitter.ask() for emitter in self.emitters]
        return np.concatenate(self.asked)

    def tell(self, scores: Scores) -> None:
        """Put the rows where their styles belong, and let the emitters learn from that."""
        first = 0
        for emitter, rows in zip(self.emitters, self.asked, strict=True):
            part = slice(first, first + len(rows))
            own = scores._replace(won=scores.won[part], styles=scores.styles[part])
            self.archive.add(rows, own.won, own.styles)
            emitter.tell(rows, own, self.climbed.add(rows, own.won, own.styles))
            first += len(rows)

    def members(self) -> RealMatrix:
        """Return the rows of all cells that are filled, in the order of the grid."""
        data: Any = self.archive.data(["index", "solution"])
        rows: RealMatrix = data["solution"][np.argsort(data["index"])]
        return rows


class EmitterMaker(Protocol):
    """Makes the emitters of an archive."""

    def __call__(
        self, search: StyleArchive, population: RealMatrix, rng: np.random.Generator
    ) -> list[Emitter]:
        """Return emitters for *search*, which together propose as many rows as *population*."""
        ...


class ClimbingEmitters:
    """Makes emitters that climb by CMA-ES, each from another row of the first population."""

    def __init__(self, values: Range) -> None:
        self.values = values

    def __call__(
        self, search: StyleArchive, population: RealMatrix, rng: np.random.Generator
    ) -> list[Emitter]:
        """Return emitters for *search*, which together propose as many rows as *population*."""
        parts = np.array_split(population, min(EMITTERS, len(population) // FEWEST))
        return [
            ClimbingEmitter(search.climbed, start, len(part), self.values, int(rng.integers(SEEDS)))
            for start, part in zip(population, parts, strict=False)
        ]


class ClimbingEmitter:
    """Climbs towards improvement of the archive by CMA-ES."""

    def __init__(
        self, archive: "GridArchive", start: Any, size: int, values: Range, seed: int
    ) -> None:
        from ribs.emitters import EvolutionStrategyEmitter

        self.values = values
        self.strategy: Any = EvolutionStrategyEmitter(
            archive,
            x0=start,
            sigma0=(values.high - values.low) / 10,
            ranker="imp",
            selection_rule="mu",
            restart_rule="basic",
            batch_size=size,
            seed=seed,
        )

    def ask(self) -> RealMatrix:
        """Return rows drawn around the present mean, those outside the range at its edge."""
        # With bounds of its own the emitter draws until all are inside, perhaps for ever.
        rows: RealMatrix = np.clip(self.strategy.ask(), self.values.low, self.values.high)
        return rows

    def tell(self, rows: RealMatrix, scores: Scores, said: Any) -> None:
        """Move towards the rows that improved the archive most."""
        self.strategy.tell(rows, scores.won, scores.styles, said)


class BreedingEmitter:
    """Breeds from rows in the archive, each as likely as another."""

    def __init__(
        self, search: StyleArchive, population: RealMatrix, rng: np.random.Generator, breed: Breed
    ) -> None:
        self.search, self.population, self.rng, self.breed = search, population, rng, breed

    def ask(self) -> RealMatrix:
        """Return children of rows in the archive, at first the first population."""
        rows = self.search.members()
        if not len(rows):
            return self.population
        chosen = self.rng.integers(0, len(rows), len(self.population))
        return self.breed(rows[chosen], self.rng)

    def tell(self, rows: RealMatrix, scores: Scores, said: Any) -> None:
        """Learn nothing: what is in the archive is all that is known."""


class BreedingEmitters:
    """Makes the one emitter that breeds by *breed*."""

    def __init__(self, breed: Breed) -> None:
        self.breed = breed

    def __call__(
        self, search: StyleArchive, population: RealMatrix, rng: np.random.Generator
    ) -> list[Emitter]:
        """Return the emitter for *search*."""
        return [BreedingEmitter(search, population, rng, self.breed)]
