"""`champion`: the engine as a player, and its best lines for people."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from threading import Event

from galo.errors import ConfigError
from galo.games.game import Move, Observation, Position
from galo.games.lines_of_action import LinesOfActionPosition
from galo.players.budget import Budget
from galo.players.checked_player import CheckedPlayer
from galo.players.lines_of_action.engine import DEEPEST, PORTION, Engine, PrincipalVariation
from galo.players.lines_of_action.evaluation import read_tables
from galo.players.lines_of_action.reasons import reasons
from galo.players.player import Decision, Limit, Reason, position_for
from galo.stream import Stream

UNLIMITED = Limit(nodes=100_000)  # instead of a limit without seconds, nodes or depth
MOST_LINES = 10


@dataclass(frozen=True)
class AnalysedLine:
    """One of the best lines from a position, in the moves of the game."""

    moves: tuple[Move, ...]
    value: float  # expected score of the side to move, from 0, lost, to 1, won
    depth: int
    nodes: int
    plies_to_end: int | None  # if it is won for one side
    moves_to_end: int | None  # of that side
    reasons: tuple[Reason, ...]  # for playing the best line; none for the others


class Champion(CheckedPlayer):
    """Searches as deep as its limit allows; `stop` ends a search at once with its best move."""

    name = "champion"

    def __init__(self, weights: str | Sequence[float]) -> None:
        self._tables = read_tables(weights)
        self._stopped = Event()

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        position = position_for(observation, LinesOfActionPosition, self.name)
        self._stopped.clear()
        if len(position.legal_moves) == 1:
            limit = Limit(depth=1)
        engine, budget, depth = self._prepare(position, limit)
        *_, (variation,) = engine.deepen(depth, 1, budget)
        move = _move(position, variation.moves[0])
        why = reasons(position, move, variation)
        return Decision(move, variation.expected_score, variation.depth, budget.used, why)

    def analyse(
        self,
        position: Position | Observation,
        limit: Limit,
        lines: int = 1,
        stopped: Callable[[], bool] | None = None,
    ) -> Iterator[tuple[AnalysedLine, ...]]:
        """Yield the best *lines*, best first, each time one ply deeper, until *stopped* or done."""
        position = position_for(position, LinesOfActionPosition, self.name)
        if position.is_over:
            raise ConfigError(f"nothing to analyse, the game is over: {position.to_text()}")
        if not 1 <= lines <= MOST_LINES:
            raise ConfigError(f"{lines} lines: there must be from 1 to {MOST_LINES}")
        self._stopped.clear()
        engine, budget, depth = self._prepare(position, limit, stopped)
        for best, *others in engine.deepen(depth, lines, budget):
            yield (
                _line(position, best, is_best=True),
                *(_line(position, other, is_best=False) for other in others),
            )

    def stop(self) -> None:
        """End the search that is going on in another thread; it answers with its best so far."""
        self._stopped.set()

    def _prepare(
        self,
        position: LinesOfActionPosition,
        limit: Limit,
        stopped: Callable[[], bool] | None = None,
    ) -> tuple[Engine, Budget, int]:
        """Return an engine for *position*, the budget of *limit*, and the depth to go to."""
        if limit.seconds is limit.nodes is limit.depth is None:
            limit = UNLIMITED

        def is_stopped() -> bool:
            return self._stopped.is_set() or (stopped is not None and stopped())

        budget = Budget(limit, is_stopped, PORTION)
        return Engine(position, self._tables, limit), budget, limit.depth or DEEPEST


def _move(position: Position, code: int) -> Move:
    return next(move for move in position.legal_moves if move.code == code)


def _line(
    position: LinesOfActionPosition, variation: PrincipalVariation, is_best: bool
) -> AnalysedLine:
    moves = _played(position, variation)
    return AnalysedLine(
        moves,
        variation.expected_score,
        variation.depth,
        variation.nodes,
        variation.plies_to_end,
        variation.moves_to_end,
        reasons(position, moves[0], variation) if is_best else (),
    )


def _played(position: Position, variation: PrincipalVariation) -> tuple[Move, ...]:
    """Return the moves of *variation* until the game from *position* is over."""
    moves: list[Move] = []
    for code in variation.moves:
        if position.is_over:
            break  # by repetition, which the search does not see in every variation
        moves.append(_move(position, code))
        position = position.play(moves[-1])
    return tuple(moves)
