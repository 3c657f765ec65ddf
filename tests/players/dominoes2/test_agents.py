"""All agents of two-sided dominoes: legal moves, limits, reasons, and no peeking."""

import pytest

import galo
from galo.errors import ConfigError
from galo.players.dominoes.belief import belief_of
from galo.players.registry import agent_names
from galo.stream import Stream
from support.positions import mover_of
from support.two_sided import FEW, GAMES, choices, decide, ends_of

AGENTS = agent_names("dominoes2")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agent", AGENTS)
def test_every_agent_moves_legally_in_whole_matches(game: str, agent: str) -> None:
    seats = 4 if "players=4" in game else 2
    written = game + (",target=100" if ":" in game else ":target=100")
    record = galo.play(written, [agent, "random"] * (seats // 2), 3, FEW)
    assert record.result is not None  # Match refuses any move that is not legal
    assert record == galo.play(written, [agent, "random"] * (seats // 2), 3, FEW)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agent", ["expectiminimax", "pimc", "champion"])
def test_hidden_tiles_change_no_decision(game: str, agent: str) -> None:
    for number, seen in enumerate(choices(game, range(20, 23))):
        twin = seen.complete(belief_of(seen).deal(Stream.of(number))).observe(seen.seat)
        assert twin == seen
        assert decide(agent, twin) == decide(agent, seen)


@pytest.mark.parametrize("agent", ["expectiminimax", "pimc", "champion"])
def test_limits_are_kept(agent: str) -> None:
    seen = next(iter(choices("dominoes2", range(1, 9))))
    player = galo.player("dominoes2", agent)
    shallow = player.decide(seen, galo.Limit(deals=2, depth=1), Stream.of(1))
    longer = player.decide(seen, galo.Limit(deals=100, nodes=10**9, seconds=60), Stream.of(1))
    assert shallow.nodes is not None
    assert longer.nodes is not None
    assert shallow.nodes < longer.nodes
    hasty = player.decide(seen, galo.Limit(seconds=1e-6), Stream.of(1))
    assert hasty.move in seen.legal_moves
    tired = player.decide(seen, galo.Limit(nodes=1), Stream.of(1))
    assert tired.move in seen.legal_moves


@pytest.mark.parametrize("agent", AGENTS[2:])
def test_reasons_are_facts_about_the_move(agent: str) -> None:
    names = set()
    for seen in choices("dominoes2", range(4)):
        decision = galo.player("dominoes2", agent).decide(seen, FEW, Stream.of(1))
        for reason in decision.reasons:
            names.add(reason.name)
            if reason.name == "keeps":
                ends = ends_of([*(play.text for play in seen.plays), decision.move.text])
                assert reason.numbers["suit"] in ends
    assert "keeps" in names


@pytest.mark.parametrize("agent", AGENTS)
def test_deciding_out_of_turn_is_refused(agent: str) -> None:
    position = galo.game("dominoes2").start(seed=1)
    other = 1 - mover_of(position)
    with pytest.raises(ConfigError, match=f"seat {other} cannot decide"):
        galo.player("dominoes2", agent).decide(position.observe(other), FEW, Stream.of(1))
