"""What the policy network is shown of an option: a row of its table for each group of facts.

A group joins a few small facts that belong together; the number that they make is a row. So an
option is a handful of rows, and what the network adds up. Seats are counted from the mover, and
nothing hidden is looked at.
"""

from itertools import accumulate

from galo.games.rules.dominoes4_layout import Layout, end_at, end_numbers
from galo.games.rules.dominoes4_points import FIVE
from galo.games.rules.tiles import NUMBERS, count_of, size
from galo.jit import kernel, lowest_bit32, popcount
from galo.players.dominoes4.evaluation import ends_showing
from galo.players.dominoes4.option_features import points as certain_points_of
from galo.players.dominoes4.public_history import times_opened
from galo.players.dominoes4.situation import (
    NEXT,
    PARTNER,
    PREVIOUS,
    Situation,
    far,
    fitting,
    lacked_by,
    layout_after,
    near,
    points_on,
    possible_tiles,
    scoring_options,
    tile_at,
    tiles_left,
)

# The first row of each group, and after the last one how many rows there are.
(
    TILE, POINTS, OWN_FAR, OWN_NEAR, ENDS,
    NEXT_FAR, PARTNER_FAR, PREVIOUS_FAR, NEXT_NEAR, PARTNER_NEAR, PREVIOUS_NEAR,
    NEXT_REPLIES, PARTNER_REPLIES, PREVIOUS_REPLIES, NEXT_SCORES, PARTNER_SCORES,
    FOLLOW_UPS, FOLLOW_POINTS, SCORE, SIZES, SUM, ARMS, LACKS, DISTINCT, END, ROWS,
) = accumulate(
    (
        0, 64, 32, 64, 64, 64,
        1024, 1024, 1024, 64, 64, 64,
        256, 256, 256, 256, 256,
        64, 128, 256, 512, 64, 128, 512, 64, 513,
    )
)  # fmt: skip
GROUPS = 28  # rows of an option: one of each group, and of END one for every arm
FULL = 15  # the largest of a fact that is cut off


@kernel
def option_rows(situation: Situation, move: int) -> tuple[int, ...]:
    """Return the GROUPS rows of the option *move*."""
    covered, shown = near(situation, move), far(situation, move)
    after = layout_after(situation, move)
    ends, own = end_numbers(after), situation.hand & ~tile_at(situation, move)
    history, tiles = situation.history, size(situation.hand)
    next_tiles, partner_tiles = tiles_left(history.played1), tiles_left(history.played2)
    previous_tiles = tiles_left(history.played3)
    next_may, partner_may = possible_tiles(situation, NEXT), possible_tiles(situation, PARTNER)
    previous_may = possible_tiles(situation, PREVIOUS)
    return (
        TILE + covered * 8 + shown,
        POINTS + min(certain_points_of(situation, move) // FIVE, 31),
        OWN_FAR + count_of(situation.hand, shown) * 8 + count_of(situation.laid, shown),
        OWN_NEAR + count_of(situation.hand, covered) * 8 + count_of(situation.laid, covered),
        ENDS
        + int(covered == shown) * 32
        + ends_showing(situation.shown, shown) * 5
        + min(ends_showing(situation.shown, covered), 4),
        NEXT_FAR + far_facts(situation, shown, NEXT, history.played1, next_tiles),
        PARTNER_FAR + far_facts(situation, shown, PARTNER, history.played2, partner_tiles),
        PREVIOUS_FAR + far_facts(situation, shown, PREVIOUS, history.played3, previous_tiles),
        NEXT_NEAR + facts(situation, covered, NEXT, history.played1),
        PARTNER_NEAR + facts(situation, covered, PARTNER, history.played2),
        PREVIOUS_NEAR + facts(situation, covered, PREVIOUS, history.played3),
        NEXT_REPLIES + fitting(next_may, ends) * 8 + next_tiles,
        PARTNER_REPLIES + fitting(partner_may, ends) * 8 + partner_tiles,
        PREVIOUS_REPLIES + fitting(previous_may, ends) * 8 + previous_tiles,
        NEXT_SCORES + answers(after, next_may),
        PARTNER_SCORES + answers(after, partner_may),
        FOLLOW_UPS + fitting(own, ends) * 8 + tiles,
        FOLLOW_POINTS + min(most_points(after, own) // FIVE, FULL) * 8 + tiles,
        SCORE + min(situation.our_score // 20, FULL) * 16 + min(situation.their_score // 20, FULL),
        SIZES + tiles * 64 + next_tiles * 8 + partner_tiles,
        SUM + min(after.total, 63),
        ARMS + int(situation.laid == 0) * 64 + situation.layout.arms * 8 + previous_tiles,
        LACKS
        + popcount(ends & lacked_by(situation, NEXT)) * 64
        + popcount(ends & lacked_by(situation, PARTNER)) * 8
        + popcount(ends & lacked_by(situation, PREVIOUS)),
        DISTINCT + popcount(ends) * 8 + tiles,
        END + end_facts(situation, after, own, 0),
        END + end_facts(situation, after, own, 1),
        END + end_facts(situation, after, own, 2),
        END + end_facts(situation, after, own, 3),
    )


@kernel
def facts(situation: Situation, number: int, seat: int, placed: int) -> int:
    """Return what everybody saw *seat*, which *placed* these tiles, do with *number*."""
    lacks = lacked_by(situation, seat) >> number & 1
    return (lacks * 8 + count_of(placed, number)) * 4 + times_opened(
        situation.history, seat, number
    )


@kernel
def far_facts(situation: Situation, number: int, seat: int, placed: int, tiles: int) -> int:
    """Return the same with the *tiles* that the seat has left."""
    return tiles * 64 + facts(situation, number, seat, placed)


@kernel
def answers(after: Layout, tiles: int) -> int:
    """Return in how many ways *tiles* would score on *after*, and how much, joined."""
    left, ways, points = scoring_options(after, tiles), 0, 0
    while left:
        found = points_on(after, lowest_bit32(left))
        left &= left - 1
        ways += int(found > 0)
        points += found
    return min(ways, FULL) * 16 + min(points // (2 * FIVE), FULL)


@kernel
def most_points(after: Layout, tiles: int) -> int:
    """Return the most points that one of *tiles* would score on *after*."""
    left, most = scoring_options(after, tiles), 0
    while left:
        most = max(most, points_on(after, lowest_bit32(left)))
        left &= left - 1
    return most


@kernel
def end_facts(situation: Situation, after: Layout, own: int, arm: int) -> int:
    """Return what is known of the number at *arm*, the mover holding its *own* tiles."""
    number = end_at(after, arm)
    if number >= NUMBERS:
        return 0
    unseen = NUMBERS - count_of(situation.laid | situation.hand, number)
    lacking = (
        (lacked_by(situation, NEXT) >> number & 1) * 4
        + (lacked_by(situation, PARTNER) >> number & 1) * 2
        + (lacked_by(situation, PREVIOUS) >> number & 1)
    )
    return 1 + min(count_of(own, number), 3) * 64 + unseen * 8 + lacking
