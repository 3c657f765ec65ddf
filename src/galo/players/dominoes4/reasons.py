"""Why a move of dominó de 4 pontas is a good one, in facts that a person can check.

    points         the ends score now
    out            it is the last tile
    galo           nobody else can play, for certain, and the player can
    block          nobody can play any more
    next_passes    the next player cannot play, for certain
    next_may_pass  the next player cannot play, this likely
    keeps          the new end shows a number of which there is more in hand
    expected       the points that the pair gains until the end of the round, on average, and its
                   chance to win the match
    instead        the same of the best move with another tile
    as_good        the same, where the chances are equal but for fractions

What is certain holds in all deals that fit. Where a pass is only likely, its chance is the share
of these deals, or the estimate of a player that infers the hidden tiles from the plays.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import PASS, Played
from galo.games.dominoes.tiles import to_bits
from galo.games.game import Move
from galo.games.rules.dominoes4_layout import ARM
from galo.games.rules.tiles import suits
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.reasons import (
    WORTH_SAYING,
    expectations,
    keeps,
    percent,
    signed,
    tile_of,
)
from galo.players.player import Reason

NEARLY = 0.99  # the most that an estimate may say of a pass that is not certain


@dataclass(frozen=True)
class MoveEstimate:
    """The estimated consequences of a move."""

    move: Move
    wins: float  # chance to win the match
    lead: float  # points that its pair gains on the other, from now to the end of the round
    next_passes: float  # chance that the next player cannot play


def reasons(seen: DominoObservation, move: Move) -> tuple[Reason, ...]:
    """Return what speaks for *move*, which the seat of *seen* is about to make."""
    if move.text == PASS:
        return ()
    return facts(seen, move)


def explain(seen: DominoObservation, points: Sequence[tuple[Move, float]]) -> tuple[Reason, ...]:
    """Return what speaks for the first of the moves with their expected *points*, best first."""
    return (*reasons(seen, points[0][0]), *expectations(points))


def compare(seen: DominoObservation, estimates: Sequence[MoveEstimate]) -> tuple[Reason, ...]:
    """Return what speaks for the first of *estimates*, which are sorted, best first."""
    best = estimates[0]
    found = [
        *facts(seen, best.move, best.next_passes),
        Reason("expected", _numbers(best)),
    ]
    other = next((each for each in estimates if tile_of(each.move) != tile_of(best.move)), None)
    if other is not None:
        is_close = percent(other.wins) == percent(best.wins)
        name = "as_good" if is_close else "instead"
        found.append(Reason(name, {"tile": tile_of(other.move), **_numbers(other)}))
    return tuple(found)


def _numbers(estimate: MoveEstimate) -> dict[str, float | str]:
    """Return the numbers of the sentence about an *estimate*."""
    return {"points": signed(estimate.lead), "percent": percent(estimate.wins)}


def facts(
    seen: DominoObservation, move: Move, next_passes: float | None = None
) -> tuple[Reason, ...]:
    """Return the facts about *move*; *next_passes* is an estimate, if there is one."""
    found = []
    points = seen.game.points_now(seen.state, move.code)
    if points:
        found.append(Reason("points", {"points": points}))
    left = to_bits(name for name in seen.hand if name != tile_of(move))
    if not left:
        return (*found, Reason("out", {}))
    new_end = move.code % ARM
    return (*found, *_next_player(seen, move, left, next_passes), *keeps(left, (new_end,)))


def _next_player(
    seen: DominoObservation, move: Move, left: int, next_passes: float | None
) -> tuple[Reason, ...]:
    """Return what the others can do after *move*; the mover still holds the tiles *left*."""
    belief = Belief(seen)
    numbers = numbers_after(seen, move)
    if not belief.hidden.unseen & suits(numbers):
        return (Reason("galo" if left & suits(numbers) else "block", {}),)
    chance = belief.next_lacks(numbers)
    if chance == 1:
        return (Reason("next_passes", {}),)
    chance = chance if next_passes is None else min(next_passes, NEARLY)
    if chance < WORTH_SAYING:
        return ()
    return (Reason("next_may_pass", {"percent": percent(chance)}),)


def numbers_after(seen: DominoObservation, move: Move) -> int:
    """Return the set of numbers that can be played on after *move*."""
    return seen.game.open_numbers([*seen.plays, Played(seen.seat, move.text, move.code)])
