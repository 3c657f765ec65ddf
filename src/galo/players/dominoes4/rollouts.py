"""Rollouts of dominó de 4 pontas: a known deal played to the end of the round by models.

A round played on by sensible players says more about a move than a search in which everybody
sees all tiles: that search takes the opponents for clairvoyant, and costs many times as much.
"""

from typing import NamedTuple

from galo.games.rules.dominoes4 import Rules, State, is_round_over, legal_set, play, round_points
from galo.games.rules.tiles import nth
from galo.jit import kernel, lowest_bit, popcount
from galo.players.dominoes.public_history import PublicHistory
from galo.players.dominoes4.evaluation import best_moves
from galo.players.dominoes4.opponent_models import MODEL_BITS, MODEL_MASK, POLICY, OpponentModels
from galo.players.dominoes4.policy import policy_choice
from galo.players.dominoes4.public_history import update_history
from galo.players.dominoes4.situation import situation_of
from galo.rng import randint


class Seats(NamedTuple):
    """What a rollout knows of those who play it."""

    drawn: int  # the models that they follow, MODEL_BITS each, that of seat 0 the lowest
    score: int  # of seat 0's pair in the match, before the round
    their_score: int


@kernel
def rollout(
    rules: Rules,
    models: OpponentModels,
    state: State,
    history: PublicHistory,
    seats: Seats,
    key: int,
) -> State:
    """Return the end of the round when every one of *seats* follows its model."""
    ties = 0
    while not is_round_over(state):
        model = seats.drawn >> MODEL_BITS * state.mover & MODEL_MASK
        if model == POLICY:
            best = best_by_policy(rules, models, state, history, seats)
        else:
            best = best_moves(rules, models.weights, model, state, history)
        move = lowest_bit(best)
        if best & (best - 1):
            move = nth(best, randint(key, ties, popcount(best)))
            ties += 1
        history = update_history(rules, history, state, move)
        state = play(rules, state, move)
    return state


@kernel
def best_by_policy(
    rules: Rules, models: OpponentModels, state: State, history: PublicHistory, seats: Seats
) -> int:
    """Return the set of the one move that the policy makes."""
    moves = legal_set(state)
    if moves & (moves - 1) == 0:
        return moves
    ours, theirs = seats.score, seats.their_score
    if state.mover % 2:
        ours, theirs = theirs, ours
    situation = situation_of(rules, state, history, ours, theirs)
    return 1 << policy_choice(models.policy, situation, moves)


@kernel
def side_lead(rules: Rules, state: State) -> int:
    """Return by how many points seat 0's pair is ahead in this round."""
    return round_points(rules, state, 0) - round_points(rules, state, 1)
