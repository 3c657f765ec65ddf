"""Strategies of one's own as what evolves: their parameters, played in the simulator, compiled."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from galo.arrays import RealMatrix
from galo.errors import ConfigError
from galo.games.options import join_name, split_name
from galo.lab.evolvable import Meeting, Opponents, ParameterVectors
from galo.lab.fitness import Evaluation, FitnessEvaluation, joined
from galo.players.dominoes4.linear import Linear
from galo.players.dominoes4.strategy import Strategy
from galo.players.dominoes4.strategy_rows import (
    LINEAR,
    STRATEGY_COLUMNS,
    StrategyPlayers,
    player_row,
)
from galo.players.parameters import address_of
from galo.players.registry import WEIGHTS, make_player

OWN_KIND = 1  # of the rows of individuals
MOST_OTHERS = 1  # strategies among the opponents


@dataclass(frozen=True)
class StrategyVectors(ParameterVectors):
    """The parameters of the strategy that is *agent*, whose kernel is that of *translation*."""

    agent: str  # with its options
    translation: str

    def opponents(self, names: Sequence[str]) -> Opponents:
        """Return the players *names*: linear players and at most one other strategy."""
        texts, rows = [self.translation], []
        for name in names:
            player = make_player("dominoes4", name, is_simulated=True)
            if isinstance(player, Strategy):
                if player.translation not in texts:
                    texts.append(player.translation)
                rows.append(player_row(1 + texts.index(player.translation), player.values))
            else:
                assert isinstance(player, Linear)
                rows.append(player_row(LINEAR, player.weights[0]))
        if len(texts) > 1 + MOST_OTHERS:
            raise ConfigError("a strategy evolves against one other strategy at most")
        return StrategyPlayers(np.reshape(rows, (len(rows), STRATEGY_COLUMNS)), tuple(texts))

    def agent_of(self, result: Path, member: int | None = None) -> str:
        """Return the strategy with the weights in the file *result*."""
        name, written = split_name(self.agent)
        return join_name(name, {**written, WEIGHTS: address_of(result, member)})

    def evaluation(self, meeting: Meeting, opponents: Opponents) -> Evaluation:
        """Return the evaluation in the simulator of strategies."""
        assert isinstance(opponents, StrategyPlayers)
        own, fame = (_players(rows, opponents.strategies) for rows in meeting[:2])
        return FitnessEvaluation(own, joined([opponents, fame]), meeting.key, meeting.is_common)


def is_simulated(name: str) -> bool:
    """Return whether the agent *name* of dominoes4 is a strategy or a linear player."""
    player = make_player("dominoes4", name, is_simulated=True)
    return isinstance(player, Strategy | Linear)


def _players(values: RealMatrix, strategies: tuple[str, ...]) -> StrategyPlayers:
    """Return the players with these *values* of the parameters, a row each."""
    rows = [player_row(OWN_KIND, row) for row in values]
    return StrategyPlayers(np.reshape(rows, (len(rows), STRATEGY_COLUMNS)), strategies)
