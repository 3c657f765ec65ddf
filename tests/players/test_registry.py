"""Players: what they may think, and that the simple ones do what they say."""

import re
from collections import Counter
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

import galo
from galo.errors import ConfigError, UnknownNameError
from galo.games.game import Game
from galo.games.options import split_name
from galo.games.registry import game_names
from galo.players.player import Decision
from galo.players.registry import (
    LEVELS,
    Agent,
    agent_names,
    agents_of,
    analyst_of,
    game_agents,
    levels_of,
    make_player,
    register_agent,
    solver_of,
)
from galo.players.simple import First
from galo.stream import Stream
from support.positions import mover_of

SIGNIFICANCE = 1e-5  # a fair player fails once in a hundred thousand choices of seeds
SEEDS = 40
LIMIT = galo.Limit(nodes=200, deals=2)


def decide(agent: str, game: Game, text: str, seed: int = 0) -> Decision:
    """Return what *agent* does in the position *text*."""
    position = game.from_text(text)
    assert position.mover is not None
    player = make_player(game.name, agent)
    return player.decide(position.observe(position.mover), galo.Limit(), Stream.of(seed))


def columns(text: str) -> set[str]:
    """Return what `focused` may play in the position *text* of Connect Four."""
    game = galo.game("connect_four")
    return {decide("focused", game, text, seed).move.text for seed in range(SEEDS)}


def reasons(text: str) -> set[str]:
    decision = decide("focused", galo.game("connect_four"), text)
    return {reason.name for reason in decision.reasons}


@pytest.mark.parametrize(
    ("text", "winning"),
    [
        ("121212", "1"),  # upwards, although the other side threatens too
        ("7121212", "1"),  # the same for the second player
        ("172737", "4"),  # along the bottom
        ("1334457", "26"),  # the second player, at either end
        ("43144744134221", "3"),  # rising
        ("143132752332343", "2"),  # falling, the second player
    ],
)
def test_focused_wins_when_it_can(text: str, winning: str) -> None:
    assert columns(text) == set(winning)
    assert reasons(text) == {"wins_now"}


@pytest.mark.parametrize(("text", "block"), [("416121", "1"), ("17171", "1")])
def test_focused_blocks_when_it_must(text: str, block: str) -> None:
    assert columns(text) == set(block)
    assert reasons(text) == {"must_block"}


@pytest.mark.parametrize(
    ("text", "open_columns"),
    [
        ("", "1234567"),
        ("12316273", "1234567"),  # the threat lies one above the next stone in column 4
        ("712316273", "1234567"),
        ("117117161", "234567"),  # three on top of a full column threaten nothing
        ("1171171614", "234567"),
    ],
)
def test_focused_plays_at_random_when_nothing_can_be_won_or_lost_now(
    text: str, open_columns: str
) -> None:
    assert columns(text) == set(open_columns)
    assert reasons(text) == set()


def test_focused_wins_more_than_random() -> None:
    for seats, side in ((["focused", "random"], 0), (["random", "focused"], 1)):
        records = [galo.play("connect_four", seats, seed=seed) for seed in range(60)]
        wins = sum(record.result is not None and record.result.winner == side for record in records)
        assert wins > 45


@pytest.mark.parametrize("name", game_names())
def test_every_agent_moves_legally_and_repeats_itself_by_seed(name: str) -> None:
    game = galo.game(name)
    for agent in agent_names(name):
        played = [galo.play(name, [agent] * game.seats, 1, LIMIT) for _ in range(2)]
        assert played[0] == played[1]
        assert played[0].result is not None  # Match refuses any move that is not legal


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("connect_four", "444444"),
        ("lines_of_action", "1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b 0"),
    ],
)
def test_random_plays_every_legal_move_equally_often(name: str, text: str) -> None:
    game = galo.game(name)
    legal = [move.text for move in game.from_text(text).legal_moves]
    counts = Counter(decide("random", game, text, seed).move.text for seed in range(4000))
    assert set(counts) == set(legal)
    assert chisquare([counts[move] for move in legal]).pvalue > SIGNIFICANCE


def test_first_plays_the_first_legal_move() -> None:
    game = galo.game("dominoes2")
    position = game.start(seed=4)
    assert decide("first", game, position.to_text()).move == position.legal_moves[0]


@pytest.mark.parametrize("field", ["seconds", "nodes", "depth", "deals"])
@pytest.mark.parametrize("value", [0, -1, -0.5, float("nan"), True, False, "3"])
def test_limit_that_is_not_above_zero_is_refused(field: str, value: object) -> None:
    wanted = "number" if field == "seconds" else "whole number"
    with pytest.raises(ConfigError, match=f"limit {field}={value!r} is not a {wanted} above zero"):
        galo.Limit(**{field: value})  # type: ignore[arg-type]  # wrong on purpose


