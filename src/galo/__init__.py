"""galo: four classic games played, measured and evolved by computer.

>>> import galo
>>> galo.game("connect_four").start().legal_moves[3].text
'4'

Make and play      game, games, player, agents, register, play, match
Think and learn    analyse, solve, review, evolve
See                Game, Position, Observation, Move, Outcome
Decide             Player, Decision, Reason, Limit, Stream
Add to galo        BoardGame, BoardPosition, Option, Agent, GameAgents
Errors             GaloError and its children

Names are imported when they are first used, so that `import galo` is instant.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from galo.arena.match_result import MatchResult as MatchResult
    from galo.arena.play import match as match
    from galo.arena.play import play as play
    from galo.arena.records import GameRecord as GameRecord
    from galo.errors import AgentError as AgentError
    from galo.errors import ConfigError as ConfigError
    from galo.errors import GaloError as GaloError
    from galo.errors import IllegalMoveError as IllegalMoveError
    from galo.errors import NotationError as NotationError
    from galo.errors import RecordError as RecordError
    from galo.errors import UnknownNameError as UnknownNameError
    from galo.games.board_game import BoardGame as BoardGame
    from galo.games.board_game import BoardPosition as BoardPosition
    from galo.games.connect_four import ConnectFour
    from galo.games.dominoes2 import Dominoes2
    from galo.games.dominoes4 import Dominoes4
    from galo.games.game import Game as Game
    from galo.games.game import Move as Move
    from galo.games.game import Observation as Observation
    from galo.games.game import Outcome as Outcome
    from galo.games.game import Position as Position
    from galo.games.lines_of_action import LinesOfAction
    from galo.games.options import Option as Option
    from galo.games.options import Value
    from galo.games.registry import game_names as games
    from galo.lab.evolution import evolve as evolve
    from galo.players.checked_player import CheckedPlayer
    from galo.players.dominoes4.feature_table import OptionFeatures as OptionFeatures
    from galo.players.dominoes4.strategy import Strategy as Strategy
    from galo.players.dominoes4.strategy import strategy as strategy
    from galo.players.player import Analysis as Analysis
    from galo.players.player import Decision as Decision
    from galo.players.player import Limit as Limit
    from galo.players.player import Player as Player
    from galo.players.player import Reason as Reason
    from galo.players.registry import Agent as Agent
    from galo.players.registry import Factory
    from galo.players.registry import GameAgents as GameAgents
    from galo.reviews.review import MoveReview as MoveReview
    from galo.reviews.review import Review as Review
    from galo.reviews.reviewing import review as review
    from galo.stream import Stream as Stream

__version__ = "0.1.0"
__all__ = [
    "Agent",
    "AgentError",
    "Analysis",
    "BoardGame",
    "BoardPosition",
    "ConfigError",
    "Decision",
    "GaloError",
    "Game",
    "GameAgents",
    "GameRecord",
    "IllegalMoveError",
    "Limit",
    "MatchResult",
    "Move",
    "MoveReview",
    "NotationError",
    "Observation",
    "Option",
    "OptionFeatures",
    "Outcome",
    "Player",
    "Position",
    "Reason",
    "RecordError",
    "Review",
    "Strategy",
    "Stream",
    "UnknownNameError",
    "__version__",
    "agents",
    "analyse",
    "evolve",
    "game",
    "games",
    "match",
    "play",
    "player",
    "register",
    "review",
    "solve",
    "strategy",
]

_HOMES = {  # public name → the module that has it
    **dict.fromkeys(["Game", "Move", "Observation", "Outcome", "Position"], "galo.games.game"),
    **dict.fromkeys(["BoardGame", "BoardPosition"], "galo.games.board_game"),
    **dict.fromkeys(["Analysis", "Decision", "Limit", "Player", "Reason"], "galo.players.player"),
    **dict.fromkeys(["Agent", "GameAgents"], "galo.players.registry"),
    **dict.fromkeys(
        [
            "AgentError",
            "ConfigError",
            "GaloError",
            "IllegalMoveError",
            "NotationError",
            "RecordError",
            "UnknownNameError",
        ],
        "galo.errors",
    ),
    **dict.fromkeys(["match", "play"], "galo.arena.play"),
    "GameRecord": "galo.arena.records",
    "MatchResult": "galo.arena.match_result",
    "Option": "galo.games.options",
    "Stream": "galo.stream",
    "evolve": "galo.lab.evolution",
    **dict.fromkeys(["Strategy", "strategy"], "galo.players.dominoes4.strategy"),
    **dict.fromkeys(["MoveReview", "Review"], "galo.reviews.review"),
    "review": "galo.reviews.reviewing",
    "OptionFeatures": "galo.players.dominoes4.feature_table",
}


def __getattr__(name: str) -> Any:
    if name in ("envs", "games"):  # packages of that name; the second can be called
        return import_module(f"galo.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'galo' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return __all__


@overload
def game(name: Literal["dominoes4"], /, **options: "Value") -> "Dominoes4": ...
@overload
def game(name: Literal["dominoes2"], /, **options: "Value") -> "Dominoes2": ...
@overload
def game(name: Literal["lines_of_action"], /, **options: "Value") -> "LinesOfAction": ...
@overload
def game(name: Literal["connect_four"], /, **options: "Value") -> "ConnectFour": ...
@overload
def game(name: str, /, **options: "Value") -> "Game": ...
def game(name: str, /, **options: "Value") -> "Game":
    """Return the game *name* (or `name:key=value,…`) with its *options* settled."""
    from galo.games.registry import make_game

    return make_game(name, **options)


def player(game: str, agent: str) -> "CheckedPlayer":
    """Return the player of *game* that *agent*, `name[:key=value,…]` or a level, describes."""
    from galo.players.checked_player import AdaptedPlayer, CheckedPlayer
    from galo.players.registry import make_player

    made = make_player(game, agent)
    return made if isinstance(made, CheckedPlayer) else AdaptedPlayer(made, game)


def agents(game: str) -> tuple[str, ...]:
    """Return the names of the agents that play *game*, your own first, then weakest first."""
    from galo.players.registry import agent_names

    return agent_names(game)


def register(
    game: str,
    name: str,
    factory: "Factory | Strategy",
    *,
    options: "Iterable[Option]" = (),
    line: str = "",
) -> None:
    """Make *name* an agent of *game* in this process: *factory* makes it from its *options*.

    A strategy is registered as it is, and has the option `weights`.
    """
    from galo.players.registry import Agent, register_agent

    if hasattr(factory, "agent"):
        agent: Agent = factory.agent(name, line)
    else:
        agent = Agent(name, options=tuple(options), line=line, factory=factory)
    register_agent(game, agent)


def analyse(position: "Position", limit: "Limit | None" = None) -> "Analysis":
    """Return the analysis of *position* for the side to move, as sharp as *limit* allows."""
    from galo.players.player import Limit
    from galo.players.registry import analyst_of, games_with

    analyst = analyst_of(position.game.name)
    if analyst is None:
        raise _cannot("analysed", position.game.name, games_with("analyst"))
    last: Analysis
    *_, last = analyst(position, limit or Limit())
    return last


def solve(game: str, moves: str = "", **options: Any) -> Any:
    """Return the exact scores of *game* after *moves*; *options* are those of its solver."""
    from galo.players.registry import games_with, solver_of

    solver = solver_of(game)
    if solver is None:
        raise _cannot("solved", game, games_with("solver"))
    return solver(moves, **options)


def _cannot(verb: str, game: str, known: tuple[str, ...]) -> "ConfigError":
    from galo.errors import ConfigError

    return ConfigError(f"{game} cannot be {verb}; games that can: {', '.join(known)}")
