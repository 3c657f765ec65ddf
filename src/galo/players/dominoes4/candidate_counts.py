"""Every count that a reading of the studies' formula might mean, as one linear evaluation.

The texts leave open what their vectors V0 to V3 count. Here an option, a tile whose half L1
matches an end and whose half L2 becomes the new one, is valued by

    f = points + the sum of weight * count over all counts below, at L1 and at L2

so that a reading of the formula is a choice of weights. A player is one row of integers:

    row   0 .. 8     how it values and chooses: HEAD
          9 .. 30    weights of the counts at L1: COUNTS
          31 .. 52   weights of the counts at L2

Some counts look at tiles that a player cannot see. A program may have counted them all the same,
and only a simulator can: no player at a table is made from this file.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes4 import PASS, Rules, State, legal_set
from galo.games.rules.dominoes4_layout import ARM, ARMS, end_at
from galo.games.rules.dominoes4_points import scored
from galo.games.rules.ending import PLAYING
from galo.games.rules.tiles import (
    ALL_NUMBERS,
    ALL_TILES,
    count_of,
    nth,
    numbers_in,
    size,
    tile_bits,
    tile_of,
)
from galo.jit import kernel, lowest_bit, popcount
from galo.players.dominoes.public_history import SEAT, PublicHistory, tiles_played
from galo.players.dominoes4.evaluation import FEW_TILES, WORST, certain_points, moves_into
from galo.rng import randint

if TYPE_CHECKING:
    from galo.arrays import Int32Matrix

HEAD = (
    "unit",  # the weight of a point
    "opening",  # of each tile in hand with the number of the double that opens
    "double",  # of a double
    "late",  # of each tile in hand with L2, when few tiles are left
    "knowledge",  # what is known of passes: NOTHING, CERTAIN, or TRUE_HANDS
    "ties",  # which of several best options is played: RANDOM to RANDOM_TILE
    "at_once",  # 1: a match ends in the middle of a round, where the target is reached
    "always_six",  # 1: 6-6 opens every round
    "weighs",  # 0: points and nothing else
)
COUNTS = (
    "table",  # tiles of the number on the table
    "hand",  # in hand
    "ends",  # covered arms that show it
    "early",  # the opening double, once, while fewer than two of its sides are covered
    "once",  # the opening double, once, from then on while a side is bare
    "bare",  # each bare side of the opening double from then on
    "table_double",  # its double on the table
    "hand_double",  # its double in hand
    "partner_played",  # tiles of the number that each of the others has placed
    "next_played",
    "previous_played",
    "partner_ends",  # how often each of the others made it an end
    "next_ends",
    "previous_ends",
    "partner_passed",  # 1: that player has passed on it
    "next_passed",
    "previous_passed",
    "partner_held",  # tiles of the number that each of the others holds: hidden from a player
    "next_held",
    "previous_held",
    "number",  # the number itself
    "played",  # tiles of it that the mover has placed
)
UNIT, OPENING, DOUBLE, LATE, KNOWLEDGE, TIES, AT_ONCE, ALWAYS_SIX, WEIGHS = range(len(HEAD))
AT_L1, AT_L2 = len(HEAD), len(HEAD) + len(COUNTS)
CANDIDATE_COLUMNS = len(HEAD) + 2 * len(COUNTS)
NOTHING, CERTAIN, TRUE_HANDS = range(3)
RANDOM, FIRST, LAST, HIGHEST_TILE, RANDOM_TILE = range(5)
COUNTER, COUNTER_BITS = 4, 15  # of ends made, for each number


class EndsMade(NamedTuple):
    """How often each seat, from the mover on, has made a number an end: four bits a number."""

    mover: int
    next: int
    partner: int
    previous: int


class Situation(NamedTuple):
    """What an option is valued by."""

    state: State
    history: PublicHistory
    made: EndsMade


@kernel
def value_at(weights: "Int32Matrix", row: int, base: int, number: int, situation: Situation) -> int:
    """Return the weighted sum of all counts of *number*; their weights begin at column *base*."""
    state, history, made = situation.state, situation.history, situation.made
    layout, laid, shown = state.layout, tiles_played(history), 0
    for arm in range(ARMS):
        shown += int(arm < layout.arms and end_at(layout, arm) == number)
    is_opening = int(layout.opening == number)
    has_branched = int(layout.arms >= 2)
    double, shift = tile_bits(number, number), number * COUNTER
    return int(
        weights[row, base] * count_of(laid, number)
        + weights[row, base + 1] * count_of(state.hand0, number)
        + weights[row, base + 2] * shown
        + weights[row, base + 3] * is_opening * (1 - has_branched)
        + weights[row, base + 4] * is_opening * has_branched * int(layout.arms < ARMS)
        + weights[row, base + 5] * is_opening * has_branched * (ARMS - layout.arms)
        + weights[row, base + 6] * int(laid & double != 0)
        + weights[row, base + 7] * int(state.hand0 & double != 0)
        + weights[row, base + 8] * count_of(history.played2, number)
        + weights[row, base + 9] * count_of(history.played1, number)
        + weights[row, base + 10] * count_of(history.played3, number)
        + weights[row, base + 11] * (made.partner >> shift & COUNTER_BITS)
        + weights[row, base + 12] * (made.next >> shift & COUNTER_BITS)
        + weights[row, base + 13] * (made.previous >> shift & COUNTER_BITS)
        + weights[row, base + 14] * (history.lacks >> 2 * SEAT + number & 1)
        + weights[row, base + 15] * (history.lacks >> SEAT + number & 1)
        + weights[row, base + 16] * (history.lacks >> 3 * SEAT + number & 1)
        + weights[row, base + 17] * count_of(state.hand2, number)
        + weights[row, base + 18] * count_of(state.hand1, number)
        + weights[row, base + 19] * count_of(state.hand3, number)
        + weights[row, base + 20] * number
        + weights[row, base + 21] * count_of(history.played0, number)
    )


@kernel
def numbers_lacked(knowledge: int, state: State, history: PublicHistory) -> tuple[int, int]:
    """Return the numbers that the next player, and that all three others, are known to lack."""
    if knowledge == TRUE_HANDS:
        next_lacks = ALL_NUMBERS & ~numbers_in(state.hand1)
        return next_lacks, next_lacks & ~numbers_in(state.hand2 | state.hand3)
    gone = ALL_NUMBERS & ~numbers_in(ALL_TILES & ~(tiles_played(history) | state.hand0))
    next_lacks = history.lacks >> SEAT & ALL_NUMBERS | gone
    partner_lacks, previous_lacks = history.lacks >> 2 * SEAT, history.lacks >> 3 * SEAT
    return next_lacks, next_lacks & (partner_lacks | gone) & (previous_lacks | gone)


@kernel
def best_candidate_moves(
    rules: Rules, weights: "Int32Matrix", row: int, situation: Situation
) -> int:
    """Return the set of the mover's best moves: one, or several of equal value."""
    state, history = situation.state, situation.history
    moves = legal_set(state)
    if moves & (moves - 1) == 0:
        return moves
    is_opening = state.phase < PLAYING
    # 1. The moves after which the next player, or everybody else, is known to pass.
    passes = galos = late = 0
    if not is_opening:
        if weights[row, KNOWLEDGE] != NOTHING:
            next_lacks, all_lack = numbers_lacked(weights[row, KNOWLEDGE], state, history)
            passes = moves_into(state.layout, next_lacks)
            galos = moves_into(state.layout, all_lack) & passes
        late = weights[row, LATE] if size(state.hand0) <= FEW_TILES else 0
    # 2. Value every option: an opening by its points and its number in hand.
    best, tied = WORST, 0
    while moves:
        move = lowest_bit(moves)
        moves &= moves - 1
        if is_opening:
            number = move % ARM
            value = weights[row, UNIT] * scored(2 * number)
            value += weights[row, OPENING] * count_of(state.hand0, number)
        else:
            near, far = end_at(state.layout, move // ARM), move % ARM
            value = weights[row, UNIT] * certain_points(rules, state.layout, move, passes, galos)
            if weights[row, WEIGHS]:
                value += weights[row, DOUBLE] * int(near == far)
                value += late * count_of(state.hand0, far)
                value += value_at(weights, row, AT_L1, near, situation)
                value += value_at(weights, row, AT_L2, far, situation)
        tied = (tied if value <= best else 0) | int(value >= best) << move
        best = max(best, value)
    return tied


@kernel
def chosen_of(ties: int, best: int, state: State, key: int, block: int) -> int:
    """Return the move of *best* that the rule *ties* chooses; *key* and *block* draw for it."""
    if best & (best - 1) == 0 or ties == FIRST:
        return lowest_bit(best)
    if ties == RANDOM:
        return nth(best, randint(key, block, popcount(best)))
    if ties == LAST:
        return nth(best, popcount(best) - 1)
    # A tile first, and then its first place: the highest tile, or any with the same chance.
    tiles = tiles_of(best, state)
    wanted = nth(tiles, popcount(tiles) - 1)
    if ties == RANDOM_TILE:
        wanted = nth(tiles, randint(key, block, popcount(tiles)))
    move = lowest_bit(best)
    while tile_at(move, state) != wanted:
        best &= best - 1
        move = lowest_bit(best)
    return move


@kernel
def tile_at(move: int, state: State) -> int:
    """Return the tile that *move*, no pass, places."""
    if state.phase < PLAYING:
        return move
    return tile_of(end_at(state.layout, move // ARM), move % ARM)


@kernel
def tiles_of(moves: int, state: State) -> int:
    """Return the tiles that *moves* place, each as its own bit."""
    tiles = 0
    while moves:
        tiles |= 1 << tile_at(lowest_bit(moves), state)
        moves &= moves - 1
    return tiles


@kernel
def made_after(made: EndsMade, move: int) -> EndsMade:
    """Return *made* for the next mover, after *move*."""
    placed = made.mover
    if move != PASS:
        placed += 1 << move % ARM * COUNTER  # the end of an opening double, too
    return EndsMade(made.next, made.partner, made.previous, placed)
