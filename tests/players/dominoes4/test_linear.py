"""The linear players: the papers' formula by hand, their weights, and what is refused."""

import json
import random
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import galo
from galo.arena.batch import Contest, Job, simulate
from galo.arena.match import Match
from galo.errors import ConfigError, GaloError
from galo.games.dominoes.tiles import NAMES
from galo.players.dominoes.public_history import empty_history
from galo.players.dominoes4 import COEFFICIENTS, FREE
from galo.players.dominoes4.evaluation import WEIGHS, best_moves
from galo.players.dominoes4.linear import (
    READINGS,
    coefficients,
    fixed_point,
    fixed_points,
)
from galo.players.dominoes4.public_history import history_of
from support.linear_formula import Seen, value
from support.linear_players import linear_player

GAME = galo.game("dominoes4")
NUMBERS = range(7)


@pytest.mark.parametrize("reading", READINGS)
def test_best_moves_are_those_of_the_formula(reading: str) -> None:
    rng, compared = random.Random(reading), 0
    for seed in range(60):
        a = [round(rng.uniform(-10, 10), 4) for _ in range(COEFFICIENTS)]
        weights = np.array([fixed_point(a, reading)], np.int32)
        position = GAME.start(seed=seed)
        while position.mover is not None:
            if len(position.plays) > 0 and len(position.legal_moves) > 1:
                moves = np.array([play.code for play in position.plays], np.int64)
                history = history_of(GAME.rules, moves)
                found = best_moves(GAME.rules, weights, 0, position.state, history)
                ours = {m.text for m in position.legal_moves if found >> m.code & 1}
                seen = Seen(position)
                values = {m.text: value(seen, m.text, a, reading) for m in position.legal_moves}
                # Fixed point is exact, floats are not: equal to nine digits is equal.
                best = {t for t, v in values.items() if v > max(values.values()) - 1e-9}
                assert ours == best
                compared += 1
            position = position.play(rng.choice(position.legal_moves))
    assert compared > 700


def test_opening_double_weighs_its_points_and_its_suit() -> None:
    hands = [["5-5", "6-6", "0-0", "6-1", "6-2", "6-3", "6-4"]]
    rest = [name for name in NAMES if name not in hands[0]]
    hands += [rest[0:7], rest[7:14], rest[14:21]]
    position = GAME.round(tuple(map(tuple, hands)), opener=0)
    for a5, expected in ((0.0, "5-5"), (2.0, "5-5"), (2.6, "6-6")):  # 10 + a5 against 5 a5
        row = np.array([fixed_point([0, 0, 0, 0, a5, 0, 0], "literal")], np.int32)
        found = best_moves(GAME.rules, row, 0, position.state, empty_history())
        assert [m.text for m in position.legal_moves if found >> m.code & 1] == [expected]


def test_sbgames2008_weighs_its_hand_more_when_few_tiles_are_left() -> None:
    row = linear_player("sbgames2008:alpha=2.25,k=2").weights[0].tolist()
    assert row == [10000, -45000, -45000, -45000, 45000, 45000, 45000, 0, 45000, 45000, 0, 1, 0]
    assert linear_player("sbgames2008:alpha=0").weights[0, WEIGHS] == 0


def test_sbgames2008_has_a_factor_for_each_term_and_one_for_all() -> None:
    def row(options: str) -> list[int]:
        numbers: list[int] = linear_player(f"sbgames2008:{options}").weights[0].tolist()
        return numbers

    assert row("alpha=1,k1=1,k2=2,k3=3.5") == [
        10000, -10000, -10000, -10000, 20000, 20000, 20000, 0, 35000, 20000, 0, 1, 0,
    ]  # fmt: skip
    assert row("k=3") == row("k1=3,k2=3,k3=3") == row("k=3,k2=none")
    assert row("k=3,k3=0") == row("k=0,k1=3,k2=3")
    assert row("k=0,k3=1")[WEIGHS] == 1  # E3 alone is weighed too


def test_published_vectors_are_the_papers() -> None:
    assert coefficients("s1", "stage1") == [-2.802, -3.196, -4.199, -6.34, 1.093, 6.58, 1.341]
    assert coefficients("s4", "stage3-vs3") == [-3.7709, -4.044, -4.6423, 0, 0, 0, 0]
    for name, free in FREE.items():
        for weights in ("evolved", "stage1", "stage2", "cig2011"):
            vector = coefficients(name, weights)
            assert len(vector) == COEFFICIENTS
            assert {k for k, v in enumerate(vector) if v} <= set(free)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("name", FREE)
def test_evolved_vectors_win_what_their_provenance_says(name: str, reading: str) -> None:
    text = files("galo.players.dominoes4").joinpath("weights.json").read_text(encoding="utf-8")
    stored = json.loads(text)["provenance"][name][reading]
    assert stored["command"].startswith("galo ")
    player = linear_player(f"{name}:reading={reading}")
    rows = [player.weights[0], linear_player("basic").weights[0]]
    (counts,) = simulate(rows, [Contest.paired(5)], Job(0, 10_000))
    assert abs(counts.wins / 20_000 - stored["retest"]) < 4 * 0.0035  # four standard errors


