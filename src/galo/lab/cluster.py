"""The simulator and ordinary games on a Dask cluster: the only file that imports Dask.

A call is cut into tasks, each a pure function of weights, contests and a block of pairs. Counts
are integers and are added up, so the result has the same bits for every cut, also when workers
die on the way.
"""

import logging
import math
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import numpy as np

from galo import __version__
from galo.arena import batch
from galo.arena.batch import Counts, Job, sum_of_counts
from galo.arena.devices import Simulate
from galo.arena.game_pool import GamePool
from galo.arrays import Int32Matrix, IntMatrix
from galo.errors import ConfigError
from galo.extras import require
from galo.games.rules.dominoes4 import Rules
from galo.players.dominoes4.strategy_rows import StrategyPlayers

CONNECT_SECONDS = WORKERS_SECONDS = 10.0  # until a scheduler answers, and has workers
RETRIES = 2  # of a task that raised; the cluster repeats those of a dead worker by itself
MOST_MATCHES = 500_000  # of a task: some seconds, so that little is lost with a worker
TASKS_EACH = 3  # for every core, so that slow cores do not keep the others waiting
HANDING_OUT = 1000  # matches that a core plays while one task is sent and its result comes back


@contextmanager
def simulator_at(address: str) -> Iterator[Simulate]:
    """Yield the `simulate` that runs on the cluster whose scheduler is at *address*."""
    with pool_at(address) as pool:

        def simulate(*work: Any) -> list[Counts]:
            return spread(pool.executor, pool.count_workers(), *work)

        yield simulate


@contextmanager
def pool_at(address: str) -> Iterator[GamePool]:
    """Yield the pool of the cluster whose scheduler is at *address*: each core is a worker."""
    require("cluster", "a cluster")
    distributed: Any = import_module("distributed")
    logging.getLogger("distributed").setLevel(
        logging.CRITICAL
    )  # a ConfigError says it in one sentence
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, name="galo")
    except (OSError, ValueError) as problem:
        raise ConfigError(f"no cluster answers at {address!r}: {_first_line(problem)}") from None
    lost = CancelledError, distributed.KilledWorker, distributed.comm.CommClosedError
    with client:
        try:
            client.wait_for_workers(1, timeout=WORKERS_SECONDS)
        except TimeoutError:
            raise ConfigError(f"the cluster at {address!r} has no workers") from None
        _check_versions(client.run(_version, on_error="return"))
        executor = client.get_executor(pure=False, retries=RETRIES)
        try:
            yield GamePool(executor, lambda: max(1, sum(client.nthreads().values())))
        except lost as problem:
            raise ConfigError(
                f"the cluster at {address!r} was lost ({_first_line(problem)}); what was "
                "done until then is kept"
            ) from None


def spread(
    executor: Executor,
    cores: int,
    weights: Int32Matrix | StrategyPlayers,
    contests: IntMatrix,
    job: Job,
    rules: Rules | None = None,
) -> list[Counts]:
    """Return the result of `batch.simulate`, computed by *executor*, which has about *cores*."""
    rows, checked = batch.checked(weights, contests, job)
    total: dict[int, Counts] = {}
    size = task_size(2 * job.pairs * len(checked), cores)
    blocks = list(_blocks(len(checked), job, size // 2))
    futures = [
        executor.submit(batch.simulate, *_part(rows, checked[begin:end]), part, rules)
        for begin, end, part in blocks
    ]
    for (begin, _, _), future in zip(blocks, futures, strict=True):
        for contest, counts in enumerate(future.result(), start=begin):
            total[contest] = sum_of_counts(total[contest], counts) if contest in total else counts
    return [total[contest] for contest in range(len(checked))]


def task_size(matches: int, cores: int) -> int:
    """Return how many of *matches* to play in one task, on a cluster of that many *cores*."""
    wanted = min(-(-matches // (cores * TASKS_EACH)), MOST_MATCHES)
    # Tasks go out one by one: smaller than this, that takes longer than playing them.
    return max(wanted, math.isqrt(matches * HANDING_OUT), 2)


def _blocks(contests: int, job: Job, pairs: int) -> Iterator[tuple[int, int, Job]]:
    """Yield blocks of at most *pairs* in all: first contest, end of contests, part of *job*."""
    together = max(1, pairs // job.pairs)
    for begin in range(0, contests, together):
        end = min(begin + together, contests)
        for first in range(0, job.pairs, pairs):
            yield begin, end, Job(job.first + first, min(pairs, job.pairs - first), job.chunk)


def _part(
    rows: Int32Matrix | StrategyPlayers, contests: IntMatrix
) -> tuple[Int32Matrix | StrategyPlayers, IntMatrix]:
    """Return the *rows* that *contests* name, and *contests* numbered by those rows."""
    named, places = np.unique(contests[:, :2], return_inverse=True)
    return rows[named], np.column_stack([places.reshape(-1, 2), contests[:, 2:]])


def _version() -> str:
    return __version__


def _check_versions(found: dict[str, object]) -> None:
    """Raise if a worker has another version of galo, which might play other games."""
    for worker, version in found.items():
        if isinstance(version, Exception):
            raise ConfigError(f"worker {worker} has no galo: {_first_line(version)}")
        if version != __version__:
            raise ConfigError(f"worker {worker} has galo {version}, not {__version__}")


def _first_line(problem: BaseException) -> str:
    return next(iter(str(problem).splitlines()), type(problem).__name__)
