"""Coevolution and titles: whom individuals meet, and on which deals."""

import numpy as np
import pytest

from galo.arena.batch import Job, simulate
from galo.arrays import RealMatrix
from galo.lab.evolution_results import CYCLED, CYCLES, results_of
from galo.lab.evolution_run import FAMOUS, FINAL, GENERATION, RETEST, EvolutionRun, play_generation
from galo.players.dominoes4.linear import fixed_points
from galo.stream import Stream
from support.evolutions import begin, small


def finished(run: EvolutionRun) -> EvolutionRun:
    while run.generation < run.settings.generations:
        play_generation([run], simulate)
    return run


def shares(own: RealMatrix, others: RealMatrix, key: int, pairs: int) -> RealMatrix:
    """Return the share that each of *own*, a row, wins against each of *others*, a column."""
    rows = fixed_points(np.concatenate([own, others]), "literal")
    contests = np.array(
        [
            (one, len(own) + other, key, key)
            for one in range(len(own))
            for other in range(len(others))
        ]
    )
    wins = [counts.wins for counts in simulate(rows, contests, Job(0, pairs))]
    return np.reshape(wins, (len(own), len(others))) / (2 * pairs)


def test_self_is_the_last_best_and_others_of_earlier_generations() -> None:
    run = begin(small("ga", against=("self",), generations=6))
    play_generation([run], simulate)
    assert run.kin is not None
    assert run.kin.shape == (FAMOUS, 7)  # nobody is famous yet: some of the generation itself
    while run.generation < 5:
        play_generation([run], simulate)
    individuals = run.evolvable.individuals(run.optimiser.ask())
    met = run.kin_of(individuals)
    assert met[0].tolist() == run.fame[-1]
    assert all(row in run.fame for row in met.tolist())
    key = run.stream(GENERATION, 5).key
    play_generation([run], simulate)
    won = shares(individuals, met, key, run.settings.pairs).mean(axis=1)
    assert run.curve[-1] == pytest.approx((won.max(), won.mean()))


def test_champion_of_a_coevolution_is_tested_against_whom_the_last_generation_met() -> None:
    run = finished(begin(small("self")))
    assert run.kin is not None
    (result,) = results_of([run], simulate)
    key = run.stream(RETEST).key
    champion = np.array([run.fame[-1]])
    assert result["retest"] == pytest.approx(shares(champion, run.kin, key, 100).mean())


def test_a_population_that_meets_itself_wins_half() -> None:
    run = finished(begin(small("population of formulas")))
    assert [mean for _, mean in run.curve] == [pytest.approx(0.5)] * 4
    assert run.matches == 4 * 12 * 12 * 40
    (result,) = results_of([run], simulate)
    assert result["retest"] != 0.5  # against them all, not against itself


def test_everybody_is_met_at_once() -> None:
    run = finished(begin(small("everybody")))
    assert run.kin is not None
    assert len(run.kin) == FAMOUS + 12
    assert run.matches == 4 * 12 * (1 + FAMOUS + 12) * 40


@pytest.mark.parametrize("generations", [4, 20])
def test_bests_of_some_generations_meet_each_other_at_the_end(generations: int) -> None:
    run = finished(begin(small("self", generations=generations, matches=2, retest=576)))
    found = results_of([run], simulate)[0][CYCLES]
    table, count = np.array(found["shares"]), min(CYCLED, generations)
    assert found["bests"][0] == 1
    assert found["bests"][-1] == generations
    assert sorted(set(found["bests"])) == found["bests"]
    assert table.shape == (count, count)
    assert found["matches_each"] == 2 * (576 // 2 // count**2)
    assert table + table.T == pytest.approx(np.ones((count, count)))
    assert np.diag(table).tolist() == [0.5] * count
    bests = np.array([run.fame[generation - 1] for generation in found["bests"]])
    key = Stream.of(5, 0, 6).key
    assert table == pytest.approx(shares(bests, bests, key, found["matches_each"] // 2))


def test_finalists_meet_on_fresh_deals_and_the_best_of_them_is_champion() -> None:
    run = finished(begin(small("finalists", generations=5, matches=4)))
    (result,) = results_of([run], simulate)
    basic = np.zeros((1, 7))
    key = run.stream(FINAL).key
    won = shares(np.array(run.fame[-3:]), basic, key, 100)[:, 0]
    champion = int(np.argmax(won))
    assert champion != 2  # or the last generation would do
    assert result["best"] == run.fame[2 + champion]
    assert result["fitness"] == run.curve[2 + champion][0]
    fresh = shares(np.array([result["best"]]), basic, run.stream(RETEST).key, 100)
    assert result["retest"] == pytest.approx(fresh[0, 0])
