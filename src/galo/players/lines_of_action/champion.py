"""The engine as a player, and as an analyst for the screens."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event

from galo.errors import ConfigError
from galo.games.game import Move, Observation, Position
from galo.games.lines_of_action import LinesOfActionPosition
from galo.players.budget import Budget
from galo.players.lines_of_action.engine import DEEPEST, PORTION, Engine, Line
from galo.players.lines_of_action.evaluation import read_tables
from galo.players.lines_of_action.reasons import reasons
from galo.players.player import Decision, Limit, Reason, check_turn
from galo.rng import Stream

UNLIMITED = Limit(nodes=100_000)  # what a limit means that limits nothing here
MOST_LINES = 10


@dataclass(frozen=True)
class Analysis:
    """One of the best ways to go on, as deep as it was looked at."""

    moves: tuple[Move, ...]
    value: float  # what the side to move can hope for, from 0, lost, to 1, won
    depth: int
    nodes: int
    plies_to_end: int | None  # if it is won for one side
    moves_to_end: int | None  # of that side
    reasons: tuple[Reason, ...]  # for playing the best line; none for the others


class Champion:
    """Searches as deep as its limit lets it; told to `stop`, it answers at once."""

    name = "champion"

    def __init__(self, weights: str) -> None:
        self._tables = read_tables(weights)
        self._stopped = Event()

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        check_turn(observation)
        position = _checked(observation.complete())
        self._stopped.clear()
        if len(position.legal_moves) == 1:
            limit = Limit(depth=1)
        engine, budget, depth = self._prepare(position, limit)
        *_, (line,) = engine.lines(depth, 1, budget)
        move = _move(position, line.moves[0])
        found = reasons(position, move, line)
        return Decision(move, line.chance, line.depth, budget.used, found)

    def analyse(
        self,
        position: Position,
        limit: Limit,
        lines: int = 1,
        stopped: Callable[[], bool] | None = None,
    ) -> Iterator[tuple[Analysis, ...]]:
        """Yield the best *lines*, best first, each time one ply deeper, until *stopped* or done."""
        position = _checked(position)
        if position.is_over:
            raise ConfigError(f"nothing to analyse, the game is over: {position.to_text()}")
        if not 1 <= lines <= MOST_LINES:
            raise ConfigError(f"{lines} lines: there must be from 1 to {MOST_LINES}")
        self._stopped.clear()
        engine, budget, depth = self._prepare(position, limit, stopped)
        for found in engine.lines(depth, lines, budget):
            yield tuple(_analysis(position, line, line is found[0]) for line in found)

    def stop(self) -> None:
        """End the search that is going on in another thread, with what it has found."""
        self._stopped.set()

    def _prepare(
        self,
        position: LinesOfActionPosition,
        limit: Limit,
        stopped: Callable[[], bool] | None = None,
    ) -> tuple[Engine, Budget, int]:
        """Return what searches *position*, what keeps the *limit*, and the depth to go to."""
        if limit.seconds is limit.nodes is limit.depth is None:
            limit = UNLIMITED

        def is_stopped() -> bool:
            return self._stopped.is_set() or (stopped is not None and stopped())

        budget = Budget(limit, is_stopped, PORTION)
        return Engine(position, self._tables, limit), budget, limit.depth or DEEPEST


def _checked(position: Position) -> LinesOfActionPosition:
    assert isinstance(position, LinesOfActionPosition)
    return position


def _move(position: Position, code: int) -> Move:
    return next(move for move in position.legal_moves if move.code == code)


def _analysis(position: LinesOfActionPosition, line: Line, is_best: bool) -> Analysis:
    moves = _played(position, line)
    why = reasons(position, moves[0], line) if is_best else ()
    return Analysis(
        moves, line.chance, line.depth, line.nodes, line.plies_to_end, line.moves_to_end, why
    )


def _played(position: Position, line: Line) -> tuple[Move, ...]:
    """Return the moves of *line* until the game from *position* is over."""
    moves: list[Move] = []
    for code in line.moves:
        if position.is_over:
            break  # by repetition, which the search is more patient with
        moves.append(_move(position, code))
        position = position.play(moves[-1])
    return tuple(moves)
