"""The features of an option by name and by number."""

from typing import NamedTuple

from galo.jit import kernel
from galo.players.dominoes4.option_features import (
    all_pass,
    arms,
    ends_far,
    ends_near,
    ends_sum,
    follow_points,
    follow_ups,
    hand_far,
    hand_near,
    hand_pips,
    hand_tiles,
    is_double,
    next_far,
    next_lacks_far,
    next_lacks_near,
    next_near,
    next_passes,
    next_replies,
    next_tiles,
    our_score,
    partner_far,
    partner_lacks_far,
    partner_lacks_near,
    partner_near,
    partner_replies,
    partner_tiles,
    pips,
    points,
    previous_far,
    previous_lacks_far,
    previous_lacks_near,
    previous_near,
    previous_replies,
    previous_tiles,
    table_far,
    table_near,
    table_points,
    their_score,
    threat_points,
    threats,
    unseen_far,
    unseen_near,
)
from galo.players.dominoes4.situation import Situation, far, near


class OptionFeatures(NamedTuple):
    """The features of one option, as a strategy is given them."""

    points: int  #: points that are certain: at the table, for a pass, for a galo
    table_points: int  #: points at the table alone
    next_passes: int  #: 1 if the next player is certain to pass
    all_pass: int  #: 1 if all others are certain to pass: a galo
    near: int  #: the number that is covered, 0 to 6
    far: int  #: the number that becomes the new end, 0 to 6
    is_double: int  #: 1 if the tile is a double
    pips: int  #: the sum of both halves of the tile
    table_near: int  #: tiles of near on the table
    table_far: int  #: tiles of far on the table
    hand_near: int  #: tiles of near in hand, this one too
    hand_far: int  #: tiles of far in hand, this one too
    unseen_near: int  #: tiles of near that the mover does not see
    unseen_far: int  #: tiles of far that the mover does not see
    ends_near: int  #: ends that show near before the move
    ends_far: int  #: ends that show far before the move
    partner_near: int  #: tiles of near that the partner has placed
    partner_far: int  #: tiles of far that the partner has placed
    next_near: int  #: tiles of near that the next player has placed
    next_far: int  #: tiles of far that the next player has placed
    previous_near: int  #: tiles of near that the previous player has placed
    previous_far: int  #: tiles of far that the previous player has placed
    partner_lacks_near: int  #: 1 if the partner lacks near for certain
    partner_lacks_far: int  #: 1 if the partner lacks far for certain
    next_lacks_near: int  #: 1 if the next player lacks near for certain
    next_lacks_far: int  #: 1 if the next player lacks far for certain
    previous_lacks_near: int  #: 1 if the previous player lacks near for certain
    previous_lacks_far: int  #: 1 if the previous player lacks far for certain
    next_replies: int  #: tiles that the next player may hold and could place afterwards
    partner_replies: int  #: tiles that the partner may hold and could place afterwards
    previous_replies: int  #: tiles that the previous player may hold and could place afterwards
    threats: int  #: ways in which the next player, by what it may hold, could score afterwards
    threat_points: int  #: the points of all `threats` together
    follow_ups: int  #: tiles in hand that fit the table afterwards
    follow_points: int  #: the most that a tile in hand would score afterwards, next
    hand_tiles: int  #: tiles in hand, this one too
    partner_tiles: int  #: tiles that the partner holds
    next_tiles: int  #: tiles that the next player holds
    previous_tiles: int  #: tiles that the previous player holds
    hand_pips: int  #: the sum of all halves in hand, this tile's too
    ends_sum: int  #: the sum of the ends afterwards, doubles twice
    arms: int  #: sides of the opening double that are covered before the move
    our_score: int  #: points of the mover's pair in the match so far
    their_score: int  #: points of the other pair in the match so far


FEATURES = OptionFeatures._fields


@kernel
def feature_of(number: int, situation: Situation, move: int) -> int:
    """Return feature *number*, counted as in FEATURES, of the option *move*."""
    # One long choice: the compiler makes a table of jumps of it.
    if number == 0:
        return points(situation, move)
    if number == 1:
        return table_points(situation, move)
    if number == 2:
        return next_passes(situation, move)
    if number == 3:
        return all_pass(situation, move)
    if number == 4:
        return near(situation, move)
    if number == 5:
        return far(situation, move)
    if number == 6:
        return is_double(situation, move)
    if number == 7:
        return pips(situation, move)
    if number == 8:
        return table_near(situation, move)
    if number == 9:
        return table_far(situation, move)
    if number == 10:
        return hand_near(situation, move)
    if number == 11:
        return hand_far(situation, move)
    if number == 12:
        return unseen_near(situation, move)
    if number == 13:
        return unseen_far(situation, move)
    if number == 14:
        return ends_near(situation, move)
    if number == 15:
        return ends_far(situation, move)
    if number == 16:
        return partner_near(situation, move)
    if number == 17:
        return partner_far(situation, move)
    if number == 18:
        return next_near(situation, move)
    if number == 19:
        return next_far(situation, move)
    if number == 20:
        return previous_near(situation, move)
    if number == 21:
        return previous_far(situation, move)
    if number == 22:
        return partner_lacks_near(situation, move)
    if number == 23:
        return partner_lacks_far(situation, move)
    if number == 24:
        return next_lacks_near(situation, move)
    if number == 25:
        return next_lacks_far(situation, move)
    if number == 26:
        return previous_lacks_near(situation, move)
    if number == 27:
        return previous_lacks_far(situation, move)
    if number == 28:
        return next_replies(situation, move)
    if number == 29:
        return partner_replies(situation, move)
    if number == 30:
        return previous_replies(situation, move)
    if number == 31:
        return threats(situation, move)
    if number == 32:
        return threat_points(situation, move)
    if number == 33:
        return follow_ups(situation, move)
    if number == 34:
        return follow_points(situation, move)
    if number == 35:
        return hand_tiles(situation, move)
    if number == 36:
        return partner_tiles(situation, move)
    if number == 37:
        return next_tiles(situation, move)
    if number == 38:
        return previous_tiles(situation, move)
    if number == 39:
        return hand_pips(situation, move)
    if number == 40:
        return ends_sum(situation, move)
    if number == 41:
        return arms(situation, move)
    if number == 42:
        return our_score(situation, move)
    if number == 43:
        return their_score(situation, move)
    return 0
