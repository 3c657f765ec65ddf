"""What people propose to each other: who is asked, what follows, and what the log says of it."""

import random

import pytest

from galo.arena.records import parse_record
from galo.errors import RecordError
from galo.web import commands, offer_commands
from galo.web.clock import Clock
from galo.web.errors import SiteError
from galo.web.events import (
    Accepted,
    Dealt,
    Declined,
    Left,
    MadeBy,
    Moved,
    Offered,
    Resigned,
    Undone,
)
from galo.web.offers import Offer, OfferKind
from galo.web.people import FinishedGame
from galo.web.results import result_list
from galo.web.table import Phase, Table
from galo.web.table_setup import random_deal, rematch_of
from support.tables import change, full_table, go_on, new_table, play, replayed, seen, until_choice

RESIGN, DRAW, UNDO, HELP = OfferKind


def propose(table: Table, seat: int, kind: OfferKind) -> None:
    change(table, offer_commands.offer(table, seat, kind))


def accept(table: Table, seat: int) -> None:
    change(table, *offer_commands.accept(table, seat))


def decline(table: Table, seat: int) -> None:
    change(table, offer_commands.decline(table, seat))


def kinds(table: Table) -> list[str]:
    return [event.kind for event in table.events]


def test_resignation_against_an_agent_ends_the_game_at_once() -> None:
    table = full_table("connect_four", 1, "random")
    play(table, "4")
    propose(table, 0, RESIGN)
    assert kinds(table)[-1] == "resigned"
    assert table.phase is Phase.OVER
    assert seen(table, 0)["outcome"] == {"scores": [0.0, 1.0], "winner": 1, "reason": "resigned"}
    assert seen(table, 0)["mover"] is None
    assert set(commands.controls(table, 0, True)) == {"rematch"}
    assert table.agent_to_move is None


def test_resignation_in_a_pair_is_the_partners_too() -> None:
    table = full_table("dominoes4", 4)
    propose(table, 0, RESIGN)
    assert table.offers.open == Offer(RESIGN, 0, (2,))
    assert seen(table, 1)["offer"] == {"kind": "resign", "seat": 0, "waiting": [2]}
    for seat in (0, 1, 3):
        assert "accept" not in commands.controls(table, seat, False)
    accept(table, 2)
    assert kinds(table)[-3:] == ["offered", "accepted", "resigned"]
    assert table.outcome is not None
    assert (table.outcome.winner, table.outcome.reason) == (1, "resigned")


def test_resignation_beside_an_agent_or_an_absent_partner_asks_nobody() -> None:
    beside_agent = full_table("dominoes4", 2, "first", "first")
    propose(beside_agent, 0, RESIGN)
    assert beside_agent.phase is Phase.OVER
    deserted = full_table("dominoes4", 4)
    change(deserted, Left(2))
    propose(deserted, 0, RESIGN)
    assert deserted.phase is Phase.OVER


def test_points_so_far_stay_when_a_match_is_resigned_and_all_hands_open() -> None:
    rng = random.Random(3)
    table = full_table("dominoes4", 1, "first", "first", "first")
    while table.match is None or sum(table.match.position.total or ()) == 0:
        go_on(table, rng)
        if table.seats[0].away:
            change(table, commands.come_back(table, 0))
    until_choice(table)
    propose(table, 0, RESIGN)
    view = seen(table, None)
    assert view["outcome"]["scores"] == list(view["board"]["scores"])
    assert view["board"]["revealed"] is not None


def test_draw_is_for_two_people_to_agree_on() -> None:
    table = full_table("lines_of_action", 2)
    propose(table, 1, DRAW)
    accept(table, 0)
    assert kinds(table)[-2:] == ["accepted", "agreed"]
    assert seen(table, 0)["outcome"] == {"scores": [0.5, 0.5], "winner": None, "reason": "agreed"}


