"""Why a move of two-sided dominoes is a good one, in facts that a person can check.

expects                       points that the round brings on average
instead_points                the same of the best move with another tile
as_good_points                the same, where the two are equal but for fractions
out                           it is the last tile
block                         nobody can play any more
next_passes, next_draws       the next player cannot play, for certain
next_may_pass, next_may_draw  it cannot in this share of all deals that fit
keeps                         the new end shows a number of which there is more in hand
"""

from collections.abc import Sequence

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.tiles import to_bits
from galo.games.game import Move
from galo.games.rules.dominoes2 import DRAW, OPENING, PASS
from galo.games.rules.tiles import ALL_TILES, alone, suits
from galo.players.dominoes.belief import belief_of
from galo.players.dominoes.reasons import WORTH_SAYING, expectations, keeps, percent
from galo.players.dominoes2.evaluation import ends_after
from galo.players.player import Reason


def reasons(seen: DominoObservation, move: Move) -> tuple[Reason, ...]:
    """Return what speaks for *move*, which the seat of *seen* is about to make."""
    if move.code in (DRAW, PASS):
        return ()
    state = seen.state
    left = state.hand0 & ~alone(seen.game.kernels.tile_of_move(state, move.code))
    if not left:
        return (Reason("out", {}),)
    ends = ends_after(state, move.code)
    return (
        *_others(seen, left, 1 << ends[0] | 1 << ends[1]),
        *keeps(left, ends if state.phase == OPENING else ends[:1]),
    )


def explain(seen: DominoObservation, points: Sequence[tuple[Move, float]]) -> tuple[Reason, ...]:
    """Return what speaks for the first of the moves with their expected *points*, best first."""
    return (*expectations(points), *reasons(seen, points[0][0]))


def _others(seen: DominoObservation, left: int, numbers: int) -> tuple[Reason, ...]:
    """Return what the others can do when *numbers* are open and the mover holds *left*."""
    laid = to_bits(play.tile for play in seen.plays if play.code not in (DRAW, PASS))
    unseen = ALL_TILES & ~(laid | seen.state.hand0)
    if not (unseen | left) & suits(numbers):
        return (Reason("block", {}),)
    chance = belief_of(seen).next_lacks(numbers)
    if chance == 1:
        return (Reason("next_draws" if seen.stock else "next_passes", {}),)
    if chance < WORTH_SAYING:
        return ()
    name = "next_may_draw" if seen.stock else "next_may_pass"
    return (Reason(name, {"percent": percent(chance)}),)
