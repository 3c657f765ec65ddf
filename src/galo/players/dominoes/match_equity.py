"""Match equity: the chance to win the match from a score, by the side that opens the next round.

Two sides that play alike differ in nothing but the score and the right to open, so one table
answers for all matches of a game. It is found backwards from the target: a round adds points to
both sides, by a distribution that each game supplies, and leads to scores whose chances are known.

    equity[a, b, k]    for the side with a units of points against b, when k opens the next round:
                       OURS that side, THEIRS the other, EITHER where the tiles decide
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.jit import kernel

if TYPE_CHECKING:
    from galo.arrays import RealCube

OURS, THEIRS, EITHER = range(3)  # the side that opens
OPENERS = 3
MIRRORED = [THEIRS, OURS, EITHER]  # the same seen from the other side
DIGITS = 6


class RoundScores(NamedTuple):
    """A part of the distribution of how rounds end, seen from the side that opened."""

    ours: int  # the fewest units of points of that side in this part
    theirs: int  # and of the other side
    shares: "RealCube"  # [units more, units more of the others, side that opens next]: probability


def match_equity(rounds: Sequence[RoundScores], target: int) -> "RealCube":
    """Return the table drawn above for a match to *target* units; the shares add up to 1."""
    answered = [
        RoundScores(part.theirs, part.ours, part.shares.transpose(1, 0, 2)[:, :, MIRRORED])
        for part in rounds
    ]
    # What lies beyond the target is known; the rest follows, highest scores first.
    size = target + max(max(part[:2]) + max(part.shares.shape[:2]) for part in rounds)
    ahead = np.subtract.outer(np.arange(size), np.arange(size))
    equity = np.repeat(((np.sign(ahead) + 1) / 2)[:, :, None], OPENERS, axis=2)
    # A round without points leads to where it began: a second pass sees the first one's result.
    has_empty = any(part.ours == part.theirs == 0 and part.shares[0, 0].any() for part in rounds)
    for together in range(2 * target - 2, -1, -1):
        for a in range(max(0, together - target + 1), min(target, together + 1)):
            beyond = equity[a:, together - a :]
            for _ in range(1 + has_empty):
                chances = [mean_equity(beyond, parts) for parts in (rounds, answered)]
                beyond[0, 0] = [*chances, sum(chances) / 2]
    return equity[:target, :target].round(DIGITS)


def mean_equity(beyond: "RealCube", rounds: Sequence[RoundScores]) -> float:
    """Return the mean over how *rounds* end of the equity *beyond* the score before them."""
    total = 0.0
    for ours, theirs, shares in rounds:
        reached = beyond[ours : ours + shares.shape[0], theirs : theirs + shares.shape[1]]
        total += float((shares * reached).sum())
    return total


@kernel
def chance_to_win(equity: "RealCube", ours: int, theirs: int, opener: int) -> float:
    """Return the chance of a side with *ours* units to *theirs* between two rounds."""
    if max(ours, theirs) >= len(equity):
        if ours == theirs:
            return 0.5
        return 1.0 if ours > theirs else 0.0
    return float(equity[ours, theirs, opener])
