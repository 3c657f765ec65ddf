"""The tables of an environment on the threads of a CPU, in arrays of NumPy."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from galo.envs.vector.tables import Settings, TableGame, Tables, loops_of
from galo.errors import ConfigError, IllegalMoveError
from galo.jit import thread_count

if TYPE_CHECKING:
    from collections.abc import Callable

FEWEST = 32  # tables that are worth a thread of their own


class CpuDevice:
    """The cores of this machine; every thread steps a part of the tables."""

    def __init__(self, game: TableGame, threads: int) -> None:
        self._game, self._threads = game, threads
        self._loops = loops_of(game.kernels)
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def new_array(self, shape: tuple[int, ...], kind: Any) -> Any:
        """Return a new array, all zero."""
        return np.zeros(shape, kind)

    def checked_actions(self, actions: Any, tables: Tables) -> Any:
        """Return *actions* as the kernels take them; raise unless all are legal."""
        n, count = tables.mask.shape
        chosen = np.asarray(actions)
        if chosen.shape != (n,) or chosen.dtype.kind not in "iu":
            raise ConfigError(
                f"actions are an array of {n} whole numbers, not {chosen.dtype} {chosen.shape}"
            )
        chosen = chosen.astype(np.int64)
        exists = (chosen >= 0) & (chosen < count)
        legal = exists & tables.mask[np.arange(n), np.where(exists, chosen, 0)]
        if not legal.all():
            table = int(legal.argmin())
            allowed = tables.mask[table].nonzero()[0].tolist()
            raise IllegalMoveError(
                f"action {chosen[table]} is not legal at table {table}; legal: {allowed}"
            )
        return chosen

    def step(self, settings: Settings, tables: Tables, actions: Any) -> None:
        """Do one action at every table."""
        rules, shape = self._game.rules, self._game.shape
        self._share(
            len(actions),
            lambda bounds: self._loops.step(rules, settings, shape, tables, actions, bounds),
        )

    def write_states(self, tables: Tables, out: Any) -> None:
        """Write the state tensor of every table into *out*."""
        rules, shape = self._game.rules, self._game.shape
        self._share(
            len(out), lambda bounds: self._loops.write_states(rules, shape, tables, out, bounds)
        )

    def _share(self, n: int, work: "Callable[[tuple[int, int]], None]") -> None:
        """Do *work* for the tables of every part of *n*, one for each thread."""
        parts = min(self._threads, max(1, n // FEWEST))
        if self._pool is None or parts == 1:
            work((0, n))
            return
        ends = [n * part // parts for part in range(parts + 1)]
        for done in [self._pool.submit(work, bounds) for bounds in pairwise(ends)]:
            done.result()


def device_for(game: TableGame, threads: int | None) -> CpuDevice:
    """Return the device that steps the tables of *game* on so many *threads*."""
    return CpuDevice(game, threads or thread_count())
