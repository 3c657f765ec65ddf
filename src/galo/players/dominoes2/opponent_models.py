"""The opponent model of two-sided dominoes: one row of weights, with some noise.

Every other seat values its options by the row and takes one by a softmax, except for a share of
choices that follow no rule:

    likelihood of a choice = (1 - DOUBT) * softmax(value) + DOUBT / options
"""

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.dominoes2 import Rules, State, legal_set
from galo.jit import kernel, lowest_bit, popcount
from galo.players.dominoes.public_history import PublicHistory
from galo.players.dominoes.softmax import exponential, exponentials, sharpness_of
from galo.players.dominoes2.evaluation import value_of

if TYPE_CHECKING:
    from galo.arrays import IntVector, RealVector

# The strongest rows of weights that evolution found, by how many play
# (`python bench/strength/dominoes2.py tune`).
WEIGHTS = {
    2: (2113, -639, 188, -2387, -145, 2671, 591, -1247, 671, 2437),
    4: (1023, 694, 208, -288, 248, 446, 1290, 1130, -353, 1249),
}
TEMPERATURE = 1500.0  # in the units of these weights
DOUBT = 0.1  # share of choices that follow no rule


class OpponentModel(NamedTuple):
    """How every seat is taken to choose."""

    weights: "IntVector"  # [COLUMNS]: a row of the evaluation; without entries there is no model
    sharpness: float  # steps of the table for each unit of value
    exponentials: "RealVector"  # the table of `softmax`


@cache
def opponent_model(players: int) -> OpponentModel:
    """Return the model of every seat in a game for *players* players."""
    weights = np.array(WEIGHTS[players], np.int64)
    return OpponentModel(weights, sharpness_of(TEMPERATURE), exponentials())


def no_model() -> OpponentModel:
    """Return the model of a search that does not play rounds out."""
    return OpponentModel(np.zeros(0, np.int64), sharpness_of(TEMPERATURE), exponentials())


@kernel
def choice_likelihood(
    rules: Rules, model: OpponentModel, state: State, history: PublicHistory, chosen: int
) -> float:
    """Return how likely *model*, being the mover of *state*, takes *chosen*."""
    moves = legal_set(state)
    options = popcount(moves)
    if options == 1:
        return 1.0
    reference = value_of(rules, model.weights, state, history, chosen)
    total = 0.0
    while moves:
        value = value_of(rules, model.weights, state, history, lowest_bit(moves))
        moves &= moves - 1
        total += exponential(model.exponentials, model.sharpness, value - reference)
    return (1.0 - DOUBT) / total + DOUBT / options
