"""The example notebooks run from top to bottom, and lie in the repository without their outputs."""

from pathlib import Path
from typing import Any

import nbformat
import pytest

from support.commands import PATIENCE, ROOT
from support.samples import IS_LONG

NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
FORGET = "%reset -f"  # all names, so that one notebook cannot use what another has imported


def code_cells(path: Path) -> list[nbformat.NotebookNode]:
    """Return the code of the notebook *path*."""
    notebook = nbformat.read(path, as_version=4)
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook_is_kept_without_outputs(path: Path) -> None:
    assert not any(cell.outputs or cell.execution_count for cell in code_cells(path))


def test_notebooks_run(tmp_path: Path) -> None:
    from nbclient import NotebookClient  # not on top: every process that collects would load it

    assert len(NOTEBOOKS) >= 3
    paths = NOTEBOOKS if IS_LONG else NOTEBOOKS[:1]
    # One kernel for all: starting one takes longer than most notebooks.
    together = nbformat.v4.new_notebook()
    for path in paths:
        sources = [FORGET, *(cell.source for cell in code_cells(path))]
        together.cells += [nbformat.v4.new_code_cell(source) for source in sources]
    patience: dict[str, Any] = {"timeout": PATIENCE, "startup_timeout": PATIENCE}
    NotebookClient(together, **patience, resources={"metadata": {"path": tmp_path}}).execute()
    figures = [
        output
        for cell in together.cells
        for output in cell.outputs
        if "image/png" in output.get("data", {})
    ]
    assert len(figures) == len(paths)
