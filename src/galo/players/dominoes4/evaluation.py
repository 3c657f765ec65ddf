"""The linear evaluation of the source studies, as kernels: one option, one number.

An option is a tile L at an arm: its half L1 matches the end, its half L2 becomes the new end.

    f = T1 + T2      T1   points that are certain: table, pass, galo (the carroça is the same
                          for every option, since it takes the last tile)
                     T2   a weighted sum of four counts at L1 and at L2

    V0(n) tiles of number n on the table      V2(n) ends that show n
    V1(n) tiles of n in hand                  V3(n) tiles of n that the partner has played

Every published form of T2 is the same sum with other signs, so a player is one row of
integers in fixed point, and the choice is the same on every device. The integer SCALE stands
for 1.0, and column `unit` is the weight of one point of T1:

    row   0     1     2     3     4     5     6     7     8      9        10        11
          unit  V0    V1    V2    V0    V1    V2    V3    late   opening  branches  weighs
                at L1             at L2                   V1(L2) V1       V2 counts 0: points
                                                          few             the bare  and nothing
                                                          tiles           sides     else
          12
          as_run: 1: V0 at L2 counts the next player's tiles, which only a simulator can see,
                  and V1 the tiles dealt, those already played too
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes4 import Rules, State, legal_set
from galo.games.rules.dominoes4_layout import (
    ARM,
    ARMS,
    Layout,
    end_at,
    end_value,
    total_without,
)
from galo.games.rules.dominoes4_points import FIVES, GALO_POINTS, scored
from galo.games.rules.ending import PLAYING
from galo.games.rules.tiles import (
    ALL_NUMBERS,
    ALL_TILES,
    ROW,
    ROW_BITS,
    count_of,
    numbers_in,
    size,
)
from galo.jit import kernel, lowest_bit, lowest_bit32
from galo.players.dominoes.public_history import SEAT, PublicHistory, tiles_played

if TYPE_CHECKING:
    from galo.arrays import Int32Matrix


SCALE = 10_000  # the papers print four decimals: their coefficients are exact
UNIT, L1_V0, L1_V1, L1_V2, L2_V0, L2_V1, L2_V2, L2_V3, LATE, OPENING, BRANCHES, WEIGHS, AS_RUN = (
    range(13)
)
COLUMNS = 13
WORST = -(1 << 60)
FEW_TILES = 3  # in hand before the play: sbgames2008's end of a round
EVERY_ARM = 0x01010101


class Features(NamedTuple):
    """What the mover knows before it values its options."""

    hand: int  # the tiles that V1 counts: the mover's, or all that it was dealt
    laid: int  # the tiles on the table
    counted: int  # those that V0 counts at L2: the same, or the next player's
    partner: int  # those of them that the partner placed
    layout: Layout
    shown: int  # V2 as in `ends_shown`
    late: int  # weight added to V1 at L2 when few tiles are left in hand
    passes: int  # moves after which the next player is certain to pass
    galos: int  # of these, moves after which everybody is


@kernel
def bare_sides(layout: Layout, branches: int) -> int:
    """Return how often V2 counts the opening double beyond what `Layout.ends` shows.

    It counts once until it branches, and then never, or with *branches* once a bare side.
    """
    if branches:
        return 1 if layout.arms == 2 else 0
    return -1 if 2 <= layout.arms < ARMS else 0


@kernel
def ends_shown(layout: Layout, bare: int) -> int:
    """Return V2 of every number, a byte for each: its ends, the opening double *bare* more."""
    shown = bare << layout.opening * ROW
    for arm in range(ARMS):
        shown += 1 << end_at(layout, arm) * ROW
    return shown


@kernel
def ends_showing(shown: int, number: int) -> int:
    """Return V2 of *number* from `ends_shown`."""
    return shown >> number * ROW & ROW_BITS


@kernel
def moves_into(layout: Layout, numbers: int) -> int:
    """Return the set of moves, held or not, after which nothing but *numbers* can be played."""
    foreign = 0  # the arms that show another number, the lowest bit of each arm's byte
    for arm in range(ARMS):
        # A side that is not open shows 7, which is in no set.
        foreign |= ((ALL_NUMBERS ^ numbers) >> end_at(layout, arm) & 1) << (arm * ARM)
    # A move hides the number of its arm, unless that is a bare side with another behind it.
    is_last_side = layout.arms >= ARMS - 1 or foreign != 1 << (layout.arms * ARM)
    if foreign == 0:
        return numbers * EVERY_ARM
    return numbers * foreign if foreign & (foreign - 1) == 0 and is_last_side else 0


@kernel
def best_moves(
    rules: Rules, weights: "Int32Matrix", row: int, state: State, history: PublicHistory
) -> int:
    """Return the set of the mover's best moves: one, or several of equal value."""
    moves = legal_set(state)
    # 1. A forced move needs no evaluation, and an opening a short one.
    if moves & (moves - 1) == 0:
        return moves
    if state.phase < PLAYING:
        return best_openings(weights, row, state, moves)
    # 2. A short cut to the same answer: a player that weighs nothing compares points alone.
    features = features_of(weights, row, state, history)
    if not weights[row, WEIGHS]:
        return best_points(rules, state.layout, moves, features.passes, features.galos)
    # 3. Value every option.
    best, tied = WORST, 0
    while moves:
        move = lowest_bit32(moves)
        moves &= moves - 1
        value = value_of(rules, weights, row, features, move)
        tied = (tied if value <= best else 0) | int(value >= best) << move
        best = max(best, value)
    return tied


