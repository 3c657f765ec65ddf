"""Match equity of two-sided dominoes: what the points of a round are worth.

A round goes either way, and brings points as often as it did in 200,000 rounds of the opponent
model. What a player of dominoes2 maximises is an `Objective`.
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.players.dominoes.match_equity import (
    EITHER,
    OPENERS,
    RoundScores,
    chance_to_win,
    match_equity,
)

if TYPE_CHECKING:
    from galo.arrays import IntVector, RealCube


MOST_POINTS = 168  # all the pips there are
FOR_WINNING = 100  # where one round is the match, a win is worth that many points more
CERTAIN = 10_000  # the utility of a match that is won
TEN = 10
SHARES = {  # of rounds that bring 0 to 9, 10 to 19, … points, by how many play
    2: (0.296, 0.25, 0.165, 0.113, 0.074, 0.046, 0.027, 0.016, 0.008, 0.004, 0.001),
    4: (0.169, 0.367, 0.262, 0.139, 0.053, 0.01),
}


class Objective(NamedTuple):
    """What the side of a seat plays for."""

    seat: int
    utilities: "IntVector"  # [2 * MOST_POINTS + 1]: by points, from MOST_POINTS lost on


def objective_of(seen: DominoObservation) -> Objective:
    """Return the objective of seat 0, the one that has *seen* this."""
    target = seen.game.rules.target
    if not target:
        return Objective(0, single_round())
    side = seen.seat % 2
    score = seen.scores[-1] if seen.scores else (0, 0)
    return Objective(0, of_match(seen.game.seats, target, (score[side], score[1 - side])))


def points_alone() -> "IntVector":
    """Return utilities that are the points themselves."""
    return np.arange(-MOST_POINTS, MOST_POINTS + 1, dtype=np.int64)


def single_round() -> "IntVector":
    """Return the utilities of a round that is the whole match: winning it, then points."""
    points = points_alone()
    return np.asarray(points + FOR_WINNING * np.sign(points))


def of_match(players: int, target: int, score: tuple[int, int]) -> "IntVector":
    """Return the utilities in a match to *target* at the *score*, the own side's first.

    A utility is the chance to win the match, in parts of CERTAIN.
    """
    equity = equity_of(players, target)
    own, other = (min(points, target - 1) for points in score)
    chances = [
        chance_to_win(equity, own + max(points, 0), other + max(-points, 0), EITHER)
        for points in range(-MOST_POINTS, MOST_POINTS + 1)
    ]
    return np.asarray(np.rint(CERTAIN * np.array(chances)), np.int64)


@cache
def equity_of(players: int, target: int) -> "RealCube":
    """Return the match equity in a match to *target*, by points of each side."""
    shares = np.repeat(SHARES[players], TEN)[1:]  # as if all points of a ten were as frequent
    won = np.zeros((len(shares), 1, OPENERS))
    won[:, 0, EITHER] = shares / (2 * shares.sum())
    lost = won.transpose(1, 0, 2)
    return match_equity([RoundScores(1, 0, won), RoundScores(0, 1, lost)], target)
