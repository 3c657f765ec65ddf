"""What a task costs on a Dask cluster, and the expected speed of 1, 10 and 100 nodes.

    python bench/speed/cluster.py            starts a scheduler and a worker here
    python bench/speed/cluster.py ADDRESS    measures the cluster at tcp://HOST:PORT

Two things are measured: the cost of a task that plays one pair of matches, many at once, and
the matches that one core plays in a second, both in the quietest of some turns, since others
on a shared machine can only slow it down. The table follows from them: a generation of
100 individuals of 5,000 matches each for R runs side by side, cut into tasks as `galo evolve`
cuts it, takes as long as its tasks are handed out, one by one, and then played by all cores.
"""

import argparse
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from distributed import Client

from galo.arena.batch import Contest, Job, simulate
from galo.lab.cluster import task_size
from galo.lab.fitness import opponent_weights

CORES = 16  # of a node, for the table
TINY, TINY_TASKS = Job(0, 1), 200
LARGE = Job(0, 10_000)
TURNS = 15


@contextmanager
def here() -> Iterator[str]:
    """Start a scheduler and one worker, as docs/cluster.md says."""
    dask = [sys.executable, "-m", "dask"]
    address = "tcp://127.0.0.1:8799"
    quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    options = ["--host", "127.0.0.1", "--port", "8799", "--no-dashboard"]
    started = [subprocess.Popen([*dask, "scheduler", *options], **quiet)]
    worker = [*dask, "worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny"]
    environment = {**os.environ, "NUMBA_NUM_THREADS": "1"}
    started.append(subprocess.Popen(worker, env=environment, **quiet))
    try:
        yield address
    finally:
        for process in started:
            process.terminate()


def measure(address: str) -> tuple[float, float]:
    """Return the seconds that a task costs, and the matches that a core plays in one."""
    rows, contests = opponent_weights(["s1", "basic"]), np.array([Contest.paired(1)])
    with Client(address, timeout=30) as client:
        client.wait_for_workers(1)
        executor = client.get_executor(pure=False, retries=2)
        cores = sum(client.nthreads().values())
        executor.submit(simulate, rows, contests, TINY).result()  # compiles
        costs, rates = [], []
        for _ in range(TURNS):
            begin = time.perf_counter()
            for future in [
                executor.submit(simulate, rows, contests, TINY) for _ in range(TINY_TASKS)
            ]:
                future.result()
            costs.append((time.perf_counter() - begin) / TINY_TASKS)
            begin = time.perf_counter()
            for future in [executor.submit(simulate, rows, contests, LARGE) for _ in range(cores)]:
                future.result()
            rates.append(2 * LARGE.pairs / (time.perf_counter() - begin))
    return min(costs), max(rates)


def table(cost: float, rate: float) -> list[str]:
    """Return the expected time of a generation, for one run and for many side by side."""
    lines = [
        "| nodes | cores | runs | tasks | a generation | of ideal |",
        "|---|---|---|---|---|---|",
    ]
    for runs in (1, 40, 240):
        for nodes in (1, 10, 100):
            cores, matches = CORES * nodes, runs * 500_000
            size = task_size(matches, cores)
            tasks = math.ceil(matches / size)
            rounds = math.ceil(tasks / cores)  # the last ones keep the others waiting
            seconds = tasks * cost + rounds * size / rate
            share = matches / (cores * rate) / seconds
            lines.append(
                f"| {nodes} | {cores} | {runs} | {tasks} | {seconds:.2f} s | {share:.0%} |"
            )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address", nargs="?", help="of a cluster, tcp://HOST:PORT")
    arguments = parser.parse_args()
    if arguments.address:
        cost, rate = measure(arguments.address)
    else:
        with here() as address:
            cost, rate = measure(address)
    print(f"a task costs {1e3 * cost:.1f} ms, a core plays {rate:,.0f} matches/s")
    print(*table(cost, rate), sep="\n")


if __name__ == "__main__":
    main()
