"""Where a strategy of one's own stands: its text, its lines, and the numbers around it.

Everything that is said about a strategy names the file and the line. What is here can be sent to
another process, which makes the same strategy of it without the file.
"""

import ast
import inspect
import math
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from galo.errors import ConfigError

#: A function of an option and of parameters that values the option.
Function = Callable[..., float]


class StrategySource(NamedTuple):
    """The text of one function, as its file has it."""

    name: str  #: of the function
    file: str  #: in which it stands
    first_line: int  #: of the text, in the file
    text: str  #: its lines, decorators too
    numbers: Mapping[str, float]  #: of the file, around the function, by name

    @classmethod
    def of(cls, function: Function) -> "StrategySource":
        """Return the source of *function*; raise if there is none to be read."""
        if not inspect.isfunction(function) or function.__name__ == "<lambda>":
            raise ConfigError(
                f"a strategy is a function: write @galo.strategy above its def, not {function!r}"
            )
        try:
            lines, first = inspect.getsourcelines(function)
        except (OSError, TypeError):
            raise ConfigError(
                f"the text of {function.__name__} cannot be read; write the strategy into a file"
            ) from None
        file = inspect.getsourcefile(function) or "?"
        around = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
        text = textwrap.dedent("".join(lines))
        names = set(function.__code__.co_names + function.__code__.co_freevars)
        numbers = {name: float(around[name]) for name in names if is_number(around.get(name))}
        return cls(function.__name__, file, max(first, 1), text, numbers)

    @property
    def definition(self) -> ast.FunctionDef:
        """The parsed function, its lines numbered as in the file."""
        tree = ast.parse(self.text)
        ast.increment_lineno(tree, self.first_line - 1)
        found = tree.body[0]
        if isinstance(found, ast.FunctionDef):
            return found
        raise self.fault(found, "a strategy is a plain function: write def, not async def")

    def fault(self, place: Any, sentence: str) -> ConfigError:
        """Return the error that *sentence* describes, at the line of *place*."""
        return ConfigError(
            f"{self.place_of(getattr(place, 'lineno', self.first_line))}: {sentence}"
        )

    def place_of(self, line: int) -> str:
        """Return *line* of the file, as messages name it."""
        name = "".join(sign if sign.isprintable() else "?" for sign in Path(self.file).name)
        return f"{name}, line {line}"

    def function(self) -> Function:
        """Return the function anew, without its decorators, as plain Python."""
        definition = self.definition
        definition.decorator_list = []
        module = ast.Module([definition], [])
        names: dict[str, Any] = {**self.numbers, "galo": None}
        exec(compile(module, self.file, "exec"), names)
        found: Function = names[self.name]
        return found


def is_number(value: object) -> bool:
    """Return whether *value* is a number that can be calculated with: finite, not a truth value."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
