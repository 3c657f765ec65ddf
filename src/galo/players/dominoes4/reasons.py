"""Why a move of dominó de 4 pontas is a good one, in facts that a person can check.

    points         the ends score now
    galo           nobody else can play, for certain
    next_passes    the next player cannot play, for certain
    next_may_pass  the next player cannot play in this share of the hands it may hold
    keeps          the new end shows a number of which there is more in hand

Hands of the next player count as possible if they hold none of the numbers it has passed on.
"""

from math import comb

from galo.games.game import Move
from galo.games.observation import DominoObservation
from galo.games.round import PASS
from galo.games.tiles import NAMES, halves
from galo.players.player import Reason

Numbers = set[int]

WORTH_SAYING = 0.4  # chance from which a pass of the next player is worth a word
OTHERS = (1, 2, 3)  # the next seat, the partner, the previous seat: so many further on


def reasons(seen: DominoObservation, move: Move) -> tuple[Reason, ...]:
    """Return what speaks for *move*, which the seat that sees this is about to make."""
    if move.text == PASS:
        return ()
    found = []
    points = seen.game.points_now(seen.state, move.code)
    if points:
        found.append(Reason("points", {"points": points}))
    shown = {play.tile for play in seen.plays if play.text != PASS}
    unseen = [name for name in NAMES if name not in shown and name not in seen.hand]
    ends = open_numbers([*(play.text for play in seen.plays), move.text])
    chances = [chance_of_pass(seen, away, unseen, ends) for away in OTHERS]
    if min(chances) == 1:
        found.append(Reason("galo", {}))
    elif chances[0] == 1:
        found.append(Reason("next_passes", {}))
    elif chances[0] >= WORTH_SAYING:
        found.append(Reason("next_may_pass", {"percent": round(100 * chances[0])}))
    return (*found, *_keeps(seen, move, ends))


def _keeps(seen: DominoObservation, move: Move, ends: Numbers) -> tuple[Reason, ...]:
    tile = move.text.partition("@")[0]
    left = [name for name in seen.hand if name != tile]
    held = {n: sum(n in halves(name) for name in left) for n in ends & set(halves(tile))}
    number = max(held, key=lambda n: held[n], default=None)
    if number is None or not held[number]:
        return ()
    return (Reason("keeps", {"number": number, "count": held[number]}),)


def chance_of_pass(seen: DominoObservation, away: int, unseen: list[str], ends: Numbers) -> float:
    """Return the share of the hands that the seat so far *away* may hold in which it passes."""
    seat = (seen.seat + away) % seen.game.seats
    lacks = lacked(seen, seat)
    possible = [name for name in unseen if not lacks & set(halves(name))]
    useless = sum(not ends & set(halves(name)) for name in possible)
    size = seen.hand_sizes[seat]
    return comb(useless, size) / max(1, comb(len(possible), size))


def lacked(seen: DominoObservation, seat: int) -> Numbers:
    """Return the numbers that *seat* has passed on in this round."""
    texts = [play.text for play in seen.plays]
    found: Numbers = set()
    for place, play in enumerate(seen.plays):
        if play.seat == seat and play.text == PASS:
            found |= open_numbers(texts[:place])
    return found


def open_numbers(moves: list[str]) -> Numbers:
    """Return the numbers that can be played on after *moves* of a round."""
    placed = [move for move in moves if move != PASS]
    opening = halves(placed[0])[0]
    ends: dict[str, int] = {}
    for move in placed[1:]:
        tile, _, arm = move.partition("@")
        high, low = halves(tile)
        ends[arm] = low if high == ends.get(arm, opening) else high
    bare = {opening} if len(ends) < 4 else set()
    return set(ends.values()) | bare
