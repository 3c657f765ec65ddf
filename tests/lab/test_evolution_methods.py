"""Every method of evolution: the same bits after an interruption, a kill, on one or two threads."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import galo
from galo.arena.batch import simulate
from galo.lab.checkpoints import load, save
from galo.lab.evolution import GIVEN, EvolutionProgress, evolve, resume
from galo.lab.evolution_results import results_of
from galo.lab.evolution_run import play_generation
from galo.lab.formula_parser import parsed
from galo.lab.history import HISTORY
from galo.lab.quality_diversity import ClimbingEmitter, StyleArchive
from galo.lab.settings import EvolutionSettings
from support.evolutions import KINDS, SMALL, begin, small

SCHEMA = Path(galo.__file__).parent / "schemas" / "evolve.v1.json"


def evolved(settings: EvolutionSettings) -> dict[str, Any]:
    run = begin(settings)
    for _ in range(settings.generations):
        play_generation([run], simulate)
    return results_of([run], simulate)[0]


@pytest.mark.parametrize("kind", KINDS)
def test_interrupted_after_every_generation_it_ends_in_the_same_bits(
    tmp_path: Path, kind: str
) -> None:
    settings = small(kind)
    runs = [begin(settings)]
    while runs[0].generation < settings.generations:
        play_generation(runs, simulate)
        save(tmp_path, runs)
        runs = load(tmp_path)  # as if the process had died after every generation
    (found,) = results_of(runs, simulate)
    assert found == evolved(settings)
    assert found["matches"] == settings.generations * settings.population * runs[0].matches_each
    assert found != evolved(small(kind, seed=6))


def test_a_search_that_begins_again_elsewhere_does_so_in_the_same_bits() -> None:
    settings = small("map", population=20, generations=30, matches=2)
    runs = [begin(settings), begin(settings)]
    for _ in range(settings.generations):
        play_generation(runs, simulate)
    for run in runs:
        assert isinstance(run.optimiser, StyleArchive)
        emitters = [each for each in run.optimiser.emitters if isinstance(each, ClimbingEmitter)]
        assert sum(emitter.strategy.restarts for emitter in emitters) > 0
    assert runs[0].fame == runs[1].fame


@pytest.mark.parametrize(
    "kind", ["gp", *(pytest.param(k, marks=pytest.mark.long) for k in KINDS if k != "gp")]
)
def test_kill_and_resume_gives_the_uninterrupted_result(tmp_path: Path, kind: str) -> None:
    chosen = {name: value for name, value in vars(small(kind)).items() if name not in GIVEN}
    call = (
        f"'dominoes4', {small(kind).agent!r}, against={small(kind).against!r}, "
        f"out={str(tmp_path / 'killed')!r}, **{chosen!r}"
    )
    program = (
        "import sys, galo\n"
        "def wait(now):\n"
        "    if now.generation == 2:\n"
        "        print('waiting', flush=True)\n"
        "        sys.stdin.read()\n"
        f"galo.evolve({call}, progress=wait)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "waiting\n"
    process.kill()
    process.communicate()
    seen: list[int] = []
    resumed = resume(tmp_path / "killed", progress=lambda now: seen.append(now.generation))
    assert seen == [3, 4]
    whole = evolve("dominoes4", small(kind).agent, against=small(kind).against, **chosen)
    assert {**resumed, "seconds": 0} == {**whole, "seconds": 0}


PROGRAM = """
import json, sys
from galo.lab.evolution import GIVEN, evolve
from support.evolutions import small
for kind in sys.argv[1:]:
    settings = small(kind, generations=2, matches=60)
    chosen = {name: value for name, value in vars(settings).items() if name not in GIVEN}
    found = evolve("dominoes4", settings.agent, against=settings.against, **chosen)
    print(json.dumps({**found, "seconds": 0}))
"""


@pytest.mark.parametrize("kinds", [["cma", "gp"], pytest.param([*KINDS], marks=pytest.mark.long)])
def test_one_thread_and_two_give_the_same_bits(kinds: list[str]) -> None:
    said = []
    for threads in ("1", "2"):
        environment = {
            **os.environ,
            "NUMBA_NUM_THREADS": threads,
            "PYTHONPATH": str(Path(__file__).parent.parent),
        }
        ended = subprocess.run(
            [sys.executable, "-c", PROGRAM, *kinds], capture_output=True, text=True, env=environment
        )
        assert ended.returncode == 0, ended.stderr
        said.append(ended.stdout.splitlines())
    assert len(said[0]) == len(kinds)
    assert said[0] == said[1]


@pytest.mark.parametrize("kind", KINDS)
def test_result_is_as_its_schema_says(kind: str) -> None:
    import jsonschema

    settings = small(kind, generations=2, matches=4, runs=2)
    chosen = {name: value for name, value in vars(settings).items() if name not in GIVEN}
    found = evolve("dominoes4", settings.agent, against=settings.against, **chosen)
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator(schema).validate(json.loads(json.dumps(found)))
    assert ("formula" in found) == (settings.agent == "formula")
    assert ("members" in found) == (settings.method in ("nsga2", "map"))
    assert ("cycles" in found) == (settings.against != ("basic",))


class Interrupted(Exception):
    """Raised by a callback in the middle of an evolution."""


def test_history_of_formulas_has_their_texts_and_goes_on(tmp_path: Path) -> None:
    chosen: dict[str, Any] = {**SMALL, "method": "gp", "history": True}

    def interrupt(now: EvolutionProgress) -> None:
        if now.generation == 2:
            raise Interrupted

    whole = evolve("dominoes4", "formula", out=tmp_path / "whole", **chosen)
    with pytest.raises(Interrupted):
        evolve("dominoes4", "formula", out=tmp_path / "cut", progress=interrupt, **chosen)
    resume(tmp_path / "cut")
    text = (tmp_path / "cut" / HISTORY).read_text()
    assert text == (tmp_path / "whole" / HISTORY).read_text()
    rows = list(csv.DictReader(text.splitlines()))
    assert len(rows) == 4 * 12
    assert all(parsed(row["formula"]) for row in rows)
    assert whole["formula"] in [row["formula"] for row in rows if row["generation"] == "4"]
