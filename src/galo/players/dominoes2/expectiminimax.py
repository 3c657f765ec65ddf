"""`expectiminimax`: max, min and chance nodes to a fixed depth, over marginal probabilities.

Nobody's hand is dealt: a tile is with a seat by a probability of its own, as if the tiles were
independent. The seat plays its best tile if it has it, else its second best, and so on; having
none it draws, and then any tile that fits is as likely as any other, or it passes:

    own turn       max of the values
    another seat   p1 v1 + (1 - p1) p2 v2 + … + (1 - p1)(1 - p2) … (draw or pass)
                   v1, v2, … from the lowest (an opponent) or the highest (the partner)

At the depth a hand is worth the pips that the side expects to lead by.

    stack    a row for each level, a level for each ply:  0 .. 9  the table, as in Table
             10 options found   11 option under way   12 ..  what each option plays
    values   a row for each level: the value of each option
"""

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes2 import Dominoes2
from galo.games.rules.dominoes2 import PASS, RIGHT, SIDE
from galo.games.rules.tiles import ALL_NUMBERS, ALL_TILES, ONCE, TILES, pips, suits, tile_of
from galo.games.rules.tiles import size as tiles_in
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes.iterative_deepening import COMPLETE, Deepening, Search
from galo.players.dominoes.player import Thinker
from galo.players.dominoes.public_history import told_moves
from galo.players.dominoes.reasons import expectations, ranked
from galo.players.dominoes2.chance_nodes import (
    Table,
    fits,
    has_ended,
    is_drawing,
    kept,
    outlook,
    passed,
    placed,
    scale_of,
)
from galo.players.dominoes2.evaluation import SEAT, recall
from galo.players.dominoes2.inference import Deals, story_of, tiles_held
from galo.players.dominoes2.reasons import reasons
from galo.players.player import Decision, Limit
from galo.rng import Stream, fold_in

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, RealMatrix, RealVector

BITS = 64  # of a set of tiles
FIELDS = 10
OPTIONS, TRIED, MOVES = FIELDS, FIELDS + 1, FIELDS + 2
MOST_OPTIONS = 2 * TILES + 1
SAMPLES = 1000  # deals from which the probabilities are taken
INFINITE = 1e9


class Chances(NamedTuple):
    """What the others may hold, and room for as many levels as plies are looked ahead."""

    marginals: "RealMatrix"
    stack: "IntMatrix"
    values: "RealMatrix"


def new_chances(marginals: "RealMatrix", depth: int) -> Chances:
    """Return room to look *depth* plies ahead where the others hold tiles by these *marginals*."""
    stack = np.zeros((depth, MOVES + MOST_OPTIONS), np.int64)
    return Chances(marginals, stack, np.zeros((depth, MOST_OPTIONS)))


@kernel
def open_level(chances: Chances, level: int, table: Table) -> None:
    """Put *table* on the stack with its options, both ends of a tile one after the other."""
    row = chances.stack[level]
    row[0], row[1], row[2], row[3] = table.hand, table.unseen, table.left, table.right
    row[4], row[5], row[6], row[7] = table.mover, table.players, table.sizes, table.lacks
    row[8], row[9], row[TRIED] = table.stock, table.passes, 0
    count = 0
    if table.left < 0:
        left = table.hand & ONCE
    else:
        is_own = table.mover == 0 and not is_drawing(table)
        is_stuck = is_drawing(table) and table.stock == 0
        left = fits(table, table.hand if is_own else table.unseen) if not is_stuck else 0
    while left:
        tile = lowest_bit(left)
        left &= left - 1
        if table.left < 0:
            row[MOVES + count] = tile
            count += 1
            continue
        for side in range(RIGHT + 1):
            end = table.right if side == RIGHT else table.left
            if tile >> 3 == end or tile & 7 == end:
                row[MOVES + count] = side * SIDE + (tile >> 3) + (tile & 7) - end
                count += 1
    # A pass is an option where there may be nothing else to do.
    if count == 0 or (table.mover and table.stock == 0):
        row[MOVES + count] = PASS
        count += 1
    row[OPTIONS] = count


@kernel
def stored(chances: Chances, level: int) -> Table:
    """Return the table at *level* of the stack."""
    row = chances.stack[level]
    return Table(
        int(row[0]), int(row[1]), int(row[2]), int(row[3]), int(row[4]), int(row[5]), int(row[6]),
        int(row[7]), int(row[8]), int(row[9]),
    )  # fmt: skip


@kernel
def tile_placed(table: Table, move: int) -> int:
    """Return the tile that *move* places on a table that is open."""
    return tile_of(table.left, move) if move < SIDE else tile_of(table.right, move - SIDE)


@kernel
def merged(chances: Chances, level: int, sign: float) -> int:
    """Return how many tiles the options place; of one tile at two ends the better stays."""
    table, row, values = stored(chances, level), chances.stack[level], chances.values[level]
    count = 0
    for option in range(int(row[OPTIONS])):
        move = int(row[MOVES + option])
        if move == PASS:
            continue
        tile = tile_placed(table, move)
        if count and row[MOVES + count - 1] == tile:
            values[count - 1] = sign * max(sign * values[count - 1], sign * values[option])
        else:
            values[count] = values[option]
            row[MOVES + count] = tile  # from here on the tile stands for its options
            count += 1
    return count


