"""Why a move of two-sided dominoes is a good one, in facts that a person can check.

    expects                       points that the hand brings on the average
    out                           it is the last tile
    next_passes, next_draws       the next player cannot play, for certain
    next_may_pass, next_may_draw  it cannot in this share of the hands that it may hold
    keeps                         the new end shows a number of which there is more in hand

Hands of the next player count as possible if they hold no number that it is known to lack.
"""

from collections.abc import Sequence
from math import comb

import numpy as np

from galo.games.game import Move
from galo.games.observation import DominoObservation
from galo.games.rules.dominoes2 import DRAW, OPENING, PASS
from galo.games.rules.tiles import ALL_NUMBERS, ALL_TILES, alone, count_of, size, suits
from galo.players.dominoes2.evaluation import SEAT, ends_after, recall
from galo.players.player import Reason
from galo.players.saying import percent, signed

WORTH_SAYING = 0.4  # chance from which it is worth a word that the next player cannot play


def expected_points(points: float) -> Reason:
    """Return the fact that the hand brings so many *points* on the average."""
    return Reason("expects", {"points": signed(points)})


def reasons(seen: DominoObservation, move: Move) -> tuple[Reason, ...]:
    """Return what speaks for *move*, which the seat that sees this is about to make."""
    if move.code in (DRAW, PASS):
        return ()
    state = seen.state
    memory = recall(seen.game.rules, np.array([play.code for play in seen.plays], np.int64))
    left = state.hand0 & ~alone(seen.game.kernels.tile_of_move(state, move.code))
    if not left:
        return (Reason("out", {}),)
    ends = ends_after(state, move.code)
    unseen = ALL_TILES & ~(memory.laid | state.hand0)
    possible = unseen & ~suits(memory.lacks >> SEAT & ALL_NUMBERS)
    useless = possible & ~suits(1 << ends[0] | 1 << ends[1])
    held = seen.hand_sizes[(seen.seat + 1) % seen.game.seats]
    chance = comb(size(useless), held) / max(1, comb(size(possible), held))
    return (
        *_next_player(chance, "draw" if seen.stock else "pass"),
        *_keeps(left, ends if state.phase == OPENING else ends[:1]),
    )


def _next_player(chance: float, what: str) -> tuple[Reason, ...]:
    """Return what the next player has to do by that *chance*, if it is worth a word."""
    if chance == 1:
        return (Reason(f"next_{what}s" if what == "draw" else "next_passes", {}),)
    if chance < WORTH_SAYING:
        return ()
    return (Reason(f"next_may_{what}", {"percent": percent(chance)}),)


def _keeps(left: int, ends: Sequence[int]) -> tuple[Reason, ...]:
    """Return which of the new *ends* fits most of the tiles *left* in hand."""
    number = max(ends, key=lambda end: count_of(left, end))
    count = count_of(left, number)
    return (Reason("keeps", {"number": number, "count": count}),) if count else ()
