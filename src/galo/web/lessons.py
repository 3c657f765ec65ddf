"""Lessons: small positions of a game, each with the moves that are right, and what follows them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from galo.games.game import Game, Move, Position
from galo.games.registry import make_game
from galo.players.registry import levels_of
from galo.web.events import MadeBy
from galo.web.game_features import script_of
from galo.web.public_events import PublicMoved, PublicPoints
from galo.web.seats import SeatKind
from galo.web.table import Phase
from galo.web.view import Frame, SeatView, TableView

LESSONS = Path(__file__).with_name("lessons.json")
OPPONENT = "beginner"  # the level that sits at the other seats
START_SEED = 2
MOST_FORCED = 4  # passes and draws that are shown after a move


@dataclass(frozen=True)
class Lesson:
    """A position, and for every move that is right the moments that follow it."""

    id: str
    view: TableView
    right: Mapping[str, list[Frame]]


@dataclass(frozen=True)
class LessonList:
    """The lessons of a game, easiest first, and how it begins."""

    game: str
    start: TableView
    lessons: list[Lesson]


def lesson_count(name: str) -> int:
    """Return how many lessons the game *name* has."""
    return len(_written().get(name, ()))


@cache
def lessons_of(name: str) -> LessonList:
    """Return the lessons of the game *name*; none for a game that has none."""
    game = make_game(name)
    start = game.start(START_SEED if game.has_chance else None)
    return LessonList(
        game=name,
        start=_view(start, start.mover or 0, None),
        lessons=[_lesson(game, **written) for written in _written().get(name, ())],
    )


@cache
def _written() -> dict[str, list[dict[str, Any]]]:
    written: dict[str, list[dict[str, Any]]] = json.loads(LESSONS.read_text(encoding="utf-8"))
    return written


def _lesson(game: Game, id: str, position: str, right: Mapping[str, list[str]]) -> Lesson:
    start = game.from_text(position)
    seat = start.mover
    assert seat is not None
    frames = {move: list(_frames(start, seat, [move, *replies])) for move, replies in right.items()}
    return Lesson(id, _view(start, seat, None), frames)


def _frames(position: Position, seat: int, moves: list[str]) -> Iterator[Frame]:
    """Yield what *seat* sees after each of *moves*, and after what the rules then force."""
    number = 0
    while moves or (number <= MOST_FORCED and position.forced_move):
        move = position.parse_move(moves.pop(0)) if moves else position.forced_move
        assert move is not None
        after = position.play(move)
        number += 1
        yield Frame(_event(position, move, after, number), _view(after, seat, move))
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


def _view(position: Position, seat: int, last: Move | None) -> TableView:
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
