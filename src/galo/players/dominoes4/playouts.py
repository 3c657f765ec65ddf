"""Playing the round out in a known deal, everybody by a model: what a move comes to.

A round played on by sensible players says more about a move than a search in which everybody
sees all tiles: that one takes the opponents for clairvoyant, and costs many times as much.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.counter import below, fold
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
from galo.games.rules.tiles import nth
from galo.jit import kernel, long_kernel, lowest_bit, popcount
from galo.players.dominoes4.evaluation import Memory, best_moves, remember
from galo.players.dominoes4.models import Models
from galo.players.dominoes4.reading import MODEL_BITS, MODEL_MASK, Chair, Desk

if TYPE_CHECKING:
    Sums = np.ndarray[tuple[int, int], np.dtype[np.float64]]

VALUE, NEXT_PASSES, DEALS = range(3)  # columns of what is added up for every move
COLUMNS = 3
MOVES = PASS + 1  # rows
PLAYING_OUT = 1 << 33  # the stream below a key that breaks ties


@kernel
def play_on(
    rules: Rules, models: Models, state: State, memory: Memory, drawn: int, key: int
) -> State:
    """Return the end of the round when seat k > 0 follows model k of *drawn*, seat 0 the best."""
    ties = 0
    while not is_round_over(state):
        # Shifted so that seat 0 reads the bits below, which are those of STRONG.
        model = drawn << MODEL_BITS >> MODEL_BITS * state.mover & MODEL_MASK
        best = best_moves(rules, models.weights, model, state, memory)
        move = lowest_bit(best)
        if best & (best - 1):
            move = nth(best, below(key, ties, popcount(best)))
            ties += 1
        memory = remember(memory, state.table, move)
        state = play(rules, state, move)
    return state


@kernel
def advantage(state: State) -> int:
    """Return by how many points seat 0's pair is ahead in this round."""
    return total(side_points(state, 0)) - total(side_points(state, 1))


@long_kernel
def play_out(
    rules: Rules, models: Models, chair: Chair, desk: Desk, sums: "Sums", key: int
) -> None:
    """Add up, for each move of *chair*, what it comes to in every deal that the desk keeps."""
    known = chair.state
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
            sums[move, VALUE] += advantage(end)
            sums[move, NEXT_PASSES] += int(is_stuck)
            sums[move, DEALS] += 1
