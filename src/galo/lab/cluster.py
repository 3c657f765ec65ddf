"""The simulator on a Dask cluster: the one place that knows Dask.

A call is cut into tasks, each a pure function of weights, contests and a block of pairs. Counts
are whole numbers and are added up, so the result has the same bits however it was cut and
whichever workers died on the way.
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
from galo.arena.batch import Counts, Job
from galo.errors import ConfigError
from galo.games.rules.dominoes4 import Rules
from galo.lab.fitness import Simulate, Table
from galo.lab.settings import Rows

CONNECT_SECONDS = 10.0
RETRIES = 2  # of a task, beside what the cluster repeats by itself when a worker dies
MOST_MATCHES = 500_000  # of a task: some seconds, so that little is lost with a worker
TASKS_EACH = 3  # for every core, so that the slow do not keep the others waiting
HANDING_OUT = 1000  # matches that a core plays while one task is sent and its result comes back

Task = tuple[Rows, Table, Job]


@contextmanager
def simulator_at(address: str) -> Iterator[Simulate]:
    """Give the `simulate` that runs on the cluster whose scheduler is at *address*."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError as problem:
        raise ConfigError(f"a cluster needs: pip install 'galo[cluster]' ({problem})") from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say it in one sentence
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, name="galo")
    except (OSError, ValueError) as problem:
        raise ConfigError(f"no cluster answers at {address!r}: {_first_line(problem)}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except TimeoutError:
            raise ConfigError(f"the cluster at {address!r} has no workers") from None
        _check_versions(client.run(_version, on_error="return"))
        executor = client.get_executor(pure=False, retries=RETRIES)
        lost = CancelledError, distributed.KilledWorker, distributed.comm.CommClosedError

        def simulate(*work: Any) -> list[Counts]:
            try:
                return spread(executor, max(1, sum(client.nthreads().values())), *work)
            except lost as problem:
                raise ConfigError(
                    f"the cluster at {address!r} was lost ({_first_line(problem)}); what was "
                    "done until then is kept"
                ) from None

        yield simulate


def spread(
    executor: Executor,
    cores: int,
    weights: Rows,
    contests: Table,
    job: Job,
    rules: Rules | None = None,
) -> list[Counts]:
    """Return what `batch.simulate` returns, played by *executor* on about so many *cores*."""
    rows, meetings = batch.checked(weights, contests, job)
    total = np.zeros((len(meetings), len(Counts._fields)), np.int64)
    size = task_size(2 * job.pairs * len(meetings), cores)
    blocks = list(_blocks(len(meetings), job, size // 2))
    futures = [
        executor.submit(batch.simulate, *_part(rows, meetings[begin:end]), part, rules)
        for begin, end, part in blocks
    ]
    for (begin, end, _), future in zip(blocks, futures, strict=True):
        total[begin:end] += np.array(future.result())
    return [Counts._make(row) for row in total.tolist()]


def task_size(matches: int, cores: int) -> int:
    """Return how many of *matches* are best played in one task on so many *cores*."""
    wanted = min(-(-matches // (cores * TASKS_EACH)), MOST_MATCHES)
    # Tasks go out one by one: smaller than this, that takes longer than playing them.
    return max(wanted, math.isqrt(matches * HANDING_OUT), 2)


def _blocks(contests: int, job: Job, pairs: int) -> Iterator[tuple[int, int, Job]]:
    """Yield contests from, to, and their part of *job*, of at most so many *pairs* in all."""
    together = max(1, pairs // job.pairs)
    for begin in range(0, contests, together):
        end = min(begin + together, contests)
        for first in range(0, job.pairs, pairs):
            yield begin, end, Job(job.first + first, min(pairs, job.pairs - first), job.chunk)


def _part(rows: Rows, meetings: Table) -> tuple[Rows, Table]:
    """Return *meetings* with only those of the *rows* that they name."""
    named, places = np.unique(meetings[:, :2], return_inverse=True)
    return rows[named], np.column_stack([places.reshape(-1, 2), meetings[:, 2:]])


def _version() -> str:
    return __version__


def _check_versions(found: dict[str, object]) -> None:
    """Refuse workers that would not play the same games."""
    for worker, version in found.items():
        if isinstance(version, Exception):
            raise ConfigError(f"worker {worker} has no galo: {_first_line(version)}")
        if version != __version__:
            raise ConfigError(f"worker {worker} has galo {version}, not {__version__}")


def _first_line(problem: BaseException) -> str:
    return next(iter(str(problem).splitlines()), type(problem).__name__)
