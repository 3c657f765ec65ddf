"""What a run leaves in its folder: games, results for scripts and spreadsheets, figures.

games.jsonl     every game, for galo replay
results.json    what --json prints
results.csv     a row for each pairing        ratings.csv   a row for each player
scores.png .svg     a heat map                ratings.png .svg   a ladder with error bars
"""

import csv
import io
import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from galo.arena.atomic_write import atomic_write
from galo.errors import ConfigError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from galo.arena.tournament import Keep

GAMES = "games.jsonl"
FORMATS = ("png", "svg")
PAIRING_COLUMNS = ("a", "b", "games", "wins_a", "wins_b", "draws", "score_a", "low", "high", "elo")
PLAYER_COLUMNS = ("name", "games", "points", "score", "elo", "low", "high")


class Folder:
    """The folder of one run; files of the same names from an earlier run are replaced."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=path).close()
        except OSError as problem:
            raise ConfigError(
                f"cannot write in {str(path)!r}: {problem.strerror}; --out names another directory"
            ) from None

    @contextmanager
    def games(self) -> "Iterator[Keep]":
        """Give a function that adds a record to the file of games, which is complete at the end.

        Without a record there is no new file, and an earlier one stays.
        """
        with ExitStack() as stack:
            streams: list[BinaryIO] = []

            def keep(record: str) -> None:
                if not streams:
                    streams.append(stack.enter_context(self._written(GAMES)))
                streams[0].write(record.encode() + b"\n")

            yield keep

    def write_match(self, result: dict[str, Any]) -> None:
        """Write the result of a match."""
        self._write("results.json", _json(result))
        self._write("results.csv", _csv(PAIRING_COLUMNS, [result], "interval"))

    def write_tournament(self, result: dict[str, Any]) -> None:
        """Write the result of a tournament."""
        self._write("results.json", _json(result))
        self._write("results.csv", _csv(PAIRING_COLUMNS, result["pairings"], "interval"))
        self._write("ratings.csv", _csv(PLAYER_COLUMNS, result["players"], "elo_interval"))

    def write_figures(self, result: dict[str, Any]) -> None:
        """Draw the scores and ratings of a tournament, which takes half a second."""
        try:
            figures = _figures(result)
        except ImportError as problem:
            raise ConfigError(f"all but the figures is in {str(self.path)!r}: {problem}") from None
        for name, figure in figures.items():
            for kind in FORMATS:
                with self._written(f"{name}.{kind}") as stream:
                    figure.savefig(stream, format=kind, bbox_inches="tight", pad_inches=0.2)

    def _write(self, name: str, text: str) -> None:
        with self._written(name) as stream:
            stream.write(text.encode())

    @contextmanager
    def _written(self, name: str) -> Iterator[BinaryIO]:
        path = self.path / name
        try:
            with atomic_write(path) as stream:
                yield stream
        except OSError as problem:
            raise ConfigError(f"cannot write {str(path)!r}: {problem.strerror}") from None


def _figures(result: dict[str, Any]) -> "dict[str, Figure]":
    from galo.arena.figures import rating_ladder, score_map

    return {"scores": score_map(result), "ratings": rating_ladder(result)}


def _json(result: dict[str, Any]) -> str:
    return json.dumps(result, ensure_ascii=False, indent=1) + "\n"


def _csv(columns: Sequence[str], rows: Sequence[dict[str, Any]], interval: str) -> str:
    """Return *rows* as a table, the ends of *interval* in columns of their own."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for row in rows:
        low, high = row[interval]
        writer.writerow({**row, "low": low, "high": high})
    return text.getvalue()
