"""Ratings of a round robin by the model of Bradley and Terry: one number a player.

A player *d* Elo points above another is expected to score 1 / (1 + 10^(-d/400)) against it.
A draw counts half, which makes the errors a little too wide where many games are drawn. Every
player is also given half a drawn game against the average of its group: enough to keep the
rating of a player that won or lost everything finite, too little to change the others.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from galo.arena.statistics import CONFIDENCE, ELO_PER_DECADE, EloInterval

if TYPE_CHECKING:
    import numpy as np

    Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

PRIOR_GAMES = 0.5
ELO_PER_LOGIT = ELO_PER_DECADE / math.log(10.0)
ROUNDS = 200  # a table takes about six, the most lopsided ones eighty
PRECISION = 1e-8  # logits


class Rating(NamedTuple):
    """A player's Elo above the origin of its group, by default the mean, with its standard error.

    Groups never met, not even through others: ratings of two groups cannot be compared. A
    player alone in its group has an Elo of 0 and no error or bounds.
    """

    elo: float
    error: float | None
    interval: EloInterval
    group: int


def bradley_terry(
    points: Sequence[Sequence[float]], confidence: float = CONFIDENCE, origin: int | None = None
) -> list[Rating]:
    """Return the rating of each player from *points*, those of i against j in points[i][j].

    Players that met *origin*, directly or through others, are rated by their distance to it.
    The games of i and j are points[i][j] + points[j][i]: a draw puts half a point in both.
    """
    import numpy as np

    table = np.asarray(points, dtype=np.float64)
    width = NormalDist().inv_cdf((1.0 + confidence) / 2.0)
    ratings: dict[int, Rating] = {}
    for number, members in enumerate(groups(points)):
        if len(members) == 1:
            ratings[members[0]] = Rating(0.0, None, EloInterval(None, None), number)
            continue
        shares = np.full(len(members), 1.0 / len(members))
        if origin in members:
            shares = np.equal(members, origin).astype(np.float64)
        fitted = _fit(table[np.ix_(members, members)], shares)
        for player, elo, error in zip(members, *fitted, strict=True):
            interval = EloInterval(elo - width * error, elo + width * error)
            ratings[player] = Rating(elo, error, interval, number)
    return [ratings[player] for player in sorted(ratings)]


def groups(points: Sequence[Sequence[float]]) -> list[list[int]]:
    """Return the players in groups that met, directly or through others."""
    left = list(range(len(points)))
    found = []
    while left:
        group = [left.pop(0)]
        for player in group:  # grows while it is walked
            met = [other for other in left if points[player][other] + points[other][player] > 0]
            left = [other for other in left if other not in met]
            group += met
        found.append(sorted(group))
    return found


def _fit(points: "Array", shares: "Array") -> tuple[list[float], list[float]]:
    """Return Elo ratings of a connected group, whose mean by *shares* is 0, and their errors."""
    import numpy as np

    logits = np.zeros(len(points))
    for _ in range(ROUNDS):
        gradient, information = _slopes(points, logits)
        step = np.linalg.solve(information, gradient)
        # No gap changes by more than a logit, so that each step provably climbs.
        step /= max(1.0, float(np.ptp(np.append(step, 0.0))))
        logits += step
        if np.abs(step).max() < PRECISION:
            break
    shift = np.eye(len(points)) - shares
    covariance = shift @ np.linalg.inv(_slopes(points, logits)[1]) @ shift.T
    errors = ELO_PER_LOGIT * np.sqrt(np.diag(covariance))
    return (ELO_PER_LOGIT * (shift @ logits)).tolist(), errors.tolist()


def _slopes(points: "Array", logits: "Array") -> tuple["Array", "Array"]:
    """Return the log-likelihood's gradient at *logits*, and the observed information."""
    import numpy as np

    chances = 1.0 / (1.0 + np.exp(logits[None, :] - logits[:, None]))
    alone = 1.0 / (1.0 + np.exp(-logits))
    gradient = (points * chances.T - points.T * chances).sum(axis=1) + PRIOR_GAMES * (0.5 - alone)
    weights = (points + points.T) * chances * chances.T
    own = weights.sum(axis=1) + PRIOR_GAMES * alone * (1.0 - alone)
    return gradient, np.diag(own) - weights
