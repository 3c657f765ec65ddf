"""A table is the sum of its events: what was undone, left and rebuilt."""

import random

import pytest

from galo.arena.records import parse_record
from galo.web.events import Event, Left, Redone, Returned, Sat, Undone, parse_event
from galo.web.messages import encode
from galo.web.table import Phase, Table
from galo.web.table_setup import hash_secret, rematch_of
from galo.web.view import frames_of, view_of
from support.tables import (
    GAMES,
    TOKEN,
    change,
    full_table,
    go_on,
    new_table,
    people_sit,
    play,
    sent,
)


def views(table: Table) -> str:
    """Return what every viewer sees of *table*, as it travels."""
    viewers = [(seat, host) for seat in (None, *range(len(table.seats))) for host in (False, True)]
    seen = [view_of(table, seat, is_host) for seat, is_host in viewers]
    return encode([seen, table.public_events, frames_of(table), frames_of(table, 0)])


def from_log(table: Table) -> Table:
    """Return *table* as it is rebuilt from what a database kept of it."""
    rows = [(event.number, event.kind, event.data()) for event in table.events]
    return Table(table.identity, [parse_event(*row) for row in rows])


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("seed", range(2))
def test_table_rebuilt_from_its_log_is_the_table_that_was_lost(
    game: str, seats: int, options: dict[str, int], people: int, seed: int
) -> None:
    rng = random.Random(seed)
    agents = ["random"] * (seats - people)
    table = full_table(game, people, *agents, options=options, help=True)
    kinds = set()
    for turn in range(120):
        go_on(table, rng)
        kinds.add(table.events[-1].kind)
        if turn % 40 == 39:
            rebuilt = from_log(table)
            assert views(rebuilt) == views(table)
            assert rebuilt.agent_to_move == table.agent_to_move
            assert rebuilt.undone == table.undone
    assert {"moved", "left", "returned"} <= kinds
    assert ("undone" in kinds) == (not table.game.has_chance)


def test_table_waits_for_everybody_before_it_begins() -> None:
    table = new_table("dominoes4", "me", "friend", "friend", "first")
    phases = [table.phase]
    assert table.match is None
    change(table, Sat(1, "Rui", "x"))
    phases.append(table.phase)
    people_sit(table)
    phases.append(table.phase)
    assert phases == [Phase.SEATING, Phase.SEATING, Phase.PLAYING]
    assert [event.kind for event in table.events] == ["created", "sat", "sat", "dealt"]


def test_event_out_of_order_is_not_applied() -> None:
    table = full_table("connect_four", 2)
    with pytest.raises(AssertionError):
        table.apply(Event(table.number + 2, Left(0)))
    with pytest.raises(AssertionError):
        table.apply(Event(table.number, Left(0)))


def test_public_events_hold_no_token_no_seed_and_no_hand() -> None:
    table = full_table("dominoes4", 2, "first", "first")
    events = encode(table.public_events)
    assert str(table.seed) not in events
    assert hash_secret(TOKEN) not in events
    assert hash_secret("token-of-1") not in events
    assert not [name for hand in table.match.deals[0] for name in hand if name in events]  # type: ignore[union-attr]


def test_undo_goes_back_to_ones_own_last_decision() -> None:
    table = full_table("connect_four", 1, "random")
    play(table, "4", "4", "3", "3")
    change(table, Undone(0))
    assert [str(move) for move in table.match.moves] == ["4", "4"]  # type: ignore[union-attr]
    change(table, Undone(0))
    assert table.match is not None
    assert table.match.moves == []
    change(table, Redone(0))
    assert [str(move) for move in table.match.moves] == ["4", "4"]
    change(table, Redone(0))
    assert [str(move) for move in table.match.moves] == ["4", "4", "3", "3"]


def test_redo_stops_before_what_another_person_took_back() -> None:
    table = full_table("connect_four", 2)
    play(table, "4", "5")
    change(table, Undone(1))
    change(table, Undone(0))
    change(table, Redone(0))
    assert [str(move) for move in table.match.moves] == ["4"]  # type: ignore[union-attr]
    change(table, Redone(1))
    assert [str(move) for move in table.match.moves] == ["4", "5"]  # type: ignore[union-attr]


def test_undo_and_redo_name_the_events_of_their_moves() -> None:
    table = full_table("connect_four", 1, "random")
    play(table, "4", "4", "3", "3")
    first = table.number - 3
    change(table, Undone(0), Undone(0), Redone(0), Undone(0))
    play(table, "1", "1")
    change(table, Undone(0), Redone(0))
    taken = [e.get("moves") for e in sent(table.public_events) if e["kind"] in ("undone", "redone")]
    again = [table.number - 3, table.number - 2]
    assert taken == [
        [first + 2, first + 3], [first, first + 1], [first, first + 1], [first, first + 1],
        again, again,
    ]  # fmt: skip
    assert [sent(table.public_events[number - 1])["move"] for number in again] == ["1", "1"]


