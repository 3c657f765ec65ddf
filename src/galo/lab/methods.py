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
from galo.lab.settings import FORMULA, EvolutionSettings


def new_optimiser(
    settings: EvolutionSettings, evolvable: Evolvable, rng: np.random.Generator
) -> Optimiser:
    """Return the optimiser of *settings* for what is *evolvable*; it draws from *rng*."""
    method, is_formula = settings.method, settings.agent == FORMULA
    if is_formula != (method == "gp") and method not in ("nsga2", "map"):
        raise ConfigError(f"{settings.agent} does not evolve by {method}: gp is for formulas alone")
    if method == "gp":
        from galo.lab.genetic_programming import GeneticProgramming

        return GeneticProgramming(rng, settings.programming)
    first = evolvable.first(settings.population, rng) if method not in ("ga", "cma") else None
    if method == "truncation":
        return TruncationSelection(first, rng, settings.mutation, GENES)
    if method == "nsga2":
        from galo.lab.pareto import ParetoSearch

        return ParetoSearch(first, rng, evolvable.breed)
    if method == "map":
        from galo.lab.quality_diversity import BreedingEmitters, ClimbingEmitters, StyleArchive

        breeding = BreedingEmitters(evolvable.breed, rng)
        emitters = breeding if is_formula else ClimbingEmitters(GENES, rng)
        return StyleArchive(settings.styles, first, emitters)
    if method == "cma":
        return CovarianceAdaptation(evolvable.genes, rng, settings.population)
    return GeneticAlgorithm(evolvable.genes, rng, settings.genetic)
