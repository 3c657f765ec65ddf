"""What a hand is worth, by the points that it brings: alone, or at a score in a match.

Prizes are integers, by signed points from MOST_POINTS lost to MOST_POINTS won. In a match they
are chances to win it, in parts of CERTAIN, if hands to come go either way:

    chance(a, b) = ½ Σ share(p) * chance(a + p, b) + ½ Σ share(p) * chance(a, b + p)
"""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from galo.arrays import IntVector


MOST_POINTS = 168  # all the pips there are
FOR_WINNING = 100  # where one hand is the match, a win is worth that many points more
CERTAIN = 10_000
TEN = 10
# Share of hands that bring 0 to 9, 10 to 19, … points, measured in 200,000 hands of the model.
SHARES = {
    2: (0.296, 0.25, 0.165, 0.113, 0.074, 0.046, 0.027, 0.016, 0.008, 0.004, 0.001),
    4: (0.169, 0.367, 0.262, 0.139, 0.053, 0.01),
}


def prizes_of(seen: DominoObservation) -> "IntVector":
    """Return what the hand that *seen* is about is worth to the side that sees it."""
    target = seen.game.rules.target
    if not target:
        return single_hand()
    side = seen.seat % 2
    score = seen.scores[-1] if seen.scores else (0, 0)
    return of_match(seen.game.seats, target, (score[side], score[1 - side]))


def points_alone() -> "IntVector":
    """Return prizes that are the points themselves."""
    return np.arange(-MOST_POINTS, MOST_POINTS + 1, dtype=np.int64)


def single_hand() -> "IntVector":
    """Return the prizes of a hand that is the whole match: winning it, then points."""
    points = points_alone()
    return np.asarray(points + FOR_WINNING * np.sign(points))


def of_match(players: int, target: int, score: tuple[int, int]) -> "IntVector":
    """Return the prizes of a hand in a match to *target* at the *score* of the own side first."""
    own, other = (min(points, target - 1) for points in score)
    chances = match_chances(players, target)
    points = points_alone()
    ours = np.minimum(own + np.maximum(points, 0), target)
    theirs = np.minimum(other + np.maximum(-points, 0), target)
    return np.asarray(np.rint(CERTAIN * chances[ours, theirs]), np.int64)


@cache
def match_chances(players: int, target: int) -> "NDArray[np.float64]":
    """Return the chance to win a match from every score, the own side's first."""
    shares = np.repeat(SHARES[players], TEN)[1:]  # as if all points of a ten were as frequent
    steps = np.arange(1, len(shares) + 1)
    chances = np.zeros((target + 1, target + 1))
    chances[target, :] = 1.0
    for own in range(target - 1, -1, -1):
        won = np.minimum(own + steps, target)
        for other in range(target - 1, -1, -1):
            lost = np.minimum(other + steps, target)
            mean = shares @ chances[won, other] + shares @ chances[own, lost]
            chances[own, other] = mean / 2 / shares.sum()
    return chances
