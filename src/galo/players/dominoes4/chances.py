"""Values under hidden tiles, each tile with its chance: the kernels of expectiminimax.

A position is a `State` in which the hand of every other seat is the set of the tiles that it
may hold, each by its own chance, as if tiles were independent. What ends a round is counted
in pips, and those of unseen hands are only expected:

    holds[seat, tile]    chance that the seat so many chairs from seat 0 holds the tile
    sizes                tiles that each seat holds, 4 bits for each, seat 0 lowest
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
    Table,
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
from galo.jit import kernel, long_kernel, lowest_bit, nibble

if TYPE_CHECKING:
    Holds = np.ndarray[tuple[int, int], np.dtype[np.float64]]
    Values = np.ndarray[tuple[int, int], np.dtype[np.float64]]

UNSEEN_KINDS = KIND_MASK << KIND_BITS * GARAGEM | KIND_MASK << KIND_BITS * BLOCK
SIZE_BITS = 4
FAR = 1e9  # beyond any lead


class Chances(NamedTuple):
    """What the others may hold, and room for the options of every depth."""

    holds: "Holds"
    values: "Values"  # a row for each depth, a column for each move
    odds: "Values"


@long_kernel
def expect(rules: Rules, chances: Chances, state: State, sizes: int, depth: int) -> float:
    """Return the lead that seat 0's pair may expect in *depth* plies."""
    # 1. The end of the round or of the depth.
    if is_round_over(state) or depth <= 0:
        return settled(chances, state, sizes)
    moves = legal_moves(state)
    mover = state.mover
    # 2. Seat 0 knows its tiles and takes the best.
    if mover == 0:
        best = -FAR
        while moves:
            move = lowest_bit(moves)
            moves &= moves - 1
            after, held = after_move(rules, state, sizes, move)
            best = max(best, expect(rules, chances, after, held, depth - 1))
        return best
    # 3. What every tile that another seat may hold would lead to, and how likely it has it.
    options = moves & ~(1 << PASS)
    left = options
    while left:
        move = lowest_bit(left)
        left &= left - 1
        tile = tile_of(matched(state.table, move), move % ARM)
        after, held = after_move(rules, state, sizes, move)
        chances.values[depth, move] = expect(rules, chances, after, held, depth - 1)
        chances.odds[depth, move] = chances.holds[mover, tile]
    # 4. It takes the best that it holds, and passes if it holds none.
    value, none_held = value_of_best(chances, state.table, options, mover, depth)
    if none_held > 0.0:
        after, held = after_move(rules, state, sizes, PASS)
        value += none_held * expect(rules, chances, after, held, depth - 1)
    return value


@kernel
def value_of_best(
    chances: Chances, table: Table, options: int, mover: int, depth: int
) -> tuple[float, float]:
    """Return what the best that *mover* holds is worth, and the chance that it holds nothing.

    The first counts nothing where it holds nothing: it is no mean yet.
    """
    sign = 1.0 if mover % 2 == 0 else -1.0
    value, none_yet, looked = 0.0, 1.0, 0
    while options:
        best_move, best = 0, -FAR
        left = options
        while left:
            move = lowest_bit(left)
            left &= left - 1
            if sign * chances.values[depth, move] > best:
                best_move, best = move, sign * chances.values[depth, move]
        options ^= 1 << best_move
        # Who held this tile has played it already, where it does better.
        tile = 1 << tile_of(matched(table, best_move), best_move % ARM)
        if not looked & tile:
            looked |= tile
            value += none_yet * chances.odds[depth, best_move] * sign * best
            none_yet *= 1.0 - chances.odds[depth, best_move]
    return value, none_yet


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