@pytest.mark.parametrize(
    ("game", "people", "agents"),
    [("connect_four", 1, ("random",)), ("dominoes2", 2, ()), ("dominoes4", 4, ())],
)
def test_no_draw_is_offered_to_agents_nor_over_tiles(
    game: str, people: int, agents: tuple[str, ...]
) -> None:
    table = full_table(game, people, *agents)
    with pytest.raises(SiteError, match="cannot be done now"):
        propose(table, 0, DRAW)


def test_take_back_goes_over_the_answer_of_the_person_that_agrees() -> None:
    table = full_table("connect_four", 2)
    play(table, "4", "5")
    assert "undo" not in commands.controls(table, 0, True)
    propose(table, 0, UNDO)
    accept(table, 1)
    assert kinds(table)[-2:] == ["accepted", "undone"]
    assert table.events[-1].change == Undone(0)
    assert table.mover == 0
    assert table.match is not None
    assert not table.match.moves


def test_nothing_is_taken_back_before_one_has_moved() -> None:
    table = full_table("connect_four", 2)
    play(table, "4")
    with pytest.raises(SiteError):
        propose(table, 1, UNDO)


@pytest.mark.parametrize("kind", [DRAW, UNDO])
def test_offer_about_the_position_lapses_with_the_next_move(kind: OfferKind) -> None:
    table = full_table("connect_four", 2)
    play(table, "4")
    propose(table, 0, kind)
    play(table, "4")
    assert table.offers.open is None
    with pytest.raises(SiteError):
        accept(table, 1)


def test_offer_to_a_partner_outlives_the_moves_of_agents_but_not_their_own() -> None:
    rng = random.Random(1)
    table = full_table("dominoes4", 4)
    change(table, Left(1), Left(3))  # agents play for them
    while mover_with_choice(table) in (0, 2):
        move_any(table, rng)
    propose(table, 0, RESIGN)
    while mover_with_choice(table) in (1, 3):
        move_any(table, rng)
        assert table.offers.open == Offer(RESIGN, 0, (2,))
    move_any(table, rng)
    assert table.offers.open is None
    assert table.phase is not Phase.OVER


def mover_with_choice(table: Table) -> int | None:
    """Return the seat that has a choice to make, after all that happens by itself."""
    until_choice(table)
    while table.phase is Phase.BETWEEN:
        change(table, Dealt(random_deal(table.game)))
        until_choice(table)
    return table.mover


def move_any(table: Table, rng: random.Random) -> None:
    """Let the seat to move, or the agent that plays for it, make any move."""
    assert table.match is not None
    assert table.mover is not None
    choice = rng.choice(table.match.position.legal_moves).text
    by = MadeBy.AGENT if table.agent_to_move else MadeBy.PERSON
    change(table, Moved(table.mover, choice, by))


def test_what_was_declined_is_not_offered_again_before_the_next_move() -> None:
    table = full_table("connect_four", 2)
    propose(table, 0, DRAW)
    with pytest.raises(SiteError):
        propose(table, 1, DRAW)  # one at a time
    decline(table, 1)
    with pytest.raises(SiteError):
        propose(table, 0, DRAW)
    assert "offer_draw" in commands.controls(table, 1, False)
    play(table, "4")
    propose(table, 0, DRAW)
    decline(table, 0)  # taken back by who offered it
    assert table.offers.open is None


def test_offer_lapses_when_who_must_answer_leaves() -> None:
    table = full_table("connect_four", 2)
    propose(table, 0, DRAW)
    change(table, Left(1))
    assert table.offers.open is None
    with pytest.raises(SiteError):
        propose(table, 0, DRAW)  # an agent sits there now


def test_help_between_people_is_off_until_all_of_them_agree() -> None:
    table = full_table("dominoes4", 3, "first")
    assert not seen(table, 0)["help"]
    until_choice(table)
    propose(table, 0, HELP)
    accept(table, 1)
    assert not table.has_help
    assert table.offers.open == Offer(HELP, 0, (2,))
    accept(table, 2)
    assert kinds(table)[-2:] == ["accepted", "help_allowed"]
    assert seen(table, 0)["help"]
    with pytest.raises(SiteError):
        propose(table, 0, HELP)


