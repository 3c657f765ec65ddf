"""The agents of Connect Four beside `perfect`: tux, minimax, mcts."""

from functools import cache
from typing import Any, NamedTuple

import pytest

import galo
from galo.errors import ConfigError
from galo.games.connect_four import ConnectFourPosition
from galo.players.connect_four.book import shipped_book
from galo.players.connect_four.tux import (
    DATABASE_STONES,
    DatabaseWeights,
    SumWeights,
    database_weights,
    fixed_column,
    has_double_threat,
    rows_value,
)
from galo.players.player import Decision
from galo.stream import Stream
from support.connect_four import late_positions

GAME = galo.game("connect_four")
WEIGHTS = {1: 2, 0: 1, -1: -2}  # of the report: won, drawn, lost


def decide(agent: str, columns: str, seed: int = 0, limit: galo.Limit | None = None) -> Decision:
    position = GAME.from_text(columns)
    assert position.mover is not None
    player = galo.player("connect_four", agent)
    return player.decide(position.observe(position.mover), limit or galo.Limit(), Stream.of(seed))


@pytest.mark.parametrize(
    ("columns", "move"),
    [
        ("", "4"),  # first player: the middle three times
        ("41", "4"),
        ("4141", "4"),
        ("4", "5"),  # second player, against the middle: e1, then the middle twice
        ("451", "4"),
        ("45141", "4"),
        ("1", "4"),  # the other side opened elsewhere
        ("121", "4"),
    ],
)
def test_first_three_moves_of_tux_are_fixed(columns: str, move: str) -> None:
    assert decide("tux", columns).move.text == move


def test_tux_blocks_and_wins_before_anything_else() -> None:
    assert decide("tux", "14141").move.text == "1"  # where the middle would be fixed
    assert decide("tux", "121212").move.text == "1"
    assert [reason.name for reason in decide("tux", "17171").reasons] == ["must_block"]


def test_tux_does_not_play_its_fixed_move_into_a_full_column() -> None:
    assert fixed_column(GAME.from_text("44444")) == 3
    position = GAME.from_text("444444")  # the fourth move: fixed ones are over
    assert fixed_column(position) is None
    assert decide("tux", "44444").move.text == "4"


@pytest.mark.parametrize(
    ("written", "weights"),
    [("", WEIGHTS), ("win=5,draw=-3,loss=1", {1: 5, 0: -3, -1: 1})],
)
@pytest.mark.parametrize("columns", ["414125", "4541725", "123456", "1234567"])
def test_fourth_move_of_tux_comes_from_the_database(
    columns: str, written: str, weights: dict[int, int]
) -> None:
    position, book = GAME.from_text(columns), shipped_book()
    seat, expected = position.mover, {}
    for move in position.legal_moves:
        after = [position.play(move)]
        if len(columns) + 2 == DATABASE_STONES:
            after = [after[0].play(answer) for answer in after[0].legal_moves]
        expected[move.code] = 0
        for one in after:
            score = book.score(one.state)
            assert score is not None
            sign = (score > 0) - (score < 0)
            expected[move.code] += weights[sign if one.mover == seat else -sign]
    assert decide(f"tux:{written}", columns).value == max(expected.values())
    usual = DatabaseWeights(weights[1], weights[0], weights[-1])
    assert database_weights(position.state, book, usual) == expected


def test_tux_without_database_searches_at_its_fourth_move() -> None:
    decision = decide("tux:database=no", "414125")
    assert (decision.depth, decide("tux", "414125").depth) == (7, None)


class Weights(NamedTuple):
    """The weights of the search of tux, as its documentation gives them."""

    near: int = 200
    double: int = 0
    two: int = 0
    three: int = 0
    four: int = 1


Square = tuple[int, int]
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
LETTERS = "xo"
# Nobody can win at once, so that tux searches.
QUIET = ("517624651417456433455511412226", "566577454273675357745634316163")


