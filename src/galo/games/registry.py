"""The games by name; a game's module is imported when it is first asked for."""

from importlib import import_module

from galo.errors import ConfigError, UnknownNameError
from galo.games.game import Game
from galo.games.options import Value, split_name

GAMES = {
    "dominoes4": "Dominoes4",
    "dominoes2": "Dominoes2",
    "lines_of_action": "LinesOfAction",
    "connect_four": "ConnectFour",
}


def game_names() -> tuple[str, ...]:
    """Return the names of all games."""
    return tuple(GAMES)


def make_game(text: str, /, **options: Value) -> Game:
    """Return the game that *text*, `name` or `name:key=value,…`, and *options* describe."""
    name, written = split_name(text)
    if name not in GAMES:
        raise UnknownNameError("game", name, GAMES)
    for twice in written.keys() & options.keys():
        raise ConfigError(f"option {twice!r} of {name} is given twice")
    game_class: type[Game] = getattr(import_module(f"galo.games.{name}"), GAMES[name])
    return game_class(**written, **options)
