"""What can be asked of the laboratory; the bounds of all sizes together are settings."""

from typing import Annotated, Literal

from pydantic import Field, StringConstraints, TypeAdapter

from galo.games.options import Value
from galo.lab.settings import EvolutionSettings
from galo.stream import LARGEST_SEED
from galo.web.requests import MAX_AGENT, MAX_OPTIONS, StrictModel

MAX_PLAYERS = 8  # of a tournament
MAX_AGAINST = 4  # opponents of an evolution
MAX_NODES = 1_000_000

Agent = Annotated[str, StringConstraints(min_length=1, max_length=MAX_AGENT)]
Game = Annotated[str, StringConstraints(max_length=40)]
Seed = Annotated[int, Field(ge=0, le=LARGEST_SEED)]
Nodes = Annotated[int, Field(ge=1, le=MAX_NODES)]
Seconds = Annotated[float, Field(ge=0.01, le=10, allow_inf_nan=False)]
Size = Annotated[int, Field(ge=1, le=100_000_000)]


class GamesRequest(StrictModel):
    """A match of two players, or a tournament of more: games of every two of them."""

    kind: Literal["match", "tournament"]
    game: Game
    options: Annotated[dict[str, Value], Field(max_length=MAX_OPTIONS)] = {}
    players: Annotated[list[Agent], Field(min_length=2, max_length=MAX_PLAYERS)]
    games: Size = 100
    seed: Seed = 0
    seconds: Seconds | None = None
    nodes: Nodes | None = None


class EvolutionRequest(StrictModel):
    """An evolution of the parameters of an agent against others."""

    kind: Literal["evolution"]
    game: Game
    agent: Agent
    against: Annotated[list[Agent], Field(min_length=1, max_length=MAX_AGAINST)]
    method: Annotated[str, StringConstraints(max_length=20)] = EvolutionSettings.method
    population: Annotated[int, Field(ge=2, le=1000)] = 40
    generations: Annotated[int, Field(ge=1, le=1000)] = 20
    matches: Size = 200
    retest: Size = 10_000
    seed: Seed = 0
    nodes: Nodes | None = None


JobRequest = Annotated[GamesRequest | EvolutionRequest, Field(discriminator="kind")]
JOB_REQUEST: TypeAdapter[GamesRequest | EvolutionRequest] = TypeAdapter(JobRequest)
