"""RealMatrix under hidden tiles, each tile with its chance: the kernels of expectiminimax.

A position is a `State` in which the hand of every other seat is the set of the tiles that it
may hold, each by its own chance, as if tiles were independent. Tiles that are placed change
these chances: they are scaled so that they add up to as many as the seat has left. What ends a
round is counted in pips, and those of unseen hands are only expected:

    holds    a row for each seat, counted from seat 0: the chance that it held each tile before
    sizes    tiles that each seat holds, 4 bits for each, seat 0 lowest

    stack    a row for each level, a level for each ply:
             0 .. 12  the position, as in State and Table   13 sizes   14 moves found
             15 moves not yet valued   16 move whose position is one level below
    values   a row for each level:  0 .. 60  the value of each move
             61 mean over the tiles that may be held, nothing counting nothing
             62 chance that none of them is held
"""

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.rules.dominoes4 import (
    ARM,
    BLOCK,
    CARROCA,
    CARROCA_POINTS,
    GARAGEM,
    KIND_BITS,
    KIND_MASK,
    OUT,
    PASS,
    Rules,
    State,
    amend,
    is_round_over,
    legal_moves,
    matched,
    play,
    points_of,
    total,
    turn,
)
from galo.games.rules.tiles import ONCE, alone, pips, tile_bits, tile_of
from galo.jit import kernel, lowest_bit, nibble, no_gil_kernel
from galo.players.dominoes.iterative_deepening import COMPLETE
from galo.players.dominoes4.search import store, stored

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, RealMatrix


HAND, MOVER = 0, 4  # columns of the stack: the mover's tiles and its seat,
SIZES, FOUND, LEFT, BELOW = range(13, 17)  # and those after the position
STACK_COLUMNS = 17
OF_HELD, NONE_HELD = PASS + 1, PASS + 2  # columns of the values after those of the moves
VALUE_COLUMNS = PASS + 3
UNSEEN_KINDS = KIND_MASK << KIND_BITS * GARAGEM | KIND_MASK << KIND_BITS * BLOCK
SIZE_BITS = 4
FAR = 1e9  # beyond any lead


class Chances(NamedTuple):
    """What the others may hold, and room for as many levels as plies are looked ahead."""

    holds: "RealMatrix"
    stack: "IntMatrix"
    values: "RealMatrix"


def new_chances(holds: "RealMatrix", depth: int) -> Chances:
    """Return room to look *depth* plies ahead where the others hold tiles by these chances."""
    stack = np.zeros((depth, STACK_COLUMNS), np.int64)
    return Chances(holds, stack, np.zeros((depth, VALUE_COLUMNS)))


@kernel
def open_level(chances: Chances, level: int, state: State, sizes: int) -> None:
    """Put *state*, which is not over, on the stack, none of its moves being valued."""
    row = chances.stack[level]
    store(chances.stack, level, state)
    row[SIZES] = sizes
    # Whether another seat passes is seen only after what it may hold.
    moves = legal_moves(state)
    row[FOUND] = row[LEFT] = moves if state.mover == 0 else moves & ~(1 << PASS)


@no_gil_kernel
def expect(rules: Rules, chances: Chances, depth: int, level: int, most: int) -> tuple[int, int]:
    """Value the moves on level 0 for seat 0's pair, *depth* plies ahead, in at most *most* nodes.

    Return the level reached, from which to go on or COMPLETE, and the nodes.
    """
    stack, values = chances.stack, chances.values
    nodes = 0
    while True:
        row = stack[level]
        # 1. The next move ends the round, reaches the depth, or opens a level.
        if row[LEFT]:
            if nodes == most:
                return level, nodes
            nodes += 1
            move = lowest_bit(row[LEFT])
            row[LEFT] &= row[LEFT] - 1
            after, sizes = after_move(rules, stored(stack, level), int(row[SIZES]), move)
            if level + 1 >= depth or is_round_over(after):
                values[level, move] = settled(chances, after, sizes)
            else:
                row[BELOW] = move
                level += 1
                open_level(chances, level, after, sizes)
            continue
        # 2. Another seat that may hold none of these tiles may have to pass.
        if row[MOVER] and not row[FOUND] >> PASS:
            weigh_held(chances, level)
            if values[level, NONE_HELD] > 0.0:
                row[LEFT] = 1 << PASS
                row[FOUND] |= row[LEFT]
                continue
        # 3. All moves have their values: so has this position, for the level above.
        level -= 1
        if level == COMPLETE:
            return level, nodes
        values[level, stack[level, BELOW]] = value_of_level(chances, level + 1)


