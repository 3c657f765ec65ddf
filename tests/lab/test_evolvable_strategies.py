"""Evolution of a strategy of one's own: its parameters in the simulator, against other players."""

import json
from pathlib import Path
from typing import Any

import pytest

import galo
from galo.errors import ConfigError
from galo.lab.evolution import evolved_agent
from galo.players.dominoes4.strategy import Strategy
from galo.players.registry import make_player
from support.strategies import intricate, printed

FILE = """
import galo

@galo.strategy(ranges={"double": (0, 4)})
def own(option, hand=0.0, double=1.0):
    return option.points + hand * option.hand_far + double * option.is_double

@galo.strategy
def other(option):
    return option.points - option.threats
"""
SMALL: dict[str, Any] = {"population": 8, "generations": 4, "matches": 200, "retest": 2000}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "own.py"
    path.write_text(FILE)
    return f"strategy:file={path}"


def test_parameters_evolve_and_the_result_is_an_agent(file: str, tmp_path: Path) -> None:
    found = galo.evolve("dominoes4", f"{file},name=own", out=tmp_path / "run", **SMALL)
    game, agent = evolved_agent(tmp_path / "run")
    player = make_player(game, agent)
    assert isinstance(player, Strategy)
    stored = json.loads((tmp_path / "run" / "result.json").read_text())
    assert player.values == tuple(stored["best"])
    assert stored["parameters"] == ["hand", "double"]
    assert 0 <= player.values[1] <= 4
    assert found["best"] == list(player.values)
    again = galo.match("dominoes4", agent, "basic", games=2000, seed=9)
    assert again.score_a > 0.55


def test_opponents_may_be_linear_players_and_one_other_strategy(file: str) -> None:
    against = ["s1", f"{file},name=other", "self"]
    runs = [
        galo.evolve("dominoes4", f"{file},name=own", against=against, **SMALL) for _ in range(2)
    ]
    assert runs[0]["best"] == runs[1]["best"]


def test_registered_strategy_evolves_under_its_name() -> None:
    galo.register("dominoes4", "mine", intricate)
    found = galo.evolve("dominoes4", "mine", without=("pips",), **SMALL)
    assert found["best"][1] == 0.35


@pytest.mark.parametrize(
    ("agent", "against", "sentence"),
    [
        ("own", ["champion"], "against linear players and strategies, not 'champion'"),
        ("other", ["basic"], "has no parameters: arguments with a number as default"),
        ("own", ["FILE,name=other", "third"], "against one other strategy at most"),
    ],
)
def test_what_cannot_be_evolved_is_refused(
    agent: str, against: list[str], sentence: str, file: str
) -> None:
    galo.register("dominoes4", "third", printed)
    opponents = [name.replace("FILE", file) for name in against]
    with pytest.raises(ConfigError, match=sentence):
        galo.evolve("dominoes4", f"{file},name={agent}", against=opponents, **SMALL)
