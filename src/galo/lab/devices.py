"""The devices that play matches: the cores of this machine, a GPU, or a cluster."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from galo.arena.devices import Simulate, simulator_on
from galo.arena.game_pool import GamePool, game_pool
from galo.errors import ConfigError
from galo.lab.evolvable import AgentVectors, evolvable_of
from galo.lab.fitness import Place
from galo.lab.settings import EvolutionSettings


@contextmanager
def place_for(settings: EvolutionSettings, device: str, cluster: str | None) -> Iterator[Place]:
    """Yield where the matches of *settings* are played, on a *device* or the *cluster*."""
    if not isinstance(evolvable_of(settings), AgentVectors):
        with simulator(device, cluster) as simulate:
            yield simulate
        return
    if device != "cpu":
        raise ConfigError(f"{settings.agent} plays games, which no GPU does: leave --device alone")
    with player_pool(cluster) as pool:
        yield pool


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


@contextmanager
def player_pool(cluster: str | None, workers: int | None = None) -> Iterator[GamePool]:
    """Yield the pool that plays ordinary games: *workers* processes here, or a *cluster*."""
    if cluster is None:
        with game_pool(workers) as pool:
            yield pool
        return
    from galo.lab.cluster import pool_at

    with pool_at(cluster) as pool:
        yield pool
