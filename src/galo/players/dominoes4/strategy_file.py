"""Strategies from a file of one's own: the agent `strategy:file=FILE`.

The file is Python, and is run: never one that a stranger names.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from galo.errors import ConfigError, GaloError, UnknownNameError
from galo.players.dominoes4.strategy import Strategy
from galo.players.faults import describe

NO_FILE = ""  # the option was not given
ONLY_ONE = ""  # the name of the strategy where a file has no other


def from_file(file: str, name: str, weights: str | Sequence[float]) -> Strategy:
    """Return strategy *name* of *file* with *weights*: values, a FILE of them, or `default`."""
    if file == NO_FILE:
        raise ConfigError("strategy needs a file: write strategy:file=my_strategy.py")
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as problem:
        raise ConfigError(f"cannot read the strategy {file!r}: {problem}") from None
    found = _strategies(str(path.resolve()), text)
    if not found:
        raise ConfigError(f"{file!r} has no strategy; write @galo.strategy above a function")
    if name == ONLY_ONE and len(found) > 1:
        raise ConfigError(f"{file!r} has {len(found)} strategies; write name={' or '.join(found)}")
    if name != ONLY_ONE and name not in found:
        raise UnknownNameError(f"strategy in {file!r}", name, found)
    strategy = found[name or next(iter(found))].with_weights(weights)
    strategy.translation  # noqa: B018 (refuses now what could not be played)
    return strategy


@lru_cache(maxsize=16)
def _strategies(file: str, text: str) -> dict[str, Strategy]:
    """Return the strategies that *file* defines, whose content is *text*, by name."""
    space: dict[str, Any] = {"__name__": Path(file).stem, "__file__": file}
    try:
        exec(compile(text, file, "exec"), space)
    except GaloError:
        raise
    except SyntaxError as problem:
        place = f"{Path(file).name}, line {problem.lineno}"
        raise ConfigError(f"{place}: {problem.msg}") from None
    except (Exception, SystemExit) as problem:  # it is somebody's own code
        raise ConfigError(f"{Path(file).name} cannot be run: {describe(problem)}") from problem
    strategies = (one for one in space.values() if isinstance(one, Strategy))
    return {one.name: one for one in strategies if one.source.file == file}
