"""The games that can be played at many tables at once: those of galo, by their kernels."""

from importlib import import_module

from galo.envs.vector.tables import Settings, TableGame
from galo.errors import ConfigError, UnknownNameError
from galo.games.game import Game

NAMES = (
    "dominoes4",
    "dominoes2",
    "lines_of_action",
    "connect_four",
)  # each has a module of its name here
WITH_ROUNDS = ("dominoes4", "dominoes2")
EPISODES = ("match", "round")


def table_game(game: Game, plays_forced: bool, episode: str, history: bool) -> TableGame:
    """Return *game* as an environment plays it."""
    if game.name not in NAMES:
        raise ConfigError(
            f"{game.name} has no kernels for many tables at once; those that do: {', '.join(NAMES)}"
        )
    if episode not in EPISODES:
        raise UnknownNameError("episode", episode, EPISODES)
    if game.name not in WITH_ROUNDS and (episode, history) != (EPISODES[0], True):
        raise ConfigError(f"{game.name} has no rounds: episode and history are for dominoes")
    settings = Settings(plays_forced=int(plays_forced), by_round=int(episode == "round"))
    found: TableGame = import_module(f"galo.envs.vector.{game.name}").table_game(
        game, settings, history
    )
    return found
