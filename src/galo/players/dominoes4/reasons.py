"""Why a move of dominó de 4 pontas is a good one, in facts that a person can check.

    points         the ends score now
    galo           nobody else can play, for certain
    next_passes    the next player cannot play, for certain
    next_may_pass  the next player cannot play, this likely
    keeps          the new end shows a number of which there is more in hand
    expected       what the pair gains until the end of the round, on average, and its chance
    instead        the same of the best move with another tile

Who only looks counts every hand that the next player may hold once, which is exact; who has
read the plays brings a chance of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from galo.games.game import Move
from galo.games.observation import DominoObservation
from galo.games.round import PASS, Played
from galo.games.rules.tiles import count_of, suits
from galo.games.tiles import halves, to_bits
from galo.players.belief import Belief, hidden_hands
from galo.players.hands import count_deals
from galo.players.player import Reason

WORTH_SAYING = 0.4  # chance from which a pass of the next player is worth a word


@dataclass(frozen=True)
class Prospect:
    """What a move is expected to lead to."""

    move: Move
    wins: float  # chance to win the match
    lead: float  # points that its pair gains on the other, from now to the end of the round
    next_passes: float  # chance that the next player cannot play

    @property
    def tile(self) -> str:
        """The tile that is placed."""
        return self.move.text.partition("@")[0]


def reasons(seen: DominoObservation, move: Move) -> tuple[Reason, ...]:
    """Return what speaks for *move*, which the seat that sees this is about to make."""
    if move.text == PASS:
        return ()
    return facts(seen, move, chance_of_pass(seen, move))


def reasons_among(seen: DominoObservation, prospects: Sequence[Prospect]) -> tuple[Reason, ...]:
    """Return what speaks for the first of *prospects*, which are sorted, best first."""
    best = prospects[0]
    found = [
        *facts(seen, best.move, best.next_passes),
        Reason("expected", {"points": signed(best.lead), "percent": round(100 * best.wins)}),
    ]
    other = next((each for each in prospects if each.tile != best.tile), None)
    if other is not None:
        percent = round(100 * other.wins)
        found.append(
            Reason(
                "instead", {"tile": other.tile, "points": signed(other.lead), "percent": percent}
            )
        )
    return tuple(found)


def facts(seen: DominoObservation, move: Move, next_passes: float) -> tuple[Reason, ...]:
    """Return what can be checked about *move*, after which the next player may have to pass."""
    found = []
    points = seen.game.points_now(seen.state, move.code)
    if points:
        found.append(Reason("points", {"points": points}))
    if not hidden_hands(seen).unseen & suits(numbers_after(seen, move)):
        found.append(Reason("galo", {}))
    elif next_passes == 1:
        found.append(Reason("next_passes", {}))
    elif next_passes >= WORTH_SAYING:
        found.append(Reason("next_may_pass", {"percent": min(99, round(100 * next_passes))}))
    return (*found, *_keeps(seen, move))


def _keeps(seen: DominoObservation, move: Move) -> tuple[Reason, ...]:
    tile = move.text.partition("@")[0]
    left = to_bits(name for name in seen.hand if name != tile)
    ends = numbers_after(seen, move)
    held = {n: count_of(left, n) for n in set(halves(tile)) if ends >> n & 1}
    number = max(held, key=lambda n: held[n], default=None)
    if number is None or not held[number]:
        return ()
    return (Reason("keeps", {"number": number, "count": held[number]}),)


def chance_of_pass(seen: DominoObservation, move: Move) -> float:
    """Return the share of all deals that fit in which the next player passes after *move*."""
    belief = Belief(seen)
    hidden = belief.hidden
    stuck = hidden._replace(barred1=hidden.barred1 | suits(numbers_after(seen, move)))
    return count_deals(stuck, belief.tiles, belief.ways) / belief.count


def numbers_after(seen: DominoObservation, move: Move) -> int:
    """Return the set of numbers that can be played on after *move*."""
    return seen.game.open_numbers([*seen.plays, Played(seen.seat, move.text, move.code)])


def signed(points: float) -> str:
    """Return *points* as people write a lead."""
    return f"{round(points):+d}".replace("-", "−").replace("+0", "0")
