"""The batch simulator on a GPU: the same kernels, many pairs of matches per thread.

The threads of a warp step together, and matches are of very different length. So a thread
does not play match by match but round by round, beginning its next match while its
neighbours are still at their last: they only wait for each other's rounds, which are alike.

Importing this file needs numba-cuda. NUMBA_ENABLE_CUDASIM=1 and NUMBA_DISABLE_JIT=1
together run the grid without a GPU, slowly, for tests.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from galo.arena.batch import (
    Contest,
    Counts,
    Job,
    checked,
    contest_at,
    match_counts,
    match_seed,
    new_match,
    play_round,
    players_of,
    winner_of,
)
from galo.arena.candidate_batch import play_candidate_round
from galo.arena.strategy_simulation import simulate_strategies
from galo.errors import ConfigError
from galo.games.rules.dominoes4 import Rules
from galo.games.rules.ending import NOBODY
from galo.players.dominoes4.candidate_counts import WEIGHS as CANDIDATE_WEIGHS
from galo.players.dominoes4.evaluation import COLUMNS, WEIGHS
from galo.players.dominoes4.strategy_rows import StrategyPlayers

if TYPE_CHECKING:
    from galo.arena.batch import Rows
    from galo.arrays import IntMatrix

if not hasattr(np, "row_stack"):  # numba-cuda 0.30 asks for a name that NumPy 2.5 dropped
    vars(np)["row_stack"] = np.vstack
try:
    from numba import cuda as numba_cuda
except ImportError as problem:
    raise ConfigError(f"cuda needs numba-cuda: pip install 'galo[cuda]' ({problem})") from None

cuda: Any = numba_cuda
COUNTED = len(Counts._fields)
BLOCK = 128  # threads of a block
THREADS = 1 << 18  # enough to keep a large GPU busy
MOST_PAIRS = 64  # of one thread


def simulate(
    weights: "Rows | StrategyPlayers",
    contests: "Sequence[Contest] | IntMatrix",
    job: Job,
    rules: Rules | None = None,
) -> list[Any]:
    """Return the counts that `batch.simulate` returns, computed on the GPU."""
    if isinstance(weights, StrategyPlayers):
        return simulate_strategies(weights, contests, job, rules or Rules(), "cuda")
    rows, contest_rows = checked(weights, contests, job)
    check_gpu()
    # Half of a warp would wait while the other half takes the short cut for weights of zero.
    columns = rows.shape[1]
    rows[:, WEIGHS if columns == COLUMNS else CANDIDATE_WEIGHS] = 1
    blocks, slices = blocks_of(job, len(contest_rows))
    counts = cuda.to_device(np.zeros((len(contest_rows), COUNTED), np.int64))
    grid_for(columns)[blocks * len(contest_rows), BLOCK](
        rules or Rules(), cuda.to_device(rows), cuda.to_device(contest_rows), slices, counts
    )
    return [Counts._make(row) for row in counts.copy_to_host().tolist()]


def check_gpu() -> None:
    """Raise if there is no GPU."""
    if not cuda.is_available():
        raise ConfigError("no NVIDIA GPU with a working driver was found; use --device cpu")


def blocks_of(job: Job, contests: int) -> tuple[int, Job]:
    """Return how many blocks share each of so many *contests*, and the job with a thread's chunk.

    As many pairs for each thread as keep the GPU busy, and the same for each of a contest.
    """
    wanted = min(MOST_PAIRS, max(1, job.pairs * contests // THREADS))
    blocks = -(-job.pairs // (BLOCK * wanted))
    return blocks, job._replace(chunk=-(-job.pairs // (BLOCK * blocks)))


@cache
def grid_for(columns: int) -> Any:
    """Return the grid for rows of so many *columns*: they tell which evaluation it is."""
    play_next_round = play_round if columns == COLUMNS else play_candidate_round

    @cuda.jit  # type: ignore[untyped-decorator]
    def play_grid(rules: Rules, weights: Any, contests: Any, job: Job, counts: Any) -> None:
        """Play job.chunk pairs in each thread; equally many blocks in a row share a contest."""
        # 1. The counts of a block gather in its own memory.
        gathered = cuda.shared.array(COUNTED, np.int64)
        if cuda.threadIdx.x < COUNTED:
            gathered[cuda.threadIdx.x] = 0
        cuda.syncthreads()
        # 2. Round after round; a finished match makes way for the next at once.
        blocks = np.int64(cuda.gridDim.x) // counts.shape[0]
        block: Any = np.int64(cuda.blockIdx.x)
        number = block // blocks
        contest = contest_at(contests, number)
        pair = (block % blocks * cuda.blockDim.x + cuda.threadIdx.x) * job.chunk
        last = min(pair + job.chunk, job.pairs)
        exchanged = won = 0
        match = new_match()
        while pair < last:
            seed = match_seed(contest, job.first + pair, exchanged)
            players = players_of(contest, exchanged)
            match = play_next_round(rules, weights, players, seed, match)
            if winner_of(rules, match) != NOBODY:
                found = match_counts(rules, match, exchanged, won)
                for column in range(COUNTED):
                    cuda.atomic.add(gathered, column, found[column])
                won = found.wins
                pair += exchanged
                exchanged = 1 - exchanged
                match = new_match()
        # 3. One sum for each block.
        cuda.syncthreads()
        if cuda.threadIdx.x < COUNTED:
            cuda.atomic.add(counts, (number, cuda.threadIdx.x), gathered[cuda.threadIdx.x])

    return play_grid
