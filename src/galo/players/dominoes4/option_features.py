"""What a strategy may know of an option of dominó de 4 pontas: one kernel for each feature.

An option is a tile at an arm: its half *near* matches the end there, its half *far* becomes the
new end. Nothing hidden is looked at. Every feature is a whole number:

    points of the move        points table_points next_passes all_pass
    the tile                  near far is_double pips
    tiles of near, of far     table_ hand_ unseen_ ends_ partner_ next_ previous_
    known to lack near, far   partner_lacks_ next_lacks_ previous_lacks_
    what others may answer    next_replies partner_replies previous_replies threats threat_points
    the mover afterwards      follow_ups follow_points
    tiles left in a hand      hand_tiles partner_tiles next_tiles previous_tiles hand_pips
    the table, the match      ends_sum arms our_score their_score

A strategy of one's own calls the features that it names, and no others are computed; formulas
under evolution find them by number, in `feature_table`.
"""

from galo.games.rules.dominoes4_layout import ARM, end_numbers
from galo.games.rules.dominoes4_points import scored
from galo.games.rules.tiles import NUMBERS, count_of, size
from galo.games.rules.tiles import pips as pips_of
from galo.jit import kernel, lowest_bit32
from galo.players.dominoes4.evaluation import certain_points, ends_showing
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
    replies,
    scoring_options,
    tile_at,
    tiles_left,
)


@kernel
def points(situation: Situation, move: int) -> int:
    """Points that are certain: at the table, for a pass, for a galo."""
    if situation.laid == 0:
        return scored(2 * (move % ARM))
    return certain_points(
        situation.rules, situation.layout, move, situation.passes, situation.galos
    )


@kernel
def table_points(situation: Situation, move: int) -> int:
    """Points at the table alone."""
    return scored(layout_after(situation, move).total)


@kernel
def next_passes(situation: Situation, move: int) -> int:
    """1 if the next player is certain to pass."""
    return situation.passes >> move & 1


@kernel
def all_pass(situation: Situation, move: int) -> int:
    """1 if all others are certain to pass: a galo."""
    return situation.galos >> move & 1


@kernel
def is_double(situation: Situation, move: int) -> int:
    """1 if the tile is a double."""
    return int(near(situation, move) == far(situation, move))


@kernel
def pips(situation: Situation, move: int) -> int:
    """The sum of both halves of the tile."""
    return near(situation, move) + far(situation, move)


@kernel
def table_near(situation: Situation, move: int) -> int:
    """Tiles of near on the table."""
    return count_of(situation.laid, near(situation, move))


@kernel
def table_far(situation: Situation, move: int) -> int:
    """Tiles of far on the table."""
    return count_of(situation.laid, far(situation, move))


@kernel
def hand_near(situation: Situation, move: int) -> int:
    """Tiles of near in hand, this one too."""
    return count_of(situation.hand, near(situation, move))


@kernel
def hand_far(situation: Situation, move: int) -> int:
    """Tiles of far in hand, this one too."""
    return count_of(situation.hand, far(situation, move))


@kernel
def unseen_near(situation: Situation, move: int) -> int:
    """Tiles of near that the mover does not see."""
    return NUMBERS - count_of(situation.laid | situation.hand, near(situation, move))


@kernel
def unseen_far(situation: Situation, move: int) -> int:
    """Tiles of far that the mover does not see."""
    return NUMBERS - count_of(situation.laid | situation.hand, far(situation, move))


@kernel
def ends_near(situation: Situation, move: int) -> int:
    """Ends that show near before the move."""
    return ends_showing(situation.shown, near(situation, move))


@kernel
def ends_far(situation: Situation, move: int) -> int:
    """Ends that show far before the move."""
    return ends_showing(situation.shown, far(situation, move))


@kernel
def partner_near(situation: Situation, move: int) -> int:
    """Tiles of near that the partner has placed."""
    return count_of(situation.history.played2, near(situation, move))


@kernel
def partner_far(situation: Situation, move: int) -> int:
    """Tiles of far that the partner has placed."""
    return count_of(situation.history.played2, far(situation, move))


@kernel
def next_near(situation: Situation, move: int) -> int:
    """Tiles of near that the next player has placed."""
    return count_of(situation.history.played1, near(situation, move))


@kernel
def next_far(situation: Situation, move: int) -> int:
    """Tiles of far that the next player has placed."""
    return count_of(situation.history.played1, far(situation, move))


@kernel
def previous_near(situation: Situation, move: int) -> int:
    """Tiles of near that the previous player has placed."""
    return count_of(situation.history.played3, near(situation, move))


