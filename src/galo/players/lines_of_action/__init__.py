"""Players of Lines of Action."""

from galo.games.options import Option
from galo.players.ladder import level_ratings
from galo.players.lines_of_action.weights import (
    CHAMPION_DEFAULT,
    FISS_DEFAULT,
    champion_parameters,
    fiss_parameters,
)
from galo.players.registry import RANDOM, Agent, GameAgents

AGENTS = GameAgents(
    agents=(
        RANDOM,
        Agent(
            "fiss",
            f"{__name__}.fiss",
            "Fiss",
            (Option("weights", FISS_DEFAULT), Option("depth", 5, minimum=1)),
            parameters=fiss_parameters(),
        ),
        Agent(
            "champion",
            f"{__name__}.champion",
            "Champion",
            (Option("weights", CHAMPION_DEFAULT),),
            parameters=champion_parameters(),
        ),
    ),
    levels={
        "beginner": "fiss:depth=1",
        "medium": "fiss:depth=3",
        "strong": "fiss:depth=5",
        "champion": "champion",
    },
    analyst=f"{__name__}.analysis:analyse",
    reviewer=f"{__name__}.review:Reviewer",
    prover=f"{__name__}.prover:Prover",
    rating_games=20,
    ratings=level_ratings("lines_of_action"),
)
