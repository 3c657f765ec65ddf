"""The GPU driver: its grid in Numba's CUDA simulator, and what is said where there is no GPU.

Equality on a real GPU is shown by `galo bench dominoes4 --device cuda`.
"""

import os
import pickle
import subprocess
import sys

import pytest

from galo.arena.batch import Contest, Job, simulate
from galo.arena.strategy_simulation import count_strategies
from galo.games.rules.dominoes4 import Rules
from galo.lab.candidate_readings import RECONSTRUCTED
from galo.players.dominoes4.formula_value import ADD, MULTIPLY
from galo.players.dominoes4.linear import fixed_point
from galo.players.dominoes4.strategy_rows import StrategyPlayers
from support.samples import nightly
from support.strategies import (
    divides,
    formula_row,
    intricate,
    linear_row,
    players,
    strategy_row,
)

BASIC = fixed_point([0.0] * 7, "literal")
VECTOR = [2.97, 2.25, 3.41, 1.07, 4.58, 2.82, 0.76]
ROWS = {
    "linear": [fixed_point(VECTOR, "literal"), BASIC],
    "candidates": [RECONSTRUCTED.strategy(VECTOR), RECONSTRUCTED.beginner()],
}
CONTESTS = [Contest(0, 1, 7, 7), Contest(1, 0, 8, 9)]


def on_gpu(
    rows: list[list[int]], job: Job, threads: int, **environment: str
) -> "subprocess.CompletedProcess[str]":
    code = (
        "from galo.arena import cuda\n"
        "from galo.arena.batch import Contest, Job\n"
        f"cuda.THREADS, cuda.BLOCK = {threads}, 16\n"
        f"print(cuda.simulate({rows}, {CONTESTS}, {job!r}))"
    )
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    ("players", "threads"), [nightly("linear", 1), ("linear", 100), ("candidates", 1)]
)  # one block or two
def test_grid_counts_what_the_cpu_counts(players: str, threads: int) -> None:
    rows, job = ROWS[players], Job(first=2, pairs=17)
    finished = on_gpu(rows, job, threads, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
    assert finished.stdout.strip() == str(simulate(rows, CONTESTS, job)), finished.stderr


STRATEGIES = StrategyPlayers(
    players(strategy_row(intricate), linear_row("s1"), strategy_row(divides, 2)),
    (intricate.translation, divides.translation),
)
FORMULAS = StrategyPlayers(
    players(formula_row("points", 2.5, "hand_far", MULTIPLY, ADD), linear_row("basic"))
)
COUNT = """
import pickle, sys
from galo.arena import cuda
from galo.arena.strategy_simulation import count_strategies
cuda.THREADS, cuda.BLOCK = 1, 32
print(count_strategies(*pickle.loads(sys.stdin.buffer.read()), device="cuda"))
"""


@pytest.mark.parametrize(
    ("rows", "contests"),
    [
        (STRATEGIES, [Contest(0, 1, 7, 7), Contest(1, 2, 8, 9)]),
        (FORMULAS, [Contest(0, 1, 7, 7)]),
    ],
)
def test_strategies_are_counted_as_on_the_cpu(
    rows: StrategyPlayers, contests: list[Contest]
) -> None:
    work = rows, contests, Job(first=3, pairs=3), Rules(galo_added=1)
    finished = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", COUNT],
        input=pickle.dumps(work),
        capture_output=True,
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"},
    )
    assert finished.stdout.decode().strip() == str(count_strategies(*work)), finished.stderr


def test_missing_gpu_is_said_in_one_sentence() -> None:
    finished = on_gpu(ROWS["linear"], Job(first=0, pairs=1), 1, CUDA_VISIBLE_DEVICES="")
    last = finished.stderr.strip().splitlines()[-1]
    assert last.startswith("galo.errors.ConfigError: no NVIDIA GPU with a working driver was found")
