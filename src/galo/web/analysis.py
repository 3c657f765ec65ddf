"""The analysis of a position, as the engine of its game gives it; only workers come here."""

from collections.abc import Callable
from typing import Any

from galo.games.game import Observation
from galo.players.player import Limit
from galo.players.registry import analyst_of


def analysis_of(seen: Observation, limit: Limit, is_enough: Callable[[], bool]) -> dict[str, Any]:
    """Return the analysis of *seen*, where nothing is hidden, for the seat to move."""
    analyse = analyst_of(seen.game.name)
    assert analyse is not None
    *_, last = analyse(seen.complete(), limit, is_enough)
    found: dict[str, Any] = last.to_json()
    return found
