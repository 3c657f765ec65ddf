"""Lessons: small positions of a game, each with the moves that are right, and what follows them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from galo.games.game import Game
from galo.games.registry import make_game
from galo.web.exercise import frames_after, view_of_position
from galo.web.view import Frame, TableView

LESSONS = Path(__file__).with_name("lessons.json")
START_SEED = 2


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
        start=view_of_position(start, start.mover or 0, None),
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
    frames = {
        move: list(frames_after(start, seat, [move, *replies])) for move, replies in right.items()
    }
    return Lesson(id, view_of_position(start, seat, None), frames)
