"""The optimisers: MATLAB's step in its counts, frequencies and identities; nothing global."""

import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare

from galo.arrays import RealMatrix, RealVector
from galo.errors import ConfigError, UnknownNameError
from galo.lab.optimisers import (
    CovarianceAdaptation,
    GeneticAlgorithm,
    Optimiser,
)
from galo.lab.scores import Scores
from galo.lab.settings import GeneticSettings, Range

SIGNIFICANCE = 1e-5  # of fixed computations: a right program fails one in a hundred thousand seeds


def bowl(vectors: RealMatrix) -> RealVector:
    """Return a score that is best at 3, -2, 1, …, as a share won."""
    target = np.resize([3.0, -2.0, 1.0], vectors.shape[1])
    score: RealVector = 1.0 / (1.0 + ((vectors - target) ** 2).sum(axis=1))
    return score


@given(st.integers(2, 200), st.data())
def test_children_are_counted_as_matlab_counts_them(population: int, data: st.DataObject) -> None:
    elites = data.draw(st.integers(0, population - 1))
    chosen = GeneticSettings(population=population, elites=elites)
    assert elites + chosen.crossovers + chosen.mutants == population
    exact = 0.8 * (population - elites)
    assert abs(chosen.crossovers - exact) <= 0.5 + 1e-9
    if round(10 * exact) % 10 == 5:  # half is rounded away from zero
        assert chosen.crossovers > exact


def test_the_studies_use_72_crossovers_and_18_mutants() -> None:
    chosen = GeneticSettings()
    assert (chosen.elites, chosen.crossovers, chosen.mutants) == (10, 72, 18)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 2**32),
    st.sampled_from(["roulette", "sus", "proportional"]),
    st.sampled_from(["scattered", "twopoint"]),
)
def test_a_generation_is_made_of_its_parents(seed: int, selection: str, crossover: str) -> None:
    chosen = GeneticSettings(30, 3, selection, crossover, mutation=0.2)
    ga = GeneticAlgorithm(7, np.random.default_rng(seed), chosen)
    before = ga.ask()
    won = bowl(before)
    ga.tell(Scores.of_shares(won, 100))
    after = ga.ask()
    assert after.shape == before.shape
    assert (abs(after) <= 10).all()
    best = before[np.argsort(-won, kind="stable")]
    assert (after[:3] == best[:3]).all()
    crossed = after[3 : 3 + chosen.crossovers]
    for child in crossed:  # every gene is somebody's, at most two parents for each child
        owners = [set(np.flatnonzero(before[:, gene] == value)) for gene, value in enumerate(child)]
        assert all(owners)
        assert len(set.union(*owners)) <= 2
    kept = [max((before == child).sum(axis=1)) for child in after[3 + chosen.crossovers :]]
    assert len(kept) == chosen.mutants
    assert np.mean(kept) > 7 / 2  # 80 % of a mutant's genes are its one parent's


def test_two_point_children_take_one_stretch_from_the_second_parent() -> None:
    ga = GeneticAlgorithm(7, np.random.default_rng(1), GeneticSettings(crossover="twopoint"))
    first, second = np.zeros((20_000, 7)), np.ones((20_000, 7))
    children = Counter("".join(map(str, row)) for row in ga._cross(first, second).astype(int))
    # Cuts l < r out of 1..6, in either order: 0..0 1..1 0..0 or, parents swapped, its complement.
    expected = set()
    for left in range(1, 7):
        for right in range(left + 1, 7):
            child = "0" * left + "1" * (right - left) + "0" * (7 - right)
            expected |= {child, child.translate(str.maketrans("01", "10"))}
    assert set(children) == expected
    assert chisquare(list(children.values())).pvalue > SIGNIFICANCE


def test_scattered_genes_come_from_either_parent_equally() -> None:
    ga = GeneticAlgorithm(7, np.random.default_rng(2), GeneticSettings())
    taken = ga._cross(np.zeros((10_000, 7)), np.ones((10_000, 7))).sum()
    assert abs(taken - 35_000) < 5 * np.sqrt(70_000) / 2


@pytest.mark.parametrize("selection", ["roulette", "sus"])
def test_parents_are_drawn_by_one_over_the_root_of_their_rank(selection: str) -> None:
    chosen = GeneticSettings(20, 2, selection)
    ga = GeneticAlgorithm(7, np.random.default_rng(3), chosen)
    counts = np.zeros(20)
    expectation = ga._expectation(np.linspace(0.9, 0.1, 20))
    for _ in range(3000):
        counts += np.bincount(ga._select(expectation, 32), minlength=20)
    expected = 1 / np.sqrt(np.arange(1, 21))
    expected *= counts.sum() / expected.sum()
    assert np.abs(counts / expected - 1).max() < 0.06
    if selection == "roulette":
        assert chisquare(counts, expected).pvalue > SIGNIFICANCE


def test_stochastic_universal_selection_never_strays_from_the_expectation() -> None:
    ga = GeneticAlgorithm(7, np.random.default_rng(4), GeneticSettings(20, 2, "sus"))
    expected = 1 / np.sqrt(np.arange(1, 21))
    expected *= 32 / expected.sum()
    for _ in range(200):
        drawn = ga._select(ga._expectation(np.linspace(0.9, 0.1, 20)), 32)
        assert np.abs(np.bincount(drawn, minlength=20) - expected).max() < 1


