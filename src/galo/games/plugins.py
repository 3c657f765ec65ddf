"""Games, agents and experiments of other packages, found through Python entry points.

A package declares them in its pyproject.toml:

    [project.entry-points."galo.games"]
    hexapawn = "galo_hexapawn:Hexapawn"
    [project.entry-points."galo.agents"]
    hexapawn = "galo_hexapawn:AGENTS"
    [project.entry-points."galo.experiments"]
    openings = "galo_hexapawn.openings"

A plug-in that cannot be used is left out with one sentence on standard error; everything else
goes on working. Without a package, GALO_PLUGINS names modules, separated by commas, that have a
mapping `AGENTS` or `EXPERIMENTS`, or both.
"""

import logging
import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from galo.errors import ConfigError

GAMES, AGENTS, EXPERIMENTS = "galo.games", "galo.agents", "galo.experiments"  # entry points
KINDS = {GAMES: "game", AGENTS: "agents of", EXPERIMENTS: "experiment"}
PLUGINS = "GALO_PLUGINS"
MAPPINGS = ("AGENTS", "EXPERIMENTS")  # that a module named there may have
LOGGER = logging.getLogger("galo")


def installed(group: str) -> tuple[EntryPoint, ...]:
    """Return the entry points of *group* in the packages that Python finds now."""
    return _installed(group, tuple(sys.path))


@cache
def _installed(group: str, path: tuple[str, ...]) -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=group))


def load(entry: EntryPoint) -> object:
    """Return what *entry* names; raise a ConfigError with the problem if it cannot be imported."""
    try:
        return entry.load()
    except (Exception, SystemExit) as problem:  # of somebody else's code: anything may happen
        raise ConfigError(f"{type(problem).__name__}: {problem}") from problem


def unusable(entry: EntryPoint, problem: str) -> ConfigError:
    """Return the error that says why the plug-in *entry* cannot be used."""
    package = entry.dist.name if entry.dist else "an unknown package"
    kind = KINDS[entry.group]
    return ConfigError(f"the {kind} {entry.name!r} of {package!r} cannot be used: {problem}")


def named_modules() -> tuple[str, ...]:
    """Return the names of the modules in GALO_PLUGINS."""
    return tuple(filter(None, map(str.strip, os.environ.get(PLUGINS, "").split(","))))


def mapping_of(module: str, name: str) -> Mapping[str, Any]:
    """Return the mapping *name*, one of MAPPINGS, of a *module* named in GALO_PLUGINS.

    It is empty if the module has another of them alone.
    """
    try:
        content = import_module(module)
        if not any(hasattr(content, other) for other in MAPPINGS if other != name):
            return dict(getattr(content, name))
        return dict(getattr(content, name, {}))
    except Exception as problem:  # it is not our code: anything may happen
        raise misnamed(module, problem) from None


def misnamed(module: str, problem: object) -> ConfigError:
    """Return the error that says why a *module* named in GALO_PLUGINS cannot be used."""
    return ConfigError(f"{PLUGINS} names {module!r}, but: {problem}")


@cache
def warn(sentence: str) -> None:
    """Write *sentence* to standard error, the same one only once."""
    LOGGER.warning("galo: %s", sentence)
