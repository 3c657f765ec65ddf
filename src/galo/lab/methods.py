"""The optimiser of each method of evolution."""

import numpy as np

from galo.lab.evolvable import GENES, Evolvable
from galo.lab.evolvable_formulas import Formulas
from galo.lab.genetic_programming import GeneticProgramming, ProgrammingSettings
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
from galo.lab.settings import FORMULA, GP, NSGA2, EvolutionSettings


def new_optimiser(
    settings: EvolutionSettings, evolvable: Evolvable, rng: np.random.Generator
) -> Optimiser:
    """Return the optimiser of *settings* for what is *evolvable*; it draws from *rng*."""
    method = settings.method
    if method == GP:
        assert isinstance(evolvable, Formulas)
        return _programming(settings, evolvable, rng)
    if method == "cma":
        return CovarianceAdaptation(evolvable.genes, rng, settings.population)
    if method == "ga":
        return GeneticAlgorithm(evolvable.genes, rng, settings.genetic)
    first = evolvable.first(settings.population, rng)
    if method == "truncation":
        return TruncationSelection(first, rng, settings.mutation, GENES)
    if method == NSGA2:
        return ParetoSearch(first, rng, evolvable.breed)
    emitters: EmitterMaker = ClimbingEmitters(GENES)
    if settings.agent == FORMULA:
        emitters = BreedingEmitters(evolvable.breed)
    return StyleArchive(settings.styles, settings.cells, first, emitters, rng)


def _programming(
    settings: EvolutionSettings, formulas: Formulas, rng: np.random.Generator
) -> Optimiser:
    population = settings.population
    tournament = min(ProgrammingSettings.tournament, population)
    chosen = ProgrammingSettings(
        population, population // 10, tournament, breeding=formulas.breeding
    )
    return GeneticProgramming(rng, chosen, formulas.given)
