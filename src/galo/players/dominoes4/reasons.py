"""Why a move of dominó de 4 pontas is a good one, in facts that a person can check.

    points         the ends score now
    out            it is the last tile
    galo           nobody else can play, for certain, and the player can
    block          nobody can play any more
    next_passes    the next player cannot play, for certain
    next_may_pass  the next player cannot play, this likely
    keeps          the new end shows a number of which there is more in hand
    expected       what the pair gains until the end of the round, on average, and its chance
    instead        the same of the best move with another tile
    as_good        the same, where the chances are equal but for fractions

What is certain follows from all deals that fit, for everybody. Of what is not, who only looks
says in what share of them it happens; who has read the plays brings a chance of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import PASS, Played
from galo.games.dominoes.tiles import to_bits
from galo.games.game import Move
from galo.games.rules.dominoes4 import ARM
from galo.games.rules.tiles import count_of, suits
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.reasons import percent, signed, tile_of
from galo.players.player import Reason

WORTH_SAYING = 0.4  # chance from which a pass of the next player is worth a word
NEARLY = 0.99  # all that was read may say so, and yet it is not certain


@dataclass(frozen=True)
class Prospect:
    """What a move is expected to lead to."""

    move: Move
    wins: float  # chance to win the match
    lead: float  # points that its pair gains on the other, from now to the end of the round
    next_passes: float  # chance that the next player cannot play


def reasons(seen: DominoObservation, move: Move) -> tuple[Reason, ...]:
    """Return what speaks for *move*, which the seat that sees this is about to make."""
    if move.text == PASS:
        return ()
    return facts(seen, move)


def reasons_among(seen: DominoObservation, prospects: Sequence[Prospect]) -> tuple[Reason, ...]:
    """Return what speaks for the first of *prospects*, which are sorted, best first."""
    best = prospects[0]
    found = [
        *facts(seen, best.move, best.next_passes),
        Reason("expected", _numbers(best)),
    ]
    other = next((each for each in prospects if tile_of(each.move) != tile_of(best.move)), None)
    if other is not None:
        is_close = percent(other.wins) == percent(best.wins)
        name = "as_good" if is_close else "instead"
        found.append(Reason(name, {"tile": tile_of(other.move), **_numbers(other)}))
    return tuple(found)


def _numbers(prospect: Prospect) -> dict[str, float | str]:
    """Return what is said of a *prospect*."""
    return {"points": signed(prospect.lead), "percent": percent(prospect.wins)}


def facts(seen: DominoObservation, move: Move, read: float | None = None) -> tuple[Reason, ...]:
    """Return what can be checked about *move*, and the chance of a pass if it was *read*."""
    found = []
    points = seen.game.points_now(seen.state, move.code)
    if points:
        found.append(Reason("points", {"points": points}))
    left = to_bits(name for name in seen.hand if name != tile_of(move))
    if not left:
        return (*found, Reason("out", {}))
    return (*found, *_next_player(seen, move, left, read), *_keeps(left, move.code % ARM))


def _next_player(
    seen: DominoObservation, move: Move, left: int, read: float | None
) -> tuple[Reason, ...]:
    """Return what the others can do after *move*, who made it having tiles *left*."""
    belief = Belief(seen)
    numbers = numbers_after(seen, move)
    if not belief.hidden.unseen & suits(numbers):
        return (Reason("galo" if left & suits(numbers) else "block", {}),)
    chance = belief.next_lacks(numbers)
    if chance == 1:
        return (Reason("next_passes", {}),)
    chance = chance if read is None else min(read, NEARLY)
    if chance < WORTH_SAYING:
        return ()
    return (Reason("next_may_pass", {"percent": percent(chance)}),)


def _keeps(left: int, end: int) -> tuple[Reason, ...]:
    """Return how many of the tiles *left* in hand fit the new *end*."""
    count = count_of(left, end)
    return (Reason("keeps", {"number": end, "count": count}),) if count else ()


def numbers_after(seen: DominoObservation, move: Move) -> int:
    """Return the set of numbers that can be played on after *move*."""
    return seen.game.open_numbers([*seen.plays, Played(seen.seat, move.text, move.code)])
