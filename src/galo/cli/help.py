"""Help pages that also fit a narrow terminal: Click takes every terminal for 50 columns wide."""

import shutil
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

CLICK_COLUMNS = 52  # below this width Click no longer looks at the terminal

# Typer's Context derives from that of the Click which it carries inside.
ClickFormatter: Any = typer.Context.__mro__[1].formatter_class  # type: ignore[attr-defined]


class NarrowFormatter(ClickFormatter):  # type: ignore[misc]
    """Writes lists of options with the words below those that are long."""

    def write_dl(self, rows: Any, col_max: int = 30, col_spacing: int = 2) -> None:
        """Write *rows* of names and words in two columns."""
        super().write_dl(rows, min(col_max, self.width // 3), col_spacing)


def _fit(context: Any) -> None:
    """Let the page of *context* be as narrow as the terminal."""
    columns = shutil.get_terminal_size().columns
    if columns < CLICK_COLUMNS:
        context.terminal_width = columns - 1
        context.formatter_class = NarrowFormatter


class Command(TyperCommand):
    """A command with help for narrow terminals."""

    def get_help(self, ctx: Any) -> str:
        """Return the help page."""
        _fit(ctx)
        return super().get_help(ctx)


class Group(TyperGroup):
    """A group of commands with help for narrow terminals."""

    def get_help(self, ctx: Any) -> str:
        """Return the help page."""
        _fit(ctx)
        return super().get_help(ctx)
