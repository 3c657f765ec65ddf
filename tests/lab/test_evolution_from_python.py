"""`evolve` from Python: progress, interruption, and directories written by earlier sources."""

import inspect
import json
import shutil
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from galo import __version__
from galo.arena.batch import Counts, simulate
from galo.cli.evolve import evolve as evolve_command
from galo.errors import GaloError
from galo.lab.evolution import EvolutionProgress, OnProgress, evolve, evolved_agent, resume
from galo.lab.experiment_directory import (
    SETTINGS,
    ExperimentDirectory,
    read_experiment_settings,
)
from galo.lab.experiment_run import EvolutionTask, ExperimentRun
from galo.lab.fitness import opponent_weights
from galo.lab.settings import EvolutionSettings

STORED = Path(__file__).parent / "stored"
SMALL: dict[str, Any] = {
    "population": 10,
    "generations": 4,
    "matches": 40,
    "retest": 100,
    "runs": 2,
    "seed": 8,
}


class Interrupted(Exception):
    """Raised by a callback in the middle of an evolution."""


def untimed(result: dict[str, Any]) -> dict[str, Any]:
    """Return *result* as JSON has it, without the seconds it took."""
    return {
        name: value for name, value in json.loads(json.dumps(result)).items() if name != "seconds"
    }


def stop_after(generation: int) -> OnProgress:
    def stop(progress: EvolutionProgress) -> None:
        if progress.generation == generation:
            raise Interrupted

    return stop


@pytest.mark.parametrize("method", ["ga", "cma"])
def test_interrupted_by_its_callback_it_resumes_to_the_same_bits(
    tmp_path: Path, method: str
) -> None:
    whole = evolve("dominoes4", "s2", method=method, **SMALL)
    with pytest.raises(Interrupted):
        evolve("dominoes4", "s2", method=method, out=tmp_path, progress=stop_after(1), **SMALL)
    with pytest.raises(Interrupted):  # the same call goes on with the directory
        evolve("dominoes4", "s2", method=method, out=tmp_path, progress=stop_after(2), **SMALL)
    seen: list[int] = []
    resumed = resume(tmp_path, progress=lambda progress: seen.append(progress.generation))
    assert seen == [3, 4]
    assert untimed(resumed) == untimed(whole)
    assert json.loads((tmp_path / "result.json").read_text())["best"] == whole["best"]
    game, agent = evolved_agent(tmp_path)
    assert game == "dominoes4"
    assert opponent_weights([agent])[0, 4:7].tolist() == [
        round(10_000 * a) for a in whole["best"][3:6]
    ]


def test_progress_says_how_far_and_how_good(tmp_path: Path) -> None:
    seen: list[EvolutionProgress] = []
    result = evolve("dominoes4", "s1", progress=seen.append, **SMALL)
    assert [(step.generation, step.generations) for step in seen] == [(n, 4) for n in (1, 2, 3, 4)]
    curves = [run["curve"] for run in result["runs"]]
    for step in seen:
        ends = [curve[step.generation - 1] for curve in curves]
        assert step.best == max(best for best, _ in ends)
        assert step.mean == pytest.approx(sum(mean for _, mean in ends) / 2)
        assert step.matches_per_second > 0


def test_without_a_directory_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    one = evolve("dominoes4", "s2", against="basic", **SMALL)
    assert untimed(one) == untimed(evolve("dominoes4", "s2", against=["basic"], **SMALL))
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_evolved_is_refused_in_one_sentence() -> None:
    with pytest.raises(GaloError, match="unknown game 'chess'"):
        evolve("chess", "s1")
    with pytest.raises(GaloError, match="unknown setting 'colour' of an evolution; known: method"):
        evolve("dominoes4", "s1", colour="red")
    with pytest.raises(GaloError, match="nobody to evolve against"):
        evolve("dominoes4", "s1", against=())


def test_the_command_has_the_defaults_of_the_settings() -> None:
    options = inspect.signature(evolve_command).parameters
    for field in fields(EvolutionSettings):
        # typer wants a list, or None for the default; the game may be left out with --resume, and
        # which agent is meant depends on the method
        if field.name not in ("against", "without", "first", "goals", "styles", "game", "agent"):
            assert options[field.name].default == field.default


def stored(name: str, tmp_path: Path) -> Path:
    """Return a copy of the stored directory *name*, as if this version had written it."""
    copy = tmp_path / name
    shutil.copytree(STORED / name, copy)
    for path in copy.glob("*.json"):
        content = json.loads(path.read_text())
        if "galo" in content:
            path.write_text(json.dumps({**content, "galo": __version__}))
    return copy


def test_a_directory_written_under_other_class_names_resumes_to_the_same_bits(
    tmp_path: Path,
) -> None:
    directory = stored("evolution", tmp_path)
    seen: list[int] = []
    result = resume(directory, progress=lambda progress: seen.append(progress.generation))
    assert seen == [4, 5, 6]  # three generations were in the checkpoint
    expected = json.loads((directory / "expected.json").read_text())
    assert json.loads(json.dumps(result["runs"])) == expected["runs"]


def test_an_experiment_written_under_other_class_names_goes_on(tmp_path: Path) -> None:
    path = stored("laboratory", tmp_path)
    assert json.loads((path / SETTINGS).read_text())["experiment"] == "antonio2011"
    short = EvolutionSettings("s1", population=6, generations=2, matches=40, retest=100)
    long = EvolutionSettings("s3", population=8, generations=5, matches=40, retest=100)
    basic, rival = opponent_weights(["basic"]), opponent_weights(["s2"])
    tasks = [
        EvolutionTask("short s1", short, basic, {"part": "short", "strategy": "s1"}),
        EvolutionTask("long s3", long, basic, {"part": "long", "strategy": "s3"}),
        EvolutionTask("long s3 again", long, rival, {"part": "long", "strategy": "s3"}),
    ]
    calls = []

    def counted(*work: Any) -> list[Counts]:
        calls.append(work)
        return simulate(*work)

    directory = ExperimentDirectory(path, read_experiment_settings(path))
    records = ExperimentRun(directory, counted, lambda progress: None).evolve("stage", tasks)
    assert records == json.loads((path / "expected.json").read_text())
    assert len(calls) == 2 + 1  # two generations were left, and the retest
