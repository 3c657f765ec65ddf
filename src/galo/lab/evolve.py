"""Evolving the coefficients of a strategy: generation after generation, safe to interrupt.

A run lives in a directory: `settings.json` says what was asked for, `run-01/checkpoint` holds
the optimiser after its last whole generation, `result.json` what was found. Everything random
follows from the seed, the number of the run and of the generation, so a run that was killed
and resumed ends in the same bits as one that was not.
"""

import json
import pickle
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from galo import __version__
from galo.arena.batch import COMMON, DEAL_KINDS, Counts, Job
from galo.arena.files import written_aside
from galo.arena.statistics import paired_interval
from galo.counter import Stream
from galo.errors import ConfigError, UnknownNameError
from galo.lab.optimisers import (
    CovarianceAdaptation,
    GeneticAlgorithm,
    GeneticSettings,
    Optimiser,
)
from galo.players.dominoes4.linear import COEFFICIENTS, FREE, Linear, fixed_point
from galo.players.registry import make_player

METHODS = ("ga", "cma")
SEARCH, GENERATION, RETEST = 1, 2, 3  # below a run's seed: streams for different purposes
CHECKPOINT, EARLIER = "checkpoint", "checkpoint.earlier"

Simulate = Callable[..., list[Counts]]


@dataclass(frozen=True)
class Settings:
    """What to evolve, and how; the same settings give the same result on every device."""

    strategy: str = "s1"
    against: tuple[str, ...] = ("basic",)
    method: str = "ga"
    population: int = 100
    generations: int = 200
    matches: int = 5000  # of each individual against each opponent in each generation
    selection: str = "roulette"
    crossover: str = "scattered"
    mutation: float = 0.05
    deals: str = "common"
    reading: str = "literal"
    runs: int = 1
    retest: int = 100_000  # matches of the champion on fresh deals
    seed: int = 0

    def __post_init__(self) -> None:
        for name, value, known in (
            ("strategy", self.strategy, FREE),
            ("method", self.method, METHODS),
            ("deals", self.deals, DEAL_KINDS),
        ):
            if value not in known:
                raise UnknownNameError(name, value, known)
        for name in ("population", "generations", "matches", "runs", "retest"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name} {getattr(self, name)} is not 1 or more")
        if not self.against:
            raise ConfigError("there is nobody to evolve against")
        fixed_point([0.0] * COEFFICIENTS, self.reading)
        self.genetic()
        self.opponents()
        Stream.of(self.seed)

    def genetic(self) -> GeneticSettings:
        """Return what the genetic algorithm is told."""
        return GeneticSettings(
            self.population, self.population // 10, self.selection, self.crossover, self.mutation
        )

    def opponents(self) -> list[list[int]]:
        """Return the rows of weights of everybody evolved against."""
        rows = []
        for name in self.against:
            player = make_player("dominoes4", name)
            if not isinstance(player, Linear):
                raise ConfigError(f"{name!r} is no linear player, and only those can be simulated")
            rows.append([int(weight) for weight in player.weights[0]])
        return rows

    def row(self, genes: Sequence[float]) -> list[int]:
        """Return the weights of an individual."""
        return fixed_point(self.vector(genes), self.reading)

    def vector(self, genes: Sequence[float]) -> list[float]:
        """Return a1..a7 with the strategy's free coefficients set to *genes*."""
        values = [0.0] * COEFFICIENTS
        for place, gene in zip(FREE[self.strategy], genes, strict=True):
            values[place] = round(float(gene), 4)  # what the fixed point can tell apart
        return values


@dataclass
class Run:
    """One evolution: where it is, and everybody who was ever best."""

    number: int
    optimiser: Optimiser
    best: list[float] = field(default_factory=list)  # a1..a7 of the last generation's best
    curve: list[tuple[float, float]] = field(default_factory=list)  # best and mean share won
    fame: list[list[float]] = field(default_factory=list)  # the best of each generation

    @property
    def generation(self) -> int:
        """How many generations are done."""
        return len(self.curve)


def new_run(settings: Settings, number: int) -> Run:
    """Return run *number* before its first generation."""
    rng = Stream.of(settings.seed, number, SEARCH).generator()
    genes = len(FREE[settings.strategy])
    if settings.method == "ga":
        return Run(number, GeneticAlgorithm(genes, rng, settings.genetic()))
    return Run(number, CovarianceAdaptation(genes, rng, settings.population))


