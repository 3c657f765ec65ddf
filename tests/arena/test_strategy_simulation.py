"""The simulator for strategies and formulas: the games of Match, and of the linear simulator.

What is compared is played by real players through the door, or by the simulator of `batch`.
"""

import os
import pickle
import subprocess
import sys
from typing import NamedTuple

import numpy as np
import pytest

import galo
from galo.arena import batch
from galo.arena.batch import Contest, Job
from galo.arena.match import Match
from galo.arena.strategy_batch import PLAIN, StyledCounts
from galo.arena.strategy_simulation import count_strategies
from galo.arrays import RealMatrix
from galo.errors import ConfigError
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import halves
from galo.games.dominoes4 import Dominoes4
from galo.games.rules.dominoes4 import Rules
from galo.players.dominoes4.formula_value import ADD, MULTIPLY, SUBTRACT
from galo.players.dominoes4.linear import fixed_point
from galo.players.dominoes4.strategy import Strategy
from galo.players.dominoes4.strategy_rows import FORMULA, StrategyPlayers
from galo.stream import Stream
from support.linear_players import linear_player
from support.positions import outcome_of
from support.samples import nightly, sample
from support.strategies import (
    divides,
    formula_row,
    intricate,
    linear_row,
    players,
    printed,
    printed_with_openings,
    strategy_row,
)

PAIRED = Contest.paired
PAIRS = sample(12, 200)
BASIC = linear_row("basic")
KINDS = ("table", "pass", "galo", "garagem", "block")


class Simulator(NamedTuple):
    """The simulator of *strategies*, as it can be sent to another process."""

    strategies: tuple[str, ...]

    def __call__(
        self, rows: RealMatrix, contests: list[Contest], job: Job, rules: Rules | None = None
    ) -> list[StyledCounts]:
        players = StrategyPlayers(rows, self.strategies)
        return count_strategies(players, contests, job, rules or Rules())


def simulator(*strategies: Strategy) -> Simulator:
    return Simulator(tuple(strategy.translation for strategy in strategies))


def by_match(name: str, a: Strategy, b: str, seed: int) -> tuple[int, ...]:
    """Return the counts of PAIRS pairs, played one by one at a table by plain Python."""
    game, other = galo.game(name), galo.player("dominoes4", b)
    total = np.zeros(len(StyledCounts._fields), np.int64)
    for pair in range(PAIRS):
        won = 0
        for exchanged in (0, 1):
            seats = [other, a, other, a] if exchanged else [a, other, a, other]
            match = Match(game, seats, Stream.of(seed, pair).key)
            match.run()
            found = counts_of(match, exchanged)
            won += found[0]
            total += found
        total[10 + won] += 1
    return tuple(total.tolist())


def counts_of(match: Match, side: int) -> list[int]:
    """Return the counts of a match and the style of *side*, from what everybody saw."""
    ends = [p for p in match.positions if isinstance(p, DominoPosition) and p.mover is None]
    points = [scored for position in ends for scored in position.points]
    kinds = [scored.kind for scored in points]
    plays = [play for position in ends for play in position.plays]
    outcome = outcome_of(match.position)
    early = 0
    for position in ends:
        placed = [play for play in position.plays if play.text != "pass"][:8]
        early += sum(sum(halves(p.text[:3])) for p in placed if p.seat % 2 == side)
    return [
        int(outcome.winner == side),
        int(outcome.scores[side]),
        int(outcome.scores[1 - side]),
        len(ends),
        len(plays),
        sum(play.text == "pass" for play in plays),
        kinds.count("galo"),
        len(ends) - sum(position.state.phase == 1 for position in ends),
        sum(position.state.phase == 1 for position in ends),
        kinds.count("carroca"),
        0,
        0,
        0,
        sum(play.text == "pass" and play.seat % 2 == side for play in plays),
        early,
        *(sum(p.points for p in points if p.kind == kind and p.side == side) for kind in KINDS),
        0,
    ]


@pytest.mark.parametrize(
    ("strategy", "other", "game"),
    [
        (printed, "basic", "dominoes4"),
        (intricate, "s1", "dominoes4:galo=added,opener_without_double=penalty,pass_points=10"),
    ],
)
def test_games_and_styles_are_those_of_plain_python(
    strategy: Strategy, other: str, game: str
) -> None:
    dominoes = galo.game(game)
    assert isinstance(dominoes, Dominoes4)
    rows = players(strategy_row(strategy), linear_row(other))
    (found,) = simulator(strategy)(rows, [PAIRED(5)], Job(0, PAIRS), dominoes.rules)
    assert found == by_match(game, strategy, other, 5)


def test_s1_written_as_a_strategy_plays_the_games_of_s1() -> None:
    rows, contests = players(strategy_row(printed_with_openings), BASIC), [PAIRED(3)]
    s1 = fixed_point(list(printed_with_openings.values), "literal")
    basic = linear_player("basic").weights[0].tolist()
    (found,) = simulator(printed_with_openings)(rows, contests, Job(0, 300))
    assert [found[:PLAIN]] == batch.simulate([s1, basic], contests, Job(0, 300))


