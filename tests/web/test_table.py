"""A table is the sum of its events: what was undone, left and rebuilt."""

import json
import random

import pytest

from galo.arena.records import parse_record
from galo.web.table import BETWEEN, OVER, PLAYING, SEATING, Event, Table
from galo.web.table_setup import again, hashed
from galo.web.view import frames_of, view_of
from support.tables import GAMES, TOKEN, full_table, go_on, happen, new_table, people_sit, play


def views(table: Table) -> str:
    """Return what every viewer sees of *table*, as it travels."""
    viewers = [(seat, host) for seat in (None, *range(len(table.seats))) for host in (False, True)]
    seen = [view_of(table, seat, is_host) for seat, is_host in viewers]
    return json.dumps([seen, table.told, frames_of(table)])


def from_log(table: Table) -> Table:
    """Return *table* as it is rebuilt from what a database kept of it."""
    rows = [(event.number, event.kind, json.dumps(event.data)) for event in table.events]
    events = [Event(number, kind, json.loads(data)) for number, kind, data in rows]
    return Table(table.identity, events)


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("seed", range(2))
def test_table_rebuilt_from_its_log_is_the_table_that_was_lost(
    game: str, seats: int, options: dict[str, int], people: int, seed: int
) -> None:
    rng = random.Random(seed)
    agents = ["random"] * (seats - people)
    table = full_table(game, people, *agents, options=options)
    kinds = set()
    for turn in range(120):
        go_on(table, rng)
        kinds.add(table.events[-1].kind)
        if turn % 40 == 39:
            rebuilt = from_log(table)
            assert views(rebuilt) == views(table)
            assert rebuilt.thinker() == table.thinker()
            assert rebuilt.undone == table.undone
    assert {"moved", "left", "returned"} <= kinds
    assert ("undone" in kinds) == (not table.game.has_chance)


def test_table_waits_for_everybody_before_it_begins() -> None:
    table = new_table("dominoes4", "me", "friend", "friend", "first")
    assert table.phase == SEATING
    assert table.match is None
    happen(table, "sat", seat=1, name="Rui", token="x")
    assert table.phase == SEATING
    people_sit(table)
    assert table.phase == PLAYING
    assert [event.kind for event in table.events] == ["created", "sat", "sat", "dealt"]


def test_event_out_of_order_is_not_applied() -> None:
    table = full_table("connect_four", 2)
    with pytest.raises(AssertionError):
        table.apply(Event(table.number + 2, "left", {"seat": 0}))
    with pytest.raises(AssertionError):
        table.apply(Event(table.number, "left", {"seat": 0}))


def test_what_is_told_of_events_holds_no_token_no_seed_and_no_hand() -> None:
    table = full_table("dominoes4", 2, "first", "first")
    told = json.dumps(table.told)
    assert str(table.seed) not in told
    assert hashed(TOKEN) not in told
    assert hashed("token-of-1") not in told
    assert not [name for hand in table.match.deals[0] for name in hand if name in told]  # type: ignore[union-attr]


def test_undo_goes_back_to_ones_own_last_decision() -> None:
    table = full_table("connect_four", 1, "random")
    play(table, "4", "4", "3", "3")
    happen(table, "undone", seat=0)
    assert [str(move) for move in table.match.moves] == ["4", "4"]  # type: ignore[union-attr]
    happen(table, "undone", seat=0)
    assert table.match is not None
    assert table.match.moves == []
    happen(table, "redone", seat=0)
    assert [str(move) for move in table.match.moves] == ["4", "4"]
    happen(table, "redone", seat=0)
    assert [str(move) for move in table.match.moves] == ["4", "4", "3", "3"]


def test_redo_stops_before_what_another_person_took_back() -> None:
    table = full_table("connect_four", 2)
    play(table, "4", "5")
    happen(table, "undone", seat=1)
    happen(table, "undone", seat=0)
    happen(table, "redone", seat=0)
    assert [str(move) for move in table.match.moves] == ["4"]  # type: ignore[union-attr]
    happen(table, "redone", seat=1)
    assert [str(move) for move in table.match.moves] == ["4", "5"]  # type: ignore[union-attr]


def test_new_move_forgets_what_was_taken_back() -> None:
    table = full_table("connect_four", 1, "random")
    play(table, "4", "4")
    happen(table, "undone", seat=0)
    play(table, "1")
    assert table.undone == []


def test_agent_decides_for_its_seat_and_for_who_is_away() -> None:
    table = full_table("connect_four", 1, "random")
    assert table.thinker() is None
    happen(table, "left", seat=0)
    assert table.thinker() == table.substitute
    play(table, "4")
    assert table.thinker() == "random"
    happen(table, "returned", seat=0)
    play(table, "4")
    assert table.thinker() is None


def test_record_of_a_table_is_read_back_with_the_same_result() -> None:
    rng = random.Random(3)
    table = full_table("dominoes2", 2, options={"target": 100})
    while table.phase != OVER:
        go_on(table, rng)
    record = parse_record(table.record().to_line())
    assert record.seats == ("human", "human")
    assert record.result == table.match.position.outcome  # type: ignore[union-attr]
    assert len(record.deals) == sum(event.kind == "dealt" for event in table.events)


def test_between_rounds_nobody_is_to_move() -> None:
    rng = random.Random(1)
    table = full_table("dominoes4", 4)
    while table.phase == PLAYING:
        go_on(table, rng)
    assert table.phase == BETWEEN
    assert table.mover is None
    assert table.thinker() is None


def test_rematch_for_two_swaps_the_seats_and_for_four_keeps_them() -> None:
    two = full_table("connect_four", 1, "random", pace=2.0)
    first = again(two)
    assert [seat["kind"] for seat in first["seats"]] == ["agent", "person"]
    assert first["seats"][1]["token"] == hashed(TOKEN)
    assert first["seed"] != two.seed
    assert first["pace"] == 2.0
    happen(two, "left", seat=0)
    assert Table("0123456789", [Event(1, "created", again(two))]).seats[1].away is False
    four = full_table("dominoes4", 2, "first", "s1")
    kinds = [seat["agent"] for seat in again(four)["seats"]]
    assert kinds == [None, None, "first", "s1"]


def test_every_point_is_told_once_those_of_a_deal_too() -> None:
    rng = random.Random(3)
    penalty = {"opener_without_double": "penalty"}
    kinds: set[tuple[str, str]] = set()
    for _ in range(100):  # deals are nobody's to foresee; in every second match somebody is skipped
        table = full_table("dominoes4", 1, "random", "random", "random", options=penalty)
        while table.phase != OVER:
            go_on(table, rng)
        told = [0, 0]
        for event in table.told:
            for point in event.get("points", []):
                if point["side"] is not None:
                    told[point["side"]] += point["points"]
                    kinds.add((event["kind"], point["kind"]))
        assert table.match is not None
        assert tuple(told) == table.match.position.total
        if ("dealt", "no_double") in kinds:
            return
    raise AssertionError("nobody was skipped in a hundred matches")
