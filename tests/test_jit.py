"""`galo.jit`: the cache sees edits anywhere, lives anywhere, and compiled is as plain."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from galo.jit import (
    import_closure,
    kernel,
    lowest_bit,
    lowest_bit32,
    nibble,
    popcount,
    popcount32,
)

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "galo"


def run_python(code: str, **environment: str) -> str:
    finished = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.strip()


def test_edit_in_an_imported_module_is_seen_by_the_next_process(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "galo", ignore=shutil.ignore_patterns("__pycache__"))
    ask = (
        "from galo.games.rules.boneyard import deal_two\n"
        "import galo; print(galo.__file__, deal_two(5))"
    )
    environment = {
        "PYTHONPATH": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",  # Python itself would not see such an edit
    }
    before = run_python(ask, **environment)
    assert str(tmp_path) in before
    assert run_python(ask, **environment) == before
    source = tmp_path / "galo" / "rng.py"
    stamp = source.stat()
    edited = source.read_text().replace("WEYL = 0x9E3779B9", "WEYL = 0x9E3779B1")
    assert edited != source.read_text()
    source.write_text(edited)
    os.utime(source, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # same size, same time
    assert run_python(ask, **environment) != before


def test_second_process_compiles_nothing_even_from_another_place(tmp_path: Path) -> None:
    ask = (
        "from galo.games.rules.boneyard import deal_two\n"
        "deal_two(5); print(sum(deal_two.stats.cache_misses.values()))"
    )
    environment = {"XDG_CACHE_HOME": str(tmp_path)}
    assert run_python(ask, **environment) == "1"
    assert run_python(ask, **environment) == "0"
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / "galo", ignore=shutil.ignore_patterns("__pycache__"))
    assert run_python(ask, PYTHONPATH=str(copy), **environment) == "0"


def test_kernels_need_no_linear_algebra_but_leave_it_to_kernels_of_others() -> None:
    ask = (
        "import sys, numba, numpy as np, galo\n"
        "galo.game('connect_four').random_games(1, 1)\n"
        "loaded = 'scipy.linalg' in sys.modules\n"
        "print(loaded, numba.njit(lambda a: np.dot(a, a))(np.eye(2))[1, 1])"
    )
    assert run_python(ask) == "False 1.0"


def test_read_only_install_without_any_cache_still_plays(tmp_path: Path) -> None:
    # A file where the directories would be: nobody, not even root, can write below it.
    blocked = tmp_path / "blocked"
    blocked.write_text("")
    ask = (
        "import tempfile; tempfile.tempdir = '/dev/null'\n"
        "from galo.jit import cache_directory\n"
        "import galo.games.rules.connect_four as c4\n"
        "print(cache_directory(c4.__file__), c4.play(c4.RULES, c4.start(c4.RULES, 0), 3).ply)"
    )
    environment = {"HOME": str(blocked), "XDG_CACHE_HOME": str(blocked), "TMPDIR": str(blocked)}
    assert run_python(ask, **environment) == "None 1"


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="there, every user has a folder of their own")
@pytest.mark.parametrize("forged", ["nothing", "own", "writable by others", "a link"])
def test_kernels_in_the_temporary_folder_are_loaded_from_an_own_directory_alone(
    forged: str, tmp_path: Path
) -> None:
    blocked = tmp_path / "blocked"
    blocked.touch()
    own = tmp_path / f"galo-{os.getuid()}"
    if forged == "a link":
        (tmp_path / "elsewhere").mkdir(mode=0o700)
        own.symlink_to(tmp_path / "elsewhere")
    elif forged != "nothing":
        own.mkdir()
        own.chmod(0o777 if forged == "writable by others" else 0o700)
    said = run_python(
        "import warnings\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    from galo.jit import kernels_directory\n"
        "    print(kernels_directory(), len(caught))",
        TMPDIR=str(tmp_path),
        **dict.fromkeys(("XDG_CACHE_HOME", "NUMBA_CACHE_DIR"), str(blocked)),
        HOME=str(blocked),
    )
    if forged in ("nothing", "own"):
        assert said == f"{own}/galo/kernels 0"
        assert own.stat().st_mode & 0o777 == 0o700
    else:
        assert said == "None 1"


def test_nothing_is_written_beside_the_sources(tmp_path: Path) -> None:
    run_python(
        "import galo; galo.game('connect_four').random_games(1, 1)", XDG_CACHE_HOME=str(tmp_path)
    )
    assert list(tmp_path.rglob("*.nbi"))
    assert not list(PACKAGE.rglob("*.nbi"))


def test_every_kernel_gives_the_same_with_the_jit_off() -> None:
    script = ROOT / "tests" / "support" / "kernel_digest.py"
    code = f"import runpy; runpy.run_path({str(script)!r}, run_name='__main__')"
    path = os.pathsep.join([str(ROOT / "tests"), os.environ.get("PYTHONPATH", "")])
    compiled, plain = (
        json.loads(run_python(code, NUMBA_DISABLE_JIT=off, PYTHONPATH=path)) for off in "01"
    )
    assert compiled["digest"] == plain["digest"]
    assert len(compiled["kernels"]) > 300
    assert set(compiled["kernels"]) <= set(plain["called"]), "a kernel that the digest leaves out"


def test_import_closure_follows_imports_of_imports() -> None:
    names = {path.name for path in import_closure(PACKAGE / "games" / "lines_of_action.py")}
    assert {"lines_of_action.py", "rng.py", "jit.py", "errors.py", "ending.py"} <= names
    assert "connect_four.py" not in names


@kernel
def compiled_popcount(bits: int) -> int:
    return popcount(bits)


@kernel
def compiled_lowest_bit(bits: int) -> int:
    return lowest_bit(bits)


@pytest.mark.parametrize("bits", [1, 2, 3, 12345 << 40, (1 << 63) - 1, -1, -(1 << 63)])
def test_bit_counts_agree_compiled_and_plain(bits: int) -> None:
    unsigned = f"{bits & (1 << 64) - 1:b}"
    assert compiled_popcount(bits) == popcount(bits) == unsigned.count("1")
    zeros = len(unsigned) - len(unsigned.rstrip("0"))
    assert compiled_lowest_bit(bits) == lowest_bit(bits) == zeros


@kernel
def compiled_small(bits: int, index: int) -> tuple[int, int, int]:
    return popcount32(bits), lowest_bit32(bits), nibble(bits, index)


@pytest.mark.parametrize("word", [1, 0x80000000, 0xFFFFFFFF, 0x12345678])
@pytest.mark.parametrize("index", [0, 3, 7])
def test_small_words_agree_compiled_and_plain(word: int, index: int) -> None:
    plain = popcount32(word), lowest_bit32(word), nibble(word, index)
    assert compiled_small(word, index) == plain
    assert plain == (popcount(word), lowest_bit(word), int(f"{word:08x}"[7 - index], 16))


def test_help_and_lists_do_not_import_numba() -> None:
    for command in (["--help"], ["play", "--help"], ["games"], ["agents"]):
        code = (
            f"import sys; sys.argv[1:] = {command!r}\n"
            "from galo.cli import main\n"
            "try: main()\n"
            "except SystemExit: pass\n"
            "print('numba' in sys.modules)"
        )
        assert run_python(code).endswith("False"), command
