"""history.csv: every individual of an evolution, a line each, for those that want the data.

    run,generation,individual,a1,…,a7,won        the parameters of what evolves, in its order
    run,generation,individual,formula,won

It may be ahead of the checkpoint, never behind: what a killed process wrote too much is cut off
when the evolution goes on.
"""

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from galo.arena.atomic_write import atomic_write
from galo.arrays import RealVector
from galo.errors import ConfigError

HISTORY = "history.csv"
PLACE, WON = ("run", "generation", "individual"), "won"


class Generation(NamedTuple):
    """The individuals of one generation of a run, as they are written, and the share each won."""

    individuals: Sequence[Sequence[object]]
    won: RealVector


class History:
    """The file in *directory*, with the first *generations* of every run in it.

    Individuals have these *columns*.
    """

    def __init__(self, directory: Path, columns: Sequence[str], generations: int) -> None:
        self._path = directory / HISTORY
        self._columns = (*PLACE, *columns, WON)
        kept = self._rows(generations) if generations else []
        with atomic_write(self._path) as stream:
            stream.write(_lines([self._columns, *kept]).encode())

    def append(self, number: int, generations: Sequence[Generation]) -> None:
        """Add the generation *number*, from 1, of every run."""
        rows = (
            (run, number, place, *individual, float(won))
            for run, generation in enumerate(generations, start=1)
            for place, (individual, won) in enumerate(zip(*generation, strict=True))
        )
        with self._path.open("a", encoding="utf-8", newline="") as stream:
            stream.write(_lines(rows))

    def _rows(self, generations: int) -> list[list[str]]:
        """Return the rows of the first *generations*."""
        try:
            with self._path.open(encoding="utf-8", newline="") as stream:
                _, *rows = csv.reader(stream)
        except (OSError, ValueError) as problem:
            raise ConfigError(f"cannot go on with {str(self._path)!r}: {problem}") from None
        return [
            row for row in rows if len(row) == len(self._columns) and int(row[1]) <= generations
        ]


def _lines(rows: Iterable[Sequence[object]]) -> str:
    """Return *rows* as lines of CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
