"""A position to try a move in, as a table would show it: what lessons and puzzles share."""

from collections.abc import Iterator

from galo.games.game import Move, Position
from galo.players.registry import levels_of
from galo.web.events import MadeBy
from galo.web.game_features import script_of
from galo.web.public_events import PublicMoved, PublicPoints
from galo.web.seats import SeatKind
from galo.web.table import Phase
from galo.web.view import Frame, SeatView, TableView

OPPONENT = "beginner"  # the level that sits at the other seats
MOST_FORCED = 4  # passes and draws that are shown after a move


def frames_after(position: Position, seat: int, moves: list[str]) -> Iterator[Frame]:
    """Yield what *seat* sees after each of *moves*, and after what the rules then force."""
    number = 0
    while moves or (number <= MOST_FORCED and position.forced_move):
        move = position.parse_move(moves.pop(0)) if moves else position.forced_move
        assert move is not None
        after = position.play(move)
        number += 1
        yield Frame(_event(position, move, after, number), view_of_position(after, seat, move))
        position = after


def _event(before: Position, move: Move, after: Position, number: int) -> PublicMoved:
    assert before.mover is not None
    scored = after.points[len(before.points) :]
    return PublicMoved(
        number=number,
        seat=before.mover,
        move=move.text,
        points=tuple(
            PublicPoints(each.kind, each.seat, each.side, each.points, each.passer)
            for each in scored
        ),
        round=after.round_number,
        by=MadeBy.PERSON if number == 1 else MadeBy.AGENT,
    )


def view_of_position(position: Position, seat: int, last: Move | None) -> TableView:
    """Return *position* as *seat* would see it at a table of beginners."""
    game = position.game
    is_turn = position.mover == seat and position.forced_move is None
    return TableView(
        table="",
        game=game.name,
        options={},
        you=seat,
        host=False,
        listed=False,
        phase=Phase.OVER if position.is_over else Phase.PLAYING,
        sides=game.sides,
        tools=[],
        script=script_of(game),
        seats=_seats(position, seat),
        mover=position.mover,
        forced=None,
        pace=0.0,
        clock=None,
        help=False,
        offer=None,
        moves=[position.move_details(move) for move in position.legal_moves] if is_turn else [],
        controls=[],
        outcome=position.outcome,
        can_review=False,
        rematch=None,
        summary=None,
        open_board=None,
        board=position.board(seat, last.text if last else None),
    )


def _seats(position: Position, you: int) -> list[SeatView]:
    game, sizes = position.game, position.hand_sizes
    agent = levels_of(game.name)[OPPONENT]
    return [
        SeatView(
            name="" if seat == you else agent,
            kind=SeatKind.PERSON if seat == you else SeatKind.AGENT,
            agent=None if seat == you else agent,
            level=None if seat == you else OPPONENT,
            away=False,
            out_of_time=False,
            invite=None,
            tiles=sizes[seat] if sizes else None,
            side=game.side_of(seat),
        )
        for seat in range(game.seats)
    ]
