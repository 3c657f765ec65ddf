"""`read_tables` on an NVIDIA GPU: the same kernel, a thread for each table."""

from typing import Any

from galo.arena.cuda import BLOCK, cuda
from galo.games.rules.dominoes4 import Rules
from galo.training.tables import OtherPlayer, Readings, read_table


def read_tables(rules: Rules, rows: Any, other: OtherPlayer, key: int, readings: Readings) -> None:
    """Write the *readings* of all tables; the arrays lie on the GPU."""
    arrays = [cuda.as_cuda_array(array) for array in (*other, *readings)]
    _grid[-(-len(rows) // BLOCK), BLOCK](rules, rows, key, *arrays)


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
