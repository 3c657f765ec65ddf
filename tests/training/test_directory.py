"""The directory of a training and its command, as far as neither needs PyTorch."""

from pathlib import Path

import pytest

from galo import extras
from galo.errors import ConfigError, GaloError
from galo.training.directory import open_directory, read_settings
from galo.training.settings import TrainingSettings
from support.commands import InProcess
from support.trainings import training_done


def test_directory_holds_one_training(tmp_path: Path) -> None:
    settings = TrainingSettings(seed=3, against="s1")
    open_directory(tmp_path, settings)
    open_directory(tmp_path, settings)
    assert read_settings(tmp_path) == settings
    with pytest.raises(
        ConfigError, match=r"was written with seed=3, not 4; give another directory"
    ):
        open_directory(tmp_path, TrainingSettings(seed=4, against="s1"))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": "connect_four"}, "unknown game that can be trained 'connect_four'"),
        ({"against": "champion"}, "unknown player to train against 'champion'"),
        ({"minutes": 0.0}, "0.0 minutes are no time to train"),
        ({"tables": 0}, "tables=0 must be 1 or more"),
        ({"tables": 3, "steps": 5}, "are not divided by 32 minibatches"),
        ({"share": 1.5}, "share=1.5 is not from 0 to 1"),
    ],
)
def test_settings_that_cannot_be_are_refused(changes: dict[str, object], said: str) -> None:
    with pytest.raises(GaloError) as problem:
        TrainingSettings(**changes)  # type: ignore[arg-type]
    assert said in str(problem.value)


def test_result_of_a_training_that_is_complete_is_shown_again(
    in_process: InProcess, tmp_path: Path
) -> None:
    directory = training_done(tmp_path / "trained")
    said = in_process("train", "--resume", str(directory)).stdout
    assert "won 60.0% [56.9%, 63.0%] of 1,000 matches against s1" in said
    assert f"galo match dominoes4 neural:weights={directory}/network.npz s1" in said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("train dominoes4", "galo train needs what galo[train] adds (torch not installed)"),
        ("train", "give the game to train, or a directory to go on with: --resume DIR"),
        ("train chess", "unknown game that can be trained 'chess'"),
        ("train --resume TRAINED --seed 9", "was written with seed=1, not 9; leave that away"),
        ("train --resume TRAINED --out x", "leave --out x away"),
        ("train --resume missing", "cannot read 'missing/settings.json'"),
    ],
)
def test_mistakes_are_told_in_one_sentence(
    in_process: InProcess, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, said: str
) -> None:
    directory = training_done(tmp_path / "trained")
    monkeypatch.setitem(extras.EXTRAS, "train", ("a_torch_that_is_not_here",))
    monkeypatch.chdir(tmp_path)
    told = said.replace("torch", "a_torch_that_is_not_here") if "torch" in said else said
    found = in_process(*words.replace("TRAINED", str(directory)).split())
    assert found.returncode == 2
    assert told in found.stderr
    assert found.stderr.count("\n") == 1