def test_six_coefficients_win_what_their_provenance_says() -> None:
    assert coefficients("s1", "six")[6] == 0.0
    text = files("galo.players.dominoes4").joinpath("weights.json").read_text(encoding="utf-8")
    stored = json.loads(text)["provenance"]["s1:weights=six"]["literal"]
    assert "--without a7" in stored["command"]
    rows = [linear_player(name).weights[0] for name in ("s1:weights=six", "basic")]
    (counts,) = simulate(rows, [Contest.paired(5)], Job(0, 10_000))
    assert abs(counts.wins / 20_000 - stored["retest"]) < 4 * 0.0035  # four standard errors


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [  # what docs/laboratory.md says first, with five standard errors of 20,000 matches to spare
        ("s1:weights=stage1", "basic", 0.31, 0.36),
        ("s1:weights=stage1,reading=published", "basic", 0.62, 0.67),
        ("s3", "s4", 0.42, 0.46),
        ("s1:weights=stage1,reading=reconstructed", "basic", 0.67, 0.72),  # printed: 69.0 %
        ("s2:weights=stage1,reading=reconstructed", "basic", 0.63, 0.68),  # 65.8
        ("s3:weights=stage1,reading=reconstructed", "basic", 0.63, 0.68),  # 65.2
        ("s4:weights=stage1,reading=reconstructed", "basic", 0.57, 0.62),  # 60.4
    ],
)
def test_printed_vectors_win_as_the_laboratory_says(
    one: str, other: str, low: float, high: float
) -> None:
    rows = [linear_player(name).weights[0] for name in (one, other)]
    (counts,) = simulate(rows, [Contest.paired(6)], Job(0, 10_000))
    assert low < counts.wins / 20_000 < high


def test_evolved_vector_is_that_of_the_reading() -> None:
    evolved = [coefficients("s1", "evolved", reading) for reading in READINGS]
    assert len(set(map(tuple, evolved))) == len(READINGS)
    assert coefficients("s1", "stage1", "literal") == coefficients("s1", "stage1", "published")
    with pytest.raises(GaloError, match="unknown reading 'odd'"):
        coefficients("s1", "evolved", "odd")


def test_a_population_has_the_rows_of_its_members() -> None:
    vectors = np.round(np.random.default_rng(1).uniform(-10, 10, (20, 7)), 4)
    vectors[0] = 0.0
    for reading in READINGS:
        rows = [fixed_point(vector.tolist(), reading) for vector in vectors]
        assert fixed_points(vectors, reading).tolist() == rows
    assert fixed_points(vectors, "literal")[:, WEIGHS].tolist() == [0] + [1] * 19


def test_weights_come_from_a_file_as_a_list_or_as_evolution_writes_it(tmp_path: Path) -> None:
    vector = [1.5, 0, -2, 0.25, 3, 4, 5]
    for content in (vector, {"best": vector, "fitness": 0.6}):
        file = tmp_path / "weights.json"
        file.write_text(json.dumps(content))
        assert linear_player(f"s1:weights={file}").weights[0, 1] == -15000


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[1, 2, 3, 4, 5, 6]", "not a list of 7 numbers"),
        ("[1, 2, 3, 4, 5, 6, NaN]", "nan is not a number from -1000 to 1000"),
        ("[1, 2, 3, 4, 5, 6, 1e9]", "1000000000.0 is not a number from -1000 to 1000"),
        ('[1, 2, 3, 4, 5, 6, "7"]', "'7' is not a number"),
        ("[1, 2, 3, 4, 5, 6, true]", "True is not a number"),
        ('"1234567"', "not a list of 7 numbers"),
        ("{}", "not a list of 7 numbers"),
        ("{", "cannot read weights"),
    ],
)
def test_bad_weight_files_are_refused(tmp_path: Path, content: str, problem: str) -> None:
    file = tmp_path / "weights.json"
    file.write_text(content)
    with pytest.raises(ConfigError, match=problem):
        galo.player("dominoes4", f"s1:weights={file}")


@pytest.mark.parametrize(
    ("agent", "problem"),
    [
        ("s1:weights=nowhere", "unknown weights of s1 'nowhere'; known: evolved, stage1"),
        ("s1:reading=guess", "'reading' of dominoes4 agent s1 cannot be 'guess'"),
        ("sbgames2008:alpha=-1", "cannot be '-1'"),
        ("sbgames2008:k3=-1", "it is a number from 0 to 1,000,000,000 or none"),
        ("sbgames2008:k2=2000", "alpha . k: 4500.0 is not a number from -1000 to 1000"),
        ("sbgames2008:alpha=100000", "not a number from -1000 to 1000"),
        ("basic:weights=stage1", "unknown option"),
    ],
)
def test_bad_agents_are_refused(agent: str, problem: str) -> None:
    with pytest.raises(GaloError, match=problem):
        galo.player("dominoes4", agent)


def test_strategy_refuses_coefficients_it_does_not_weigh(tmp_path: Path) -> None:
    file = tmp_path / "weights.json"
    file.write_text("[0, 0, 0, 1, 2, 3, 4]")
    with pytest.raises(ConfigError, match="set a7, which s2 does not weigh"):
        galo.player("dominoes4", f"s2:weights={file}")


def test_linear_players_break_ties_by_the_stream() -> None:
    players = [galo.player("dominoes4", "basic")] * 4
    games = []
    for seed in (1, 1, 2):
        match = Match(GAME, players, seed)
        match.run()
        games.append([str(move) for move in match.moves])
    assert games[0] == games[1] != games[2]
