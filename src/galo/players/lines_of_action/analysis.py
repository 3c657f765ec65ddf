"""The best lines of a position of Lines of Action, deeper and deeper.

for analysis in analyse(position, Limit(seconds=2)):
    show(analysis.lines)        # best first: moves, value for the side to move, depth
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from galo.games.game import Move, Observation
from galo.games.lines_of_action import LinesOfActionPosition
from galo.players.lines_of_action.champion import AnalysedLine, Champion
from galo.players.player import Limit, Reason

LINES = 3
WEIGHTS = "tuned"


@dataclass(frozen=True)
class LineAnalysis:
    """The best lines of a position, best first."""

    lines: tuple[AnalysedLine, ...]

    @property
    def best(self) -> tuple[Move, ...]:
        """The first move of the best line."""
        return self.lines[0].moves[:1]

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The facts behind the best line."""
        return self.lines[0].reasons

    def to_json(self) -> dict[str, Any]:
        """Return the lines and the reasons as screens read them."""
        return {
            "lines": [_line(line) for line in self.lines],
            "reasons": [reason.to_json() for reason in self.reasons],
        }


def _line(line: AnalysedLine) -> dict[str, Any]:
    return {
        "line": [move.text for move in line.moves],
        "value": round(line.value, 3),
        "depth": line.depth,
        "moves": line.moves_to_end,
    }


def analyse(
    position: LinesOfActionPosition | Observation,
    limit: Limit,
    stopped: Callable[[], bool] | None = None,
) -> Iterator[LineAnalysis]:
    """Yield analyses of *position*, each one ply deeper, until *limit* or *stopped* ends them."""
    is_first = True
    for lines in _champion().analyse(position, limit, LINES, stopped):
        # A ply that time cut short leaves lines of two depths, whose values contradict each other.
        if is_first or len({line.depth for line in lines}) == 1:
            yield LineAnalysis(tuple(lines))
        is_first = False


@cache
def _champion() -> Champion:
    return Champion(WEIGHTS)
