"""Every script in bench/ starts: its imports are there, and it says how it is called."""

import runpy
from pathlib import Path

import pytest

from support.commands import ROOT

BENCH = ROOT / "bench"
PARTS = ("cheating_player.py", "site_people.py")  # of scripts beside them
SCRIPTS = sorted(path for path in BENCH.glob("*/*.py") if path.name not in PARTS)


def script_name(path: Path) -> str:
    return str(path.relative_to(BENCH))


@pytest.mark.parametrize("path", SCRIPTS, ids=script_name)
def test_script_says_how_it_is_called(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", [str(path), "--help"])
    monkeypatch.syspath_prepend(path.parent)  # as Python does for a script
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(path), run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: {path.name}")
