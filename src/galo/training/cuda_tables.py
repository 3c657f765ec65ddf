"""`read_tables` and `value_tables` on an NVIDIA GPU: the same kernels, a thread for each table."""

from typing import Any

from galo.arena.cuda import BLOCK, cuda
from galo.games.rules.dominoes4 import Rules
from galo.training.rollouts import value_options
from galo.training.tables import OtherPlayer, Readings, read_table


def read_tables(rules: Rules, rows: Any, other: OtherPlayer, key: int, readings: Readings) -> None:
    """Write the *readings* of all tables; the arrays lie on the GPU."""
    arrays = [cuda.as_cuda_array(array) for array in (*other, *readings)]
    _grid[-(-len(rows) // BLOCK), BLOCK](rules, rows, key, *arrays)


def value_tables(  # noqa: PLR0913 (arrays reach a GPU one by one)
    rules: Rules,
    rows: Any,
    weights: Any,
    equity: Any,
    key: int,
    actions: Any,
    counts: Any,
    values: Any,
) -> None:
    """Write the *values* of all options of all tables; the arrays lie on the GPU."""
    arrays = [cuda.as_cuda_array(array) for array in (weights, equity, actions, counts, values)]
    threads = actions.shape[0] * actions.shape[1]
    _values[-(-threads // BLOCK), BLOCK](rules, rows, key, *arrays)


@cuda.jit  # type: ignore[untyped-decorator]
def _values(  # noqa: PLR0913 (arrays reach a GPU one by one)
    rules: Rules,
    rows: Any,
    key: int,
    weights: Any,
    equity: Any,
    actions: Any,
    counts: Any,
    values: Any,
) -> None:
    # Neighbours value the same option of neighbouring tables.
    thread = cuda.grid(1)
    table, option = thread % len(rows), thread // len(rows)
    if option < actions.shape[1]:
        value_options(rules, rows, weights, equity, key, actions, counts, values, table, option)


@cuda.jit  # type: ignore[untyped-decorator]
def _grid(  # noqa: PLR0913 (arrays reach a GPU one by one)
    rules: Rules,
    rows: Any,
    key: int,
    weights: Any,
    sides: Any,
    inputs: Any,
    options: Any,
    actions: Any,
    counts: Any,
    known: Any,
    others: Any,
) -> None:
    table = cuda.grid(1)
    if table < len(rows):
        readings = Readings(inputs, options, actions, counts, known, others)
        read_table(rules, rows, OtherPlayer(weights, sides), key, readings, table)
