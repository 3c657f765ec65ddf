"""The screen for people: a console, and a progress bar where somebody watches."""

import os
import sys
import time

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.table import Column
from rich.text import Text

NARROW = 80  # columns of a terminal below which a bar is words and numbers alone
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


class CountColumn(ProgressColumn):
    """How many of how many are done, with their unit."""

    def __init__(self, unit: str) -> None:
        super().__init__(Column(no_wrap=True))
        self.unit = unit

    def render(self, task: Task) -> Text:
        """Return nothing while the total is unknown."""
        if task.total is None:
            return Text()
        return Text(f"{int(task.completed):,} of {task.total:,.0f} {self.unit}".rstrip())


class ProgressBar:
    """A bar on standard error, drawn from the first `show` on; nothing where nobody watches.

    A mistake that is found before leaves one sentence alone on the screen.
    """

    def __init__(self, unit: str = "", quiet: bool = False) -> None:
        screen = console(stderr=True)
        words = TextColumn(
            "{task.description}",
            markup=False,
            table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1),
        )
        bar = [] if screen.width < NARROW else [BarColumn(), TimeRemainingColumn()]
        self._progress = Progress(
            words,
            *bar[:1],
            CountColumn(unit),
            *bar[1:],
            console=screen,
            transient=True,
            redirect_stdout=sys.stdout.isatty(),  # a file gets what is printed to it
            disable=quiet or not screen.is_terminal or screen.is_dumb_terminal,
        )
        self._task = self._progress.add_task("", total=None)
        self._done = 0.0
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

    def show(self, words: str, done: float, total: float | None) -> None:
        """Show *words* beside *done* of *total*."""
        self._done = done
        self._progress.update(self._task, description=words, completed=done, total=total)
        self._draw()

    def show_part(self, share: float) -> None:
        """Show that this *share* of what comes after those done is done too."""
        self._progress.update(self._task, completed=self._done + share)
        self._draw()

    def _draw(self) -> None:
        self._progress.start()
        now = time.perf_counter()
        if now - self._drawn >= REDRAW_SECONDS:  # a kernel may let no other thread draw
            self._progress.refresh()
            self._drawn = now
