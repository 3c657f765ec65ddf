"""The policy in whole numbers, as the agent `neural` reads it; no part of it needs PyTorch."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from galo.arena.atomic_write import atomic_write
from galo.players.dominoes4.network import Layer, Network
from galo.players.dominoes4.network_file import quantised, write_network

if TYPE_CHECKING:
    from galo.training.network import Policy

PLAIN = ("situation", "option")  # layers whose inputs are no activations


def exported(policy: "Policy") -> Network:
    """Return *policy* as a network of whole numbers."""
    layers = {}
    for name in Network._fields:
        linear: Any = getattr(policy, name)
        weights = linear.weight.detach().cpu().numpy().T.astype(np.float64)
        if name == "option":
            weights = weights * policy.scales.cpu().numpy()[:, None]
        biases = linear.bias.detach().cpu().numpy().astype(np.float64)
        layers[name] = quantised(weights, biases, name not in PLAIN)
    return Network(**{name: Layer(*layer) for name, layer in layers.items()})


def export(path: Path, policy: "Policy", about: Mapping[str, Any]) -> None:
    """Write *policy* to the file *path*, with what is known *about* it."""
    with atomic_write(path) as stream:
        write_network(stream, exported(policy), about)
