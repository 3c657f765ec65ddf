"""A game as OpenSpiel plays it: `galo_dominoes4` and so on, with the options as parameters.

Tiles are dealt in chance nodes, one after another, seat by seat. Passes and draws that are the
only move are made without asking, as in the other environments.
"""

from typing import Any, ClassVar

import pyspiel

from galo.envs.spiel.observer import Observer
from galo.envs.spiel.start import Start, deals_of
from galo.envs.spiel.state import GameState
from galo.errors import ConfigError
from galo.games.game import Game
from galo.games.options import Option, Value
from galo.games.registry import BUILT_IN, game_class, make_game

PREFIX = "galo_"
EPISODES = ("match", "round")
NOTHING = 0  # how a parameter says None, which OpenSpiel does not know
COMMA = ";"  # and a comma, which ends a parameter
MOST_DECISIONS = 100_000  # of a game; none comes near it
MOST_POINTS = 2000  # of a round, likewise
MOST_ROUNDS = 1000


class SpielGame(pyspiel.Game):  # type: ignore[misc] # a library without types
    """A game of galo with its parameters settled; there is a subclass for each game."""

    name: ClassVar[str]  #: of the game of galo

    def __init__(self, params: dict[str, Any]) -> None:
        given = dict(params)
        self.episode: str = given.pop("episode", EPISODES[0])
        position: str = given.pop("position", "")
        if self.episode not in EPISODES:
            raise ConfigError(f"an episode is a {' or a '.join(EPISODES)}, not {self.episode!r}")
        options = {key: _value(self.name, key, value) for key, value in given.items()}
        self.game = make_game(self.name, **options)  #: the game of galo
        self.start = self._start(position)
        super().__init__(game_type(self.game), self._info(), params)

    def _start(self, text: str) -> Start:
        """Return how a game begins: with a deal, or at the position that *text* writes."""
        if not text:
            return Start(() if self.game.has_chance else (self.game.start(),))
        return Start(deals_of(self.game.from_text(text.replace(COMMA, ","))))

    def _info(self) -> pyspiel.GameInfo:
        has_points = self.episode == "round" and self.game.has_chance
        most = float(MOST_POINTS if has_points else 1)
        tiles = sum(getattr(self.game, "deal_sizes", ()))
        return pyspiel.GameInfo(
            num_distinct_actions=len(self.game.actions),
            max_chance_outcomes=max(tiles, len(self.start.positions) if tiles else 0),
            num_players=self.game.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )

    def max_chance_nodes_in_history(self) -> int:
        """Return a number of chance nodes that no game exceeds."""
        return MOST_ROUNDS * sum(getattr(self.game, "deal_sizes", ()))

    def new_initial_state(self) -> GameState:
        """Return the state before the first move, or before the deal."""
        return GameState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Return what writes observations: those of one seat, as `galo.Observation` has them."""
        return Observer(self.game, kind, params)


def load(game: Game, episode: str, position: str) -> SpielGame:
    """Return *game* as OpenSpiel plays it; register it there first if it is not."""
    register(type(game))
    parameters: dict[str, Any] = {
        name: NOTHING if value is None else value for name, value in game.changed_options().items()
    }
    if episode != EPISODES[0]:
        parameters["episode"] = episode
    if position:
        parameters["position"] = position.replace(",", COMMA)
    loaded: SpielGame = pyspiel.load_game(PREFIX + game.name, parameters)
    return loaded


def register(game: type[Game]) -> None:
    """Make *game* known to OpenSpiel by its name with PREFIX, unless it is."""
    if PREFIX + game.name not in pyspiel.registered_names():
        # OpenSpiel lets go of what it is given after Python has ended; classes survive that.
        kind = type(f"Spiel{game.__name__}", (SpielGame,), {"name": game.name})
        pyspiel.register_game(game_type(make_game(game.name)), kind)


def game_type(game: Game) -> pyspiel.GameType:
    """Return what OpenSpiel asks first of a game."""
    kind = pyspiel.GameType
    options = {option.name: _parameter(option) for option in game.options_declared}
    return kind(
        short_name=PREFIX + game.name,
        long_name=f"{game.name} of galo",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=(
            kind.ChanceMode.EXPLICIT_STOCHASTIC
            if game.has_chance
            else kind.ChanceMode.DETERMINISTIC
        ),
        information=(
            kind.Information.IMPERFECT_INFORMATION
            if game.has_chance
            else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={**options, "episode": EPISODES[0], "position": ""},
    )


def _parameter(option: Option) -> str | int | float:
    """Return the default of *option* as OpenSpiel takes it."""
    return NOTHING if option.default is None else option.default


def _value(game: str, name: str, value: Any) -> Value:
    """Return what the parameter *name* of *game* says."""
    option = next(one for one in game_class(game).options_declared if one.name == name)
    allows_none = option.optional or None in option.choices
    found: Value = None if value == NOTHING and allows_none else value
    return found


for _name in BUILT_IN:
    register(game_class(_name))