@kernel
def previous_far(situation: Situation, move: int) -> int:
    """Tiles of far that the previous player has placed."""
    return count_of(situation.history.played3, far(situation, move))


@kernel
def partner_lacks_near(situation: Situation, move: int) -> int:
    """1 if the partner lacks near for certain."""
    return lacked_by(situation, PARTNER) >> near(situation, move) & 1


@kernel
def partner_lacks_far(situation: Situation, move: int) -> int:
    """1 if the partner lacks far for certain."""
    return lacked_by(situation, PARTNER) >> far(situation, move) & 1


@kernel
def next_lacks_near(situation: Situation, move: int) -> int:
    """1 if the next player lacks near for certain."""
    return lacked_by(situation, NEXT) >> near(situation, move) & 1


@kernel
def next_lacks_far(situation: Situation, move: int) -> int:
    """1 if the next player lacks far for certain."""
    return lacked_by(situation, NEXT) >> far(situation, move) & 1


@kernel
def previous_lacks_near(situation: Situation, move: int) -> int:
    """1 if the previous player lacks near for certain."""
    return lacked_by(situation, PREVIOUS) >> near(situation, move) & 1


@kernel
def previous_lacks_far(situation: Situation, move: int) -> int:
    """1 if the previous player lacks far for certain."""
    return lacked_by(situation, PREVIOUS) >> far(situation, move) & 1


@kernel
def next_replies(situation: Situation, move: int) -> int:
    """Tiles that the next player may hold and could place afterwards."""
    return replies(situation, move, NEXT)


@kernel
def partner_replies(situation: Situation, move: int) -> int:
    """Tiles that the partner may hold and could place afterwards."""
    return replies(situation, move, PARTNER)


@kernel
def previous_replies(situation: Situation, move: int) -> int:
    """Tiles that the previous player may hold and could place afterwards."""
    return replies(situation, move, PREVIOUS)


@kernel
def threats(situation: Situation, move: int) -> int:
    """Ways in which the next player could score afterwards, with tiles that it may hold."""
    after = layout_after(situation, move)
    left, found = scoring_options(after, possible_tiles(situation, NEXT)), 0
    while left:
        found += int(points_on(after, lowest_bit32(left)) > 0)
        left &= left - 1
    return found


@kernel
def threat_points(situation: Situation, move: int) -> int:
    """The points of all `threats` together."""
    after = layout_after(situation, move)
    left, found = scoring_options(after, possible_tiles(situation, NEXT)), 0
    while left:
        found += points_on(after, lowest_bit32(left))
        left &= left - 1
    return found


@kernel
def follow_ups(situation: Situation, move: int) -> int:
    """Tiles in hand that fit the table afterwards."""
    held = situation.hand & ~tile_at(situation, move)
    return fitting(held, end_numbers(layout_after(situation, move)))


@kernel
def follow_points(situation: Situation, move: int) -> int:
    """The most points that a tile in hand would score afterwards, if nobody else moved."""
    after = layout_after(situation, move)
    held = situation.hand & ~tile_at(situation, move)
    left, most = scoring_options(after, held), 0
    while left:
        most = max(most, points_on(after, lowest_bit32(left)))
        left &= left - 1
    return most


@kernel
def hand_tiles(situation: Situation, move: int) -> int:
    """Tiles in hand, this one too."""
    return size(situation.hand)


@kernel
def partner_tiles(situation: Situation, move: int) -> int:
    """Tiles that the partner holds."""
    return tiles_left(situation.history.played2)


@kernel
def next_tiles(situation: Situation, move: int) -> int:
    """Tiles that the next player holds."""
    return tiles_left(situation.history.played1)


@kernel
def previous_tiles(situation: Situation, move: int) -> int:
    """Tiles that the previous player holds."""
    return tiles_left(situation.history.played3)


@kernel
def hand_pips(situation: Situation, move: int) -> int:
    """The sum of all halves in hand, this tile's too."""
    return pips_of(situation.hand)


@kernel
def ends_sum(situation: Situation, move: int) -> int:
    """The sum of the ends afterwards, doubles twice."""
    return layout_after(situation, move).total


@kernel
def arms(situation: Situation, move: int) -> int:
    """Sides of the opening double that are covered before the move."""
    return situation.layout.arms


@kernel
def our_score(situation: Situation, move: int) -> int:
    """Points of the mover's pair in the match so far."""
    return situation.our_score


@kernel
def their_score(situation: Situation, move: int) -> int:
    """Points of the other pair in the match so far."""
    return situation.their_score
