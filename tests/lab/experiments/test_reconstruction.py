"""Which program the authors ran: readings, their likelihood, and the search over them."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from galo.arena.batch import Contest, Job, simulate
from galo.lab.candidate_readings import CHOICES, EARLIER, FITTED, LITERAL, RECONSTRUCTED, grid
from galo.lab.experiment_directory import RESULTS
from galo.lab.experiments import reconstruction
from galo.lab.experiments.reconstruction_fit import (
    FUNCTIONS,
    OF,
    PAPER,
    STAGES,
    WITHIN,
    Fit,
    misfit,
    printed_numbers,
)
from galo.lab.report import TEXT, write_report
from galo.players.dominoes4.linear import READINGS, coefficients, fixed_points
from support.experiments import FinishedExperiment, make, shrink_experiments
from support.linear_players import linear_player

MANY = 10**12  # matches, so that ours have no error
NAMED = dict(zip(READINGS, (LITERAL, FITTED, RECONSTRUCTED), strict=True))


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink_experiments(monkeypatch)


@pytest.mark.parametrize("reading", READINGS)
def test_named_readings_play_the_matches_of_the_linear_players(reading: str) -> None:
    vectors = np.array([coefficients(name, "stage1") for name in ("s1", "s3")])
    linear = fixed_points(np.vstack([vectors, np.zeros(7)]), reading)
    named = NAMED[reading]
    candidates = [*(named.strategy(vector.tolist()) for vector in vectors), named.beginner()]
    contests = [Contest(0, 2, 5, 5), Contest(1, 0, 6, 7)]
    found = simulate(candidates, contests, Job(0, 200), named.rules)
    assert found == simulate(linear, contests, Job(0, 200))


def test_sweep_plays_the_matches_of_sbgames2008() -> None:
    linear = [linear_player(name).weights[0] for name in ("sbgames2008:alpha=1.5,k=2", "basic")]
    contests, job = [Contest(0, 1, 5, 5)], Job(0, 200)
    found = simulate([LITERAL.sweep(3.0), LITERAL.beginner()], contests, job)
    assert found == simulate(linear, contests, job)


def test_every_alternative_changes_something() -> None:
    vector = coefficients("s1", "stage1")
    for reading in (LITERAL, RECONSTRUCTED):
        own = reading.strategy(vector), reading.beginner(), reading.rules
        for other in reading.neighbours():
            same = (other.strategy(vector), other.beginner(), other.rules) == own
            assert not same, other.differences(reading)


def test_neighbours_differ_in_one_choice_and_the_grid_holds_every_combination() -> None:
    assert len(LITERAL.neighbours()) == sum(len(found) - 1 for found in CHOICES.values())
    assert all("; " not in other.differences(LITERAL) for other in LITERAL.neighbours())
    readings = grid({"E1 is": CHOICES["E1 is"], "a4 counts": CHOICES["a4 counts"][:3]})
    assert len(set(readings)) == 6
    assert LITERAL in readings


def test_printed_numbers_are_the_papers() -> None:
    numbers = printed_numbers((*STAGES, *FUNCTIONS, PAPER))
    assert len(numbers) == 54
    shares = {number[:3]: number.share for number in numbers}
    assert shares["s1", "basic", "stage1"] == 3452 / 5000
    assert shares["s3", "s4", "function 3"] == 2849 / 5000
    assert shares["s3", "basic", PAPER] == pytest.approx(0.632)


def test_misfit_counts_a_row_in_errors_of_its_count_and_a_number_in_those_of_its_row() -> None:
    numbers = printed_numbers(STAGES)
    printed = [number.share for number in numbers]
    assert misfit(numbers, Fit(LITERAL, tuple(printed), MANY), STAGES) == 0
    mean = (printed[0] + printed[1]) / 2  # s1 against basic
    error = (mean * (1 - mean) / OF) ** 0.5
    moved = [share + error if place < 2 else share for place, share in enumerate(printed)]
    assert misfit(numbers, Fit(LITERAL, tuple(moved), MANY), STAGES) == pytest.approx(1)
    assert misfit(numbers, Fit(LITERAL, tuple(moved), OF), STAGES) == pytest.approx(0.5)
    apart = [printed[0] + WITHIN, printed[1] - WITHIN, *printed[2:]]
    assert misfit(numbers, Fit(LITERAL, tuple(apart), MANY), STAGES) == pytest.approx(2)
    assert misfit(numbers, Fit(LITERAL, tuple(apart), MANY), ["stage2"]) < 1


def test_reconstructed_reading_explains_the_printed_numbers_and_the_others_do_not() -> None:
    numbers = printed_numbers((*STAGES, *FUNCTIONS))
    rows, contests = reconstruction._contests(list(NAMED.values()), numbers, key=11)
    pairs = 500
    wins = np.array([c.wins for c in simulate(rows, contests, Job(0, pairs))]).reshape(3, -1)
    literal, fitted, reconstructed = (
        misfit(numbers, Fit(LITERAL, tuple(won / (2 * pairs)), 2 * pairs), (*STAGES, *FUNCTIONS))
        for won in wins
    )
    # About 80, 150 and 9,000 are expected; each number has an error of 1.5 points of its own.
    assert reconstructed < 110 < fitted < literal / 10


def test_earlier_program_explains_the_third_strategy_of_the_paper() -> None:
    vector = coefficients("s3", "cig2011")
    rows = [EARLIER.strategy(vector), EARLIER.beginner()]
    (counts,) = simulate(rows, [Contest.paired(5)], Job(0, 5000))
    assert 0.605 < counts.wins / 10_000 < 0.655  # printed 63.2, five standard errors


def test_search_ends_where_no_neighbour_is_nearer_and_resumes_where_it_was(
    tmp_path: Path, finished: FinishedExperiment
) -> None:
    whole = (finished("reconstruction") / RESULTS).read_text().splitlines()
    units = [json.loads(line)["unit"] for line in whole]
    assert len(units) == len(set(units))
    kept = [line for line in whole if "time of" not in line]
    (tmp_path / RESULTS).write_text("\n".join(kept[:20]) + "\n")
    settings = finished("reconstruction") / "lab.json"
    (tmp_path / "lab.json").write_bytes(settings.read_bytes())
    make(tmp_path, "reconstruction")
    again = [
        line for line in (tmp_path / RESULTS).read_text().splitlines() if "time of" not in line
    ]
    assert again == kept


def test_report_ranks_the_readings_and_tells_what_was_held_out(
    finished: FinishedExperiment,
) -> None:
    write_report(finished("reconstruction"))
    text = (finished("reconstruction") / TEXT).read_text()
    for name in ("literal formula", "fitted formula (published)", "reconstructed formula"):
        assert re.search(rf"\| \d+\. {re.escape(name)} \|", text)
    assert "misfit, held out (30)" in text
    assert "| printed | 70.1 | 67.1 | 63.2 | 61.0 | s1 > s2 > s3 > s4 |" in text
    assert "| printed, stage 1 on fresh deals | 69.0 | 65.8 | 65.2 | 60.4 |" in text