def step(settings: Settings, run: Run, simulate: Simulate) -> None:
    """Play one generation and let the optimiser learn from it."""
    vectors = run.optimiser.ask()
    rows = [settings.row(genes) for genes in vectors]
    # Fresh deals in every generation, so that nobody is bred for one set of them.
    seed = Stream.of(settings.seed, run.number, GENERATION, run.generation).key
    won = _shares(settings, rows, settings.matches, seed, simulate)
    best = int(np.argmax(won))
    run.best = settings.vector(vectors[best])
    run.fame.append(run.best)
    run.curve.append((float(won[best]), float(won.mean())))
    run.optimiser.tell(won, settings.matches)


def _shares(
    settings: Settings, rows: list[list[int]], matches: int, seed: int, simulate: Simulate
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the share that each of *rows* wins of its matches, all opponents counted alike."""
    pairs = -(-matches // 2)
    job = Job(seed, 0, pairs, DEAL_KINDS.index(settings.deals))
    results = [simulate(rows, opponent, job) for opponent in settings.opponents()]
    wins = np.array([[counts.wins for counts in result] for result in results])
    return wins.sum(axis=0) / (2 * pairs * len(results))  # type: ignore[no-any-return]


def result_of(settings: Settings, run: Run, simulate: Simulate) -> dict[str, Any]:
    """Return what a finished *run* found, its champion tested again on fresh deals."""
    pairs = -(-settings.retest // 2)
    job = Job(Stream.of(settings.seed, run.number, RETEST).key, 0, pairs, COMMON)
    champion = fixed_point(run.best, settings.reading)
    found = [simulate([champion], opponent, job)[0] for opponent in settings.opponents()]
    lost, split, won = (
        sum(getattr(counts, name) for counts in found)
        for name in ("pairs_lost", "pairs_split", "pairs_won")
    )
    fitness = run.curve[-1][0]
    retest = (split / 2 + won) / (lost + split + won)
    return {
        "best": run.best,
        "fitness": fitness,
        "retest": retest,
        "retest_interval": list(paired_interval((lost, 0, split, 0, won))),
        "luck": fitness - retest,
        "matches": settings.population * settings.matches * len(settings.against) * run.generation,
        "generations": run.generation,
        "curve": run.curve,
        "fame": run.fame,
    }


# The directory of an evolution


def save(directory: Path, run: Run) -> None:
    """Keep *run* as it is now, and the checkpoint before it."""
    current = _folder(directory, run.number) / CHECKPOINT
    if current.exists():
        current.replace(current.with_name(EARLIER))
    with written_aside(current) as stream:
        pickle.dump(run, stream)


def load(directory: Path, number: int) -> Run | None:
    """Return run *number* as it was last kept, None if it never was."""
    folder = _folder(directory, number)
    broken = None
    for name in (CHECKPOINT, EARLIER):
        try:
            with (folder / name).open("rb") as stream:
                run = pickle.load(stream)
        except FileNotFoundError:
            continue
        except (EOFError, pickle.UnpicklingError, OSError, AttributeError) as problem:
            broken = problem  # cut short: the one before it still holds
            continue
        if isinstance(run, Run):
            return run
    if broken is not None:
        raise ConfigError(f"no checkpoint in {str(folder)!r} can be read: {broken}")
    return None


def open_directory(directory: Path, settings: Settings) -> None:
    """Begin an evolution in *directory*, or go on with the same one."""
    path = directory / "settings.json"
    content = {"galo": __version__, **json.loads(json.dumps(asdict(settings)))}
    if path.exists():
        stored = _stored(path)
        for name in {*stored, *content}:
            if stored.get(name) != content.get(name):
                raise ConfigError(
                    f"{str(directory)!r} was written with {name}={stored.get(name)!r}, "
                    f"not {content.get(name)!r}; give another directory"
                )
        return
    _write_json(path, content)


def read_settings(directory: Path) -> Settings:
    """Return the settings of the evolution kept in *directory*."""
    stored = _stored(directory / "settings.json")
    version = stored.pop("galo", None)
    if version != __version__:
        raise ConfigError(f"{str(directory)!r} was written by galo {version}, not {__version__}")
    try:
        return Settings(**{**stored, "against": tuple(stored["against"])})
    except (TypeError, KeyError) as problem:
        raise ConfigError(f"{str(directory)!r} has settings of another kind: {problem}") from None


def write_result(directory: Path, name: str, result: dict[str, Any]) -> None:
    """Write a result that `weights=FILE` reads."""
    _write_json(directory / name, result)


def _stored(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ConfigError(f"cannot read {str(path)!r}: {problem}") from None
    if not isinstance(content, dict):
        raise ConfigError(f"{str(path)!r} does not hold settings")
    return content


def _write_json(path: Path, content: dict[str, Any]) -> None:
    with written_aside(path) as stream:
        stream.write((json.dumps(content, indent=1) + "\n").encode())


def _folder(directory: Path, number: int) -> Path:
    return directory / f"run-{number + 1:02}"
