"""Parameters of agents: with their defaults they play as ever, with other values differently."""

from collections.abc import Iterator

import pytest

import galo
from galo.games.game import Observation
from galo.games.registry import BUILT_IN
from galo.players.dominoes4 import FREE
from galo.players.player import Player
from galo.players.registry import WEIGHTS, Agent, agents_of
from galo.stream import Stream
from support.positions import mover_of

LIMIT = galo.Limit(nodes=300, deals=5)
SEEDS = range(4)
EVOLVING = [(game, agent) for game in BUILT_IN for agent in agents_of(game) if agent.parameters]
# What evolution begins with is not how they play: their weights have names.
USUAL = [(game, agent) for game, agent in EVOLVING if agent.name not in FREE]


def names(cases: list[tuple[str, Agent]]) -> list[str]:
    return [f"{game} {agent.name}" for game, agent in cases]


def observations(game: str) -> Iterator[Observation]:
    """Yield what the mover sees at the places of random games where it has a choice."""
    for seed in SEEDS:
        position = galo.game(game).start(seed=seed)
        rng, ply = Stream.of(seed, 1), 0
        while not position.is_over and position.mover is not None and ply < 24:
            moves = position.legal_moves
            if len(moves) > 1:
                yield position.observe(mover_of(position))
            position = position.play(moves[rng.randint(ply, len(moves))])
            ply += 1


def decisions(player: Player, game: str) -> list[str]:
    seen = observations(game)
    return [player.decide(one, LIMIT, Stream.of(7)).move.text for one in seen]


def test_agents_that_evolve_are_those_with_numbers_worth_turning() -> None:
    assert set(names(EVOLVING)) == {
        "connect_four tux",
        "lines_of_action fiss",
        "lines_of_action champion",
        "dominoes2 defensive",
        "dominoes2 offensive",
        "dominoes2 costa",
        *(f"dominoes4 {name}" for name in ("s1", "s2", "s3", "s4", "sbgames2008")),
        "dominoes4 rollouts",
        "dominoes4 champion",
    }


@pytest.mark.parametrize(("game", "agent"), EVOLVING, ids=names(EVOLVING))
def test_parameters_can_be_set_and_hold_their_default(game: str, agent: Agent) -> None:
    options = {option.name for option in agent.options}
    own = [parameter.name for parameter in agent.parameters]
    assert len(set(own)) == len(own)
    assert WEIGHTS in options or set(own) <= options
    for parameter in agent.parameters:
        assert parameter.low <= parameter.default <= parameter.high
        assert {type(number) for number in parameter[1:]} == {float}  # arrays of them are real


@pytest.mark.parametrize(("game", "agent"), USUAL, ids=names(USUAL))
def test_defaults_play_as_without_and_other_values_differently(game: str, agent: Agent) -> None:
    defaults = [parameter.default for parameter in agent.parameters]
    usual = decisions(galo.player(game, agent.name), game)
    assert decisions(agent.make_with(defaults, {}, agent.name), game) == usual
    lows = [parameter.low for parameter in agent.parameters]
    highs = [parameter.high for parameter in agent.parameters]
    found = [decisions(agent.make_with(values, {}, agent.name), game) for values in (lows, highs)]
    assert any(other != usual for other in found)


def test_whole_numbers_are_rounded_for_options_that_are_whole() -> None:
    tux = next(agent for agent in agents_of("connect_four") if agent.name == "tux")
    written = tux.option_values([1.6, 0.4, 2.5, 3.0, 0.0, -1.7, 0.2, -2.0])
    assert list(written.values()) == [2, 0, 2, 3, 0, -2, 0, -2]


def test_champion_that_believes_in_nobody_is_refused() -> None:
    with pytest.raises(galo.ConfigError, match="believes in no model"):
        galo.player("dominoes4", "rollouts:share_s1=0,share_basic=0,share_anybody=0")