@kernel
def value_of_level(chances: Chances, level: int) -> float:
    """Return what the position at *level* is worth, once all its moves have their values."""
    row, values = chances.stack[level], chances.values[level]
    # 1. Another seat takes the best that it holds, and passes if it holds none.
    if row[MOVER]:
        return float(values[OF_HELD] + values[NONE_HELD] * values[PASS])
    # 2. Seat 0 knows its tiles and takes the best.
    best = -FAR
    moves = row[FOUND]
    while moves:
        best = max(best, values[lowest_bit(moves)])
        moves &= moves - 1
    return best


@kernel
def weigh_held(chances: Chances, level: int) -> None:
    """Write what the best that another seat holds is worth, and the chance of holding nothing."""
    row, values = chances.stack[level], chances.values[level]
    table, mover = stored(chances.stack, level).table, row[MOVER]
    sign = 1.0 if mover % 2 == 0 else -1.0
    scale = scale_of(chances, int(row[HAND]), int(row[SIZES]), int(mover))
    value, none_yet, looked = 0.0, 1.0, 0
    options = row[FOUND]
    while options:
        best_move, best = 0, -FAR
        left = options
        while left:
            move = lowest_bit(left)
            left &= left - 1
            if sign * values[move] > best:
                best_move, best = move, sign * values[move]
        options ^= 1 << best_move
        # Who held this tile has played it already, where it does better.
        tile = tile_of(matched(table, best_move), best_move % ARM)
        if not looked >> tile & 1:
            looked |= 1 << tile
            chance = min(scale * chances.holds[mover, tile], 1.0)
            value += none_yet * chance * sign * best
            none_yet *= 1.0 - chance
    values[OF_HELD], values[NONE_HELD] = value, none_yet


@kernel
def scale_of(chances: Chances, hand: int, sizes: int, seat: int) -> float:
    """Return what makes the chances of *seat* add up to its tiles, *hand* being all it may hold."""
    weight = 0.0
    left = hand & ONCE
    while left:
        weight += chances.holds[seat, lowest_bit(left)]
        left &= left - 1
    return nibble(sizes, seat) / weight if weight > 0.0 else 0.0


@kernel
def after_move(rules: Rules, state: State, sizes: int, move: int) -> tuple[State, int]:
    """Return the position and the sizes of the hands after the mover's *move*."""
    if move == PASS:
        return play(rules, state, PASS), sizes
    # 1. Nobody else may hold the tile any more, and who placed it holds one fewer.
    near, far = matched(state.table, move), move % ARM
    others = ~tile_bits(near, far)
    sizes -= 1 << SIZE_BITS * state.mover
    known = State(
        state.hand0, state.hand1 & others, state.hand2 & others, state.hand3 & others, state.mover,
        state.phase, state.table, state.passes, state.ours, state.theirs,
    )  # fmt: skip
    after = play(rules, known, move)
    # 2. The last tile of another seat ends the round, although more seemed possible: who went
    #    out keeps the chair, and it is no block.
    if nibble(sizes, state.mover) == 0 and after.phase != OUT:
        if not is_round_over(after):
            after = turn(turn(turn(after)))
        carroca = points_of(CARROCA, CARROCA_POINTS) if near == far else 0
        after = amend(after, OUT, 0, after.ours + carroca, after.theirs)
    return after, sizes


@kernel
def settled(chances: Chances, state: State, sizes: int) -> float:
    """Return the lead of seat 0's pair; at the end of a round with the pips to be expected."""
    sign = 1.0 if state.mover % 2 == 0 else -1.0
    lead = sign * (total(state.ours & ~UNSEEN_KINDS) - total(state.theirs & ~UNSEEN_KINDS))
    if not is_round_over(state):
        return lead
    theirs = pips_against(chances, state, sizes, state.mover)
    if state.phase == OUT:
        return lead + sign * theirs
    ours = pips_against(chances, state, sizes, state.mover + 1)
    if ours == theirs:
        return lead
    return lead + sign * (theirs if ours < theirs else -ours)


@kernel
def pips_against(chances: Chances, state: State, sizes: int, seat: int) -> float:
    """Return the pips that the opponents of *seat* are expected to hold."""
    pips_held = 0.0
    for chair in range(4):
        # The hands turn: that of a chair is so many places after the mover's.
        place = (chair - state.mover) % 4
        hand = state.hand0 if place == 0 else state.hand1 if place == 1 else state.hand2
        hand = state.hand3 if place == 3 else hand
        if (chair - seat) % 2 and chair == 0:
            pips_held += pips(hand)
        elif (chair - seat) % 2:
            weight, weighed = 0.0, 0.0
            left = hand & ONCE
            while left:
                tile = lowest_bit(left)
                left &= left - 1
                weight += chances.holds[chair, tile]
                weighed += chances.holds[chair, tile] * pips(alone(tile))
            if weight > 0.0:
                pips_held += weighed / weight * nibble(sizes, chair)
    return pips_held
