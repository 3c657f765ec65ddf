"""The kernels of strategies: modules that were translated, beside the kernel cache.

A module is executed from its text. The file is for the cache, which names kernels by the content
of files, and for tracebacks: nothing is ever executed because it lies there.
"""

import hashlib
import re
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from galo.arena.atomic_write import atomic_write
from galo.jit import kernels_directory
from galo.players.dominoes4.option_choice import Value

COMMENT = re.compile(r"  # .*$", re.MULTILINE)  # a strategy that moves in its file stays the same


class ValueModule(NamedTuple):
    """The kernel that values an option, and the file that tells it from others."""

    value: Value
    file: str


@cache
def value_module(text: str) -> ValueModule:
    """Return the module of *text*, which `Strategy.translation` made."""
    text = COMMENT.sub("", text)
    name = f"strategy_{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    path = (kernels_directory() or Path()) / "strategies" / f"{name}.py"
    if kernels_directory() is not None:
        with suppress(OSError):  # a full disk: it is compiled anew in each process
            _write(path, text)
    module = ModuleType(name)
    sys.modules[name] = module  # where Numba looks for what a kernel names
    exec(compile(text, str(path), "exec"), vars(module))
    return ValueModule(module.value, str(path))


def _write(path: Path, text: str) -> None:
    """Write *text* to *path*, unless it is there."""
    if not path.is_file() or path.read_text(encoding="utf-8") != text:
        with atomic_write(path) as stream:
            stream.write(text.encode())
