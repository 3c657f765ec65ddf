"""Clocks: whose time goes by, what happens when it has run out, and what a restart forgets."""

from dataclasses import replace
from typing import Literal

import pytest

from galo.web import commands
from galo.web.clock import Clock, LeftReason
from galo.web.errors import SiteError
from galo.web.events import Created, Dealt, Event, Left, MadeBy, Moved
from galo.web.requests import TableRequest
from galo.web.seats import Seat, SeatKind
from galo.web.table import Table
from galo.web.table_clock import TableClock
from galo.web.table_registry import TableRegistry
from galo.web.table_setup import hash_secret, new_identity, table_from
from support.guests import Guest, with_registry
from support.tables import change, full_table, play, seen, until_choice
from support.visitors import table_request

ANA, RUI = "a" * 24, "r" * 24


class Watch:
    """A time that only the test moves."""

    def __init__(self, table: Table) -> None:
        self.seconds = 100.0
        self.clock = TableClock(table, lambda: self.seconds)
        self.table = table
        self.clock.follow(True)

    def wait(self, seconds: float) -> None:
        self.seconds += seconds

    def play(self, move: str) -> None:
        assert self.table.mover is not None
        made = self.clock.timed(commands.play(self.table, self.table.mover, move))
        change(self.table, made)
        self.clock.saved(made)
        self.clock.follow(True)

    def left(self) -> list[float | None]:
        view = self.clock.view()
        assert view is not None
        return view.left


def timed_table(per: Literal["move", "game"], seconds: int = 60) -> Table:
    return full_table("connect_four", 2, clock={"per": per, "seconds": seconds})


def test_time_of_a_game_goes_by_for_the_person_to_move_alone() -> None:
    watch = Watch(timed_table("game"))
    watch.wait(10)
    assert watch.left() == [50.0, 60.0]
    watch.play("4")
    watch.wait(5)
    assert watch.left() == [50.0, 55.0]
    watch.play("4")
    watch.wait(1)
    assert watch.left() == [49.0, 55.0]
    assert watch.table.time.thought == {0: 10.0, 1: 5.0}


def test_time_of_a_move_begins_again_with_every_move() -> None:
    watch = Watch(timed_table("move"))
    watch.wait(10)
    assert watch.left() == [50.0, 60.0]
    watch.play("4")
    assert watch.left() == [60.0, 60.0]
    watch.wait(60)
    assert watch.clock.running == 1
    assert watch.clock.left(1) == 0.0


def test_time_stands_still_while_nobody_is_connected() -> None:
    watch = Watch(timed_table("game"))
    watch.wait(5)
    watch.clock.follow(False)
    watch.wait(1000)
    watch.clock.follow(True)
    watch.wait(5)
    assert watch.left() == [50.0, 60.0]


def test_other_events_neither_stop_nor_set_the_clock() -> None:
    watch = Watch(timed_table("move"))
    watch.wait(5)
    change(watch.table, Left(1))
    watch.clock.follow(True)
    watch.wait(5)
    assert watch.left() == [50.0, None]


def test_server_that_was_killed_forgets_the_turn_that_was_running_and_no_other() -> None:
    watch = Watch(timed_table("game"))
    watch.wait(10)
    watch.play("4")
    watch.wait(20)
    watch.play("4")
    watch.wait(30)
    again = Watch(Table(watch.table.identity, watch.table.events))
    assert again.left() == [50.0, 40.0]


def test_forced_moves_agents_and_pauses_between_rounds_have_no_clock() -> None:
    table = full_table("dominoes2", 1, "first", clock={"per": "move", "seconds": 60})
    watch = Watch(table)
    assert watch.left() == [60.0, None]
    for _ in range(60):
        watch.clock.follow(True)
        decides = table.mover == 0 and table.forced_move is None
        assert watch.clock.running == (0 if decides else None)
        if table.mover is None or table.match is None:
            break
        forced = table.match.forced_move()
        move = forced or table.match.position.legal_moves[0]
        by = MadeBy.FORCED if forced else MadeBy.AGENT if table.mover else MadeBy.PERSON
        change(table, Moved(table.mover, move.text, by))


