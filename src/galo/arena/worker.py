"""A worker process: plays the tasks that come through its socket, until it closes.

Started by `galo.arena.worker_pool`, one thread each and nothing shared.

    parent   PoolSettings ───────── Task ──────────────────────────── Task ─── …  closes
    worker               ── Ready ─────── (DecisionStarted) ─ TaskDone ────── …

A worker that fails sends WorkerFailed; one that dies sends nothing, and its socket closes.
"""

import os
import socket
import sys
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from galo.arena.pairing import Forfeit, PairsResult, Plan, play_pair, prime
from galo.arena.side_by_side import batch_players, play_side_by_side
from galo.errors import GaloError
from galo.players.player import BatchPlayer

ORPHAN_SECONDS = 1.0  # between two looks at whether the parent lives


class PoolSettings(NamedTuple):
    """The settings that all tasks share."""

    plan: Plan
    device: str | None = None  # cpu or cuda: through the batch simulator
    keeps_records: bool = False
    singly: bool = False  # the simulator gives the result of every pair
    primes: bool = True
    first: int = 0  # pairs before it are played already


class Task(NamedTuple):
    """So many *pairs* of games from *first* on; *careful*: a message before each decision."""

    first: int
    pairs: int
    deaths: int = 0  # of workers that had this task
    careful: bool = False
    forfeits: tuple[Forfeit, ...] = ()


class Ready(NamedTuple):
    """The worker has loaded what it needs."""


class DecisionStarted(NamedTuple):
    """A decision begins: in which game of which pair, and whether A or B decides."""

    pair: int
    exchanged: int
    contestant: int


class TaskDone(NamedTuple):
    """The results of a task, and the seconds that it took."""

    results: list[PairsResult]
    seconds: float


class WorkerFailed(NamedTuple):
    """An error that ends the whole run: a sentence for people, or a traceback."""

    sentence: str
    trace: str


Send = Callable[[DecisionStarted], None]
PlayTask = Callable[[Task, Send], list[PairsResult]]


def main() -> None:
    """Serve the parent that started this process: its id is the first argument."""
    connection: Connection[Any, Any] = Connection(_inherited_socket())
    threading.Thread(target=_end_with, args=(int(sys.argv[1]),), daemon=True).start()
    try:
        serve(connection)
    except (EOFError, ConnectionError):
        pass  # the parent has all results, or is gone
    except GaloError as problem:
        connection.send(WorkerFailed(str(problem), ""))
    except Exception:
        connection.send(WorkerFailed("", traceback.format_exc()))


def _inherited_socket() -> int:
    """Return the handle of the socket to the parent: the second argument, or sent by it."""
    if sys.platform == "win32":
        return socket.fromshare(sys.stdin.buffer.read()).detach()
    return int(sys.argv[2])


def serve(connection: "Connection[Any, Any]") -> None:
    """Play every task that *connection* brings."""
    settings: PoolSettings = connection.recv()
    play = task_player(settings)
    if settings.primes:
        prepare(settings, play)
    connection.send(Ready())
    while True:
        task: Task = connection.recv()
        begin = time.perf_counter()
        results = play(task, connection.send)
        connection.send(TaskDone(results, time.perf_counter() - begin))


def task_player(settings: PoolSettings) -> PlayTask:
    """Return the function that plays a task as *settings* say."""
    if settings.device is None:
        players = batch_players(settings.plan)
        return lambda task, send: _play(settings, players, task, send)
    from galo.arena.simulated import simulate_pairs, simulate_singly

    plan, device = settings.plan, settings.device
    if settings.keeps_records:
        from galo.arena.recorded import record_pairs

        return lambda task, send: record_pairs(plan, task.first, task.pairs)
    if settings.singly:
        return lambda task, send: simulate_singly(plan, task.first, task.pairs)
    return lambda task, send: simulate_pairs(plan, task.first, task.pairs, device)


def _play(
    settings: PoolSettings, players: dict[str, BatchPlayer], task: Task, send: Send
) -> list[PairsResult]:
    results, pairs = [], range(task.first, task.first + task.pairs)
    if players and not task.careful:
        return play_side_by_side(
            settings.plan, pairs, players, settings.keeps_records, task.forfeits
        )
    for pair in pairs:

        def send_start(exchanged: int, contestant: int, pair: int = pair) -> None:
            send(DecisionStarted(pair, exchanged, contestant))

        on_decision = send_start if task.careful else None
        results.append(
            play_pair(settings.plan, pair, settings.keeps_records, task.forfeits, on_decision)
        )
    return results


def prepare(settings: PoolSettings, play: PlayTask) -> None:
    """Compile what the tasks need; the other workers find it on disk."""
    if settings.device is None:
        prime(settings.plan)
    else:
        play(Task(first=0, pairs=1), lambda message: None)


def _end_with(parent: int) -> None:
    """End this process soon after its parent."""
    while os.getppid() == parent:
        time.sleep(ORPHAN_SECONDS)
    os._exit(1)
