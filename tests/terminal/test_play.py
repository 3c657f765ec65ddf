"""One sitting at the terminal, without a process of its own."""

import io

import pytest
from rich.console import Console

import galo
from galo.arena.match import Match
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import pips
from galo.games.registry import make_game
from galo.terminal.menu import ask_game
from galo.terminal.play import TerminalGame
from galo.texts import Texts
from support.positions import mover_of

DRAW = "547125662261271266215743771576315353334444"


def people() -> Match:
    """Return a match of Connect Four between two people."""
    return Match(galo.game("connect_four"), [None, None], seed=1)


def against_random(seat: int, game: str = "connect_four") -> Match:
    """Return a match of one person at *seat*."""
    players = [galo.player(game, "random"), galo.player(game, "random")]
    return Match(galo.game(game), [*players[:seat], None, *players[seat + 1 :]], seed=1)


def sit(
    monkeypatch: pytest.MonkeyPatch, match: Match, typed: list[str], language: str = "en"
) -> str:
    """Return what is said when *typed* is read in *match*."""
    heard = io.StringIO()
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    adviser = galo.player(match.game.name, "random")
    console = Console(file=heard, width=100, markup=False)
    TerminalGame(match, adviser, console, Texts(language)).run(pause_seconds=0.0)
    return heard.getvalue()


def test_full_board_is_told_as_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\nA draw: the board is full.\n" in sit(monkeypatch, people(), list(DRAW))


def test_move_into_a_full_column_is_not_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    match = people()
    said = sit(monkeypatch, match, [*"444444", "4", "1", "quit"])
    assert "'4' is not allowed here. You can play: 1  2  3  5  6  7" in said
    assert match.position.to_text() == "4444441"


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        (["4", "3", "undo"], "4"),
        (["4", "3", "desfazer", "desfazer"], ""),
        (["4", "3", "undo", "undo", "redo"], "4"),
        (["4", "3", "undo", "undo", "refazer", "redo"], "43"),
        (["4", "undo", "5", "redo"], "5"),
        (["undo", "redo", "4"], "4"),
    ],
)
def test_undo_and_redo_go_one_move_for_two_people(
    monkeypatch: pytest.MonkeyPatch, typed: list[str], left: str
) -> None:
    match = people()
    sit(monkeypatch, match, [*typed, "quit"])
    assert match.position.to_text() == left


def test_undo_takes_back_the_answer_of_an_agent_too(monkeypatch: pytest.MonkeyPatch) -> None:
    match = against_random(0)
    sit(monkeypatch, match, ["4", "undo", "quit"])
    assert match.moves == []


def test_undo_before_the_first_own_move_leaves_the_agents_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = against_random(1)
    said = sit(monkeypatch, match, ["undo", "redo", "quit"])
    assert "There is nothing to undo." in said
    assert "There is nothing to redo." in said
    assert len(match.moves) == 1


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "● Black (you) passed\n○ White (random): "),
        ("pt", "● Pretas (você) passou\n○ Brancas (random): "),
    ],
)
def test_forced_pass_is_played_and_told(
    monkeypatch: pytest.MonkeyPatch, language: str, told: str
) -> None:
    match = against_random(0, "lines_of_action")
    match.positions = [match.game.from_text("b2ww2b/w5ww/2ww4/8/2w5/8/3w4/7w b 0")]
    assert told in sit(monkeypatch, match, ["quit"], language)


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "you: {}, the opening is automatic\n"), ("pt", "você: {}, a saída é automática\n")],
)
@pytest.mark.parametrize("options", [{}, {"players": 4}])
def test_tile_that_must_open_is_played_and_told(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, int], language: str, told: str
) -> None:
    game = galo.game("dominoes2", **options)
    opener = mover_of(game.start(seed=1))
    players = [galo.player("dominoes2", "random") for _ in range(game.seats)]
    match = Match(game, [*players[:opener], None, *players[opener + 1 :]], seed=1)
    said = sit(monkeypatch, match, ["quit"], language)
    assert told.format(match.moves[0]) in said
    assert len(match.moves) > 1  # the first question comes after the others have answered


@pytest.mark.parametrize(("language", "told"), [("en", "You win: "), ("pt", "Você venceu: ")])
def test_person_who_beats_an_agent_is_told_so(
    monkeypatch: pytest.MonkeyPatch, language: str, told: str
) -> None:
    match = against_random(0)
    match.positions = [match.game.from_text("121212")]
    assert f"\n{told}" in sit(monkeypatch, match, ["1"], language)


