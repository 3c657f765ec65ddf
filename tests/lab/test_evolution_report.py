"""What an evolution leaves behind for people and programs: a page, every individual, a notebook."""

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galo.errors import ConfigError
from galo.lab.evolution import EvolutionProgress, evolve, resume
from galo.lab.history import HISTORY, History
from galo.lab.report import PAGE, TEXT
from support.commands import InProcess, Refusal

SMALL: dict[str, Any] = {
    "population": 6,
    "generations": 3,
    "matches": 20,
    "retest": 60,
    "runs": 2,
    "seed": 4,
}


class Interrupted(Exception):
    """Raised by a callback in the middle of an evolution."""


def interrupt(progress: EvolutionProgress) -> None:
    if progress.generation == 2:
        raise Interrupted


def rows_of(directory: Path) -> list[dict[str, str]]:
    with (directory / HISTORY).open(newline="") as stream:
        return list(csv.DictReader(stream))


def test_history_has_every_individual_and_the_best_of_each_generation(tmp_path: Path) -> None:
    result = evolve("dominoes4", "s2", out=tmp_path, history=True, **SMALL)
    rows = rows_of(tmp_path)
    assert len(rows) == 2 * 3 * 6
    for number, run in enumerate(result["runs"], start=1):
        for generation in range(1, 4):
            shown = [
                row
                for row in rows
                if (row["run"], row["generation"]) == (str(number), str(generation))
            ]
            assert [row["individual"] for row in shown] == [str(n) for n in range(6)]
            won = [float(row["won"]) for row in shown]
            best, mean = run["curve"][generation - 1]
            assert max(won) == best
            assert np.mean(won) == pytest.approx(mean)  # summed in another order
            leader = shown[won.index(best)]
            assert [float(leader[f"a{n}"]) for n in range(1, 8)] == run["fame"][generation - 1]


def test_history_of_a_killed_evolution_ends_in_the_same_bytes(tmp_path: Path) -> None:
    evolve("dominoes4", "s2", out=tmp_path / "whole", history=True, **SMALL)
    killed = tmp_path / "killed"
    with pytest.raises(Interrupted):
        evolve("dominoes4", "s2", out=killed, history=True, progress=interrupt, **SMALL)
    with (killed / HISTORY).open("a") as stream:  # ahead of the checkpoint, and cut in a line
        stream.write("1,3,0,0.0,0.0,0.0,1.0,1.0,1.0,0.0,0.5\n1,3,1,0.0,0")
    resume(killed)
    assert (killed / HISTORY).read_bytes() == (tmp_path / "whole" / HISTORY).read_bytes()


def test_history_needs_a_directory_and_its_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="a history needs a directory to lie in"):
        evolve("dominoes4", "s2", history=True, **SMALL)
    with pytest.raises(ConfigError, match=r"cannot go on with '.*history.csv'"):
        History(tmp_path, ("a1",), generations=1)


def test_report_has_the_best_vector_the_runs_and_the_commands(
    tmp_path: Path, in_process: InProcess
) -> None:
    out = tmp_path / "mine"
    result = evolve("dominoes4", "s2", out=out, **SMALL)
    said = in_process("evolve", "report", str(out))
    assert said.stdout.strip() == str(out / PAGE)
    page, text = (out / PAGE).read_text(), (out / TEXT).read_text()
    assert page.count("<svg") == 2
    assert "dominoes4: s2, evolved against basic" in page
    assert "V0(L2): tiles on the table" in page
    assert f"| a4 | {result['best'][3]:.4f} | V0(L2): tiles on the table |" in text
    assert "| a1 |" not in text  # s2 has no such coefficient
    for number, run in enumerate(result["runs"], start=1):
        assert f"| {number} | {run['fitness']:.2%} | {run['retest']:.2%} |" in text
    assert f"galo match dominoes4 s2:weights={out / 'result.json'},reading=literal basic" in text


def test_report_of_an_evolution_under_way_says_how_far_it_is(tmp_path: Path) -> None:
    from galo.lab.evolution_report import write_evolution_report

    with pytest.raises(Interrupted):
        evolve("dominoes4", "s2", out=tmp_path, progress=interrupt, **SMALL)
    write_evolution_report(tmp_path)
    text = (tmp_path / TEXT).read_text()
    assert "not finished: 2 of 3 generations are complete" in text
    assert f"go on with: galo evolve --resume {tmp_path}" in text


def test_report_of_nothing_is_refused_in_a_sentence(tmp_path: Path, refusal: Refusal) -> None:
    assert "galo evolve report DIR" in refusal("evolve", "report")
    assert "cannot read" in refusal("evolve", "report", str(tmp_path))


def test_notebook_shows_the_result_and_json_stays_the_same(tmp_path: Path) -> None:
    result = evolve("dominoes4", "s2", out=tmp_path, **SMALL)
    shown = result._repr_html_()
    assert "<html" not in shown
    assert shown.count("<svg") == 2
    assert f"{result['retest']:.2%}" in shown
    assert json.loads((tmp_path / "result.json").read_text()) == json.loads(json.dumps(result))
