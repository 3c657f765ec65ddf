"""Nothing is lost: a server that is killed goes on where it was, for everybody."""

import contextlib
import os
import random
import select
import signal
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from support.commands import PATIENCE
from support.visitors import (
    WITHOUT_LIMITS,
    Json,
    Site,
    Ticket,
    Visitor,
    catch_up,
    pause,
    play_on,
    visiting,
)

TABLES: tuple[tuple[str, int, tuple[str, ...], Json], ...] = (
    ("connect_four", 2, (), {}),
    ("connect_four", 1, ("random",), {}),
    ("lines_of_action", 2, (), {"first": "white"}),
    ("lines_of_action", 1, ("random",), {}),
    ("dominoes2", 2, (), {"target": 200}),
    ("dominoes2", 4, (), {"players": 4, "target": 200}),
    ("dominoes2", 1, ("first",), {"target": 200}),
    ("dominoes4", 4, (), {}),
    ("dominoes4", 2, ("first", "first"), {}),
    ("dominoes4", 1, ("first", "random", "first"), {"pass_points": 10}),
)


def events_of(file: Path, table: str) -> list[tuple[int, str, str]]:
    """Return what the log has of *table*."""
    query = "SELECT number, kind, data FROM events WHERE table_id = ? ORDER BY number"
    with sqlite3.connect(file) as database:
        rows = database.execute(query, (table,)).fetchall()
    database.close()
    return rows


def children(pid: int) -> list[int]:
    """Return the processes that *pid* started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def wait_for_end(pid: int) -> None:
    """Wait until the process *pid* is gone."""
    with contextlib.suppress(ProcessLookupError):
        fate = os.pidfd_open(pid)
        ended, _, _ = select.select([fate], [], [], PATIENCE)
        os.close(fate)
        assert ended


def propose(people: list[Visitor]) -> None:
    """Leave an offer open: a resignation that the partner has not answered."""
    assert people[0].code("resign") == ""
    catch_up(*people)


def begin(site: Site, stack: ExitStack) -> list[tuple[list[Ticket], list[Visitor]]]:
    """Return ten tables in the middle of their games, with everybody connected."""
    rng = random.Random(6)
    sittings = []
    for game, seated, agents, options in TABLES:
        tickets = site.seated(game, seated, *agents, options=options, help=True)
        people = stack.enter_context(visiting(site, *tickets))
        play_on(people, 4 if game == "connect_four" else rng.randrange(6, 14))
        pause(people)
        if seated == 4:
            propose(people)
        sittings.append((tickets, people))
    for _, people in sittings[:4]:  # something is taken back
        mover = next(person for person in people if person.view["moves"])
        mover.play()
        catch_up(*people)
        assert mover.code("undo") in ("", "stale")
        pause(people)
    return sittings


def test_ten_tables_go_on_where_they_were_when_the_server_is_killed(tmp_path: Path) -> None:
    options = (*WITHOUT_LIMITS, "--thinkers", "1", "--verbose")
    with Site(tmp_path, *options) as site, ExitStack() as stack:
        sittings = begin(site, stack)
        sleepers = [people[0].number - 2 for _, people in sittings]
        watcher = stack.enter_context(site.watch(sittings[7][0][0].table))
        workers = children(site.process.pid)
        before = [[(p.view, p.number) for p in people] for _, people in sittings]
        events = [
            {e["number"]: e for message in people[0].heard for e in message.get("events", ())}
            for _, people in sittings
        ]
        logs = [events_of(site.file, tickets[0].table) for tickets, _ in sittings]
        last = {"id": "lost", "type": "play", "move": "4", "expect": sittings[0][1][0].number - 2}
        site.kill()
        for worker in workers:
            wait_for_end(worker)
        site.start()

        for (tickets, _), seen, log in zip(sittings, before, logs, strict=True):
            assert events_of(site.file, tickets[0].table) == log
            for ticket, (view, number) in zip(tickets, seen, strict=True):
                with site.visit(ticket, number) as back:
                    state = back.heard[0]
                    assert (state["view"], state["number"], state["events"]) == (view, number, [])
        for (tickets, _), known, heard in zip(sittings, sleepers, events, strict=True):
            with site.visit(tickets[0], known) as back:  # a client that missed two events
                assert back.heard[0]["events"] == [heard[known + 1], heard[known + 2]]
        with site.watch(watcher.view["table"]) as again:
            assert again.view == watcher.view
        with site.visit(sittings[0][0][0]) as back:  # a command whose answer was lost
            assert back.answer_to(last)["code"] == "stale"
            assert back.view == before[0][0][0]

        for (tickets, _), seen in zip(sittings, before, strict=True):
            with visiting(site, *tickets) as people:
                offer = people[0].view["offer"]
                assert offer == (
                    {"kind": "resign", "seat": 0, "waiting": [2]} if len(people) == 4 else None
                )
                play_on(people, 5)
                assert people[0].number > seen[0][1]
        assert site.stop() == 128 + signal.SIGINT
        assert "Traceback" not in site.logged()
        assert '"tables": 10' in site.logged()


def test_what_people_agreed_on_survives_a_server_that_is_killed(tmp_path: Path) -> None:
    clock = {"per": "game", "seconds": 600}
    with Site(tmp_path, *WITHOUT_LIMITS, "--thinkers", "1") as site:
        ended: dict[str, tuple[list[Ticket], list[Any]]] = {}
        for kind in ("resign", "offer_draw", "ask_undo", "help"):
            tickets = site.seated("connect_four", 2, clock=clock)
            with visiting(site, *tickets) as (ana, rui):
                ana.play("4")
                catch_up(ana, rui)
                assert ana.code(kind) == ""
                catch_up(ana, rui)
                if kind != "resign":
                    assert rui.code("accept") == ""
                    catch_up(ana, rui)
                ended[kind] = tickets, [events_of(site.file, tickets[0].table), ana.view, rui.view]
        site.kill()
        site.start()
        for kind, (tickets, (log, *views)) in ended.items():
            assert events_of(site.file, tickets[0].table) == log
            for ticket, view in zip(tickets, views, strict=True):
                again = site.state(ticket)
                for seen in (view, again):  # the turn that was running begins again
                    assert seen["clock"].pop("left") is not None
                    seen["clock"].pop("running")
                assert again == view, kind
        over = [ended[kind][1][1]["outcome"]["reason"] for kind in ("resign", "offer_draw")]
        assert over == ["resigned", "agreed"]
        assert ended["help"][1][1]["help"] is True
        assert ended["ask_undo"][1][1]["board"]["cells"] == "." * 42
