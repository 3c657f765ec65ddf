"""The program of fiss2010: seven heuristics under weights that a genetic algorithm found.

The weights are the report's, by run; each run dropped what the one before found useless.
Under a limit of seconds or nodes it deepens iteratively up to its depth, else it searches once.
"""

from collections.abc import Sequence

import numpy as np

from galo.errors import ConfigError
from galo.games.game import Observation
from galo.games.lines_of_action import LinesOfActionPosition
from galo.games.rules.lines_of_action import Rules
from galo.players.budget import Budget
from galo.players.checked_player import CheckedPlayer
from galo.players.lines_of_action.fiss_heuristics import ONE, WEIGHT_BITS
from galo.players.lines_of_action.fiss_search import (
    BEST,
    BEST_MOVE,
    KEY,
    LEVEL,
    ROWS,
    WIN,
    NegamaxWorkspace,
    begin,
    new_workspace,
    search,
)
from galo.players.lines_of_action.reasons import plain_reasons
from galo.players.lines_of_action.weights import HEURISTICS, fiss_weights
from galo.players.parameters import values_of
from galo.players.player import Decision, Limit, position_for
from galo.stream import Stream

DEEPEST = 20
BOUNDS = (0.0, 1.0)  # of a weight
PORTION = 2048  # positions evaluated between two looks at the clock


class Fiss(CheckedPlayer):
    """Plays the move of highest value *depth* plies ahead."""

    name = "fiss"

    def __init__(self, weights: str | Sequence[float], depth: int) -> None:
        if depth > DEEPEST:
            raise ConfigError(f"depth {depth} is more than {DEEPEST}, the deepest fiss can go")
        vector = values_of(weights, fiss_weights(), self.name, len(HEURISTICS), BOUNDS)
        self._weights = np.rint(np.array(vector) * (1 << WEIGHT_BITS)).astype(np.int64)
        self._depth = depth

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        position = position_for(observation, LinesOfActionPosition, self.name)
        depth = min(self._depth, limit.depth or DEEPEST)
        workspace = new_workspace(self._weights, len(position.earlier), depth)
        for row, state in zip(workspace.history, position.earlier, strict=False):
            row[:] = state[:3]
        workspace.status[ROWS], workspace.status[KEY] = len(position.earlier), rng.integer
        is_timed = limit.seconds is not None or limit.nodes is not None
        budget = Budget(limit, portion=PORTION)
        reached, code, value = 0, position.legal_moves[0].code, 0
        for ply in range(1 if is_timed else depth, depth + 1):
            begin(workspace, position.state, ply)
            if not _run(position.game.rules, workspace, budget, is_first=reached == 0):
                break
            reached, code = ply, int(workspace.frames[0, BEST_MOVE])
            value = int(workspace.frames[0, BEST])
        move = next(move for move in position.legal_moves if move.code == code)
        why = plain_reasons(position, move)
        return Decision(move, self._share(value), reached, budget.used, why)

    def _share(self, value: int) -> float:
        """Return *value* on the report's scale, from 0, lost, to 1, won."""
        if abs(value) > WIN // 2:
            return float(value > 0)
        return 0.5 + value / (2 * ONE * max(1, int(self._weights.sum())) / (1 << WEIGHT_BITS))


def _run(rules: Rules, workspace: NegamaxWorkspace, budget: Budget, is_first: bool) -> bool:
    """Search on and return True, or False where *budget* ends before, which the first ignores."""
    while workspace.status[LEVEL] >= 0:
        portion = budget.portion()
        if portion == 0 and not is_first:
            return False
        budget.spend(search(rules, workspace, max(portion, 1)))
    return True
