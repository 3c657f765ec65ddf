"""Formulas as what evolves: an individual is a program, and plays in the simulator."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from galo.arena.atomic_write import atomic_write
from galo.arrays import RealMatrix, RealVector
from galo.errors import ConfigError
from galo.games.options import join_name
from galo.lab.evolvable import Meeting, Opponents, linear_players
from galo.lab.fitness import Evaluation, FitnessEvaluation, joined, opponent_weights
from galo.lab.formula_breeding import BreedingSettings, offspring, ramped_formulas
from galo.lab.formula_parser import parsed
from galo.lab.formula_simplification import simplified
from galo.lab.formula_text import strategy_source, text_of
from galo.lab.formulas import Formula, depth, from_row, to_rows
from galo.lab.settings import EvolutionSettings
from galo.players.dominoes4.strategy_rows import LONGEST, StrategyPlayers
from galo.players.parameters import MEMBERS

FORMULA_KIND = 1  # of the rows: the first, and only, strategy of the simulation
DEEPEST = 4  # of a formula at first
STRATEGY_FILE = "strategy.py"  # beside the result: the best formula, to be played


@dataclass(frozen=True)
class Formulas:
    """Formulas within the limits of *breeding*; evolution begins with those *given*."""

    breeding: BreedingSettings
    given: tuple[Formula, ...] = ()

    @classmethod
    def of(cls, settings: EvolutionSettings) -> "Formulas":
        """Return the formulas that *settings* evolve; raise if that cannot be."""
        if settings.game != "dominoes4":
            raise ConfigError(f"formulas play dominoes4, not {settings.game}")
        if settings.without:
            raise ConfigError("a formula has no parameters to leave out")
        breeding = BreedingSettings(nodes=settings.size)
        return cls(breeding, given_formulas(settings.first, breeding, settings.population))

    @property
    def names(self) -> tuple[str, ...]:
        """None: the numbers of a program have no names."""
        return ()

    @property
    def genes(self) -> int:
        """The columns of a program."""
        return LONGEST

    def first(self, count: int, rng: np.random.Generator) -> RealMatrix:
        """Return the programs of *count* formulas: those given, the others random."""
        random = ramped_formulas(rng, self.breeding, DEEPEST, count - len(self.given))
        return to_rows([*self.given, *random])

    def breed(self, rows: RealMatrix, rng: np.random.Generator) -> RealMatrix:
        """Return the program of a child of each of *rows*."""
        return offspring(rows, rng, self.breeding)

    def individuals(self, asked: RealMatrix) -> RealMatrix:
        """Return the programs that were asked for, as they are."""
        return asked

    def nodes(self, individuals: RealMatrix) -> RealVector:
        """Return how many nodes each formula has."""
        return np.array([float(len(from_row(row))) for row in individuals])

    def kept(self, individual: RealVector) -> list[float]:
        """Return the program, without what is empty behind it."""
        program: list[float] = individual[: 1 + int(individual[0])].tolist()
        return program

    def described(self, individual: RealVector) -> dict[str, Any]:
        """Return the formula as people write it, and its nodes."""
        formula = from_row(individual)
        return {"formula": text_of(formula), "nodes": len(formula)}

    @property
    def columns(self) -> tuple[str, ...]:
        """The formula as people write it."""
        return ("formula",)

    def written(self, individual: RealVector) -> list[Any]:
        """Return the formula as people write it."""
        return [text_of(from_row(individual))]

    def opponents(self, names: Sequence[str]) -> Opponents:
        """Return the linear players *names*."""
        return linear_players(opponent_weights(names))

    def agent_of(self, result: Path, member: int | None = None) -> str:
        """Return the strategy in the file beside *result*."""
        file = str(result.with_name(STRATEGY_FILE))
        return join_name("strategy", {"file": file, "name": function_name(member)})

    def evaluation(self, meeting: Meeting, opponents: Opponents) -> Evaluation:
        """Return the evaluation in the simulator of formulas."""
        assert isinstance(opponents, StrategyPlayers)
        own, fame = map(formula_players, meeting[:2])
        others = joined([opponents, fame])
        return FitnessEvaluation(own, others, meeting.key, meeting.is_common)


def given_formulas(
    texts: Sequence[str], breeding: BreedingSettings, population: int
) -> tuple[Formula, ...]:
    """Return the formulas that *texts* are; raise if one is none, or too large, or one too many."""
    found = [simplified(parsed(text)) for text in texts]
    for formula in found:
        if not breeding.allow(formula):
            raise ConfigError(
                f"the formula {text_of(formula)!r} has {len(formula)} nodes and depth "
                f"{depth(formula)}; {breeding.nodes} and {breeding.depth} are allowed"
            )
    if len(found) > population:
        raise ConfigError(f"{len(found)} first formulas are more than a population of {population}")
    return tuple(found)


def function_name(member: int | None) -> str:
    """Return the name of the strategy that is a *member*, from 1, or the best."""
    return "best" if member is None else f"member_{member}"


def write_strategies(directory: Path, result: Mapping[str, Any]) -> None:
    """Write the best formula of *result*, and its members by number, as strategies to be played."""
    named = {function_name(None): result["best"]}
    for number, member in enumerate(result.get(MEMBERS, []), start=1):
        named[function_name(number)] = member["best"]
    source = strategy_source({name: from_row(np.array(row)) for name, row in named.items()})
    with atomic_write(directory / STRATEGY_FILE) as stream:
        stream.write(source.encode())


def formula_players(programs: RealMatrix) -> StrategyPlayers:
    """Return the players that *programs* are."""
    rows = np.zeros((len(programs), 1 + LONGEST))
    rows[:, 0], rows[:, 1:] = FORMULA_KIND, programs
    return StrategyPlayers(rows)
