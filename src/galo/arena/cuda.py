"""The batch simulator on a GPU: the same kernels, many pairs of matches per thread.

The threads of a warp step together, and matches are of very different length. So a thread
does not play match by match but round by round, beginning its next match while its
neighbours are still at their last: they only wait for each other's rounds, which are alike.

Importing this file needs numba-cuda. NUMBA_ENABLE_CUDASIM=1 and NUMBA_DISABLE_JIT=1
together run the grid without a GPU, slowly, for tests.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from galo.arena.batch import (
    Counts,
    Job,
    checked_weights,
    match_counts,
    new_match,
    pair_seed,
    play_round,
    seated,
    winner_of,
)
from galo.errors import ConfigError
from galo.games.rules.dominoes4 import Rules
from galo.games.rules.ending import NOBODY
from galo.players.dominoes4.evaluation import WEIGHS

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for a name that NumPy 2.5 dropped
    vars(np)["row_stack"] = np.vstack
try:
    from numba import cuda as numba_cuda
except ImportError as problem:
    raise ConfigError(f"cuda needs numba-cuda: pip install 'galo[cuda]' ({problem})") from None

cuda: Any = numba_cuda
COLUMNS = len(Counts._fields)
BLOCK = 128  # threads of a block
THREADS = 1 << 18  # enough to keep a large GPU busy
MOST_PAIRS = 64  # of one thread


def simulate(
    population: Sequence[Sequence[int]],
    opponent: Sequence[int],
    job: Job,
    rules: Rules | None = None,
) -> list[Counts]:
    """Return what `batch.simulate` returns, computed on the GPU."""
    rows = checked_weights(population, opponent, job)
    if not cuda.is_available():
        raise ConfigError("no NVIDIA GPU with a working driver was found; use --device cpu")
    # Half of a warp would wait while the other half takes the short cut of who weighs nothing.
    rows[:, WEIGHS] = 1
    counts = cuda.to_device(np.zeros((len(population), COLUMNS), np.int64))
    each = min(MOST_PAIRS, max(1, job.pairs * len(population) // THREADS))
    grid = (-(-job.pairs // (BLOCK * each)), len(population))
    play_grid[grid, BLOCK](rules or Rules(), cuda.to_device(rows), job._replace(chunk=each), counts)
    return [Counts(*map(int, row)) for row in counts.copy_to_host()]


@cuda.jit  # type: ignore[untyped-decorator]
def play_grid(rules: Rules, weights: Any, job: Job, counts: Any) -> None:
    """Play job.chunk pairs in each thread of a grid whose rows of blocks are individuals."""
    # 1. The counts of a block gather in its own memory.
    gathered = cuda.shared.array(COLUMNS, np.int64)
    if cuda.threadIdx.x < COLUMNS:
        gathered[cuda.threadIdx.x] = 0
    cuda.syncthreads()
    # 2. Round after round; a finished match makes way for the next at once.
    individual: Any = np.int64(cuda.blockIdx.y)
    individuals = counts.shape[0]
    pair = cuda.grid(1) * job.chunk
    last = min(pair + job.chunk, job.pairs)
    exchanged = won = 0
    standing = new_match()
    while pair < last:
        seed = pair_seed(job.seed, job.deals, individual, job.first + pair)
        players = seated(individual, individuals, exchanged)
        standing = play_round(rules, weights, players, seed, standing)
        if winner_of(standing) != NOBODY:
            found = match_counts(standing, exchanged, won)
            for column in range(COLUMNS):
                cuda.atomic.add(gathered, column, found[column])
            won = found.wins
            pair += exchanged
            exchanged = 1 - exchanged
            standing = new_match()
    # 3. One sum for each block.
    cuda.syncthreads()
    if cuda.threadIdx.x < COLUMNS:
        cuda.atomic.add(counts, (individual, cuda.threadIdx.x), gathered[cuda.threadIdx.x])
