"""Iterative deepening: principal variation search of one position, deeper and deeper.

From ASPIRATION_DEPTH on each search begins with an aspiration window around the last score.
With more than one line it searches again without the moves of the lines found before (multi-PV).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp

from galo.games.lines_of_action import LinesOfActionPosition
from galo.players.budget import Budget
from galo.players.lines_of_action.board import key_of, set_up
from galo.players.lines_of_action.evaluation import EvaluationTables
from galo.players.lines_of_action.search import DONE, begin, search
from galo.players.lines_of_action.transposition_table import MAX_LEVEL, NO_MOVE, PROVEN, WIN
from galo.players.lines_of_action.workspace import (
    BEST,
    BEST_MOVE,
    COUNT,
    EARLIER,
    MOVER,
    PHASE,
    PLY,
    QUIET,
    new_workspace,
)
from galo.players.player import Limit

DEEPEST = 60
PORTION = 2048  # nodes between two looks at the clock: a few milliseconds
ASPIRATION_DEPTH, ASPIRATION = 4, 40  # half the width of the aspiration window
SCORE_SCALE = 200.0  # a side ahead by this score is expected to win with odds of e to 1
ENTRIES_A_SECOND, MOST_ENTRIES = 1 << 20, 1 << 22  # of the transposition table, 16 bytes each


@dataclass(frozen=True)
class PrincipalVariation:
    """The best play found from a position, and its score for the side to move."""

    moves: tuple[int, ...]
    score: int  # of the evaluation; a proven win or loss beyond PROVEN
    depth: int
    nodes: int  # searched until this variation was known

    @property
    def expected_score(self) -> float:
        """The expected score of the side to move, from 0, lost, to 1, won."""
        if abs(self.score) > PROVEN:
            return float(self.score > 0)
        return 1 / (1 + exp(-self.score / SCORE_SCALE))

    @property
    def plies_to_end(self) -> int | None:
        """How many plies are left if the game is won for one side, else None."""
        return WIN - abs(self.score) if abs(self.score) > PROVEN else None

    @property
    def moves_to_end(self) -> int | None:
        """How many moves the winner still makes, None if the game is open."""
        plies = self.plies_to_end
        return None if plies is None else (plies + (self.score > 0)) // 2


class Engine:
    """One position under search."""

    def __init__(
        self, position: LinesOfActionPosition, tables: EvaluationTables, limit: Limit
    ) -> None:
        self._rules = position.game.rules
        self._moves = [move.code for move in position.legal_moves]
        state, earlier = position.state, position.earlier
        to_go = self._rules.max_plies - state.ply
        counts_plies = self._rules.max_plies > 0 and to_go <= MAX_LEVEL
        workspace = new_workspace(tables, _entries(limit), len(earlier), counts_plies)
        for number, before in enumerate(earlier):
            workspace.earlier_keys[number] = key_of(before.black, before.white)
        status = workspace.status
        status[MOVER], status[PLY], status[EARLIER] = state.mover, state.ply, len(earlier)
        workspace.frames[0, QUIET] = len(earlier)
        set_up(workspace, state.black, state.white)
        self._workspace = workspace

    def deepen(
        self, depth: int, width: int, budget: Budget
    ) -> Iterator[tuple[PrincipalVariation, ...]]:
        """Yield the *width* best variations, best first, at every depth up to *depth* reached.

        The last ones, when the *budget* has run out, may be of a search that is not finished.
        """
        width = min(width, len(self._moves))
        best = [PrincipalVariation((code,), 0, 0, 0) for code in self._moves[:width]]
        for ply in range(1, min(depth, DEEPEST) + 1):
            for rank in range(width):
                without = [variation.moves[0] for variation in best[:rank]]
                found, is_done = self._search(ply, without, best[rank], budget)
                if found is not None:
                    best = _placed(best, rank, found)
                if not is_done:
                    yield tuple(best)
                    return
            best.sort(key=lambda variation: -variation.score)
            yield tuple(best)
            if all((variation.plies_to_end or DEEPEST) <= ply for variation in best):
                return

    def _search(
        self, depth: int, without: list[int], guess: PrincipalVariation, budget: Budget
    ) -> tuple[PrincipalVariation | None, bool]:
        """Return the best variation that begins with none of *without*, and whether it is final."""
        workspace = self._workspace
        codes = [code for code in self._moves if code not in without]
        # The best move of the last depth is tried first, also before the table has it.
        codes.sort(key=lambda code: code != guess.moves[0])
        workspace.moves[0, : len(codes)] = codes
        workspace.frames[0, COUNT] = len(codes)
        alpha, beta = -WIN, WIN
        if depth >= ASPIRATION_DEPTH and abs(guess.score) <= PROVEN:
            alpha, beta = guess.score - ASPIRATION, guess.score + ASPIRATION
        failed_high = None
        while True:
            begin(workspace, depth, alpha, beta)
            while workspace.status[PHASE] != DONE:
                portion = budget.portion()
                if portion == 0:
                    return self._variation(depth, budget) or failed_high, False
                budget.spend(search(self._rules, workspace, portion))
            score = int(workspace.frames[0, BEST])
            if alpha < score < beta or (alpha, beta) == (-WIN, WIN):
                return self._variation(depth, budget), True
            failed_high = self._variation(depth, budget)  # None if the search failed low
            alpha, beta = (-WIN, beta) if score <= alpha else (alpha, WIN)

    def _variation(self, depth: int, budget: Budget) -> PrincipalVariation | None:
        """Return the principal variation of the root so far, None if no move raised alpha."""
        frame, variation = self._workspace.frames[0], self._workspace.variations[0]
        if frame[BEST_MOVE] == NO_MOVE:
            return None
        moves = tuple(map(int, variation[1 : 1 + int(variation[0])]))
        return PrincipalVariation(moves, int(frame[BEST]), depth, budget.used)


def _placed(
    variations: list[PrincipalVariation], rank: int, found: PrincipalVariation
) -> list[PrincipalVariation]:
    """Return *variations* with *found* at *rank*; the one that was there moves down."""
    others = [variation for variation in variations if variation.moves[0] != found.moves[0]]
    return [*others[:rank], found, *others[rank:]][: len(variations)]


def _entries(limit: Limit) -> int:
    """Return how many table entries a search within *limit* can make use of."""
    if limit.nodes is not None:
        return min(2 * limit.nodes, MOST_ENTRIES)
    seconds = 1.0 if limit.seconds is None else limit.seconds
    return int(min(max(seconds, 0.05) * ENTRIES_A_SECOND, MOST_ENTRIES))
