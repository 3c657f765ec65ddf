"""Players of Connect Four; the game is solved, so that one of them plays without mistakes."""

from galo.games.options import Option
from galo.players.connect_four.settings import SolverSettings
from galo.players.ladder import level_ratings
from galo.players.parameters import Parameter
from galo.players.registry import RANDOM, Agent, GameAgents

YES_NO = ("yes", "no")
MOST_WEIGHT = 1_000_000  # the sums of a search stay far below 2^63
TUX_PARAMETERS = (
    Parameter("near", 1.0, 300.0, 200.0),
    Parameter("double", 0.0, 1000.0, 0.0),
    Parameter("four", 1.0, 100.0, 1.0),
    Parameter("three", 0.0, 20.0, 0.0),
    Parameter("two", 0.0, 10.0, 0.0),
    Parameter("win", -10.0, 10.0, 2.0),
    Parameter("draw", -10.0, 10.0, 1.0),
    Parameter("loss", -10.0, 10.0, -2.0),
)

AGENTS = GameAgents(
    agents=(
        RANDOM,
        Agent("focused", f"{__name__}.focused", "Focused"),
        Agent(
            "tux",
            f"{__name__}.tux",
            "Tux",
            (
                Option("database", "yes", YES_NO),
                Option("near", 200, (), 1, MOST_WEIGHT),
                Option("double", 0, (), 0, MOST_WEIGHT),
                Option("search", "ends", ("ends", "rows")),
                *(
                    Option(name, None, (), 0, MOST_WEIGHT, optional=True)
                    for name in ("four", "three", "two")
                ),
                Option("win", 2, (), -MOST_WEIGHT, MOST_WEIGHT),
                Option("draw", 1, (), -MOST_WEIGHT, MOST_WEIGHT),
                Option("loss", -2, (), -MOST_WEIGHT, MOST_WEIGHT),
            ),
            parameters=TUX_PARAMETERS,
        ),
        Agent("minimax", f"{__name__}.minimax", "Minimax", (Option("depth", 7, (), 1, 42),)),
        Agent("mcts", f"{__name__}.mcts", "Mcts", (Option("playouts", 10_000, (), 1, 10_000_000),)),
        Agent(
            "perfect",
            f"{__name__}.perfect",
            "Perfect",
            (Option("memory", SolverSettings.memory, (), 1, 1024), Option("book", "yes", YES_NO)),
        ),
    ),
    levels={
        "beginner": "focused",
        "medium": "minimax:depth=4",
        "strong": "mcts",
        "champion": "perfect",
    },
    analyst=f"{__name__}.analysis:analyse",
    solver=f"{__name__}.solve:solve",
    reviewer=f"{__name__}.review:Reviewer",
    prover=f"{__name__}.prover:Prover",
    rating_games=40,
    ratings=level_ratings("connect_four"),
)
