"""The engine's evaluation: integers, Black's value less White's, from tables of weights.

The value of a side is a sum over its features; to both is added a sum over the lines of the board:

    concentration   distances to the centre of mass, beyond the least possible, a piece
    centralisation  mean value of the squares, by ten kinds of square
    centre of mass  its distance from the centre of the board
    quads           windows of three and of four pieces near the centre of mass
    connectedness   touching neighbours a piece;  groups  Euler's number
    uniformity      area of the rectangle around all;  material  the number of pieces
    mobility        moves, captures and moves to the edge apart;  walls  ways shut at the edge

A side that did not move, and lost nothing, keeps its value from the position before.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.errors import ConfigError
from galo.games.rules.lines_of_action import PIECES, SIDE, SQUARES
from galo.jit import kernel
from galo.players.lines_of_action.features import GRID, STEPS_AWAY, SideFeatures, ranks_table
from galo.players.lines_of_action.lines import COUNTED
from galo.players.lines_of_action.weights import SIZES, Weights, champion_weights, joined, parted
from galo.players.parameters import checked_values, is_file, read_values, values_of

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector


LARGEST = 1000.0  # a weight beyond this is a mistake
MOST_CACHED = 8  # tables: those of a few players at once
FREE_PIECES = 4  # that fit around a centre of mass at no distance
INVERSES = np.array([0, *(1024 // count for count in range(1, PIECES + 1))])  # 1024 is one
ONE_BITS = 10
MOST_SPREAD = PIECES * STEPS_AWAY
MOST_GROUPS = 6


def kind_of(square: int) -> int:
    """Return which of the ten kinds of square, equal but for turning the board, *square* is."""
    near, far = sorted(min(line, SIDE - 1 - line) for line in divmod(square, SIDE))
    return near * SIDE // 2 - near * (near - 1) // 2 + far - near


class EvaluationTables(NamedTuple):
    """The weights as tables that kernels look up."""

    ranks: "IntMatrix"  # (SIDE, 256): by rank and its byte; see `features`
    spread: "IntMatrix"  # number of pieces, sum of distances
    centre: "IntVector"  # point of the grid
    area: "IntVector"
    groups: "IntVector"  # Euler's number, from 0
    material: "IntVector"  # number of pieces
    pairs: "IntVector"  # one pair, by number of pieces
    lines: "IntVector"  # code of a line
    single: "IntVector"  # a window of three, what four add, the move


def tables(weights: Weights) -> EvaluationTables:
    """Return the tables of *weights*."""
    kinds = np.array([kind_of(square) for square in range(SQUARES)])
    squares = np.rint(np.array(weights["squares"]))[kinds].reshape(SIDE, SIDE)
    count = np.arange(PIECES + 1).clip(1)[:, None]
    least = (count - FREE_PIECES).clip(0)
    surplus = (np.arange(MOST_SPREAD + 1) - least).clip(0) / count
    linear, inverse = weights["concentration"]
    grid = (np.arange(GRID) - (GRID - 1) / 2) / 2
    centre = np.hypot(grid[:, None], grid[None, :]).ravel()
    groups = [weights["groups"][max(k, 1) - 1] for k in range(MOST_GROUPS + 1)]
    return EvaluationTables(
        ranks_table(squares.astype(np.int64)),
        _row(linear * surplus + inverse / (1 + surplus)).reshape(surplus.shape),
        _row(weights["centre"][0] * centre),
        _row(weights["area"][0] * np.arange(SQUARES + 1)),
        _row(groups),
        _row([0, *weights["material"]]),
        _row(weights["neighbours"][0] * 2 / count.ravel()),
        _row(COUNTED @ np.array(weights["lines"])),
        _row([*weights["quads"], *weights["tempo"]]),
    )


def _row(values: object) -> "IntVector":
    row: IntVector = np.rint(np.ravel(np.asarray(values, np.float64))).astype(np.int64)
    return row


@kernel
def evaluate_side(tables: EvaluationTables, features: SideFeatures) -> int:
    """Return the value of a side with *features*, without the lines of the board."""
    pieces = features.pieces
    value = int(tables.spread[pieces, min(features.spread, MOST_SPREAD)])
    value += (features.squares * int(INVERSES[pieces])) >> ONE_BITS
    value += int(tables.centre[features.centre]) + int(tables.area[features.area])
    value += int(tables.groups[min(max(features.euler, 0), MOST_GROUPS)])
    value += int(tables.material[pieces]) + int(tables.pairs[pieces]) * features.pairs
    return value + int(tables.single[0]) * features.threes + int(tables.single[1]) * features.fours


def read_tables(weights: str | Sequence[float]) -> EvaluationTables:
    """Return the tables of *weights*: a name, a file, or the numbers in a row."""
    return _tables_of(tuple(read_weights(weights)))


@lru_cache(MOST_CACHED)
def _tables_of(values: tuple[float, ...]) -> EvaluationTables:
    return tables(parted(values))


def read_weights(weights: str | Sequence[float]) -> list[float]:
    """Return all vectors of *weights*, a name, a file, or the numbers themselves, in a row.

    A file may hold the vectors by name.
    """
    named, count, bounds = champion_weights(), sum(SIZES.values()), (-LARGEST, LARGEST)
    if isinstance(weights, str) and weights not in named and is_file(weights):
        vectors = read_values(weights).about
        if vectors.keys() & SIZES.keys():
            sizes = {key: np.size(vector) for key, vector in vectors.items()}
            if sizes != SIZES:
                raise ConfigError(f"weights in {weights!r} have sizes {sizes}, not {SIZES}")
            return checked_values(joined(vectors), f"weights in {weights!r}", count, *bounds)
    return values_of(weights, named, "champion", count, bounds)
