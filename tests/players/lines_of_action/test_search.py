"""The engine's search: wins are exact, the rules' options hold, limits are kept."""

import itertools
import json
import random
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import galo
from galo import Limit
from galo.errors import ConfigError, UnknownNameError
from galo.games.game import Position
from galo.games.lines_of_action import LinesOfAction, LinesOfActionPosition
from galo.games.rules.lines_of_action import PIECES
from galo.players import budget as budget_module
from galo.players.budget import Budget
from galo.players.lines_of_action.champion import Champion
from galo.players.lines_of_action.engine import PORTION, Engine, PrincipalVariation
from galo.players.lines_of_action.evaluation import read_tables, read_weights
from galo.players.lines_of_action.lines import COUNTS
from galo.players.lines_of_action.reasons import reasons
from galo.players.lines_of_action.weights import SIZES, champion_weights, parted
from galo.stream import Stream
from support.lines_of_action import plies_to_loss, plies_to_win
from support.positions import outcome_of

GAME = galo.game("lines_of_action")
CHAMPION = Champion("tuned")


def best_line(position: Position, depth: int) -> PrincipalVariation:
    assert isinstance(position, LinesOfActionPosition)
    limit = Limit(depth=depth)
    engine = Engine(position, read_tables("tuned"), limit)
    *_, (line,) = engine.deepen(depth, 1, Budget(limit, portion=PORTION))
    return line


