"""Files of networks: written by `galo train`, read by the agent `neural`."""

import hashlib
import json
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from galo.errors import ConfigError
from galo.players.dominoes4.network import ONE, SHIFT, Layer, Network
from galo.players.dominoes4.network_inputs import OPTION_INPUTS, SITUATION_INPUTS

if TYPE_CHECKING:
    from galo.arrays import RealMatrix, RealVector

VERSION = 1  # of the inputs and of the arithmetic: another one plays otherwise
LARGEST_WEIGHT = 127
ABOUT = "about"


def quantised(weights: "RealMatrix", biases: "RealVector", is_active: bool) -> Layer:
    """Return the layer nearest to *weights* [inputs, outputs] and *biases*.

    Its inputs are activations if *is_active*, else plain numbers.
    """
    steps = np.abs(weights).max(axis=0) / LARGEST_WEIGHT
    steps[steps == 0] = 1
    unit = (1 if is_active else ONE) * (1 << SHIFT)
    rounding = 1 << (SHIFT - 1)
    return Layer(
        np.rint(weights / steps).astype(np.int8),
        np.rint(steps * unit).astype(np.int64),
        np.rint(biases * ONE * (1 << SHIFT)).astype(np.int64) + rounding,
    )


def write_network(file: IO[bytes], network: Network, about: Mapping[str, Any]) -> None:
    """Write *network* to *file*, with what is known *about* how it came to be."""
    arrays: dict[str, Any] = {
        f"{name}_{part}": array
        for name, layer in network._asdict().items()
        for part, array in layer._asdict().items()
    }
    told = {**about, "version": VERSION, "digest": _digest(network)}
    text = np.frombuffer(json.dumps(told, sort_keys=True).encode(), np.uint8)
    arrays[ABOUT] = text
    np.savez_compressed(file, **arrays)


def read_network(path: Path) -> Network:
    """Return the network in the file *path*; raise if it is another file, or damaged."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        about = json.loads(arrays[ABOUT].tobytes())
        if about["version"] != VERSION:
            raise ConfigError(
                f"the network in {str(path)!r} is of version {about['version']}, not {VERSION}"
            )
        network = Network(
            *(
                Layer(*(arrays[f"{name}_{part}"] for part in Layer._fields))
                for name in Network._fields
            )
        )
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as problem:
        raise ConfigError(f"cannot read a network from {str(path)!r}: {problem}") from None
    if not _fits(network) or _digest(network) != about["digest"]:
        raise ConfigError(f"the network in {str(path)!r} is damaged")
    return network


def _fits(network: Network) -> bool:
    """Return whether the layers of *network* take what those before them give."""
    wide = [layer.weights.shape[1] for layer in network]
    taken = [SITUATION_INPUTS, wide[0], wide[1], OPTION_INPUTS, wide[2], wide[4]]
    return (
        all(
            layer.weights.shape == (count, len(layer.biases))
            and layer.weights.dtype == np.int8
            and layer.factors.dtype == layer.biases.dtype == np.int64
            and layer.factors.shape == layer.biases.shape
            for layer, count in zip(network, taken, strict=True)
        )
        and wide[2] == wide[3]
        and wide[5] == 1
    )


def _digest(network: Sequence[Layer]) -> str:
    """Return the digest of all numbers of *network*."""
    digest = hashlib.sha256()
    for layer in network:
        for array in layer:
            digest.update(f"{array.shape}".encode() + array.tobytes())
    return digest.hexdigest()
