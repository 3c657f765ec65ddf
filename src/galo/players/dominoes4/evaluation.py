"""The linear evaluation of the source studies, as kernels: one option, one number.

An option is a tile L at an arm: its half L1 matches the end, its half L2 becomes the new end.

    f = T1 + T2      T1   points that are certain: table, pass, galo (the carroça is the same
                          for every option, since it takes the last tile)
                     T2   a weighted sum of four counts at L1 and at L2

    V0(n) tiles of number n on the table      V2(n) ends that show n
    V1(n) tiles of n in hand                  V3(n) tiles of n that the partner has played

Every published form of T2 is the same sum with other signs, so a player is one row of
integers (fixed point: SCALE is 1, the unit is positive), and the choice is the same on every
device:

    row   0     1     2     3     4     5     6     7     8      9        10        11
          unit  V0    V1    V2    V0    V1    V2    V3    late   opening  branches  weighs
                at L1             at L2                   V1(L2) V1       V2 counts 0: points
                                                          few             the bare  and nothing
                                                          tiles           sides     else
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes4 import (
    ARM,
    ARMS,
    FIVES,
    GALO_POINTS,
    PASS,
    PLAYING,
    Rules,
    State,
    Table,
    bare_table,
    end_at,
    end_numbers,
    end_value,
    lay,
    legal_moves,
    matched,
    scored,
    total_without,
)
from galo.games.rules.tiles import (
    ALL_NUMBERS,
    ALL_TILES,
    ROW,
    ROW_BITS,
    count_of,
    numbers_in,
    size,
    tile_bits,
)
from galo.jit import kernel, lowest_bit, lowest_bit32

if TYPE_CHECKING:
    from galo.arrays import Int32Matrix, IntVector


SCALE = 10_000  # the papers print four decimals: their coefficients are exact
UNIT, L1_V0, L1_V1, L1_V2, L2_V0, L2_V1, L2_V2, L2_V3, LATE, OPENING, BRANCHES, WEIGHS = range(12)
COLUMNS = 12
WORST = -(1 << 60)
FEW_TILES = 3  # in hand before the play: sbgames2008's end of a round


SEAT = 8  # bits for each seat in Memory.lacks
EVERY_ARM = 0x01010101


class Memory(NamedTuple):
    """What everybody has seen, from the mover's chair; turns with the hands."""

    played0: int  # the tiles the mover placed
    played1: int  # the next seat placed
    played2: int  # the partner
    played3: int  # the previous seat
    lacks: int  # numbers each of them has passed on, a byte for each, the mover's lowest


class Sight(NamedTuple):
    """What the mover sees before it values its options."""

    hand: int
    laid: int  # the tiles on the table
    partner: int  # those of them that the partner placed
    table: Table
    shown: int  # V2 as in `ends_shown`
    late: int  # what counts besides at the end of a round
    passes: int  # moves after which the next player is certain to pass
    galos: int  # of these, moves after which everybody is


@kernel
def nothing_seen() -> Memory:
    """Return what everybody knows before the opening."""
    return Memory(0, 0, 0, 0, 0)


@kernel
def remember(memory: Memory, table: Table, move: int) -> Memory:
    """Return what everybody knows after the mover made *move* on *table*, for the next mover."""
    bits = 0
    lacks = memory.lacks
    if move == PASS:
        lacks |= end_numbers(table)
    else:
        bits = tile_bits(matched(table, move), move % ARM)
    return Memory(
        memory.played1,
        memory.played2,
        memory.played3,
        memory.played0 | bits,
        lacks >> SEAT | (lacks & ALL_NUMBERS) << 3 * SEAT,
    )


@kernel
def recall(moves: "IntVector") -> Memory:
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
def ends_shown(table: Table, bare: int) -> int:
    """Return V2 of every number, a byte for each: its ends, the opening double *bare* more."""
    shown = bare << table.opening * ROW
    for arm in range(ARMS):
        shown += 1 << end_at(table, arm) * ROW
    return shown


@kernel
def ends_showing(shown: int, number: int) -> int:
    """Return V2 of *number* from `ends_shown`."""
    return shown >> number * ROW & ROW_BITS


@kernel
def moves_into(table: Table, numbers: int) -> int:
    """Return the set of moves, held or not, after which nothing but *numbers* can be played."""
    foreign = 0  # the arms that show another number, the lowest bit of each arm's byte
    for arm in range(ARMS):
        # A side that is not open shows 7, which is in no set.
        foreign |= ((ALL_NUMBERS ^ numbers) >> end_at(table, arm) & 1) << (arm * ARM)
    # A move hides the number of its arm, unless that is a bare side with another behind it.
    is_last_side = table.arms >= ARMS - 1 or foreign != 1 << (table.arms * ARM)
    if foreign == 0:
        return numbers * EVERY_ARM
    return numbers * foreign if foreign & (foreign - 1) == 0 and is_last_side else 0


