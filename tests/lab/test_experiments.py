"""The laboratory: experiments that resume, refuse what is not theirs, and report."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from galo.arena import batch
from galo.cli import main
from galo.errors import ConfigError
from galo.lab.comparison import Sample
from galo.lab.experiment_directory import (
    RESULTS,
    SETTINGS,
    ExperimentDirectory,
    ExperimentSettings,
)
from galo.lab.experiments import NAMES, antonio2011, experiment, hoffmann2020, sbgames2008
from galo.lab.experiments import antonio2011_tables as tables
from galo.lab.report import PAGE, TEXT, write_report
from support.commands import Galo, Refusal
from support.experiments import BOTH, FinishedExperiment, make, shrink_experiments, untimed


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink_experiments(monkeypatch)


@pytest.mark.parametrize("name", NAMES)
def test_every_experiment_runs_and_reports(finished: FinishedExperiment, name: str) -> None:
    made = finished(name)
    assert untimed(made)
    page = (made / PAGE).read_text()
    assert page.startswith("<!DOCTYPE html>")
    assert "<svg" in page
    assert 'name="viewport"' in page
    assert "prefers-color-scheme: dark" in page
    # One file that needs no other: links go to places in the page itself, or hold what they show.
    assert not re.search(r'(src|href)="(?!#|data:)', page)
    assert (made / TEXT).read_text().startswith("# ")


def test_equals_split_a_pair_of_hands() -> None:
    for variant in hoffmann2020.VARIANTS:
        pair = hoffmann2020.GamePair(variant.game, variant.seats, ("costa", "costa"), 5)
        result = hoffmann2020.play_pair(pair)
        assert (result.first + result.second, result.points) == (2, 0)


def test_cross_table_has_every_pair_with_an_interval(finished: FinishedExperiment) -> None:
    page = (finished("hoffmann2020") / TEXT).read_text()
    for variant in hoffmann2020.VARIANTS:
        assert f"## {variant.title}" in page
    meetings = re.findall(r"^\| first \| (hoffmann|costa) .*\[.*\].*\[.*\] \|$", page, re.MULTILINE)
    assert meetings == ["hoffmann", "costa"] * len(hoffmann2020.VARIANTS)


def test_stages_build_on_each_other(finished: FinishedExperiment) -> None:
    records = untimed(finished("antonio2011"))
    counts: dict[str, int] = {}
    for record in records:
        if record["reading"] == "literal" and "best" in record:
            counts[record["part"]] = counts.get(record["part"], 0) + 1
    assert counts["stage1"] == counts["stage2"] == 4 * 2
    assert sum(counts[part] for part in counts if part.startswith("stage3")) == 12 * 2
    assert counts["population 4"] == counts["twopoint 0.01"] == 4
    meetings = [record for record in records if "one" in record]
    assert len(meetings) == 2 * 2 * 5 * 10  # readings, lengths, functions, pairings
    best = antonio2011.champions(record for record in records if "best" in record)
    chosen = best["literal", "stage1", "s1"]
    rivals = [r for r in records if (r["reading"], r["part"]) == ("literal", "stage1")]
    assert chosen["fitness"] == max(r["fitness"] for r in rivals if r["strategy"] == "s1")


def test_report_lays_every_quadro_beside_ours_in_both_readings(
    finished: FinishedExperiment,
) -> None:
    text = (finished("antonio2011") / TEXT).read_text()
    for number in (22, 23, 24, 25, 26, 27, 28):
        assert text.count(f"### Quadro {number}") == 2
    assert text.count("### Quadros 29 and 30") == 2 * 5
    assert "| s1 | 3469.1 ± 6.1 |" in text
    assert "| s1 × basic | 3452 |" in text
    assert text.count("As figure 21, ") == 2


VERDICT = re.compile(r"\| (agrees|differs by [+−][\d.]+|cannot tell) \|")


@pytest.mark.parametrize(
    "name", ["sbgames2008", "cig2011", pytest.param("antonio2011", marks=pytest.mark.long)]
)
def test_a_quick_page_gives_no_verdict_and_a_full_one_does(
    finished: FinishedExperiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    quick = (finished(name) / TEXT).read_text()
    assert "This is the quick version: " in quick
    assert "| difference | 95 % of it |" in quick
    assert not VERDICT.search(quick)
    assert "| verdict |" not in quick
    shutil.copytree(finished(name), tmp_path / name)
    settings = tmp_path / name / SETTINGS
    settings.write_text(settings.read_text().replace('"quick"', '"full"'))
    if name != "sbgames2008":
        sizes = experiment(name).SIZES
        monkeypatch.setitem(sizes, "full", sizes["quick"])
    write_report(tmp_path / name)
    full = (tmp_path / name / TEXT).read_text()
    assert VERDICT.search(full)
    assert "within one percentage point of the matches, 50 of 5,000" in full
    assert "quick" not in full


def test_tables_show_the_sizes_that_were_played(finished: FinishedExperiment) -> None:
    text = (finished("antonio2011") / TEXT).read_text()
    assert "populations of 4, 6, 8, 10 in place of 40, 60, 80 and 100" in text
    for printed, ours in ((40, 4), (60, 6), (80, 8), (100, 10)):
        assert f"| s1 | {ours} (paper: {printed}) |" in text
    text = (finished("cig2011") / TEXT).read_text()
    assert "| s1, 4 (paper: 40) |" in text
    assert "| s1, 20 (paper: 200) |" in text


def test_significance_is_by_the_critical_value_of_the_runs() -> None:
    ten = Sample(2502.0, 2.2, 10)  # t = 2.875: beyond 2.821
    three = Sample(2507.0, 2.2, 3)  # t = 5.51: not beyond the 6.965 of three runs
    assert tables._tests(ten, three, 2500) == ["2.87", "5.51", "yes / no"]
    assert tables._tests(ten._replace(mean=2498.1), three._replace(mean=2491.0), 2500)[2] == (
        "no / yes"
    )


def test_grid_has_one_number_for_each_strategy(finished: FinishedExperiment) -> None:
    text = (finished("cig2011") / TEXT).read_text()
    table = text.split("### The best of the whole grid")[1].split("###")[0]
    printed = re.findall(r"^\| (s\d) \| ([\d.]+) \|", table, re.MULTILINE)
    assert printed == [("s1", "70.06"), ("s2", "67.10"), ("s3", "63.20"), ("s4", "61.04")]


def test_every_late_factor_is_compared_with_the_papers(finished: FinishedExperiment) -> None:
    text = (finished("sbgames2008") / TEXT).read_text()
    rows = re.findall(r"^\| 2.25 \| (\d) \| .*\] \| (.*) \| (.*) \|$", text, re.MULTILINE)
    assert [k3 for k3, *_ in rows] == ["0", "1", "2", "4", "8"]
    assert [bool(difference) for _, difference, _ in rows] == [True, True, False, True, True]


def test_interrupted_experiment_goes_on_to_the_same_records(
    tmp_path: Path, finished: FinishedExperiment
) -> None:
    whole = untimed(finished("antonio2011"))
    calls = []

    def mortal(*work: Any) -> list[batch.Counts]:
        calls.append(work)
        if len(calls) == 5:  # within stage 2
            raise KeyboardInterrupt
        return batch.simulate(*work)

    with pytest.raises(KeyboardInterrupt):
        make(tmp_path / "cut", "antonio2011", mortal)
    done = len(untimed(tmp_path / "cut"))
    assert 0 < done < len(whole)
    with (tmp_path / "cut" / RESULTS).open("ab") as stream:
        stream.write(b'{"unit": "cut sho')  # as if the power had gone while writing
    assert make(tmp_path / "cut", "antonio2011") == whole
    assert len(calls) == 5


@pytest.mark.long
def test_unfinished_runs_go_on_from_their_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: FinishedExperiment
) -> None:
    whole = untimed(finished("cig2011"))
    monkeypatch.setattr("galo.lab.experiment_run.SAVE_SECONDS", 0.0)
    calls = []

    def mortal(*work: Any) -> list[batch.Counts]:
        calls.append(work)
        if len(calls) == 4:  # in generation 4 of 5 of the shortest
            raise KeyboardInterrupt
        return batch.simulate(*work)

    with pytest.raises(KeyboardInterrupt):
        make(tmp_path / "cut", "cig2011", mortal)
    again = []

    def counted(*work: Any) -> list[batch.Counts]:
        again.append(work)
        return batch.simulate(*work)

    assert make(tmp_path / "cut", "cig2011", counted) == whole
    assert len(again) == (5 - 3) + 10 + 15 + 20 + 4  # generations, and four retests


def test_directory_of_something_else_is_refused(tmp_path: Path) -> None:
    make(tmp_path, "sbgames2008")
    before = (tmp_path / RESULTS).read_bytes()
    with pytest.raises(ConfigError, match="was written with seed=3, not 4"):
        ExperimentDirectory(tmp_path, ExperimentSettings("sbgames2008", "quick", BOTH, 4))
    with pytest.raises(ConfigError, match="was written with experiment='sbgames2008'"):
        ExperimentDirectory(tmp_path, ExperimentSettings("cig2011", "quick", BOTH, 3))
    settings = tmp_path / SETTINGS
    settings.write_text(settings.read_text().replace('"galo": "', '"galo": "9'))
    with pytest.raises(ConfigError, match="was written with galo='9"):
        ExperimentDirectory(tmp_path, ExperimentSettings("sbgames2008", "quick", BOTH, 3))
    settings.unlink()
    with pytest.raises(ConfigError, match=r"holds results but no lab\.json"):
        ExperimentDirectory(tmp_path, ExperimentSettings("sbgames2008", "quick", BOTH, 3))
    assert (tmp_path / RESULTS).read_bytes() == before


def test_damaged_results_are_refused(tmp_path: Path) -> None:
    make(tmp_path, "sbgames2008")
    lines = (tmp_path / RESULTS).read_bytes().splitlines(keepends=True)
    (tmp_path / RESULTS).write_bytes(b"".join([lines[0], b"{]\n", *lines[1:]]))
    with pytest.raises(ConfigError, match="is damaged"):
        write_report(tmp_path)
    assert not (tmp_path / PAGE).exists()


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("lab run luck", "unknown experiment 'luck'; known: sbgames2008, cig2011, antonio2011"),
        (
            "lab run cig2011 --reading odd",
            "unknown reading 'odd'; known: literal, published, reconstructed, both",
        ),
        ("lab run cig2011 --device abacus", "unknown device 'abacus'"),
        ("lab run cig2011 --seed -1", "seed -1 is not a whole number"),
        ("lab run cig2011 --out /dev/null/x", "cannot write to '/dev/null/x'"),
        ("lab report nowhere", "cannot read 'nowhere/lab.json'"),
    ],
)
def test_bad_input_is_refused_in_one_sentence_and_leaves_no_file(
    refusal: Refusal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, problem: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert problem in refusal(*command.split())
    assert list(tmp_path.iterdir()) == []


def test_command_makes_an_experiment_its_page_and_goes_on_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in ("run sbgames2008", "run sbgames2008", "report"):  # the second finds it done
        where = ["--out", str(tmp_path)] if command != "report" else [str(tmp_path)]
        monkeypatch.setattr("sys.argv", ["galo", "lab", *command.split(), *where])
        with pytest.raises(SystemExit) as ended:
            main()
        assert not ended.value.code
        assert capsys.readouterr().out.strip() == str(tmp_path / PAGE)
    late = len(sbgames2008.LATE_ALPHAS) * len(sbgames2008.LATE_FACTORS)
    assert len((tmp_path / RESULTS).read_text().splitlines()) == 2 * 34 + late


def test_list_names_every_experiment(galo: Galo) -> None:
    listed = json.loads(galo("lab", "list", "--json").stdout)
    assert tuple(listed) == NAMES
    assert all(listed.values())
