"""How hard a puzzle is: the agents of the ladder try it, and the ladder's scale measures it.

An agent *d* Elo above a puzzle is expected to solve it with probability 1 / (1 + 10^(-d/400)).
A puzzle's rating is the one at which the agents were expected to solve as much as they did, with
one drawn attempt of an agent in their middle, which keeps it finite.
"""

from collections.abc import Mapping, Sequence

from galo.games.game import Position
from galo.games.options import split_name
from galo.players.checked_player import ask
from galo.players.player import Limit
from galo.players.registry import game_agents, make_player
from galo.stream import Stream

RANDOM = "random"
RANDOM_ELO = {  # from the table in docs/laboratory.md
    "dominoes4": 642,
    "dominoes2": 998,
    "lines_of_action": -285,
    "connect_four": 465,
}
LOWEST, HIGHEST = -2000.0, 5000.0  # Elo
STEPS = 40  # halvings of that range
ELO_PER_DECADE = 400.0


def ladder_of(game: str) -> dict[str, int]:
    """Return the agents of *game* that are rated, weakest first, and their Elo."""
    agents = game_agents(game)
    ladder = {agents.levels[level]: elo for level, elo in agents.ratings.items()}
    return {RANDOM: RANDOM_ELO.get(game, min(ladder.values(), default=0)), **ladder}


def answers(game: str, position: Position, agent: str, rng: Stream) -> str:
    """Return the move of *agent* in *position*, by what the seat to move knows."""
    return ask(make_player(game, agent), position.observe(), Limit(), rng).move.text


def attempts(position: Position, solution: Sequence[str], rng: Stream) -> dict[str, float]:
    """Return what share of its attempts each agent of the ladder finds a *solution*."""
    name = split_name(str(position.game))[0]
    found = {RANDOM: round(len(solution) / len(position.legal_moves), 3)}
    for number, agent in enumerate(ladder_of(name)):
        if agent != RANDOM:
            move = answers(name, position, agent, Stream.of(rng.integer, number))
            found[agent] = float(move in solution)
    return found


def rating_of(game: str, solved: Mapping[str, float]) -> int:
    """Return the rating of a puzzle of *game* that agents *solved*, on the ladder's scale."""
    ladder = ladder_of(split_name(game)[0])
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
