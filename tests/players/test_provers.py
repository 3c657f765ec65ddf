"""Provers: what is no puzzle, and the facts behind the themes."""

from typing import Any

import galo
from galo.games.dominoes.position import DominoPosition
from galo.games.lines_of_action import LinesOfActionPosition
from galo.players.connect_four.prover import Prover as ConnectFourProver
from galo.players.dominoes.belief import belief_of
from galo.players.dominoes.prover import MOST_DEALS, all_deals
from galo.players.dominoes.reasons import tile_of
from galo.players.dominoes4.prover import Prover as Dominoes4Prover
from galo.players.lines_of_action.prover import connecting_moves
from galo.puzzles.library import shipped_puzzles
from galo.stream import Stream

RNG = Stream.of(3)


def test_column_that_wins_at_once_is_no_puzzle() -> None:
    game = galo.game("connect_four")
    position = game.from_text("11223377")
    assert position.play("4").is_over
    assert ConnectFourProver().prove(position, RNG) is None


def test_columns_that_keep_the_result_alone_are_proved() -> None:
    proof = ConnectFourProver().prove(galo.game("connect_four").from_text("1352763577"), RNG)
    assert proof is not None
    assert (proof.kind, proof.solution) == ("solved", ("5",))
    assert [value.low for value in proof.values] == sorted(value.low for value in proof.values)


def test_moves_that_connect_are_counted_for_the_side_to_move() -> None:
    game = galo.game("lines_of_action")
    position = game.from_text("8/1ww3w1/2b3w1/2b2w2/2b5/5b2/2wbb3/8 b 20")  # of a lesson: d2-d3
    assert isinstance(position, LinesOfActionPosition)
    wins = [
        move
        for move in position.legal_moves
        if (after := position.play(move).outcome) is not None and after.winner == 0
    ]
    assert connecting_moves(game.rules, position.state) == len(wins) == 1


def test_all_deals_that_fit_are_found_where_they_are_few() -> None:
    ends = [one for one in shipped_puzzles("dominoes4") if one.proof.kind == "every_deal"]
    assert ends
    for puzzle in ends:
        assert isinstance(puzzle.position, DominoPosition)
        seen = puzzle.position.observe()
        deals = all_deals(seen, RNG)
        assert deals is not None
        assert len(deals) == belief_of(seen).count == puzzle.proof.effort["deals"] <= MOST_DEALS
    begun = galo.game("dominoes4").start(seed=1)
    assert isinstance(begun, DominoPosition)
    assert all_deals(begun.observe(), RNG) is None


def test_tile_at_one_of_two_like_ends_solves_a_puzzle_alike() -> None:
    prover = Dominoes4Prover()
    doubled = [one for one in shipped_puzzles("dominoes4") if len(one.proof.solution) > 1]
    assert doubled
    for puzzle in doubled:
        seen: Any = puzzle.observation
        moves = [move for move in seen.legal_moves if move.text in puzzle.proof.solution]
        assert len({prover.result_of(seen, move) for move in moves}) == 1
        others = [move for move in seen.legal_moves if move not in moves]
        assert not {tile_of(move) for move in moves} & {
            tile_of(move)
            for move in others
            if prover.result_of(seen, move) == prover.result_of(seen, moves[0])
        }
