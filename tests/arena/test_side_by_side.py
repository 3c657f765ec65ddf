"""Players that decide about many positions in one call: the games are those of one at a time."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

import galo
from galo.arena.pairing import Plan, play_pair
from galo.arena.side_by_side import batch_players, play_side_by_side
from galo.players.player import Question


@dataclass  # so it cannot be hashed
class Batching:
    """Plays at random, and notes how many questions came at once."""

    sizes: list[int] = field(default_factory=list)
    name: str = "batching"

    def decide(
        self, observation: galo.Observation, limit: galo.Limit, rng: galo.Stream
    ) -> galo.Decision:
        return self._choose(observation, rng)

    def decide_many(self, questions: Sequence[Question]) -> list[galo.Decision]:
        self.sizes.append(len(questions))
        return [self._choose(question.observation, question.rng) for question in questions]

    def _choose(self, observation: galo.Observation, rng: galo.Stream) -> galo.Decision:
        moves = observation.legal_moves
        return galo.Decision(moves[rng.randint(0, len(moves))])


class FailsTogether(Batching):
    """Decides alone, and not together where there is something in the fourth column."""

    def decide_many(self, questions: Sequence[Question]) -> list[galo.Decision]:
        if any("4" in question.observation.to_text() for question in questions):
            raise ValueError("more than it can think of")
        return super().decide_many(questions)


class Cheat(Batching):
    """Decides on an illegal move where the first disc is not in the middle."""

    def _choose(self, observation: galo.Observation, rng: galo.Stream) -> galo.Decision:
        if observation.to_text()[0] != "4":
            return galo.Decision(galo.Move(9, "9"))
        return super()._choose(observation, rng)


def plan_of(game: str, player: Batching, games: int = 12) -> Plan:
    objects = {player.name: player}
    return Plan(game, (player.name, "random"), games, seed=3, objects=objects)


@pytest.mark.parametrize("kind", [Batching, FailsTogether, Cheat])
@pytest.mark.parametrize("game", ["connect_four", "dominoes4"])
def test_games_are_those_of_one_at_a_time(game: str, kind: type[Batching]) -> None:
    plan = plan_of(game, kind())
    alone = [play_pair(plan, pair, keeps_records=True) for pair in range(1, 6)]
    players = batch_players(plan)
    assert play_side_by_side(plan, range(1, 6), players, True, ()) == alone


def test_a_match_asks_about_many_positions_at_once() -> None:
    player = Batching()
    result = galo.match("connect_four", player, "random", games=20, seed=1)
    assert (result.games, result.errors) == (20, ())
    assert player.sizes


def test_partners_and_games_are_asked_about_together() -> None:
    player = Batching()
    plan = plan_of("dominoes4", player)
    play_side_by_side(plan, range(8), batch_players(plan), False, ())
    assert player.sizes[0] == 8  # in each pair one of the two games begins with it
    assert sum(player.sizes) > 2 * len(player.sizes)


def test_under_a_clock_decisions_are_made_one_by_one() -> None:
    player = Batching()
    galo.match("connect_four", player, "random", games=4, seconds=10)
    assert player.sizes == []
