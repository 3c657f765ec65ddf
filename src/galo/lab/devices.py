"""The devices that simulate matches: the cores of this machine, a GPU, or a cluster."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from galo.arena.devices import Simulate, simulator_on
from galo.errors import ConfigError


@contextmanager
def simulator(
    device: str, cluster: str | None, moved: Callable[[float], None] = lambda share: None
) -> Iterator[Simulate]:
    """Yield the `simulate` of a *device* of this machine, or of the *cluster* at that address.

    On this machine *moved* is called several times a second with the share of a call that is
    played, and Ctrl-C is answered as often.
    """
    if cluster is None:
        from galo.lab.sliced_simulator import SlicedSimulator

        yield SlicedSimulator(simulator_on(device), moved)
        return
    if device != "cpu":
        raise ConfigError("--cluster plays on the cores of its workers: leave --device alone")
    from galo.lab.cluster import simulator_at

    with simulator_at(cluster) as simulate:
        yield simulate
