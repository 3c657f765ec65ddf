"""How strong a person is, learned from one game after the other: an Elo and its deviation.

The model is that of Bradley and Terry with the update of Weng and Lin (2011), as `openskill`
computes it, in Elo: side A beats side B with a chance of 1 / (1 + 10^(-d/400)), *d* being the
difference of their members' means. `bradley_terry` of `galo.arena.ratings` rates a finished round
robin instead, all of it at once.
"""

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from openskill.models import BradleyTerryFull

from galo.arena.ratings import ELO_PER_LOGIT

INTERVAL = 1.96  # deviations on either side of a 95 % interval
DRIFT = 3.0  # Elo by which a person may change from one game to the next
DIGITS = 6  # of what is kept: the same on every machine


class Strength(NamedTuple):
    """An Elo and its standard deviation, 0 where it is known: that of a measured agent."""

    elo: float
    deviation: float = 0.0

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval."""
        return INTERVAL * self.deviation


NEWCOMER = Strength(1000.0, 450.0)  # at the level of the beginner, or of any other agent


def after_game(
    own: Strength,
    score: float,
    opponents: Sequence[Strength],
    partners: Sequence[Strength] = (),
) -> Strength:
    """Return *own* after a game with *partners* against *opponents*: *score* is 1, 0 or a half.

    Both sides have as many members.
    """
    if score == 0.5:  # what a win and a loss together teach, each counting half
        won, lost = (after_game(own, each, opponents, partners) for each in (1.0, 0.0))
        return Strength(round((won.elo + lost.elo) / 2, DIGITS), won.deviation)
    model = _model(len(opponents))
    sides = [
        [model.rating(one.elo, one.deviation) for one in side]
        for side in ((own, *partners), opponents)
    ]
    found = model.rate(sides, ranks=[1.0 - score, score])[0][0]
    return Strength(round(found.mu, DIGITS), round(found.sigma, DIGITS))


@cache
def _model(members: int) -> BradleyTerryFull:
    """Return the model for sides of so many *members*, whose Elos it adds up."""
    # The model's noise is beta times the root of 2; sums differ *members* times as much as means.
    beta = members * ELO_PER_LOGIT / math.sqrt(2.0)
    return BradleyTerryFull(beta=beta, tau=DRIFT, gamma=_full_information)


def _full_information(*_: object) -> float:
    """Return the share of a game's information that narrows the interval: all of it."""
    return 1.0