@kernel
def features_of(weights: "Int32Matrix", row: int, state: State, history: PublicHistory) -> Features:
    """Return the features of a round that is open, for the mover."""
    hand, layout = state.hand0, state.layout
    laid = tiles_played(history)
    # What is certain about the others: numbers they passed on or that nobody else can hold.
    gone = ALL_NUMBERS & ~numbers_in(ALL_TILES & ~(laid | hand))
    next_lacks = history.lacks >> SEAT & ALL_NUMBERS | gone
    all_lack = next_lacks & (history.lacks >> 2 * SEAT | gone) & (history.lacks >> 3 * SEAT | gone)
    passes = moves_into(layout, next_lacks) if next_lacks else 0
    galos = moves_into(layout, all_lack) if passes else 0
    shown = ends_shown(layout, bare_sides(layout, weights[row, BRANCHES]))
    late = weights[row, LATE] if size(hand) <= FEW_TILES else 0
    counted = laid
    if weights[row, AS_RUN]:
        counted, hand = state.hand1, hand | history.played0
    return Features(hand, laid, counted, history.played2, layout, shown, late, passes, galos)


@kernel
def value_of(rules: Rules, weights: "Int32Matrix", row: int, features: Features, move: int) -> int:
    """Return f of one option, in fixed point."""
    near, far = end_at(features.layout, move // ARM), move % ARM
    return int(
        weights[row, UNIT]
        * certain_points(rules, features.layout, move, features.passes, features.galos)
        + weights[row, L1_V0] * count_of(features.laid, near)
        + weights[row, L1_V1] * count_of(features.hand, near)
        + weights[row, L1_V2] * ends_showing(features.shown, near)
        + weights[row, L2_V0] * count_of(features.counted, far)
        + (weights[row, L2_V1] + features.late) * count_of(features.hand, far)
        + weights[row, L2_V2] * ends_showing(features.shown, far)
        + weights[row, L2_V3] * count_of(features.partner, far)
    )


@kernel
def certain_points(rules: Rules, layout: Layout, move: int, passes: int, galos: int) -> int:
    """Return T1 of *move*: table points, and more if it is one of *passes* or of *galos* too."""
    # Products, not branches: which options score cannot be predicted.
    arm, far = move // ARM, move % ARM
    points = scored(total_without(layout, arm) + end_value(end_at(layout, arm), far))
    points += rules.pass_points * (passes >> move & 1)
    galo = GALO_POINTS if rules.galo_added else GALO_POINTS - rules.pass_points
    return points + galo * (galos >> move & 1)


@kernel
def scoring_moves(layout: Layout) -> int:
    """Return the set of moves, held or not, that leave a multiple of five on *layout*."""
    moves = 0
    for arm in range(ARMS):
        # The numbers that score are a piece of the multiples of five, and a double, which
        # counts twice, is found as many places further.
        near = end_at(layout, arm)
        numbers = FIVES >> total_without(layout, arm)
        numbers ^= (numbers ^ numbers >> near) & 1 << near
        moves |= (numbers & ALL_NUMBERS) << (arm * ARM)
    return moves


@kernel
def best_points(rules: Rules, layout: Layout, moves: int, passes: int, galos: int) -> int:
    """Return those of *moves* that bring most certain points."""
    # Only what may bring any is looked at one by one: most often nothing or one move.
    valuable = moves & (scoring_moves(layout) | passes)
    tied = moves ^ valuable
    best = 0 if tied else WORST
    while valuable:
        move = lowest_bit32(valuable)
        valuable &= valuable - 1
        points = certain_points(rules, layout, move, passes, galos)
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
