"""What all players of dominoes do before they choose."""

from abc import abstractmethod
from typing import ClassVar

from galo.errors import ConfigError
from galo.games.dominoes.game import DominoGame
from galo.games.dominoes.observation import DominoObservation
from galo.games.game import Observation
from galo.players.checked_player import CheckedPlayer
from galo.players.player import Decision, Limit, Reason
from galo.stream import Stream


class DominoPlayer(CheckedPlayer):
    """A player that makes the only move at once, and chooses among several."""

    plays: ClassVar[type[DominoGame]]  #: the game that it plays

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        seen = self._checked(observation)
        moves = seen.legal_moves
        if len(moves) > 1:
            return self.choose(seen, limit, rng)
        return Decision(moves[0], reasons=(Reason("only_move", {}),))

    def _checked(self, observation: Observation) -> DominoObservation:
        """Return *observation* if it is one of the game that this player plays."""
        if isinstance(observation, DominoObservation) and isinstance(observation.game, self.plays):
            return observation
        raise ConfigError(
            f"{self.name} of {self.plays.name} was given an observation of {observation.game.name}"
        )

    @abstractmethod
    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        """Return one of several legal moves for the seat of *seen*."""
