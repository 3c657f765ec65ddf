"""What everybody could see of a round of two-sided dominoes, move by move.

A seat lacks a number if it passed or drew on it and cannot have drawn one since.
"""

from typing import TYPE_CHECKING

from galo.games.rules.dominoes2 import DRAW, OPENING, PASS, SIDE, Rules, State, tile_of_move
from galo.games.rules.ending import PLAYING
from galo.games.rules.tiles import ALL_NUMBERS, alone
from galo.jit import kernel
from galo.players.dominoes.public_history import SEAT, PublicHistory, empty_history

if TYPE_CHECKING:
    from galo.arrays import IntVector


@kernel
def update_history(rules: Rules, history: PublicHistory, state: State, move: int) -> PublicHistory:
    """Return the history after the mover made *move* in *state*, for the next mover."""
    own, others = history.lacks & ALL_NUMBERS, history.lacks >> SEAT
    if move in (DRAW, PASS):
        # What was drawn and kept may show any number but those that it was drawn for.
        own = (0 if history.has_drawn else own) | 1 << state.left | 1 << state.right
    if move == DRAW:
        return PublicHistory(
            history.played0, history.played1, history.played2, history.played3,
            others << SEAT | own, 1, 0,
        )  # fmt: skip
    played = history.played0 | (0 if move == PASS else alone(tile_of_move(state, move)))
    lacks = others | own << SEAT * (rules.players - 1)
    if rules.players == 2:
        return PublicHistory(history.played1, played, 0, 0, lacks, 0, 0)
    return PublicHistory(history.played1, history.played2, history.played3, played, lacks, 0, 0)


@kernel
def history_of(rules: Rules, moves: "IntVector") -> PublicHistory:
    """Return the history after the *moves* of a round, for the next mover."""
    history = empty_history()
    left = right = 0
    for number in range(len(moves)):
        move = int(moves[number])
        state = without_hands(left, right, PLAYING if number else OPENING)
        history = update_history(rules, history, state, move)
        if number == 0:
            left, right = move >> 3, move & 7
        elif move < SIDE:
            left = move
        elif move < 2 * SIDE:
            right = move - SIDE
    return history


@kernel
def without_hands(left: int, right: int, phase: int) -> State:
    """Return a round of which nothing but the ends is known."""
    return State(0, 0, 0, 0, 0, phase, left, right, 0, 0, 0, 0, 0)
