"""The agents by game and name, written `name[:key=value,…]`; a level is a name too.

Agents of galo stand in `galo.players.<game>.AGENTS`; a player's module is imported when the
player is first made, so listing agents is instant. Agents of your own come from

    galo.register(…)     for this process
    GALO_PLUGINS         modules, separated by commas, each with a mapping `AGENTS` from the
                         name of a game to its Agents
    entry points         of the group galo.agents, named after the game: a GameAgents, or a
                         tuple of Agents, that stand in front of those the game has already
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from typing import Any, Literal

from galo.errors import ConfigError, GaloError, UnknownNameError
from galo.games import plugins
from galo.games.options import Option, join_name, read_options, split_name
from galo.games.registry import BUILT_IN, game_class, game_names
from galo.players.faults import describe
from galo.players.parameters import Parameter
from galo.players.player import NamedPlayer, Player
from galo.players.prover import Prover
from galo.players.reviewer import ReviewerMaker

HUMAN = "human"  # a seat that no agent plays
WEIGHTS = "weights"  # the option of an agent that takes all its parameters at once
LEVELS = ("beginner", "medium", "strong", "champion")

#: A class or function that makes a player from its options.
Factory = Callable[..., Player]


@dataclass(frozen=True)
class Agent:
    """A registered player: *maker* in *module*, or *factory*, makes it from its options."""

    name: str  #: one word
    module: str = ""  #: imported when the agent is first made
    maker: str = ""  #: a class or function in the module
    options: tuple[Option, ...] = ()  #: arrive as keyword arguments, checked
    line: str = ""  #: one line about an agent of your own; galo's texts know the others
    factory: Factory | None = None  #: instead of *module* and *maker*
    parameters: tuple[Parameter, ...] = ()  #: what evolution may turn

    def make(self, written: Mapping[str, str], owner: str) -> NamedPlayer:
        """Return a new player with the options that are *written*; *owner* names it in errors."""
        return self._made(read_options(self.options, written, owner), written)

    def make_with(
        self, values: Sequence[float], written: Mapping[str, str], owner: str
    ) -> NamedPlayer:
        """Return a new player with *values* for its parameters, and options that are *written*."""
        given: dict[str, Any] = {**written, **self.option_values(values)}
        options: dict[str, Any] = {**read_options(self.options, given, owner)}
        if WEIGHTS in options:
            options[WEIGHTS] = [float(value) for value in values]
        return self._made(options, written)

    def option_values(self, values: Sequence[float]) -> dict[str, float]:
        """Return the options that *values* of the parameters are, none if they are its weights."""
        if any(option.name == WEIGHTS for option in self.options):
            return {}
        integers = {option.name for option in self.options if option.is_integer}
        return {
            parameter.name: round(value) if parameter.name in integers else float(value)
            for parameter, value in zip(self.parameters, values, strict=True)
        }

    def _made(self, options: Mapping[str, Any], written: Mapping[str, str]) -> NamedPlayer:
        factory: Factory = self.factory or getattr(import_module(self.module), self.maker)
        player: Any = factory(**options)  # it may have no name before this
        player.name = join_name(self.name, written)
        named: NamedPlayer = player
        return named


@dataclass(frozen=True)
class GameAgents:
    """The agents of one game, weakest first, and what else its players offer."""

    agents: tuple[Agent, ...] = ()  #: weakest first
    levels: Mapping[str, str] = field(default_factory=dict)  #: level → agent, as screens offer them
    analyst: str | None = None  #: module:function that analyses a position
    solver: str | None = None  #: module:function that solves a position
    reviewer: str | None = None  #: module:function that makes a `Reviewer` from a Limit
    prover: str | None = None  #: module:function that makes a `Prover`
    rating_games: int = 40  #: games of a quick rating, for each two levels
    ratings: Mapping[str, int] = field(default_factory=dict)  #: level → Elo that was measured
    simulated: tuple[Agent, ...] = ()  #: in place of others of the same name in the simulator
    from_files: tuple[Agent, ...] = ()  #: that run code from a file: never offered to strangers


RANDOM = Agent("random", "galo.players.simple", "Random")
FIRST = Agent("first", "galo.players.simple", "First")
_registered: dict[str, tuple[Agent, ...]] = {}


def game_agents(game: str) -> GameAgents:
    """Return the agents of *game*, your own first, then weakest first, with their levels."""
    return _game_agents(game, _entries(game), plugins.named_modules(), _registered.get(game, ()))


def agents_of(game: str) -> tuple[Agent, ...]:
    """Return the agents that play *game*, your own first, then weakest first."""
    return game_agents(game).agents


def every_agent_of(game: str) -> tuple[Agent, ...]:
    """Return what `agents_of` does, and the agents that are made from files of one's own."""
    found = game_agents(game)
    return (*found.agents, *found.from_files)


