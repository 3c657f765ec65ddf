"""Agents of dominó de 4 pontas that do more than count: no peeking, stronger than the beginner."""

import pytest

import galo
from galo.arena.match import Match
from galo.players.dominoes.belief import Belief
from galo.stream import Stream
from support.domino_rounds import positions
from support.samples import sample

CHOOSERS = ("expectiminimax", "pimc", "neural", "champion")
# Less than they think by themselves, so that a test is short; the games are the same each time.
LITTLE = {
    "expectiminimax": galo.Limit(depth=4),
    "pimc": galo.Limit(deals=15),
    "champion": galo.Limit(deals=15),
}


@pytest.mark.parametrize("name", [*CHOOSERS, "rollouts"])
def test_hidden_tiles_change_no_decision(name: str) -> None:
    player = galo.player("dominoes4", name)
    limit = galo.Limit(deals=20, depth=4)
    compared = 0
    for seed in range(sample(10, 25)):
        for position in positions("dominoes4", seed):
            assert position.mover is not None
            seen = position.observe(position.mover)
            if len(position.plays) % 7 != 3 or len(position.legal_moves) < 2:
                continue
            other = seen.complete(Belief(seen).deal(Stream.of(seed, 9)))
            again = other.observe(position.mover)
            one, two = (player.decide(each, limit, Stream.of(seed)) for each in (seen, again))
            assert one == two
            compared += other.hands != position.hands
    assert compared > 20


@pytest.mark.parametrize("name", CHOOSERS)
def test_choosers_win_against_a_player_that_counts_points_alone(name: str) -> None:
    won = 0
    for seed in range(16):
        for side in (0, 1):
            players = [galo.player("dominoes4", (name, "basic")[(k + side) % 2]) for k in range(4)]
            match = Match(galo.game("dominoes4"), players, seed, LITTLE.get(name, galo.Limit()))
            while not match.is_over:
                match.step()
            outcome = match.position.outcome
            assert outcome is not None
            won += outcome.winner == side
    assert won > 16
