"""Match equity of dominó de 4 pontas: rounds end as they do when everybody plays like s1.

The distribution is counted in rounds of the evolved s1; its unit is five points. What a player
of dominoes4 maximises is an `Objective`.
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.dominoes4 import (
    NO_OPENER,
    Rules,
    State,
    deal_round,
    next_opener,
    round_points,
)
from galo.games.rules.dominoes4_points import FIVE
from galo.jit import kernel, no_gil_kernel
from galo.players.dominoes.match_equity import (
    EITHER,
    OPENERS,
    RoundScores,
    chance_to_win,
    match_equity,
)
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes4.opponent_models import ALL_S1, OpponentModels, opponent_models
from galo.players.dominoes4.rollouts import Seats, rollout
from galo.rng import fold_in
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import RealCube

ROUNDS = 40_000
MOST = 60  # fives that one side makes in a round, and a few more


class Objective(NamedTuple):
    """What seat 0's pair plays for: the match, in which it has a score."""

    equity: "RealCube"  # [fives, fives, OPENERS]; without entries points are all that counts
    score: int  # before this round
    their_score: int


POINTS = Objective(np.zeros((0, 0, 0)), 0, 0)


@kernel
def opens_next(rules: Rules, state: State) -> int:
    """Return the side that opens after this round: OURS is seats 0 and 2."""
    opener = next_opener(rules, state)
    return EITHER if opener == NO_OPENER else opener % 2


@kernel
def chance_after(rules: Rules, objective: Objective, end: State) -> float:
    """Return the chance of seat 0's pair to win the match when the round ends like this."""
    ours = objective.score + round_points(rules, end, 0)
    theirs = objective.their_score + round_points(rules, end, 1)
    return chance_to_win(objective.equity, ours // FIVE, theirs // FIVE, opens_next(rules, end))


@no_gil_kernel
def count_rounds(
    rules: Rules, models: OpponentModels, rounds: int, key: int, counts: "RealCube"
) -> None:
    """Count how rounds that side 0 opens end: fives of side 0, of side 1, next side to open."""
    for number in range(rounds):
        stream = fold_in(key, number)
        state = deal_round(rules, 0, fold_in(stream, 0))
        end = rollout(
            rules, models, state, empty_history(), Seats(ALL_S1, 0, 0), fold_in(stream, 1)
        )
        ours, theirs = round_points(rules, end, 0) // FIVE, round_points(rules, end, 1) // FIVE
        counts[min(ours, MOST - 1), min(theirs, MOST - 1), opens_next(rules, end)] += 1


@cache
def equity_of(rules: Rules) -> "RealCube":
    """Return the match equity under these *rules*, by fives of each side and the next opener."""
    counts = np.zeros((MOST, MOST, OPENERS))
    count_rounds(rules, opponent_models("s1", "s1"), ROUNDS, Stream.of(0).key, counts)
    return match_equity([RoundScores(0, 0, counts / counts.sum())], rules.target // FIVE)
