"""Match equity: the chance to win the match from a score, by the side that opens the next round.

Two sides that play alike differ in nothing but the score and who opens, so one table answers
for all matches of a game. It is found backwards from the target: a round adds points to both
sides, by a distribution that each game supplies, and leads to scores whose chances are known.

    equity[a, b, k]    for the side with a units of points against b, when k opens the next round:
                       OURS that side, THEIRS the other, EITHER where the tiles decide
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.jit import kernel

if TYPE_CHECKING:
    from galo.arrays import IntVector, RealCube, RealVector

OURS, THEIRS, EITHER = range(3)  # the side that opens
OPENERS = 3
MIRRORED = np.array([THEIRS, OURS, EITHER])  # the same seen from the other side
DIGITS = 6  # so that the order of a sum decides nothing


class RoundOutcomes(NamedTuple):
    """How rounds end, as a distribution: one outcome in each place of the vectors."""

    ours: "IntVector"  # units of points for the side that opened
    theirs: "IntVector"  # and for the other side
    opener: "IntVector"  # the side that opens next, OURS being the one that opened
    shares: "RealVector"  # probability of each; together 1


def match_equity(outcomes: RoundOutcomes, target: int) -> "RealCube":
    """Return the table drawn above for a match to *target* units."""
    reach = target + 1 + int(max(outcomes.ours.max(), outcomes.theirs.max()))
    ahead = np.subtract.outer(np.arange(reach), np.arange(reach))
    equity = np.repeat(((np.sign(ahead) + 1) / 2)[:, :, None], OPENERS, axis=2)
    ours, theirs, opener, shares = outcomes
    # A round without points leads to where it began: a second pass sees its own result.
    passes = 1 + int(((ours == 0) & (theirs == 0)).any())
    for together in range(2 * target - 2, -1, -1):
        for a in range(max(0, together - target + 1), min(target, together + 1)):
            b = together - a
            for _ in range(passes):
                opened = float(shares @ equity[a + ours, b + theirs, opener])
                answered = float(shares @ equity[a + theirs, b + ours, MIRRORED[opener]])
                equity[a, b] = opened, answered, (opened + answered) / 2
    return equity[:target, :target].round(DIGITS)


@kernel
def chance_to_win(equity: "RealCube", ours: int, theirs: int, opener: int) -> float:
    """Return the chance of a side with *ours* units to *theirs* between two rounds."""
    if max(ours, theirs) >= len(equity):
        if ours == theirs:
            return 0.5
        return 1.0 if ours > theirs else 0.0
    return float(equity[ours, theirs, opener])
