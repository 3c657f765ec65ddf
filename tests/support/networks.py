"""Small networks for dominó de 4 pontas, with weights drawn at random."""

from typing import Any

import numpy as np

from galo.players.dominoes4.network import Network
from galo.players.dominoes4.network_file import quantised
from galo.players.dominoes4.network_inputs import OPTION_INPUTS, SITUATION_INPUTS
from galo.stream import Stream

WIDE = (12, 10, 8, 8, 4, 1)  # outputs of the layers
TAKEN = (SITUATION_INPUTS, 12, 10, OPTION_INPUTS, 8, 4)
PLAIN = (0, 3)  # the layers whose inputs are no activations


def floats(seed: int) -> list[tuple[Any, Any]]:
    """Return weights and biases of a small network."""
    rng = Stream.of(seed).generator()
    return [
        (rng.normal(size=(taken, wide)) / np.sqrt(taken / 8), rng.normal(size=wide) / 4)
        for taken, wide in zip(TAKEN, WIDE, strict=True)
    ]


def network_of(layers: list[tuple[Any, Any]]) -> Network:
    """Return the network of these weights and biases, in whole numbers."""
    return Network(*(quantised(*layer, number not in PLAIN) for number, layer in enumerate(layers)))
