"""Building the opening book in pieces that any number of machines can work on.

Only the positions of the last ply are solved; those before follow from their children. The
threads share one table, for neighbouring positions have much of their trees in common. Work
lies in a directory of text files, a line for each position solved:

    piece-3-of-16.txt      <number of the position, in hexadecimal> <score>

A piece is only ever appended to, so a run can stop at any moment and go on later; pieces of
other machines are merged by copying them into the directory.
"""

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

import numpy as np

from galo.errors import ConfigError
from galo.players.budget import Budget
from galo.players.connect_four.book import Book
from galo.players.connect_four.openings import FULL, WON, children_of, openings, state_of
from galo.players.connect_four.search import score_of_winning
from galo.players.connect_four.solver import Solver
from galo.players.connect_four.threats import BOTTOM
from galo.players.connect_four.transposition_table import TranspositionTable
from galo.players.player import Limit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from galo.arrays import IntVector


TASK = 8  # neighbouring positions
PIECE = "piece-{}-of-{}.txt"
UNKNOWN = np.int8(99)  # no score

Solved = list[tuple[int, int]]  # number, score


@dataclass(frozen=True)
class Share:
    """The part of one machine: task *index* of every *count*, from 1."""

    index: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> "Share":
        """Return the share that *text*, such as 3/16, writes."""
        index, _, count = text.partition("/")
        if index.isdecimal() and count.isdecimal() and 1 <= int(index) <= int(count):
            return cls(int(index), int(count))
        raise ConfigError(f"slice {text!r} is not one such as 3/16, from 1/16 to 16/16")

    def tasks(self, numbers: "IntVector") -> list[list[int]]:
        """Return the tasks of this share of *numbers*, each of a few neighbours."""
        firsts = range((self.index - 1) * TASK, len(numbers), self.count * TASK)
        return [numbers[first : first + TASK].tolist() for first in firsts]


def read_work(directory: Path) -> dict[int, int]:
    """Return the score of every position solved in the pieces of *directory*."""
    solved = {}
    for path in sorted(directory.glob(PIECE.format("*", "*"))):
        lines = whole_lines(path.read_bytes()).decode(errors="replace").splitlines()
        for line in filter(None, lines):
            try:
                number, score = line.split()
                solved[int(number, 16)] = int(score)
            except ValueError:
                raise ConfigError(f"{str(path)!r} is damaged: {line!r}") from None
    return solved


def whole_lines(content: bytes) -> bytes:
    """Return *content* without a last line that was cut off."""
    return content[: content.rfind(b"\n") + 1]


class Build:
    """The positions of *plies* stones, those solved so far, and where they are kept."""

    def __init__(self, directory: Path, plies: int, share: Share) -> None:
        self.directory = directory
        self.plies = plies
        self.levels = openings(plies)
        self.solved = read_work(directory)
        self.path = directory / PIECE.format(share.index, share.count)
        tasks = [self._missing(task) for task in share.tasks(self.levels[-1])]
        self.tasks = [task for task in tasks if task]

    def _missing(self, numbers: list[int]) -> list[int]:
        return [number for number in numbers if number not in self.solved]

    @property
    def left(self) -> int:
        """How many positions of this share are not solved yet."""
        return sum(map(len, map(self._missing, self.tasks)))

    @property
    def left_of_all(self) -> int:
        """How many positions of all shares are not solved yet."""
        return len(self._missing(self.levels[-1].tolist()))

    def run(self, jobs: int, megabytes: int, budget: Budget) -> Iterator[int]:
        """Solve what is left until *budget* is spent; yield how many were solved, task by task."""
        self.directory.mkdir(parents=True, exist_ok=True)
        with self.path.open("a+b") as piece:
            piece.seek(0)
            piece.truncate(len(whole_lines(piece.read())))
            for solved in in_threads(self.tasks, jobs, TranspositionTable(megabytes), budget):
                piece.write(b"".join(b"%x %d\n" % pair for pair in solved))
                piece.flush()
                self.solved.update(solved)
                yield len(solved)

    def book(self) -> Book | None:
        """Return the book, None while positions are missing."""
        last = [self.solved.get(number, UNKNOWN) for number in self.levels[-1].tolist()]
        scores = [np.array(last, np.int8)]
        if (scores[0] == UNKNOWN).any():
            return None
        for ply in reversed(range(self.plies)):
            scores.insert(0, scores_before(ply, self.levels[ply : ply + 2], scores[0]))
        numbers = np.concatenate(self.levels)
        order = np.argsort(numbers)
        return Book(self.plies, numbers[order], np.concatenate(scores)[order])


def scores_before(
    ply: int, levels: "list[IntVector]", after: "NDArray[np.int8]"
) -> "NDArray[np.int8]":
    """Return the scores of levels[0], of *ply* stones, from *after*, those of levels[1]."""
    children = children_of(levels[0])
    found = np.searchsorted(levels[1], children).clip(max=len(after) - 1)
    scores = np.where(children == FULL, -UNKNOWN, -after[found])
    scores[children == WON] = score_of_winning(ply, 1)
    best: NDArray[np.int8] = scores.max(axis=1)
    return best


def in_threads(
    tasks: list[list[int]], jobs: int, table: TranspositionTable, budget: Budget
) -> Iterator[Solved]:
    """Yield the scores of each of *tasks* as soon as one of *jobs* threads has solved it."""
    solvers: SimpleQueue[Solver] = SimpleQueue()
    for _ in range(jobs):
        solvers.put(Solver(table))
    # Compiled here and not in a thread, for whose end an interrupted run would have to wait.
    Solver(table).bounds(state_of(BOTTOM), Budget(Limit(nodes=1)))

    def work(task: list[int]) -> Solved:
        solver = solvers.get()
        try:
            return solve_task(task, solver, budget)
        finally:
            solvers.put(solver)

    waiting = iter(tasks)
    with ThreadPoolExecutor(jobs) as pool:
        running: set[Future[Solved]] = set()
        try:
            while True:
                for task in islice(waiting, 2 * jobs - len(running) if budget.portion() else 0):
                    running.add(pool.submit(work, task))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        finally:
            budget.end()  # an interrupted run does not wait for the rest


def solve_task(task: list[int], solver: Solver, budget: Budget) -> Solved:
    """Return the scores of the positions of *task*, as many as *budget* allows."""
    solved = []
    for number in task:
        lower, upper = solver.bounds(state_of(number), budget)
        if lower < upper:
            break
        solved.append((number, lower))
    return solved
