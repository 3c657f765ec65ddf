"""`perfect` and the analysis behind it: exact, in time, and out for mistakes of the other side."""

import random

import pytest

import galo
from galo.arena.match import Match
from galo.errors import ConfigError
from galo.games.connect_four import ConnectFourPosition
from galo.games.rules.connect_four import State
from galo.players.budget import endless
from galo.players.connect_four.analysis import BookSolver, ColumnAnalysis, analyse
from galo.players.connect_four.book import shipped_book
from galo.players.connect_four.perfect import choose, traps
from galo.players.connect_four.solver import Solver
from galo.players.connect_four.transposition_table import Bounds, TranspositionTable
from galo.players.player import Analysis, Decision, Reason
from galo.stream import Stream
from support.connect_four import late_positions, naive_score

GAME = galo.game("connect_four")
WAY = "274552224131661"


@pytest.fixture(scope="module")
def solver() -> BookSolver:
    return BookSolver(Solver(TranspositionTable(8)), shipped_book())


def decide(columns: str, limit: galo.Limit = galo.Limit()) -> Decision:  # noqa: B008
    position = GAME.from_text(columns)
    assert position.mover is not None
    player = galo.player("connect_four", "perfect")
    return player.decide(position.observe(position.mover), limit, Stream.of(0))


def exact(position: ConnectFourPosition) -> ColumnAnalysis:
    *_, last = analyse(position, galo.Limit())
    assert last.is_exact
    return last


def column_scores(analysis: ColumnAnalysis) -> list[int | None]:
    return [column and column.lower for column in analysis.columns]


def test_columns_of_the_first_position_have_the_published_scores() -> None:
    assert column_scores(exact(GAME.start())) == [-2, -1, 0, 1, 0, -1, -2]
    assert exact(GAME.start()).best_column == 3


def test_analysis_is_exact_in_every_column() -> None:
    for position in late_positions(15, 32, seed=1):
        analysis = exact(position)
        for column in range(7):
            legal = [move for move in position.legal_moves if move.code == column]
            if legal:
                score = -naive_score(position.play(legal[0]))
                assert analysis.columns[column] == (score, score)
            else:
                assert analysis.columns[column] is None
        assert analysis.score.lower == naive_score(position)


def test_analyses_get_sharper_and_stop_at_the_limit(solver: BookSolver) -> None:
    position = GAME.from_text("4444443322")
    final = column_scores(exact(position))
    before: tuple[Bounds | None, ...] = (Bounds(-22, 22),) * 7
    for analysis in analyse(position, galo.Limit(nodes=20_000)):
        for now, then, score in zip(analysis.columns, before, final, strict=True):
            if now is not None:
                assert then is not None
                assert score is not None
                assert then.lower <= now.lower <= score <= now.upper <= then.upper
        assert analysis.nodes <= 20_000
        before = analysis.columns


def test_analysis_names_the_best_columns_and_the_reasons() -> None:
    analysis: Analysis = exact(GAME.start())
    assert [move.text for move in analysis.best] == ["4"]
    assert analysis.reasons == (Reason("wins_in", {"moves": 21}),)
    found = analysis.to_json()
    assert found["columns"][:4] == [
        {"low": -2, "high": -2, "moves": 20},
        {"low": -1, "high": -1, "moves": 21},
        {"low": 0, "high": 0, "moves": None},
        {"low": 1, "high": 1, "moves": 21},
    ]
    assert found["best_moves"] == ["4"]
    assert found["exact"] is True
    assert found["reasons"] == [{"name": "wins_in", "numbers": {"moves": 21}}]
    assert exact(GAME.from_text("111111")).to_json()["columns"][0] is None


def test_no_column_is_called_best_while_another_may_be_better() -> None:
    first = next(analyse(GAME.from_text("5236173566"), galo.Limit(nodes=1)))
    assert not first.is_exact
    assert first.best == ()


def test_analysis_refuses_another_game() -> None:
    other = galo.game("lines_of_action").start()
    with pytest.raises(ConfigError, match="^the solver of connect_four does not play lines_of_act"):
        next(analyse(other, galo.Limit()))  # type: ignore[arg-type]


def test_analysis_of_an_observation_is_that_of_its_position() -> None:
    position = GAME.from_text(WAY)
    assert [*analyse(position.observe(0), galo.Limit())][-1].columns == exact(position).columns


def test_analysis_can_be_stopped_from_outside() -> None:
    *_, last = analyse(GAME.from_text("44444432"), galo.Limit(), stopped=lambda: True)
    assert not last.is_exact


def test_finished_game_is_not_analysed() -> None:
    with pytest.raises(ConfigError, match="the game is over after '1212121': nothing to analyse"):
        next(analyse(GAME.from_text("1212121"), galo.Limit()))