@pytest.mark.parametrize("field", ["nodes", "depth", "deals"])
@pytest.mark.parametrize("value", [2.5, 2.0, 1e6, float("inf")])
def test_what_is_counted_is_limited_by_whole_numbers(field: str, value: float) -> None:
    sentence = f"limit {field}={value!r} is not a whole number above zero"
    with pytest.raises(ConfigError, match=re.escape(sentence)):
        galo.Limit(**{field: value})  # type: ignore[arg-type]  # wrong on purpose


def test_limit_of_nothing_and_of_everything_is_accepted() -> None:
    assert galo.Limit() == galo.Limit(None, None, None, None)
    assert galo.Limit(seconds=0.5, nodes=1, depth=2, deals=3).seconds == 0.5
    int64: Any = np.int64(4)  # no int to a type checker
    assert galo.Limit(seconds=np.float64(0.5), nodes=int64).nodes == 4


def test_player_is_called_as_it_was_asked_for() -> None:
    assert make_player("connect_four", "focused").name == "focused"


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        ("nobody", "unknown agent of connect_four 'nobody'; known: random, focused"),
        ("human", "unknown agent of connect_four 'human'; known: random, focused"),
        ("focused:depth=3", "unknown option of connect_four agent focused 'depth'"),
    ],
)
def test_unknown_agent_or_option_is_refused(agent: str, told: str) -> None:
    with pytest.raises(UnknownNameError, match=told):
        make_player("connect_four", agent)


def test_agents_of_an_unknown_game_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="unknown game 'chess'"):
        agent_names("chess")


def test_every_game_has_the_same_four_levels() -> None:
    for name in game_names():
        assert tuple(levels_of(name)) == LEVELS


@pytest.mark.parametrize("name", game_names())
def test_levels_are_agents_of_the_game_in_their_order(name: str) -> None:
    known, places = agent_names(name), []
    for level, agent in levels_of(name).items():
        assert level == agent or level not in known  # a name that is both means the same
        assert make_player(name, agent).name == agent
        called, written = split_name(agent)
        places.append((known.index(called), int(written.get("depth", 0))))
    assert places == sorted(set(places))
    assert places[-1][0] == len(known) - 1


def test_every_game_has_agents_with_random_the_weakest() -> None:
    assert all(agent_names(name)[0] == "random" for name in game_names())


@pytest.mark.parametrize("name", game_names())
def test_level_is_an_agent_wherever_agents_are_named(name: str) -> None:
    for level, agent in levels_of(name).items():
        assert make_player(name, level).name == agent
    with pytest.raises(UnknownNameError, match=f"unknown agent of {name} 'strong'; known: random"):
        make_player(name, "strong:depth=3")


def test_games_say_how_many_games_rate_their_levels_and_who_analyses() -> None:
    rated = {name: game_agents(name).rating_games for name in game_names()}
    assert rated == {
        "dominoes4": 60, "dominoes2": 300, "lines_of_action": 20, "connect_four": 40,
    }  # fmt: skip
    assert analyst_of("dominoes4") is None
    assert solver_of("lines_of_action") is None
    assert callable(analyst_of("connect_four"))


def test_registered_agent_plays_under_its_name() -> None:
    register_agent("connect_four", Agent("mine", factory=First, line="the first column"))
    assert agents_of("connect_four")[0].line == "the first column"
    assert galo.play("connect_four", ["mine", "random"], seed=2).seats == ("mine", "random")
    register_agent("connect_four", Agent("mine", factory=First))  # once more, in its place
    assert agent_names("connect_four")[:2] == ("mine", "random")
    assert levels_of("connect_four")["champion"] == "perfect"


@pytest.mark.parametrize(
    ("agent", "problem"),
    [
        (Agent("random", factory=First), "connect_four has an agent 'random' already"),
        (Agent("human", factory=First), "an agent cannot be named 'human'"),
        (Agent("a:b", factory=First), "an agent cannot be named 'a:b'"),
        (Agent("mine"), "None makes no player"),
    ],
)
def test_agent_that_cannot_be_registered_is_refused(agent: Agent, problem: str) -> None:
    with pytest.raises(ConfigError, match=problem):
        register_agent("connect_four", agent)


@pytest.mark.parametrize("agent", ["random", "first", "s1"])
def test_deciding_out_of_turn_is_refused(agent: str) -> None:
    position = galo.game("dominoes4").start(seed=1)
    other = (mover_of(position) + 1) % 4
    with pytest.raises(ConfigError, match=f"seat {other} cannot decide: it is the turn of"):
        galo.player("dominoes4", agent).decide(position.observe(other), galo.Limit(), Stream.of(1))
