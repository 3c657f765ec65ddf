"""The linear players of two-sided dominoes: worked positions, and slow twins."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import galo
from galo.errors import ConfigError, UnknownNameError
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.tiles import NAMES
from galo.players.dominoes.public_history import SEAT
from galo.players.dominoes2.public_history import history_of
from galo.players.dominoes2.weights import RULES
from galo.players.registry import Agent, agents_of
from galo.stream import Stream
from support.two_sided import FEW, GAMES, choices, decide, facts, lacked_by

PLAYERS = ("hoffmann", "defensive", "offensive", "costa")

TWINS: dict[str, Callable[[dict[str, float]], tuple[float, ...]]] = {
    "hoffmann": lambda it: (-it["fits"],),
    "defensive": lambda it: (it["double"], it["variety"], it["pips"]),
    "offensive": lambda it: (
        it["lacked"] + it["equal_lacked"],
        30 * it["equal"] - it["fits"],
    ),
    "costa": lambda it: (
        10 * it["double"] + 2 * it["variety"] + 2 * it["pips"] + 10 * it["lacked"]
        + 8 * it["equal"] + 8 * it["equal_lacked"] - 6 * it["fits"],
    ),
}  # fmt: skip


def agent(name: str) -> Agent:
    return next(one for one in agents_of("dominoes2") if one.name == name)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agent", PLAYERS)
def test_linear_player_plays_as_its_slow_twin(game: str, agent: str) -> None:
    for seen in choices(game, range(6)):
        # max takes the first of equals: hand order, left before right.
        best = max(seen.legal_moves, key=lambda move: TWINS[agent](facts(seen, move.text)))
        assert decide(agent, seen) == best.text, seen


@pytest.mark.parametrize("game", GAMES)
def test_costa_weighs_every_rule_as_it_is_told(game: str) -> None:
    rng = np.random.default_rng(3)
    compared = 0
    for weights in rng.uniform(-10, 10, (3, len(RULES))).round(4).tolist():
        player = agent("costa").make_with(weights, {}, "costa")
        for seen in choices(game, range(3)):
            decided = player.decide(seen, FEW, Stream.of(1)).move.text
            values = {}
            for move in seen.legal_moves:
                found = facts(seen, move.text)
                values[move.text] = sum(
                    w * found[rule] for w, rule in zip(weights, RULES, strict=True)
                )
            assert values[decided] == pytest.approx(max(values.values()))
            compared += 1
    assert compared > 60


@pytest.mark.parametrize("name", ["defensive", "offensive", "costa"])
def test_weights_come_from_a_file_and_are_by_default_the_described(
    tmp_path: Path, name: str
) -> None:
    seen = list(choices(GAMES[0], range(4)))
    usual = [decide(name, one) for one in seen]
    defaults = [parameter.default for parameter in agent(name).parameters]
    turned = [-value for value in defaults]
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(defaults))
    assert [decide(f"{name}:weights={path}", one) for one in seen] == usual
    path.write_text(json.dumps({"agent": name, "best": turned}))
    assert [decide(f"{name}:weights={path}", one) for one in seen] != usual
    members = [{"best": defaults}, {"best": turned}]
    path.write_text(json.dumps({"agent": f"{name}:weights=x", "members": members}))
    assert [decide(f"{name}:weights={path}#1", one) for one in seen] == usual
    assert [decide(f"{name}:weights={path}#2", one) for one in seen] != usual


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("[1, 2]", "are \\[1, 2\\], not a list of 10 numbers"),
        ("[2000, 0, 0, 0, 0, 0, 0, 0, 0, 0]", "2000 is not a number from -1000 to 1000"),
        ('{"agent": "defensive:weights=x", "best": [1, 2, 3]}', "are of defensive, not of costa"),
        ("oops", "cannot read weights from"),
    ],
)
def test_bad_weights_are_refused(tmp_path: Path, content: str, problem: str) -> None:
    path = tmp_path / "weights.json"
    path.write_text(content)
    with pytest.raises(ConfigError, match=problem):
        galo.player("dominoes2", f"costa:weights={path}")


def test_unknown_weights_are_refused_by_name() -> None:
    with pytest.raises(
        UnknownNameError, match="unknown weights of costa 'best'; known: described, evolved"
    ):
        galo.player("dominoes2", "costa:weights=best")


def worked(*moves: str) -> DominoObservation:
    """Return what seat 0 sees after 6-6 and *moves*, in a draw game dealt by hand."""
    game = galo.game("dominoes2")
    hands = (
        ("6-6", "6-5", "6-1", "5-5", "5-4", "1-1", "2-0"),
        ("6-4", "6-3", "5-0", "4-4", "4-3", "3-3", "2-2"),
    )
    rest = tuple(name for name in NAMES if name not in (*hands[0], *hands[1]))
    position = game.start(deal=(*hands, rest))
    for text in moves:
        position = position.play(position.parse_move(text))
    return position.observe(0)


def test_worked_position_of_each_player() -> None:
    # 6-6, 6-4 to the right: ends 6 and 4; it holds 6-5, 6-1, 5-4 that fit.
    seen = worked("6-6", "6-4@r")
    # 6-5@l leaves 5 and 4: unseen are 5-3 5-2 5-1 5-0 and 4-4 4-3 4-2 4-1 4-0: nine.
    # 6-1@l leaves 1 and 4: 5-1 4-1 3-1 2-1 1-0 and 4-4 4-3 4-2 4-0: nine.
    # 5-4@r leaves 6 and 5: 6-3 6-2 6-0 and 5-3 5-2 5-1 5-0: seven.
    assert [facts(seen, move.text)["fits"] for move in seen.legal_moves] == [9, 9, 7]
    assert decide("hoffmann", seen) == "5-4@r"
    # No double fits; without 5-4 there is no 4 left in hand.
    assert [facts(seen, move.text)["variety"] for move in seen.legal_moves] == [6, 6, 5]
    assert decide("defensive", seen) == "6-5@l"  # as varied as 6-1, and heavier


def test_offensive_remembers_what_the_other_lacks() -> None:
    # Ends 2 and 1, of which seat 1 has nothing left: it draws 0-0, then 1-0.
    before = ("6-6", "6-3@l", "6-1@r", "4-3@l", "5-4@l", "5-0@l", "2-0@l", "2-2@l", "1-1@r")
    seen = worked(*before, "draw", "draw")
    assert seen.mover == 1
    assert lacked_by(seen, 1) == {2, 1}
    codes = np.array([play.code for play in seen.plays], np.int64)
    history = history_of(seen.game.rules, codes)  # counted from seat 1, which is to move
    assert history.lacks & 127 == 1 << 2 | 1 << 1
    assert history.lacks >> SEAT == 0
    assert history.has_drawn
