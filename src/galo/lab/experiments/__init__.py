"""The experiments of the laboratory: the studies that can be reproduced, a file each, and others.

An experiment is a module with `ABOUT`, a line for people; `run(experiment, size, readings)`, which
makes the records that are missing; and `report(settings, records)`, which returns the page that
shows them. Experiments of your own come from

    GALO_PLUGINS         modules, separated by commas, each with a mapping `EXPERIMENTS` from the
                         name of an experiment to that of its module
    entry points         of the group galo.experiments: a module each
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import EntryPoint
from typing import Any

from galo.errors import ConfigError, GaloError, UnknownNameError
from galo.games import plugins
from galo.players.faults import describe

NAMES = (  # of galo's own
    "sbgames2008",
    "cig2011",
    "antonio2011",
    "hoffmann2020",
    "fiss2010",
    "tux2007",
    "optimisers",
    "ladder",
    "reconstruction",
)
PARTS = ("ABOUT", "run", "report")  # of an experiment


@dataclass(frozen=True)
class OwnExperiment:
    """An experiment of somebody's own *module*: what goes wrong there is told in one sentence."""

    name: str
    module: Any

    def __post_init__(self) -> None:
        missing = [part for part in PARTS if not hasattr(self.module, part)]
        if missing:
            raise ConfigError(f"the experiment {self.name!r} has no {' and no '.join(missing)}")

    @property
    def ABOUT(self) -> str:
        """The line of the experiment."""
        return str(self.module.ABOUT)

    def run(self, experiment: Any, size: str, readings: Sequence[str]) -> None:
        """Make the records that are missing."""
        self._call("run", experiment, size, readings)

    def report(self, settings: Any, records: Sequence[Any]) -> Any:
        """Return the page that shows the *records*."""
        return self._call("report", settings, records)

    def _call(self, part: str, *arguments: Any) -> Any:
        try:
            return getattr(self.module, part)(*arguments)
        except GaloError:
            raise
        except Exception as problem:
            raise ConfigError(f"experiment {self.name!r}, {part}: {describe(problem)}") from problem


def experiment_names() -> tuple[str, ...]:
    """Return the names of all experiments, galo's own first."""
    return tuple(dict.fromkeys([*NAMES, *_modules_by_name(), *(e.name for e in _entries())]))


def experiment(name: str) -> Any:
    """Return the experiment *name*: a module of galo, or somebody's own."""
    if name in NAMES:
        return import_module(f"galo.lab.experiments.{name}")
    if address := _modules_by_name().get(name):
        try:
            return OwnExperiment(name, import_module(address))
        except Exception as problem:  # it is not our code: anything may happen
            raise ConfigError(f"the experiment {name!r} cannot be used: {problem}") from None
    for entry in _entries():
        if entry.name == name:
            return _from_entry(entry)
    raise UnknownNameError("experiment", name, experiment_names())


def experiment_lines() -> dict[str, str]:
    """Return a line about each experiment; one of a package that cannot be used is left out."""
    lines = {}
    for name in experiment_names():
        try:
            lines[name] = str(experiment(name).ABOUT)
        except ConfigError as problem:
            plugins.warn(str(problem))
    return lines


def _modules_by_name() -> dict[str, str]:
    """Return the experiments of the modules in GALO_PLUGINS; raise if one has a name of galo's."""
    found: dict[str, str] = {}
    for module in plugins.named_modules():
        for name, address in plugins.mapping_of(module, "EXPERIMENTS").items():
            if name in (*NAMES, *found):
                raise plugins.misnamed(module, f"there is an experiment {name!r} already")
            found[name] = address
    return found


def _entries() -> tuple[EntryPoint, ...]:
    return plugins.installed(plugins.EXPERIMENTS)


def _from_entry(entry: EntryPoint) -> OwnExperiment:
    try:
        return OwnExperiment(entry.name, plugins.load(entry))
    except ConfigError as problem:
        raise plugins.unusable(entry, str(problem)) from None
