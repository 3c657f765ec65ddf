"""The public names of galo: complete, lazy, typed, and kind to a program's own players."""

import doctest
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import galo
from galo.errors import AgentError, ConfigError
from support.commands import ROOT

NAMES = [
    "Game", "Position", "Observation", "Move", "Outcome", "Decision", "Reason", "Limit", "Option",
    "Player", "Stream", "GaloError", "NotationError", "IllegalMoveError", "UnknownNameError",
    "ConfigError", "AgentError", "RecordError", "game", "games", "player", "agents", "register",
    "play", "match", "evolve", "solve", "analyse", "__version__",
]  # fmt: skip


class Central:
    """Plays the column nearest the middle; has no name of its own."""

    def decide(
        self, observation: galo.Observation, limit: galo.Limit, rng: galo.Stream
    ) -> galo.Decision:
        return galo.Decision(min(observation.legal_moves, key=lambda move: abs(move.code - 3)))


class Broken:
    """Divides by zero."""

    name = "broken"

    def decide(
        self, observation: galo.Observation, limit: galo.Limit, rng: galo.Stream
    ) -> galo.Decision:
        return galo.Decision(observation.legal_moves[1 // 0])


def test_every_public_name_is_there_and_listed() -> None:
    assert set(NAMES) <= set(galo.__all__)
    assert dir(galo) == sorted(galo.__all__)
    page = pydoc.plain(pydoc.render_doc(galo))
    for name in galo.__all__:
        assert getattr(galo, name) is not None
        assert name.startswith("__") or name in page
    with pytest.raises(AttributeError, match="module 'galo' has no attribute 'chess'"):
        _ = galo.chess


def test_importing_galo_is_light() -> None:
    script = "import sys, galo; print([m for m in ('numba', 'numpy', 'rich') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert found.stdout == "[]\n", found.stderr


def test_games_and_agents_are_listed() -> None:
    assert galo.games()[:4] == ("dominoes4", "dominoes2", "lines_of_action", "connect_four")
    assert galo.agents("connect_four")[-1] == "perfect"


def readme_scripts() -> list[str]:
    """Return the Python blocks of the README as scripts."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    examples = (doctest.DocTestParser().get_examples(block) for block in blocks)
    return ["import galo\n" + "".join(one.source for one in block) for block in examples]


REVEALING = """import galo
table = galo.game('dominoes4').start(seed=1)
reveal_type(table.play('6-6').observe(0).hand)
reveal_type(galo.player('dominoes4', 's1').decide(table.observe()))
reveal_type(galo.games())
"""


def test_snippets_of_the_readme_are_typed(tmp_path: Path) -> None:
    scripts = [*readme_scripts(), REVEALING]
    assert len(scripts) > 3
    for number, script in enumerate(scripts):
        (tmp_path / f"snippet{number}.py").write_text(script)
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", tmp_path],
        cwd=ROOT, capture_output=True, text=True,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout
    assert re.findall(r'Revealed type is "(.*)"', checked.stdout) == [
        "tuple[str, ...]", "galo.players.player.Decision", "tuple[str, ...]",
    ], checked.stdout  # fmt: skip


def test_player_needs_neither_a_limit_nor_a_random_stream() -> None:
    position = galo.game("connect_four").start()
    player = galo.player("connect_four", "random")
    moves = set()
    for column in "1234567":
        observation = position.play(column).observe()
        assert player.decide(observation) == player.decide(observation)
        moves.add(player.decide(observation).move)
    assert len(moves) > 1


def test_objects_play_as_well_as_names() -> None:
    record = galo.play("connect_four", [Central(), "random"], seed=3)
    assert record.seats == ("Central", "random")
    assert record.moves[:2:2] == ("4",)
    same = galo.play(galo.game("connect_four"), [Central(), "random"], seed=3)
    assert same == record


def test_match_of_objects_is_played_here_and_counted() -> None:
    seen: list[int] = []
    result = galo.match(
        "connect_four", Central(), Central(), games=6, progress=lambda now: seen.append(now.games)
    )
    assert (result.a, result.b, result.games, result.score_a) == ("Central", "Central'", 6, 0.5)
    assert seen == [2, 4, 6]
    assert result.to_json()["interval"] == [*result.interval]


def test_match_is_what_the_command_prints() -> None:
    result = galo.match("dominoes4", "s1", "basic", games=100, seed=5)
    assert list(result.to_json())[:15] == [
        "game", "a", "b", "games", "wins_a", "wins_b", "draws", "score_a", "interval", "elo",
        "elo_interval", "superiority", "pairs", "seconds", "games_per_second",
    ]  # fmt: skip
    assert "sprt" not in result.to_json()
    assert result.games == 100
    again = galo.match("dominoes4", "strong", "beginner", games=100, seed=5)
    assert (again.a, again.wins_a) == ("strong", result.wins_a)
    with pytest.raises(ConfigError, match="seconds and nodes contradict each other"):
        galo.match("connect_four", "random", "random", seconds=1.0, nodes=5)


def test_registered_player_is_an_agent_of_this_process() -> None:
    option = galo.Option("depth", 2, minimum=1)
    galo.register("connect_four", "mine", lambda depth: Central(), options=[option], line="own")
    assert galo.agents("connect_four")[0] == "mine"
    assert galo.player("connect_four", "mine:depth=3").name == "mine:depth=3"
    result = galo.match("connect_four", "mine", "random", games=4)
    assert (result.a, result.games, result.errors) == ("mine", 4, ())


def test_player_that_fails_is_an_error_in_one_sentence() -> None:
    sentence = r"player 'broken' failed: ZeroDivisionError: .* \(test_door\.py:\d+\)"
    with pytest.raises(AgentError, match=sentence) as raised:
        galo.play("connect_four", ["random", Broken()])
    assert isinstance(raised.value.__cause__, ZeroDivisionError)
    assert galo.match("connect_four", Broken(), "random", games=2).wins_b == 2


@pytest.mark.parametrize(
    ("impostor", "problem"),
    [
        (None, "None is no player: it has no decide"),
        (3, "3 is no player: it has no decide"),
        (Central, r"is a class, not a player; write Central\(\)"),
    ],
)
def test_what_cannot_decide_is_no_player(impostor: object, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        galo.play("connect_four", ["random", impostor])  # type: ignore[list-item]


def test_position_is_analysed_and_solved_where_the_game_can_be() -> None:
    position = galo.game("connect_four").from_text("444444")
    analysis = galo.analyse(position, galo.Limit(nodes=2000))
    assert analysis.to_json().keys() >= {"columns", "best_moves"}
    assert galo.solve("connect_four", "44444422").best in range(1, 8)
    with pytest.raises(ConfigError, match="dominoes4 cannot be analysed; games that can: .*_four"):
        galo.analyse(galo.game("dominoes4").start(seed=1))
    with pytest.raises(ConfigError, match="dominoes4 cannot be solved; games that can: connect_f"):
        galo.solve("dominoes4")


def test_evolution_is_called_from_a_program() -> None:
    heard: list[object] = []
    result = galo.evolve(
        "dominoes4", "s1", population=4, generations=2, matches=20, seed=1, progress=heard.append
    )
    assert {"best", "fitness", "retest"} <= result.keys()
    assert len(heard) == 2
