"""Puzzles: those that come with galo hold, and making more of them is repeatable."""

from pathlib import Path

import numpy as np
import pytest

import galo
from galo.errors import ConfigError, UnknownNameError
from galo.games.dominoes.position import DominoPosition
from galo.players.dominoes.belief import belief_of
from galo.players.prover import Prover
from galo.players.registry import games_with, prover_of
from galo.puzzles.difficulty import judges_of, rating_of
from galo.puzzles.library import (
    puzzle_count,
    shipped_games,
    shipped_puzzles,
    themes_of,
    with_theme,
)
from galo.puzzles.making import make_puzzles
from galo.puzzles.mining import mine
from galo.puzzles.puzzle import Puzzle, parse_puzzle
from galo.puzzles.solving import solve_rate
from galo.stream import Stream
from support.samples import sample

LEAST = 300  # puzzles of a game
GAMES = shipped_games()
QUICK = "connect_four"


def prover(game: str) -> Prover:
    make = prover_of(game)
    assert make is not None
    return make()


def some(game: str, count: int) -> list[Puzzle]:
    """Return *count* puzzles of *game*, spread over the easy and the hard ones."""
    puzzles = shipped_puzzles(game)
    return [puzzles[int(place)] for place in np.linspace(0, len(puzzles) - 1, count)]


def test_every_game_with_a_prover_has_puzzles() -> None:
    assert set(GAMES) == set(games_with("prover"))
    for game in GAMES:
        puzzles = shipped_puzzles(game)
        assert len(puzzles) == puzzle_count(game) >= LEAST
        assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
        assert len({puzzle.text for puzzle in puzzles}) == len(puzzles)
        assert len(themes_of(puzzles)) >= 4


@pytest.mark.parametrize("game", GAMES)
def test_solutions_are_legal_and_stand_first_among_the_values(game: str) -> None:
    for puzzle in some(game, sample(40, 1000)):
        legal = {move.text for move in puzzle.position.legal_moves}
        proof = puzzle.proof
        assert set(proof.solution) < legal
        assert {value.move for value in proof.values} <= legal
        best, *others = proof.values
        assert best.move in proof.solution
        assert best.low == best.high == 0
        assert others
        for value in others:
            assert value.move not in proof.solution
            assert 0 < value.low <= best.value - value.value + 1e-3 <= value.high + 2e-3
        assert puzzle.rating == rating_of(puzzle.game, puzzle.solved)
        assert set(puzzle.solved) == set(judges_of(game))
        assert parse_puzzle(puzzle.to_line()) == puzzle


@pytest.mark.parametrize("game", GAMES)
def test_puzzles_are_hard_for_the_levels_and_stronger_agents_solve_more(game: str) -> None:
    solved = [puzzle.solved for puzzle in shipped_puzzles(game)]
    _, *lower, champion = judges_of(game)
    missed = sum(any(one[agent] == 0 for agent in lower) for one in solved)
    # Who decides by chance may find on another day what it missed.
    assert missed > 0.8 * len(solved)
    shares = [sum(one[agent] for one in solved) for agent in (*lower, champion)]
    assert shares == sorted(shares)


def test_columns_of_connect_four_have_the_scores_of_the_solver() -> None:
    for puzzle in some("connect_four", sample(8, 1000)):
        exact = galo.solve("connect_four", puzzle.text).columns
        assert {value.move: int(value.value) for value in puzzle.proof.values} == {
            str(column): score for column, score in enumerate(exact, start=1) if score is not None
        }


@pytest.mark.parametrize("game", GAMES)
def test_game_that_a_puzzle_was_found_in_has_it_again(game: str) -> None:
    for puzzle in some(game, sample(2, 100))[: sample(1, 100)]:
        seed, _, number = puzzle.id.partition("-")
        again = mine(game, int(seed), int(number))
        assert again is not None
        assert again.to_line() == puzzle.to_line()


@pytest.mark.parametrize("game", ["dominoes4", "dominoes2"])
def test_proof_knows_only_what_the_seat_knows(game: str) -> None:
    for number, puzzle in enumerate(some(game, sample(2, 40))):
        seen = puzzle.position.observe()
        other = seen.complete(belief_of(seen).deal(Stream.of(number, 1)))  # type: ignore[arg-type]
        assert isinstance(other, DominoPosition)
        rng = Stream.of(number, 2)
        assert prover(game).prove(other, rng) == prover(game).prove(puzzle.position, rng)


def test_same_seed_makes_the_same_file_also_when_it_is_stopped(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    make_puzzles(QUICK, 2, whole, 5, 2, lambda found, game: None)

    def interrupt(found: int, game: int) -> None:
        if found == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make_puzzles(QUICK, 2, stopped, 5, 1, interrupt)
    assert len(stopped.read_text().splitlines()) == 1
    with stopped.open("a") as file:
        file.write('{"id": "5-')  # as after a power cut
    found = make_puzzles(QUICK, 2, stopped, 5, 1, lambda found, game: None)
    assert stopped.read_bytes() == whole.read_bytes()
    assert [puzzle.to_line() for puzzle in found] == whole.read_text().splitlines()
    with pytest.raises(ConfigError, match="of seed 5, not of connect_four of seed 6"):
        make_puzzles(QUICK, 2, stopped, 6, 1, lambda found, game: None)


def test_rating_rises_with_the_agents_that_fail() -> None:
    agents = judges_of("connect_four")
    solved = {agent: float(agent == "perfect") for agent in agents}
    hard = rating_of("connect_four", solved)
    easier = rating_of("connect_four", {**solved, "mcts": 1.0})
    assert agents["random"] < easier < hard < agents["perfect"] + 400


def test_agents_solve_what_they_play() -> None:
    puzzles = some("connect_four", 3)
    rate = solve_rate(puzzles, "perfect", 0, 1, lambda done, total: None)
    assert (rate.solved, rate.puzzles, rate.rate) == (3, 3, 1.0)
    assert rate.interval.low < 0.5
    with pytest.raises(UnknownNameError, match="agent of connect_four 'kasparov'"):
        solve_rate(puzzles, "kasparov", 0, 1, lambda done, total: None)


def test_theme_that_no_puzzle_has_is_refused_with_those_there_are() -> None:
    puzzles = shipped_puzzles("connect_four")
    assert 0 < len(with_theme(puzzles, "double_threat")) < len(puzzles)
    with pytest.raises(
        ConfigError, match="no puzzle has the theme 'luck'; themes: .*double_threat"
    ):
        with_theme(puzzles, "luck")