def agent_names(game: str) -> tuple[str, ...]:
    """Return the names of the agents that play *game*, your own first, then weakest first."""
    return tuple(agent.name for agent in agents_of(game))


def levels_of(game: str) -> Mapping[str, str]:
    """Return the agent of *game* behind each level, weakest first."""
    return game_agents(game).levels


def analyst_of(game: str) -> Callable[..., Any] | None:
    """Return the function that analyses a position of *game*, None if there is none."""
    return _function(game_agents(game).analyst)


def solver_of(game: str) -> Callable[..., Any] | None:
    """Return the function that solves a position of *game*, None if there is none."""
    return _function(game_agents(game).solver)


def reviewer_of(game: str) -> ReviewerMaker | None:
    """Return what makes a reviewer of *game*, None if there is none."""
    return _function(game_agents(game).reviewer)


def prover_of(game: str) -> Callable[[], Prover] | None:
    """Return what makes a prover of *game*, None if there is none."""
    return _function(game_agents(game).prover)


def games_with(kind: Literal["analyst", "solver", "reviewer", "prover"]) -> tuple[str, ...]:
    """Return the games whose players have an analyst, a solver, a reviewer or a prover."""
    return tuple(game for game in game_names() if getattr(game_agents(game), kind))


def make_player(game: str, text: str, is_simulated: bool = False) -> NamedPlayer:
    """Return the player of *game* that *text*, an agent with its options or a level, describes.

    One that *is_simulated* may have options that no player at a table has.
    """
    agent, written = find_agent(game, text, is_simulated)
    with _own_faults(text):
        return agent.make(written, f"{game} agent {agent.name}")


def make_player_with(game: str, text: str, values: Sequence[float]) -> NamedPlayer:
    """Return the player of *game* that *text* describes, with *values* for its parameters."""
    agent, written = find_agent(game, text)
    with _own_faults(text):
        return agent.make_with(values, written, f"{game} agent {agent.name}")


def find_agent(game: str, text: str, is_simulated: bool = False) -> tuple[Agent, dict[str, str]]:
    """Return the agent of *game* that *text*, its name or a level, describes, and its options."""
    name, written = split_name(text)
    found = game_agents(game)
    simulated = found.simulated if is_simulated else ()
    agents = {agent.name: agent for agent in (*found.from_files, *found.agents, *simulated)}
    if name not in agents and text in found.levels:
        return find_agent(game, found.levels[text])
    if name not in agents:
        raise _unknown(game, name, found)
    return agents[name], written


@contextmanager
def _own_faults(text: str) -> Iterator[None]:
    """Raise a ConfigError that names the player *text* where people's own agents fail."""
    try:
        yield
    except GaloError:
        raise
    except (Exception, SystemExit) as problem:
        raise ConfigError(f"player {text!r} cannot be made: {describe(problem)}") from problem


def register_agent(game: str, agent: Agent) -> None:
    """Add *agent* to the agents of *game* in this process, in place of one registered before."""
    if not agent.name.isidentifier() or agent.name == HUMAN:
        raise ConfigError(f"an agent cannot be named {agent.name!r}; a name is one word")
    if not callable(agent.factory):
        raise ConfigError(f"{agent.factory!r} makes no player; give a class or a function")
    others = tuple(one for one in _registered.get(game, ()) if one.name != agent.name)
    known = _game_agents(game, _entries(game), plugins.named_modules(), others)
    if agent.name in (one.name for one in known.agents):
        raise ConfigError(f"{game} has an agent {agent.name!r} already; choose another name")
    _registered[game] = (agent, *others)


