"""Options of a command from a file: weaker than the environment, which is weaker than words."""

import tomllib
from pathlib import Path
from typing import Any

import typer

from galo.errors import ConfigError


def read_configuration(context: typer.Context, file: Path | None) -> Path | None:
    """Let options that nobody gives have the values of *file*, in TOML, named as on the command."""
    if file is not None:
        context.default_map = _values(file, _names(context))
    return file


def _names(context: typer.Context) -> dict[str, str]:
    """Return the names of all options of the command as a file has them, each with its own."""
    return {
        written.removeprefix("--"): option.name
        for option in context.command.params
        if option.name
        for written in option.opts
    }


def _values(file: Path, names: dict[str, str]) -> dict[str, Any]:
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise ConfigError(f"cannot read {str(file)!r}: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise ConfigError(f"{str(file)!r} is not TOML: {problem}") from None
    unknown = sorted(found.keys() - names.keys())
    if unknown:
        raise ConfigError(f"{str(file)!r} has {unknown[0]!r}, which is no option of this command")
    return {names[written]: value for written, value in found.items()}
