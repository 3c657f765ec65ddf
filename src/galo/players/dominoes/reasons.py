"""Reasons that both domino games give: numbers as people write them, and what a move promises."""

from collections.abc import Callable, Iterable, Sequence

from galo.games.game import Move
from galo.games.rules.tiles import count_of
from galo.players.player import Reason

WORTH_SAYING = 0.4  # chance from which it is worth a word that the next player cannot play


def signed(points: float) -> str:
    """Return *points* as people write a lead."""
    return f"{round(points):+d}".replace("-", "−").replace("+0", "0")


def percent(chance: float) -> int:
    """Return *chance* in percent: 0 and 100 only where it is certain."""
    return round(100 * chance) if chance in (0, 1) else max(1, min(99, round(100 * chance)))


def tile_of(move: Move) -> str:
    """Return the tile that *move* places."""
    return move.text.partition("@")[0]


def ranked(moves: Iterable[Move], value: Callable[[Move], float]) -> list[tuple[Move, float]]:
    """Return *moves* with the *value* of each, best first, the earlier of equal ones first."""
    return sorted(((move, value(move)) for move in moves), key=lambda each: -each[1])


def keeps(left: int, ends: Sequence[int]) -> tuple[Reason, ...]:
    """Return which of the new *ends* fits most of the tiles *left* in hand, if one fits any."""
    suit = max(ends, key=lambda end: count_of(left, end))
    count = count_of(left, suit)
    return (Reason("keeps", {"suit": suit, "count": count}),) if count else ()


def expectations(points: Sequence[tuple[Move, float]]) -> tuple[Reason, ...]:
    """Return what moves, best first, bring in *points*: the first, and the best with another tile.

    A player that plays for the win may leave points behind; another tile that brings more is not
    mentioned, since it would read like a mistake.
    """
    best, expected = points[0]
    found = [Reason("expects", {"points": signed(expected)})]
    other = next((each for each in points if tile_of(each[0]) != tile_of(best)), None)
    if other is not None and round(other[1]) <= round(expected):
        is_close = round(other[1]) == round(expected)
        name = "as_good_points" if is_close else "instead_points"
        found.append(Reason(name, {"tile": tile_of(other[0]), "points": signed(other[1])}))
    return tuple(found)
