"""The moves that were made at a table: with what made each, taken back, and made again."""

from collections.abc import Iterable
from dataclasses import dataclass

from galo.arena.match import Match
from galo.games.position_view import Points
from galo.web.events import MadeBy
from galo.web.public_events import PublicPoints


@dataclass(frozen=True)
class MadeMove:
    """A move of the match, or a deal: the number of its event, and what made it."""

    event: int
    by: MadeBy | None  # None for a deal


def take_back(
    match: Match, made: list[MadeMove], undone: list[MadeMove], seat: int
) -> tuple[int, ...]:
    """Go back to the last decision of *seat*; return the events of the moves taken back."""
    numbers = []
    while match.undo() is not None:
        undone.append(made.pop())
        numbers.append(undone[-1].event)
        if _decides(match, seat) and undone[-1].by is not MadeBy.FORCED:
            break
    return tuple(sorted(numbers))


def make_again(
    match: Match, made: list[MadeMove], undone: list[MadeMove], seat: int
) -> tuple[int, ...]:
    """Go forward to the next decision of *seat*; return the events of the moves made again."""
    numbers = []
    while match.redo() is not None:
        made.append(undone.pop())
        numbers.append(made[-1].event)
        is_persons = bool(undone) and undone[-1].by is MadeBy.PERSON
        if _decides(match, seat) or (is_persons and match.position.mover != seat):
            break
    return tuple(sorted(numbers))


def public_points(
    points: Iterable[Points], match: Match, made: list[MadeMove]
) -> tuple[PublicPoints, ...]:
    """Return *points* with the number of the event of the pass that each is for, if any."""
    return tuple(
        PublicPoints(**vars(each), pass_event=_last_move_of(each.passer, match, made))
        for each in points
    )


def _last_move_of(seat: int | None, match: Match, made: list[MadeMove]) -> int | None:
    """Return the number of the event of the last move of *seat*, None without a seat.

    A pass is paid for before its seat moves again, so this is the event of that pass.
    """
    if seat is None:
        return None
    for position, move in reversed(list(zip(match.positions, made, strict=False))):
        if position.mover == seat:
            return move.event
    return None


def _decides(match: Match, seat: int) -> bool:
    return match.position.mover == seat and match.forced_move() is None
