"""Evolution on a real Dask cluster: the same bits, whoever dies on the way."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from galo.arena.batch import Contest, Job, simulate
from galo.arena.game_pool import GamePool
from galo.arrays import Int32Matrix
from galo.errors import ConfigError
from galo.lab import cluster
from galo.lab.evolution import evolve
from galo.lab.fitness import opponent_weights
from galo.lab.game_fitness import GameEvaluation, play_evaluations
from galo.lab.settings import METHODS, default_agent
from galo.players.dominoes4.strategy_rows import StrategyPlayers
from galo.players.player import Limit
from support.commands import Galo, InProcess, Refusal
from support.experiments import ThisProcess
from support.strategies import intricate, linear_row, players, printed, strategy_row

if TYPE_CHECKING:
    from distributed import Client

ROWS = opponent_weights(["s1", "s2", "basic"])
STRATEGIES = StrategyPlayers(
    players(strategy_row(intricate), strategy_row(printed, 2), linear_row("basic")),
    (intricate.translation, printed.translation),
)
COSTA = [10.0, 2, 2, -6, 0, 10, 8, 8, 0, 0]
CONTESTS = np.array([Contest(0, 2, 5, 5), Contest(1, 2, 6, 7), Contest(1, 0, 8, 8)])


def start(*arguments: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "NUMBA_NUM_THREADS": "1"},
    )


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """Start a scheduler without workers and return its address."""
    file = tmp_path / "scheduler.json"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file"]
    process = start("scheduler", *options, str(file))
    while not file.exists() or not file.read_text().strip():
        assert process.poll() is None
        time.sleep(0.05)
    yield json.loads(file.read_text())["address"]
    process.kill()
    process.wait()


@pytest.fixture
def workers(scheduler: str) -> "Iterator[list[subprocess.Popen[bytes]]]":
    """Start two workers of one thread each."""
    options = ["--nthreads", "1", "--no-dashboard", "--no-nanny"]
    processes = [start("worker", scheduler, *options) for _ in range(2)]
    yield processes
    for process in processes:
        process.kill()
        process.wait()


def end_while_at_work(
    worker: "subprocess.Popen[bytes]", watcher: "Client", work: threading.Thread
) -> None:
    """Kill *worker* once both workers have something to do, and wait for the *work*."""
    while len([tasks for tasks in watcher.processing().values() if tasks]) < 2:
        assert work.is_alive()
        time.sleep(0.01)
    worker.kill()
    work.join()
    while len(watcher.nthreads()) > 1:  # until its connection is missed
        time.sleep(0.01)


@pytest.mark.parametrize(
    "rows", [ROWS, pytest.param(STRATEGIES, marks=pytest.mark.long)], ids=["linear", "strategies"]
)
def test_a_worker_killed_in_the_middle_changes_no_bit(
    rows: Int32Matrix | StrategyPlayers,
    scheduler: str,
    workers: "list[subprocess.Popen[bytes]]",
) -> None:
    from distributed import Client  # not on top: every process that collects tests would load it

    job = Job(0, 30_000)
    found = []

    def play() -> None:
        with cluster.simulator_at(scheduler) as spread:
            found.append(spread(rows, CONTESTS, job))

    with Client(scheduler) as watcher:
        watcher.wait_for_workers(2)
        playing = threading.Thread(target=play)
        playing.start()
        end_while_at_work(workers[0], watcher, playing)
    assert found == [simulate(rows, CONTESTS, job)]


@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_evolution_survives_a_worker_killed_in_the_middle(
    method: str, scheduler: str, workers: "list[subprocess.Popen[bytes]]"
) -> None:
    from distributed import Client

    agent = default_agent(method)
    chosen: dict[str, Any] = {
        "method": method, "population": 16, "generations": 2, "matches": 4000, "retest": 1000
    }  # fmt: skip
    found: list[dict[str, Any]] = []

    def evolve_there() -> None:
        found.append(evolve("dominoes4", agent, cluster=scheduler, **chosen))

    with Client(scheduler) as watcher:
        watcher.wait_for_workers(2)
        evolving = threading.Thread(target=evolve_there)
        evolving.start()
        end_while_at_work(workers[0], watcher, evolving)
    here = evolve("dominoes4", agent, **chosen)
    assert [{**result, "seconds": 0} for result in found] == [{**here, "seconds": 0}]


@pytest.mark.long
def test_ordinary_games_survive_a_worker_too(
    scheduler: str, workers: "list[subprocess.Popen[bytes]]"
) -> None:
    from distributed import Client

    values = np.array([COSTA, COSTA[::-1]])
    opponents = ("hoffmann", "first")
    asked = GameEvaluation("dominoes2", "costa", values, opponents, None, 4, False, Limit(), None)
    found = []

    def play() -> None:
        with cluster.pool_at(scheduler) as pool:
            found.extend(play_evaluations([asked], 60, pool))

    with Client(scheduler) as watcher:
        watcher.wait_for_workers(2)
        playing = threading.Thread(target=play)
        playing.start()
        end_while_at_work(workers[0], watcher, playing)
    (expected,) = play_evaluations([asked], 60, GamePool(ThisProcess()))
    assert np.array_equal(found[0], expected)


def test_command_gives_the_same_result_as_threads(
    tmp_path: Path,
    galo: Galo,
    in_process: InProcess,
    scheduler: str,
    workers: "list[subprocess.Popen[bytes]]",
) -> None:
    options = "--population 6 --generations 2 --matches 300 --retest 1000 --runs 2 --json"
    command = ["evolve", "dominoes4", "s2", *options.split(), "--out"]
    results = []
    for ended in (
        in_process(*command, str(tmp_path / "here")),
        galo(*command, str(tmp_path / "there"), "--cluster", scheduler),
    ):
        assert ended.returncode == 0, ended.stderr
        result = json.loads(ended.stdout)
        del result["seconds"]
        results.append(result)
    assert results[0] == results[1]


def test_cluster_without_workers_is_refused(
    scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "WORKERS_SECONDS", 0.5)
    with pytest.raises(ConfigError, match="has no workers"), cluster.simulator_at(scheduler):
        pass


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nonsense://x", "127.0.0.1:port"])
def test_unreachable_cluster_is_refused_in_one_sentence(
    refusal: Refusal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.5)
    out = tmp_path / "out"
    said = refusal("evolve", "dominoes4", "s1", "--cluster", address, "--out", str(out))
    assert f"no cluster answers at '{address}'" in said
    assert not out.exists()


def test_gpu_and_cluster_at_once_are_refused(refusal: Refusal) -> None:
    said = refusal("evolve", "dominoes4", "s1", "--cluster", "tcp://x:1", "--device", "cuda")
    assert "leave --device alone" in said


def test_workers_of_another_version_are_refused() -> None:
    with pytest.raises(ConfigError, match="worker tcp://x has galo 0.0.0, not"):
        cluster._check_versions({"tcp://x": "0.0.0"})
    with pytest.raises(ConfigError, match="worker tcp://x has no galo: No module"):
        cluster._check_versions({"tcp://x": ImportError("No module named 'galo'")})


@pytest.mark.parametrize("size", [2, 38, 122, 123, 300, 10**6])
def test_however_it_is_cut_the_counts_are_the_same(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr(cluster, "task_size", lambda matches, cores: size)
    job = Job(3, 61)
    with ThreadPoolExecutor(1) as executor:
        found = cluster.spread(executor, 2, ROWS, CONTESTS, job)
    assert found == simulate(ROWS, CONTESTS, job)


def test_tasks_keep_few_cores_busy_and_many_are_not_handed_crumbs() -> None:
    assert cluster.task_size(600_000, 2) == 600_000 // 6  # three for each core
    assert cluster.task_size(50_000_000, 2) == cluster.MOST_MATCHES
    size = cluster.task_size(20_000_000, 1600)
    handing_out = 20_000_000 / size * cluster.HANDING_OUT
    assert handing_out == pytest.approx(size, rel=1e-4)  # it takes as long as playing one
