"""One directory for each experiment: what was asked, what came out, and where it stopped.

lab.json        the experiment, its size, readings, seed, and the versions that ran it
results.jsonl   a line for every unit that is complete: an evolution, a match, a time
checkpoint      the evolutions under way

A unit is a pure function of its name and the seed, so what is there is not done again, and
what was interrupted ends in the same bits.
"""

import json
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Any
from zlib import crc32

import numpy as np

from galo import __version__
from galo.arena.statistics import paired_interval
from galo.errors import ConfigError
from galo.lab.checkpoints import load, read_json, refuse_other, save, write_json
from galo.lab.evolve import PAIRS, Run, new_run, results_of, step
from galo.lab.fitness import Simulate, Trial, play
from galo.lab.settings import Rows, Settings
from galo.rng import Stream

SETTINGS, RESULTS = "lab.json", "results.jsonl"
ASKED = ("galo", "experiment", "size", "readings", "seed")
SAVE_SECONDS = 20.0  # a lost checkpoint costs as much, and gives the same bits again

Record = dict[str, Any]
Tell = Callable[[str, int, int, float], None]  # what is done, how much of how much, matches/s


@dataclass(frozen=True)
class Asked:
    """What somebody wants to know."""

    experiment: str
    size: str
    readings: tuple[str, ...]
    seed: int

    def __post_init__(self) -> None:
        Stream.of(self.seed)

    def seed_of(self, unit: str) -> int:
        """Return the seed of *unit*, on other random numbers than every other unit."""
        return Stream.of(self.seed, crc32(unit.encode())).key


@dataclass(frozen=True)
class Case:
    """An evolution to be made: its name, its settings but for the seed, and who it is against."""

    unit: str
    settings: Settings
    opponents: Rows
    told: Record  # what the report wants to find beside the result


@dataclass(frozen=True)
class Meeting:
    """A match to be played between two rows of weights."""

    unit: str
    one: Rows
    other: Rows
    told: Record


class Laboratory:
    """A directory that remembers every unit that is complete."""

    def __init__(self, path: Path, asked: Asked) -> None:
        self.path, self.asked = path, asked
        self.records: dict[str, Record] = {}
        content = {"galo": __version__, **vars(asked), "readings": list(asked.readings)}
        if (path / SETTINGS).exists():
            stored = read_json(path / SETTINGS)
            refuse_other(path, {name: stored.get(name) for name in ASKED}, content)
            self.records = read_records(path)
            _cut_half_line(path / RESULTS)
        elif (path / RESULTS).exists():
            raise ConfigError(f"{str(path)!r} holds results but no {SETTINGS}; give another")
        else:
            write_json(path / SETTINGS, {**content, "versions": _versions()})

    def add(self, records: Sequence[Record]) -> None:
        """Keep *records* for good."""
        whole = [*self.records.values(), *records]
        lines = b"".join(json.dumps(record).encode() + b"\n" for record in records)
        with (self.path / RESULTS).open("ab") as stream:
            stream.write(lines)
        self.records = {record["unit"]: record for record in whole}


def read_records(path: Path) -> dict[str, Record]:
    """Return the records in the directory *path* by unit, but for a last line cut short."""
    file = path / RESULTS
    lines = file.read_bytes().split(b"\n")[:-1] if file.exists() else []
    try:
        records = [json.loads(line) for line in lines]
        return {record["unit"]: record for record in records}
    except (ValueError, TypeError, KeyError) as problem:
        raise ConfigError(f"{str(file)!r} is damaged: {problem}") from None


def _cut_half_line(file: Path) -> None:
    """Take off what was being written to *file* when the power went."""
    if file.exists():
        with file.open("r+b") as stream:
            stream.truncate(stream.read().rfind(b"\n") + 1)


