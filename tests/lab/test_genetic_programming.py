"""Genetic programming: limits, no repeats, the same bits, and a target that it finds."""

import pickle
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from galo.arrays import RealMatrix, RealVector
from galo.errors import ConfigError
from galo.lab.evolution_run import new_run
from galo.lab.evolvable import evolvable_of
from galo.lab.evolvable_formulas import given_formulas
from galo.lab.formula_behaviour import behaviour, sampled_decisions
from galo.lab.formula_breeding import (
    BreedingSettings,
    crossed,
    hoisted,
    offspring,
    ramped_formulas,
    with_moved_constants,
    with_new_subtree,
    with_new_symbol,
)
from galo.lab.formula_parser import parsed
from galo.lab.formula_text import text_of
from galo.lab.formulas import (
    check_types,
    depth,
    from_row,
    to_rows,
    values,
)
from galo.lab.genetic_programming import (
    GeneticProgramming,
    Individual,
    ProgrammingSettings,
    winner_of,
)
from galo.lab.scores import Scores
from galo.lab.settings import EvolutionSettings
from galo.players.dominoes4.formula_value import CONSTANT, MULTIPLY

SMALL = ProgrammingSettings(population=40, elites=4, breeding=BreedingSettings(nodes=12, depth=5))
TARGET = parsed("points + 3 * hand_far - 2 * threats")


def scores(won: RealVector, matches: int = 1000) -> Scores:
    """Return what an optimiser with one goal is told."""
    return Scores(won, won[:, None], np.zeros((len(won), 0)), matches)


def agreement(rows: RealMatrix) -> Scores:
    """Return how well each formula's values go with those of TARGET, from 0 to 1."""
    options = sampled_decisions().options[::10]
    wanted = values(TARGET, options)
    found = [values(from_row(row), options) for row in rows]
    return scores(np.array([correlation(one, wanted) for one in found]), 1_000_000)


def correlation(one: RealVector, other: RealVector) -> float:
    """Return the correlation of two vectors, 0 if it is negative or one is constant."""
    return max(0.0, float(np.corrcoef(one, other)[0, 1])) if one.std() > 0.0 else 0.0


def evolved(seed: int, generations: int, chosen: ProgrammingSettings = SMALL) -> GeneticProgramming:
    """Return an optimiser after *generations* with TARGET in view."""
    found = GeneticProgramming(np.random.default_rng(seed), chosen)
    for _ in range(generations):
        found.tell(agreement(found.ask()))
    return found


