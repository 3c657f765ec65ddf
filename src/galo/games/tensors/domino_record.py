"""A round of dominoes as one row of ints: the state, the score before it, and what was played.

    0 .. FIELDS - 1     the State, as the rules pack it: hand 0 is the mover's
    SCORE, SCORE + 1    of each side before the round
    OPENER              the seat that had to open, NO_OPENER where tiles decided
    TURN                tiles placed so far
    LACKS               8 bits a seat: the numbers that it could not play in a pass
    DRAWN               8 bits a seat: the tiles that it has drawn
    PLACED .. + 3       for each seat the tiles that it has placed, a bit each in their order
    HISTORY .. + 28     a word for each tile placed and one since the last

The order of tiles is 0-0, 1-0, 1-1, 2-0 and so on to 6-6. A word of the history:

    31 ........ 16  15 .. 13  12 ... 8  6 5   4       3 ... 0
    drawn before    arm       tile      seat  placed  who passed before
    4 bits a seat   NO_ARM: the tile that opened
"""

from typing import TYPE_CHECKING

from galo.games.rules.dominoes4 import FIELDS
from galo.games.rules.tiles import HAND, TILES
from galo.jit import kernel, popcount

if TYPE_CHECKING:
    from galo.arrays import IntVector

MOST_SEATS = 4
TURNS = TILES + 1  # each ends with a tile, but the last, which is not over
SCORE = FIELDS
OPENER, TURN, LACKS, DRAWN = range(SCORE + 2, SCORE + 6)
PLACED = DRAWN + 1
HISTORY = PLACED + MOST_SEATS
COLUMNS = HISTORY + TURNS
SEAT_BITS, SEAT_MASK = 8, 255  # of LACKS and DRAWN
IS_PLACED = 1 << 4
SEAT_SHIFT, TILE_SHIFT, ARM_SHIFT, DRAWN_SHIFT = 5, 8, 13, 16  # of a word of the history
TILE_MASK, NO_ARM, DRAWN_BITS, DRAWN_MASK = 31, 7, 4, 15


@kernel
def order_of(tile: int) -> int:
    """Return the place of *tile* in the order of tiles."""
    high = tile >> 3
    return (high * (high + 1) >> 1) + (tile & 7)


@kernel
def tile_at(place: int) -> int:
    """Return the tile at *place* in the order of tiles."""
    high = 0
    while order_of((high + 1) << 3) <= place:
        high += 1
    return high << 3 | place - order_of(high << 3)


@kernel
def clear_record(row: "IntVector") -> None:
    """Make *row* that of a round in which nothing was played."""
    for column in range(TURN, COLUMNS):
        row[column] = 0


@kernel
def record_tile(row: "IntVector", seat: int, tile: int, arm: int) -> None:
    """Note in *row* that *seat* placed *tile* at *arm*; NO_ARM: it opened the round."""
    turn, place = int(row[TURN]), order_of(tile)
    row[HISTORY + turn] |= IS_PLACED | seat << SEAT_SHIFT | place << TILE_SHIFT | arm << ARM_SHIFT
    row[PLACED + seat] |= 1 << place
    row[TURN] = turn + 1


@kernel
def record_pass(row: "IntVector", seat: int, numbers: int) -> None:
    """Note in *row* that *seat* passed, as it had none of *numbers*, a set."""
    row[HISTORY + int(row[TURN])] |= 1 << seat
    row[LACKS] |= numbers << seat * SEAT_BITS


@kernel
def record_draw(row: "IntVector", seat: int) -> None:
    """Note in *row* that *seat* drew a tile."""
    row[HISTORY + int(row[TURN])] += 1 << DRAWN_SHIFT + seat * DRAWN_BITS
    row[DRAWN] += 1 << seat * SEAT_BITS


@kernel
def hand_size(row: "IntVector", seat: int) -> int:
    """Return how many tiles *seat* holds."""
    drawn = int(row[DRAWN]) >> seat * SEAT_BITS & SEAT_MASK
    return HAND + drawn - popcount(int(row[PLACED + seat]))


@kernel
def first_seat(row: "IntVector", mover: int) -> int:
    """Return the seat that opened the round, or is to open it: *mover*, before the first tile."""
    if row[TURN] == 0:
        return mover
    return int(row[HISTORY]) >> SEAT_SHIFT & (MOST_SEATS - 1)
