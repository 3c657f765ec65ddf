"""How hard a puzzle is: the agents of the ladder try it, and the ladder's scale measures it.

An agent *d* Elo above a puzzle is expected to solve it with probability 1 / (1 + 10^(-d/400)).
A puzzle's rating is the one at which the agents were expected to solve as much as they did, with
one drawn attempt of an agent in their middle, which keeps it finite.
"""

from collections.abc import Mapping, Sequence

from galo.games.game import Position
from galo.games.options import split_name
from galo.players.checked_player import ask
from galo.players.ladder import ladder_of
from galo.players.player import Limit
from galo.players.registry import make_player
from galo.stream import Stream

RANDOM = "random"
UNMEASURED = 1000  # Elo of random where nothing was measured
LOWEST, HIGHEST = -2000.0, 5000.0  # Elo
STEPS = 40  # halvings of that range
ELO_PER_DECADE = 400.0


def judges_of(game: str) -> dict[str, int]:
    """Return the agents whose attempts rate puzzles of *game*, weakest first, and their Elo."""
    ladder = ladder_of(game)
    rungs = reversed(ladder.players) if ladder else ()
    known = {rung.agent: rung.elo for rung in rungs if rung.level or rung.agent == RANDOM}
    return known or {RANDOM: UNMEASURED}


def answers(game: str, position: Position, agent: str, rng: Stream) -> str:
    """Return the move of *agent* in *position*, by what the seat to move knows."""
    return ask(make_player(game, agent), position.observe(), Limit(), rng).move.text


def attempts(position: Position, solution: Sequence[str], rng: Stream) -> dict[str, float]:
    """Return what share of its attempts each judge finds a *solution*: 1 or 0, of random any."""
    name = split_name(str(position.game))[0]
    found = {RANDOM: round(len(solution) / len(position.legal_moves), 3)}
    for number, agent in enumerate(judges_of(name)):
        if agent != RANDOM:
            move = answers(name, position, agent, Stream.of(rng.integer, number))
            found[agent] = float(move in solution)
    return found


def rating_of(game: str, solved: Mapping[str, float]) -> int:
    """Return the rating of a puzzle of *game* that agents *solved*, on the ladder's scale."""
    ladder = judges_of(split_name(game)[0])
    middle = (min(ladder.values()) + max(ladder.values())) / 2
    low, high = LOWEST, HIGHEST
    for _ in range(STEPS):
        rating = (low + high) / 2
        surplus = (
            0.5
            - expected(middle, rating)
            + sum(share - expected(ladder[agent], rating) for agent, share in solved.items())
        )
        low, high = (low, rating) if surplus > 0 else (rating, high)
    return round((low + high) / 2)


def expected(elo: float, rating: float) -> float:
    """Return the chance that a player of *elo* solves a puzzle of this *rating*."""
    return float(1 / (1 + 10 ** ((rating - elo) / ELO_PER_DECADE)))
