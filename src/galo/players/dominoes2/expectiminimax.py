"""`expectiminimax` of two-sided dominoes.

At the node of another seat all unseen tiles that fit are options. A seat that holds none of them
draws, and then any tile that fits is as likely as any other, or passes. At the depth a round is
worth the lead in pips that the side expects.

    stack    a row for each level: the belief state, then the columns below
    values   a row for each level: the value of each option
"""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes2 import Dominoes2
from galo.games.game import Move
from galo.games.rules.dominoes2 import PASS, RIGHT, SIDE, Rules
from galo.games.rules.tiles import ALL_NUMBERS, ALL_TILES, ONCE, TILES, pips, suits, tile_of
from galo.games.rules.tiles import size as tiles_in
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes.belief import belief_of
from galo.players.dominoes.expectiminimax import (
    INFINITE,
    TILE_INDICES,
    Expectation,
    ExpectiminimaxPlayer,
    ExpectiminimaxWorkspace,
    expectiminimax_workspace,
)
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes.iterative_deepening import COMPLETE, ResumableSearch
from galo.players.dominoes.public_history import SEAT, tiles_played
from galo.players.dominoes2.chance_nodes import (
    BELIEF_FIELDS,
    BeliefState,
    after_move,
    expected_draws,
    expected_lead,
    fits,
    has_ended,
    must_draw,
    pack_belief,
    scale_of,
    unpack_belief,
)
from galo.players.dominoes2.inference import count_tiles
from galo.players.dominoes2.public_history import history_of
from galo.players.dominoes2.reasons import explain
from galo.players.player import Limit, Reason
from galo.rng import fold_in
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import RealMatrix, RealVector

# Columns of the stack: how many options, how many have a value, then the move of each option.
OPTIONS, VALUED, MOVE = range(BELIEF_FIELDS, BELIEF_FIELDS + 3)
MOST_OPTIONS = 2 * TILES + 1
SAMPLES = 1000  # deals from which the marginals are taken


def new_workspace(marginals: "RealMatrix", depth: int) -> ExpectiminimaxWorkspace:
    """Return the workspace of a search to *depth* plies."""
    return expectiminimax_workspace(marginals, depth, MOVE + MOST_OPTIONS, MOST_OPTIONS)


@kernel
def open_level(workspace: ExpectiminimaxWorkspace, level: int, belief: BeliefState) -> None:
    """Put *belief* on the stack with its options, both ends of a tile one after the other."""
    row = workspace.stack[level]
    pack_belief(belief, row)
    row[VALUED] = 0
    count = 0
    if belief.left < 0:
        left = belief.hand & ONCE
    else:
        is_own = belief.mover == 0 and not must_draw(belief)
        is_stuck = must_draw(belief) and belief.stock == 0
        left = fits(belief, belief.hand if is_own else belief.unseen) if not is_stuck else 0
    while left:
        tile = lowest_bit(left)
        left &= left - 1
        if belief.left < 0:
            row[MOVE + count] = tile
            count += 1
            continue
        for side in range(RIGHT + 1):
            end = belief.right if side == RIGHT else belief.left
            if tile >> 3 == end or tile & 7 == end:
                row[MOVE + count] = side * SIDE + (tile >> 3) + (tile & 7) - end
                count += 1
    # A pass is an option where there may be nothing else to do.
    if count == 0 or (belief.mover and belief.stock == 0):
        row[MOVE + count] = PASS
        count += 1
    row[OPTIONS] = count


@no_gil_kernel
def expand(
    rules: Rules, workspace: ExpectiminimaxWorkspace, depth: int, level: int, most: int
) -> tuple[int, int]:
    """Value the options on level 0 for seat 0's side, *depth* plies ahead, in at most *most* nodes.

    Return the level reached, from which to go on or COMPLETE, and the nodes.
    """
    stack, values = workspace.stack, workspace.values
    nodes = 0
    while True:
        row = stack[level]
        option = int(row[VALUED])
        # 1. The next option ends the round, reaches the depth, or opens a level.
        if option < row[OPTIONS]:
            if nodes == most:
                return level, nodes
            nodes += 1
            after = after_move(rules, unpack_belief(row), int(row[MOVE + option]))
            if level + 1 >= depth or has_ended(rules, after):
                values[level, option] = expected_lead(rules, workspace.marginals, after)
                row[VALUED] += 1
            else:
                level += 1
                open_level(workspace, level, after)
            continue
        # 2. All options have their values: so has this position, for the level above.
        level -= 1
        if level == COMPLETE:
            return level, nodes
        values[level, stack[level, VALUED]] = value_of_level(workspace, level + 1)
        stack[level, VALUED] += 1


