"""The agents by game and name, written `name[:key=value,…]`.

A player's module is imported when the player is first made, so listing agents is instant.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from galo.errors import UnknownNameError
from galo.games.options import Option, join_name, read_options, split_name
from galo.games.registry import GAMES
from galo.players.player import Player

HUMAN = "human"  # a seat that no agent plays


@dataclass(frozen=True)
class Agent:
    """A registered player: what makes it and which options it takes."""

    name: str
    module: str
    maker: str  # a class or function in it that takes the options
    options: tuple[Option, ...] = ()


RANDOM = Agent("random", "galo.players.simple", "Random")
FIRST = Agent("first", "galo.players.simple", "First")

LINEAR = "galo.players.dominoes4.linear"
STRATEGY = (Option("weights", "evolved"), Option("reading", "literal", ("literal", "published")))
ALPHA = (Option("alpha", 2.25, minimum=0), Option("k", 2.0, minimum=0))

AGENTS: Mapping[str, tuple[Agent, ...]] = {  # weakest first
    "dominoes4": (
        RANDOM,
        FIRST,
        Agent("basic", LINEAR, "basic"),
        Agent("s3", LINEAR, "s3", STRATEGY),
        Agent("s4", LINEAR, "s4", STRATEGY),
        Agent("s2", LINEAR, "s2", STRATEGY),
        Agent("sbgames2008", LINEAR, "sbgames2008", ALPHA),
        Agent("s1", LINEAR, "s1", STRATEGY),
    ),
    "dominoes2": (RANDOM, FIRST),
    "lines_of_action": (RANDOM,),
    "connect_four": (RANDOM, Agent("focused", "galo.players.connect_four.focused", "Focused")),
}


def agent_names(game: str) -> tuple[str, ...]:
    """Return the names of the agents that play *game*, weakest first."""
    if game not in GAMES:
        raise UnknownNameError("game", game, GAMES)
    return tuple(agent.name for agent in AGENTS[game])


def make_player(game: str, text: str) -> Player:
    """Return the player of *game* that *text* describes."""
    name, written = split_name(text)
    if name not in agent_names(game):
        raise UnknownNameError(f"agent of {game}", name, agent_names(game))
    agent = next(agent for agent in AGENTS[game] if agent.name == name)
    options = read_options(agent.options, written, f"{game} agent {name}")
    player: Player = getattr(import_module(agent.module), agent.maker)(**options)
    player.name = join_name(name, written)
    return player