def read_asked(path: Path) -> Asked:
    """Return what the directory *path* was made for."""
    stored = read_json(path / SETTINGS)
    try:
        readings = tuple(stored["readings"])
        return Asked(stored["experiment"], stored["size"], readings, stored["seed"])
    except (KeyError, TypeError) as problem:
        raise ConfigError(f"{str(path)!r} is no laboratory of this kind: {problem}") from None


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "machine": platform.platform()}
    for package in ("numpy", "numba", "numba-cuda", "cma"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


@dataclass
class Bench:
    """Where experiments are made: a laboratory, a simulator, and somebody to tell."""

    laboratory: Laboratory
    simulate: Simulate
    tell: Tell

    def evolve(self, stage: str, cases: Sequence[Case]) -> list[Record]:
        """Return the records of *cases*; those of equal length advance side by side."""
        records = self.laboratory.records
        missing = [case for case in cases if case.unit not in records]
        missing.sort(key=_length)
        for length, group in groupby(missing, key=_length):
            self._evolve(f"{stage}, {length[0]} generations", list(group))
        return [self.laboratory.records[case.unit] for case in cases]

    def _evolve(self, stage: str, cases: list[Case]) -> None:
        units = [case.unit for case in cases]
        runs, spent = self._stored(units) or ([self._new_run(case) for case in cases], 0.0)
        generations = cases[0].settings.generations
        begin = kept = perf_counter()
        while runs[0].generation < generations:
            before = perf_counter()
            step(runs, self.simulate)
            now = perf_counter()
            played = sum(run.matches for run in runs) / runs[0].generation
            self.tell(stage, runs[0].generation, generations, played / (now - before))
            if now - kept > SAVE_SECONDS:
                save(self.laboratory.path, (units, runs, spent + now - begin))
                kept = now
        results = results_of(runs, self.simulate)
        seconds = spent + perf_counter() - begin
        matches = sum(run.matches for run in runs)
        told = {"unit": f"time of {stage}, {units[0]}", "seconds": seconds, "matches": matches}
        self.laboratory.add([*map(_record, cases, runs, results), told])

    def _new_run(self, case: Case) -> Run:
        seed = self.laboratory.asked.seed_of(case.unit)
        return new_run(Settings(**{**vars(case.settings), "seed": seed}), 0, case.opponents)

    def _stored(self, units: list[str]) -> tuple[list[Run], float] | None:
        """Return the runs of *units* where they were left, and the seconds they have taken."""
        stored = load(self.laboratory.path)
        return (stored[1], stored[2]) if stored and stored[0] == units else None

    def meet(self, stage: str, meetings: Sequence[Meeting], matches: int) -> list[Record]:
        """Return the records of *meetings*, each of so many *matches* in pairs."""
        records, asked = self.laboratory.records, self.laboratory.asked
        missing = [meeting for meeting in meetings if meeting.unit not in records]
        self.tell(stage, len(meetings) - len(missing), len(meetings), 0.0)
        if missing:
            trials = [
                Trial(meeting.one, meeting.other, asked.seed_of(meeting.unit), True)
                for meeting in missing
            ]
            found = play(trials, -(-matches // 2), self.simulate)
            self.laboratory.add(
                [
                    {"unit": meeting.unit, **meeting.told, **_score(counts[0, 0].tolist())}
                    for meeting, counts in zip(missing, found, strict=True)
                ]
            )
        return [self.laboratory.records[meeting.unit] for meeting in meetings]

    def note(self, unit: str, make: Callable[[], Record]) -> Record:
        """Return the record of *unit*, which *make* returns if it is not there yet."""
        if unit not in self.laboratory.records:
            self.laboratory.add([{"unit": unit, **make()}])
        return self.laboratory.records[unit]


def _length(case: Case) -> tuple[int, int, int]:
    return case.settings.generations, case.settings.matches, case.settings.retest


def _score(counts: list[int]) -> Record:
    lost, split, won = (counts[column] for column in PAIRS)
    pairs = lost + split + won
    interval = list(paired_interval((lost, 0, split, 0, won)))
    return {"matches": 2 * pairs, "wins": split + 2 * won, "interval": interval}


def _record(case: Case, run: Run, result: Record) -> Record:
    """Return what is kept of *run*: all of its *result* but who was best on the way."""
    kept = {name: value for name, value in result.items() if name not in ("fame", "curve")}
    curve = np.round(np.array(run.curve).T, 5).tolist()
    seed = run.settings.seed
    return {"unit": case.unit, **case.told, **kept, "seed": seed, "curve": curve}
