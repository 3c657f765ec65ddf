"""The example plug-in as if it were installed: its module and its entry points in a folder."""

import shutil
import tomllib
from pathlib import Path

from support.commands import ROOT

EXAMPLE = ROOT / "examples" / "hexapawn"


def install_hexapawn(folder: Path) -> None:
    """Put the example package into *folder*, which becomes a place that Python imports from."""
    shutil.copy(EXAMPLE / "galo_hexapawn.py", folder)
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    install_entry_points(folder, project["name"], project["entry-points"])


def install_entry_points(folder: Path, package: str, groups: dict[str, dict[str, str]]) -> None:
    """Declare a *package* with these *groups* of entry points in *folder*."""
    information = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    information.mkdir(parents=True)
    (information / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines: list[str] = []
    for group, entries in groups.items():
        lines += [f"[{group}]", *(f"{name} = {address}" for name, address in entries.items())]
    (information / "entry_points.txt").write_text("\n".join(lines) + "\n")