@pytest.mark.parametrize(
    ("name", "language", "said", "unsaid"),
    [
        ("dominoes4", "en", ["pass scores 20.", "a galo, scores 50 in all."], ["nothing."]),
        ("dominoes4:pass_points=0", "en", ["pass scores nothing."], ["pass scores 20"]),
        ("dominoes4:pass_points=35", "pt", ["passar vale 35."], ["vale 20."]),
        ("dominoes4:galo=added", "en", ["scores 50 on top of the pass."], ["50 in all"]),
        ("dominoes4:opener_without_double=penalty", "pt", ["dá 20 à outra dupla."], []),
        ("dominoes2", "en", ["draws until a tile fits", "One hand decides"], ["partner", "pair"]),
        ("dominoes2:players=4", "en", ["Two pairs play", "nothing to draw"], ["draws until"]),
        ("dominoes2:players=4,target=200", "pt", ["duas duplas", "vai a 200."], ["Uma mão"]),
        ("lines_of_action", "en", ["Black moves first.", "comes up 3 times is a draw."], []),
        ("lines_of_action:first=white,no_move=loss", "en", ["White moves first.", "loses."], []),
        (
            "lines_of_action:repetition=none,max_plies=90",
            "pt",
            ["Depois de 90 lances"],
            ["aparece"],
        ),
    ],
)
def test_help_states_the_rules_of_this_game(
    monkeypatch: pytest.MonkeyPatch, name: str, language: str, said: list[str], unsaid: list[str]
) -> None:
    game = make_game(name)
    agents = [galo.player(game.name, "random")] * (game.seats - 1)
    heard = sit(monkeypatch, Match(game, [None, *agents], seed=1), ["?", "quit"], language)
    told = " ".join(heard.partition("): ")[2].split())
    assert all(sentence in told for sentence in said)
    assert not [sentence for sentence in unsaid if sentence in told]


