"""Hands played to their end by a rule of thumb, some of them with one seat free to choose.

What a deal is worth to a seat is found by letting everybody play by a row of weights, but for
that seat's next turns, in which it takes whatever comes out best:

    ply      move to value    others    choice    others    choice    others, and itself …
    by       given            row       best      row       best      row
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes2 import (
    Rules,
    State,
    is_round_over,
    legal_moves,
    play,
    round_points,
    round_winner,
)
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes2.evaluation import WORST, Memory, best_move, remember
from galo.players.dominoes2.match_equity import MOST_POINTS

if TYPE_CHECKING:
    from galo.arrays import IntVector

NO_SEAT = -1


class Aim(NamedTuple):
    """Who wants what: a seat, and the prizes of its side by points, as in `prizes`."""

    seat: int
    prizes: "IntVector"


@kernel
def worth(state: State, aim: Aim) -> int:
    """Return the prize of a hand that is over."""
    points = round_points(state)  # none if nobody won
    if round_winner(state) != aim.seat % 2:
        points = -points
    return int(aim.prizes[MOST_POINTS + points])


@kernel
def has_choice(state: State) -> bool:
    """Return whether the mover has more than one move."""
    moves = legal_moves(state)
    return moves & (moves - 1) != 0


@no_gil_kernel
def until(
    rules: Rules, row: "IntVector", state: State, memory: Memory, seat: int
) -> tuple[State, Memory]:
    """Return the hand played by *row* until *seat* has a choice, or to its end."""
    while not is_round_over(state) and not (state.mover == seat and has_choice(state)):
        move = best_move(rules, row, state, memory)
        memory = remember(rules, memory, state, move)
        state = play(rules, state, move)
    return state, memory


@no_gil_kernel
def value_now(rules: Rules, row: "IntVector", state: State, memory: Memory, aim: Aim) -> int:
    """Return the prize of the hand played out by *row*."""
    over, _ = until(rules, row, state, memory, NO_SEAT)
    return worth(over, aim)


@no_gil_kernel
def value_of_choices(rules: Rules, row: "IntVector", state: State, memory: Memory, aim: Aim) -> int:
    """Return the same if the seat of *aim* chooses its best in its next two turns."""
    state, memory = until(rules, row, state, memory, aim.seat)
    if is_round_over(state):
        return worth(state, aim)
    best = WORST
    firsts = legal_moves(state)
    while firsts:
        move = lowest_bit(firsts)
        firsts &= firsts - 1
        after = play(rules, state, move)
        seen = remember(rules, memory, state, move)
        after, seen = until(rules, row, after, seen, aim.seat)
        if is_round_over(after):
            best = max(best, worth(after, aim))
            continue
        seconds = legal_moves(after)
        while seconds:
            move = lowest_bit(seconds)
            seconds &= seconds - 1
            last = play(rules, after, move)
            value = value_now(rules, row, last, remember(rules, seen, after, move), aim)
            best = max(best, value)
    return best
