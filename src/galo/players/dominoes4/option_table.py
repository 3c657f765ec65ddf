"""All features of all options, for a strategy that runs as plain Python."""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.rules.dominoes4 import MAX_MOVES, Rules, State, legal_set
from galo.jit import kernel, lowest_bit
from galo.players.dominoes.public_history import PublicHistory
from galo.players.dominoes4.feature_table import FEATURES, OptionFeatures, feature_of
from galo.players.dominoes4.situation import situation_of

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector

COLUMNS = len(FEATURES)


@kernel
def write_options(
    rules: Rules,
    state: State,
    history: PublicHistory,
    scores: tuple[int, int],
    moves: "IntVector",
    features: "IntMatrix",
) -> int:
    """Write the mover's *moves* and their *features*, a row for each; return how many.

    The *scores* of the match, the mover's first, are those before this round.
    """
    situation = situation_of(rules, state, history, scores[0], scores[1])
    left, count = legal_set(state), 0
    while left:
        move = lowest_bit(left)
        left &= left - 1
        moves[count] = move
        for number in range(COLUMNS):
            features[count, number] = feature_of(number, situation, move)
        count += 1
    return count


def options_of(
    rules: Rules, state: State, history: PublicHistory, scores: tuple[int, int]
) -> dict[int, OptionFeatures]:
    """Return the features of every option of the mover, by its move, lowest move first."""
    moves = np.zeros(MAX_MOVES, np.int64)
    features = np.zeros((MAX_MOVES, COLUMNS), np.int64)
    count = write_options(rules, state, history, scores, moves, features)
    rows = zip(moves[:count].tolist(), features[:count].tolist(), strict=True)
    return {move: OptionFeatures._make(row) for move, row in rows}
