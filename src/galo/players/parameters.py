"""Parameters: the numbers of an agent that evolution may turn, and files with values for them.

A file holds a JSON array, or is what `galo evolve` wrote: an object with `best`; of a front or an
archive, which holds many players, `FILE#3` is the third.
"""

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from galo.errors import ConfigError, UnknownNameError
from galo.games.options import split_name

MEMBERS = "members"  # of a front or an archive


class Parameter(NamedTuple):
    """A number of an agent that evolution may turn."""

    name: str  #: one word
    low: float  #: the least it is at first
    high: float  #: the most it is at first
    default: float  #: what the agent has without evolution


class StoredValues(NamedTuple):
    """Values from a file, and what else the file says of them."""

    values: Any  # not checked yet
    about: Mapping[str, Any]  # game, agent, reading …, as far as the file says


def is_file(address: str) -> bool:
    """Return whether *address*, FILE or FILE#NUMBER, names a file that is there."""
    try:
        return _path_of(address)[0].is_file()
    except (OSError, ValueError):  # a name too long for the system, or with a NUL
        return False


def read_values(address: str) -> StoredValues:
    """Return what the file at *address*, FILE or FILE#NUMBER, holds; raise if it cannot be read."""
    path, number = _path_of(address)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ConfigError(f"cannot read weights from {address!r}: {problem}") from None
    if not isinstance(content, dict):
        return StoredValues(content, {})
    members = content.get(MEMBERS)
    if number is None:
        return StoredValues(content.get("best"), content)
    if not isinstance(members, list) or not 1 <= number <= len(members):
        count = len(members) if isinstance(members, list) else 0
        raise ConfigError(f"{str(path)!r} has {count} members, none with the number {number}")
    return StoredValues(members[number - 1].get("best"), {**content, **members[number - 1]})


def address_of(path: Path, number: int | None = None) -> str:
    """Return the address of the values in the file *path*, or of its member of that *number*."""
    return str(path) if number is None else f"{path}#{number}"


def values_of(
    weights: str | Sequence[float],
    named: Mapping[str, Sequence[float]],
    agent: str,
    count: int,
    bounds: tuple[float, float],
) -> list[float]:
    """Return the *count* values that *weights* are: called so in *named*, in that file, or these.

    Each lies within *bounds*; values from a file that is of another agent than *agent* are refused.
    """
    if not isinstance(weights, str):
        return checked_values(weights, f"weights of {agent}", count, *bounds)
    if weights in named:
        return list(named[weights])
    if not is_file(weights):
        raise UnknownNameError(f"weights of {agent}", weights, [*named, "or a file"])
    stored = read_values(weights)
    owner = split_name(str(stored.about.get("agent", agent)))[0]
    if owner != agent:
        raise ConfigError(f"weights in {weights!r} are of {owner}, not of {agent}")
    return checked_values(stored.values, f"weights in {weights!r}", count, *bounds)


def checked_values(
    values: object, what: str, count: int, low: float, high: float = math.inf
) -> list[float]:
    """Return *values* if they are *count* numbers from *low* to *high*; *what* names them."""
    if not isinstance(values, Sequence) or isinstance(values, str) or len(values) != count:
        raise ConfigError(f"{what} are {values!r}, not a list of {count} numbers")
    for value in values:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not low <= value <= high:
            raise ConfigError(f"{what}: {value!r} is not a number from {low:g} to {high:g}")
    return [float(value) for value in values]


def _path_of(address: str) -> tuple[Path, int | None]:
    """Return the path and the number of *address*."""
    path, mark, number = address.rpartition("#")
    if mark and number.isdecimal() and not Path(address).is_file():
        return Path(path), int(number)
    return Path(address), None
