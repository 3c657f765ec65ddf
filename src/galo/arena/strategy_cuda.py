"""Strategies and formulas on a GPU: the grid of `cuda` around the kernels of strategies.

The kernels are those of the CPU, and so are the bits: products are rounded by themselves, and every
other step rounds once anyway.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from galo.arena import cuda as gpu
from galo.arena.batch import (
    Job,
    contest_at,
    match_counts,
    match_seed,
    new_match,
    players_of,
    winner_of,
)
from galo.arena.cuda import cuda
from galo.arena.strategy_batch import (
    FAULTY_PAIR,
    PLAIN,
    STACK,
    Notes,
    StrategyKernels,
    StyledCounts,
)
from galo.games.rules.dominoes4 import Rules
from galo.games.rules.ending import NOBODY
from galo.players.dominoes4.evaluation import WEIGHS
from galo.players.dominoes4.strategy_rows import PlayerRows

if TYPE_CHECKING:
    from galo.arrays import IntMatrix

COUNTED = len(StyledCounts._fields)
LAST_PAIR = 1 << 62  # above every number of a pair: less it, the first one is the largest


def play(
    kernels: StrategyKernels, rules: Rules, rows: PlayerRows, contests: "IntMatrix", job: Job
) -> "IntMatrix":
    """Return the counts of *contests*, played on the GPU."""
    gpu.check_gpu()
    rows.linear[:, WEIGHS] = 1  # half of a warp would wait while the other takes the short cut
    blocks, slices = gpu.blocks_of(job, len(contests))
    counts = cuda.to_device(np.zeros((len(contests), COUNTED), np.int64))
    arrays = [cuda.to_device(array) for array in (*rows, contests)]
    grid = strategy_grid(kernels.play_round)
    grid[blocks * len(contests), gpu.BLOCK](rules, *arrays, slices, counts)
    found: IntMatrix = counts.copy_to_host()
    faulty = found[:, FAULTY_PAIR]
    found[:, FAULTY_PAIR] = np.where(faulty > 0, LAST_PAIR - faulty, 0)
    return found


@cache
def strategy_grid(play_round: Any) -> Any:
    """Return the grid that plays by *play_round*."""

    @cuda.jit  # type: ignore[untyped-decorator]
    def play_grid(  # noqa: PLR0913 (arrays reach a GPU one by one)
        rules: Rules,
        kinds: Any,
        linear: Any,
        numbers: Any,
        codes: Any,
        contests: Any,
        job: Job,
        counts: Any,
    ) -> None:
        """Play job.chunk pairs in each thread; equally many blocks in a row share a contest."""
        # 1. The counts of a block gather in its own memory, the style of a thread in its own.
        gathered = cuda.shared.array(COUNTED, np.int64)
        style = cuda.local.array(COUNTED, np.int64)
        stack = cuda.local.array(STACK, np.float64)
        for column in range(COUNTED):
            style[column] = 0
        if cuda.threadIdx.x < COUNTED:
            gathered[cuda.threadIdx.x] = 0
        cuda.syncthreads()
        # 2. Round after round; a finished match makes way for the next at once.
        rows = PlayerRows(kinds, linear, numbers, codes)
        blocks = np.int64(cuda.gridDim.x) // counts.shape[0]
        block: Any = np.int64(cuda.blockIdx.x)
        number = block // blocks
        contest = contest_at(contests, number)
        pair = (block % blocks * cuda.blockDim.x + cuda.threadIdx.x) * job.chunk
        last = min(pair + job.chunk, job.pairs)
        exchanged = won = faulty = 0
        match = new_match()
        while pair < last:
            seed = match_seed(contest, job.first + pair, exchanged)
            players = players_of(contest, exchanged)
            notes = Notes(exchanged, style, stack)
            match = play_round(rules, rows, players, seed, match, notes)
            if winner_of(rules, match) != NOBODY:
                found = match_counts(rules, match, exchanged, won)
                for column in range(PLAIN):
                    cuda.atomic.add(gathered, column, found[column])
                if style[FAULTY_PAIR] and not faulty:
                    faulty = job.first + pair + 1
                won = found.wins
                pair += exchanged
                exchanged = 1 - exchanged
                match = new_match()
        # 3. One sum for each block.
        for column in range(PLAIN, FAULTY_PAIR):
            cuda.atomic.add(gathered, column, style[column])
        cuda.syncthreads()
        if cuda.threadIdx.x < FAULTY_PAIR:
            cuda.atomic.add(counts, (number, cuda.threadIdx.x), gathered[cuda.threadIdx.x])
        if faulty:
            cuda.atomic.max(counts, (number, FAULTY_PAIR), LAST_PAIR - faulty)

    return play_grid
