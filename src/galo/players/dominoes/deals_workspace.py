"""The workspace of a determinized search: sampled deals, and the sum of values of each move."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector, RealVector


class DealsWorkspace(NamedTuple):
    """The arrays in which the moves of one seat are valued, deal by deal."""

    deals: "IntMatrix"  # [samples, 6]: a deal in each row, as `deal_at` reads it
    kept: "IntVector"  # [kept]: the rows of *deals* to be looked at, in order
    stack: "IntMatrix"  # [plies, columns]: of the search in one deal
    sums: "RealVector"  # [moves]: the values of each move, added up


def deals_workspace(
    deals: "IntMatrix", kept: "IntVector | None", moves: int, stack_shape: tuple[int, int]
) -> DealsWorkspace:
    """Return a workspace with zero sums for *moves* moves; *kept* rows of *deals*, or all."""
    rows = np.arange(len(deals)) if kept is None else kept
    return DealsWorkspace(deals, rows, np.zeros(stack_shape, np.int64), np.zeros(moves))
