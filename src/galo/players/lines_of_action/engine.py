"""Deeper and deeper searches of one position, with the best lines of each.

The kernels work in slices of a few milliseconds; between two of them the clock is looked at,
and whether someone wants it to stop.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp

from galo.games.lines_of_action import LinesOfActionPosition
from galo.players.budget import Budget
from galo.players.lines_of_action.board import key_of, set_up
from galo.players.lines_of_action.evaluation import Tables
from galo.players.lines_of_action.search import DONE, begin, search
from galo.players.lines_of_action.transposition_table import LONGEST, NO_MOVE, SURE, WIN
from galo.players.lines_of_action.workspace import (
    BEST,
    BEST_MOVE,
    COUNT,
    MOVER,
    PAST,
    PHASE,
    PLY,
    QUIET,
    new_memory,
)
from galo.players.player import Limit

DEEPEST = 60
PORTION = 2048  # nodes between two looks at the clock: a few milliseconds
NARROW_DEPTH, NARROW = 4, 40  # from this depth on the first window lies so close to the last value
CHANCE_SCALE = 200.0  # an advantage of so much is won by e to 1
ENTRIES_A_SECOND, MOST_ENTRIES = 1 << 20, 1 << 22  # of the table, 16 bytes each


@dataclass(frozen=True)
class Line:
    """The best play found from a position: moves, value for the side to move, and how deep."""

    moves: tuple[int, ...]
    score: int  # of the evaluation; beyond SURE a won game
    depth: int
    nodes: int  # searched until this line was known

    @property
    def chance(self) -> float:
        """What the side to move can hope for, from 0, lost, to 1, won."""
        if abs(self.score) > SURE:
            return float(self.score > 0)
        return 1 / (1 + exp(-self.score / CHANCE_SCALE))

    @property
    def plies_to_end(self) -> int | None:
        """How many plies are left if the game is won for one side, else None."""
        return WIN - abs(self.score) if abs(self.score) > SURE else None

    @property
    def moves_to_end(self) -> int | None:
        """How many moves whoever wins still makes, None if the game is open."""
        plies = self.plies_to_end
        return None if plies is None else (plies + (self.score > 0)) // 2


class Engine:
    """One position under search."""

    def __init__(self, position: LinesOfActionPosition, tables: Tables, limit: Limit) -> None:
        self._rules = position.game.rules
        self._moves = [move.code for move in position.legal_moves]
        state, earlier = position.state, position.earlier
        to_go = self._rules.max_plies - state.ply
        counts_plies = self._rules.max_plies > 0 and to_go <= LONGEST
        self._memory = new_memory(tables, _entries(limit), len(earlier), counts_plies)
        for number, before in enumerate(earlier):
            self._memory.past[number] = key_of(before.black, before.white)
        status = self._memory.status
        status[MOVER], status[PLY], status[PAST] = state.mover, state.ply, len(earlier)
        self._memory.frames[0, QUIET] = len(earlier)
        set_up(self._memory, state.black, state.white)

    def lines(self, depth: int, width: int, budget: Budget) -> Iterator[tuple[Line, ...]]:
        """Yield the *width* best lines, best first, at every depth up to *depth* that is reached.

        The last one, when the budget has run out, may be of a search that is not finished.
        """
        width = min(width, len(self._moves))
        best = [Line((code,), 0, 0, 0) for code in self._moves[:width]]
        for ply in range(1, min(depth, DEEPEST) + 1):
            for rank in range(width):
                found, is_done = self._search(
                    ply, [line.moves[0] for line in best[:rank]], best[rank], budget
                )
                if found is not None:
                    best = _placed(best, rank, found)
                if not is_done:
                    yield tuple(best)
                    return
            best.sort(key=lambda line: -line.score)
            yield tuple(best)
            if all((line.plies_to_end or DEEPEST) <= ply for line in best):
                return

    def _search(
        self, depth: int, without: list[int], guess: Line, budget: Budget
    ) -> tuple[Line | None, bool]:
        """Return the best line that begins with none of *without*, and whether the search ended."""
        memory = self._memory
        codes = [code for code in self._moves if code not in without]
        # What was best before is the first to be tried, also before the table knows of it.
        codes.sort(key=lambda code: code != guess.moves[0])
        memory.moves[0, : len(codes)] = codes
        memory.frames[0, COUNT] = len(codes)
        alpha, beta = -WIN, WIN
        if depth >= NARROW_DEPTH and abs(guess.score) <= SURE:
            alpha, beta = guess.score - NARROW, guess.score + NARROW
        surprise = None
        while True:
            begin(memory, depth, alpha, beta)
            while memory.status[PHASE] != DONE:
                portion = budget.portion()
                if portion == 0:
                    return self._found(depth, budget) or surprise, False
                budget.spend(search(self._rules, memory, portion))
            score = int(memory.frames[0, BEST])
            if alpha < score < beta or (alpha, beta) == (-WIN, WIN):
                return self._found(depth, budget), True
            surprise = self._found(depth, budget)  # a move better than the window, if any
            alpha, beta = (-WIN, beta) if score <= alpha else (alpha, WIN)

    def _found(self, depth: int, budget: Budget) -> Line | None:
        """Return the best line at the root so far, None if no move was better than expected."""
        memory = self._memory
        if memory.frames[0, BEST_MOVE] == NO_MOVE:
            return None
        moves = memory.lines[0, 1 : 1 + int(memory.lines[0, 0])]
        return Line(tuple(map(int, moves)), int(memory.frames[0, BEST]), depth, budget.used)


def _placed(lines: list[Line], rank: int, found: Line) -> list[Line]:
    """Return *lines* with *found* at *rank*; the one that was there moves down."""
    others = [line for line in lines if line.moves[0] != found.moves[0]]
    return [*others[:rank], found, *others[rank:]][: len(lines)]


def _entries(limit: Limit) -> int:
    """Return how many table entries a search within *limit* can make use of."""
    if limit.nodes is not None:
        return min(2 * limit.nodes, MOST_ENTRIES)
    seconds = 1.0 if limit.seconds is None else limit.seconds
    return int(min(max(seconds, 0.05) * ENTRIES_A_SECOND, MOST_ENTRIES))
