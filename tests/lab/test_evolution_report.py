"""What an evolution leaves behind for people and programs: a page, every individual, a notebook."""

import csv
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galo.errors import ConfigError
from galo.lab.evolution import EvolutionProgress, evolve, evolved_agent, resume
from galo.lab.evolution_report import write_evolution_report
from galo.lab.history import HISTORY, History
from galo.lab.members_report import notable
from galo.lab.report import PAGE, TEXT
from galo.players.registry import make_player
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


def titles_of(page: str) -> dict[str, str]:
    """Return the texts that *page* shows on hover, by the identifier of what has one."""
    return dict(re.findall(r'<g id="([^"]+)"><title>(.*?)</title>', page))


@pytest.mark.parametrize("agent", ["s1", "formula"])
def test_report_of_a_front_has_every_member_in_a_figure_and_a_table(
    tmp_path: Path, agent: str
) -> None:
    goals = ("basic", "points", "blocks")
    result = evolve("dominoes4", agent, method="nsga2", goals=goals, out=tmp_path, **SMALL)
    page, text = write_evolution_report(tmp_path).read_text(), (tmp_path / TEXT).read_text()
    titles = titles_of(page)
    assert list(titles) == [f"point-{n + 1}" for n in range(len(result["members"]))]
    for number, member in enumerate(result["members"], start=1):
        measures = ", ".join(f"{name} {value:.4g}" for name, value in member["measures"].items())
        _, player = evolved_agent(tmp_path, number)
        assert titles[f"point-{number}"] == f"{measures}; {player}"
        numbers = " | ".join(f"{value:.4g}" for value in member["measures"].values())
        assert f"| {number} | {member['share']:.2%} | {numbers} |" in text
        make_player("dominoes4", player)
        assert member.get("formula", "") in text
    assert "Number 1 is played as" in text


def test_report_of_an_archive_has_a_map_and_words_for_some_of_its_cells(tmp_path: Path) -> None:
    styles = ("blocks", "stuck")
    result = evolve("dominoes4", "s1", method="map", styles=styles, out=tmp_path, **SMALL)
    page, text = write_evolution_report(tmp_path).read_text(), (tmp_path / TEXT).read_text()
    assert list(titles_of(page)) == [f"cell-{n + 1}" for n in range(len(result["members"]))]
    strongest = max(result["members"], key=lambda member: member["share"])
    assert f"- The strongest: won {strongest['share']:.1%}; blocks " in text
    assert "The most stuck (passes of its own)" in text


def test_notable_members_are_the_strongest_and_the_extremes_of_those_that_win_half() -> None:
    members = [
        {"share": share, "measures": {"blocks": blocks}}
        for share, blocks in ((0.4, 0.9), (0.5, 0.3), (0.7, 0.2), (0.6, 0.1), (0.3, 0.0))
    ]
    assert [place for _, place in notable(members)] == [2, 1, 3]
    assert [place for _, place in notable([members[0], members[4]])] == [0, 0, 1]


def test_report_of_formulas_shows_the_formula_and_its_size(tmp_path: Path) -> None:
    result = evolve("dominoes4", "formula", method="gp", out=tmp_path, **SMALL)
    page, text = write_evolution_report(tmp_path).read_text(), (tmp_path / TEXT).read_text()
    assert f"- {result['formula']}" in text
    assert f"{result['nodes']} features, constants and operators." in text
    assert "![Features, constants and operators of the best formula of each generation.]" in text
    assert page.count("<svg") == 2


def test_report_of_coevolution_shows_who_beats_whom(tmp_path: Path) -> None:
    result = evolve("dominoes4", "s2", against=["self"], out=tmp_path, **SMALL)
    titles = titles_of(write_evolution_report(tmp_path).read_text())
    share = result["cycles"]["shares"][2][0]
    assert titles["meeting-3-1"] == f"the best of generation 3 won {share:.1%} against that of 1"
    assert len(titles) == 9
    assert titles_of(result._repr_html_()) == titles  # a notebook shows it too


def test_command_says_how_members_are_played(tmp_path: Path, in_process: InProcess) -> None:
    out = tmp_path / "out"
    small = "--method map --population 6 --generations 2 --matches 20 --retest 60 --out"
    said = in_process("evolve", "dominoes4", "s1", *small.split(), str(out)).stdout
    count = len(json.loads((out / "result.json").read_text())["members"])
    assert "as the best of all members" in said
    last = f"s1:weights={out}/result.json#{count},reading=literal"
    assert f"{count} members; the last of them plays as {last}" in said
    assert f"see them all: galo evolve report {out}" in said