@pytest.mark.parametrize(
    ("columns", "move", "reasons"),
    [
        ("121212", "1", {"wins_now": {}}),
        ("", "4", {"wins_in": {"moves": 21}}),
        ("1", "4", {"wins_in": {"moves": 20}}),
        ("41", "4", {"wins_in": {"moves": 17}}),
        ("4455", "3", {"wins_in": {"moves": 2}}),
    ],
)
def test_perfect_plays_the_quickest_way_and_says_why(
    columns: str, move: str, reasons: dict[str, dict[str, int]]
) -> None:
    decision = decide(columns)
    assert {reason.name: dict(reason.numbers) for reason in decision.reasons} == reasons
    if move:
        assert decision.move.text == move


def test_perfect_says_when_it_loses_draws_or_must_block() -> None:
    assert {reason.name for reason in decide("4").reasons} == {"holds_out"}
    assert {reason.name for reason in decide("3").reasons} == {"draws"}
    assert {reason.name for reason in decide("17171").reasons} == {"must_block", "holds_out"}
    assert decide("4").value == -1.0


def test_perfect_plays_a_move_of_the_best_score() -> None:
    for position in late_positions(20, 30, seed=2):
        scores = {move: -naive_score(position.play(move)) for move in position.legal_moves}
        decision = decide(position.to_text())
        assert scores[decision.move] == max(scores.values()) == decision.value


def test_perfect_prefers_the_move_after_which_most_replies_are_mistakes(solver: BookSolver) -> None:
    decided = 0
    for position in late_positions(100, 31, seed=3):
        scores = {move: -naive_score(position.play(move)) for move in position.legal_moves}
        best = max(scores.values())
        if best == 6:
            continue  # it wins at once
        equal = [move for move in scores if scores[move] == best]
        found = {move.code: mistakes(position.play(move), best) for move in equal}
        column, _ = choose(solver, position.state, endless())
        assert found[column] == max(found.values())
        assert traps(solver, position.play(equal[0]).state, best, endless()) == found[equal[0].code]
        decided += len(set(found.values())) > 1
    assert decided > 3


def mistakes(position: ConnectFourPosition, score: int) -> tuple[int, int]:
    """Return how many replies turn the game, and how many are not the best, by trying them."""
    if position.is_over:
        return 0, 0
    replies = [naive_score(position.play(move)) for move in position.legal_moves]
    turning = sum(reply >= 0 for reply in replies) if score < 0 else 0
    return turning, sum(reply > score for reply in replies)


@pytest.mark.parametrize("nodes", [1, 50, 1000])
def test_limit_by_nodes_is_kept_and_gives_the_same_move_again(nodes: int) -> None:
    limit = galo.Limit(nodes=nodes)
    decisions = [decide("4444443322", limit) for _ in range(2)]
    assert decisions[0] == decisions[1]
    assert decisions[0].nodes is not None
    assert decisions[0].nodes <= nodes


def test_no_time_at_all_still_gives_a_legal_move() -> None:
    decision = decide("444444332", galo.Limit(seconds=1e-9))
    assert decision.move in GAME.from_text("444444332").legal_moves


def state_of(match: Match) -> State:
    """Return the board of *match* as kernels know it."""
    assert isinstance(match.position, ConnectFourPosition)
    return match.position.state


@pytest.mark.parametrize("opponent", ["focused", "minimax:depth=4", "mcts:playouts=200", "tux"])
def test_perfect_never_drops_what_it_has(solver: BookSolver, opponent: str) -> None:
    for seat in (0, 1):
        players = [galo.player("connect_four", name) for name in ("perfect", opponent)]
        match = Match(GAME, players if seat == 0 else players[::-1], seed=seat)
        rng = random.Random(f"{opponent} {seat}")
        for _ in range(4):  # as different games as there are
            match.play(rng.choice(match.position.legal_moves))
        if match.position.is_over:
            continue
        before = None
        while not match.is_over:
            mover = match.position.mover
            if mover == seat:
                before = solver.bounds(state_of(match), endless()).lower
            match.step()
            if mover == seat and not match.is_over:
                after = -solver.bounds(state_of(match), endless()).lower
                assert after == before, match.position.to_text()
        outcome = match.position.outcome
        assert outcome is not None
        if before is not None and before > 0:
            assert outcome.winner == seat


def test_perfect_without_book_plays_as_well() -> None:
    position = GAME.from_text("4444445")
    players = [galo.player("connect_four", f"perfect:book={book}") for book in ("yes", "no")]
    moves = [p.decide(position.observe(1), galo.Limit(), Stream.of(0)) for p in players]
    assert moves[0].value == moves[1].value
