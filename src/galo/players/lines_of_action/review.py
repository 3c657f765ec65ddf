"""How Lines of Action is reviewed: by the engine of the champion.

The move played is searched as deep as the best one was, so that both are seen equally far. A
score becomes a chance to win by a logistic curve that is fitted to games of the champion against
itself (`bench/strength/review.py fit`).
"""

from math import exp
from typing import NamedTuple

from galo.games.game import Move, Position
from galo.games.lines_of_action import LinesOfActionPosition
from galo.players.budget import Budget
from galo.players.lines_of_action.engine import DEEPEST, PORTION, Engine, PrincipalVariation
from galo.players.lines_of_action.evaluation import read_tables
from galo.players.lines_of_action.reasons import reasons
from galo.players.lines_of_action.transposition_table import PROVEN
from galo.players.lines_of_action.weights import CHAMPION_DEFAULT
from galo.players.player import Limit, position_for
from galo.players.reviewer import Judgement, Moment, OptionValue, Scale
from galo.stream import Stream

NODES = 100_000  # for each position, where the limit says nothing
MOST_TIMES = 4  # of the nodes for the best move, for another one as deep
SCORE_SCALE = 200.0  # a side ahead by this score won with odds of e to 1
DRAWN = 0.5


class Valued(NamedTuple):
    """What a move is worth for the side that makes it."""

    score: int
    option: OptionValue


class Reviewer:
    """Compares the engine's value of the move played with that of the best one."""

    scale = Scale(inaccuracy=0.05, mistake=0.1, blunder=0.2, spread=0.2)

    def __init__(self, limit: Limit) -> None:
        is_limited = any((limit.seconds, limit.nodes, limit.depth))
        self.limit = limit if is_limited else Limit(nodes=NODES)
        self._tables = read_tables(CHAMPION_DEFAULT)

    def study(self, position: Position, played: Move | None, rng: Stream) -> Moment:
        """Return the engine's chance in *position*, and the loss of the move *played*."""
        position = position_for(position, LinesOfActionPosition, "the reviewer of lines_of_action")
        variation = self.search(position, self.limit)
        best = _move(position, variation.moves[0])
        value = chance_of(variation.score)
        chance = value if position.mover == 0 else 1 - value
        if played is None:
            return Moment(chance, None)
        options = [OptionValue(best, value, None)]
        if played != best:
            own = self._value_after(position, played, variation)
            options.append(OptionValue(played, min(own, value), None))
        loss = value - options[-1].value
        return Moment(
            chance, Judgement(tuple(options), loss, 0.0, reasons(position, best, variation))
        )

    def _value_after(
        self, position: LinesOfActionPosition, played: Move, best: PrincipalVariation
    ) -> float:
        """Return the chance of the mover after *played*, searched as deep as *best* was."""
        after = position.play(played)
        if after.outcome is not None:
            scores = after.outcome.scores
            return (
                float(scores[position.state.mover]) if after.outcome.winner is not None else DRAWN
            )
        limit = Limit(
            seconds=self.limit.seconds,
            nodes=self.limit.nodes and MOST_TIMES * self.limit.nodes,
            depth=max(best.depth - 1, 1),
        )
        return 1 - chance_of(self.search(after, limit).score)

    def search(self, position: LinesOfActionPosition, limit: Limit) -> PrincipalVariation:
        """Return the best line that the engine finds in *position* within *limit*."""
        engine, budget = Engine(position, self._tables, limit), Budget(limit, None, PORTION)
        *_, (variation,) = engine.deepen(limit.depth or DEEPEST, 1, budget)
        return variation


def chance_of(score: int) -> float:
    """Return the chance to win of the side to move whose position has this *score*."""
    if abs(score) > PROVEN:
        return float(score > 0)
    return 1 / (1 + exp(-score / SCORE_SCALE))


def _move(position: Position, code: int) -> Move:
    return next(move for move in position.legal_moves if move.code == code)
