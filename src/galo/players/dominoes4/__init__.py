"""Players of dominó de 4 pontas."""

from galo.games.options import Option
from galo.players.dominoes import THREADS
from galo.players.registry import FIRST, RANDOM, Agent, GameAgents

LINEAR = f"{__name__}.linear"
WEIGHTS = Option("weights", "evolved")
STRATEGY = (WEIGHTS, Option("reading", "literal", ("literal", "published")))
# The reconstructed reading looks at the next player's tiles.
SIMULATED = (WEIGHTS, Option("reading", "literal", ("literal", "published", "reconstructed")))
MODELS = ("mixture", "s1", "basic", "anybody")  # how another seat is expected to play

AGENTS = GameAgents(
    agents=(
        RANDOM,
        FIRST,
        Agent("basic", LINEAR, "basic"),
        Agent("s3", LINEAR, "s3", STRATEGY),
        Agent("s4", LINEAR, "s4", STRATEGY),
        Agent("s2", LINEAR, "s2", STRATEGY),
        Agent(
            "sbgames2008",
            LINEAR,
            "sbgames2008",
            (
                Option("alpha", 2.25, minimum=0),
                Option("k", 2.0, minimum=0),
                *(Option(name, None, minimum=0.0, optional=True) for name in ("k1", "k2", "k3")),
            ),
        ),
        Agent("s1", LINEAR, "s1", STRATEGY),
        Agent(
            "expectiminimax",
            f"{__name__}.expectiminimax",
            "Expectiminimax",
            (Option("depth", 6, (), 1, 8),),
        ),
        Agent(
            "pimc",
            f"{__name__}.pimc",
            "Pimc",
            (Option("deals", 100, (), 1, 100_000), Option("depth", 8, (), 1, 16), THREADS),
        ),
        Agent(
            "champion",
            f"{__name__}.champion",
            "Champion",
            (
                Option("deals", 1000, (), 1, 100_000),
                Option("opponents", "mixture", MODELS),
                Option("partner", "mixture", MODELS),
                THREADS,
            ),
        ),
    ),
    levels={"beginner": "basic", "medium": "s4", "strong": "s1", "champion": "champion"},
    rating_games=60,
    ratings={"beginner": 1000, "medium": 1082, "strong": 1147, "champion": 1421},
    simulated=tuple(Agent(name, LINEAR, name, SIMULATED) for name in ("s1", "s2", "s3", "s4")),
)
