"""The table of dominoes as JSON for a browser.

    round, scores, target    the number of the round, the score of each side, the score that wins
    first, arms, ends        the first tile, the tiles of each arm from the centre outwards, the
                             number to match at each open arm
    sum, sum_scores          of the ends (dominoes4), and whether it scores
    stock                    tiles left in the boneyard, null where there is none
    plays, points, passed    of this round; the seats that passed since the last tile
    hand                     of the seat that looks, null for a watcher
    revealed, pips, count    every hand, its pips and what was counted, once the round is over

`count` is what the end of a round was paid for: `kind` of the points, the `side` they are for,
`hands`, the pips that were added up, their `total`, and the `points` given for it. When a
blocked round is a tie (`side` null), `hands` are the equal sums of both sides.
"""

from typing import TYPE_CHECKING

from galo.games.dominoes.round import PASS, placed_of
from galo.games.dominoes.tiles import halves, pips
from galo.games.game import Hands
from galo.games.position_view import Json, Points

if TYPE_CHECKING:
    from galo.games.dominoes.round import Round

COUNTED = ("garagem", "block", "out", "blocked")  # kinds of points for which hands are added up


def public_board(seen: "Round") -> Json:
    """Return what lies on the table for everybody."""
    game, placed = seen.game, placed_of(seen.plays)
    total = seen.ends_sum
    return {
        "round": seen.round_number,
        "scores": seen.total,
        "target": game.target,
        "first": halves(placed[0]) if placed else None,
        "arms": seen.arms,
        "ends": seen.open_ends,
        "sum": total,
        "sum_scores": bool(total) and game.sum_scores(total) if total is not None else False,
        "stock": seen.stock if game.stock else None,
        "plays": [{"seat": play.seat, "move": play.text} for play in seen.plays],
        "points": [points.to_json() for points in seen.points],
        "passed": passed_seats(seen),
    }


def table_facts(seen: "Round") -> dict[str, dict[str, object]]:
    """Return what stands beside the table: the sum of the ends, or the tiles left to draw."""
    if seen.ends_sum is not None:
        key = "sum_scores" if seen.game.sum_scores(seen.ends_sum) else "sum"
        return {key: {"total": seen.ends_sum}}
    return {"stock": {"count": seen.stock}} if seen.game.stock else {}


def passed_seats(seen: "Round") -> list[int]:
    """Return the seats that passed since the last tile, in order."""
    seats: list[int] = []
    for play in reversed(seen.plays):
        if play.text != PASS:
            break
        seats.insert(0, play.seat)
    return seats


def revealed(seen: "Round", hands: Hands | None) -> Json:
    """Return the fields of a board that show *hands*, null where they are None: not open yet."""
    if hands is None:
        return {"revealed": None, "pips": None, "count": None}
    count = _count(seen.points, hands, seen.game.sides)
    return {"revealed": hands, "pips": [pips(hand) for hand in hands], "count": count}


def _count(points: tuple[Points, ...], hands: Hands, sides: int) -> Json | None:
    """Return what was counted at the end of a round that left *hands*, None if nothing was."""
    for scored in reversed(points):
        if scored.kind in COUNTED:
            break
    else:
        return None
    held = [pips(hand) for hand in hands]
    if scored.side is None:
        counted = [sum(held[side::sides]) for side in range(sides)]
        total = counted[0]
    else:
        counted = [each for seat, each in enumerate(held) if seat % sides != scored.side]
        total = sum(counted)
    return {
        "kind": scored.kind,
        "side": scored.side,
        "hands": counted,
        "total": total,
        "points": scored.points,
    }
