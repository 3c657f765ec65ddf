"""The linear evaluation of the source studies, as kernels: one option, one number.

An option is a tile L at an arm: its half L1 matches the end, its half L2 becomes the new end.

    f = T1 + T2      T1   points that are certain: table, pass, galo, carroça
                     T2   a weighted sum of four counts at L1 and at L2

    V0(n) tiles of number n on the table      V2(n) ends that show n
    V1(n) tiles of n in hand                  V3(n) tiles of n that the partner has played

Every published form of T2 is the same sum with other signs, so a player is one row of
integers (fixed point: SCALE is 1), and the choice is the same on every device:

    row   0     1     2     3     4     5     6     7     8      9        10
          unit  V0    V1    V2    V0    V1    V2    V3    late   opening  branches
                at L1             at L2                   V1(L2) V1       V2 counts bare sides
                                                          few tiles       of the opening double
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes4 import (
    ARM,
    ARMS,
    FIVE,
    GALO_POINTS,
    NO_END,
    PASS,
    PLAYING,
    Rules,
    State,
    Table,
    bare_table,
    cleared,
    end_at,
    end_numbers,
    lay,
    legal_moves,
    matched,
)
from galo.games.rules.tiles import (
    ALL_NUMBERS,
    ALL_TILES,
    count_of,
    numbers_in,
    size,
    tile_bits,
    tile_counts,
)
from galo.jit import kernel, lowest_bit, nibble, small_lowest_bit, small_popcount

if TYPE_CHECKING:
    import numpy as np

    from galo.games.rules.ending import Integers

    Weights = np.ndarray[tuple[int, int], np.dtype[np.int32]]

SCALE = 10_000  # the papers print four decimals: their coefficients are exact
UNIT, L1_V0, L1_V1, L1_V2, L2_V0, L2_V1, L2_V2, L2_V3, LATE, OPENING, BRANCHES, WEIGHS = range(12)
COLUMNS = 12
WORST = -(1 << 60)
FEW_TILES = 3  # in hand before the play: sbgames2008's end of a round


SEAT = 8  # bits for each seat in Memory.lacks
CLOSED = 1 << NO_END  # what a side that is not open shows is in every set of numbers
EVERY_ARM = 0x01010101
ONE_EACH, NUMBER_EACH, DOUBLE_EACH = 0x1111, 0x7777, 0x8888  # per arm, as in Table.ends


class Memory(NamedTuple):
    """What everybody has seen, from the mover's chair; turns with the hands."""

    laid: int  # the tiles on the table
    counts: int  # how many of them show each number, four bits for each
    played0: int  # of those, how many the mover placed
    played1: int  # the next seat
    played2: int  # the partner
    played3: int  # the previous seat
    lacks: int  # numbers each of them has passed on, a byte for each, the mover's lowest


@kernel
def nothing_seen() -> Memory:
    """Return what everybody knows before the opening."""
    return Memory(0, 0, 0, 0, 0, 0, 0)


@kernel
def remember(memory: Memory, table: Table, move: int) -> Memory:
    """Return what everybody knows after the mover made *move* on *table*, for the next mover."""
    bits = counts = 0
    lacks = memory.lacks
    if move == PASS:
        lacks |= end_numbers(table)
    else:
        near, far = matched(table, move), move % ARM
        bits, counts = tile_bits(near, far), tile_counts(near, far)
    return Memory(
        memory.laid | bits,
        memory.counts + counts,
        memory.played1,
        memory.played2,
        memory.played3,
        memory.played0 + counts,
        lacks >> SEAT | (lacks & ALL_NUMBERS) << 3 * SEAT,
    )


