"""What people may do: a control is offered exactly when its command would be carried out."""

import random
from collections.abc import Callable
from functools import partial

import pytest

from galo.web import commands, offer_commands
from galo.web.errors import SiteError
from galo.web.events import Sat, Undone
from galo.web.table import Phase, Table
from support.tables import GAMES, change, full_table, go_on, new_table, play, seen, until_choice


def code_of(command: Callable[[], object]) -> str:
    """Return the code with which *command* is refused, an empty text if it is allowed."""
    try:
        command()
    except SiteError as error:
        return error.code
    return ""


def allowed(table: Table, seat: int | None, is_host: bool) -> set[str]:
    """Return every command besides a move that is allowed now."""
    checks: dict[str, Callable[[], object]] = {
        "undo": lambda: commands.undo(table, seat),
        "redo": lambda: commands.redo(table, seat),
        "leave": lambda: commands.leave(table, seat),
        "hint": lambda: commands.check_hint(table, seat),
        "analyse": lambda: commands.check_analysis(table, seat),
        "next": lambda: commands.check_next(table, seat, is_host),
        "pace": lambda: commands.pace(table, is_host, 1.0),
        "step": lambda: commands.check_step(table, is_host),
        "rematch": lambda: commands.check_rematch(table, seat, is_host),
        "return": lambda: commands.come_back(table, seat),
        "accept": lambda: offer_commands.accept(table, seat),
        "decline": lambda: offer_commands.decline(table, seat),
        **{
            command: partial(offer_commands.offer, table, seat, kind)
            for kind, command in offer_commands.COMMANDS.items()
        },
    }
    return {name for name, check in checks.items() if not code_of(check)}


@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
@pytest.mark.parametrize("people", [0, 1, 2])
@pytest.mark.parametrize("has_help", [False, True])
def test_controls_are_exactly_what_would_be_granted(
    game: str, seats: int, options: dict[str, int], people: int, has_help: bool
) -> None:
    rng = random.Random(people)
    agents = ["random"] * (seats - people)
    people_first = ["me", *["friend"] * (people - 1)] if people else []
    table = new_table(game, *people_first, *agents, options=options, help=has_help)
    for turn in range(150):
        for viewer in [(None, False), (None, True), *((seat, seat == 0) for seat in range(people))]:
            assert set(commands.controls(table, *viewer)) == allowed(table, *viewer)
        if people == 2 and turn == 0:
            change(table, Sat(1, "", "x"))
        else:
            go_on(table, rng)


def test_undo_stops_at_another_persons_move() -> None:
    table = full_table("connect_four", 2, help=True)
    assert not commands.can_undo(table, 0)
    play(table, "4")
    assert commands.can_undo(table, 0)
    assert not commands.can_undo(table, 1)
    play(table, "4")
    assert not commands.can_undo(table, 0)
    assert commands.can_undo(table, 1)


def test_undo_against_agents_is_free_to_the_first_move() -> None:
    table = full_table("connect_four", 1, "random")
    play(table, *"4433")
    for _ in range(2):
        change(table, Undone(0))
    assert not commands.can_undo(table, 0)
    assert commands.can_redo(table, 0)


def test_undo_is_not_for_games_with_hidden_tiles() -> None:
    table = full_table("dominoes4", 1, "first", "first", "first")
    rng = random.Random(1)
    for _ in range(60):
        assert not commands.can_undo(table, 0)
        go_on(table, rng)


def test_move_of_another_tile_is_refused_without_a_word_about_it() -> None:
    table = full_table("dominoes4", 4)
    assert table.match is not None
    mover = table.mover
    assert mover is not None
    others = [t for seat, hand in enumerate(table.match.deals[0]) if seat != mover for t in hand]
    nobodys = "9-9"
    for text in (others[0], f"{others[1]}@e", nobodys, "pass", "draw", "²", "６-6", "6-6\n6-6"):
        with pytest.raises(SiteError) as refused:
            commands.play(table, mover, text)
        assert refused.value.to_json()["detail"] == text
        assert refused.value.code == "illegal_move"
        assert not [tile for tile in others if tile in str(refused.value)]


@pytest.mark.parametrize("game", ["connect_four", "lines_of_action", "dominoes2", "dominoes4"])
def test_strange_words_are_no_moves(game: str) -> None:
    table = full_table(game, 4 if game == "dominoes4" else 2)
    until_choice(table)
    for text in (
        "²",
        "٣",
        "Ⅳ",
        "\x00",
        "４",
        "-1",
        "0",
        "1e1",
        " ",
        "a1" * 8,
        "draw",
        "\U0001f413",
    ):
        assert code_of(partial(commands.play, table, table.mover, text)) == "illegal_move"


def test_nothing_is_played_out_of_turn_or_from_no_seat() -> None:
    table = full_table("connect_four", 2)
    assert code_of(lambda: commands.play(table, 1, "4")) == "not_your_turn"
    assert code_of(lambda: commands.play(table, None, "4")) == "not_seated"
    waiting = new_table("connect_four", "me", "friend")
    assert code_of(lambda: commands.play(waiting, 0, "4")) == "not_now"


def test_forced_move_is_not_the_persons_to_make() -> None:
    rng = random.Random(5)
    for _ in range(20):
        table = full_table("dominoes4", 4)
        while table.phase is not Phase.OVER:
            assert table.match is not None
            if table.match.forced_move():
                with pytest.raises(SiteError, match="not your turn"):
                    commands.play(table, table.mover, "pass")
                assert "hint" not in commands.controls(table, table.mover, False)
                return
            go_on(table, rng)
    raise AssertionError("nobody had to pass")


@pytest.mark.parametrize(("game", "seats", "options"), GAMES[2:4])
def test_tile_that_must_open_is_not_the_persons_to_play(
    game: str, seats: int, options: dict[str, int]
) -> None:
    table = full_table(game, seats, options=options)
    assert table.match is not None
    (opening,) = table.match.position.legal_moves
    for seat in (None, *range(seats)):
        view = seen(table, seat)
        assert view["forced"] == "open"  # which tile it is, only its owner sees
        assert view["moves"] == []
    assert code_of(lambda: commands.play(table, table.mover, opening.text)) == "not_your_turn"
    assert "hint" not in commands.controls(table, table.mover, False)


def test_seat_is_given_to_who_has_its_invitation() -> None:
    table = new_table("dominoes4", "friend", "me", "friend", "first")
    codes = [seat.invite for seat in table.seats]
    assert codes[0] != codes[2]
    assert commands.open_seat(table, None, codes[2]) == 2
    assert commands.open_seat(table, 0, codes[0]) == 0
    assert code_of(lambda: commands.open_seat(table, 0, codes[2])) == "bad_invite"
    assert code_of(lambda: commands.open_seat(table, None, None)) == "bad_invite"
    assert code_of(lambda: commands.open_seat(table, 1, codes[0])) == "seat_taken"
    assert code_of(lambda: commands.open_seat(table, 4, None)) == "no_seat"
    change(table, Sat(0, "", "x"))
    assert code_of(lambda: commands.open_seat(table, 0, codes[0])) == "seat_taken"


def test_seat_of_a_listed_table_is_anybodys() -> None:
    table = new_table("dominoes4", "friend", "me", "friend", "first", listed=True)
    assert commands.open_seat(table, None, None) == 0
    assert commands.open_seat(table, 2, None) == 2
