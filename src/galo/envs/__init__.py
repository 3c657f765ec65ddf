"""The games as environments for learning.

make(game, n)             many games at once in arrays, on the CPU or on a GPU

The libraries that train agents: `pip install 'galo[rl]'`.

aec(game)                 PettingZoo: every seat is an agent
single(game, opponents)   Gymnasium: one seat learns, agents play the others
openspiel(game)           OpenSpiel: the game for its algorithms; openspiel_player: its bots here
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from galo.extras import require
from galo.games.game import Game
from galo.games.registry import make_game

if TYPE_CHECKING:
    from galo.envs.agents_env import AgentsEnv
    from galo.envs.single_env import SingleEnv
    from galo.envs.spiel.bots import BotMaker, BotPlayer
    from galo.envs.spiel.game import SpielGame
    from galo.envs.vector.environment import VectorEnvironment
    from galo.games.options import Value
    from galo.players.player import Player


def make(  # noqa: PLR0913 (an environment has as many options as people need)
    game: str | Game,
    n: int,
    device: str = "cpu",
    seed: int = 0,
    threads: int | None = None,
    plays_forced: bool = True,
    episode: str = "match",
    history: bool = True,
    **options: "Value",
) -> "VectorEnvironment":
    """Return *n* tables of *game* in arrays, on *device*: cpu, on so many *threads*, or cuda.

    With *plays_forced* a pass or a draw that is the only move is made without asking. An *episode*
    is a match or, in the games of dominoes, a round; without *history* their observations leave out
    the part of that name. *options* are those of the game.
    """
    from galo.envs.vector.environment import VectorEnvironment
    from galo.envs.vector.games import table_game

    wanted = make_game(game, **options) if isinstance(game, str) else game
    return VectorEnvironment(
        table_game(wanted, plays_forced, episode, history), n, device, seed, threads
    )


def aec(game: str | Game, plays_forced: bool = True) -> "AgentsEnv":
    """Return *game* as an environment of PettingZoo's AEC, in which every seat is an agent.

    With *plays_forced* a pass or a draw that is the only move is made without asking.
    """
    require("rl", "galo.envs")
    from galo.envs.agents_env import AgentsEnv

    return AgentsEnv(_game(game), plays_forced)


def single(
    game: str | Game,
    opponents: "Sequence[str | Player]",
    seat: int | None = None,
    plays_forced: bool = True,
) -> "SingleEnv":
    """Return *game* as an environment of Gymnasium: one *seat* learns, *opponents* play the others.

    They sit in order, from the next seat on; without a *seat* each game is played from another.
    """
    require("rl", "galo.envs")
    from galo.envs.single_env import SingleEnv

    return SingleEnv(_game(game), opponents, seat, plays_forced)


def openspiel(
    game: str | Game, episode: Literal["match", "round"] = "match", position: str = ""
) -> "SpielGame":
    """Return *game* for OpenSpiel's algorithms; `pyspiel.load_game` then knows it as `galo_NAME`.

    A *round* is worth the points by which a side is ahead in it. Where a *position* is given the
    game begins there, with each deal of the tiles in hand that fits what everybody has seen.
    """
    require("rl", "galo.envs")
    from galo.envs.spiel.game import load

    return load(_game(game), episode, position)


def openspiel_player(make_bot: "BotMaker", name: str = "openspiel") -> "BotPlayer":
    """Return a player that asks the bots of OpenSpiel that *make_bot* makes.

    It is called before every decision with the state to decide in, a `Limit` and a seed.
    """
    require("rl", "galo.envs")
    from galo.envs.spiel.bots import BotPlayer

    return BotPlayer(make_bot, name)


def _game(game: str | Game) -> Game:
    return make_game(game) if isinstance(game, str) else game
