"""Matches of strategies through the simulator: the results of the same games at a table."""

import json
from pathlib import Path

import pytest

import galo
from galo.arena.batch import Contest, Job, simulate
from galo.arena.match_result import match_result
from galo.arena.pairing import Plan, play_pair
from galo.arena.simulated import can_record, can_simulate, simulate_pairs, simulate_singly
from galo.arena.sprt import Sprt
from galo.arena.tally import Tally
from galo.arena.tournament import Tournament
from galo.errors import ConfigError
from galo.games.rules.dominoes4 import Rules
from galo.players.checked_player import AdaptedPlayer
from galo.players.dominoes4.strategy import Strategy
from galo.players.dominoes4.strategy_rows import StrategyPlayers
from galo.players.player import Limit
from support.commands import InProcess
from support.strategies import divides, intricate, linear_row, players, printed, strategy_row

FILE = """
import galo

@galo.strategy
def own(option, double=2.0):
    return option.points + double * option.is_double
"""


def plan_of(*strategies: Strategy, games: int = 24, game: str = "dominoes4") -> Plan:
    """Return the plan of *strategies*, as objects, and basic."""
    objects = {one.name: AdaptedPlayer(one, "dominoes4") for one in strategies}
    return Plan(game, (*objects, "basic"), games, seed=4, objects=objects)


def played(plan: Plan, device: str | None) -> Tournament:
    tournament = Tournament(plan)
    for _ in tournament.play(1, device=device):
        pass
    return tournament


@pytest.mark.parametrize(
    "plan",
    [
        plan_of(printed),
        plan_of(intricate, printed, games=8, game="dominoes4:pass_points=10,galo=added"),
    ],
)
def test_results_are_those_of_the_games_at_a_table(plan: Plan) -> None:
    assert can_simulate(plan)
    simulated, ordinary = played(plan, "cpu"), played(plan, None)
    assert simulated.tallies == ordinary.tallies
    assert simulated.games == 2 * plan.total_pairs
    assert not simulated.faults


def test_pair_with_a_fault_is_lost_as_at_a_table_and_the_others_are_kept() -> None:
    plan = plan_of(divides, games=20)
    simulated, ordinary = played(plan, "cpu"), played(plan, None)
    assert simulated.tallies == ordinary.tallies
    assert simulated.faults == ordinary.faults
    (fault,) = {fault.message for fault in simulated.faults}
    line = next(
        number
        for number, text in enumerate(Path(divides.source.file).read_text().splitlines(), start=1)
        if "option.table_far - option.is_double" in text
    )
    assert fault == f"strategies.py, line {line}: divided by zero"
    tallies = [Tally()] * 2
    for first, count in ((0, 3), (3, 7)):
        for result in simulate_pairs(plan, first, count, "cpu"):
            tallies[result.pairing] += result.tally
    assert tallies[:1] == ordinary.tallies


def test_each_pair_by_itself_is_that_of_a_table() -> None:
    plan = plan_of(intricate)
    assert simulate_singly(plan, 1, 6) == [play_pair(plan, pair) for pair in range(1, 7)]
    test = Tournament(plan_of(printed, games=1000), Sprt(0.0, 60.0))
    for _ in test.play(1, device="cpu"):
        pass
    assert match_result(test).to_json()["sprt"]["decision"] == "accept H1"


def test_match_from_python_plays_a_strategy_in_the_simulator() -> None:
    found = galo.match("dominoes4", printed, "basic", games=2000, seed=4)
    assert found.games == 2000
    assert 0.65 < found.score_a < 0.74


def test_simulator_names_the_line_of_a_value_that_is_none() -> None:
    rows = players(linear_row("basic"), strategy_row(divides))
    both = StrategyPlayers(rows, (divides.translation,))
    with pytest.raises(ConfigError, match="^strategies.py, line .*: divided by zero, in match"):
        simulate(both, [Contest(0, 1, 3, 4)], Job(0, 20), Rules(galo_added=1, target=100))


@pytest.mark.parametrize(
    ("plan", "can", "keeps"),
    [
        (plan_of(printed), True, False),
        (Plan("dominoes4", ("s1", "basic"), 2), True, True),
        (Plan("dominoes4", ("s1", "printed"), 2, objects={"printed": printed}), True, False),
        (
            Plan("dominoes4", ("s1", "p"), 2, limit=Limit(nodes=5), objects={"p": printed}),
            False,
            False,
        ),
        (Plan("dominoes4", ("random", "p"), 2, objects={"p": printed}), False, False),
        (Plan("connect_four", ("random", "focused"), 2), False, False),
    ],
)
def test_simulator_is_for_strategies_and_linear_players(plan: Plan, can: bool, keeps: bool) -> None:
    assert (can_simulate(plan), can_simulate(plan) and can_record(plan)) == (can, keeps)


def test_games_of_a_strategy_are_kept_too(tmp_path: Path, in_process: InProcess) -> None:
    (tmp_path / "own.py").write_text(FILE)
    agent, folder = f"strategy:file={tmp_path / 'own.py'}", tmp_path / "kept"
    words = ["match", "dominoes4", agent, "basic", "--games", "4", "--json"]
    kept = json.loads(in_process(*words, "--out", str(folder)).stdout)
    assert (folder / "games.jsonl").read_text().count("\n") == 4
    simulated = json.loads(in_process(*words).stdout)
    assert {**kept, "seconds": 0, "games_per_second": 0} == {
        **simulated, "seconds": 0, "games_per_second": 0
    }  # fmt: skip