def is_registered(game: str, text: str) -> bool:
    """Return whether only this process knows the agent of *game* that *text* describes."""
    name = split_name(text)[0]
    return any(agent.name == name for agent in _registered.get(game, ()))


@cache
def _game_agents(
    game: str,
    entries: tuple[EntryPoint, ...],
    modules: tuple[str, ...],
    registered: tuple[Agent, ...],
) -> GameAgents:
    """Return all agents of *game*: those *registered*, of *modules* and *entries*, its own."""
    found = _own(game)
    for entry in entries:
        try:
            found = _joined(found, _from_plugin(entry))
        except ConfigError as problem:
            plugins.warn(str(plugins.unusable(entry, str(problem))))
    if RANDOM.name not in (agent.name for agent in found.agents):
        found = replace(found, agents=(RANDOM, *found.agents))
    for name in modules:
        added = _from_module(game, name)
        try:
            found = _joined(found, added)
        except ConfigError as problem:
            raise plugins.misnamed(name, problem) from None
    found = _joined(found, GameAgents(registered))
    return found if found.levels else replace(found, levels=_spread(found.agents))


def _own(game: str) -> GameAgents:
    """Return the agents that galo has for *game*."""
    if game not in BUILT_IN:
        game_class(game)  # refuses an unknown game
        return GameAgents()
    agents: GameAgents = import_module(f"galo.players.{game}").AGENTS
    return agents


def _joined(found: GameAgents, added: GameAgents) -> GameAgents:
    """Return *found* with the agents of *added* in front, and what else it lacks."""
    known = {agent.name for agent in found.agents}
    for agent in added.agents:
        if agent.name in known:
            raise ConfigError(f"there is an agent {agent.name!r} already")
    if not found.agents:
        return added
    return replace(
        found,
        agents=added.agents + found.agents,  # the last one stays the strongest
        levels=found.levels or added.levels,
        analyst=found.analyst or added.analyst,
        solver=found.solver or added.solver,
        reviewer=found.reviewer or added.reviewer,
        prover=found.prover or added.prover,
    )


def _spread(agents: tuple[Agent, ...]) -> dict[str, str]:
    """Return levels from the weakest of *agents* to the strongest."""
    steps = len(LEVELS) - 1
    places = (round(place * (len(agents) - 1) / steps) for place in range(len(LEVELS)))
    return dict(zip(LEVELS, (agents[place].name for place in places), strict=True))


def _entries(game: str) -> tuple[EntryPoint, ...]:
    return tuple(entry for entry in plugins.installed(plugins.AGENTS) if entry.name == game)


def _from_plugin(entry: EntryPoint) -> GameAgents:
    """Return the agents that *entry* names."""
    content = plugins.load(entry)
    if isinstance(content, GameAgents):
        return content
    if isinstance(content, tuple) and all(isinstance(agent, Agent) for agent in content):
        return GameAgents(content)
    raise ConfigError(f"{content!r} is neither a GameAgents nor a tuple of Agents")


def _from_module(game: str, name: str) -> GameAgents:
    """Return the agents of *game* in the module *name* of GALO_PLUGINS."""
    try:
        return GameAgents(tuple(plugins.mapping_of(name, "AGENTS").get(game, ())))
    except TypeError as problem:  # not a tuple of agents
        raise plugins.misnamed(name, problem) from None


def _unknown(game: str, name: str, found: GameAgents) -> GaloError:
    """Return the error for a name that no agent of *game* has."""
    for entry in _entries(game):
        try:
            _from_plugin(entry)
        except ConfigError as problem:  # the agent may be one of those that are missing
            return plugins.unusable(entry, str(problem))
    agents = (*found.agents, *found.from_files)
    known = dict.fromkeys([*(agent.name for agent in agents), *found.levels])
    return UnknownNameError(f"agent of {game}", name, known)


def _function(address: str | None) -> Callable[..., Any] | None:
    """Return the function at *address*, written module:function."""
    if address is None:
        return None
    module, _, name = address.partition(":")
    function: Callable[..., Any] = getattr(import_module(module), name)
    return function
