"""The agents by game and name, written `name[:key=value,…]`.

A player's module is imported when the player is first made, so listing agents is instant.
Agents of your own come from the modules that the variable GALO_PLUGINS names, separated by
commas; each has an `AGENTS` like the one below, for the games it wants.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from galo.errors import ConfigError, UnknownNameError
from galo.games.options import Option, join_name, read_options, split_name
from galo.games.registry import GAMES
from galo.players.player import Player

HUMAN = "human"  # a seat that no agent plays
PLUGINS = "GALO_PLUGINS"


@dataclass(frozen=True)
class Agent:
    """A registered player: what makes it and which options it takes."""

    name: str
    module: str
    maker: str  # a class or function in it that takes the options
    options: tuple[Option, ...] = ()
    line: str = ""  # what it is, if it is your own; the texts know the others


RANDOM = Agent("random", "galo.players.simple", "Random")
FIRST = Agent("first", "galo.players.simple", "First")

FOUR_SIDED = "galo.players.dominoes4"
LINEAR = f"{FOUR_SIDED}.linear"
TWO_SIDED = "galo.players.dominoes2"
LINES = "galo.players.lines_of_action"
FOUR = "galo.players.connect_four"
PERFECT = (Option("memory", 64, (), 1, 1024), Option("book", "yes", ("yes", "no")))
FISS = (Option("weights", "run3"), Option("depth", 5, minimum=1))
STRATEGY = (Option("weights", "evolved"), Option("reading", "literal", ("literal", "published")))
EXPECTS = (Option("depth", 4, (), 1, 8),)
EXPECTS4 = (Option("depth", 6, (), 1, 8),)
THREADS = Option("threads", 1, (), 1, 64)  # that think about several deals at a time
PIMC = (Option("deals", 60, (), 1, 100_000), Option("depth", 6, (), 1, 16), THREADS)
PIMC4 = (Option("deals", 100, (), 1, 100_000), Option("depth", 8, (), 1, 16), THREADS)
CHAMPION2 = (Option("deals", 300, (), 1, 100_000), THREADS)
BELIEFS = ("mixture", "s1", "basic", "anybody")  # how somebody is taken to play
CHAMPION4 = (
    Option("deals", 1000, (), 1, 100_000),
    Option("opponents", "mixture", BELIEFS),
    Option("partner", "mixture", BELIEFS),
    THREADS,
)
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
        Agent("expectiminimax", f"{FOUR_SIDED}.expectiminimax", "Expectiminimax", EXPECTS4),
        Agent("pimc", f"{FOUR_SIDED}.pimc", "Pimc", PIMC4),
        Agent("champion", f"{FOUR_SIDED}.champion", "Champion", CHAMPION4),
    ),
    "dominoes2": (
        RANDOM,
        FIRST,
        Agent("defensive", f"{TWO_SIDED}.linear", "defensive"),
        Agent("hoffmann", f"{TWO_SIDED}.linear", "hoffmann"),
        Agent("offensive", f"{TWO_SIDED}.linear", "offensive"),
        Agent("costa", f"{TWO_SIDED}.linear", "costa"),
        Agent("expectiminimax", f"{TWO_SIDED}.expectiminimax", "Expectiminimax", EXPECTS),
        Agent("pimc", f"{TWO_SIDED}.pimc", "Pimc", PIMC),
        Agent("champion", f"{TWO_SIDED}.champion", "Champion", CHAMPION2),
    ),
    "lines_of_action": (
        RANDOM,
        Agent("fiss", f"{LINES}.fiss", "Fiss", FISS),
        Agent("champion", f"{LINES}.champion", "Champion", (Option("weights", "tuned"),)),
    ),
    "connect_four": (
        RANDOM,
        Agent("focused", f"{FOUR}.focused", "Focused"),
        Agent("tux", f"{FOUR}.tux", "Tux", (Option("database", "yes", ("yes", "no")),)),
        Agent("minimax", f"{FOUR}.minimax", "Minimax", (Option("depth", 7, (), 1, 42),)),
        Agent("mcts", f"{FOUR}.mcts", "Mcts", (Option("playouts", 10_000, (), 1, 10_000_000),)),
        Agent("perfect", f"{FOUR}.perfect", "Perfect", PERFECT),
    ),
}

LEVELS: Mapping[str, Mapping[str, str]] = {  # how screens offer the agents, as `ladder` rates them
    "dominoes4": {"beginner": "basic", "medium": "s4", "strong": "s1", "champion": "champion"},
    "dominoes2": {
        "beginner": "first",
        "medium": "defensive",  # hoffmann is as strong as costa
        "strong": "costa",
        "champion": "champion",
    },
    "lines_of_action": {
        "beginner": "fiss:depth=1",
        "medium": "fiss:depth=3",
        "strong": "fiss:depth=5",
        "champion": "champion",
    },
    "connect_four": {
        "beginner": "focused",
        "medium": "minimax:depth=4",
        "strong": "mcts",
        "champion": "perfect",
    },
}


def levels_of(game: str) -> Mapping[str, str]:
    """Return the agent of *game* behind each level, weakest first."""
    return LEVELS[game]


def agents_of(game: str) -> tuple[Agent, ...]:
    """Return the agents that play *game*, your own first, then weakest first."""
    if game not in GAMES:
        raise UnknownNameError("game", game, GAMES)
    return _with_plugins(game, os.environ.get(PLUGINS, ""))


def agent_names(game: str) -> tuple[str, ...]:
    """Return the names of the agents that play *game*, your own first, then weakest first."""
    return tuple(agent.name for agent in agents_of(game))


@cache
def _with_plugins(game: str, modules: str) -> tuple[Agent, ...]:
    """Return all agents of *game*, those of the plugins *modules* first."""
    agents = AGENTS[game]
    for name in filter(None, map(str.strip, modules.split(","))):
        try:
            added = tuple(import_module(name).AGENTS.get(game, ()))
        except Exception as problem:  # it is not our code: anything may happen
            raise ConfigError(f"{PLUGINS} names {name!r}, but: {problem}") from None
        taken = {agent.name for agent in agents} & {agent.name for agent in added}
        if taken:
            raise ConfigError(f"{PLUGINS}: {name!r} has a {taken.pop()!r}, but so has {game}")
        agents = added + agents  # the last one stays the strongest
    return agents


def make_player(game: str, text: str) -> Player:
    """Return the player of *game* that *text* describes."""
    name, written = split_name(text)
    agents = {agent.name: agent for agent in agents_of(game)}
    if name not in agents:
        raise UnknownNameError(f"agent of {game}", name, agents)
    agent = agents[name]
    options = read_options(agent.options, written, f"{game} agent {name}")
    player: Player = getattr(import_module(agent.module), agent.maker)(**options)
    player.name = join_name(name, written)
    return player
