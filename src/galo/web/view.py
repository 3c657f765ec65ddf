"""What one viewer sees of a table: the JSON that a browser draws.

The board and the moves are asked of the position: `position.board(seat, last)` shows a seat its
own hand and a watcher none, and all hands only where they lie open.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from galo.errors import GaloError
from galo.games.game import FORCED, Move, Outcome, Position
from galo.games.options import Value
from galo.games.position_view import Json
from galo.web.clock import ClockView
from galo.web.commands import controls
from galo.web.errors import SiteError
from galo.web.events import MadeBy
from galo.web.game_features import has_reviewer, script_of
from galo.web.offers import Offer
from galo.web.public_events import PublicEvent, PublicMoved, PublicPoints
from galo.web.seats import SeatKind
from galo.web.summary import Summary, summary_of
from galo.web.table import Phase, Table


@dataclass(frozen=True)
class SeatView:
    """One seat as a viewer sees it."""

    name: str
    kind: SeatKind
    agent: str | None
    level: str | None
    away: bool
    out_of_time: bool  # and until its clock is set again an agent plays
    invite: str | None  # the secret of an open seat, for people at the table alone
    tiles: int | None  # in hand, where the game has hands
    side: int


@dataclass(frozen=True)
class TableView:
    """All that one viewer sees of a table; *board* and *moves* have the fields of the game."""

    table: str
    game: str
    options: Mapping[str, Value]
    you: int | None
    host: bool
    listed: bool
    phase: Phase
    sides: int
    tools: list[str]
    script: str
    seats: list[SeatView]
    mover: int | None
    forced: str | None  # what the table does for the mover: pass, draw or open
    pace: float
    clock: ClockView | None
    help: bool  # whether hints, analyses and undo are allowed
    offer: Offer | None
    moves: list[Json]
    controls: list[str]
    outcome: Outcome | None
    can_review: bool  # the game is over, and there is a reviewer of such games
    summary: Summary | None  # once the game is over
    rematch: str | None
    board: Json | None
    open_board: Json | None  # with all hands open, where agents alone play


@dataclass(frozen=True)
class Frame:
    """One moment of a replay: the move that led to it (None after a deal), and the table then."""

    event: PublicEvent | None
    view: TableView


def view_of(
    table: Table, seat: int | None, is_host: bool = False, clock: ClockView | None = None
) -> TableView:
    """Return what *seat*, or a watcher, sees of *table* now; its *clock* is running elsewhere."""
    position = table.match.position if table.match else None
    forced = table.forced_move
    is_turn = seat is not None and table.mover == seat and forced is None
    return TableView(
        table=table.identity,
        game=table.game.name,
        options=table.game.changed_options(),
        you=seat,
        host=is_host,
        listed=table.listed,
        phase=table.phase,
        sides=table.game.sides,
        tools=table.tools,
        script=script_of(table.game),
        seats=_seats(table, position, seat is not None or is_host),
        mover=table.mover,
        forced=_kind(forced) if forced else None,
        pace=table.pace,
        clock=clock,
        help=table.has_help,
        offer=table.offers.open,
        moves=_moves(position) if position and is_turn else [],
        controls=controls(table, seat, is_host),
        outcome=table.outcome,
        can_review=table.phase is Phase.OVER and has_reviewer(table.game),
        summary=summary_of(table),
        rematch=table.rematch,
        board=_board(table, position, seat) if position else None,
        open_board=_open_board(table, position, seat) if position else None,
    )


def _board(table: Table, position: Position, seat: int | None) -> Json:
    """Return the board now; all hands are open where people ended the game."""
    draw = position.revealed_board if table.settled else position.board
    return draw(seat, _last(table))


def _open_board(table: Table, position: Position, seat: int | None) -> Json | None:
    """Return the board with all hands open if no person ever sits at *table*, and there are any."""
    if not table.has_only_agents or position.hands is None:
        return None
    return position.revealed_board(seat, _last(table))


def frames_of(table: Table, seat: int | None = None) -> list[Frame]:
    """Return every moment of the game as *seat*, or a watcher, saw it.

    All hands are open once the game is over.
    """
    if table.match is None:
        return []
    base = _base_of_frames(table, seat)
    frames = [Frame(None, _at(table, base, 0))]
    for place, made in enumerate(table.made, start=1):
        event = None if made.by is None else table.public_events[made.event - 1]
        frames.append(Frame(event, _at(table, base, place)))
    return frames


def _base_of_frames(table: Table, seat: int | None) -> TableView:
    """Return what all frames have in common: nothing to choose, and nothing open beside them."""
    nothing: dict[str, Any] = {"forced": None, "offer": None, "open_board": None}
    return replace(view_of(table, seat), moves=[], controls=[], **nothing)


def branch_of(table: Table, place: int, text: str) -> Frame:
    """Return moment *place* of the game at *table*, which is over, had *text* been played there."""
    if table.phase is not Phase.OVER or table.match is None:
        raise SiteError("not_over")
    positions = table.match.positions
    if place >= len(positions) or positions[place].mover is None:
        raise SiteError("not_now")
    before = positions[place]
    assert before.mover is not None
    try:
        move = before.parse_move(text)
    except GaloError:
        raise SiteError("illegal_move", text) from None
    after = before.play(move)
    event = PublicMoved(
        number=table.number,
        seat=before.mover,
        move=move.text,
        points=tuple(PublicPoints(**vars(each)) for each in after.points[len(before.points) :]),
        round=before.round_number,
        by=MadeBy.ORIGIN,
    )
    view = replace(
        _base_of_frames(table, None),
        summary=None,
        mover=after.mover,
        outcome=after.outcome,
        seats=_seats(table, after, is_inside=False),
        board=after.revealed_board(None, move.text),
    )
    return Frame(event, view)


def _at(table: Table, base: TableView, place: int) -> TableView:
    """Return *base* as it was after the first *place* moves and deals."""
    assert table.match is not None
    position = table.match.positions[place]
    last = table.match.moves[place - 1] if place else None
    is_last = place == len(table.made)
    draw = position.revealed_board if table.phase is Phase.OVER else position.board
    return replace(
        base,
        mover=table.mover if is_last else position.mover,
        outcome=table.outcome if is_last else None,
        summary=base.summary if is_last else None,
        seats=_seats(table, position, is_inside=False),
        board=draw(base.you, last.text if last else None),
    )


def _moves(position: Position) -> list[Json]:
    """Return the moves of the seat to move, as a browser offers them."""
    return [position.move_details(move) for move in position.legal_moves]


def _kind(forced: Move) -> str:
    """Return what *forced* is: "pass", "draw", or "open" for a tile, which only its owner knows."""
    return forced.text if forced.text in FORCED else "open"


def _seats(table: Table, position: Position | None, is_inside: bool) -> list[SeatView]:
    """Return the seats; invitations only for a viewer that is *inside*: at a seat, or the host."""
    sizes = position.hand_sizes if position else None
    return [
        SeatView(
            name=seat.name,
            kind=seat.kind,
            agent=seat.agent,
            level=seat.level,
            away=seat.away,
            out_of_time=number in table.time.out,
            invite=seat.invite if is_inside and seat.kind is SeatKind.OPEN else None,
            tiles=sizes[number] if sizes else None,
            side=table.game.side_of(number),
        )
        for number, seat in enumerate(table.seats)
    ]


def _last(table: Table) -> str | None:
    """Return the last move on the board."""
    move = table.match.moves[-1] if table.match and table.match.moves else None
    return move.text if move else None
