"""The screen for people: a console, and a progress bar where somebody watches."""

import os
import sys
import time

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn

NARROW = 80  # columns of a terminal below which a bar is words and numbers alone
BAR_COLUMNS, TIME_COLUMNS = 20, 8
REDRAW_SECONDS = 0.1


class SteadyConsole(Console):
    """A console that never hides the cursor: a process that is killed could not show it again."""

    def show_cursor(self, show: bool = True) -> bool:
        """Leave the cursor as it is."""
        return False


def console(stderr: bool = False) -> Console:
    """Return the console for people; text that they typed is printed as it is."""
    # Rich by itself still prints bold letters where people ask for no colour.
    return SteadyConsole(
        stderr=stderr,
        markup=False,
        emoji=False,
        highlight=False,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
    )


class ProgressBar:
    """A bar on standard error, drawn from the first `show` on; nothing where nobody watches.

    A mistake that is found before leaves one sentence alone on the screen.
    """

    def __init__(self, unit: str = "", quiet: bool = False) -> None:
        screen = console(stderr=True)
        self._unit, self._columns = unit, screen.width - 1
        bar: list[ProgressColumn] = []
        if screen.width >= NARROW:
            bar = [BarColumn(BAR_COLUMNS), TimeRemainingColumn()]
            self._columns -= BAR_COLUMNS + TIME_COLUMNS + 2
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            *bar,
            console=screen,
            transient=True,
            redirect_stdout=sys.stdout.isatty(),  # a file gets what is printed to it
            disable=quiet or not screen.is_terminal or screen.is_dumb_terminal,
        )
        self._task = self._progress.add_task("", total=None)
        self._words, self._done = "", 0.0
        self._total: int | None = None
        self._drawn = 0.0

    @property
    def is_shown(self) -> bool:
        """Whether somebody watches."""
        return not self._progress.disable

    def __enter__(self) -> "ProgressBar":
        return self

    def __exit__(self, *problem: object) -> None:
        if self._progress.live.is_started:
            self._progress.stop()

    def show(self, words: str, done: float, total: int | None) -> None:
        """Show *words* beside *done* of *total*."""
        self._words, self._done, self._total = words, done, total
        self.show_part(0.0)

    def show_part(self, share: float) -> None:
        """Show that this *share* of the one after those done is done too."""
        done = self._done + share
        self._progress.update(
            self._task, description=self._line(done), completed=done, total=self._total
        )
        self._progress.start()
        now = time.perf_counter()
        if now - self._drawn >= REDRAW_SECONDS:  # a kernel may let no other thread draw
            self._progress.refresh()
            self._drawn = now

    def _line(self, done: float) -> str:
        """Return words and numbers; where there is no room for both, the words are cut."""
        if self._total is None:
            return self._words[: self._columns]
        count = f"{int(done):,} of {self._total:,} {self._unit}".rstrip()
        room = max(0, self._columns - len(count) - len(", "))
        words = self._words if len(self._words) <= room else f"{self._words[: room - 1]}…"
        return f"{words}, {count}"
