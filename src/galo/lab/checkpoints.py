"""The directory of an evolution: safe to interrupt, never mixed up with another.

settings.json        the settings of the evolution
checkpoint           the runs after their last complete generation
checkpoint.earlier   the runs as the checkpoint before had them
history.csv          every individual so far, if the settings ask for it
result.json          the result, once all runs are complete
"""

import hashlib
import io
import json
import pickle
from dataclasses import asdict
from pathlib import Path
from typing import Any

from galo import __version__
from galo.arena.atomic_write import atomic_write
from galo.errors import ConfigError
from galo.lab.settings import EvolutionSettings, renamed

SETTINGS = "settings.json"
CHECKPOINT, EARLIER = "checkpoint", "checkpoint.earlier"
RESULT = "result.json"
DIGEST = hashlib.sha256
DIGEST_SIZE = DIGEST().digest_size
STORED_CLASSES = {  # module and name in checkpoints of earlier sources: where the class is now
    ("galo.lab.evolve", "Run"): ("galo.lab.evolution_run", "EvolutionRun"),
    ("galo.lab.settings", "Settings"): ("galo.lab.settings", "EvolutionSettings"),
    ("galo.lab.optimisers", "GeneticSettings"): ("galo.lab.settings", "GeneticSettings"),
    ("galo.lab.optimisers", "Range"): ("galo.lab.settings", "Range"),
}


class CheckpointUnpickler(pickle.Unpickler):
    """Reads checkpoints, also those written when classes had other names."""

    def find_class(self, module: str, name: str) -> Any:
        """Return the class that a checkpoint calls *module*.*name*."""
        return super().find_class(*STORED_CLASSES.get((module, name), (module, name)))


def save(directory: Path, content: object) -> None:
    """Write *content* as the newest checkpoint; the one before becomes the earlier one."""
    current = directory / CHECKPOINT
    payload = pickle.dumps(content)
    with atomic_write(current) as stream:
        stream.write(DIGEST(payload).digest() + payload)
        stream.flush()  # a full disk must show before the older one moves
        if current.exists():
            current.replace(directory / EARLIER)


def load(directory: Path) -> Any:
    """Return the content of the newest whole checkpoint in *directory*, None if there is none."""
    found = [path for name in (CHECKPOINT, EARLIER) if (path := directory / name).exists()]
    for path in found:
        data = path.read_bytes()
        payload = data[DIGEST_SIZE:]
        if data[:DIGEST_SIZE] == DIGEST(payload).digest():  # else cut short or altered
            return CheckpointUnpickler(io.BytesIO(payload)).load()
    if found:
        raise ConfigError(f"no checkpoint in {str(directory)!r} is whole; give another directory")
    return None


def open_directory(directory: Path, settings: EvolutionSettings) -> None:
    """Begin an evolution in *directory*; raise if it holds one of other settings."""
    if not check_directory(directory, settings):
        write_json(directory / SETTINGS, _content(settings))


def check_directory(directory: Path, settings: EvolutionSettings) -> bool:
    """Return whether *directory* holds an evolution; raise if that is one of other settings."""
    path = directory / SETTINGS
    if not path.exists():
        return False
    stored = json.loads(json.dumps(renamed(read_json(path))))
    refuse_other(directory, stored, _content(settings))
    return True


def _content(settings: EvolutionSettings) -> dict[str, Any]:
    """Return what the file of *settings* holds."""
    return {"galo": __version__, **json.loads(json.dumps(asdict(settings)))}


def refuse_other(directory: Path, stored: dict[str, Any], content: dict[str, Any]) -> None:
    """Raise if the settings *stored* in *directory* differ from *content*."""
    for name in dict.fromkeys([*content, *stored]):
        if stored.get(name) != content.get(name):
            raise ConfigError(
                f"{str(directory)!r} was written with {name}={stored.get(name)!r}, "
                f"not {content.get(name)!r}; give another directory"
            )


def read_settings(directory: Path) -> EvolutionSettings:
    """Return the settings of the evolution in *directory*."""
    stored = read_json(directory / SETTINGS)
    version = stored.pop("galo", None)
    if version != __version__:
        raise ConfigError(f"{str(directory)!r} was written by galo {version}, not {__version__}")
    try:
        known = renamed(stored)
        lists = {name: tuple(value) for name, value in known.items() if isinstance(value, list)}
        return EvolutionSettings(**{**known, **lists})
    except (TypeError, KeyError) as problem:
        raise ConfigError(f"{str(directory)!r} has settings of another kind: {problem}") from None


def read_json(path: Path) -> dict[str, Any]:
    """Return the JSON object in the file *path*."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise ConfigError(f"cannot read {str(path)!r}: {problem}") from None
    if not isinstance(content, dict):
        raise ConfigError(f"{str(path)!r} does not hold an object")
    return content


def write_json(path: Path, content: dict[str, Any]) -> None:
    """Write *content* to the file *path*, all of it or nothing."""
    with atomic_write(path) as stream:
        stream.write((json.dumps(content, indent=1) + "\n").encode())
