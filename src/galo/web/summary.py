"""What a finished game was made of: its rounds, where the points came from, its best move."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from galo.web.public_events import PublicDealt, PublicEvent, PublicMoved, PublicPoints
from galo.web.table import Phase, Table

Scorer = PublicMoved | PublicDealt


@dataclass(frozen=True)
class BestMove:
    """The move that brought the most points, those of passes included; the first of equals."""

    seat: int
    round: int
    move: str
    points: int


@dataclass(frozen=True)
class Summary:
    """A finished game in numbers; games without points have no *rounds*, *points* and *best*."""

    moves: list[int]  # of each side, passes and draws included
    rounds: list[list[int]]  # for each round the points of each side
    points: list[dict[str, int]]  # for each side the points of each kind that it scored
    best: BestMove | None


def summary_of(table: Table) -> Summary | None:
    """Return the summary of the game at *table*, None while it goes on."""
    if table.phase is not Phase.OVER or table.match is None:
        return None
    made = [table.public_events[move.event - 1] for move in table.made if move.by is not None]
    sides = [table.game.side_of(event.seat) for event in made if isinstance(event, PublicMoved)]
    moves = [sides.count(side) for side in range(table.game.sides)]
    if table.match.position.total is None:
        return Summary(moves, [], [], None)
    scored = list(_scored(table.public_events))
    return Summary(
        moves,
        _rounds(scored, table.match.position.round_number, table.game.sides),
        [_by_kind(scored, side) for side in range(table.game.sides)],
        _best(table.public_events, scored),
    )


def _scored(events: Sequence[PublicEvent]) -> Iterator[tuple[Scorer, PublicPoints, int]]:
    """Yield the points that a side got, each with the event that settled it and the side."""
    for event in events:
        if isinstance(event, PublicMoved | PublicDealt):
            for points in event.points:
                if points.side is not None and points.points:
                    yield event, points, points.side


def _rounds(
    scored: Sequence[tuple[Scorer, PublicPoints, int]], rounds: int, sides: int
) -> list[list[int]]:
    found = [[0] * sides for _ in range(rounds)]
    for event, points, side in scored:
        found[event.round - 1][side] += points.points
    return found


def _by_kind(scored: Sequence[tuple[Scorer, PublicPoints, int]], wanted: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for _, points, side in scored:
        if side == wanted:
            found[points.kind] = found.get(points.kind, 0) + points.points
    return found


def _best(
    events: Sequence[PublicEvent], scored: Sequence[tuple[Scorer, PublicPoints, int]]
) -> BestMove | None:
    totals: dict[int, int] = {}
    for event, points, _ in scored:
        number = _scoring_move(events, event, points)
        if number is not None:
            totals[number] = totals.get(number, 0) + points.points
    if not totals:
        return None
    best = max(sorted(totals), key=lambda number: totals[number])
    move = events[best - 1]
    assert isinstance(move, PublicMoved)
    return BestMove(move.seat, move.round, move.move, totals[best])


def _scoring_move(events: Sequence[PublicEvent], event: Scorer, points: PublicPoints) -> int | None:
    """Return the number of the move that brought *points*; None for those of a deal.

    A pass is paid for by a later event: the last move before the pass brought it.
    """
    if points.pass_event is None:
        return event.number if isinstance(event, PublicMoved) else None
    before = events[: points.pass_event - 1]
    return next(one.number for one in reversed(before) if isinstance(one, PublicMoved))
