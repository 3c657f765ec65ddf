"""Players of two-sided dominoes, the draw game for two and the block game in pairs."""

from galo.games.options import Option
from galo.players.dominoes import THREADS
from galo.players.dominoes2.weights import DESCRIBED, parameters_of
from galo.players.ladder import level_ratings
from galo.players.registry import FIRST, RANDOM, Agent, GameAgents

LINEAR = f"{__name__}.linear"


def described(name: str) -> Agent:
    """Return the agent *name*, whose weights for its rules of thumb may be others."""
    option = Option("weights", DESCRIBED)
    return Agent(name, LINEAR, name, (option,), parameters=parameters_of(name))


AGENTS = GameAgents(
    agents=(
        RANDOM,
        FIRST,
        described("defensive"),
        Agent("hoffmann", LINEAR, "hoffmann"),
        described("offensive"),
        described("costa"),
        Agent(
            "expectiminimax",
            f"{__name__}.expectiminimax",
            "Expectiminimax",
            (Option("depth", 4, (), 1, 8),),
        ),
        Agent(
            "pimc",
            f"{__name__}.pimc",
            "Pimc",
            (Option("deals", 60, (), 1, 100_000), Option("depth", 6, (), 1, 16), THREADS),
        ),
        Agent(
            "champion",
            f"{__name__}.champion",
            "Champion",
            (Option("deals", 300, (), 1, 100_000), THREADS),
        ),
    ),
    levels={
        "beginner": "first",
        "medium": "defensive",  # hoffmann is as strong as costa
        "strong": "costa",
        "champion": "champion",
    },
    reviewer=f"{__name__}.review:Reviewer",
    prover=f"{__name__}.prover:Prover",
    rating_games=300,
    ratings=level_ratings("dominoes2"),
)
