"""The tables of an environment on an NVIDIA GPU: the kernels of a CPU, a thread for each table.

The arrays stay on the GPU. Kernels run on its default stream, in order with those of libraries
that use it too, as PyTorch does.
"""

from functools import cache
from typing import Any

import numpy as np

from galo.arena.cuda import check_gpu, cuda
from galo.envs.vector.tables import Settings, TableGame, TableKernels, Tables, table_stepper
from galo.errors import ConfigError

BLOCK = 128  # threads of a block
ROWS = 4096  # rows of an array that are cleared at the same time


class CudaDevice:
    """A GPU, with the grids of one game."""

    def __init__(self, game: TableGame) -> None:
        check_gpu()
        self._game = game
        self._step, self._observe, self._write_states = grids_of(game.kernels)

    def new_array(self, shape: tuple[int, ...], kind: Any) -> Any:
        """Return a new array on the GPU, all zero."""
        return cuda.to_device(np.zeros(shape, kind))

    def checked_actions(self, actions: Any, tables: Tables) -> Any:
        """Return *actions*, an array here or on the GPU, there; illegal ones are flagged there."""
        on_gpu = hasattr(actions, "__cuda_array_interface__")
        chosen = cuda.as_cuda_array(actions) if on_gpu else cuda.to_device(np.asarray(actions))
        n = len(tables.seat)
        if chosen.shape != (n,) or chosen.dtype not in (np.int32, np.int64):
            raise ConfigError(
                f"actions are an array of {n} whole numbers, int32 or int64, "
                f"not {chosen.dtype} {chosen.shape}"
            )
        return chosen

    def step(self, settings: Settings, tables: Tables, actions: Any) -> None:
        """Do one action at every table."""
        n, rules, shape = len(actions), self._game.rules, self._game.shape
        self._step[blocks_of(n)](rules, settings, actions, *tables)
        clear[ROWS, BLOCK](tables.observations)
        clear[ROWS, BLOCK](tables.mask)
        written = tables.mask, tables.observations
        self._observe[blocks_of(n)](rules, shape, tables.states, tables.boards, *written)

    def write_states(self, tables: Tables, out: Any) -> None:
        """Write the state tensor of every table into *out*."""
        clear[ROWS, BLOCK](out)
        rules, shape = self._game.rules, self._game.shape
        self._write_states[blocks_of(len(out))](rules, shape, tables.states, tables.boards, out)


def device_for(game: TableGame, threads: int | None) -> CudaDevice:
    """Return the GPU, for the tables of *game*; *threads* are those of a CPU."""
    if threads is not None:
        raise ConfigError("threads are of the CPU; a GPU has a thread for each table")
    return CudaDevice(game)


def blocks_of(threads: int) -> tuple[int, int]:
    """Return the blocks of a grid of so many *threads*, and how many threads each has."""
    return -(-threads // BLOCK), BLOCK


@cuda.jit  # type: ignore[untyped-decorator]
def clear(array: Any) -> None:
    """Write 0 into all rows of *array*: a block for each."""
    for row in range(cuda.blockIdx.x, len(array), cuda.gridDim.x):
        for column in range(cuda.threadIdx.x, array.shape[1], cuda.blockDim.x):
            array[row, column] = 0


@cache
def grids_of(game: TableKernels) -> tuple[Any, Any, Any]:
    """Return the grids of *game*: a step, what is observed after it, and whole states."""
    step_table, write_mask = table_stepper(game), game.write_mask
    write_observation, write_state = game.write_observation, game.write_state

    @cuda.jit  # type: ignore[untyped-decorator]
    def step(  # noqa: PLR0913 (arrays reach a GPU one by one)
        rules: Any,
        settings: Settings,
        actions: Any,
        states: Any,
        boards: Any,
        episodes: Any,
        observations: Any,
        mask: Any,
        seat: Any,
        rewards: Any,
        done: Any,
        truncated: Any,
        points: Any,
        scores: Any,
        round_over: Any,
        illegal: Any,
    ) -> None:
        """Do one of *actions* at every table."""
        table = cuda.grid(1)
        if table < len(actions):
            tables = Tables(
                states, boards, episodes, observations, mask, seat, rewards, done, truncated,
                points, scores, round_over, illegal,
            )  # fmt: skip
            step_table(rules, settings, tables, table, actions[table])

    @cuda.jit  # type: ignore[untyped-decorator]
    def observe(
        rules: Any, shape: Any, states: Any, boards: Any, mask: Any, observations: Any
    ) -> None:
        """Write what is legal at every table, and what the seat to move observes."""
        table = cuda.grid(1)
        if table < len(states):
            write_mask(states[table], mask[table])
            write_observation(rules, shape, states[table], boards[table], observations[table])

    @cuda.jit  # type: ignore[untyped-decorator]
    def write_states(rules: Any, shape: Any, states: Any, boards: Any, out: Any) -> None:
        """Write the state of every table into *out*."""
        table = cuda.grid(1)
        if table < len(states):
            write_state(rules, shape, states[table], boards[table], out[table])

    return step, observe, write_states
