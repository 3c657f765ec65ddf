"""How a player of dominó de 4 pontas plays, in numbers that the simulator counts."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from galo.arena.strategy_batch import StyledCounts
from galo.arrays import IntCube, RealMatrix, RealVector
from galo.errors import UnknownNameError

Column = Callable[[str], RealVector]  # a column of StyledCounts, by name


class Style(NamedTuple):
    """A number that tells how somebody plays, a round."""

    low: float  # of what linear players of any weights show
    high: float
    words: str
    of: Callable[[Column], RealVector]


STYLES = {
    "blocks": Style(
        0.05, 0.45, "share of rounds that end in a block", lambda c: c("blocks") / c("rounds")
    ),
    "pips": Style(
        25.5,
        29.5,
        "pips that the pair places among the first eight tiles",
        lambda c: c("early_pips") / c("rounds"),
    ),
    "passes": Style(
        0.4,
        1.8,
        "passes of the others",
        lambda c: (c("passes") - c("own_passes")) / c("rounds"),
    ),
    "stuck": Style(0.5, 1.4, "passes of its own", lambda c: c("own_passes") / c("rounds")),
    "galos": Style(0.0, 0.2, "galos of both sides", lambda c: c("galos") / c("rounds")),
    "table": Style(30.0, 62.0, "points at the table", lambda c: c("table_points") / c("rounds")),
    "garagem": Style(3.0, 8.0, "points of a garagem", lambda c: c("garagem_points") / c("rounds")),
}


def check_styles(names: Sequence[str]) -> None:
    """Raise unless all *names* are styles."""
    for name in names:
        if name not in STYLES:
            raise UnknownNameError("style", name, STYLES)


def styles_of(counts: IntCube, names: Sequence[str]) -> RealMatrix:
    """Return the styles *names* of each individual, over all opponents of *counts*."""
    summed = counts.sum(axis=0).astype(np.float64)

    def column(name: str) -> RealVector:
        found: RealVector = summed[:, StyledCounts._fields.index(name)]
        return found

    return np.stack([STYLES[name].of(column) for name in names], axis=1)
