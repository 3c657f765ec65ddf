"""Fronts and archives: every member is measured on fresh deals, and plays."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galo.arena.batch import Job, simulate
from galo.arena.strategy_batch import StyledCounts
from galo.arrays import IntCube
from galo.lab.checkpoints import load
from galo.lab.evolution import EvolutionResult, evolve, evolved_agent
from galo.lab.evolution_run import FINAL
from galo.lab.evolvable import linear_players
from galo.lab.evolvable_formulas import STRATEGY_FILE
from galo.lab.fitness import joined, opponent_weights
from galo.lab.formula_parser import parsed
from galo.lab.formula_text import text_of
from galo.lab.formulas import from_row, values
from galo.lab.goals import goals_of
from galo.lab.pareto import front_of
from galo.lab.quality_diversity import cells_of
from galo.lab.styles import styles_of
from galo.players.dominoes4.feature_table import FEATURES, OptionFeatures
from galo.players.dominoes4.strategy import Strategy
from galo.players.dominoes4.strategy_rows import StrategyPlayers
from galo.players.registry import make_player
from support.evolutions import KINDS, SMALL

AGAINST = ("basic", "s4")
MATCHES = SMALL["matches"]


def kept(kind: str, out: Path) -> EvolutionResult:
    """Return the result of a small evolution of that *kind*, kept in *out*."""
    chosen = {**SMALL, **KINDS[kind], "against": AGAINST}
    return evolve("dominoes4", chosen.pop("agent", "s1"), out=out, **chosen)


def measured(out: Path, result: EvolutionResult) -> IntCube:
    """Return the counts of every member, played as its file says, on the deals of the final."""
    addresses = [f"s1:weights={out}/result.json#{n + 1}" for n in range(len(result["members"]))]
    players = joined([linear_players(opponent_weights([*addresses, *AGAINST]))])
    key = load(out)[0].stream(FINAL).key
    count = len(addresses)
    contests = np.array([(n, count + m, key, key) for m in range(2) for n in range(count)])
    assert isinstance(players, StrategyPlayers)
    found = simulate(players, contests, Job(0, MATCHES // 2))
    return np.reshape(found, (2, count, -1))


def test_front_is_measured_on_fresh_deals_and_nobody_in_it_is_beaten(tmp_path: Path) -> None:
    result = kept("nsga2", tmp_path)
    members, goals = result["members"], KINDS["nsga2"]["goals"]
    counts = measured(tmp_path, result)
    wins = counts[:, :, StyledCounts._fields.index("wins")]
    assert [each["share"] for each in members] == (wins.sum(axis=0) / (2 * MATCHES)).tolist()
    expected = goals_of(counts, goals, AGAINST, np.zeros(len(members)))
    found = np.array([list(each["measures"].values()) for each in members])
    assert list(members[0]["measures"]) == list(goals)
    assert found == pytest.approx(expected)
    assert front_of(found).tolist() == list(range(len(members)))
    shares = [each["share"] for each in members]
    assert shares == sorted(shares, reverse=True)
    assert result["best"] == members[0]["best"]  # whose retest is on other deals again


def test_archive_has_one_member_a_cell_where_fresh_deals_put_it(tmp_path: Path) -> None:
    result = kept("map", tmp_path)
    members, styles = result["members"], KINDS["map"]["styles"]
    assert len(members) > 10
    found = np.array([list(each["measures"].values()) for each in members])
    assert found == pytest.approx(styles_of(measured(tmp_path, result), styles))
    cells = cells_of(styles, found, result["cells"]).tolist()
    assert cells == sorted(set(cells))
    assert max(each["share"] for each in members) == result["fitness"]


@pytest.mark.parametrize("kind", ["nsga2 of formulas", "map of formulas"])
def test_formulas_of_a_front_and_an_archive_play_from_one_file(tmp_path: Path, kind: str) -> None:
    result = kept(kind, tmp_path)
    options = np.random.default_rng(1).integers(0, 9, (20, len(FEATURES))).astype(np.float64)
    members: dict[str, Any] = {"best": result}
    for number, member in enumerate(result["members"][:3], start=1):
        members[f"member_{number}"] = member
    for name, member in members.items():
        formula = from_row(np.array(member["best"]))
        assert (text_of(formula), len(formula)) == (member["formula"], member["nodes"])
        assert parsed(member["formula"])
        player = make_player("dominoes4", f"strategy:file={tmp_path / STRATEGY_FILE},name={name}")
        assert isinstance(player, Strategy)
        for row, value in zip(options.tolist(), values(formula, options).tolist(), strict=True):
            assert float(player(OptionFeatures(*map(int, row)))) == value


def test_evolved_formula_is_the_agent_that_the_command_names(tmp_path: Path) -> None:
    result = kept("gp", tmp_path)
    game, agent = evolved_agent(tmp_path)
    assert agent == f"strategy:file={tmp_path / STRATEGY_FILE},name=best"
    assert isinstance(make_player(game, agent), Strategy)
    assert "members" not in result
