"""Playing the round out in a known deal, everybody by a model: what a move comes to.

A round played on by sensible players says more about a move than a search in which everybody
sees all tiles: that one takes the opponents for clairvoyant, and costs many times as much.
"""

from galo.games.rules.dominoes4 import (
    Rules,
    State,
    is_round_over,
    play,
    side_points,
    total,
)
from galo.games.rules.tiles import nth
from galo.jit import kernel, lowest_bit, popcount
from galo.players.dominoes4.evaluation import Memory, best_moves, remember
from galo.players.dominoes4.inference import MODEL_BITS, MODEL_MASK
from galo.players.dominoes4.opponent_models import Models
from galo.rng import randint


@kernel
def play_on(
    rules: Rules, models: Models, state: State, memory: Memory, drawn: int, key: int
) -> State:
    """Return the end of the round when seat k > 0 follows model k of *drawn*, seat 0 the best."""
    ties = 0
    while not is_round_over(state):
        # Shifted, so that seat 0 reads the zeros below: STRONG.
        model = drawn << MODEL_BITS >> MODEL_BITS * state.mover & MODEL_MASK
        best = best_moves(rules, models.weights, model, state, memory)
        move = lowest_bit(best)
        if best & (best - 1):
            move = nth(best, randint(key, ties, popcount(best)))
            ties += 1
        memory = remember(memory, state.table, move)
        state = play(rules, state, move)
    return state


@kernel
def advantage(state: State) -> int:
    """Return by how many points seat 0's pair is ahead in this round."""
    return total(side_points(state, 0)) - total(side_points(state, 1))
