"""Questions that no player can answer, and answers that are no decisions, in one sentence."""

import pickle

import pytest

import galo
from galo.errors import AgentError, ConfigError
from galo.games.registry import game_names
from galo.players.checked_player import AdaptedPlayer
from galo.players.player import Decision, Limit
from galo.players.registry import agent_names
from galo.players.simple import First
from galo.stream import Stream

POSITION = galo.game("connect_four").start()


class Stubborn:
    """Decides the same whatever it is asked."""

    name = "stubborn"

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def decide(self, observation: galo.Observation, limit: Limit, rng: Stream) -> Decision:
        return self.answer  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("limit", "right"),
    [(1.0, r"write galo.Limit\(seconds=1.0\)"), (3, r"seconds=3"), ("1s", r"write galo.Limit\(\)")],
)
@pytest.mark.parametrize("agent", ["random", "focused", "perfect"])
def test_what_is_no_limit_is_refused_with_what_would_be_right(
    agent: str, limit: object, right: str
) -> None:
    with pytest.raises(ConfigError, match=f"limit {limit!r} is no Limit; .*{right}"):
        galo.player("connect_four", agent).decide(
            POSITION.observe(0), limit  # type: ignore[arg-type]
        )  # fmt: skip


def test_position_is_no_observation() -> None:
    with pytest.raises(ConfigError, match=r"is no observation; write position.observe\(seat\)"):
        galo.player("connect_four", "focused").decide(POSITION)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", game_names())
def test_observation_of_another_game_is_refused(name: str) -> None:
    other = "connect_four" if name != "connect_four" else "dominoes4"
    observation = galo.game(other).start(seed=1).observe()
    for agent in agent_names(name):
        if agent in ("random", "first"):  # they play every game
            continue
        with pytest.raises(ConfigError, match=other):
            galo.player(name, agent).decide(observation)


def test_own_player_is_asked_about_its_own_game_alone() -> None:
    player = AdaptedPlayer(First(), "connect_four", "mine")
    assert player.decide(POSITION.observe()).move.text == "1"
    observation = galo.game("dominoes2").start(seed=1).observe()
    with pytest.raises(ConfigError, match="mine plays connect_four, not dominoes2"):
        player.decide(observation)


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (None, "decided None, which is no Decision"),
        ("4", "decided '4', which is no Decision"),
        (Decision(galo.Move(9, "9")), "illegal move '9'"),
        (Decision("4"), "illegal move '4'"),  # type: ignore[arg-type]
    ],
)
def test_answer_that_is_no_legal_decision_is_refused(answer: object, fault: str) -> None:
    with pytest.raises(AgentError) as raised:
        AdaptedPlayer(Stubborn(answer), "connect_four").decide(POSITION.observe())
    assert str(raised.value) == f"player 'stubborn' failed: {fault}"
    assert raised.value.fault == fault
    assert str(pickle.loads(pickle.dumps(raised.value))) == str(raised.value)


def test_attributes_of_a_player_stay_within_reach() -> None:
    player = AdaptedPlayer(Stubborn(3), "connect_four")
    assert player.name == "stubborn"
    assert player.answer == 3
    assert pickle.loads(pickle.dumps(player)).answer == 3
