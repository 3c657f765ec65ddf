"""A game as a task: the same winner every time, and each contestant on its own seat."""

import galo
from galo.lab.games import Contestant, GameTask, winner
from galo.players.lines_of_action.weights import fiss_weights

STRONG = Contestant("fiss:depth=1", tuple(fiss_weights()["run3"]))
WEAK = Contestant("fiss:depth=1", (1.0, *[0.0] * 7))


def test_same_game_same_winner_and_seats_matter() -> None:
    games = [GameTask("lines_of_action", (STRONG, WEAK), seed) for seed in range(6)]
    assert [winner(game) for game in games] == [winner(game) for game in games]
    assert [winner(game) for game in games].count(0) >= 4
    turned = [GameTask("lines_of_action", (WEAK, STRONG), seed) for seed in range(6)]
    assert [winner(game) for game in turned].count(1) >= 4


def test_agents_without_values_play_as_they_are() -> None:
    seats = Contestant("tux:database=no"), Contestant("random")
    record = galo.play("connect_four", [one.agent for one in seats], seed=4)
    assert record.result is not None
    assert winner(GameTask("connect_four", seats, 4)) == record.result.winner
