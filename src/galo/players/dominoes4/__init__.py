"""Players of dominó de 4 pontas."""

from galo.games.options import Option
from galo.players.dominoes import THREADS
from galo.players.ladder import level_ratings
from galo.players.parameters import Parameter
from galo.players.registry import FIRST, RANDOM, Agent, GameAgents

LINEAR = f"{__name__}.linear"
WEIGHTS = Option("weights", "evolved")
STRATEGY = (WEIGHTS, Option("reading", "literal", ("literal", "published")))
# The reconstructed reading looks at the next player's tiles.
SIMULATED = (WEIGHTS, Option("reading", "literal", ("literal", "published", "reconstructed")))
FREE = {  # which coefficients each strategy weighs, from 0
    "s1": (0, 1, 2, 3, 4, 5, 6),
    "s2": (3, 4, 5),
    "s3": (3, 5, 6),
    "s4": (0, 1, 2),
}
COEFFICIENTS = 7  # a1 to a7
LARGEST = 10.0  # what a coefficient is at first, up or down: the studies' range
LINEAR_SHARES = {"s1": 0.6, "basic": 0.25, "anybody": 0.15}  # of belief in each, in a mixture
SHARES = {"s1": 0.2, "basic": 0.1, "anybody": 0.1, "policy": 0.6}
ALIKE = 0.8  # belief that both opponents follow the same model
LEAST_SHARE = 0.01  # as a parameter: somebody must be believed in
LINEAR_TEMPERATURE = 4.0  # points: players somewhat like the linear ones
TEMPERATURE = 0.5  # the linear ones themselves, where the policy stands for all others
SBGAMES2008_PARAMETERS = (
    Parameter("alpha", 0.0, LARGEST, 2.25),
    *(Parameter(name, 0.0, LARGEST, 2.0) for name in ("k1", "k2", "k3")),
)


def strategy(name: str) -> Agent:
    """Return the agent of the published strategy *name*; what it does not weigh stays zero."""
    most = [LARGEST if gene in FREE[name] else 0.0 for gene in range(COEFFICIENTS)]
    parameters = [Parameter(f"a{gene + 1}", -end, end, 0.0) for gene, end in enumerate(most)]
    return Agent(name, LINEAR, name, STRATEGY, parameters=tuple(parameters))


def reader(
    name: str, maker: str, temperature: float, shares: dict[str, float], *more: Option
) -> Agent:
    """Return the agent *name* that infers hidden tiles, believing in these *shares* of models."""
    models = ("mixture", *shares)  # how another seat is expected to play
    return Agent(
        name,
        f"{__name__}.champion",
        maker,
        (
            Option("deals", 1000, (), 1, 100_000),
            Option("opponents", "mixture", models),
            Option("partner", "mixture", models),
            Option("temperature", temperature, (), 0.01, 1000),
            *(Option(f"share_{model}", share, (), 0, 1) for model, share in shares.items()),
            *more,
            THREADS,
        ),
        parameters=(
            Parameter("temperature", 0.1, 20.0, temperature),
            *(Parameter(f"share_{each}", LEAST_SHARE, 1.0, shares[each]) for each in shares),
        ),
    )


AGENTS = GameAgents(
    agents=(
        RANDOM,
        FIRST,
        Agent("basic", LINEAR, "basic"),
        strategy("s3"),
        strategy("s4"),
        strategy("s2"),
        Agent(
            "sbgames2008",
            LINEAR,
            "sbgames2008",
            (
                Option("alpha", 2.25, minimum=0),
                Option("k", 2.0, minimum=0),
                *(Option(name, None, minimum=0.0, optional=True) for name in ("k1", "k2", "k3")),
            ),
            parameters=SBGAMES2008_PARAMETERS,
        ),
        strategy("s1"),
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
            "neural",
            f"{__name__}.neural",
            "Neural",
            (Option("weights", "trained"), Option("deals", 100, (), 0, 100_000)),
        ),
        reader("rollouts", "Rollouts", LINEAR_TEMPERATURE, LINEAR_SHARES),
        reader("champion", "Champion", TEMPERATURE, SHARES, Option("alike", ALIKE, (), 0, 1)),
    ),
    levels={"beginner": "basic", "medium": "s4", "strong": "s1", "champion": "champion"},
    reviewer=f"{__name__}.review:Reviewer",
    prover=f"{__name__}.prover:Prover",
    rating_games=60,
    ratings=level_ratings("dominoes4"),
    from_files=(
        Agent(
            "strategy",
            f"{__name__}.strategy_file",
            "from_file",
            (Option("file", ""), Option("name", ""), Option("weights", "default")),
        ),
    ),
    simulated=tuple(Agent(name, LINEAR, name, SIMULATED) for name in FREE),
)
