"""How promising a move looks: children are searched in this order.

Threats decide most: squares where one more stone would win. Then lines that may become
threats, few safe squares left for either side (a small tree), and a good square that gives
no better one away. The numbers were tuned on the nodes that whole searches take.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.connect_four import COLUMN, HEIGHT, WIDTH
from galo.jit import kernel, popcount
from galo.players.connect_four.threats import playable_squares, promising_lines

if TYPE_CHECKING:
    from galo.arrays import IntVector

THREAT = 64
LASTING_THREAT = 26  # not blocked at once, and not above another
LINE = 6
REPLY, OWN_REPLY = -4, -8
SQUARES = (  # the left half and the middle, from the bottom row up
    (8, 10, 12, 18),
    (11, 16, 21, 27),
    (15, 14, 33, 39),
    (16, 26, 36, 42),
    (13, 12, 27, 33),
    (12, 16, 20, 32),
)


def square_ranks() -> "IntVector":
    """Return what each square adds to the rank of a move there, by its bit."""
    ranks = np.zeros(WIDTH * COLUMN, np.int64)
    for column in range(WIDTH):
        for row in range(HEIGHT):
            ranks[column * COLUMN + row] = SQUARES[row][min(column, WIDTH - 1 - column)]
    return ranks


@kernel
def rank_of(own: int, stones: int, made: int, left: int, threats: int) -> int:
    """Return how promising the move is that led to *own* and *stones*, but for its square.

    It *made* threats, has *left* replies, and the other side has *threats*.
    """
    playable = playable_squares(stones)
    lasting = made & ~(made << 1) & ~(threats << 1) & ~playable
    return (
        THREAT * popcount(made)
        + LASTING_THREAT * popcount(lasting)
        + LINE * promising_lines(own, own ^ stones)
        + REPLY * popcount(left)
        + OWN_REPLY * popcount(playable & ~(threats >> 1))
    )
