"""Solving Connect Four: one position, a file of positions, an opening book.

    solution = solve("4453")
    solution.score, solution.columns, solution.best

A score is 22 minus the stones that the winner will have used, negative for a loss of the player
to move, 0 for a draw.
"""

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from galo.errors import ConfigError, GaloError
from galo.games.connect_four import DISCS, ConnectFour, ConnectFourPosition
from galo.games.rules.connect_four import HEIGHT, WIDTH
from galo.players.budget import Budget, endless
from galo.players.connect_four.analysis import score_of, shared_solver
from galo.players.connect_four.book_building import Build, Share
from galo.players.connect_four.settings import BookSettings, SolverSettings
from galo.players.connect_four.solver import MOST_STONES
from galo.players.connect_four.transposition_table import Bounds
from galo.players.player import Limit

ColumnBounds = tuple[Bounds | None, ...]
STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Solution:
    """The scores of a position for the player to move; None where they are not known exactly."""

    moves: str  #: the columns played so far
    score: int | None  #: of the position: 22 minus the stones of the winner, negative if it loses
    columns: tuple[int | None, ...]  #: of every move; None also where the column is full
    best: int  #: column, from 1
    nodes: int  #: positions that the search entered
    seconds: float  #: that it took
    bounds: ColumnBounds  #: between which each score lies, None where the column is full

    def to_json(self) -> dict[str, Any]:
        """Return the object that `galo solve --json` prints."""
        content: dict[str, Any] = {"moves": self.moves, "score": self.score}
        content["columns"] = list(self.columns)
        if any(one is not None and _exact(one) is None for one in self.bounds):
            content["column_bounds"] = self.bounds
        return {**content, "best": self.best, "nodes": self.nodes, "seconds": self.seconds}

    def drawing(self) -> str:
        """Return the board with the scores below its columns."""
        position = ConnectFour().from_text(self.moves)
        rows = [
            [position.disc(column, row) for column in range(WIDTH)]
            for row in reversed(range(HEIGHT))
        ]
        rows.append([str(column + 1) for column in range(WIDTH)])
        rows.append([_score_text(column) for column in self.bounds])
        return "\n".join("".join(f"{cell:>4}" for cell in row) for row in rows) + "\n"

    def verdict(self) -> str:
        """Return a sentence: the winner, the number of its last stone, and the best columns."""
        ply = len(self.moves)
        mover = DISCS[ply % 2]
        if self.score is None:
            low, high = score_of(self.bounds)
            return f"{mover} to move: the score is from {low} to {high}; so far best: {self.best}"
        best = [str(c) for c, score in enumerate(self.columns, start=1) if score == self.score]
        winner = mover if self.score > 0 else DISCS[1 - ply % 2]
        stone = MOST_STONES - abs(self.score)
        end = f"{winner} wins with its stone number {stone}" if self.score else "a draw"
        return f"{mover} to move: {end}; best: {' '.join(best)}"


def solve(
    moves: str = "",
    *,
    book: bool = SolverSettings.book,
    seconds: float | None = SolverSettings.seconds,
    memory: int = SolverSettings.memory,
) -> Solution:
    """Return the scores of the position after *moves*, columns such as 4453.

    The search ends after *seconds* with bounds; *memory* is in megabytes.
    """
    position = read_position(moves)
    solver = shared_solver(memory, with_book=book)
    begin = time.perf_counter()
    *_, last = solver.analyses(position.state, Budget(Limit(seconds=seconds)))
    spent = time.perf_counter() - begin
    exact = tuple(None if column is None else _exact(column) for column in last.columns)
    score = _exact(last.score)
    return Solution(moves, score, exact, last.best_column + 1, last.nodes, spent, last.columns)


def read_position(moves: str) -> ConnectFourPosition:
    """Return the position after *moves*; raise if the game is over there."""
    position = ConnectFour().from_text(moves)
    if position.is_over:
        raise ConfigError(
            f"the game is over after {moves!r}, at ply {len(moves)}: nothing to solve"
        )
    return position


def _exact(bounds: Bounds) -> int | None:
    return bounds.lower if bounds.lower == bounds.upper else None


def _score_text(bounds: Bounds | None) -> str:
    """Return a score for people: +3, or >=1 while it is between bounds."""
    if bounds is None:
        return ""
    if bounds.lower == bounds.upper:
        return f"{bounds.lower:+d}" if bounds.lower else "0"
    if bounds.lower >= 0:
        return f">={bounds.lower}"
    return f"<={bounds.upper}" if bounds.upper <= 0 else "?"


class BatchLine(NamedTuple):
    """A line of a batch: a position, and its score where that is known."""

    position: ConnectFourPosition
    score: int | None


