"""The optimiser of each method of evolution."""

import numpy as np

from galo.errors import ConfigError
from galo.lab.evolvable import GENES, Evolvable
from galo.lab.optimisers import (
    CovarianceAdaptation,
    GeneticAlgorithm,
    Optimiser,
    TruncationSelection,
)
from galo.lab.pareto import ParetoSearch
from galo.lab.quality_diversity import (
    BreedingEmitters,
    ClimbingEmitters,
    EmitterMaker,
    StyleArchive,
)
from galo.lab.settings import FORMULA, STYLED, EvolutionSettings


def new_optimiser(
    settings: EvolutionSettings, evolvable: Evolvable, rng: np.random.Generator
) -> Optimiser:
    """Return the optimiser of *settings* for what is *evolvable*; it draws from *rng*."""
    method, is_formula = settings.method, settings.agent == FORMULA
    if is_formula != (method == "gp") and method not in STYLED:
        raise ConfigError(f"{settings.agent} does not evolve by {method}: gp is for formulas alone")
    if method == "gp":
        return _programming(settings, rng)
    if method == "cma":
        return CovarianceAdaptation(evolvable.genes, rng, settings.population)
    if method == "ga":
        return GeneticAlgorithm(evolvable.genes, rng, settings.genetic)
    first = evolvable.first(settings.population, rng)
    if method == "truncation":
        return TruncationSelection(first, rng, settings.mutation, GENES)
    if method == "nsga2":
        return ParetoSearch(first, rng, evolvable.breed)
    emitters: EmitterMaker = ClimbingEmitters(GENES, rng)
    if is_formula:
        emitters = BreedingEmitters(evolvable.breed, rng)
    return StyleArchive(settings.styles, first, emitters)


def _programming(settings: EvolutionSettings, rng: np.random.Generator) -> Optimiser:
    from galo.lab.formula_breeding import BreedingSettings
    from galo.lab.genetic_programming import GeneticProgramming, ProgrammingSettings

    population = settings.population
    breeding = BreedingSettings(nodes=settings.size)
    tournament = min(ProgrammingSettings.tournament, population)
    chosen = ProgrammingSettings(population, population // 10, tournament, breeding=breeding)
    return GeneticProgramming(rng, chosen)