@kernel
def best_moves(rules: Rules, weights: "Int32Matrix", row: int, state: State, memory: Memory) -> int:
    """Return the set of the mover's best moves: one, or several of equal value."""
    moves = legal_moves(state)
    # 1. A forced move needs no thought, and an opening only a little.
    if moves & (moves - 1) == 0:
        return moves
    if state.phase < PLAYING:
        return best_openings(weights, row, state, moves)
    # 2. A short cut to the same answer: who weighs nothing compares points alone.
    sight = look(weights, row, state, memory)
    if not weights[row, WEIGHS]:
        return best_points(rules, state.table, moves, sight.passes, sight.galos)
    # 3. Value every option.
    best, tied = WORST, 0
    while moves:
        move = lowest_bit32(moves)
        moves &= moves - 1
        value = value_of(rules, weights, row, sight, move)
        tied = (tied if value <= best else 0) | int(value >= best) << move
        best = max(best, value)
    return tied


@kernel
def look(weights: "Int32Matrix", row: int, state: State, memory: Memory) -> Sight:
    """Return what the mover sees once the round is open."""
    hand, table = state.hand0, state.table
    laid = memory.played0 | memory.played1 | memory.played2 | memory.played3
    # What is certain about the others: numbers they passed on or that nobody else can hold.
    gone = ALL_NUMBERS & ~numbers_in(ALL_TILES & ~(laid | hand))
    next_lacks = memory.lacks >> SEAT & ALL_NUMBERS | gone
    all_lack = next_lacks & (memory.lacks >> 2 * SEAT | gone) & (memory.lacks >> 3 * SEAT | gone)
    passes = moves_into(table, next_lacks) if next_lacks else 0
    galos = moves_into(table, all_lack) if passes else 0
    shown = ends_shown(table, bare_sides(table, weights[row, BRANCHES]))
    late = weights[row, LATE] if size(hand) <= FEW_TILES else 0
    return Sight(hand, laid, memory.played2, table, shown, late, passes, galos)


@kernel
def value_of(rules: Rules, weights: "Int32Matrix", row: int, sight: Sight, move: int) -> int:
    """Return f of one option, in fixed point."""
    near, far = end_at(sight.table, move // ARM), move % ARM
    return int(
        weights[row, UNIT] * certain_points(rules, sight.table, move, sight.passes, sight.galos)
        + weights[row, L1_V0] * count_of(sight.laid, near)
        + weights[row, L1_V1] * count_of(sight.hand, near)
        + weights[row, L1_V2] * ends_showing(sight.shown, near)
        + weights[row, L2_V0] * count_of(sight.laid, far)
        + (weights[row, L2_V1] + sight.late) * count_of(sight.hand, far)
        + weights[row, L2_V2] * ends_showing(sight.shown, far)
        + weights[row, L2_V3] * count_of(sight.partner, far)
    )


@kernel
def certain_points(rules: Rules, table: Table, move: int, passes: int, galos: int) -> int:
    """Return T1 of *move*: table points, and more if it is one of *passes* or of *galos* too."""
    # Products, not branches: which options score cannot be predicted.
    arm, far = move // ARM, move % ARM
    points = scored(total_without(table, arm) + end_value(end_at(table, arm), far))
    points += rules.pass_points * (passes >> move & 1)
    galo = GALO_POINTS if rules.galo_added else GALO_POINTS - rules.pass_points
    return points + galo * (galos >> move & 1)


@kernel
def scoring_moves(table: Table) -> int:
    """Return the set of moves, held or not, that leave a multiple of five on *table*."""
    moves = 0
    for arm in range(ARMS):
        # The numbers that score are a piece of the multiples of five, and a double, which
        # counts twice, is found as many places further.
        near = end_at(table, arm)
        numbers = FIVES >> total_without(table, arm)
        numbers ^= (numbers ^ numbers >> near) & 1 << near
        moves |= (numbers & ALL_NUMBERS) << (arm * ARM)
    return moves


@kernel
def best_points(rules: Rules, table: Table, moves: int, passes: int, galos: int) -> int:
    """Return those of *moves* that bring most certain points."""
    # Only what may bring any is looked at one by one: most often nothing or one move.
    valuable = moves & (scoring_moves(table) | passes)
    tied = moves ^ valuable
    best = 0 if tied else WORST
    while valuable:
        move = lowest_bit32(valuable)
        valuable &= valuable - 1
        points = certain_points(rules, table, move, passes, galos)
        tied = (tied if points <= best else 0) | int(points >= best) << move
        best = max(best, points)
    return tied


@kernel
def best_openings(weights: "Int32Matrix", row: int, state: State, doubles: int) -> int:
    """Return the best of *doubles* to open with."""
    best, tied = WORST, 0
    while doubles:
        move = lowest_bit(doubles)
        doubles ^= 1 << move
        value = opening_value(weights, row, state.hand0, move)
        tied = (tied if value <= best else 0) | int(value >= best) << move
        best = max(best, value)
    return tied


@kernel
def opening_value(weights: "Int32Matrix", row: int, hand: int, double: int) -> int:
    """Return f of opening with *double*: points, and how many of the number are held."""
    number = double & 7
    points = weights[row, UNIT] * scored(2 * number)
    return int(points + weights[row, OPENING] * count_of(hand, number))