@kernel
def mean(values: "RealVector", count: int) -> float:
    """Return the mean of the first *count* of *values*."""
    total = 0.0
    for number in range(count):
        total += values[number]
    return total / count


@kernel
def value_of_level(chances: Chances, level: int) -> float:
    """Return what the table at *level* is worth, once all its options have their values."""
    table, row, values = stored(chances, level), chances.stack[level], chances.values[level]
    options = int(row[OPTIONS])
    last = values[options - 1]
    may_pass = row[MOVES + options - 1] == PASS
    # 1. Nothing to choose.
    if options == 1 and may_pass:
        return float(last)
    sign = 1.0 if table.mover % 2 == 0 else -1.0
    count = merged(chances, level, sign)
    # 2. The own seat plays its best, or what it draws.
    if table.mover == 0:
        if is_drawing(table):
            return mean(values, count)
        best = -INFINITE
        for number in range(count):
            best = max(best, values[number])
        return best
    # 3. Another seat without a tile that fits passes or draws: then it holds more than we thought.
    rest, total = 1.0, 0.0
    without = float(last) if may_pass else mean(values, count)
    if not may_pass:
        heavy = pips(table.unseen) / max(tiles_in(table.unseen), 1)
        without -= sign * heavy * (kept(table) + 1)
    # 4. Else it plays the best that it has.
    scale = scale_of(table, chances.marginals, table.mover)
    lacking = suits(table.lacks >> SEAT * table.mover & ALL_NUMBERS)
    for _ in range(count):
        best = 0
        for number in range(1, count):
            if sign * values[number] > sign * values[best]:
                best = number
        tile = int(row[MOVES + best])
        chance = 0.0
        if not lacking >> tile & 1:
            chance = min(scale * chances.marginals[table.mover, tile], 1.0)
        total += rest * chance * values[best]
        rest *= 1.0 - chance
        values[best] = -sign * INFINITE
    return total + rest * without


@no_gil_kernel
def expect(chances: Chances, depth: int, level: int, most: int) -> tuple[int, int]:
    """Value the options on level 0 for the own side, *depth* plies ahead, in at most *most* nodes.

    Return the level reached, from which to go on or COMPLETE, and the nodes.
    """
    stack, values = chances.stack, chances.values
    nodes = 0
    while True:
        option = int(stack[level, TRIED])
        # 1. All options have their values: so has this table, for the level above.
        if option == stack[level, OPTIONS]:
            level -= 1
            if level == COMPLETE:
                return level, nodes
            values[level, stack[level, TRIED]] = value_of_level(chances, level + 1)
            stack[level, TRIED] += 1
            continue
        # 2. The next option ends the hand, reaches the depth, or opens a level.
        if nodes == most:
            return level, nodes
        nodes += 1
        before, move = stored(chances, level), int(stack[level, MOVES + option])
        after = passed(before) if move == PASS else placed(before, move)
        if level + 1 >= depth or has_ended(after):
            values[level, option] = outlook(after, chances.marginals)
            stack[level, TRIED] += 1
        else:
            level += 1
            open_level(chances, level, after)


class Expectiminimax(Thinker):
    """Looks a fixed number of plies ahead without dealing anybody a hand."""

    name = "expectiminimax"

    def __init__(self, depth: int) -> None:
        self._depth = depth

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        assert isinstance(seen.game, Dominoes2)
        deepening = Deepening(limit, self._depth)
        chances = new_chances(marginals_of(seen, limit.deals or SAMPLES, rng), self._depth)
        begin = partial(open_level, chances, 0, table_of(seen))
        search = Search(begin, partial(expect, chances), chances.values[0])
        values, depth, nodes = deepening.run(search)
        codes = chances.stack[0, MOVES : MOVES + len(seen.legal_moves)].tolist()
        points = ranked(seen.legal_moves, lambda move: float(values[codes.index(move.code)]))
        best, value = points[0]
        facts = (*expectations(points), *reasons(seen, best))
        return Decision(best, value, depth, nodes, facts)


def marginals_of(seen: DominoObservation, samples: int, rng: Stream) -> "RealMatrix":
    """Return how likely each chair is to hold each tile, from so many *samples*."""
    counts = np.zeros((4, BITS))
    deals = Deals(seen).sample(samples, fold_in(rng.integer, 0))
    tiles_held(story_of(seen), deals, counts)
    return counts / samples


def table_of(seen: DominoObservation) -> Table:
    """Return what the seat sees, for kernels."""
    rules, state = seen.game.rules, seen.state
    memory = recall(rules, told_moves(seen))
    seats = [(seen.seat + chair) % rules.players for chair in range(rules.players)]
    sizes = sum(seen.hand_sizes[seat] << SEAT * chair for chair, seat in enumerate(seats))
    return Table(
        state.hand0, ALL_TILES & ~(state.hand0 | memory.laid), state.left, state.right, 0,
        rules.players, sizes, memory.lacks, seen.stock, 0,
    )  # fmt: skip
