"""What every move comes to: the deals that were kept, each played out after each move."""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.counter import fold
from galo.games.rules.dominoes4 import (
    PASS,
    Rules,
    State,
    is_round_over,
    legal_moves,
    play,
    side_points,
    total,
)
from galo.jit import long_kernel, lowest_bit
from galo.players.dominoes4.evaluation import remember
from galo.players.dominoes4.models import Models
from galo.players.dominoes4.outlook import chance_to_win, opens_next
from galo.players.dominoes4.playouts import advantage, play_on
from galo.players.dominoes4.reading import Chair, Desk

if TYPE_CHECKING:
    from galo.players.dominoes4.outlook import Cube

    Sums = np.ndarray[tuple[int, int], np.dtype[np.float64]]

MATCH, LEAD, NEXT_PASSES, DEALS = range(4)  # columns of what is added up for every move
COLUMNS = 4
MOVES = PASS + 1  # rows
PLAYING_OUT = 1 << 33  # the stream below a key that breaks ties


class Thought(NamedTuple):
    """What is added up, and what a match is worth by its score."""

    sums: "Sums"
    chances: "Cube"


@long_kernel
def play_out(
    rules: Rules, models: Models, chair: Chair, desk: Desk, thought: Thought, key: int
) -> None:
    """Add up, for each move of *chair*, what it comes to in every deal that the desk keeps."""
    known, sums = chair.state, thought.sums
    for number in range(len(desk.kept)):
        deal = desk.kept[number]
        state = State(
            known.hand0, desk.hands[deal, 0], desk.hands[deal, 1], desk.hands[deal, 2], 0,
            known.phase, known.table, known.passes, known.ours, known.theirs,
        )  # fmt: skip
        # The same ties for every move of a deal: moves are compared, not rounds.
        stream = fold(fold(key, PLAYING_OUT), number)
        moves = legal_moves(state)
        while moves:
            move = lowest_bit(moves)
            moves &= moves - 1
            after = play(rules, state, move)
            seen = remember(chair.memory, state.table, move)
            is_stuck = not is_round_over(after) and legal_moves(after) == 1 << PASS
            end = play_on(rules, models, after, seen, desk.models[deal], stream)
            ours = chair.score + total(side_points(end, 0))
            theirs = chair.their_score + total(side_points(end, 1))
            sums[move, MATCH] += chance_to_win(thought.chances, ours, theirs, opens_next(end))
            sums[move, LEAD] += advantage(end)
            sums[move, NEXT_PASSES] += int(is_stuck)
            sums[move, DEALS] += 1
