"""Games recorded from the simulator: line for line those that players at a table would play."""

import json
from pathlib import Path

import pytest

from galo.arena.pairing import Plan, play_pair
from galo.arena.recorded import record_pairs
from galo.arena.records import read_records
from support.commands import InProcess, Refusal

GAMES = (
    "dominoes4",
    "dominoes4:galo=added",
    "dominoes4:opener_without_double=penalty,pass_points=10",
)


@pytest.mark.parametrize("game", GAMES)
def test_records_are_those_of_the_same_games_move_by_move(game: str) -> None:
    plan = Plan(game, ("s1:weights=stage1,reading=published", "sbgames2008", "basic"), 8, seed=3)
    found = record_pairs(plan, 1, 6)
    assert found == [play_pair(plan, pair, keeps_records=True) for pair in range(1, 7)]
    assert {json.loads(line)["seats"][0] for result in found for line in result.records} >= {
        "s1:weights=stage1,reading=published",
        "basic",
    }


def test_match_with_a_folder_of_games_is_simulated_and_replays(
    tmp_path: Path, in_process: InProcess
) -> None:
    agents = ("s1:reading=reconstructed", "basic")  # no player at a table could play these
    said = in_process("match", "dominoes4", *agents, "--games", "20", "--out", str(tmp_path))
    records = list(read_records(tmp_path / "games.jsonl"))
    assert len(records) == 20
    won = 0
    for record in records:
        assert record.result is not None
        assert record.result.winner is not None
        won += record.seats[record.result.winner] == agents[0]
    assert f"{agents[0]}" in said.stdout
    assert json.loads((tmp_path / "results.json").read_text())["wins_a"] == won


def test_player_that_sees_hidden_tiles_is_refused_at_a_table(refusal: Refusal) -> None:
    agent = "s1:reading=reconstructed"
    said = refusal("match", "dominoes4", agent, "champion", "--games", "2")
    assert f"'{agent}' looks at hidden tiles, so only the batch simulator can play it" in said
    said = refusal("play", "dominoes4", "--seat", "human", "--seat", agent)
    assert "literal" in said
    assert "'reconstructed'" in said
