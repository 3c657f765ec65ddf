"""What a view tells, and to whom: results, points, passes and draws."""

import pytest

import galo
from galo.arena.match import Match
from galo.games.dominoes.game import DominoGame
from galo.games.dominoes.round import DRAW, PASS
from galo.games.game import Move, Outcome
from galo.games.registry import make_game
from galo.terminal.view import View
from galo.texts import Texts
from support.domino_rounds import positions
from support.positions import mover_of

WINS = {
    ("en", 2): ("You win", "Your opponent wins"),
    ("pt", 2): ("Você venceu", "Seu adversário venceu"),
    ("en", 4): ("You and your partner win", "Your opponents win"),
    ("pt", 4): ("Você e seu parceiro venceram", "Seus adversários venceram"),
}
REACHED = {
    ("en", 2): "reached 100",
    ("pt", 2): "chegou aos 100",
    ("en", 4): "reached 200",
    ("pt", 4): "chegaram aos 200",
}


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("connect_four", "line"),
        ("lines_of_action", "connected"),
        ("dominoes2", "out"),
        ("dominoes2:players=4", "blocked"),
        ("dominoes2:target=100", "target"),
        ("dominoes4", "target"),
    ],
)
def test_result_is_said_from_the_side_of_the_viewer(name: str, reason: str, language: str) -> None:
    game, texts = make_game(name), Texts(language)
    ours, theirs = WINS[language, game.seats]
    for viewer in range(game.seats):
        view = View(game, texts, ["random"] * game.seats, viewer)
        for winner in (0, 1):
            told = ours if winner == viewer % 2 else theirs
            outcome = Outcome((1, 0), winner, reason)
            why = REACHED[language, game.seats] if reason == "target" else texts(f"reason.{reason}")
            assert view.result(outcome) == f"{told}: {why}."
        assert view.result(None) == texts("play.unfinished")


@pytest.mark.parametrize(
    ("name", "language", "told"),
    [
        ("connect_four", "en", "● first (random) won: "),
        ("lines_of_action", "pt", "Vitória de ● Pretas (random): "),
        ("dominoes4", "en", "seat 1 (random) + seat 3 (random) won: "),
    ],
)
def test_result_names_the_seats_to_nobody_in_particular(
    name: str, language: str, told: str
) -> None:
    game = make_game(name)
    view = View(game, Texts(language), ["random"] * game.seats, viewer=None)
    assert view.result(Outcome((1, 0), 0, "target")).startswith(told)


def one_hand() -> Match:
    """Return a hand of the draw game that was blocked, with draws and passes in it."""
    match = Match(galo.game("dominoes2"), [galo.player("dominoes2", "random")] * 2, seed=9)
    while not match.is_over:
        match.step()
    return match


@pytest.mark.parametrize(
    ("language", "scorers"),
    [
        ("en", ("for you", "for your opponent", "for seat {}")),
        ("pt", ("para você", "para seu adversário", "para o lugar {}")),
    ],
)
def test_points_are_told_for_you_or_your_opponent(
    language: str, scorers: tuple[str, str, str]
) -> None:
    match = one_hand()
    (points,) = match.position.points
    assert points.side is not None
    told = [scorers[0], scorers[1], scorers[2].format(points.side + 1)]
    for viewer, scorer in zip((points.side, 1 - points.side, None), told, strict=True):
        view = View(match.game, Texts(language), ["random"] * 2, viewer)
        last = view.news(match.positions[-2], match.position, match.moves[-1])[-1]
        assert f"+{points.points} {scorer}, " in last


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", {PASS: ("you passed", "opponent (random) passed"),
                DRAW: ("you drew a tile", "opponent (random) drew a tile")}),
        ("pt", {PASS: ("você passou", "adversário (random) passou"),
                DRAW: ("você comprou uma pedra", "adversário (random) comprou uma pedra")}),
    ],
)  # fmt: skip
def test_pass_and_draw_are_told_of_you_and_of_others(
    language: str, told: dict[str, tuple[str, str]]
) -> None:
    match = one_hand()
    found = set()
    for before, after, move in zip(match.positions, match.positions[1:], match.moves, strict=False):
        if move is not None and move.text in told:
            found.add(move.text)
            for viewer in (0, 1):
                view = View(match.game, Texts(language), ["random"] * 2, viewer)
                sentence = told[move.text][0 if viewer == before.mover else 1]
                assert view.news(before, after, move)[0] == sentence
    assert found == set(told)


