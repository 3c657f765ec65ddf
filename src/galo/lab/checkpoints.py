"""The directory of an evolution: safe to interrupt, never mixed up with another.

`settings.json` says what was asked for, `checkpoint` holds the runs after their last whole
generation, `checkpoint.earlier` those before it, `result.json` what was found.
"""

import hashlib
import json
import pickle
from dataclasses import asdict
from pathlib import Path
from typing import Any

from galo import __version__
from galo.arena.atomic_write import atomic_write
from galo.errors import ConfigError
from galo.lab.settings import Settings

CHECKPOINT, EARLIER = "checkpoint", "checkpoint.earlier"
DIGEST = hashlib.sha256
DIGEST_SIZE = DIGEST().digest_size


def save(directory: Path, content: object) -> None:
    """Keep *content*, and what was kept before it."""
    current = directory / CHECKPOINT
    payload = pickle.dumps(content)
    with atomic_write(current) as stream:
        stream.write(DIGEST(payload).digest() + payload)
        stream.flush()  # a full disk must show before the older one moves
        if current.exists():
            current.replace(directory / EARLIER)


def load(directory: Path) -> Any:
    """Return what was last kept in *directory*, None if nothing ever was."""
    found = [path for name in (CHECKPOINT, EARLIER) if (path := directory / name).exists()]
    for path in found:
        data = path.read_bytes()
        payload = data[DIGEST_SIZE:]
        if data[:DIGEST_SIZE] == DIGEST(payload).digest():  # else cut short or altered
            return pickle.loads(payload)
    if found:
        raise ConfigError(f"no checkpoint in {str(directory)!r} is whole; give another directory")
    return None


def open_directory(directory: Path, settings: Settings) -> None:
    """Begin an evolution in *directory*, or go on with the same one."""
    path = directory / "settings.json"
    content = {"galo": __version__, **json.loads(json.dumps(asdict(settings)))}
    if path.exists():
        refuse_other(directory, read_json(path), content)
    else:
        write_json(path, content)


def refuse_other(directory: Path, stored: dict[str, Any], content: dict[str, Any]) -> None:
    """Refuse a *directory* in which something else than *content* is *stored*."""
    for name in dict.fromkeys([*content, *stored]):
        if stored.get(name) != content.get(name):
            raise ConfigError(
                f"{str(directory)!r} was written with {name}={stored.get(name)!r}, "
                f"not {content.get(name)!r}; give another directory"
            )


def read_settings(directory: Path) -> Settings:
    """Return the settings of the evolution kept in *directory*."""
    stored = read_json(directory / "settings.json")
    version = stored.pop("galo", None)
    if version != __version__:
        raise ConfigError(f"{str(directory)!r} was written by galo {version}, not {__version__}")
    try:
        return Settings(**{**stored, "against": tuple(stored["against"])})
    except (TypeError, KeyError) as problem:
        raise ConfigError(f"{str(directory)!r} has settings of another kind: {problem}") from None


def read_json(path: Path) -> dict[str, Any]:
    """Return the object in the file *path*."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ConfigError(f"cannot read {str(path)!r}: {problem}") from None
    if not isinstance(content, dict):
        raise ConfigError(f"{str(path)!r} does not hold an object")
    return content


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write *content* so that the file is there whole or not at all."""
    with atomic_write(path) as stream:
        stream.write((json.dumps(content, indent=1) + "\n").encode())
