"""The devices that simulate matches of linear players: the cores of this machine, or a GPU."""

from collections.abc import Callable
from importlib import import_module

from galo.arena.batch import Counts
from galo.errors import ConfigError, UnknownNameError

DEVICES = {"cpu": "galo.arena.batch", "cuda": "galo.arena.cuda"}
Simulate = Callable[..., list[Counts]]


def simulator_on(device: str) -> Simulate:
    """Return the `simulate` that runs on *device*."""
    if device not in DEVICES:
        raise UnknownNameError("device", device, DEVICES)
    simulate: Simulate = import_module(DEVICES[device]).simulate
    return simulate


def gpu_problem() -> str | None:
    """Return why nothing can be simulated on a GPU here, None if it can."""
    try:
        module = import_module(DEVICES["cuda"])
    except ConfigError as problem:
        return str(problem)
    return None if module.cuda.is_available() else "no NVIDIA GPU with a working driver was found"
