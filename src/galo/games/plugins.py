"""Games and agents of other packages, found through Python entry points.

A package declares them in its pyproject.toml:

    [project.entry-points."galo.games"]
    hexapawn = "galo_hexapawn:Hexapawn"
    [project.entry-points."galo.agents"]
    hexapawn = "galo_hexapawn:AGENTS"

A plug-in that cannot be used is left out with one sentence on standard error; everything else
goes on working.
"""

import logging
import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from galo.errors import ConfigError

GAMES, AGENTS = "galo.games", "galo.agents"  # groups of entry points
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
    kind = "game" if entry.group == GAMES else "agents of"
    return ConfigError(f"the {kind} {entry.name!r} of {package!r} cannot be used: {problem}")


@cache
def warn(sentence: str) -> None:
    """Write *sentence* to standard error, the same one only once."""
    LOGGER.warning("galo: %s", sentence)