@kernel
def value_of_level(workspace: ExpectiminimaxWorkspace, level: int) -> float:
    """Return the value of the position at *level*, once all its options have their values."""
    row, values = workspace.stack[level], workspace.values[level]
    belief = unpack_belief(row)
    options = int(row[OPTIONS])
    last = values[options - 1]
    may_pass = row[MOVE + options - 1] == PASS
    # 1. Nothing to choose.
    if options == 1 and may_pass:
        return float(last)
    sign = 1.0 if belief.mover % 2 == 0 else -1.0
    count = merge_ends(workspace, level, sign)
    # 2. Seat 0 plays its best, or the tile that it draws.
    if belief.mover == 0:
        if must_draw(belief):
            return mean(values, count)
        best = -INFINITE
        for number in range(count):
            best = max(best, values[number])
        return best
    # 3. Another seat plays the best that it holds. One that holds no tile that fits passes or
    #    draws: then it holds more tiles than before.
    without = float(last) if may_pass else mean(values, count)
    if not may_pass:
        heavy = pips(belief.unseen) / max(tiles_in(belief.unseen), 1)
        without -= sign * heavy * (expected_draws(belief) + 1)
    held, none_held = weigh_held(workspace, level, count, sign)
    return held + none_held * without


@kernel
def weigh_held(
    workspace: ExpectiminimaxWorkspace, level: int, count: int, sign: float
) -> tuple[float, float]:
    """Return the expected value of the best tile that another seat holds, and of holding none.

    The first *count* places of the level are tiles and their values.
    """
    row, values = workspace.stack[level], workspace.values[level]
    belief = unpack_belief(row)
    scale = scale_of(workspace.marginals, belief, belief.mover)
    lacking = suits(belief.lacks >> SEAT * belief.mover & ALL_NUMBERS)
    total, none_yet = 0.0, 1.0
    for _ in range(count):
        best = 0
        for number in range(1, count):
            if sign * values[number] > sign * values[best]:
                best = number
        tile = int(row[MOVE + best])
        chance = 0.0
        if not lacking >> tile & 1:
            chance = min(scale * workspace.marginals[belief.mover, tile], 1.0)
        total += none_yet * chance * values[best]
        none_yet *= 1.0 - chance
        values[best] = -sign * INFINITE
    return total, none_yet


@kernel
def merge_ends(workspace: ExpectiminimaxWorkspace, level: int, sign: float) -> int:
    """Return how many tiles the options place; of one tile at two ends the better stays."""
    row, values = workspace.stack[level], workspace.values[level]
    belief = unpack_belief(row)
    count = 0
    for option in range(int(row[OPTIONS])):
        move = int(row[MOVE + option])
        if move == PASS:
            continue
        tile = tile_placed(belief, move)
        if count and row[MOVE + count - 1] == tile:
            values[count - 1] = sign * max(sign * values[count - 1], sign * values[option])
        else:
            values[count] = values[option]
            row[MOVE + count] = tile  # from here on the tile stands for its options
            count += 1
    return count


@kernel
def tile_placed(belief: BeliefState, move: int) -> int:
    """Return the tile that *move* places in a round that is open."""
    return tile_of(belief.left, move) if move < SIDE else tile_of(belief.right, move - SIDE)


@kernel
def mean(values: "RealVector", count: int) -> float:
    """Return the mean of the first *count* of *values*."""
    total = 0.0
    for number in range(count):
        total += values[number]
    return total / count


class Expectiminimax(ExpectiminimaxPlayer):
    """Searches over the probability, from samples, that each seat holds each tile."""

    plays = Dominoes2

    def prepare(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Expectation:
        marginals = marginals_of(seen, limit.deals or SAMPLES, rng)
        workspace = new_workspace(marginals, self._depth)
        begin = partial(open_level, workspace, 0, belief_state(seen))
        resume = partial(expand, seen.game.rules, workspace)

        def value_of(values: "RealVector", move: Move) -> float:
            options = workspace.stack[0, MOVE : MOVE + len(seen.legal_moves)].tolist()
            return float(values[options.index(move.code)])

        return Expectation(ResumableSearch(begin, resume, workspace.values[0]), value_of)

    def explain(
        self, seen: DominoObservation, points: list[tuple[Move, float]]
    ) -> tuple[Reason, ...]:
        return explain(seen, points)


def belief_state(seen: DominoObservation) -> BeliefState:
    """Return the root of the search."""
    rules, state = seen.game.rules, seen.state
    history = history_of(rules, public_moves(seen))
    seats = [(seen.seat + away) % rules.players for away in range(rules.players)]
    sizes = sum(seen.hand_sizes[seat] << SEAT * away for away, seat in enumerate(seats))
    return BeliefState(
        state.hand0, ALL_TILES & ~(state.hand0 | tiles_played(history)), state.left, state.right,
        0, sizes, history.lacks, seen.stock, 0,
    )  # fmt: skip


def marginals_of(seen: DominoObservation, samples: int, rng: Stream) -> "RealMatrix":
    """Return how likely each seat is to hold each tile, estimated from *samples* deals."""
    rules = seen.game.rules
    marginals = np.zeros((4, TILE_INDICES))
    deals = belief_of(seen).sample(samples, fold_in(rng.integer, 0))
    information = information_state(seen, history_of(rules, public_moves(seen)))
    count_tiles(rules, information, deals, marginals)
    return marginals / samples
