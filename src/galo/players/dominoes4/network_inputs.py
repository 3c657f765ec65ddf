"""What the network of dominó de 4 pontas reads: small whole numbers, from what one seat may know.

Two kinds: of the situation, once for a decision, and of each option. Seats are counted from the
mover: 0 is itself, 1 the next player, 2 the partner, 3 the previous one; tiles go from 0-0, 1-0,
1-1 to 6-6. Beside what lies open there are two notes of what the others might have done:

    declined   how often the seat placed another tile where this one fitted
    forgone    the most points, in fives, that this tile would have brought it more

A player who takes points where there are any most likely does not hold a tile of which much was
forgone. Both are zero for tiles that the mover sees.
"""

from typing import TYPE_CHECKING

from galo.games.rules.dominoes4 import (
    NO_OPENER,
    Rules,
    State,
    legal_set,
    unpack,
)
from galo.games.rules.dominoes4_layout import (
    ARMS,
    NO_NUMBER,
    Layout,
    empty_layout,
    end_at,
    end_value,
    lay,
    total_without,
)
from galo.games.rules.dominoes4_points import FIVE, scored
from galo.games.rules.tiles import (
    ALL_TILES,
    DOUBLES,
    HAND,
    NUMBERS,
    ONCE,
    TILES,
    alone,
    beside,
    count_of,
    size,
    tile_of,
)
from galo.games.tensors.domino_record import (
    ARM_SHIFT,
    HISTORY,
    LACKS,
    NO_ARM,
    OPENER,
    SCORE,
    SEAT_SHIFT,
    TILE_MASK,
    TILE_SHIFT,
    TURN,
    first_seat,
    order_of,
    tile_at,
)
from galo.jit import kernel, lowest_bit, popcount
from galo.players.dominoes.public_history import SEAT, PublicHistory, tiles_played
from galo.players.dominoes4.feature_table import FEATURES, feature_of
from galo.players.dominoes4.situation import (
    PARTNER,
    PREVIOUS,
    Situation,
    far,
    lacked_by,
    layout_after,
    near,
    possible_tiles,
    scoring_options,
    situation_of,
)

if TYPE_CHECKING:
    from galo.arrays import Int8Matrix, Int8Vector, IntVector

SEATS, OTHERS = 4, 3
MOST = 127  # what an input can hold
SCORE_STEP, SCORE_STEPS = 20, 10  # of the scores: 20, 40, …, 200
SUMS = 5  # what the sum of the ends is beyond a multiple of five

HAND_TILES = 0
PLACED_TILES = HAND_TILES + TILES  # of each seat
POSSIBLE = PLACED_TILES + SEATS * TILES  # tiles that each other seat may hold
DECLINED = POSSIBLE + OTHERS * TILES
FORGONE = DECLINED + OTHERS * TILES
LACKED = FORGONE + OTHERS * TILES  # numbers that each other seat lacks for certain
LED = LACKED + OTHERS * NUMBERS  # how often each seat made the number an end
COVERED = LED + SEATS * NUMBERS  # and how often it covered it
END_OF_ARM = COVERED + SEATS * NUMBERS  # the number to match at each arm
DOUBLE_AT_ARM = END_OF_ARM + ARMS * (NUMBERS + 1)  # whether it counts twice there
ENDS = DOUBLE_AT_ARM + ARMS  # arms that show the number
UNSEEN = ENDS + NUMBERS  # tiles of the number that the mover does not see
HELD = UNSEEN + NUMBERS  # and that it holds
TILES_LEFT = HELD + NUMBERS  # in the hand of each seat, as one of 0 to 7
SUM = TILES_LEFT + SEATS * (HAND + 1)  # of the ends, in fives
SUM_BEYOND = SUM + 1  # and the rest
OPENED = SUM_BEYOND + SUMS  # the number of the opening double
COVERED_SIDES = OPENED + NUMBERS  # of it, as one of 0 to 4
PASSES = COVERED_SIDES + ARMS + 1  # since the last tile, as one of 0 to 3
OUR_SCORE = PASSES + SEATS  # steps reached, the round so far included
THEIR_SCORE = OUR_SCORE + SCORE_STEPS
TO_OPEN = THEIR_SCORE + SCORE_STEPS  # the seat that had to open, none where tiles decided
SITUATION_INPUTS = TO_OPEN + SEATS

