"""The weights of Lines of Action: what each player weighs, by name, and as parameters.

`fiss` weighs its heuristics by one number each; `champion` has vectors, one after the other in the
order of SIZES where they are one row of numbers.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from galo.players.parameters import Parameter

Weights = Mapping[str, Sequence[float]]

HEURISTICS = (  # of fiss
    "random",
    "distance",
    "concentration",
    "centralisation",
    "mass",
    "quads",
    "connectivity",
    "uniformity",
)
SIZES = {  # of each weight vector of champion
    "concentration": 2,  # a square of mean surplus; what an inverse of it adds
    "squares": 10,  # kinds of square, from the corner to the middle
    "centre": 1,  # a square from the middle of the board
    "quads": 2,
    "neighbours": 1,
    "groups": 6,  # 1 or less, 2, 3, 4, 5, 6 or more
    "area": 1,
    "material": 12,  # 1 to 12 pieces
    "lines": 5,  # the counts of `lines`
    "tempo": 1,
}
FISS_DEFAULT, CHAMPION_DEFAULT = "run3", "tuned"


@cache
def fiss_weights() -> Weights:
    """Return the weights of `fiss`, eight numbers by name."""
    named = _stored()["fiss"]
    return {name: [row.get(key, 0.0) for key in HEURISTICS] for name, row in named.items()}


@cache
def champion_weights() -> Weights:
    """Return the weights of `champion`, all vectors in a row, by name."""
    return {name: joined(vectors) for name, vectors in _stored()["champion"].items()}


def joined(vectors: Weights) -> list[float]:
    """Return *vectors* in a row, in the order of SIZES."""
    return [float(value) for name in SIZES for value in vectors[name]]


def parted(values: Sequence[float]) -> Weights:
    """Return the vectors that *values* are in a row, in the order of SIZES."""
    vectors, first = {}, 0
    for name, size in SIZES.items():
        vectors[name] = list(values[first : first + size])
        first += size
    return vectors


def fiss_parameters() -> tuple[Parameter, ...]:
    """Return the weights of the heuristics, each from 0 to 1, as parameters."""
    default = fiss_weights()[FISS_DEFAULT]
    return tuple(map(Parameter, HEURISTICS, [0.0] * 8, [1.0] * 8, default))


def champion_parameters() -> tuple[Parameter, ...]:
    """Return the weights of the vectors, each as far from its default as the vector is large."""
    parameters = []
    for name, vector in parted(champion_weights()[CHAMPION_DEFAULT]).items():
        reach = max(map(abs, vector))
        for place, value in enumerate(vector, start=1):
            own = f"{name}{place}" if len(vector) > 1 else name
            parameters.append(Parameter(own, value - reach, value + reach, value))
    return tuple(parameters)


def _stored() -> Mapping[str, Mapping[str, Any]]:
    """Return what the file of weights holds for each player."""
    text = files("galo.players.lines_of_action").joinpath("weights.json").read_text("utf-8")
    stored: Mapping[str, Mapping[str, Any]] = json.loads(text)
    return stored
