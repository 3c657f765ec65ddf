"""A translated strategy in plain Python, to name the line of a value that is none."""

import re
from collections.abc import Callable, Sequence
from functools import cache
from operator import attrgetter, mul
from types import SimpleNamespace
from typing import Any

import numpy as np

from galo.players.dominoes4.feature_table import FEATURES, OptionFeatures
from galo.players.dominoes4.option_player import OptionPlayer

RETURN = re.compile(r"return (.*)  # (.*)$", re.MULTILINE)

#: From an option and the parameters: the value, and the line that returned it.
PlainValue = Callable[[OptionFeatures, Sequence[float]], tuple[float, str]]


@cache
def plain_value(translation: str) -> PlainValue:
    """Return the function of *translation* in plain Python."""
    text = translation[translation.index("def value(") :]
    text = RETURN.sub(lambda found: f"return {found[1]}, {found[2]!r}", text)
    names: dict[str, Any] = {"product": mul, "NO_VALUE": float("nan")}
    names |= {name: _reader(name) for name in FEATURES}
    exec(text, names)
    value = names["value"]

    def valued(option: OptionFeatures, values: Sequence[float]) -> tuple[float, str]:
        found: tuple[float, str] = value(
            option, 0, SimpleNamespace(numbers=np.array([values])), 0, None
        )
        return found

    return valued


def _reader(name: str) -> Callable[[OptionFeatures, int], int]:
    read = attrgetter(name)
    return lambda option, move: int(read(option))


class TranslatedStrategy(OptionPlayer):
    """Plays by a *translation* with *values* for its parameters, as the simulator does."""

    def __init__(self, translation: str, values: Sequence[float]) -> None:
        self.name = "strategy"
        self._value = plain_value(translation)
        self._values = values

    def value_of(self, option: OptionFeatures) -> float:
        return self._value(option, self._values)[0]

    def place_of_value(self, option: OptionFeatures) -> str:
        return self._value(option, self._values)[1]