OPTION_FEATURES = 0  # those of `feature_table`, in its order
BEYOND_AFTER = OPTION_FEATURES + len(FEATURES)  # the sum of the ends beyond a multiple of five
NEAR = BEYOND_AFTER + SUMS
FAR = NEAR + NUMBERS
BARE = FAR + NUMBERS  # whether it covers a side of the opening double
LAST = BARE + 1  # whether it is the last tile in hand
PARTNER_SCORES = LAST + 1  # ways in which the partner may score afterwards
PREVIOUS_SCORES = PARTNER_SCORES + 1
OPTION_INPUTS = PREVIOUS_SCORES + 1
ENDS_SUM = FEATURES.index("ends_sum")


@kernel
def write_inputs(
    rules: Rules, row: "IntVector", inputs: "Int8Vector", options: "Int8Matrix", moves: "IntVector"
) -> int:
    """Write what the mover of *row*, a record, may know and choose; return how many options.

    The arrays are all 0 before. Options beyond those that fit into *moves* are left out.
    """
    state = unpack(row)
    history = public_history(row, state.mover)
    side = state.mover & 1
    situation = situation_of(
        rules, state, history, int(row[SCORE + side]), int(row[SCORE + 1 - side])
    )
    write_situation(state, situation, row, inputs)
    left, count = legal_set(state), 0
    while left and count < len(moves):
        move = lowest_bit(left)
        left &= left - 1
        moves[count] = move
        write_option(situation, move, options[count])
        count += 1
    return count


@kernel
def public_history(row: "IntVector", mover: int) -> PublicHistory:
    """Return the public history of the record *row*, counted from *mover*."""
    own = following = partner = previous = 0
    for turn in range(int(row[TURN])):
        word = int(row[HISTORY + turn])
        tile = alone(tile_at(word >> TILE_SHIFT & TILE_MASK))
        seat = seat_in(word, mover)
        own |= tile * int(seat == 0)
        following |= tile * int(seat == 1)
        partner |= tile * int(seat == PARTNER)
        previous |= tile * int(seat == PREVIOUS)
    seen = int(row[LACKS])
    lacks = seen >> SEAT * mover | (seen & (1 << SEAT * mover) - 1) << SEAT * (SEATS - mover)
    return PublicHistory(own, following, partner, previous, lacks, 0, 0)


@kernel
def seat_in(word: int, mover: int) -> int:
    """Return the seat, counted from *mover*, that placed the tile of a *word* of the history."""
    return ((word >> SEAT_SHIFT) - mover) & (SEATS - 1)


@kernel
def write_situation(
    state: State, situation: Situation, row: "IntVector", inputs: "Int8Vector"
) -> None:
    """Write the inputs of the *situation* of the mover of *row*."""
    history = situation.history
    write_tiles(situation.hand, inputs, HAND_TILES)
    write_tiles(history.played0, inputs, PLACED_TILES)
    write_tiles(history.played1, inputs, PLACED_TILES + TILES)
    write_tiles(history.played2, inputs, PLACED_TILES + 2 * TILES)
    write_tiles(history.played3, inputs, PLACED_TILES + 3 * TILES)
    write_others(state, situation, row, inputs)
    write_plays(situation, row, state.mover, inputs)
    write_ends(state, situation, inputs)
    write_count(size(situation.hand), inputs, TILES_LEFT)
    write_count(HAND - size(history.played1), inputs, TILES_LEFT + HAND + 1)
    write_count(HAND - size(history.played2), inputs, TILES_LEFT + 2 * (HAND + 1))
    write_count(HAND - size(history.played3), inputs, TILES_LEFT + 3 * (HAND + 1))
    write_count(state.passes, inputs, PASSES)
    for step in range(SCORE_STEPS):
        reached = SCORE_STEP * (step + 1)
        inputs[OUR_SCORE + step] = int(situation.our_score >= reached)
        inputs[THEIR_SCORE + step] = int(situation.their_score >= reached)


@kernel
def write_tiles(tiles: int, inputs: "Int8Vector", first: int) -> None:
    """Mark each of *tiles* among those of *inputs* from *first* on."""
    left = tiles & ONCE
    while left:
        inputs[first + order_of(lowest_bit(left))] = 1
        left &= left - 1


@kernel
def write_count(count: int, inputs: "Int8Vector", first: int) -> None:
    """Mark *count* among the *inputs* from *first* on."""
    inputs[first + count] = 1


