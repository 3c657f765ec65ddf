"""The games: their rules, and the positions that people's code sees.

The package can be called: `galo.games()` returns the names of all games.
"""

import sys
from types import ModuleType


class _Games(ModuleType):
    def __call__(self) -> tuple[str, ...]:
        """Return the names of all games that can be played."""
        from galo.games.registry import game_names

        return game_names()


sys.modules[__name__].__class__ = _Games  # a function of that name would be hidden by the package
