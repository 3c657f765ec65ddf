"""What can be evolved, and how an individual, a row of numbers, becomes a player.

    what evolves                        an individual              plays
    s1 to s4                            a1 to a7                   in the simulator, as linear rows
    a strategy of one's own             its parameters             in the simulator, compiled
    any other agent with parameters     its parameters             games, in worker processes

Where an opponent searches, or the game is another, everybody plays games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from galo.arrays import Int32Matrix, RealMatrix, RealVector
from galo.errors import ConfigError, UnknownNameError
from galo.games.options import Value, join_name, split_name
from galo.lab.fitness import Evaluation, FitnessEvaluation, is_linear, opponent_weights
from galo.lab.game_fitness import GameEvaluation
from galo.lab.pareto import crossed_and_mutated
from galo.lab.settings import FORMULA, STYLED, EvolutionSettings, Range
from galo.players.dominoes4 import FREE
from galo.players.dominoes4.evaluation import SCALE
from galo.players.dominoes4.linear import fixed_points
from galo.players.dominoes4.strategy import Strategy
from galo.players.dominoes4.strategy_rows import (
    LINEAR,
    STRATEGY_COLUMNS,
    StrategyPlayers,
    player_row,
)
from galo.players.parameters import Parameter, address_of, read_values
from galo.players.player import Limit
from galo.players.registry import WEIGHTS, agents_of, game_agents, make_player

GENES = Range()  # what optimisers turn: every parameter, from its low end to its high end
DECIMALS = 6  # of a parameter

#: As a fitness evaluation takes them: rows of weights, strategies, or names of agents.
Opponents = Int32Matrix | StrategyPlayers | tuple[str, ...]


class Evolvable(Protocol):
    """What is evolved: the shape of an individual, and how it is played."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the numbers of an individual."""
        ...

    @property
    def genes(self) -> int:
        """How many numbers an optimiser turns."""
        ...

    def first(self, count: int, rng: np.random.Generator) -> RealMatrix:
        """Return *count* random rows for an optimiser to begin with."""
        ...

    def breed(self, rows: RealMatrix, rng: np.random.Generator) -> RealMatrix:
        """Return a child of each of an optimiser's *rows*."""
        ...

    def individuals(self, asked: RealMatrix) -> RealMatrix:
        """Return the individuals that an optimiser's rows stand for, as they are kept."""
        ...

    def nodes(self, individuals: RealMatrix) -> RealVector:
        """Return how many numbers, or nodes of a formula, each of *individuals* is made of."""
        ...

    def kept(self, individual: RealVector) -> list[float]:
        """Return the numbers of an *individual* that a result keeps."""
        ...

    def described(self, individual: RealVector) -> dict[str, Any]:
        """Return what a result says of an *individual* beside its numbers."""
        ...

    @property
    def columns(self) -> tuple[str, ...]:
        """What a history says of an individual."""
        ...

    def written(self, individual: RealVector) -> list[Any]:
        """Return a value for each of the columns."""
        ...

    def opponents(self, names: Sequence[str]) -> Opponents:
        """Return the agents *names* as they are met."""
        ...

    def agent_of(self, result: Path, member: int | None = None) -> str:
        """Return the agent that plays the best of the file *result*, or a *member*, from 1."""
        ...

    def evaluation(self, meeting: "Meeting", opponents: Opponents) -> Evaluation:
        """Return the evaluation of individuals against *opponents* and some of their own kind."""
        ...


class Meeting(NamedTuple):
    """Individuals, whom of their own kind they meet, and on which deals."""

    individuals: RealMatrix
    fame: RealMatrix  # individuals that are opponents too
    key: int  # of the deals
    is_common: bool  # the same deals for all


