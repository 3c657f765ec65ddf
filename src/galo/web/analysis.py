"""What a position is worth, as screens are told it; only workers come here.

    connect_four      every column: between which bounds its score lies, and the best ones
    lines_of_action   the best lines: their moves, what the mover can hope for, how deep

`moves` says how many moves the winner still makes: at most so many where the score is not exact.
"""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from galo.games.connect_four import MOVES, ConnectFourPosition
from galo.games.game import Observation
from galo.games.lines_of_action import LinesOfActionPosition
from galo.players.connect_four.analysis import Columns, analyse, moves_to_end
from galo.players.connect_four.perfect import reasons_for
from galo.players.connect_four.transposition_table import Bounds
from galo.players.lines_of_action.champion import Analysis, Champion
from galo.players.player import Limit, Reason
from galo.players.registry import make_player
from galo.web.messages import reason_fields

LINES = 3  # of Lines of Action, best first

Json = dict[str, Any]


def analysis_of(seen: Observation, limit: Limit, is_enough: Callable[[], bool]) -> Json:
    """Return what *seen*, where nothing is hidden, is worth for the seat to move."""
    position = seen.complete()
    if isinstance(position, ConnectFourPosition):
        return _columns(position, limit, is_enough)
    assert isinstance(position, LinesOfActionPosition)
    return _lines(position, limit, is_enough)


def _columns(position: ConnectFourPosition, limit: Limit, is_enough: Callable[[], bool]) -> Json:
    *_, last = analyse(position, limit, is_enough)
    chosen = last.columns[last.best]
    assert chosen is not None
    return {
        "columns": [None if one is None else _column(position, one) for one in last.columns],
        "best": [MOVES[column].text for column in _best(last.columns)],
        "reasons": reasons_json(reasons_for(position.state, chosen)),
    }


def _best(columns: Columns) -> list[int]:
    """Return the columns that no other can be better than, whatever is still unknown."""
    known = {column: one for column, one in enumerate(columns) if one is not None}
    return [
        column
        for column, one in known.items()
        if all(one.lower >= other.upper for place, other in known.items() if place != column)
    ]


def _column(position: ConnectFourPosition, bounds: Bounds) -> Json:
    # Who wins by at least so much has won at the latest then; so it is with who loses.
    sure = max(bounds.lower, 0) or min(bounds.upper, 0)
    moves = moves_to_end(position.state, sure)
    return {"low": bounds.lower, "high": bounds.upper, "moves": moves}


def _lines(position: LinesOfActionPosition, limit: Limit, is_enough: Callable[[], bool]) -> Json:
    *_, (best, *others) = _champion().analyse(position, limit, LINES, is_enough)
    others.sort(key=lambda line: -line.value)  # not all are as deep when time runs out
    return {
        "lines": [_line(one) for one in (best, *others)],
        "reasons": reasons_json(best.reasons),
    }


def _line(found: Analysis) -> Json:
    return {
        "line": [move.text for move in found.moves],
        "value": round(found.value, 3),
        "depth": found.depth,
        "moves": found.moves_to_end,
    }


def reasons_json(reasons: Iterable[Reason]) -> list[Json]:
    """Return *reasons* as they are sent."""
    return [vars(reason) for reason in reason_fields(reasons)]


@cache
def _champion() -> Champion:
    champion = make_player("lines_of_action", "champion")
    assert isinstance(champion, Champion)
    return champion
