"""The match beyond this round: the chance to win it from a score, by who opens next.

Two pairs that play alike have no more to tell them apart than the score and who opens, so
one table answers for all matches. It is found backwards from 200: a round adds points to
both sides, as often as it did in rounds played by the evolved s1, and leads to scores whose
chances are known already.

    chances[a, b, k]    for the side with 5a points against 5b, when k opens the next round:
                        0 that side, 1 the other, 2 whoever holds 6-6
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.dominoes4 import (
    FIVE,
    NO_OPENER,
    TARGET,
    Rules,
    State,
    deal,
    next_opener,
    side_points,
    total,
)
from galo.jit import kernel, no_gil_kernel
from galo.players.dominoes4.evaluation import nothing_seen
from galo.players.dominoes4.opponent_models import STRONG, Models, known_players
from galo.players.dominoes4.rollouts import play_on
from galo.rng import Stream, fold_in

if TYPE_CHECKING:
    from galo.arrays import RealCube

ROUNDS = 40_000
GOAL = TARGET // FIVE
MOST = 60  # fives that one side makes in a round, and a few more
OURS, THEIRS, BY_TILES = range(3)  # who opens
DIGITS = 6  # so that the order of a sum decides nothing


class Goal(NamedTuple):
    """What seat 0's pair plays for: a match, in which it has a score."""

    chances: "RealCube"
    score: int  # before this round
    their_score: int


@kernel
def opens_next(state: State) -> int:
    """Return who opens after this round, seen from side 0."""
    opener = next_opener(state)
    return BY_TILES if opener == NO_OPENER else opener % 2


@kernel
def chance_to_win(chances: "RealCube", ours: int, theirs: int, opens: int) -> float:
    """Return the chance of a side with the score *ours* to *theirs* between two rounds."""
    if max(ours, theirs) >= TARGET:
        if ours == theirs:
            return 0.5
        return 1.0 if ours > theirs else 0.0
    return float(chances[ours // FIVE, theirs // FIVE, opens])


@kernel
def chance_after(goal: Goal, end: State) -> float:
    """Return the chance of seat 0's pair to win the match when the round ends like this."""
    ours = goal.score + total(side_points(end, 0))
    theirs = goal.their_score + total(side_points(end, 1))
    return chance_to_win(goal.chances, ours, theirs, opens_next(end))


@no_gil_kernel
def count_rounds(rules: Rules, models: Models, rounds: int, key: int, counts: "RealCube") -> None:
    """Count how rounds that side 0 opens end: fives of side 0, of side 1, who opens next."""
    for number in range(rounds):
        stream = fold_in(key, number)
        state = deal(rules, 0, fold_in(stream, 0))
        end = play_on(rules, models, state, nothing_seen(), STRONG, fold_in(stream, 1))
        ours, theirs = total(side_points(end, 0)), total(side_points(end, 1))
        counts[min(ours // FIVE, MOST - 1), min(theirs // FIVE, MOST - 1), opens_next(end)] += 1


@cache
def outlook(rules: Rules) -> "RealCube":
    """Return the table drawn above for a match by these *rules*."""
    counts = np.zeros((MOST, MOST, 3))
    count_rounds(rules, known_players("s1", "s1"), ROUNDS, Stream.of(0).key, counts)
    opened = counts / counts.sum()
    answered = opened.transpose(1, 0, 2)[:, :, [THEIRS, OURS, BY_TILES]]  # the others opened
    # What lies beyond the target is known; the rest follows, highest scores first.
    size = GOAL + MOST
    ahead = np.subtract.outer(np.arange(size), np.arange(size))
    chances = np.repeat(((np.sign(ahead) + 1) / 2)[:, :, None], 3, axis=2)
    for together in range(2 * GOAL - 2, -1, -1):
        for a in range(max(0, together - GOAL + 1), min(GOAL, together + 1)):
            b = together - a
            beyond = chances[a : a + MOST, b : b + MOST]
            for _ in range(2):  # a round without points leads to where it began: once more
                here = [float((spread * beyond).sum()) for spread in (opened, answered)]
                chances[a, b] = [*here, sum(here) / 2]
    return chances[:GOAL, :GOAL].round(DIGITS)
