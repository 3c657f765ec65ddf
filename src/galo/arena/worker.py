"""What a worker process does: play the tasks that come through its socket, until it closes.

Started by `galo.arena.worker_pool`, one thread each and nothing shared.

    parent   Orders ────────── Task ────────────── Task ────── …  closes
    worker          ── Ready ─────── (Mark) ─ Done ───── Done ─ …

A worker that fails sends Failed; one that dies sends nothing, and its socket closes.
"""

import os
import sys
import threading
import time
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from galo.arena.pairing import Forfeit, Plan, Step, play_unit, prime
from galo.errors import GaloError

ORPHAN_SECONDS = 1.0  # between two looks at whether the parent lives


class Orders(NamedTuple):
    """What holds for all tasks."""

    plan: Plan
    device: str | None = None  # cpu or cuda: through the batch simulator
    keeps_records: bool = False
    singly: bool = False  # the simulator tells every pair apart
    primes: bool = True


class Task(NamedTuple):
    """Units to play: *units* from *first* on; *careful*: tell before each decision whose it is."""

    first: int
    units: int
    deaths: int = 0  # of workers that had this task
    careful: bool = False
    forfeits: tuple[Forfeit, ...] = ()


class Ready(NamedTuple):
    """The worker has loaded what it needs."""


class Mark(NamedTuple):
    """A decision begins: in which game of which unit, and whether A or B thinks."""

    unit: int
    exchanged: int
    who: int


class Done(NamedTuple):
    """What a task came to."""

    steps: list[Step]
    seconds: float


class Failed(NamedTuple):
    """What stops the whole run: a sentence for people, or a traceback for us."""

    sentence: str
    trace: str


Tell = Callable[[Mark], None]
Play = Callable[[Task, Tell], list[Step]]


def main() -> None:
    """Serve the parent that started this process: arguments are a socket and its process id."""
    connection: Connection[Any, Any] = Connection(int(sys.argv[1]))
    threading.Thread(target=_end_with, args=(int(sys.argv[2]),), daemon=True).start()
    try:
        serve(connection)
    except (EOFError, ConnectionError):
        pass  # the parent has what it wanted, or is gone
    except GaloError as problem:
        connection.send(Failed(str(problem), ""))
    except Exception:
        connection.send(Failed("", traceback.format_exc()))


def serve(connection: "Connection[Any, Any]") -> None:
    """Play every task that comes."""
    orders: Orders = connection.recv()
    play = _way_to_play(orders)
    if orders.primes:
        _prime(orders, play)
    connection.send(Ready())
    while True:
        task: Task = connection.recv()
        begin = time.perf_counter()
        steps = play(task, connection.send)
        connection.send(Done(steps, time.perf_counter() - begin))


def _way_to_play(orders: Orders) -> Play:
    """Return the function that plays a task as *orders* say."""
    if orders.device is None:
        return lambda task, tell: _play(orders, task, tell)
    from galo.arena.simulated import simulate_singly, simulate_units

    plan, device = orders.plan, orders.device
    if orders.singly:
        return lambda task, tell: simulate_singly(plan, task.first, task.units)
    return lambda task, tell: simulate_units(plan, task.first, task.units, device)


def _play(orders: Orders, task: Task, tell: Tell) -> list[Step]:
    steps = []
    for unit in range(task.first, task.first + task.units):

        def watch(exchanged: int, who: int, unit: int = unit) -> None:
            tell(Mark(unit, exchanged, who))

        told = watch if task.careful else None
        steps.append(play_unit(orders.plan, unit, orders.keeps_records, task.forfeits, told))
    return steps


def _prime(orders: Orders, play: Play) -> None:
    """Compile what the tasks need; the other workers find it on disk."""
    if orders.device is None:
        prime(orders.plan)
    else:
        play(Task(first=0, units=1), lambda mark: None)


def _end_with(parent: int) -> None:
    """End this process soon after its parent."""
    while os.getppid() == parent:
        time.sleep(ORPHAN_SECONDS)
    os._exit(1)
