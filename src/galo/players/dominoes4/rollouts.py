"""Rollouts of dominó de 4 pontas: a known deal played to the end of the round by models.

A round played on by sensible players says more about a move than a search in which everybody
sees all tiles: that search takes the opponents for clairvoyant, and costs many times as much.
"""

from galo.games.rules.dominoes4 import Rules, State, is_round_over, play, round_points
from galo.games.rules.tiles import nth
from galo.jit import kernel, lowest_bit, popcount
from galo.players.dominoes.public_history import PublicHistory
from galo.players.dominoes4.evaluation import best_moves
from galo.players.dominoes4.opponent_models import MODEL_BITS, MODEL_MASK, OpponentModels
from galo.players.dominoes4.public_history import update_history
from galo.rng import randint


@kernel
def rollout(
    rules: Rules, models: OpponentModels, state: State, history: PublicHistory, drawn: int, key: int
) -> State:
    """Return the end of the round when every seat follows its model in *drawn*.

    The models have MODEL_BITS each, that of seat 0 the lowest.
    """
    ties = 0
    while not is_round_over(state):
        model = drawn >> MODEL_BITS * state.mover & MODEL_MASK
        best = best_moves(rules, models.weights, model, state, history)
        move = lowest_bit(best)
        if best & (best - 1):
            move = nth(best, randint(key, ties, popcount(best)))
            ties += 1
        history = update_history(rules, history, state, move)
        state = play(rules, state, move)
    return state


@kernel
def side_lead(rules: Rules, state: State) -> int:
    """Return by how many points seat 0's pair is ahead in this round."""
    return round_points(rules, state, 0) - round_points(rules, state, 1)