@pytest.mark.parametrize("typed", ["connect_four", "Lig 4", " LIG 4 "])
def test_menu_takes_both_names_of_a_game(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{typed}\n"))
    assert ask_game(Console(file=io.StringIO()), Texts("pt")) == "connect_four"


def test_menu_is_left_by_an_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    console = Console(file=io.StringIO())
    monkeypatch.setattr(console, "input", interrupted)
    assert ask_game(console, Texts("pt")) is None


def table_of(match: Match) -> DominoPosition:
    """Return the position of *match*, a game of dominoes."""
    assert isinstance(match.position, DominoPosition)
    return match.position


def test_round_ends_with_all_hands_shown_and_waits_for_the_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match(galo.game("dominoes4"), [None, *[galo.player("dominoes4", "random")] * 3], seed=1)
    twin = Match(match.game, [galo.player("dominoes4", "random")] * 4, seed=1)
    while twin.position.mover is not None:
        twin.step()
    typed = [
        str(move)
        for move, before in zip(twin.moves, twin.positions, strict=False)
        if before.mover == 0 and str(move) != "pass"
    ]
    said = sit(monkeypatch, match, [*typed, "quit"])
    for hand in table_of(twin).hands:
        assert f"{'  '.join(hand)}  ({pips(hand)})" in said
    for points in twin.position.points:
        assert f"+{points.points} for {'us' if points.side == 0 else 'them'}" in said
    assert len(match.deals) == 1
    said = sit(monkeypatch, match, ["", "quit"])
    assert "The round is over. Press Enter to deal the next: " in said
    assert len(match.deals) == 2


def domino_sitting(people: int) -> Match:
    agents = [galo.player("dominoes4", "random")] * (4 - people)
    return Match(galo.game("dominoes4"), [*[None] * people, *agents], seed=1)


def test_other_hands_are_counted_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    match = domino_sitting(people=1)
    said = sit(monkeypatch, match, ["quit"])
    others = [name for hand in table_of(match).hands[1:] for name in hand]
    laid = [play.text.partition("@")[0] for play in table_of(match).plays]
    assert "  ".join(table_of(match).hands[0]) in said
    assert not [name for name in others if name in said and name not in laid]
    assert "left (random): 7 tiles" in said or "left (random): 6 tiles" in said


def test_a_tile_that_fits_one_end_needs_no_end_named(monkeypatch: pytest.MonkeyPatch) -> None:
    match = domino_sitting(people=1)
    match.run()
    tiles = [move.text.partition("@")[0] for move in match.position.legal_moves]
    alone = next(tile for tile in tiles if tiles.count(tile) == 1)
    sit(monkeypatch, match, [alone, "quit"])
    mine = [play.text for play in table_of(match).plays if play.seat == 0]
    assert mine[-1].startswith(f"{alone}@") or mine[0].startswith(f"{alone}@")


def test_hidden_tiles_cannot_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    match = domino_sitting(people=1)
    match.run()
    move = str(match.position.legal_moves[0])
    said = sit(monkeypatch, match, [move, "undo", "quit"])
    assert "there is no undo in this game" in said
    assert [play for play in table_of(match).plays if play.seat == 0 and play.text == move]


def test_keyboard_is_handed_over_before_tiles_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    match = domino_sitting(people=4)
    said = sit(monkeypatch, match, ["", "6-6", "", "quit"])
    opener = table_of(match).plays[0].seat
    assert f"Pass the keyboard to seat {opener + 1}." in said
    first, second = said.split("Pass the keyboard to")[1:3]
    assert "  ".join(table_of(match).dealt[opener]) in first
    assert "  ".join(table_of(match).hands[(opener + 1) % 4]) in second
    assert "  ".join(table_of(match).dealt[(opener + 2) % 4]) not in said


def test_people_at_one_keyboard_are_told_what_happened_from_their_own_chair(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = domino_sitting(people=4)
    opener = mover_of(match.position)
    second = (opener + 1) % 4
    moves = ["6-6"]
    probe = match.position.play(match.position.parse_move("6-6"))
    while len(moves) < 4 and str(probe.legal_moves[0]) != "pass":
        moves.append(str(probe.legal_moves[0]))
        probe = probe.play(probe.legal_moves[0])
    assert len(moves) == 4
    typed = [line for move in moves for line in ("", move)]
    said = sit(monkeypatch, match, [*typed, "", "quit"])
    screens = said.split("Pass the keyboard to seat ")[1:]
    assert screens[1].startswith(str(second + 1))
    assert "right: 6-6" in screens[1]
    back = screens[4]  # the opener again: everything since the own opening, own move first
    expected = zip(("you", "left", "partner", "right"), moves, strict=True)
    assert all(f"{who}: {move}" in back for who, move in expected)


def test_end_of_a_round_is_told_to_all_who_share_a_keyboard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = domino_sitting(people=2)
    while match.position.mover is not None:
        if match.waits:
            match.play(match.position.legal_moves[0])
        else:
            match.step()
    first, second = table_of(match).total
    last = sit(monkeypatch, match, ["quit"])
    assert f"seats 1 and 3 {first}   seats 2 and 4 {second}   round 1" in last


def test_keyboard_is_handed_over_in_portuguese_too(monkeypatch: pytest.MonkeyPatch) -> None:
    match = domino_sitting(people=4)
    said = sit(monkeypatch, match, ["quit"], "pt")
    assert f"Passe o teclado para o lugar {mover_of(match.position) + 1}. " in said


def test_a_tile_that_fits_two_ends_asks_which(monkeypatch: pytest.MonkeyPatch) -> None:
    match = domino_sitting(people=1)
    for _ in range(60):
        match.run()
        if match.position.mover is None:
            match.step()
            continue
        tiles = [move.text.partition("@")[0] for move in match.position.legal_moves]
        twice = [tile for tile in tiles if tiles.count(tile) > 1]
        if twice:
            reversed_tile = f"{twice[0][2]}-{twice[0][0]}"
            said = sit(monkeypatch, match, [reversed_tile, "quit"])
            assert f"{twice[0]} fits more than one end: {twice[0]}@" in said
            return
        match.play(match.position.legal_moves[0])
    raise AssertionError("no tile fitted two ends")


def test_what_a_tile_would_score_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    match = domino_sitting(people=1)
    while not match.is_over:
        match.run()
        if match.position.mover is None:
            match.step()
            continue
        best = max(
            match.position.legal_moves,
            key=lambda move: sum(table_of(match).play(move).total) - sum(table_of(match).total),
        )
        gain = match.position.play(best).points[len(match.position.points) :]
        table = [points.points for points in gain if points.kind == "table"]
        if table:
            assert f"{best} (+{table[0]})" in sit(monkeypatch, match, ["quit"])
            return
        match.play(best)
    raise AssertionError("no move scored")