@kernel
def recall(moves: "Integers") -> Memory:
    """Return what everybody knows after the *moves* of a round, for the next mover."""
    memory, table = nothing_seen(), bare_table()
    for index in range(len(moves)):
        move = int(moves[index])
        memory = remember(memory, table, move)
        if move != PASS:
            table = lay(table, move // ARM, matched(table, move), move % ARM)
    return memory


@kernel
def bare_sides(table: Table, branches: int) -> int:
    """Return how often V2 counts the opening double beyond what `Table.ends` shows.

    It counts once until it branches, and then never, or with *branches* once a bare side.
    """
    if branches:
        return 1 if table.arms == 2 else 0
    return -1 if 2 <= table.arms < ARMS else 0


@kernel
def ends_showing(table: Table, number: int, bare: int) -> int:
    """Return V2: how many ends show *number*, the opening double *bare* more of them."""
    # An arm of four bits differs from *number* exactly if adding 7 to the difference carries.
    differ = ((table.ends ^ number * ONE_EACH) & NUMBER_EACH) + NUMBER_EACH & DOUBLE_EACH
    return ARMS - small_popcount(differ) + bare * int(number == table.opening)


@kernel
def moves_into(table: Table, numbers: int) -> int:
    """Return the set of moves, held or not, after which nothing but *numbers* can be played."""
    foreign = 0  # the arms that show another number, the lowest bit of each arm's byte
    for arm in range(ARMS):
        shown = (numbers | CLOSED) >> end_at(table, arm) & 1
        foreign |= (shown ^ 1) << (arm * ARM)
    # A move hides the number of its arm, unless that is a bare side with another behind it.
    is_last_side = table.arms >= ARMS - 1 or foreign != 1 << (table.arms * ARM)
    if foreign == 0:
        return numbers * EVERY_ARM
    return numbers * foreign if foreign & (foreign - 1) == 0 and is_last_side else 0


@kernel
def best_moves(rules: Rules, weights: "Weights", row: int, state: State, memory: Memory) -> int:
    """Return the set of the mover's best moves: one, or several of equal value."""
    moves = legal_moves(state)
    # 1. A forced move needs no thought, and an opening only a little.
    if moves & (moves - 1) == 0:
        return moves
    if state.phase < PLAYING:
        return best_openings(weights, row, state, moves)
    hand, table = state.hand0, state.table
    # 2. What is certain about the others: numbers they passed on or that nobody else can hold.
    gone = ALL_NUMBERS & ~numbers_in(ALL_TILES & ~(memory.laid | hand))
    next_lacks = memory.lacks >> SEAT & ALL_NUMBERS | gone
    all_lack = next_lacks & (memory.lacks >> 2 * SEAT | gone) & (memory.lacks >> 3 * SEAT | gone)
    passes = moves_into(table, next_lacks) if next_lacks else 0
    galos = moves_into(table, all_lack) if passes else 0
    # 3. Value every option.
    late = weights[row, LATE] if size(hand) <= FEW_TILES else 0
    bare = bare_sides(table, weights[row, BRANCHES])
    best, tied = WORST, 0
    while moves:
        move = small_lowest_bit(moves)
        moves &= moves - 1
        arm, far = move // ARM, move % ARM
        near = end_at(table, arm)
        total = cleared(table, arm).total + (far << int(far == near))
        # Products, not branches: which options score cannot be predicted.
        points = total * int(total % FIVE == 0)
        points += rules.pass_points * (passes >> move & 1)
        points += (GALO_POINTS - rules.pass_points) * (galos >> move & 1)
        value = weights[row, UNIT] * points
        if weights[row, WEIGHS]:
            value += (
                weights[row, L1_V0] * nibble(memory.counts, near)
                + weights[row, L1_V1] * count_of(hand, near)
                + weights[row, L1_V2] * ends_showing(table, near, bare)
                + weights[row, L2_V0] * nibble(memory.counts, far)
                + (weights[row, L2_V1] + late) * count_of(hand, far)
                + weights[row, L2_V2] * ends_showing(table, far, bare)
                + weights[row, L2_V3] * nibble(memory.played2, far)
            )
        tied = (tied if value <= best else 0) | int(value >= best) << move
        best = max(best, value)
    return tied


@kernel
def best_openings(weights: "Weights", row: int, state: State, doubles: int) -> int:
    """Return the best of *doubles* to open with: points, and how many of the number are held."""
    best, tied = WORST, 0
    while doubles:
        move = lowest_bit(doubles)
        doubles ^= 1 << move
        number = move & 7
        points = 2 * number if number % FIVE == 0 else 0
        value = weights[row, UNIT] * points + weights[row, OPENING] * count_of(state.hand0, number)
        tied = (tied if value <= best else 0) | int(value >= best) << move
        best = max(best, value)
    return tied
