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
from galo.games.rules.tiles import ALL_NUMBERS, NUMBERS, tile_bits
from galo.jit import kernel
from galo.players.dominoes.public_history import SEAT, PublicHistory, empty_history

if TYPE_CHECKING:
    from galo.arrays import IntVector

OPENED, MOST_OPENED = 2, 3  # bits of PublicHistory.opened for a number of a seat; the most there
SEAT_OPENED = OPENED * NUMBERS  # bits for each seat, the mover's lowest


@kernel
def update_history(rules: Rules, history: PublicHistory, state: State, move: int) -> PublicHistory:
    """Return the history after the mover made *move* in *state*, for the next mover."""
    tile = 0
    lacks, opened = history.lacks, history.opened
    if move == PASS:
        lacks |= end_numbers(state.layout)
    else:
        far = move % ARM
        tile = tile_bits(matched(state.layout, move), far)
        opened += int(opened >> far * OPENED & MOST_OPENED < MOST_OPENED) << far * OPENED
    return PublicHistory(
        history.played1,
        history.played2,
        history.played3,
        history.played0 | tile,
        lacks >> SEAT | (lacks & ALL_NUMBERS) << 3 * SEAT,
        0,
        opened >> SEAT_OPENED | (opened & (1 << SEAT_OPENED) - 1) << 3 * SEAT_OPENED,
    )


@kernel
def times_opened(history: PublicHistory, seat: int, number: int) -> int:
    """Return how often *seat*, counted from the mover, made *number* an end: 3 is more too."""
    return history.opened >> (seat * SEAT_OPENED + number * OPENED) & MOST_OPENED


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
