"""Bots of OpenSpiel as players of galo.

    GALO_PLUGINS=galo.envs.spiel.bots galo match connect_four openspiel:simulations=1000 focused

names `openspiel` as an agent of galo's four games: OpenSpiel's Monte Carlo tree search, that
for information sets where tiles are hidden. `BotPlayer` makes a player of any other bot.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from galo.envs.spiel.game import SpielGame, load
from galo.envs.spiel.state import state_at
from galo.games.connect_four import ConnectFourPosition
from galo.games.game import Game, Observation, Position
from galo.games.options import Option
from galo.games.registry import BUILT_IN, game_class
from galo.players.checked_player import CheckedPlayer
from galo.players.dominoes.belief import belief_of
from galo.players.player import Decision, Limit
from galo.players.registry import Agent
from galo.stream import Stream

SEEDS = 1 << 31
UCT_C, SIMULATIONS = 2.0, 100
MEGABYTES = 1000  # that a tree may take

#: Makes a bot of OpenSpiel for a state that it will be asked about, a Limit, and a seed.
BotMaker = Callable[[Any, Limit, int], Any]


class BotPlayer(CheckedPlayer):
    """Asks bots of OpenSpiel; *make_bot* makes a new one for every decision, so none remembers."""

    def __init__(self, make_bot: BotMaker, name: str = "openspiel") -> None:
        self.name = name
        self._make_bot = make_bot

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        state = state_of(observation, rng)
        bot = self._make_bot(state, limit, rng.randint(0, SEEDS))
        action = int(bot.step(state))
        return Decision(observation.game.actions.move(action, observation))


def state_of(observation: Observation, rng: Stream) -> Any:
    """Return a state of OpenSpiel that looks like *observation* to its seat.

    It is one of OpenSpiel's own Connect Four, and of galo's game otherwise. What is hidden is
    drawn from *rng*: a bot that looks at it learns nothing.
    """
    position = _completed(observation, rng)
    if isinstance(position, ConnectFourPosition):
        state = pyspiel.load_game("connect_four").new_initial_state()
        for column in position.columns:
            state.apply_action(observation.game.actions.number(column))
        return state
    return state_at(_loaded(observation.game), position)


def _completed(observation: Observation, rng: Stream) -> Position:
    if observation.game.has_chance:
        return observation.complete(belief_of(observation).deal(rng))  # type: ignore[arg-type]
    return observation.complete()


@cache
def _loaded(game: Game) -> Any:
    return load(game, "round" if game.has_chance else "match", "")


def tree_search(simulations: int, uct_c: float) -> BotPlayer:
    """Return OpenSpiel's Monte Carlo tree search: a random game for each simulation."""

    def make_bot(state: Any, limit: Limit, seed: int) -> Any:
        game, count = state.get_game(), limit.nodes or simulations
        if isinstance(game, SpielGame):  # the search in C++ cannot play games written in Python
            draws = np.random.RandomState(seed)
            evaluator = mcts.RandomRolloutEvaluator(1, draws)
            return mcts.MCTSBot(game, uct_c, count, evaluator, random_state=draws)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        return pyspiel.MCTSBot(game, evaluator, uct_c, count, MEGABYTES, True, seed, False)

    return BotPlayer(make_bot)


def information_set_search(simulations: int, uct_c: float) -> BotPlayer:
    """Return OpenSpiel's Monte Carlo tree search for hidden tiles: a deal for each simulation."""

    def make_bot(state: Any, limit: Limit, seed: int) -> Any:
        draws = np.random.RandomState(seed)
        bot = ismcts.ISMCTSBot(
            state.get_game(),
            mcts.RandomRolloutEvaluator(1, draws),
            uct_c,
            limit.nodes or simulations,
            random_state=draws,
        )
        bot.set_resampler(lambda state, seat: state.resample_from_infostate(seat, draws.rand))
        return bot

    return BotPlayer(make_bot)


def _agent(game: str) -> Agent:
    makes = information_set_search if game_class(game).has_chance else tree_search
    options = (
        Option("simulations", SIMULATIONS, minimum=1),
        Option("uct_c", UCT_C, minimum=0.0),
    )
    return Agent("openspiel", __name__, makes.__name__, options, "tree search of OpenSpiel")


AGENTS = {game: (_agent(game),) for game in BUILT_IN}