def test_undo_and_redo_tell_at_every_moment_which_moves_are_on_the_board() -> None:
    for seed in range(10):
        rng = random.Random(seed)
        table = full_table("connect_four", 1 + seed % 2, *["random"] * (1 - seed % 2))
        made: list[int] = []
        while table.phase is not Phase.OVER:
            go_on(table, rng)
            event = sent(table.public_events[-1])
            if event["kind"] == "moved":
                made.append(event["number"])
            elif event["kind"] == "undone":
                assert made[-len(event["moves"]) :] == event["moves"]
                del made[-len(event["moves"]) :]
            elif event["kind"] == "redone":
                made += event["moves"]
            moves = [sent(table.public_events[number - 1])["move"] for number in made]
            assert table.match is not None
            assert moves == [move.text for move in table.match.moves if move]


def test_points_of_a_pass_name_its_seat_and_its_event() -> None:
    rng = random.Random(8)
    kinds: set[str] = set()
    while not {"pass", "galo"} <= kinds:
        table = full_table("dominoes4", 4)
        passes: list[tuple[int, int]] = []  # seat and event of each pass since the last tile
        while table.phase is not Phase.OVER:
            go_on(table, rng)
            event = sent(table.public_events[-1])
            for points in event.get("points", ()):
                is_paid = points["kind"] in ("pass", "galo")
                kinds.add(points["kind"])
                first = passes[0] if is_paid else (None, None)
                assert (points["passer"], points["pass_event"]) == first
            if event["kind"] == "moved" and event["move"] == "pass":
                passes.append((event["seat"], event["number"]))
            elif event["kind"] in ("moved", "dealt"):
                passes.clear()


def test_new_move_forgets_what_was_taken_back() -> None:
    table = full_table("connect_four", 1, "random")
    play(table, "4", "4")
    change(table, Undone(0))
    play(table, "1")
    assert table.undone == []


def test_agent_decides_for_its_seat_and_for_an_absent_person() -> None:
    table = full_table("connect_four", 1, "random")
    assert table.agent_to_move is None
    change(table, Left(0))
    assert table.agent_to_move == table.substitute
    play(table, "4")
    assert table.agent_to_move == "random"
    change(table, Returned(0))
    play(table, "4")
    assert table.agent_to_move is None


def test_record_of_a_table_is_read_back_with_the_same_result() -> None:
    rng = random.Random(3)
    table = full_table("dominoes2", 2, options={"target": 100})
    while table.phase is not Phase.OVER:
        go_on(table, rng)
    record = parse_record(table.record().to_line())
    assert record.seats == ("human", "human")
    assert record.result == table.match.position.outcome  # type: ignore[union-attr]
    assert len(record.deals) == sum(event.kind == "dealt" for event in table.events)


def test_between_rounds_nobody_is_to_move() -> None:
    rng = random.Random(1)
    table = full_table("dominoes4", 4)
    while table.phase is Phase.PLAYING:
        go_on(table, rng)
    assert table.phase is Phase.BETWEEN
    assert table.mover is None
    assert table.agent_to_move is None


def test_rematch_for_two_swaps_the_seats_and_for_four_keeps_them() -> None:
    two = full_table("connect_four", 1, "random", pace=2.0)
    first = rematch_of(two)
    assert [seat.kind for seat in first.seats] == ["agent", "person"]
    assert first.seats[1].token == hash_secret(TOKEN)
    assert first.seed != two.seed
    assert first.pace == 2.0
    change(two, Left(0))
    assert Table("0123456789", [Event(1, rematch_of(two))]).seats[1].away is False
    four = full_table("dominoes4", 2, "first", "s1")
    kinds = [seat.agent for seat in rematch_of(four).seats]
    assert kinds == [None, None, "first", "s1"]


def test_every_point_is_in_one_public_event_those_of_a_deal_too() -> None:
    rng = random.Random(3)
    penalty = {"opener_without_double": "penalty"}
    kinds: set[tuple[str, str]] = set()
    for _ in range(100):  # deals are nobody's to foresee; in every second match somebody is skipped
        table = full_table("dominoes4", 1, "random", "random", "random", options=penalty)
        while table.phase is not Phase.OVER:
            go_on(table, rng)
        scored = [0, 0]
        for event in sent(table.public_events):
            for point in event.get("points", []):
                if point["side"] is not None:
                    scored[point["side"]] += point["points"]
                    kinds.add((event["kind"], point["kind"]))
        assert table.match is not None
        assert tuple(scored) == table.match.position.total
        if ("dealt", "no_double") in kinds:
            return
    raise AssertionError("nobody was skipped in a hundred matches")
