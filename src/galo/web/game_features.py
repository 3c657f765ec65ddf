"""What the site offers for a game: its tools, and the script that draws it."""

from functools import cache
from pathlib import Path

from galo.games.game import Game
from galo.players.registry import game_agents

STATIC = Path(__file__).parent / "static"
PLUGINS = "/plugins"  # below it, the folder of the script of each game that brings its own
GRID = "/static/games/grid.js"  # draws the board of any game that has no script of its own


def tools_of(game: Game) -> list[str]:
    """Return the commands, besides a move, that *game* can ever offer to a seat."""
    tools = ["hint", "leave"]
    if game_agents(game.name).analyst is not None:
        tools.append("analyse")
    if not game.has_chance:
        tools += ["undo", "redo"]
    if game.sides == 2:
        tools.append("resign")
    if not game.has_chance and game.seats == 2:
        tools += ["offer_draw", "ask_undo"]
    return tools


def has_reviewer(game: Game) -> bool:
    """Return whether games of *game* can be reviewed once they are over."""
    return game_agents(game.name).reviewer is not None


def script_of(game: Game) -> str:
    """Return the address of the JavaScript module that draws *game*."""
    if game.script is not None:
        return f"{PLUGINS}/{game.name}/{game.script.name}"
    return _shipped_script(game.name)


@cache
def _shipped_script(name: str) -> str:
    path = f"games/{name}.js"
    return f"/static/{path}" if (STATIC / path).exists() else GRID
