"""Puzzles on the site: one of each game for every day, all of them to choose from, and the answers.

Before the answer a browser gets what the seat to move knows, and no more.
"""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import cache

from galo.arena.strength import Strength
from galo.games.game import Move
from galo.players.player import Reason
from galo.players.prover import ProofKind
from galo.puzzles.library import shipped_games, shipped_puzzles, themes_of
from galo.puzzles.puzzle import Puzzle
from galo.web.errors import SiteError
from galo.web.exercise import frames_after, view_of_position
from galo.web.own_statistics import game_rating
from galo.web.person_responses import GameRating
from galo.web.rating_store import RatingStore
from galo.web.view import Frame, TableView

DAILY_STEP = 7919  # a prime: no puzzle comes again before all others have


@dataclass(frozen=True)
class PuzzleOfTheDay:
    """The puzzle of a game that everybody gets today."""

    game: str
    id: str
    puzzles: int  # that the game has


@dataclass(frozen=True)
class PuzzleDay:
    """The date, in UTC, and the puzzle of each game."""

    date: str
    games: list[PuzzleOfTheDay]


@dataclass(frozen=True)
class PuzzleEntry:
    """A puzzle in the list of its game."""

    id: str
    rating: int
    themes: list[str]


@dataclass(frozen=True)
class PuzzleList:
    """All puzzles of a game, easiest first, the themes and how many have each, and today's."""

    game: str
    date: str
    daily: str
    themes: dict[str, int]
    puzzles: list[PuzzleEntry]


@dataclass(frozen=True)
class PuzzleTask:
    """A puzzle before its answer, as the seat to move sees the table."""

    id: str
    rating: int
    view: TableView


@dataclass(frozen=True)
class PuzzleValue:
    """What a move is worth: a score where the game is solved, else the chance to win."""

    move: str
    value: float
    low: float  # what it gives away, at least and at most
    high: float


@dataclass(frozen=True)
class PuzzleAnswer:
    """Whether the move is right, and all that is known of the position."""

    right: bool
    solution: list[str]
    themes: list[str]
    kind: ProofKind
    effort: dict[str, int]
    values: list[PuzzleValue]
    reasons: tuple[Reason, ...]  # what speaks for the solution
    frames: list[Frame]  # what follows the right move
    game: str
    id: str
    rating: int
    rated: GameRating | None  # the person's, at the first attempt that a token came with


def today() -> date:
    """Return the date in UTC, the same for everybody."""
    return datetime.now(UTC).date()


def puzzles_of_the_day(day: date) -> PuzzleDay:
    """Return the puzzle of each game on *day*."""
    return PuzzleDay(
        day.isoformat(),
        [
            PuzzleOfTheDay(game, daily_puzzle(game, day).id, len(shipped_puzzles(game)))
            for game in shipped_games()
        ],
    )


def daily_puzzle(game: str, day: date) -> Puzzle:
    """Return the puzzle of *game* on *day*."""
    puzzles = shipped_puzzles(game)
    return puzzles[day.toordinal() * DAILY_STEP % len(puzzles)]


def puzzle_list(game: str, day: date) -> PuzzleList:
    """Return all puzzles of *game*; *day* says which is today's."""
    puzzles = shipped_puzzles(game)
    return PuzzleList(
        game,
        day.isoformat(),
        daily_puzzle(game, day).id,
        themes_of(puzzles),
        [PuzzleEntry(one.id, one.rating, list(one.proof.themes)) for one in puzzles],
    )


def puzzle_task(game: str, id: str) -> PuzzleTask:
    """Return the puzzle *id* of *game* as the seat to move sees it."""
    puzzle = puzzle_named(game, id)
    position = puzzle.position
    assert position.mover is not None
    return PuzzleTask(id, puzzle.rating, view_of_position(position, position.mover, None))


def puzzle_answer(game: str, id: str, text: str) -> PuzzleAnswer:
    """Return the answer to the move *text* in the puzzle *id* of *game*."""
    puzzle = puzzle_named(game, id)
    position, proof = puzzle.position, puzzle.proof
    move = _legal(puzzle, text)
    is_right = puzzle.is_solved_by(move.text)
    shown = move.text if is_right else proof.solution[0]
    assert position.mover is not None
    return PuzzleAnswer(
        is_right,
        list(proof.solution),
        list(proof.themes),
        proof.kind,
        dict(proof.effort),
        [PuzzleValue(one.move, one.value, one.low, one.high) for one in proof.values],
        proof.reasons,
        list(frames_after(position, position.mover, [shown])),
        game,
        id,
        puzzle.rating,
        None,
    )


async def rated(answer: PuzzleAnswer, ratings: RatingStore, person: str) -> PuzzleAnswer:
    """Return *answer* with what it did to the rating of *person*: a later attempt does nothing."""
    score, strength = float(answer.right), Strength(answer.rating)
    place = f"{answer.game}/{answer.id}"
    change = await ratings.add_attempt(person, answer.game, place, score, strength)
    found = None if change is None else game_rating(change, is_assisted=False)
    return replace(answer, rated=found)


def puzzle_named(game: str, id: str) -> Puzzle:
    """Return the puzzle *id* of *game*; refuse one that does not exist."""
    puzzle = _by_id(game).get(id) if game in shipped_games() else None
    if puzzle is None:
        raise SiteError("no_puzzle")
    return puzzle


@cache
def _by_id(game: str) -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in shipped_puzzles(game)}


def _legal(puzzle: Puzzle, text: str) -> Move:
    for move in puzzle.position.legal_moves:
        if move.text == text:
            return move
    raise SiteError("illegal_move")
