"""Reports of experiments that are not finished: a page as far as it goes, or one sentence."""

import shlex
import shutil
from pathlib import Path

import pytest

from galo.cli import main
from galo.errors import ConfigError
from galo.lab.experiment_directory import RESULTS, SETTINGS, ExperimentDirectory
from galo.lab.experiments import NAMES
from galo.lab.missing_units import MissingUnits, command_to_finish, missing_units
from galo.lab.report import PAGE, TEXT, write_report
from support.commands import Refusal
from support.experiments import FinishedExperiment, shrink_experiments
from support.samples import IS_LONG

UNFINISHED = "is not finished: "
CUTS = [
    (name, share)
    for name in NAMES
    for share in ((0.0, 0.02, 0.5, 0.95) if IS_LONG else (0.0, 0.95))
    if IS_LONG or (name, share) != ("antonio2011", 0.95)  # the longest report
]


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink_experiments(monkeypatch)


def cut(finished: Path, path: Path, share: float) -> Path:
    """Copy that *share* of the results in the directory *finished* to a new one, *path*."""
    path.mkdir()
    shutil.copy(finished / SETTINGS, path)
    lines = (finished / RESULTS).read_bytes().splitlines(keepends=True)
    (path / RESULTS).write_bytes(b"".join(lines[: int(share * len(lines))]))
    return path


@pytest.mark.parametrize(("name", "share"), CUTS)
def test_report_of_an_unfinished_experiment_says_what_is_missing(
    finished: FinishedExperiment, tmp_path: Path, name: str, share: float
) -> None:
    path = cut(finished(name), tmp_path / "cut", share)
    try:
        write_report(path)
        said = (path / TEXT).read_text()
    except ConfigError as problem:
        said = str(problem)
        assert said.startswith(f"{str(path)!r} {UNFINISHED}")
        assert [file.name for file in sorted(path.iterdir())] == [SETTINGS, RESULTS]
    assert UNFINISHED in said
    assert " units of the stage under way " in said
    assert f"go on with: galo lab run {name} --seed 3 --out {path}" in said


@pytest.mark.parametrize("name", NAMES)
def test_finished_experiment_misses_nothing(finished: FinishedExperiment, name: str) -> None:
    assert missing_units(ExperimentDirectory.read(finished(name))) is None
    assert UNFINISHED not in (finished(name) / TEXT).read_text()


def test_missing_units_are_those_of_the_stage_under_way(
    finished: FinishedExperiment, tmp_path: Path
) -> None:
    def missing(name: str, share: float) -> MissingUnits | None:
        path = cut(finished(name), tmp_path / f"{name}-{share}", share)
        return missing_units(ExperimentDirectory.read(path))

    assert missing("antonio2011", 0) == MissingUnits(64, 64, "literal population 4 s1 run 1")
    assert missing("hoffmann2020", 0.5) == MissingUnits(
        6, 12, "first and hoffmann in dominoes2:players=4"
    )
    assert missing("fiss2010", 0) == MissingUnits(1, 1, "run 1, generation 1")
    assert str(missing("hoffmann2020", 0.95)) == (
        "1 of 12 units of the stage under way is missing: "
        "'hoffmann and costa in dominoes2:players=4,target=100'"
    )


def test_command_in_the_sentence_finishes_the_experiment(
    refusal: Refusal,
    finished: FinishedExperiment,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = cut(finished("sbgames2008"), tmp_path / "with a blank", 0.5)
    sentence = refusal("lab", "report", str(path))
    words = shlex.split(sentence.partition("; go on with: ")[2])
    assert words[-1] == str(path)
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert capsys.readouterr().out.strip() == str(path / PAGE)
    assert (path / RESULTS).read_bytes() == (finished("sbgames2008") / RESULTS).read_bytes()


def test_command_has_what_differs_from_the_usual(tmp_path: Path) -> None:
    settings = '{"experiment": "cig2011", "size": "full", "readings": ["literal"], "seed": 0}'
    (tmp_path / SETTINGS).write_text(settings)
    command = command_to_finish(ExperimentDirectory.read(tmp_path))
    assert command == f"galo lab run cig2011 --full --reading literal --out {tmp_path}"