def endgames(game: LinesOfAction, count: int, seed: int) -> list[Position]:
    """Return random positions of a few pieces close to each other, none of them decided."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < count:
        board = [["."] * 8 for _ in range(8)]
        for k, square in enumerate(rng.sample(range(36), 7)):
            board[1 + square // 6][1 + square % 6] = "bw"[k % 2]
        rows = "/".join("".join(row) for row in board).replace(".", "1")
        position = game.from_text(f"{rows} b 0")
        if not position.is_over:
            found.append(position)
    return found


@pytest.mark.parametrize("simultaneous", ["mover", "draw"])
def test_wins_are_found_exactly_where_they_are(simultaneous: str) -> None:
    wins = set()
    game = galo.game("lines_of_action", simultaneous=simultaneous)
    for position in endgames(game, 12, seed=6):
        shortest = plies_to_win(position, 3)
        line = best_line(position, 3)
        found = line.plies_to_end if line.score > 0 else None
        if shortest is not None:
            assert found == shortest
        else:
            assert found is None or found > 3
        wins.add(shortest)
    assert {1, 3} & wins
    assert len(wins) > 1


def test_a_forced_loss_is_held_out_as_long_as_it_goes() -> None:
    losses = 0
    for position in endgames(GAME, 60, seed=7):
        line = best_line(position, 2)
        if line.score < 0 and line.plies_to_end == 2:
            assert plies_to_loss(position, 2) == 2
            losses += 1
    assert losses > 0


def test_the_line_is_legal_and_ends_the_game_where_it_says_so() -> None:
    for position in endgames(GAME, 20, seed=8):
        line = best_line(position, 5)
        here: Position = position
        for code in line.moves:
            assert not here.is_over
            here = here.play(next(move for move in here.legal_moves if move.code == code))
        if line.plies_to_end is not None and len(line.moves) == line.plies_to_end:
            assert here.is_over
            assert outcome_of(here).winner == (0 if line.score > 0 else 1)


def test_strong_players_wins_are_seen_three_plies_before_the_end(reference: Path) -> None:
    seen = 0
    for path in sorted((reference / "lines_of_action" / "games").glob("appendix*.txt")):
        position: Position = GAME.start()
        texts = re.findall(r"[a-h][1-8][-x][a-h][1-8]", path.read_text())
        for text in texts[:-3]:
            position = position.play(position.parse_move(text))
        if not path.stem.endswith("incomplete"):
            line = best_line(position, 5)
            assert line.score > 0, path.stem
            assert line.plies_to_end == 3, path.stem
            seen += 1
    assert seen == 14


SIGNATURE = 73_628
BENCH = [
    "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b 0",
    "1b1bbb2/7w/2www2w/2b3bw/3b2bw/2wb1bbw/7w/8 b 16",
    "2bb4/2bww3/3wb1b1/2w1w3/2b2w1w/b7/w6w/8 b 24",
    "4b3/ww6/wb3b2/w1wwb3/2wb4/4b3/1w6/3bb3 b 28",
    "2bb4/2w5/7w/1bww3w/wbb1b1w1/1w6/w3b3/4w3 w 21",
]


def test_bench_signature() -> None:
    # The same nodes on every machine; a change here is a change of the search or its weights.
    assert sum(best_line(GAME.from_text(text), 6).nodes for text in BENCH) == SIGNATURE


def decide(position: Position, limit: Limit) -> "galo.players.player.Decision":
    return CHAMPION.decide(position.observe(position.mover), limit, Stream.of(0))


def test_same_limit_in_nodes_or_depth_same_decision() -> None:
    position = GAME.from_text(BENCH[1])
    for limit in (Limit(nodes=5000), Limit(depth=5), Limit(nodes=1), Limit(depth=1)):
        assert decide(position, limit) == decide(position, limit)
    assert decide(position, Limit(nodes=5000)).nodes == 5000
    assert decide(position, Limit(depth=4)).depth == 4


def test_time_limit_ends_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = itertools.count(step=0.01)  # so much time goes by between two looks at the clock
    clock = SimpleNamespace(perf_counter=lambda: next(looks))
    monkeypatch.setattr(budget_module, "time", clock)
    decision = decide(GAME.start(), Limit(seconds=0.05))
    assert decision.move in GAME.start().legal_moves
    assert 0 < (decision.nodes or 0) <= 5 * PORTION


def test_stop_ends_a_search_with_what_it_has() -> None:
    lines = CHAMPION.analyse(GAME.start(), Limit(depth=40))
    first = next(lines)
    CHAMPION.stop()
    last = list(lines)[-1]
    assert last[0].nodes < first[0].nodes + 10**6


def test_analysis_deepens_and_lists_different_moves_best_first() -> None:
    found = list(CHAMPION.analyse(GAME.from_text(BENCH[1]), Limit(depth=4), lines=3))
    assert [lines[0].depth for lines in found] == [1, 2, 3, 4]
    for lines in found:
        assert len({str(line.moves[0]) for line in lines}) == 3
        assert sorted(lines, key=lambda line: -line.value) == list(lines)


def test_analysis_refuses_what_makes_no_sense() -> None:
    over = GAME.from_text("8/8/8/3bb3/8/8/w6w/8 w 1")
    with pytest.raises(ConfigError, match="nothing to analyse, the game is over: 8/8/8/3bb3"):
        next(CHAMPION.analyse(over, Limit(depth=1)))
    with pytest.raises(ConfigError, match="0 lines: there must be from 1 to 10"):
        next(CHAMPION.analyse(GAME.start(), Limit(depth=1), lines=0))
    with pytest.raises(ConfigError, match="limit seconds=0 is not a number above zero"):
        Limit(seconds=0)
    with pytest.raises(ConfigError, match="seat 1 cannot decide: it is the turn of 0"):
        CHAMPION.decide(GAME.start().observe(1), Limit(depth=1), Stream.of(0))


def test_a_side_ahead_does_not_repeat_into_a_draw() -> None:
    # White can win; going back and forth would be a draw by repetition.
    game = galo.game("lines_of_action", repetition=2)
    position = game.from_text("8/8/2ww4/2w5/8/8/4w3/b6b w 1")
    assert best_line(position, 5).score > 0


def test_the_last_ply_allowed_is_a_draw() -> None:
    text = "8/8/2ww4/2w5/8/4w3/8/b6b w 1"
    free = best_line(GAME.from_text(text), 5)
    assert free.plies_to_end is not None
    for spare, drawn in ((0, False), (-1, True)):
        plies = 1 + free.plies_to_end + spare
        game = galo.game("lines_of_action", max_plies=plies)
        line = best_line(game.from_text(text), 5)
        assert (line.plies_to_end is None) == drawn
        if drawn:
            assert line.score == 0


STUCK = "wb6/bb6/8/8/8/8/6bb/6bw b 0"


def test_a_side_that_cannot_move_passes_or_loses_as_the_rules_say() -> None:
    loss = galo.game("lines_of_action", no_move="loss").from_text(STUCK)
    assert best_line(loss, 3).score > 0
    assert decide(GAME.from_text(STUCK.replace(" b 0", " w 1")), Limit(depth=3)).move.text == "pass"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[", "cannot read weights from"),
        ("{}", "are None, not a list of 41 numbers"),
        ("[1]", "are \\[1\\], not a list of 41 numbers"),
        ('{"quads": [1], "area": 3}', "have sizes {'quads': 1, 'area': 1}, not {'concentration'"),
        ('{"agent": "fiss", "best": [1]}', "are of fiss, not of champion"),
    ],
)
def test_weights_of_a_bad_file_are_refused(tmp_path: Path, content: str, problem: str) -> None:
    path = tmp_path / "weights.json"
    path.write_text(content)
    with pytest.raises(ConfigError, match=problem):
        Champion(str(path))
    with pytest.raises(UnknownNameError, match="unknown weights of champion 'nowhere'"):
        Champion("nowhere")


def test_weights_come_as_vectors_or_as_a_row(tmp_path: Path) -> None:
    row = champion_weights()["hand"]
    path = tmp_path / "weights.json"
    for content in (dict(parted(row)), row, {"best": row}):
        path.write_text(json.dumps(content))
        assert read_weights(str(path)) == row
    assert np.array_equal(read_tables(row).spread, read_tables("hand").spread)
    assert not np.array_equal(read_tables(row).spread, read_tables("tuned").spread)
    sizes = {name: len(vector) for name, vector in parted(row).items()}
    assert sizes == SIZES
    assert (sizes["material"], sizes["lines"]) == (PIECES, len(COUNTS))


def test_reasons_are_facts_a_person_can_check() -> None:
    wins = decide(GAME.from_text("8/8/3w4/2w1w3/8/1b6/4w3/b6b w 1"), Limit(depth=3))
    assert [reason.name for reason in wins.reasons] in (["wins_now"], ["wins_in"])
    start = decide(GAME.start(), Limit(depth=3))
    assert [reason.name for reason in start.reasons] == ["chance"]


def test_groups_are_a_reason_only_where_the_move_joins_some() -> None:
    position = GAME.from_text("8/2w5/3w1b2/2w5/8/1b3w2/4b3/b6b w 1")
    variation = PrincipalVariation((0,), score=10, depth=3, nodes=1)
    found = {}
    for move in position.legal_moves:
        said = {reason.name: reason.numbers for reason in reasons(position, move, variation)}
        found[move.text] = said.get("groups")
    assert found["f3-d5"] == {"before": 2, "after": 1}
    assert found["c7-d7"] is None  # leaves two
    assert found["c7-b7"] is None  # leaves three
