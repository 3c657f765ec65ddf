"""What the mover of dominó de 4 pontas knows before it values its options, and the parts of that.

An option is a tile at an arm: its half *near* matches the end there, its half *far* becomes the
new end. Seats are counted from the mover.
"""

from typing import NamedTuple

from galo.games.rules.dominoes4 import Rules, State
from galo.games.rules.dominoes4_layout import (
    ARM,
    ARMS,
    Layout,
    end_at,
    end_numbers,
    end_value,
    lay,
    matched,
    total_without,
)
from galo.games.rules.dominoes4_points import total
from galo.games.rules.ending import PLAYING
from galo.games.rules.tiles import (
    ALL_NUMBERS,
    ALL_TILES,
    HAND,
    NUMBERS,
    ONCE,
    ROW,
    ROW_BITS,
    beside,
    numbers_in,
    size,
    tile_bits,
)
from galo.jit import kernel, popcount
from galo.players.dominoes.public_history import SEAT, PublicHistory, tiles_played
from galo.players.dominoes4.evaluation import (
    bare_sides,
    ends_shown,
    moves_into,
    scoring_moves,
)

SPREAD = 0x0002040810204081  # times seven bits: bit n also comes to stand at 8 * n
EACH_ROW = sum(1 << ROW * number for number in range(NUMBERS))
NEXT, PARTNER, PREVIOUS = 1, 2, 3  # seats


class Situation(NamedTuple):
    """What the mover knows before it looks at its options."""

    rules: Rules
    hand: int  # the mover's tiles
    laid: int  # the tiles on the table
    history: PublicHistory
    layout: Layout
    lacks: int  # numbers that each seat lacks for certain, a byte for each, the mover's lowest
    shown: int  # ends by number, as `ends_shown` has them
    passes: int  # moves after which the next player is certain to pass
    galos: int  # of these, moves after which everybody is
    our_score: int  # in the match, this round included
    their_score: int


@kernel
def situation_of(
    rules: Rules, state: State, history: PublicHistory, our_score: int, their_score: int
) -> Situation:
    """Return what the mover of *state* knows; the scores are those before this round."""
    hand, layout, laid = state.hand0, state.layout, tiles_played(history)
    # A number that nobody else can hold is lacked by everybody else.
    gone = ALL_NUMBERS & ~numbers_in(ALL_TILES & ~(laid | hand))
    lacks = history.lacks | gone * (1 << SEAT | 1 << 2 * SEAT | 1 << 3 * SEAT)
    next_lacks = lacks >> SEAT & ALL_NUMBERS
    all_lack = next_lacks & lacks >> 2 * SEAT & lacks >> 3 * SEAT
    passes = galos = shown = 0
    if state.phase >= PLAYING:
        shown = ends_shown(layout, bare_sides(layout, 0))
        passes = moves_into(layout, next_lacks) if next_lacks else 0
        galos = moves_into(layout, all_lack) if passes else 0
    ours, theirs = our_score + total(state.ours), their_score + total(state.theirs)
    return Situation(rules, hand, laid, history, layout, lacks, shown, passes, galos, ours, theirs)


@kernel
def near(situation: Situation, move: int) -> int:
    """The number that is covered, 0 to 6."""
    return matched(situation.layout, move)


@kernel
def far(situation: Situation, move: int) -> int:
    """The number that becomes the new end, 0 to 6."""
    return move % ARM


@kernel
def arm_of(situation: Situation, move: int) -> int:
    """Return the arm of *move*; the opening double, which is its tile, counts as at the first."""
    return move // ARM if situation.laid else 0


@kernel
def layout_after(situation: Situation, move: int) -> Layout:
    """Return the table after *move*."""
    return lay(
        situation.layout, arm_of(situation, move), near(situation, move), far(situation, move)
    )


@kernel
def tile_at(situation: Situation, move: int) -> int:
    """Return the set that holds the tile of *move* alone."""
    return tile_bits(near(situation, move), far(situation, move))


@kernel
def lacked_by(situation: Situation, seat: int) -> int:
    """Return the set of numbers that *seat*, counted from the mover, lacks for certain."""
    return situation.lacks >> seat * SEAT & ALL_NUMBERS


@kernel
def rows_of(numbers: int) -> int:
    """Return all bits in the rows of *numbers*."""
    return (numbers * SPREAD & EACH_ROW) * ROW_BITS


@kernel
def possible_tiles(situation: Situation, seat: int) -> int:
    """Return the set of tiles that *seat*, counted from the mover, may hold."""
    unseen = ALL_TILES & ~(situation.laid | situation.hand)
    lacked = lacked_by(situation, seat)
    return unseen & ~(rows_of(lacked) | lacked * EACH_ROW)


@kernel
def fitting(tiles: int, numbers: int) -> int:
    """Return how many of *tiles* show one of *numbers*."""
    return popcount(tiles & (rows_of(numbers) | numbers * EACH_ROW) & ONCE)


@kernel
def replies(situation: Situation, move: int, seat: int) -> int:
    """Return how many tiles that *seat* may hold fit the table after *move*."""
    ends = end_numbers(layout_after(situation, move))
    return fitting(possible_tiles(situation, seat), ends)


@kernel
def scoring_options(layout: Layout, tiles: int) -> int:
    """Return the set of moves with *tiles* that leave a multiple of five, 0 too, on *layout*."""
    held = 0
    for arm in range(ARMS):
        held |= beside(tiles, end_at(layout, arm)) << (arm * ARM)
    return held & scoring_moves(layout)


@kernel
def points_on(layout: Layout, move: int) -> int:
    """Return the table points of *move*, one of `scoring_options`, on *layout*."""
    arm, new = move // ARM, move % ARM
    return total_without(layout, arm) + end_value(end_at(layout, arm), new)


@kernel
def tiles_left(placed: int) -> int:
    """Return how many tiles a seat holds that has *placed* these."""
    return HAND - size(placed)
