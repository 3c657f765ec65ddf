"""The evolution of fiss2010: its genetic algorithm, and runs that go on where they stopped."""

from pathlib import Path

import numpy as np
import pytest

from galo.arena.batch import simulate
from galo.arena.game_pool import GamePool
from galo.errors import ConfigError
from galo.lab.experiment_directory import ExperimentDirectory, ExperimentSettings
from galo.lab.experiment_run import ExperimentRun
from galo.lab.experiments.fiss2010 import Fiss2010Size, FissEvolution
from galo.lab.optimisers import TruncationSelection
from galo.lab.report import TEXT
from galo.lab.scores import Scores
from galo.lab.settings import Range
from support.experiments import FinishedExperiment, ThisProcess

UNIT = Range(0.0, 1.0)
BEST = [0.23598, 0.571271, 0.672657, 0.573741, 0.0, 0.1615, 0.0, 0.0]  # since the first version


def test_better_half_survives_and_the_rest_are_its_children() -> None:
    rng = np.random.default_rng(1)
    population = UNIT.draw(rng, 10, 8)
    won = np.arange(10.0)
    optimiser = TruncationSelection(population, rng, 0.0, UNIT)
    optimiser.tell(Scores.of_shares(won, 18))
    after = optimiser.ask()
    assert np.array_equal(after[:5], population[[9, 8, 7, 6, 5]])
    for child in after[5:]:
        sources = [np.flatnonzero(population[:, gene] == child[gene])[0] for gene in range(8)]
        assert len(set(sources)) <= 2
        assert min(sources) >= 5


def test_genes_are_drawn_again_as_often_as_asked() -> None:
    rng = np.random.default_rng(2)
    population = np.full((10, 2000), 2.0)
    optimiser = TruncationSelection(population, rng, 0.05, UNIT)
    optimiser.tell(Scores.of_shares(np.zeros(10), 18))
    fresh = optimiser.ask()[5:] <= 1.0
    assert 0.04 < fresh.mean() < 0.06
    with pytest.raises(ConfigError, match="a population of 3 has no two survivors"):
        TruncationSelection(population[:3], rng, 0.05, UNIT)


def evolution(path: Path, generations: int) -> tuple[FissEvolution, ThisProcess]:
    settings = ExperimentSettings("fiss2010", "quick", ("literal",), seed=5)
    executor = ThisProcess()
    experiment = ExperimentRun(ExperimentDirectory(path, settings), simulate, lambda progress: None)
    size = Fiss2010Size(4, generations, 1, 2)
    return FissEvolution(experiment, GamePool(executor), size), executor


def test_evolution_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole, _ = evolution(tmp_path / "whole", 3)
    best = whole.evolve(1, [1, 2, 3])
    assert all(best[gene] == 0 for gene in (4, 5, 6, 7))
    part, _ = evolution(tmp_path / "part", 2)
    part.evolve(2, [1, 2, 3])  # another run in the same directory changes nothing
    part, _ = evolution(tmp_path / "part", 3)
    again, executor = evolution(tmp_path / "part", 3)
    assert part.evolve(1, [1, 2, 3]) == best
    again, executor = evolution(tmp_path / "part", 3)
    assert again.evolve(1, [1, 2, 3]) == best
    assert executor.tasks == 0


def test_same_seed_gives_the_numbers_it_always_gave(tmp_path: Path) -> None:
    run, _ = evolution(tmp_path, 4)
    best = run.evolve(1, [1, 2, 3, 5])
    assert [round(weight, 6) for weight in best] == BEST
    assert run.meet(best, "run2") == {"meets": "run2", "games": 2, "wins": 1, "draws": 0}


def test_report_lists_what_the_text_leaves_open(finished: FinishedExperiment) -> None:
    text = (finished("fiss2010") / TEXT).read_text()
    assert "breaks off after “uma população de 10 indivíduos, uma porcentagem de seleção" in text
    assert "Here: mutation 5 % for each weight of a child, generations 1, plies 1." in text
