"""What an evolution with many goals makes large: GOALS, a style, or an opponent.

An opponent's name is the share of matches won against it.
"""

from collections.abc import Callable, Sequence

import numpy as np

from galo.arena.strategy_batch import StyledCounts
from galo.arrays import IntCube, RealMatrix, RealVector
from galo.errors import UnknownNameError
from galo.lab.fitness import by_points, half_points
from galo.lab.styles import STYLES, styles_of

WON, POINTS, SAFE, SMALL = "won", "points", "safe", "small"
GOALS = {
    WON: "the share of matches won, over all opponents",
    POINTS: "points more than the other side, a match",
    SAFE: "the share of deals that are not lost from both sides",
    SMALL: "few nodes of the formula",
}


def check_goals(goals: Sequence[str], against: Sequence[str]) -> None:
    """Raise unless every one of *goals* is known, or is met in *against*."""
    for goal in goals:
        if goal not in (*GOALS, *STYLES, *against):
            raise UnknownNameError("goal", goal, [*GOALS, *STYLES, *against])


def goals_of(
    counts: IntCube, goals: Sequence[str], against: Sequence[str], nodes: RealVector
) -> RealMatrix:
    """Return the *goals* of each individual: *counts* by opponent, and its *nodes*."""
    by_pairs, halves = by_points(counts), half_points(counts)
    pairs = by_pairs[0, 0].sum()  # against each opponent
    all_pairs = pairs * len(counts)

    def points() -> RealVector:
        more = _column(counts, "points") - _column(counts, "points_against")
        each: RealVector = more / (2 * all_pairs)
        return each

    found: dict[str, Callable[[], RealVector]] = {
        WON: lambda: halves.sum(axis=0) / (4 * all_pairs),
        POINTS: points,
        SAFE: lambda: 1.0 - by_pairs[:, :, 0].sum(axis=0) / all_pairs,
        SMALL: lambda: -nodes,
    }
    columns = []
    for goal in goals:
        if goal in found:
            columns.append(found[goal]())
        elif goal in STYLES:
            columns.append(styles_of(counts, [goal])[:, 0])
        else:
            columns.append(halves[against.index(goal)] / (4 * pairs))
    return np.stack(columns, axis=1)


def _column(counts: IntCube, name: str) -> RealVector:
    """Return the column *name* of StyledCounts of each individual, over all opponents."""
    column: RealVector = counts[:, :, StyledCounts._fields.index(name)].sum(axis=0) + 0.0
    return column
