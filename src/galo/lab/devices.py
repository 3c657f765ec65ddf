"""The devices that simulate matches: the cores of this machine, a GPU, or a cluster."""

from collections.abc import Iterator
from contextlib import contextmanager

from galo.arena.devices import Simulate, simulator_on
from galo.errors import ConfigError


@contextmanager
def simulator(device: str, cluster: str | None) -> Iterator[Simulate]:
    """Yield the `simulate` of a *device* of this machine, or of the *cluster* at that address."""
    if cluster is None:
        yield simulator_on(device)
        return
    if device != "cpu":
        raise ConfigError("--cluster plays on the cores of its workers: leave --device alone")
    from galo.lab.cluster import simulator_at

    with simulator_at(cluster) as simulate:
        yield simulate