def stones_of(position: ConnectFourPosition, seat: int) -> set[Square]:
    """Return the column and row of every stone of *seat*."""
    rows = enumerate(reversed(position.grid()))
    return {(c, r) for r, line in rows for c in range(7) if line[c] == LETTERS[seat]}


def rows_of(stones: set[Square], length: int) -> int:
    """Return how many rows of *length* lie in *stones*, those within longer ones too."""
    return sum(
        all((c + k * dc, r + k * dr) in stones for k in range(length))
        for c, r in stones
        for dc, dr in DIRECTIONS
    )


def winning_moves(position: ConnectFourPosition, seat: int) -> int:
    """Return in how many columns one more stone gives *seat* four in a row."""
    stones = stones_of(position, seat)
    landed = [(move.code, position.columns.count(move.text)) for move in position.legal_moves]
    return sum(rows_of(stones | {square}, 4) > 0 for square in landed)


@cache
def sum_of_children(position: ConnectFourPosition, seat: int, plies: int, weights: Weights) -> int:
    """Return what tux makes of *position*, *plies* after its own, by plain recursion."""
    moved = 1 - position.state.ply % 2
    sign = 1 if moved == seat else -1
    if position.outcome is not None and position.outcome.winner is not None:
        return sign * weights.four * (weights.near if plies <= 3 else 1)
    total = 0
    if weights.double and winning_moves(position, moved) >= 2:
        total += 0 if winning_moves(position, 1 - moved) else sign * weights.double
    if position.outcome is not None or plies == 7:
        for side in (0, 1) if weights.two or weights.three else ():
            own = stones_of(position, side)
            rows = weights.two * rows_of(own, 2) + weights.three * rows_of(own, 3)
            total += rows if side == seat else -rows
        return total
    children = [position.play(move) for move in position.legal_moves]
    return total + sum(sum_of_children(child, seat, plies + 1, weights) for child in children)


@pytest.mark.parametrize(
    ("agent", "weights"),
    [
        ("tux", Weights()),
        ("tux:near=1", Weights(near=1)),
        ("tux:near=10000", Weights(near=10_000)),
        ("tux:double=7", Weights(double=7)),
        ("tux:search=rows", Weights(two=1, three=10, four=100)),
        ("tux:search=rows,near=2,double=50", Weights(2, 50, 1, 10, 100)),
        ("tux:search=rows,four=9,two=3", Weights(two=3, three=10, four=9)),
        ("tux:three=4", Weights(three=4)),
    ],
)
def test_parents_sum_their_children_in_the_search_of_tux(agent: str, weights: Weights) -> None:
    for columns in QUIET:
        position = GAME.from_text(columns)
        decision = decide(agent, columns)
        seat = position.mover
        assert seat is not None
        sums = {
            move: sum_of_children(position.play(move), seat, 1, weights)
            for move in position.legal_moves
        }
        assert sums[decision.move] == max(sums.values()) == decision.value
        assert decision.depth == 7