@pytest.mark.parametrize("name", ["dominoes4", "dominoes2", "dominoes2:players=4"])
@pytest.mark.parametrize("width", [40, 60, 80])
def test_table_is_no_wider_than_the_screen_and_shows_every_end(name: str, width: int) -> None:
    game = make_game(name)
    assert isinstance(game, DominoGame)
    cut = 0
    for seed in range(20):
        *_, last = positions(name, seed)
        rows = View(game, Texts("en"), [""] * game.seats, 0).screen(last, last, width).plain
        table = game.table_drawing(last.plays, width)
        assert table in rows
        assert max(map(len, table.splitlines())) <= width
        middle = max(table.splitlines(), key=len)
        assert middle[0] in "wl"
        assert middle[-1] in "er"
        whole = game.table_drawing(last.plays, 200)
        assert "…" not in whole
        cut += whole != table
    assert cut or width == 80


def test_going_out_is_told_also_where_it_scores_nothing() -> None:
    game, texts = make_game("dominoes4"), Texts("en")
    view = View(game, texts, [""] * 4, 0)
    counted = {True: 0, False: 0}
    for seed in range(80):
        *_, last = positions("dominoes4", seed)
        assert last.mover is not None
        for move in last.legal_moves:
            after = last.play(move)
            if not after.hands[last.mover]:
                news = view.news(last, after, move)
                scores = len(after.points) > len(last.points)
                says_nothing = f"   {texts('points.out.nobody')}" in news
                assert says_nothing or scores
                assert says_nothing != any("garagem" in line or "double" in line for line in news)
                counted[says_nothing] += 1
    assert min(counted.values()) > 0, counted


@pytest.mark.parametrize("rule", ["next", "penalty"])
def test_deal_tells_who_pays_for_having_no_double(rule: str) -> None:
    game, texts = make_game(f"dominoes4:opener_without_double={rule}"), Texts("en")
    assert isinstance(game, DominoGame)
    view = View(game, texts, [""] * 4, 0)
    skipped = 0
    for seed in range(60):
        first = game.start(seed=seed)
        after = game.round(first.dealt, 1, ((0, 0),))
        before = Match(game, [galo.player("dominoes4", "random")] * 4, seed)
        told = view.news(before.position, after, None)
        count = (mover_of(after) - 1) % 4 if rule == "penalty" else 0
        assert len(told) == count
        assert all("+20" in line and "no double to open with" in line for line in told)
        skipped += count
    assert skipped or rule == "next"


@pytest.mark.parametrize(
    ("name", "language", "written", "shown", "typed"),
    [
        (
            "dominoes4",
            "en",
            "6-4@e",
            "6-4@e",
            {"6-4@e": "6-4@e", "4-6@W": "4-6@w", "6-4@x": "6-4@x"},
        ),
        (
            "dominoes4",
            "pt",
            "6-4@e",
            "6-4@direita",
            {
                "6-4@d": "6-4@e",
                "6-4@Esq": "6-4@w",
                "6-4@e": "6-4@w",
                "6-4@cima": "6-4@n",
                "6-4@b": "6-4@s",
                "6-4@n": "6-4@n",
                "6-6": "6-6",
                "6-4@": "6-4@",
            },
        ),
        ("dominoes2", "pt", "6-4@l", "6-4@esquerda", {"6-4@e": "6-4@l", "6-4@direita": "6-4@r"}),
    ],
)
def test_arms_have_names_in_the_language_of_the_person(
    name: str, language: str, written: str, shown: str, typed: dict[str, str]
) -> None:
    view = View(make_game(name), Texts(language), ["random"] * 4, 0)
    assert view.move(Move(0, written)) == shown
    assert {text: view.notation(text) for text in typed} == typed
