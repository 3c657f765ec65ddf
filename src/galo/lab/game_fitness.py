"""Fitness by games."""

from collections.abc import Sequence
from typing import NamedTuple

from galo.arrays import IntCube, RealMatrix
from galo.lab.game_pool import GamePool
from galo.players.player import Limit


class GameEvaluation(NamedTuple):
    game: str
    agent: str
    values: RealMatrix
    opponents: tuple[str, ...]
    opponents_values: RealMatrix | None
    key: int
    is_common: bool
    limit: Limit
    openings: int | None


def play_evaluations(
    evaluations: Sequence[GameEvaluation], pairs: int, pool: GamePool
) -> list[IntCube]:
    raise NotImplementedError
