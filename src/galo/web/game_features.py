"""What the site offers for a game: its tools, and the script that draws it."""

from functools import cache
from pathlib import Path

from galo.games.game import Game

STATIC = Path(__file__).parent / "static"
GRID = "/static/games/grid.js"  # draws the board of any game that has no script of its own


def tools(game: Game) -> list[str]:
    """Return the commands, besides a move, that *game* can ever offer to a seat."""
    found = ["hint", "leave"]
    if not game.has_chance:
        found += ["analyse", "undo", "redo"]
    return found


def script_of(game: Game) -> str:
    """Return the address of the JavaScript module that draws *game*."""
    return _script_of(game.name)


@cache
def _script_of(name: str) -> str:
    own = STATIC / "games" / f"{name}.js"
    return f"/static/games/{name}.js" if own.exists() else GRID
