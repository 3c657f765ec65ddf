"""Players of Lines of Action."""

from galo.games.options import Option
from galo.players.registry import RANDOM, Agent, GameAgents

AGENTS = GameAgents(
    agents=(
        RANDOM,
        Agent(
            "fiss",
            f"{__name__}.fiss",
            "Fiss",
            (Option("weights", "run3"), Option("depth", 5, minimum=1)),
        ),
        Agent("champion", f"{__name__}.champion", "Champion", (Option("weights", "tuned"),)),
    ),
    levels={
        "beginner": "fiss:depth=1",
        "medium": "fiss:depth=3",
        "strong": "fiss:depth=5",
        "champion": "champion",
    },
    analyst=f"{__name__}.analysis:analyse",
    rating_games=20,
    ratings={"beginner": 1000, "medium": 1705, "strong": 2115, "champion": 2682},
)
