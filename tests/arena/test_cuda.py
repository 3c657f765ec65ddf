"""The GPU driver: its grid in Numba's CUDA simulator, and what is said where there is no GPU.

Equality on a real GPU is shown by `galo bench dominoes4 --device cuda`.
"""

import os
import subprocess
import sys

import pytest

from galo.arena.batch import Contest, Job, simulate
from galo.players.dominoes4.linear import fixed_point

BASIC = fixed_point([0.0] * 7, "literal")
S1 = fixed_point([2.97, 2.25, 3.41, 1.07, 4.58, 2.82, 0.76], "literal")
CONTESTS = [Contest(0, 1, 7, 7), Contest(1, 0, 8, 9)]


def on_gpu(job: Job, threads: int, **environment: str) -> "subprocess.CompletedProcess[str]":
    code = (
        "from galo.arena import cuda\n"
        "from galo.arena.batch import Contest, Job\n"
        f"cuda.THREADS, cuda.BLOCK = {threads}, 16\n"
        f"print(cuda.simulate([{S1}, {BASIC}], {CONTESTS}, {job!r}))"
    )
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("threads", [1, 100])  # one block or two
def test_grid_counts_what_the_cpu_counts(threads: int) -> None:
    job = Job(first=2, pairs=17)
    finished = on_gpu(job, threads, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert finished.stdout.strip() == str(simulate([S1, BASIC], CONTESTS, job)), finished.stderr


def test_missing_gpu_is_said_in_one_sentence() -> None:
    finished = on_gpu(Job(first=0, pairs=1), 1, CUDA_VISIBLE_DEVICES="")
    last = finished.stderr.strip().splitlines()[-1]
    assert last.startswith("galo.errors.ConfigError: no NVIDIA GPU with a working driver was found")
