"""The directory of a training: safe to interrupt, never mixed up with another.

settings.json    the settings of the training
checkpoint.pt    the networks, their optimiser and the curve, written every minute
network.npz      the policy as the agent `neural` reads it, with every checkpoint
curve.svg        the share of matches won as the training went on
result.json      the result, once it is complete
"""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from galo import __version__
from galo.errors import ConfigError
from galo.lab.checkpoints import read_json, refuse_other, write_json
from galo.training.settings import TrainingSettings

SETTINGS, CHECKPOINT, NETWORK = "settings.json", "checkpoint.pt", "network.npz"
CURVE, RESULT = "curve.svg", "result.json"


def open_directory(directory: Path, settings: TrainingSettings) -> None:
    """Begin a training in *directory*; raise if it holds one of other settings."""
    path, content = directory / SETTINGS, {"galo": __version__, **asdict(settings)}
    if path.exists():
        refuse_other(directory, read_json(path), content)
    else:
        write_json(path, content)


def read_settings(directory: Path) -> TrainingSettings:
    """Return the settings of the training in *directory*."""
    stored = read_json(directory / SETTINGS)
    version = stored.pop("galo", None)
    if version != __version__:
        raise ConfigError(f"{str(directory)!r} was written by galo {version}, not {__version__}")
    try:
        return TrainingSettings(**stored)
    except TypeError as problem:
        raise ConfigError(f"{str(directory)!r} has settings of another kind: {problem}") from None


def read_result(directory: Path) -> dict[str, Any] | None:
    """Return the result of the training in *directory*, None if it is not complete."""
    path = directory / RESULT
    return read_json(path) if path.exists() else None
