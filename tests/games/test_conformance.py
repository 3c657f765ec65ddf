"""What every registered game must do, whatever its rules."""

import json
import pickle
import random
from pathlib import Path

import pytest

import galo
from galo.arena.match import Match
from galo.errors import GaloError, IllegalMoveError
from galo.games.game import Move, Position
from galo.games.registry import game_names, make_game
from galo.players.registry import make_player
from support.hexapawn import install_hexapawn
from support.samples import sample

GAMES_EACH = sample(5, 15)


def positions(name: str, seed: int) -> list[Position]:
    """Return the positions of one random game."""
    game = make_game(name)
    match = Match(game, [make_player(name, "random")] * game.seats, seed, plays_forced=False)
    match.run()
    return match.positions


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the example plug-in installed in it."""
    folder = tmp_path_factory.mktemp("packages")
    install_hexapawn(folder)
    return folder


@pytest.fixture(params=[*game_names(), "hexapawn"])
def name(request: pytest.FixtureRequest, packages: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.syspath_prepend(packages)
    return str(request.param)


def test_somebody_can_move_until_the_end(name: str) -> None:
    for seed in range(GAMES_EACH):
        for position in positions(name, seed):
            assert (position.mover is None) == (not position.legal_moves)
            if position.mover is not None:
                assert position.mover in range(position.game.seats)
                assert not position.is_over
                assert len(set(position.legal_moves)) == len(position.legal_moves)


def test_outcome_names_a_side_and_scores_every_side(name: str) -> None:
    for seed in range(GAMES_EACH):
        *before, last = positions(name, seed)
        assert all(position.outcome is None for position in before)
        assert last.outcome is not None
        assert len(last.outcome.scores) == last.game.sides
        best = max(last.outcome.scores)
        winners = [side for side, score in enumerate(last.outcome.scores) if score == best]
        assert winners == [last.outcome.winner] or last.outcome.winner is None
        assert last.outcome.reason


def test_text_pickle_and_copy_are_the_same_position(name: str) -> None:
    for seed in range(GAMES_EACH):
        for position in positions(name, seed)[:: 1 + seed]:
            assert "\n" not in position.to_text()
            again = make_game(name).from_text(position.to_text())
            copy = pickle.loads(pickle.dumps(position))
            for twin in (again, copy):
                assert twin == position
                assert hash(twin) == hash(position)
                assert twin.legal_moves == position.legal_moves
                assert str(twin) == str(position)
                assert twin.outcome == position.outcome


def test_notation_is_read_back(name: str) -> None:
    for position in positions(name, seed=3):
        for move in position.legal_moves:
            assert position.parse_move(str(move)) == move


def test_every_seat_can_observe(name: str) -> None:
    for position in positions(name, seed=4):
        for seat in range(position.game.seats):
            observation = position.observe(seat)
            assert observation.seat == seat
            assert observation.mover == position.mover
            assert observation.outcome == position.outcome
            assert hash(observation) == hash(position.observe(seat))
            assert observation == position.observe(seat)
            assert "\n" not in observation.to_text()
            if seat == position.mover:
                assert observation.legal_moves == position.legal_moves


def test_playing_leaves_the_old_position_alone(name: str) -> None:
    position = make_game(name).start(seed=1)
    before = position.to_text(), str(position), hash(position)
    position.play(position.legal_moves[0])
    assert (position.to_text(), str(position), hash(position)) == before


def test_same_seed_is_the_same_game_and_another_is_not(name: str) -> None:
    texts = [[p.to_text() for p in positions(name, seed)] for seed in (5, 5, 6)]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


def test_illegal_and_late_moves_are_refused(name: str) -> None:
    first, *_, last = positions(name, seed=2)
    with pytest.raises(IllegalMoveError, match="nonsense"):
        first.play(Move(10**6, "nonsense"))
    with pytest.raises(IllegalMoveError, match="the game is over"):
        last.play(first.legal_moves[0])


def test_nonsense_text_is_refused_with_the_text_quoted(name: str) -> None:
    rng = random.Random(name)
    for _ in range(200):
        text = "".join(rng.choice("0123456789bw/-@.xé \t") for _ in range(rng.randrange(40)))
        try:
            position = make_game(name).from_text(text)
        except GaloError as problem:
            assert repr(text) in str(problem)  # noqa: PT017 - some texts are positions
        else:
            assert make_game(name).from_text(position.to_text()) == position


def test_random_games_add_up_and_follow_the_seed(name: str) -> None:
    game = make_game(name)
    tally = game.random_games(300, seed=1)
    assert sum(tally) == 300
    assert tally == game.random_games(300, seed=1)
    assert tally != game.random_games(300, seed=2)


def test_a_record_plays_the_same_game_again(name: str) -> None:
    game = make_game(name)
    record = galo.play(name, ["random"] * game.seats, seed=9)
    assert [p.to_text() for p in record.positions()][-1] == positions(name, 9)[-1].to_text()


def test_game_with_options_is_equal_to_its_spelling(name: str) -> None:
    game = make_game(name)
    assert make_game(str(game)) == game
    assert len({game, make_game(name)}) == 1
    for option in game.options_declared:
        assert make_game(name, **{option.name: option.default}) == game


def test_text_of_a_move_is_played_like_the_move(name: str) -> None:
    for position in positions(name, seed=7):
        for move in position.legal_moves:
            assert position.play(move.text) == position.play(move)


def test_player_to_move_is_observed_by_default(name: str) -> None:
    *before, last = positions(name, seed=7)
    for position in before:
        if position.mover is not None:
            assert position.observe() == position.observe(position.mover)
    with pytest.raises(GaloError, match="nobody is to move"):
        last.observe()


def test_board_and_moves_are_json_that_shows_every_move(name: str) -> None:
    last = "4"
    for position in positions(name, seed=8):
        for seat in (None, *range(position.game.seats)):
            board = json.loads(json.dumps(position.board(seat, last)))
            assert board.keys() == position.revealed_board(seat, last).keys()
        for move in position.legal_moves:
            details = json.loads(json.dumps(position.move_details(move)))
            assert details["move"] == move.text


def test_screens_can_ask_everything_of_a_position(name: str) -> None:
    for position in positions(name, seed=9):
        game = position.game
        assert position.round_number >= 1
        assert position.text_board(80)
        sizes, hands = position.hand_sizes, position.hands
        assert (sizes is None) == (hands is None) == (not game.has_chance)
        if hands is not None:
            assert sizes == tuple(map(len, hands))
        else:
            assert {len(row) for row in position.grid()} == {len(position.grid()[0])}
            assert {letter for row in position.grid() for letter in row} <= {*game.symbols, "."}
        assert position.total is None or len(position.total) == game.sides
