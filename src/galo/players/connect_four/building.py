"""Building the opening book in pieces that any number of machines can work on.

Only the positions of the last ply are solved; those before follow from their children. Work
lies in a directory of text files, a line for each position solved:

    piece-3-of-16.txt      <number of the position, in hexadecimal> <score>

Each piece is only ever appended to, so a run can stop at any moment and go on later; pieces of
other machines are merged by copying them into the directory.
"""

import mmap
import multiprocessing
import os
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from galo.errors import ConfigError
from galo.games.rules.connect_four import LAST_PLY
from galo.players.connect_four.book import Book
from galo.players.connect_four.budget import Budget
from galo.players.connect_four.openings import FULL, WON, children_of, openings, state_of
from galo.players.connect_four.search import score_of_winning
from galo.players.connect_four.solver import Solver
from galo.players.connect_four.table import Table
from galo.players.player import Limit

if TYPE_CHECKING:
    from galo.games.rules.ending import Integers

TASK = 16  # neighbouring positions: their trees overlap
SHARED_MEGABYTES = 4096
PIECE = "piece-{}-of-{}.txt"

Solved = list[tuple[int, int]]  # number, score


@dataclass(frozen=True)
class Slice:
    """The share of one machine: task *index* of every *count*, from 1."""

    index: int = 1
    count: int = 1

    @classmethod
    def parse(cls, text: str) -> "Slice":
        """Return the slice that *text*, such as 3/16, writes."""
        index, _, count = text.partition("/")
        if index.isdecimal() and count.isdecimal() and 1 <= int(index) <= int(count):
            return cls(int(index), int(count))
        raise ConfigError(f"slice {text!r} is not one such as 3/16, from 1/16 to 16/16")

    def tasks(self, numbers: "Integers") -> "list[list[int]]":
        """Return the tasks of this slice of *numbers*."""
        whole = [numbers[first : first + TASK].tolist() for first in range(0, len(numbers), TASK)]
        return whole[self.index - 1 :: self.count]


def read_work(directory: Path) -> dict[int, int]:
    """Return the score of every position solved in the pieces of *directory*."""
    solved = {}
    for path in sorted(directory.glob("*.txt")):
        for line in path.read_text(encoding="ascii", errors="replace").splitlines():
            number, _, score = line.partition(" ")
            try:
                solved[int(number, 16)] = int(score)
            except ValueError:
                continue  # the last line of a run that was cut off
    return solved


def build_rest(
    directory: Path, share: Slice, numbers: "Integers", jobs: int, seconds: float | None
) -> Iterator[int]:
    """Solve what is missing of *share* of *numbers*; yield how many were kept, as they are."""
    directory.mkdir(parents=True, exist_ok=True)
    known = read_work(directory)
    tasks = [[n for n in task if n not in known] for task in share.tasks(numbers)]
    deadline = None if seconds is None else time.time() + seconds
    path = directory / PIECE.format(share.index, share.count)
    with path.open("ab") as piece:
        piece.write(b"\n")  # ends a line that was cut off
        for solved in _in_processes([task for task in tasks if task], jobs, deadline):
            piece.write(b"".join(b"%x %d\n" % pair for pair in solved))
            piece.flush()
            yield len(solved)


def complete_book(plies: int, solved: dict[int, int]) -> Book | None:
    """Return the book that the scores of all positions of *plies* stones give, None if not all."""
    levels = openings(plies)
    scores = [np.array([solved.get(int(n), LAST_PLY) for n in levels[-1]], np.int8)]
    if (scores[0] == LAST_PLY).any():
        return None
    for ply in reversed(range(plies)):
        scores.insert(0, _scores_before(ply, levels[ply], levels[ply + 1], scores[0]))
    numbers = np.concatenate(levels)
    order = np.argsort(numbers)
    return Book(plies, numbers[order], np.concatenate(scores)[order])