def test_twos_threes_and_double_threats_are_counted() -> None:
    weights = SumWeights(four=100, three=10, two=1, near=1, double=5)
    assert rows_value(weights, GAME.from_text("4455").state.mine) == 1
    assert rows_value(weights, GAME.from_text("445533").state.mine) == 2 + 10
    for columns, expected in (("44553", True), ("4455", False), ("445536", False)):
        assert has_double_threat(GAME.from_text(columns).state) is expected
    # Columns 2 and 6 would win, but the other side comes first with its fourth stone in column 7.
    assert not has_double_threat(GAME.from_text("4757173").state)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("near=0", "'near' of connect_four agent tux cannot be '0'"),
        ("double=-1", "'double' of connect_four agent tux cannot be '-1'"),
        ("search=sums", "it is ends or rows"),
    ],
)
def test_options_of_tux_are_checked(written: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        galo.player("connect_four", f"tux:{written}")


@cache
def minimax_value(position: ConnectFourPosition, depth: int) -> int | None:
    """Return 1, 0 or -1 if the mover wins, draws or loses within *depth*, None if neither."""
    if position.outcome is not None:
        return 0 if position.outcome.winner is None else -1
    if depth == 0:
        return None
    values = [minimax_value(position.play(move), depth - 1) for move in position.legal_moves]
    if -1 in values:
        return 1
    return -1 if all(value == 1 for value in values) else None


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_minimax_sees_wins_and_losses_within_its_depth(depth: int) -> None:
    for position in late_positions(15, 22, seed=depth):
        decision = decide(f"minimax:depth={depth}", position.to_text())
        value = minimax_value(position, depth)
        assert decision.value is not None
        assert (decision.value > 5000) == (value == 1)
        assert (decision.value < -5000) == (value == -1)
        after = minimax_value(position.play(decision.move), depth - 1)
        if value == 1:
            assert after == -1
        elif value is None:
            assert after != 1


def test_minimax_wins_as_soon_as_it_can() -> None:
    assert decide("minimax:depth=7", "121212").move.text == "1"
    assert decide("minimax:depth=7", "4455").move.text in "36"


@pytest.mark.parametrize(("columns", "reasons"), [
    ("", []),
    ("121212", [("wins_now", {})]),
    ("4455", [("wins_in", {"moves": 2})]),  # both ends of three stones will be open
    ("44553", [("must_block", {}), ("holds_out", {"moves": 1})]),
    ("17171", [("must_block", {})]),
])  # fmt: skip
def test_minimax_says_what_it_sees(columns: str, reasons: list[tuple[str, Any]]) -> None:
    told = decide("minimax:depth=5", columns).reasons
    assert [(reason.name, reason.numbers) for reason in told] == reasons


def test_minimax_keeps_the_deepest_search_that_was_finished() -> None:
    decision = decide("minimax:depth=42", "44", limit=galo.Limit(nodes=2000))
    assert decision.nodes is not None
    assert decision.depth is not None
    assert decision.nodes <= 2000
    assert 1 < decision.depth < 42
    assert decide("minimax", "44", limit=galo.Limit(depth=3)).depth == 3


def test_mcts_wins_and_blocks() -> None:
    assert decide("mcts:playouts=500", "121212").move.text == "1"
    assert decide("mcts:playouts=2000", "17171").move.text == "1"
    assert decide("mcts:playouts=500", "121212").value == pytest.approx(1.0, abs=0.1)


def test_mcts_says_how_its_games_went() -> None:
    decision = decide("mcts:playouts=500", "121212")
    won, played = decision.reasons
    assert (won.name, played.name) == ("wins_now", "playouts")
    assert decision.value is not None
    assert played.numbers["percent"] == round(100 * decision.value)
    assert 0 < int(played.numbers["games"]) <= 500
    [played] = decide("mcts:playouts=500", "44").reasons
    assert played.name == "playouts"


def test_mcts_plays_so_many_games_and_follows_its_seed() -> None:
    assert decide("mcts:playouts=700", "44").nodes == 700
    assert decide("mcts:playouts=700", "44", limit=galo.Limit(nodes=100)).nodes == 100
    assert decide("mcts:playouts=300", "4", seed=1) == decide("mcts:playouts=300", "4", seed=1)


@pytest.mark.parametrize("agent", ["focused", "tux", "minimax", "mcts", "perfect"])
@pytest.mark.parametrize("game", ["lines_of_action", "dominoes4"])
def test_an_observation_of_another_game_is_refused(agent: str, game: str) -> None:
    other = galo.game(game).start(seed=1)
    assert other.mover is not None
    player = galo.player("connect_four", agent)
    with pytest.raises(ConfigError, match=f"^{agent} does not play {game}$"):
        player.decide(other.observe(other.mover), galo.Limit(), Stream.of(0))


@pytest.mark.parametrize("agent", ["tux", "minimax", "mcts"])
def test_no_time_at_all_still_gives_a_legal_move(agent: str) -> None:
    move = decide(agent, "44444432", limit=galo.Limit(seconds=1e-9)).move
    assert move in GAME.from_text("44444432").legal_moves
