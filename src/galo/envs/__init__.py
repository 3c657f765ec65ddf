"""The games as environments of the libraries that train agents: `pip install 'galo[rl]'`.

aec(game)                 PettingZoo: every seat is an agent
single(game, opponents)   Gymnasium: one seat learns, agents play the others
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from galo.extras import require
from galo.games.game import Game
from galo.games.registry import make_game

if TYPE_CHECKING:
    from galo.envs.agents_env import AgentsEnv
    from galo.envs.single_env import SingleEnv
    from galo.players.player import Player


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


def _game(game: str | Game) -> Game:
    return make_game(game) if isinstance(game, str) else game