@given(st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_every_way_to_make_a_child_keeps_the_types(seed: int) -> None:
    rng, chosen = np.random.default_rng(seed), BreedingSettings()
    one, other = ramped_formulas(rng, chosen, 4, 12)[-2:]
    for _ in range(5):
        for child in (
            crossed(one, other, rng),
            with_new_subtree(one, rng, chosen),
            with_new_symbol(one, rng, chosen),
            with_moved_constants(one, rng),
            hoisted(one, rng),
        ):
            check_types(child)


def test_a_point_mutation_changes_one_symbol_at_most_and_hoisting_never_lengthens() -> None:
    rng = np.random.default_rng(5)
    for formula in ramped_formulas(rng, BreedingSettings(), 4, 60):
        pointed = with_new_symbol(formula, rng, BreedingSettings())
        assert len(pointed) == len(formula)
        assert sum(a != b for a, b in zip(pointed, formula, strict=True)) <= 1
        assert len(hoisted(formula, rng)) <= len(formula)


def test_constants_move_alone_and_a_formula_without_any_gets_a_weight() -> None:
    rng = np.random.default_rng(6)
    formula = parsed("points + 2.5 * far - 4")
    moved = with_moved_constants(formula, rng)
    assert [code for code, _ in moved] == [code for code, _ in formula]
    numbers = [number for code, number in moved if code == CONSTANT]
    assert all(old != new for old, new in zip([2.5, 4.0], numbers, strict=True))
    bare = parsed("points + far")
    weighted = with_moved_constants(bare, rng)
    assert len(weighted) == len(bare) + 2
    assert MULTIPLY in {code for code, _ in weighted}


def test_crossover_brings_a_part_of_the_other_parent() -> None:
    rng = np.random.default_rng(7)
    one, other = parsed("points + far"), parsed("near * threats")
    children = {crossed(one, other, rng) for _ in range(200)}
    assert {"near * threats", "points + near", "threats + far"} <= set(map(text_of, children))


def test_the_first_formulas_are_ramped() -> None:
    formulas = ramped_formulas(np.random.default_rng(8), BreedingSettings(), 4, 200)
    assert {depth(formula) for formula in formulas} >= {1, 2, 3, 4}
    assert all(BreedingSettings().allow(formula) for formula in formulas)


@given(st.integers(0, 2**32))
@settings(max_examples=5, deadline=None)
def test_no_two_formulas_of_a_generation_choose_alike_and_all_are_within_the_limits(
    seed: int,
) -> None:
    found = GeneticProgramming(np.random.default_rng(seed), SMALL)
    for _ in range(4):
        formulas = [from_row(row) for row in found.ask()]
        assert len({behaviour(formula) for formula in formulas}) == len(formulas) == 40
        assert all(SMALL.breeding.allow(formula) for formula in formulas)
        found.tell(agreement(found.ask()))


def test_what_differs_in_writing_alone_behaves_alike() -> None:
    assert behaviour(parsed("points + far")) == behaviour(parsed("3 * (far + points) - 1"))
    assert behaviour(parsed("points + far")) != behaviour(parsed("points + 2 * far"))


def test_elites_stay_with_all_the_matches_that_they_played() -> None:
    found = GeneticProgramming(np.random.default_rng(9), SMALL)
    first = agreement(found.ask())
    best = np.argsort(-first.won, kind="stable")[:4]
    rows = found.ask()[best]
    found.tell(first)
    assert (found.ask()[:4] == rows).all()
    assert [one.matches for one in found.population[:5]] == [1_000_000] * 4 + [0]
    found.tell(scores(np.full(40, 0.25)))
    assert max(one.matches for one in found.population) == 1_001_000


def test_a_newcomer_with_the_same_share_does_not_displace_an_elite() -> None:
    found = GeneticProgramming(np.random.default_rng(10), SMALL)
    found.tell(scores(np.linspace(0.6, 0.5, 40), 100))
    elites = found.ask()[:4]
    found.tell(scores(np.array([0.6] * 40), 100))
    assert (np.sort(found.ask()[:4], axis=0) == np.sort(elites, axis=0)).all()


def test_of_formulas_about_as_good_the_shortest_wins_a_tournament() -> None:
    """The standard error of 1,000 matches is 1.6 points, that of 100,000 a tenth of it."""

    def known(text: str, share: float, matches: int) -> Individual:
        return Individual(parsed(text), b"", share * matches, matches)

    short, bad = known("points + far", 0.50, 1000), known("points", 0.30, 1000)
    new = known("points + far - near", 0.51, 1000)
    old = known("points + far - near", 0.51, 100_000)
    rival = known("points + near", 0.505, 1000)
    assert winner_of([bad, new, short]) is short
    assert winner_of([bad, old, short]) is old
    assert winner_of([short, rival, new]) is rival


def test_the_same_seed_gives_the_same_bits_and_a_pickle_goes_on() -> None:
    straight = evolved(12, 6)
    half = pickle.loads(pickle.dumps(evolved(12, 3)))
    for _ in range(3):
        half.tell(agreement(half.ask()))
    assert (half.ask() == straight.ask()).all()
    assert half.leader == straight.leader
    assert not (evolved(13, 3).ask() == evolved(12, 3).ask()).all()


def test_it_finds_a_formula_that_orders_options_like_the_target() -> None:
    found = evolved(14, 25)
    asked = found.ask()
    found.tell(agreement(asked))
    best = agreement(asked[[found.leader]]).won[0]
    first = agreement(GeneticProgramming(np.random.default_rng(14), SMALL).ask()).won.max()
    assert best > 0.9 > 0.8 > first


def test_evolution_begins_with_given_formulas() -> None:
    chosen = EvolutionSettings("formula", method="gp", population=4, first=("points + 2 * far",))
    first = new_run(chosen, 0, evolvable_of(chosen).opponents(["basic"])).optimiser.ask()
    assert text_of(from_row(first[0])) == "points + 2 * far"
    front = evolvable_of(replace(chosen, method="nsga2")).first(4, np.random.default_rng(0))
    assert text_of(from_row(front[0])) == "points + 2 * far"
    assert len(front) == 4


def test_given_formulas_are_the_first() -> None:
    found = GeneticProgramming(np.random.default_rng(15), SMALL, [TARGET])
    assert from_row(found.ask()[0]) == TARGET
    assert len(found.ask()) == 40


def test_first_formulas_must_fit() -> None:
    long = "points * far + near * threats + pips * arms + ends_sum * hand_far"
    with pytest.raises(ConfigError, match="has 15 nodes and depth 4; 12 and 5 are allowed"):
        given_formulas([long], SMALL.breeding, 40)
    with pytest.raises(ConfigError, match="3 first formulas are more than a population of 2"):
        given_formulas(["points"] * 3, SMALL.breeding, 2)


def test_formulas_of_one_node_do_not_go_on_for_ever() -> None:
    """There are fewer of them than individuals."""
    single = ProgrammingSettings(45, 4, breeding=BreedingSettings(nodes=1))
    found = evolved(16, 1, single)
    assert {len(from_row(row)) for row in found.ask()} == {1}


def test_offspring_of_rows_are_rows_within_the_limits() -> None:
    rng, chosen = np.random.default_rng(17), BreedingSettings(nodes=10)
    rows = to_rows(ramped_formulas(rng, chosen, 3, 30))
    children = offspring(rows, rng, chosen)
    assert children.shape == rows.shape
    assert all(chosen.allow(from_row(row)) for row in children)
    assert not (children == rows).all(axis=1).any()
    again = offspring(rows, np.random.default_rng(3), chosen)
    assert (again == offspring(rows, np.random.default_rng(3), chosen)).all()


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda: BreedingSettings(nodes=0), "give from 1 to 38"),
        (lambda: BreedingSettings(nodes=39), "give from 1 to 38"),
        (lambda: BreedingSettings(depth=0), "has no operator"),
        (lambda: BreedingSettings(crossover=0.9), "more than 1 together"),
        (lambda: BreedingSettings(point=-0.1), "negative"),
        (lambda: ProgrammingSettings(population=10), "20 elites of a population of 10"),
        (lambda: ProgrammingSettings(tournament=0), "tournaments of 0"),
        (lambda: ProgrammingSettings(first_depth=0), "first_depth 0"),
    ],
)
def test_settings_that_cannot_be_are_refused(make: object, fault: str) -> None:
    assert callable(make)
    with pytest.raises(ConfigError, match=fault):
        make()


def test_the_leader_is_proven_by_more_than_one_lucky_generation() -> None:
    found = GeneticProgramming(np.random.default_rng(3), ProgrammingSettings(4, 1, 2))
    found.tell(Scores.of_shares(np.array([0.2, 0.6, 0.3, 0.3]), 400))
    assert found.leader == 1
    assert found.population[0].matches == 400
    found.tell(Scores.of_shares(np.array([0.6, 0.605, 0.2, 0.2]), 400))
    assert found.leader == 0  # 0.6 of 800 matches is worth more than 0.605 of 400
    assert found.population[0].matches == 800
