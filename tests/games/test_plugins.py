"""Games and agents of other packages: found, listed, refused with one sentence."""

import json
import logging
import os
import sys
from pathlib import Path

import pytest

import galo
from galo.errors import ConfigError, UnknownNameError
from galo.games import registry
from galo.games.board_game import BoardGame, BoardPosition
from galo.games.registry import game_names, make_game, register_game
from galo.players.registry import agent_names, levels_of, make_player
from galo.texts import Texts
from support.commands import Galo
from support.hexapawn import install_entry_points, install_hexapawn

BROKEN = {
    "broken = 'nowhere:Game'": "ModuleNotFoundError: No module named 'nowhere'",
    "broken = 'own_module:number'": "3 is not a subclass of galo.Game",
    "broken = 'own_module:Half'": "it has no _first, move_help",
    "broken = 'own_module:Other'": "its class calls itself 'other'",
    "connect_four = 'own_module:Other'": "galo has a game of that name",
}
OWN_MODULE = """
from galo.games.board_game import BoardGame
from galo.players.registry import Agent
number = 3
class Half(BoardGame):
    name = "broken"
class Other(BoardGame):
    name, move_help = "other", "nothing"
    def _first(self): ...
AGENTS = (Agent("random", "own_module", "Half"),)
"""


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder that Python imports from, empty at first."""
    folder = tmp_path / "packages"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "own_module", raising=False)
    return folder


@pytest.fixture
def hexapawn(packages: Path) -> Path:
    install_hexapawn(packages)
    return packages


@pytest.mark.usefixtures("hexapawn")
def test_installed_game_is_a_game_like_any_other() -> None:
    assert game_names()[-1] == "hexapawn"
    assert agent_names("hexapawn") == ("random", "lookahead")
    assert make_player("hexapawn", "lookahead:depth=2").name == "lookahead:depth=2"
    record = galo.play("hexapawn:size=4", ["lookahead", "random"], seed=1)
    assert record.result is not None
    assert Texts("pt").game_line("hexapawn").startswith("peões")
    assert str(make_game("hexapawn").start()) == "3  ♟ ♟ ♟\n2  · · ·\n1  ♙ ♙ ♙\n   a b c"


@pytest.mark.usefixtures("hexapawn")
def test_second_player_of_hexapawn_wins_by_looking_ahead() -> None:
    for seed in range(10):
        record = galo.play("hexapawn", ["random", "lookahead:depth=8"], seed)
        assert record.result is not None
        assert record.result.winner == 1


def test_game_of_a_package_is_in_every_command(galo: Galo, hexapawn: Path) -> None:
    path = {"PYTHONPATH": f"{hexapawn}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    assert "hexapawn" in json.loads(galo("games", "--json", **path).stdout)
    finished = galo("match", "hexapawn", "champion", "beginner", "--games", "4", "--json", **path)
    assert json.loads(finished.stdout)["games"] == 4, finished.stderr
    played = galo("play", "hexapawn", "--seed", "1", typed="?\na1-a2\nhint\nquit\n", **path)
    assert "♙ White: a1-a2" in played.stdout.replace(" (you)", ""), played.stderr
    assert "The board has 3×3 squares." in " ".join(played.stdout.split())
    record = played.stdout.split("galo replay ")[1].split()[0]
    assert "1 game verified" in galo("replay", record, **path).stdout


@pytest.mark.parametrize(("entry", "problem"), BROKEN.items())
def test_broken_game_is_left_out_with_one_sentence(
    packages: Path, caplog: pytest.LogCaptureFixture, entry: str, problem: str
) -> None:
    name, _, address = entry.replace("'", "").partition(" = ")
    (packages / "own_module.py").write_text(OWN_MODULE)
    install_entry_points(packages, "galo-broken", {"galo.games": {name: address}})
    sentence = f"the game {name!r} of 'galo-broken' cannot be used: {problem}"
    with caplog.at_level(logging.WARNING):
        assert game_names() == game_names() == tuple(registry.BUILT_IN)
    assert caplog.messages == [f"galo: {sentence}"]
    if name == "broken":
        with pytest.raises(ConfigError) as raised:
            make_game("broken")
        assert str(raised.value) == sentence
    assert make_game("connect_four").start().legal_moves


def test_broken_game_does_not_stop_the_command_line(galo: Galo, packages: Path) -> None:
    install_entry_points(packages, "galo-broken", {"galo.games": {"broken": "nowhere:Game"}})
    path = {"PYTHONPATH": f"{packages}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
    listed = galo("games", **path)
    assert listed.returncode == 0
    assert listed.stderr.startswith("galo: the game 'broken' of 'galo-broken' cannot be used")
    assert listed.stderr.count("\n") == 1
    refused = galo("perft", "broken", "1", **path)
    assert refused.returncode == 2
    assert refused.stderr.startswith("galo: the game 'broken' of 'galo-broken' cannot be used")
    assert refused.stderr.count("\n") == 1


def test_agents_of_a_package_stand_in_front(packages: Path) -> None:
    (packages / "own_module.py").write_text(
        "from galo.players.registry import Agent\n"
        "AGENTS = (Agent('mine', 'galo.players.simple', 'First', line='my own'),)\n"
    )
    install_entry_points(
        packages, "galo-mine", {"galo.agents": {"connect_four": "own_module:AGENTS"}}
    )
    assert agent_names("connect_four")[:2] == ("mine", "random")
    assert galo.play("connect_four", ["mine", "random"], seed=1).seats == ("mine", "random")
    assert agent_names("dominoes2")[0] == "random"


def test_broken_agents_are_left_out_and_named_when_one_is_missing(
    packages: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install_entry_points(packages, "galo-bad", {"galo.agents": {"connect_four": "nowhere:AGENTS"}})
    sentence = (
        "the agents of 'connect_four' of 'galo-bad' cannot be used: "
        "ModuleNotFoundError: No module named 'nowhere'"
    )
    assert agent_names("connect_four")[0] == "random"
    assert caplog.messages == [f"galo: {sentence}"]
    with pytest.raises(ConfigError, match="the agents of 'connect_four' of 'galo-bad'"):
        make_player("connect_four", "mine")


class Nim(BoardGame):
    """Take one or two matches; the last one wins."""

    name = "nim"
    move_help = "1 or 2"

    def _first(self) -> BoardPosition:
        raise NotImplementedError


def test_game_is_registered_for_this_process() -> None:
    register_game(Nim)
    assert game_names()[-1] == "nim"
    assert make_game("nim") == Nim()
    assert agent_names("nim") == ("random",)
    assert set(levels_of("nim").values()) == {"random"}
    texts = Texts("en")
    assert texts.game_line("nim") == "nim"
    assert texts.who("nim", 1, name="") == "seat 2"
    assert texts.move_help(make_game("nim")) == "1 or 2."


def test_what_is_no_game_is_not_registered() -> None:
    with pytest.raises(ConfigError, match="cannot be registered: .* is not a subclass"):
        register_game(int)  # type: ignore[arg-type]
    impostor = type("ConnectFour", (Nim,), {"name": "connect_four"})
    with pytest.raises(ConfigError, match="cannot be registered: galo has a game of that name"):
        register_game(impostor)
    with pytest.raises(UnknownNameError, match="unknown game 'nim'"):
        make_game("nim")