@kernel
def write_others(
    state: State, situation: Situation, row: "IntVector", inputs: "Int8Vector"
) -> None:
    """Write what is certain about the hands of the other seats."""
    # Seats from the one that had to open to the one that did hold no double.
    opener, opened, shut = int(row[OPENER]), first_seat(row, state.mover), 0
    if opener != NO_OPENER:
        write_count((opener - state.mover) & (SEATS - 1), inputs, TO_OPEN)
        while opener != opened:
            shut |= 1 << ((opener - state.mover) & (SEATS - 1))
            opener = (opener + 1) & (SEATS - 1)
    for seat in range(1, SEATS):
        tiles = possible_tiles(situation, seat)
        if shut >> seat & 1:
            tiles &= ~DOUBLES
        write_tiles(tiles, inputs, POSSIBLE + (seat - 1) * TILES)
        lacks = lacked_by(situation, seat)
        for number in range(NUMBERS):
            inputs[LACKED + (seat - 1) * NUMBERS + number] = lacks >> number & 1


@kernel
def write_plays(situation: Situation, row: "IntVector", mover: int, inputs: "Int8Vector") -> None:
    """Write who led and covered which numbers, and what the others declined."""
    hidden = ALL_TILES & ~(situation.hand | tiles_played(situation.history))
    layout = empty_layout()
    for turn in range(int(row[TURN])):
        word = int(row[HISTORY + turn])
        tile, arm = tile_at(word >> TILE_SHIFT & TILE_MASK), word >> ARM_SHIFT & NO_ARM
        if layout.opening == NO_NUMBER:
            layout = lay(layout, 0, tile & 7, tile & 7)
            continue
        seat, covered = seat_in(word, mover), end_at(layout, arm)
        led = (tile >> 3) + (tile & 7) - covered
        inputs[LED + seat * NUMBERS + led] += 1
        inputs[COVERED + seat * NUMBERS + covered] += 1
        after = lay(layout, arm, covered, led)
        if seat:
            write_declined(layout, hidden, scored(after.total), inputs, (seat - 1) * TILES)
        layout = after


@kernel
def write_declined(
    layout: Layout, hidden: int, points: int, inputs: "Int8Vector", seat: int
) -> None:
    """Note which *hidden* tiles fitted *layout* when the one placed brought *points*."""
    for arm in range(ARMS):
        end = end_at(layout, arm)
        numbers = beside(hidden, end)
        while numbers:
            number = lowest_bit(numbers)
            numbers &= numbers - 1
            place = seat + order_of(tile_of(end, number))
            more = scored(total_without(layout, arm) + end_value(end, number)) - points
            inputs[DECLINED + place] += 1
            inputs[FORGONE + place] = max(int(inputs[FORGONE + place]), more // FIVE)


@kernel
def write_ends(state: State, situation: Situation, inputs: "Int8Vector") -> None:
    """Write what lies at the ends and how much of each number is left."""
    layout = state.layout
    for arm in range(ARMS):
        end = end_at(layout, arm)
        write_count(end, inputs, END_OF_ARM + arm * (NUMBERS + 1))
        worth = layout.total - total_without(layout, arm)
        inputs[DOUBLE_AT_ARM + arm] = int(end < NUMBERS and worth > end)
        if end < NUMBERS:
            inputs[ENDS + end] += 1
    for number in range(NUMBERS):
        inputs[UNSEEN + number] = NUMBERS - count_of(situation.laid | situation.hand, number)
        inputs[HELD + number] = count_of(situation.hand, number)
    inputs[SUM] = layout.total // SUMS
    write_count(layout.total % SUMS, inputs, SUM_BEYOND)
    if layout.opening != NO_NUMBER:
        write_count(layout.opening, inputs, OPENED)
    write_count(layout.arms, inputs, COVERED_SIDES)


@kernel
def write_option(situation: Situation, move: int, inputs: "Int8Vector") -> None:
    """Write the inputs of the option *move*."""
    for number in range(len(FEATURES)):
        value = feature_of(number, situation, move)
        inputs[OPTION_FEATURES + number] = max(-MOST, min(MOST, value))
    after = layout_after(situation, move)
    write_count(after.total % SUMS, inputs, BEYOND_AFTER)
    write_count(near(situation, move), inputs, NEAR)
    write_count(far(situation, move), inputs, FAR)
    inputs[BARE] = int(after.arms > situation.layout.arms)
    inputs[LAST] = int(size(situation.hand) == 1)
    partner = scoring_options(after, possible_tiles(situation, PARTNER))
    previous = scoring_options(after, possible_tiles(situation, PREVIOUS))
    inputs[PARTNER_SCORES] = popcount(partner)
    inputs[PREVIOUS_SCORES] = popcount(previous)