class BatchScore(NamedTuple):
    """The score that was found for a line of a batch, beside the known one, if any."""

    moves: str
    expected: int | None
    score: int
    nodes: int
    seconds: float

    @property
    def is_wrong(self) -> bool:
        """Whether another score was known."""
        return self.expected not in (None, self.score)


@dataclass(frozen=True)
class BatchSummary:
    """What `galo solve --batch` prints: counts, means over the positions, and scores."""

    positions: int
    correct: int
    mean_nodes: float
    mean_seconds: float
    seconds: float
    solved: tuple[BatchScore, ...]  # those whose score was not known
    wrong: tuple[BatchScore, ...]

    @classmethod
    def of(cls, found: Sequence[BatchScore]) -> "BatchSummary":
        """Return the summary of all lines of a batch."""
        count, seconds = len(found), sum(one.seconds for one in found)
        solved = tuple(one for one in found if one.expected is None)
        wrong = tuple(one for one in found if one.is_wrong)
        nodes = sum(one.nodes for one in found)
        return cls(
            positions=count,
            correct=count - len(solved) - len(wrong),
            mean_nodes=nodes / count,
            mean_seconds=seconds / count,
            seconds=seconds,
            solved=solved,
            wrong=wrong,
        )

    @property
    def checked(self) -> int:
        """How many scores were known before."""
        return self.positions - len(self.solved)

    def to_json(self) -> dict[str, Any]:
        """Return the object that `galo solve --batch FILE --json` prints."""
        content = {**vars(self)}
        content["solved"] = [{"moves": one.moves, "score": one.score} for one in self.solved]
        content["wrong"] = [
            {"moves": one.moves, "score": one.score, "expected": one.expected} for one in self.wrong
        ]
        return content


def read_batch(path: Path) -> list[BatchLine]:
    """Return the lines of the file *path*, or of standard input if that is `-`.

    A line is "moves score", or "moves" alone where the score is not known; empty ones are skipped.
    """
    try:
        text = sys.stdin.read() if str(path) == STANDARD_INPUT else path.read_text(encoding="utf-8")
    except OSError as problem:
        raise ConfigError(f"cannot read {str(path)!r}: {problem.strerror}") from None
    except UnicodeDecodeError as problem:
        raise ConfigError(f"cannot read {str(path)!r}: {problem}") from None
    batch = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            words = line.split()
            if words:
                moves, *scores = words
                (score,) = map(int, scores) if scores else (None,)
                batch.append(BatchLine(read_position(moves), score))
        except GaloError as problem:
            raise ConfigError(f"line {number} of {str(path)!r}: {problem}") from None
        except ValueError:
            raise ConfigError(
                f"line {number} of {str(path)!r} is {line!r}; write moves, or moves and score, "
                "as 4453 3"
            ) from None
    if not batch:
        raise ConfigError(f"{str(path)!r} is empty; write moves and score on each line, as 4453 3")
    return batch


def solve_batch(
    batch: Iterable[BatchLine],
    *,
    book: bool = SolverSettings.book,
    memory: int = SolverSettings.memory,
) -> Iterator[BatchScore]:
    """Yield the score found for each line of *batch*, the table being empty before each."""
    solver = shared_solver(memory, with_book=book)
    for position, expected in batch:
        before, begin = solver.solver.nodes, time.perf_counter()
        solver.solver.clear()
        score = solver.bounds(position.state, endless()).lower
        seconds = time.perf_counter() - begin
        nodes = solver.solver.nodes - before
        yield BatchScore(position.to_text(), expected, score, nodes, seconds)


class BookState(NamedTuple):
    """How far an opening book is: positions left on all machines, those in it once complete."""

    left: int
    positions: int | None
    seconds: float


def build_book(
    out: Path,
    settings: BookSettings,
    work: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> BookState:
    """Solve the positions of a book and write it to *out* once none is left.

    Solved positions are kept in the directory *work*, from which the next call goes on.
    *progress* gets the positions solved by this call so far, and those that it had to solve.
    """
    begin = time.perf_counter()
    share = Share.parse(settings.share)
    building = Build(work or out.with_name(f"{out.name}.work"), settings.plies, share)
    budget = Budget(Limit(seconds=settings.seconds))
    total, done = building.left, 0
    for solved in building.run(settings.jobs or os.cpu_count() or 1, settings.memory, budget):
        done += solved
        if progress is not None:
            progress(done, total)
    book = building.book()
    if book is not None:
        out.write_bytes(book.to_bytes())
    positions = None if book is None else len(book)
    return BookState(building.left_of_all, positions, time.perf_counter() - begin)
