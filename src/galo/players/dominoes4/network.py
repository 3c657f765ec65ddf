"""The network that values the options of dominó de 4 pontas, in whole numbers.

    situation -> situation layer -> hidden layer -> shared layer
                                                         +       -> joined layer -> value
    each option                                  -> option layer

A weight is an 8-bit number times the factor of its column, an activation a number in steps of
1 / ONE, from 0 to MOST_ACTIVE. Sums of whole numbers are the same in any order, so every machine
decides alike. Options of equal value are equally good, and the first is taken.
"""

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from galo.games.rules.dominoes4 import MAX_MOVES
from galo.jit import kernel
from galo.players.dominoes4.network_inputs import OPTION_INPUTS, SITUATION_INPUTS

if TYPE_CHECKING:
    from galo.arrays import Int8Matrix, Int8Vector, Int32Vector, IntVector

ONE = 256  # what stands for an activation of 1
GAIN = 200  # the value of a chance of 1, after training by rollouts
MOST_ACTIVE = 4095
SHIFT = 20  # bits behind the point of a factor


class Layer(NamedTuple):
    """A layer of the network: sums of products, times a factor, plus a bias."""

    weights: "Int8Matrix"  # [inputs, outputs]
    factors: "IntVector"  # [outputs], SHIFT bits behind the point
    biases: "IntVector"  # [outputs], likewise, of numbers in steps of 1 / ONE


class Network(NamedTuple):
    """The layers drawn above."""

    situation: Layer
    hidden: Layer
    shared: Layer
    option: Layer
    joined: Layer
    value: Layer


class NetworkWorkspace(NamedTuple):
    """The arrays that a decision works in."""

    inputs: "Int8Vector"  # [SITUATION_INPUTS]
    options: "Int8Matrix"  # [MAX_MOVES, OPTION_INPUTS]
    moves: "IntVector"  # [MAX_MOVES]
    values: "IntVector"  # [MAX_MOVES]: what each option is worth
    sums: "Int32Vector"  # as long as the widest layer
    first: "Int32Vector"  # outputs of layers, likewise
    second: "Int32Vector"
    shared: "Int32Vector"


def new_workspace(network: Network) -> NetworkWorkspace:
    """Return the arrays for decisions by *network*."""
    widest = max(layer.weights.shape[1] for layer in network)
    return NetworkWorkspace(
        np.zeros(SITUATION_INPUTS, np.int8),
        np.zeros((MAX_MOVES, OPTION_INPUTS), np.int8),
        np.zeros(MAX_MOVES, np.int64),
        np.zeros(MAX_MOVES, np.int64),
        *(np.zeros(widest, np.int32) for _ in range(4)),
    )


@kernel
def value_options(network: Network, workspace: NetworkWorkspace, count: int) -> int:
    """Write the values of *count* options, whose inputs are in *workspace*; return the best."""
    first, second, sums = workspace.first, workspace.second, workspace.sums
    add_products(network.situation, workspace.inputs, SITUATION_INPUTS, sums)
    activate(network.situation, sums, first)
    add_products(network.hidden, first, len(network.situation.biases), sums)
    activate(network.hidden, sums, second)
    add_products(network.shared, second, len(network.hidden.biases), sums)
    shared, width = workspace.shared, len(network.shared.biases)
    for k in range(width):
        shared[k] = scaled(network.shared, sums, k)
    best = 0
    for option in range(count):
        add_products(network.option, workspace.options[option], OPTION_INPUTS, sums)
        for k in range(width):
            first[k] = clipped(int(shared[k]) + scaled(network.option, sums, k))
        add_products(network.joined, first, width, sums)
        activate(network.joined, sums, second)
        add_products(network.value, second, len(network.joined.biases), sums)
        workspace.values[option] = scaled(network.value, sums, 0)
        if workspace.values[option] > workspace.values[best]:
            best = option
    return best


@kernel
def add_products(layer: Layer, inputs: Any, count: int, sums: "Int32Vector") -> None:
    """Write into *sums*, for each output of *layer*, that of its *count* weighted *inputs*."""
    weights, width = layer.weights, layer.weights.shape[1]
    for k in range(width):
        sums[k] = 0
    for number in range(count):
        value = np.int32(inputs[number])
        if value:
            for k in range(width):
                sums[k] += np.int32(value * np.int32(weights[number, k]))


@kernel
def activate(layer: Layer, sums: "Int32Vector", outputs: "Int32Vector") -> None:
    """Write the outputs of *layer* for its *sums*."""
    for k in range(len(layer.biases)):
        outputs[k] = clipped(scaled(layer, sums, k))


@kernel
def scaled(layer: Layer, sums: "Int32Vector", k: int) -> int:
    """Return output *k* of *layer* for its *sums*, in steps of 1 / ONE."""
    return (int(sums[k]) * int(layer.factors[k]) + int(layer.biases[k])) >> SHIFT


@kernel
def clipped(value: int) -> int:
    """Return *value* as an activation."""
    return max(0, min(MOST_ACTIVE, value))
