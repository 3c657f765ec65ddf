"""The analysis of a position, as the engine of its game gives it; only workers come here."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from galo.games.game import Observation
from galo.players.player import Limit

Json = dict[str, Any]


def analysis_of(seen: Observation, limit: Limit, is_enough: Callable[[], bool]) -> Json:
    """Return what *seen*, where nothing is hidden, is worth for the seat to move."""
    analyse = import_module(f"galo.players.{seen.game.name}.analysis").analyse
    *_, last = analyse(seen.complete(), limit, is_enough)
    found: Json = last.to_json()
    return found
