"""What a formula does: its choices in a fixed sample of decisions.

Formulas that choose alike in all of them are one formula, written differently: to play with both
would be to play twice with the same.
"""

from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.arrays import IntVector, RealMatrix
from galo.games.rules.dominoes4 import (
    PASS,
    Rules,
    deal_round,
    is_round_over,
    legal_set,
    pass_turn,
    place,
)
from galo.jit import kernel, lowest_bit
from galo.lab.formulas import Formula, values
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes4.evaluation import SCALE, best_moves
from galo.players.dominoes4.feature_table import FEATURES, feature_of
from galo.players.dominoes4.linear import coefficients, fixed_point
from galo.players.dominoes4.option_choice import LARGEST_VALUE
from galo.players.dominoes4.public_history import update_history
from galo.players.dominoes4.situation import situation_of
from galo.rng import fold_in, randint

if TYPE_CHECKING:
    from galo.arrays import Int32Matrix

SAMPLED = 1000  # decisions
SEATS = 4
MOST_OPTIONS = 24  # of a decision, more than there can be: 6 tiles at 4 ends


class Decisions(NamedTuple):
    """The options of decisions, one after another."""

    options: RealMatrix  # [options, features]
    first: IntVector  # of each decision, its first option


@kernel
def add_round(
    rules: Rules, weights: "Int32Matrix", key: int, decisions: Decisions, count: int
) -> int:
    """Play the round of *key* and write down its decisions, after *count* that are there.

    Return how many there are now; those beyond the room that there is are left out.
    """
    state = deal_round(rules, randint(key, 0, SEATS), key)
    our_score, their_score = randint(key, 1, rules.target), randint(key, 2, rules.target)
    history = empty_history()
    while not is_round_over(state):
        moves = legal_set(state)
        if moves & (moves - 1) and count < len(decisions.first) - 1:
            situation = situation_of(rules, state, history, our_score, their_score)
            row = decisions.first[count]
            while moves:
                for number in range(len(FEATURES)):
                    decisions.options[row, number] = feature_of(
                        number, situation, lowest_bit(moves)
                    )
                moves &= moves - 1
                row += 1
            count += 1
            decisions.first[count] = row
        move = lowest_bit(best_moves(rules, weights, 0, state, history))
        history = update_history(rules, history, state, move)
        state = pass_turn(rules, state) if move == PASS else place(rules, state, move)
    return count


@cache
def sampled_decisions() -> Decisions:
    """Return the sample, always the same: decisions with a choice, of rounds of evolved s1."""
    weights = np.array([fixed_point(coefficients("s1", "evolved"), "literal")], np.int32)
    options = np.zeros((SAMPLED * MOST_OPTIONS, len(FEATURES)))
    decisions = Decisions(options, np.zeros(SAMPLED + 1, np.int64))
    count = number = 0
    while count < SAMPLED:
        count = add_round(Rules(), weights, fold_in(0, number), decisions, count)
        number += 1
    return Decisions(options[: decisions.first[-1]].copy(), decisions.first[:-1].copy())


def behaviour(formula: Formula) -> bytes:
    """Return a digest of what *formula* chooses in the sample; equal ones choose alike."""
    options, first = sampled_decisions()
    worth = values(formula, options)
    worth = np.floor(np.where(np.abs(worth) < LARGEST_VALUE, worth, -np.inf) * SCALE + 0.5)
    sizes = np.diff(first, append=len(options))
    is_best = worth == np.repeat(np.maximum.reduceat(worth, first), sizes)
    return blake2b(np.packbits(is_best).tobytes(), digest_size=16).digest()