@dataclass(frozen=True)
class ParameterVectors:
    """Individuals that are values of *parameters*, those of *free* numbers evolving."""

    parameters: tuple[Parameter, ...]
    free: tuple[int, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(parameter.name for parameter in self.parameters)

    @property
    def genes(self) -> int:
        """How many parameters evolve."""
        return len(self.free)

    def first(self, count: int, rng: np.random.Generator) -> RealMatrix:
        """Return *count* random rows of genes."""
        return GENES.draw(rng, count, self.genes)

    def breed(self, rows: RealMatrix, rng: np.random.Generator) -> RealMatrix:
        """Return a child of each of *rows* and its neighbour."""
        return crossed_and_mutated(rows, rng, GENES)

    def nodes(self, individuals: RealMatrix) -> RealVector:
        """Return how many numbers each of *individuals* is made of."""
        return np.full(len(individuals), float(self.genes))

    def kept(self, individual: RealVector) -> list[float]:
        """Return all numbers of *individual*."""
        values: list[float] = individual.tolist()
        return values

    def described(self, individual: RealVector) -> dict[str, Any]:
        """Return nothing: the numbers say it all."""
        return {}

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return self.names

    def written(self, individual: RealVector) -> list[Any]:
        """Return all numbers of *individual*."""
        return self.kept(individual)

    def individuals(self, asked: RealMatrix) -> RealMatrix:
        """Return values of all parameters, from genes in the range of `GENES`."""
        values = np.tile([parameter.default for parameter in self.parameters], (len(asked), 1))
        for column, number in enumerate(self.free):
            low, high = self.parameters[number].low, self.parameters[number].high
            share = (asked[:, column] - GENES.low) / (GENES.high - GENES.low)
            values[:, number] = np.round(low + share * (high - low), DECIMALS)
        return values


@dataclass(frozen=True)
class LinearVectors(ParameterVectors):
    """The coefficients of a linear *strategy*, under a *reading* of the formula."""

    strategy: str
    reading: str
    is_styled: bool  # whether more than wins is counted

    def individuals(self, asked: RealMatrix) -> RealMatrix:
        """Return a1 to a7, rounded to the fixed point."""
        values = np.zeros((len(asked), len(self.parameters)))
        values[:, list(self.free)] = np.rint(asked * SCALE) / SCALE  # genes are coefficients
        return values

    def opponents(self, names: Sequence[str]) -> Opponents:
        """Return the weights of the players *names*."""
        return opponent_weights(names)

    def agent_of(self, result: Path, member: int | None = None) -> str:
        """Return the strategy with the weights in the file *result*."""
        address = address_of(result, member)
        return join_name(self.strategy, {WEIGHTS: address, "reading": self.reading})

    def evaluation(self, meeting: Meeting, opponents: Opponents) -> Evaluation:
        """Return the evaluation in the simulator of linear players."""
        assert isinstance(opponents, np.ndarray)
        own, fame = (fixed_points(rows, self.reading) for rows in meeting[:2])
        others = np.concatenate([opponents, fame])
        if self.is_styled:
            return FitnessEvaluation(
                linear_players(own), linear_players(others), meeting.key, meeting.is_common
            )
        return FitnessEvaluation(own, others, meeting.key, meeting.is_common)


@dataclass(frozen=True)
class AgentVectors(ParameterVectors):
    """The parameters of any agent of a *game*, which plays games."""

    game: str
    agent: str  # with the options that do not evolve

    limit: Limit
    openings: int | None

    def opponents(self, names: Sequence[str]) -> Opponents:
        """Return *names*, which games are played with as they are."""
        return tuple(names)

    def agent_of(self, result: Path, member: int | None = None) -> str:
        """Return the agent with the weights in the file *result*, or with them as its options."""
        name, written = split_name(self.agent)
        address = address_of(result, member)
        agent = next(agent for agent in agents_of(split_name(self.game)[0]) if agent.name == name)
        found: Mapping[str, Value] = agent.option_values(read_values(address).values)
        return join_name(name, {**written, **(found or {WEIGHTS: address})})

    def evaluation(self, meeting: Meeting, opponents: Opponents) -> Evaluation:
        """Return the evaluation by games."""
        assert isinstance(opponents, tuple)
        own, fame, key, is_common = meeting
        return GameEvaluation(
            self.game, self.agent, own, opponents, fame, key, is_common, self.limit, self.openings
        )


@cache
def evolvable_of(settings: EvolutionSettings) -> Evolvable:
    """Return what *settings* evolve; raise if that cannot be."""
    if settings.agent == FORMULA:
        from galo.lab.evolvable_formulas import Formulas

        return Formulas.of(settings)
    name, written = split_name(settings.agent)
    own = own_strategy(settings)
    if own is not None:
        return own
    game = split_name(settings.game)[0]
    known = {agent.name: agent for agent in agents_of(game) if agent.parameters}
    if not known:
        raise ConfigError(f"no agent of {game} has parameters to evolve")
    if name not in known:
        formula = [FORMULA] if settings.game == "dominoes4" else []
        raise UnknownNameError(f"agent of {game} with parameters", name, [*known, *formula])
    parameters = known[name].parameters
    free = _free(parameters, settings)
    # The simulator plays by the usual rules; a game with options is played out.
    if (
        settings.game == "dominoes4"
        and name in FREE
        and all(map(is_linear, settings.named_opponents))
    ):
        is_styled = settings.method in STYLED
        return LinearVectors(parameters, free, name, settings.reading, is_styled)
    limit = Limit(nodes=settings.nodes)
    return AgentVectors(parameters, free, settings.game, settings.agent, limit, settings.openings)


def own_strategy(settings: EvolutionSettings) -> Evolvable | None:
    """Return the strategy of one's own that *settings* evolve, None if it is another agent."""
    found, name = game_agents(split_name(settings.game)[0]), split_name(settings.agent)[0]
    agents = (agent for agent in found.agents if agent.factory is not None)  # of one's own
    if settings.game != "dominoes4" or name not in [a.name for a in (*found.from_files, *agents)]:
        return None
    from galo.lab.evolvable_strategies import StrategyVectors, is_simulated

    player = make_player(settings.game, settings.agent)
    if not isinstance(player, Strategy):
        return None
    for name in settings.named_opponents:
        if not is_simulated(name):
            raise ConfigError(
                f"a strategy evolves in the simulator, against linear players and strategies, not "
                f"{name!r}"
            )
    if not player.parameters:
        raise ConfigError(f"{settings.agent} has no parameters: arguments with a number as default")
    free = _free(player.parameters, settings)
    return StrategyVectors(player.parameters, free, settings.agent, player.translation)


def linear_players(weights: Int32Matrix) -> StrategyPlayers:
    """Return linear players, a row of *weights* each, for the simulator that counts styles."""
    rows = [player_row(LINEAR, row) for row in weights]
    return StrategyPlayers(np.reshape(rows, (len(weights), STRATEGY_COLUMNS)))


def _free(parameters: Sequence[Parameter], settings: EvolutionSettings) -> tuple[int, ...]:
    """Return the numbers of the *parameters* that evolve under *settings*."""
    movable = {p.name: number for number, p in enumerate(parameters) if p.low < p.high}
    for name in settings.without:
        if name not in movable:
            raise UnknownNameError(f"parameter of {settings.agent}", name, movable)
    free = tuple(number for name, number in movable.items() if name not in settings.without)
    if not free:
        raise ConfigError(f"{settings.agent} has no parameter left to evolve")
    return free
