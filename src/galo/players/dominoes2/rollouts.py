"""Rollouts of two-sided dominoes: rounds played out by a model, one seat free to choose.

The value of a deal for a seat is found by letting everybody play by the model, except for that
seat's next two choices, in which it takes whatever comes out best:

    ply      move to value    others    choice    others    choice    others, and itself …
    by       given            model     best      model     best      model
"""

from galo.games.rules.dominoes2 import (
    Rules,
    State,
    is_round_over,
    legal_set,
    play,
    round_points,
)
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes.public_history import PublicHistory
from galo.players.dominoes2.evaluation import WORST, best_move
from galo.players.dominoes2.match_equity import MOST_POINTS, Objective
from galo.players.dominoes2.opponent_models import OpponentModel
from galo.players.dominoes2.public_history import update_history

NO_SEAT = -1


@kernel
def utility(rules: Rules, objective: Objective, state: State) -> int:
    """Return the utility of a round that is over."""
    side = objective.seat % 2
    points = round_points(rules, state, side) - round_points(rules, state, 1 - side)
    return int(objective.utilities[MOST_POINTS + points])


@kernel
def has_choice(state: State) -> bool:
    """Return whether the mover has more than one move."""
    moves = legal_set(state)
    return moves & (moves - 1) != 0


@no_gil_kernel
def rollout(
    rules: Rules, model: OpponentModel, state: State, history: PublicHistory, seat: int
) -> tuple[State, PublicHistory]:
    """Return the round played by *model* until *seat* has a choice, or to its end."""
    while not is_round_over(state) and not (state.mover == seat and has_choice(state)):
        move = best_move(rules, model.weights, state, history)
        history = update_history(rules, history, state, move)
        state = play(rules, state, move)
    return state, history


@no_gil_kernel
def rollout_value(
    rules: Rules, model: OpponentModel, objective: Objective, state: State, history: PublicHistory
) -> int:
    """Return the utility of the round played out by *model*."""
    end, _ = rollout(rules, model, state, history, NO_SEAT)
    return utility(rules, objective, end)


@no_gil_kernel
def best_rollout_value(
    rules: Rules, model: OpponentModel, objective: Objective, state: State, history: PublicHistory
) -> int:
    """Return the utility of the round if the seat of *objective* picks the best move in its
    next two choices and the model plays everything else.
    """
    state, history = rollout(rules, model, state, history, objective.seat)
    if is_round_over(state):
        return utility(rules, objective, state)
    best = WORST
    firsts = legal_set(state)
    while firsts:
        move = lowest_bit(firsts)
        firsts &= firsts - 1
        seen = update_history(rules, history, state, move)
        after, seen = rollout(rules, model, play(rules, state, move), seen, objective.seat)
        if is_round_over(after):
            best = max(best, utility(rules, objective, after))
            continue
        seconds = legal_set(after)
        while seconds:
            move = lowest_bit(seconds)
            seconds &= seconds - 1
            last = play(rules, after, move)
            then = update_history(rules, seen, after, move)
            best = max(best, rollout_value(rules, model, objective, last, then))
    return best
