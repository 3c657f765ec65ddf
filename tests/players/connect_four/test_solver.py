"""The exact solver against its naive twin, published scores, and itself in portions."""

from pathlib import Path

import pytest

import galo
from galo.errors import ConfigError
from galo.games.rules.connect_four import State
from galo.players.budget import Budget, endless
from galo.players.connect_four.solver import (
    EVERYTHING,
    Solver,
    next_alpha,
    static_bounds,
)
from galo.players.connect_four.transposition_table import (
    AGE_MASK,
    KEY_MASK,
    Bounds,
    TranspositionTable,
    key_of,
)
from support.connect_four import late_positions, naive_score, random_positions

GAME = galo.game("connect_four")
SUBSETS = {"L3_R1": 200, "L2_R1": 100, "L2_R2": 30, "L1_R1": 50, "L1_R2": 4}
SIGNATURE = 874_841
HARD = ""  # the first position: no test waits for its score


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(TranspositionTable(megabytes=8))


def state(columns: str) -> State:
    return GAME.from_text(columns).state


@pytest.mark.parametrize(("stones", "count"), [(41, 20), (40, 40), (37, 40), (34, 30), (31, 8)])
def test_naive_twin_finds_the_same_scores(solver: Solver, stones: int, count: int) -> None:
    for position in late_positions(count, stones, seed=stones):
        solver.clear()
        assert solver.score(position.state) == naive_score(position), position.to_text()


@pytest.mark.parametrize(("name", "count"), SUBSETS.items())
def test_published_scores_are_found(solver: Solver, reference: Path, name: str, count: int) -> None:
    lines = (reference / "connect_four" / f"Test_{name}").read_text().splitlines()
    for line in lines[:count]:
        moves, score = line.split()
        solver.clear()
        assert solver.score(state(moves)) == int(score), moves


def test_mirror_images_have_the_same_score(solver: Solver) -> None:
    for position in late_positions(30, 24, seed=1):
        mirror = "".join(str(8 - int(column)) for column in position.to_text())
        assert solver.score(position.state) == solver.score(state(mirror))


def test_score_is_that_of_the_best_move(solver: Solver) -> None:
    for position in late_positions(30, 26, seed=2):
        children = [position.play(move) for move in position.legal_moves]
        scores = [8 if after.is_over else -solver.score(after.state) for after in children]
        assert solver.score(position.state) == max(scores)


def test_signature() -> None:
    """The nodes of fixed searches: a change here is a change of what the search does."""
    solver = Solver(TranspositionTable(megabytes=8))
    for position in late_positions(20, 16, seed=3) + late_positions(4, 11, seed=3):
        solver.clear()
        solver.score(position.state)
    assert solver.nodes == SIGNATURE


def test_portions_change_nothing() -> None:
    whole, portioned = Solver(TranspositionTable(1)), Solver(TranspositionTable(1))
    for position in late_positions(10, 26, seed=4):
        assert whole.score(position.state) == score_in_portions(portioned, position.state)
        assert whole.nodes == portioned.nodes


def score_in_portions(solver: Solver, state: State) -> int:
    """Return the score of *state*, found in portions of 7 nodes."""
    found = solver.bounds(state, Budget(galo.Limit(), portion=7))
    assert found.lower == found.upper
    return found.lower


def test_nodes_are_never_more_than_the_limit_allows() -> None:
    solver = Solver(TranspositionTable(1))
    for nodes in (1, 2, 10, 1000, 100_000):
        before = solver.nodes
        bounds = solver.bounds(state(HARD), Budget(galo.Limit(nodes=nodes)))
        assert solver.nodes - before <= nodes
        assert bounds.lower < bounds.upper


def test_stopped_search_gives_bounds_that_hold_and_get_narrower() -> None:
    for position in late_positions(10, 22, seed=5):
        score, before = Solver(TranspositionTable(1)).score(position.state), EVERYTHING
        for nodes in (1, 100, 1000, 10_000):
            found = Solver(TranspositionTable(1)).bounds(
                position.state, Budget(galo.Limit(nodes=nodes))
            )
            assert before.lower <= found.lower <= score <= found.upper <= before.upper
            before = found


def test_spent_time_and_stop_flag_end_a_search_at_once() -> None:
    solver = Solver(TranspositionTable(1))
    for budget in (Budget(galo.Limit(seconds=1e-9)), Budget(galo.Limit(), lambda: True)):
        assert solver.bounds(state(HARD), budget) == static_bounds(state(HARD))
    assert solver.nodes == 0


def test_window_tells_only_on_which_side_the_score_lies(solver: Solver) -> None:
    for position in late_positions(20, 24, seed=6):
        score = solver.score(position.state)
        for alpha in range(-6, 7):
            found = solver.bounds(position.state, endless(), Bounds(alpha, alpha + 1))
            assert found.lower <= score <= found.upper
            assert found.lower > alpha or found.upper <= alpha


def test_every_null_window_narrows_what_is_in_doubt() -> None:
    for lower in range(-22, 22):
        for upper in range(lower + 1, 23):
            assert lower <= next_alpha(lower, upper) < upper


def test_static_bounds_hold(solver: Solver) -> None:
    for position in late_positions(100, 30, seed=7):
        lower, upper = static_bounds(position.state)
        assert lower <= solver.score(position.state) <= upper


def test_keys_are_all_different() -> None:
    positions = random_positions(2000, seed=8)
    states = {position.state for position in positions if position.state.ply >= 14}
    keys = {key_of(*one) for one in states}
    assert len(keys) == len(states)
    assert all(0 <= key <= KEY_MASK for key in keys)


def test_table_that_is_far_too_small_changes_no_score() -> None:
    small, large = Solver(TranspositionTable(1)), Solver(TranspositionTable(32))
    for position in late_positions(5, 16, seed=9):
        assert small.score(position.state) == large.score(position.state)


def test_clearing_the_table_makes_every_search_the_first() -> None:
    solver, position = Solver(TranspositionTable(1)), GAME.from_text("274552224131661")

    def nodes() -> int:
        before = solver.nodes
        solver.score(position.state)
        return solver.nodes - before

    first = nodes()
    assert nodes() < first
    for _ in range(3):
        solver.clear()
        assert nodes() == first


def test_oldest_age_is_followed_by_an_empty_table() -> None:
    table = TranspositionTable(1)
    table.age = AGE_MASK
    table.words[5] = 7
    table.clear()
    assert table.age == 1
    assert not table.words.any()


@pytest.mark.parametrize("megabytes", [0, -1, 1 << 20])
def test_table_of_impossible_size_is_refused(megabytes: int) -> None:
    with pytest.raises(ConfigError, match=f"table of {megabytes} MB is not from 1 to 32768 MB"):
        TranspositionTable(megabytes)


def test_default_table_takes_less_than_256_megabytes() -> None:
    assert TranspositionTable().words.nbytes < 256 << 20
