"""Help pages in the language of the person that also fit a narrow terminal.

Click takes every terminal for 50 columns wide.
"""

import shutil
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from galo.cli.language import help_in_language

CLICK_COLUMNS = 52  # below this width Click no longer looks at the terminal

# Typer's Context derives from that of the Click which it carries inside.
ClickFormatter: Any = typer.Context.__mro__[1].formatter_class  # type: ignore[attr-defined]


class Formatter(ClickFormatter):  # type: ignore[misc]
    """Writes headings and notes in the language of the person."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write how the command *prog* is called."""
        super().write_usage(prog, args, prefix or help_in_language("Usage: "))

    def write_heading(self, heading: str) -> None:
        """Write *heading* above a list."""
        super().write_heading(help_in_language(heading))

    def write_dl(self, rows: Any, col_max: int = 30, col_spacing: int = 2) -> None:
        """Write *rows* of names and words in two columns."""
        told = [(name, self._noted(words)) for name, words in rows]
        super().write_dl(told, col_max, col_spacing)

    def _noted(self, words: str) -> str:
        """Return *words* with the notes in brackets that Click adds to them."""
        for note in ("default: ", "required"):
            words = words.replace(f"[{note}", f"[{help_in_language(note)}")
        return help_in_language(words)


class NarrowFormatter(Formatter):
    """Writes lists of options with the words below those that are long."""

    def write_dl(self, rows: Any, col_max: int = 30, col_spacing: int = 2) -> None:
        """Write *rows* of names and words in two columns."""
        super().write_dl(rows, min(col_max, self.width // 3), col_spacing)


def _prepare(command: Any, context: Any) -> None:
    """Let the page of *command* speak the person's language and be as narrow as the terminal."""
    for told in (command, *command.get_params(context), *getattr(command, "commands", {}).values()):
        for name in ("help", "epilog"):
            text = getattr(told, name, None)
            if text:
                setattr(told, name, help_in_language(text))
    context.formatter_class = Formatter
    columns = shutil.get_terminal_size().columns
    if columns < CLICK_COLUMNS:
        context.terminal_width = columns - 1
        context.formatter_class = NarrowFormatter


class Command(TyperCommand):
    """A command with help for narrow terminals."""

    def get_help(self, ctx: Any) -> str:
        """Return the help page."""
        _prepare(self, ctx)
        return super().get_help(ctx)


class Group(TyperGroup):
    """A group of commands with help for narrow terminals."""

    def get_help(self, ctx: Any) -> str:
        """Return the help page."""
        _prepare(self, ctx)
        return super().get_help(ctx)
