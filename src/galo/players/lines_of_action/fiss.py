"""The program of fiss2010: seven heuristics under weights that a genetic algorithm found.

The weights are the report's, by run; each run dropped what the one before found useless.
Under a limit of seconds or nodes it deepens iteratively up to its depth, else it searches once.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

import numpy as np

from galo.errors import ConfigError, UnknownNameError
from galo.games.game import Observation
from galo.games.lines_of_action import LinesOfActionPosition
from galo.games.rules.lines_of_action import Rules
from galo.players.budget import Budget
from galo.players.checked_player import CheckedPlayer
from galo.players.lines_of_action.fiss_heuristics import NAMES, ONE, WEIGHT_BITS
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
from galo.players.player import Decision, Limit, position_for
from galo.stream import Stream

DEEPEST = 20
PORTION = 2048  # positions evaluated between two looks at the clock


class Fiss(CheckedPlayer):
    """Plays the move of highest value *depth* plies ahead."""

    name = "fiss"

    def __init__(self, weights: str | Sequence[float], depth: int) -> None:
        if depth > DEEPEST:
            raise ConfigError(f"depth {depth} is more than {DEEPEST}, the deepest fiss can go")
        vector = named_weights(weights) if isinstance(weights, str) else checked(weights, "weights")
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
        return Decision(move, self._share(value), reached, budget.used)

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


def named_weights(name: str) -> list[float]:
    """Return the eight weights called *name*, or those in the file *name*."""
    named = _named()
    if name in named:
        return [named[name].get(key, 0.0) for key in NAMES]
    path = Path(name)
    if not path.is_file():
        raise UnknownNameError("weights of fiss", name, [*named, "or a file"])
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ConfigError(f"cannot read weights from {name!r}: {problem}") from None
    return checked(content, f"weights in {name!r}")


def checked(values: object, what: str) -> list[float]:
    """Return *values* if they are eight weights from 0 to 1, in the order of NAMES."""
    numbers = list(values) if isinstance(values, Sequence) else []
    good = [isinstance(number, int | float) and 0 <= number <= 1 for number in numbers]
    if len(numbers) != len(NAMES) or not all(good):
        raise ConfigError(f"{what} are {values!r}, not {len(NAMES)} numbers from 0 to 1")
    return [float(number) for number in numbers]


@cache
def _named() -> Mapping[str, Mapping[str, float]]:
    text = files("galo.players.lines_of_action").joinpath("weights.json").read_text("utf-8")
    named: Mapping[str, Mapping[str, float]] = json.loads(text)["fiss"]
    return named
