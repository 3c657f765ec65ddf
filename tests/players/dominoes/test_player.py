"""What all domino players do before they choose: refuse what they do not play."""

import pytest

import galo
from galo.errors import ConfigError
from galo.stream import Stream

AGENTS = [
    ("dominoes4", "champion"),
    ("dominoes4", "s1"),
    ("dominoes4", "pimc"),
    ("dominoes2", "champion"),
    ("dominoes2", "hoffmann"),
    ("dominoes2", "expectiminimax"),
]
OTHERS = ("connect_four", "dominoes2", "dominoes4")
STRANGERS = [(*each, other) for each in AGENTS for other in OTHERS if other != each[0]]


@pytest.mark.parametrize(("game", "agent", "other"), STRANGERS)
def test_an_observation_of_another_game_is_refused(game: str, agent: str, other: str) -> None:
    position = galo.game(other).start(seed=1)
    assert position.mover is not None
    seen = position.observe(position.mover)
    said = f"^{agent} of {game} was given an observation of {other}$"
    with pytest.raises(ConfigError, match=said):
        galo.player(game, agent).decide(seen, galo.Limit(deals=1), Stream.of(1))


@pytest.mark.parametrize("agent", ["s1", "champion"])
def test_the_only_move_is_made_without_thinking(agent: str) -> None:
    position = galo.game("dominoes4").start(seed=1)  # 6-6 opens
    assert position.mover is not None
    seen = position.observe(position.mover)
    decision = galo.player("dominoes4", agent).decide(seen, galo.Limit(), Stream.of(1))
    assert decision.move.text == "6-6"
    assert [reason.name for reason in decision.reasons] == ["only_move"]
    assert decision.nodes is None