def test_proportional_parents_are_drawn_by_their_share_of_all_wins() -> None:
    ga = GeneticAlgorithm(7, np.random.default_rng(8), GeneticSettings(20, 2, "proportional"))
    won = np.linspace(0.7, 0.2, 20)  # f / F: the dissertation's definition of the roulette
    counts = sum(
        np.bincount(ga._select(ga._expectation(won), 32), minlength=20) for _ in range(3000)
    )
    assert chisquare(counts, 32 * 3000 * won / won.sum()).pvalue > SIGNIFICANCE
    none = ga._expectation(np.zeros(20))  # nobody has won: everybody is as likely
    counts = sum(np.bincount(ga._select(none, 32), minlength=20) for _ in range(3000))
    assert chisquare(counts).pvalue > SIGNIFICANCE


def test_mutation_redraws_genes_at_its_rate() -> None:
    ga = GeneticAlgorithm(7, np.random.default_rng(5), GeneticSettings(mutation=0.05))
    changed = (ga._mutate(np.full((10_000, 7), 20.0)) != 20.0).sum()
    assert abs(changed - 3500) < 5 * np.sqrt(70_000 * 0.05 * 0.95)


def optimisers(seed: int) -> dict[str, Optimiser]:
    return {
        "ga": GeneticAlgorithm(7, np.random.default_rng(seed), GeneticSettings(40, 4)),
        "cma": CovarianceAdaptation(7, np.random.default_rng(seed), population=12),
    }


@pytest.mark.parametrize("name", ["ga", "cma"])
def test_optimisers_climb(name: str) -> None:
    optimiser = optimisers(seed=6)[name]
    first = bowl(optimiser.ask()).max()
    for _ in range(80):
        optimiser.tell(Scores.of_shares(bowl(optimiser.ask()), 5000))
    assert bowl(optimiser.ask()).max() > 5 * first


def test_a_single_number_evolves_too_however_wide_the_search_becomes() -> None:
    cma = CovarianceAdaptation(1, np.random.default_rng(3), population=6)
    for _ in range(60):
        vectors = cma.ask()
        assert vectors.shape == (6, 1)
        cma.tell(Scores.of_shares(abs(vectors[:, 0]), 100))  # best at both ends of the range


@pytest.mark.parametrize("name", ["ga", "cma"])
def test_a_pickled_optimiser_goes_on_bit_for_bit(name: str) -> None:
    whole, broken = optimisers(seed=7)[name], optimisers(seed=7)[name]
    for generation in range(6):
        np.random.seed(generation)  # nothing may depend on the global generator
        whole.tell(Scores.of_shares(bowl(whole.ask()), 100))
    for generation in range(6):
        broken.tell(Scores.of_shares(bowl(broken.ask()), 100))
        if generation in (1, 4):
            broken = pickle.loads(pickle.dumps(broken))
    assert (whole.ask() == broken.ask()).all()


@pytest.mark.parametrize("name", ["ga", "cma"])
def test_generators_decide_and_the_global_one_is_left_alone(name: str) -> None:
    np.random.seed(1)
    before = np.random.get_state(legacy=False)["state"]["key"].copy()
    same, again, other = (optimisers(seed)[name].ask() for seed in (1, 1, 2))
    assert (same == again).all()
    assert (same != other).any()
    assert (np.random.get_state(legacy=False)["state"]["key"] == before).all()


def test_asking_twice_changes_nothing_and_the_answer_is_a_copy() -> None:
    ga = optimisers(seed=1)["ga"]
    ga.ask()[:] = 99.0
    assert (ga.ask() <= 10).all()


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"selection": "luck"}, "unknown selection 'luck'; known: roulette, sus, proportional"),
        ({"crossover": "none"}, "unknown crossover 'none'"),
        ({"elites": 100}, "100 elites of a population of 100"),
        ({"mutation": 1.5}, "mutation rate 1.5 is not from 0 to 1"),
    ],
)
def test_settings_that_contradict_themselves_are_refused(
    wrong: dict[str, Any], problem: str
) -> None:
    with pytest.raises((ConfigError, UnknownNameError), match=problem):
        GeneticSettings(**wrong)


def test_two_point_crossover_of_two_genes_is_refused() -> None:
    with pytest.raises(ConfigError, match="needs three genes or more, not 2"):
        GeneticAlgorithm(2, np.random.default_rng(1), GeneticSettings(crossover="twopoint"))


def test_range_is_respected_by_both() -> None:
    narrow = Range(-1.0, 2.0)
    cma = CovarianceAdaptation(3, np.random.default_rng(1), values=narrow)
    ga = GeneticAlgorithm(3, np.random.default_rng(1), GeneticSettings(range=narrow))
    for optimiser in (cma, ga):
        for _ in range(5):
            vectors = optimiser.ask()
            assert (abs(vectors - 0.5) <= 1.5).all()
            optimiser.tell(Scores.of_shares(bowl(vectors), 10))
