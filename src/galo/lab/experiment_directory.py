"""The directory of an experiment: its settings, its records, and a checkpoint.

lab.json        the experiment, its size, readings, seed, and the versions that ran it
results.jsonl   a line for every complete unit: an evolution, a match, a time
checkpoint      the evolutions under way

A unit is a pure function of its name and the seed, so a complete unit is never computed again,
and an interrupted one ends in the same bits.
"""

import json
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from zlib import crc32

from galo import __version__
from galo.errors import ConfigError
from galo.lab.checkpoints import read_json, refuse_other, write_json
from galo.stream import Stream, check_seed

SETTINGS, RESULTS = "lab.json", "results.jsonl"
IDENTITY = ("galo", "experiment", "size", "readings", "seed")  # fields that must not differ

Record = dict[str, Any]


@dataclass(frozen=True)
class ExperimentSettings:
    """Which experiment, how large, in which readings of the formula, and from which seed."""

    experiment: str
    size: str
    readings: tuple[str, ...]
    seed: int

    def __post_init__(self) -> None:
        check_seed(self.seed)

    def seed_of(self, unit: str) -> int:
        """Return the seed of *unit*, different from that of every other unit."""
        return Stream.of(self.seed, crc32(unit.encode())).key


class ExperimentDirectory:
    """The directory *path* of an experiment, new or with records of the same settings."""

    def __init__(self, path: Path, settings: ExperimentSettings) -> None:
        self.path, self.settings = path, settings
        self.records: dict[str, Record] = {}
        content = {"galo": __version__, **vars(settings), "readings": list(settings.readings)}
        if (path / SETTINGS).exists():
            stored = read_json(path / SETTINGS)
            refuse_other(path, {name: stored.get(name) for name in IDENTITY}, content)
            self.records = read_records(path)
            _cut_half_line(path / RESULTS)
        elif (path / RESULTS).exists():
            raise ConfigError(f"{str(path)!r} holds results but no {SETTINGS}; give another")
        else:
            write_json(path / SETTINGS, {**content, "versions": package_versions()})

    @classmethod
    def read(cls, path: Path) -> "ExperimentDirectory":
        """Return the directory *path*, which may be of another version and is not to be changed."""
        directory = cls.__new__(cls)
        directory.path, directory.settings = path, read_experiment_settings(path)
        directory.records = read_records(path)
        return directory

    def add(self, records: Sequence[Record]) -> None:
        """Append *records* to the file of results."""
        whole = [*self.records.values(), *records]
        lines = b"".join(json.dumps(record).encode() + b"\n" for record in records)
        with (self.path / RESULTS).open("ab") as stream:
            stream.write(lines)
        self.records = {record["unit"]: record for record in whole}


def read_records(path: Path) -> dict[str, Record]:
    """Return the records in the directory *path* by unit, without a last line cut short."""
    file = path / RESULTS
    lines = file.read_bytes().split(b"\n")[:-1] if file.exists() else []
    try:
        records = [json.loads(line) for line in lines]
        return {record["unit"]: record for record in records}
    except (ValueError, TypeError, KeyError) as problem:
        raise ConfigError(f"{str(file)!r} is damaged: {problem}") from None


def read_experiment_settings(path: Path) -> ExperimentSettings:
    """Return the settings of the experiment in the directory *path*."""
    stored = read_json(path / SETTINGS)
    try:
        readings = tuple(stored["readings"])
        return ExperimentSettings(stored["experiment"], stored["size"], readings, stored["seed"])
    except (KeyError, TypeError) as problem:
        raise ConfigError(f"{str(path)!r} is no laboratory of this kind: {problem}") from None


def _cut_half_line(file: Path) -> None:
    """Remove a last line of *file* that was not written to its end."""
    if file.exists():
        with file.open("r+b") as stream:
            stream.truncate(stream.read().rfind(b"\n") + 1)


def package_versions() -> dict[str, str]:
    """Return the versions of Python, of this machine's system, and of what computes."""
    found = {"python": platform.python_version(), "machine": platform.platform()}
    for package in ("numpy", "numba", "numba-cuda", "cma", "pymoo", "ribs"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
