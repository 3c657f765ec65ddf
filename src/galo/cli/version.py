"""`galo --version --json`: what runs here, for scripts and for reports of problems."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from galo import __version__, extras


def describe_installation() -> dict[str, Any]:
    """Return versions, devices, the cache of kernels and the extras installed."""
    return {
        "galo": __version__,
        "python": platform.python_version(),
        **{package: _version(package) for package in ("numba", "numpy", "llvmlite")},
        "platform": platform.platform(),
        "devices": {"cpu": {"threads": _threads()}, "cuda": _cuda()},
        "cache": _cache(),
        "extras": extras.installed(),
    }


def _version(package: str) -> str | None:
    """Return the version of *package*, None if it is not installed; it is not imported."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _threads() -> int:
    """Return how many threads a kernel may use."""
    wanted = os.environ.get("NUMBA_NUM_THREADS", "")
    if wanted.isdecimal():
        return int(wanted)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _cuda() -> dict[str, Any]:
    """Return whether a GPU can be used, or why not."""
    problem: str | None = None
    if "cuda" not in extras.installed():
        problem = "numba-cuda is not installed: pip install 'galo[cuda]'"
    else:
        from galo.arena.devices import gpu_problem

        problem = gpu_problem()
    return {"available": problem is None, "problem": problem}


def _cache() -> dict[str, Any]:
    """Return where compiled kernels are kept, and how many bytes they take."""
    from galo import jit

    directory = jit.cache_directory(jit.__file__)
    if directory is None:
        return {"directory": None, "bytes": 0}
    root = Path(directory).parent
    sizes = (path.stat().st_size for path in root.rglob("*") if path.is_file())
    return {"directory": str(root), "bytes": sum(sizes)}