def test_linear_players_play_the_games_of_the_linear_simulator() -> None:
    agents = ["s1", "basic", "sbgames2008"]
    contests, job = [Contest(0, 1, 4, 4), Contest(2, 0, 5, 6)], Job(3, 200)
    weights = [linear_player(agent).weights[0].tolist() for agent in agents]
    found = simulator(printed)(players(*map(linear_row, agents)), contests, job)
    expected = batch.simulate(weights, contests, job)
    assert [counts[:PLAIN] for counts in found] == expected


def test_formula_plays_the_games_of_the_strategy_that_says_the_same() -> None:
    a = list(printed.values)
    near = "table_near", "hand_near", "ends_near"
    far = "table_far", "hand_far", "ends_far", "partner_far"
    words: list[str | float | int] = ["points"]
    for weight, name in zip(a, near + far, strict=True):
        words += [weight, name, MULTIPLY, SUBTRACT if name in near else ADD]
    contests, job = [PAIRED(8)], Job(0, 200)
    found = Simulator((FORMULA,))(players(formula_row(*words), BASIC), contests, job)
    rows = players(strategy_row(printed), BASIC)
    assert found == simulator(printed)(rows, contests, job)


def test_two_strategies_meet_in_one_match() -> None:
    both = simulator(printed, intricate)
    rows = players(strategy_row(printed, 1), strategy_row(intricate, 2), BASIC)
    contests, job = [Contest(0, 1, 6, 6), Contest(1, 0, 6, 6)], Job(0, 100)
    one, other = both(rows, contests, job)
    assert one.wins + other.wins == 200
    assert (one.points, one.points_against) == (other.points_against, other.points)
    alone = simulator(intricate)(players(strategy_row(intricate), BASIC), [PAIRED(7)], job)
    assert both(rows, [Contest(1, 2, *PAIRED(7)[2:])], job) == alone


def test_values_of_parameters_are_those_of_the_row() -> None:
    dull = printed.with_values([0.0] * 7)
    assert dull.translation == printed.translation
    rows = players(strategy_row(printed), strategy_row(dull), BASIC)
    apart, none = simulator(printed)(rows, [Contest(0, 2, 9, 9), Contest(1, 2, 9, 9)], Job(0, 200))
    assert apart.wins > none.wins + 40
    assert abs(none.wins - 200) < 40  # points alone, as basic has it


def test_chunks_slices_and_other_contests_change_nothing() -> None:
    rows = players(strategy_row(intricate), BASIC, linear_row("s1"))
    simulate, contests = simulator(intricate), [Contest(0, 1, 3, 3), Contest(2, 0, 7, 9)]
    whole = simulate(rows, contests, Job(0, 100))
    for chunk in (1, 7, 1000):
        assert simulate(rows, contests, Job(0, 100, chunk)) == whole
    parts = [simulate(rows, contests, Job(*part)) for part in ((0, 30), (30, 70))]
    assert [tuple(map(sum, zip(*both, strict=True))) for both in zip(*parts, strict=True)] == whole
    assert [*simulate(rows, contests[:1], Job(0, 100)), whole[1]] == whole


def test_first_pair_without_a_value_is_noted_whatever_the_chunks() -> None:
    rows, simulate = players(strategy_row(divides), BASIC), simulator(divides)
    contests = [PAIRED(5), Contest(1, 1, 5, 5)]
    (found, sound), job = simulate(rows, contests, Job(0, 60)), Job(0, 60, chunk=1)
    assert simulate(rows, contests, job)[0].faulty_pair == found.faulty_pair > 0
    assert sound.faulty_pair == 0
    first = found.faulty_pair - 1
    if first:
        assert simulate(rows, contests, Job(0, first))[0].faulty_pair == 0
    assert simulate(rows, contests, Job(first, 1))[0].faulty_pair == first + 1
    later = simulate(rows, contests, Job(first + 1, 60))[0].faulty_pair
    assert later > first + 1


RUN = """
import pickle, sys
from galo.arena.batch import simulate
print(simulate(*pickle.loads(sys.stdin.buffer.read())))
"""


@pytest.mark.parametrize(
    ("pairs", "environment"),
    [
        nightly(60, {"NUMBA_NUM_THREADS": "1"}),
        (60, {"NUMBA_NUM_THREADS": "2"}),
        (2, {"NUMBA_DISABLE_JIT": "1"}),
    ],
)
def test_another_process_plays_the_same_without_the_file(
    pairs: int, environment: dict[str, str]
) -> None:
    rows = players(strategy_row(intricate), BASIC)
    work = StrategyPlayers(rows, (intricate.translation,)), [PAIRED(3)], Job(0, pairs)
    finished = subprocess.run(
        [sys.executable, "-c", RUN],
        input=pickle.dumps(work),
        capture_output=True,
        env={**os.environ, **environment},
    )
    assert finished.stdout.decode().strip() == str(batch.simulate(*work)), finished.stderr


def test_rows_of_another_width_or_kind_are_refused() -> None:
    rows = players(strategy_row(printed, 2), BASIC)
    for bad in (rows, rows[:, :-1]):
        with pytest.raises(ConfigError, match="are not players of 1 strategies"):
            simulator(printed)(bad, [PAIRED(1)], Job(0, 1))
    with pytest.raises(ConfigError, match="beyond the 1 there are"):
        simulator(printed)(rows[1:], [PAIRED(1)], Job(0, 1))
