"""What everybody could see of a round of dominó de 4 pontas, move by move."""

from typing import TYPE_CHECKING

from galo.games.rules.dominoes4 import PASS, Rules, State
from galo.games.rules.dominoes4_layout import (
    ARM,
    Layout,
    empty_layout,
    end_numbers,
    lay,
    matched,
)
from galo.games.rules.ending import PLAYING
from galo.games.rules.tiles import ALL_NUMBERS, tile_bits
from galo.jit import kernel
from galo.players.dominoes.public_history import SEAT, PublicHistory, empty_history

if TYPE_CHECKING:
    from galo.arrays import IntVector


@kernel
def update_history(rules: Rules, history: PublicHistory, state: State, move: int) -> PublicHistory:
    """Return the history after the mover made *move* in *state*, for the next mover."""
    tile = 0
    lacks = history.lacks
    if move == PASS:
        lacks |= end_numbers(state.layout)
    else:
        tile = tile_bits(matched(state.layout, move), move % ARM)
    return PublicHistory(
        history.played1,
        history.played2,
        history.played3,
        history.played0 | tile,
        lacks >> SEAT | (lacks & ALL_NUMBERS) << 3 * SEAT,
        0,
    )


@kernel
def history_of(rules: Rules, moves: "IntVector") -> PublicHistory:
    """Return the history after the *moves* of a round, for the next mover."""
    history, layout = empty_history(), empty_layout()
    for index in range(len(moves)):
        move = int(moves[index])
        history = update_history(rules, history, without_hands(layout), move)
        if move != PASS:
            layout = lay(layout, move // ARM, matched(layout, move), move % ARM)
    return history


@kernel
def without_hands(layout: Layout) -> State:
    """Return a round of which nothing but the layout is known."""
    return State(0, 0, 0, 0, 0, PLAYING, layout, 0, 0, 0)