def test_person_whose_move_took_too_long_comes_back_after_the_agents_move() -> None:
    table = timed_table("move")
    change(table, Left(0, LeftReason.TIME))
    assert seen(table, 1)["seats"][0]["out_of_time"]
    with pytest.raises(SiteError):
        commands.come_back(table, 0)
    change(table, Moved(0, "4", MadeBy.AGENT))
    assert "return" in commands.controls(table, 0, True)
    change(table, commands.come_back(table, 0))
    assert not seen(table, 1)["seats"][0]["away"]


def test_person_whose_game_took_too_long_does_not_come_back() -> None:
    table = timed_table("game")
    change(table, Left(0, LeftReason.TIME))
    change(table, Moved(0, "4", MadeBy.AGENT))
    with pytest.raises(SiteError):
        commands.come_back(table, 0)


@pytest.mark.parametrize(
    "clock",
    [
        {"per": "move", "seconds": 9},
        {"per": "move", "seconds": 601},
        {"per": "game", "seconds": 59},
        {"per": "game", "seconds": 7201},
        {"per": "day", "seconds": 60},
        {"per": "move", "seconds": 30.5},
        {"per": "move"},
        {"per": "move", "seconds": 30, "extra": 1},
        30,
    ],
)
def test_clock_of_another_shape_is_refused(clock: object) -> None:
    with pytest.raises(ValueError, match="clock"):
        TableRequest(**table_request("connect_four", "me", "friend", clock=clock))


async def short_table(
    registry: TableRegistry, per: Literal["move", "game"], seconds: float, game: str
) -> tuple[str, list[Guest]]:
    """Return a table for two people whose clock is shorter than anybody may choose."""
    made = table_from(TableRequest(**table_request(game, "me", "friend", pace=0.0)), ANA)
    people = tuple(Seat(SeatKind.PERSON, token=hash_secret(token)) for token in (ANA, RUI))
    first = replace(made, seats=people, clock=Clock(per, seconds))
    identity = new_identity()
    await registry.store.append(identity, [Event(1, first)])
    actor = await registry.actor(identity)
    guests = [Guest(actor, token) for token in (ANA, RUI)]
    for guest in guests:
        await guest.until(lambda m: m["type"] == "state")
    return identity, guests


async def until_known(guest: Guest, kind: str, **data: object) -> None:
    """Wait until *guest* has heard of such an event, perhaps with the first message."""
    wanted = {"kind": kind, **data}.items()
    while not any(wanted <= e.items() for m in guest.heard for e in m.get("events", ())):
        await guest.hear()


@pytest.mark.parametrize("per", ["move", "game"])
def test_agent_plays_when_the_time_has_run_out(per: Literal["move", "game"]) -> None:
    async def act(registry: TableRegistry) -> None:
        _, (ana, rui) = await short_table(registry, per, 0.2, "connect_four")
        await until_known(rui, "left", seat=0, reason="time")
        await until_known(rui, "moved", seat=0, by="agent")
        await until_known(rui, "left", seat=1, reason="time")
        answer = {"code": "stale"}  # the agents play on meanwhile
        while answer.get("code") == "stale":
            await ana.catch_up()
            answer = await ana.ask("return")
        assert (answer["type"] == "reply") == (per == "move"), answer

    with_registry(act, warm=True)


def test_new_connection_does_not_bring_used_time_back() -> None:
    async def act(registry: TableRegistry) -> None:
        identity, (_, rui) = await short_table(registry, "game", 0.2, "connect_four")
        await until_known(rui, "left", seat=0, reason="time")
        actor = await registry.actor(identity)
        again = Guest(actor, ANA)
        await again.until(lambda m: m["type"] == "presence")
        assert again.view["seats"][0]["away"]
        assert again.view["clock"]["left"][0] is None

    with_registry(act)


def test_created_event_keeps_the_clock() -> None:
    table = timed_table("move")
    first = table.events[0].change
    assert isinstance(first, Created)
    assert first.clock == Clock("move", 60)
    assert not any(isinstance(event.change, Dealt) for event in table.events)
    play(table, "4")
    until_choice(table)
    assert seen(table, 0)["clock"] is None  # which runs with the server, not in the table