@pytest.mark.parametrize(
    ("seats", "wanted", "has_help"),
    [
        (("me", "random"), None, True),
        (("friend", "random"), None, True),
        (("random", "random"), None, True),
        (("me", "friend"), None, False),
        (("me", "friend"), True, True),
        (("me", "random"), False, False),
    ],
)
def test_help_is_a_choice_of_the_table(
    seats: tuple[str, ...], wanted: bool | None, has_help: bool
) -> None:
    assert new_table("connect_four", *seats, help=wanted).has_help is has_help


def test_person_alone_allows_help_at_once() -> None:
    table = full_table("connect_four", 1, "random", help=False)
    with pytest.raises(SiteError, match="off at this table"):
        commands.check_hint(table, 0)
    propose(table, 0, HELP)
    assert kinds(table)[-1] == "help_allowed"
    commands.check_hint(table, 0)


def test_declined_offer_of_help_changes_nothing() -> None:
    table = full_table("connect_four", 2)
    propose(table, 0, HELP)
    decline(table, 1)
    with pytest.raises(SiteError, match="off at this table"):
        commands.check_hint(table, 0)


def test_record_of_a_game_that_people_ended_is_read_again() -> None:
    for end in ("resigned", "agreed"):
        table = full_table("connect_four", 2)
        play(table, "4", "4")
        propose(table, 0, RESIGN if end == "resigned" else DRAW)
        if end == "agreed":
            accept(table, 1)
        record = parse_record(table.record().to_line())
        assert record.result == table.outcome
        assert record.result is not None
        assert record.result.reason == end


def test_record_cannot_claim_a_resignation_after_the_game_or_with_other_points() -> None:
    table = full_table("connect_four", 2)
    play(table, *"1212121")
    over = table.record().to_line()
    for found, forged in ((over, '"resigned"'), (over, '"agreed"')):
        line = found.replace('"line"', forged)
        with pytest.raises(RecordError, match="the moves lead to the result"):
            parse_record(line)
    going_on = full_table("connect_four", 2)
    propose(going_on, 0, RESIGN)
    line = going_on.record().to_line()
    for forged in (
        line.replace("[0.0, 1.0]", "[1.0, 0.0]"),
        line.replace('"winner": 1', '"winner": null'),
        line.replace('"resigned"', '"line"'),
    ):
        with pytest.raises(RecordError, match="the moves lead to the result"):
            parse_record(forged)


def test_resignation_counts_as_a_loss_and_an_agreed_draw_as_half_a_win() -> None:
    table = full_table("connect_four", 1, "random")
    propose(table, 0, RESIGN)
    [group] = result_list([FinishedGame(table.record().to_line(), {}, False)]).groups
    assert (group.games, group.won, group.drawn, group.score) == (1, 0, 0, 0.0)


def test_replay_of_a_resigned_game_ends_in_its_outcome() -> None:
    table = full_table("dominoes4", 1, "first", "first", "first")
    propose(table, 0, RESIGN)
    last = replayed(table)[-1]["view"]
    assert last["outcome"]["reason"] == "resigned"
    assert last["board"]["revealed"] is not None


def test_log_without_the_answer_to_an_offer_still_has_it_open() -> None:
    table = full_table("connect_four", 2)
    change(table, Offered(0, DRAW))
    again = Table(table.identity, table.events)
    assert again.offers.open == table.offers.open == Offer(DRAW, 0, (1,))
    change(again, Accepted(1))
    change(table, Declined(1))
    assert again.offers.open is table.offers.open is None
    change(again, Resigned(1))
    assert again.outcome is not None
    assert again.outcome.winner == 0


def test_rematch_keeps_the_terms_of_the_table() -> None:
    table = full_table("connect_four", 2, clock={"per": "move", "seconds": 30})
    propose(table, 0, RESIGN)
    again = rematch_of(table)
    assert (again.clock, again.help) == (Clock("move", 30), False)
