"""The games by name: galo's own, those of installed packages, and those registered here.

A game's module is imported when the game is first asked for.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint

from galo.errors import ConfigError, UnknownNameError
from galo.games import plugins
from galo.games.game import Game
from galo.games.options import Value, split_name

BUILT_IN: Mapping[str, str] = {  # name → class, in the module of that name
    "dominoes4": "Dominoes4",
    "dominoes2": "Dominoes2",
    "lines_of_action": "LinesOfAction",
    "connect_four": "ConnectFour",
}
_registered: dict[str, type[Game]] = {}


def game_names() -> tuple[str, ...]:
    """Return the names of all games that can be played, galo's own first."""
    return (*BUILT_IN, *(game.name for game in plugin_games()))


def plugin_games() -> tuple[type[Game], ...]:
    """Return the games that are not galo's own; those that cannot be used are left out."""
    found: dict[str, type[Game]] = {}
    for entry in plugins.installed(plugins.GAMES):
        try:
            found.setdefault(entry.name, _from_plugin(entry))
        except ConfigError as problem:
            plugins.warn(str(problem))
    return tuple({**found, **_registered}.values())


def game_class(name: str) -> type[Game]:
    """Return the class of the game *name*."""
    if name in BUILT_IN:
        game: type[Game] = getattr(import_module(f"galo.games.{name}"), BUILT_IN[name])
        return game
    if name in _registered:
        return _registered[name]
    for entry in plugins.installed(plugins.GAMES):
        if entry.name == name:
            return _from_plugin(entry)
    raise UnknownNameError("game", name, game_names())


def make_game(text: str, /, **options: Value) -> Game:
    """Return the game that *text*, `name` or `name:key=value,…`, and *options* describe."""
    name, written = split_name(text)
    game = game_class(name)
    for twice in written.keys() & options.keys():
        raise ConfigError(f"option {twice!r} of {name} is given twice")
    return game(**written, **options)


def register_game(game: type[Game]) -> None:
    """Add *game* to the games of this process."""
    try:
        _checked(game)
        if game.name in BUILT_IN:
            raise ConfigError("galo has a game of that name")
    except ConfigError as problem:
        raise ConfigError(f"the game {game!r} cannot be registered: {problem}") from None
    _registered[game.name] = game


def is_registered_game(name: str) -> bool:
    """Return whether only this process knows the game *name*."""
    return name in _registered


@cache
def _from_plugin(entry: EntryPoint) -> type[Game]:
    """Return the game that *entry* names."""
    try:
        game = _checked(plugins.load(entry))
        if entry.name in BUILT_IN:
            raise ConfigError("galo has a game of that name")
        if game.name != entry.name:
            raise ConfigError(f"its class calls itself {game.name!r}")
    except ConfigError as problem:
        raise plugins.unusable(entry, str(problem)) from problem.__cause__
    return game


def _checked(game: object) -> type[Game]:
    """Return *game* if it is the class of a game that can be played."""
    if not (isinstance(game, type) and issubclass(game, Game)):
        raise ConfigError(f"{game!r} is not a subclass of galo.Game")
    if not (isinstance(getattr(game, "name", None), str) and game.name.isidentifier()):
        raise ConfigError("its `name` is not a word")
    missing = [*sorted(game.__abstractmethods__)]
    if not hasattr(game, "move_help"):
        missing.append("move_help")
    if missing:
        raise ConfigError(f"it has no {', '.join(missing)}")
    return game
