"""A player of dominoes that thinks where there is a choice: what all of them do before that."""

from abc import ABC, abstractmethod

from galo.games.dominoes.observation import DominoObservation
from galo.games.game import Observation
from galo.players.player import Decision, Limit, Reason, check_turn
from galo.rng import Stream


class Thinker(ABC):
    """Makes the only move at once, and chooses among several."""

    name: str

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        assert isinstance(observation, DominoObservation)
        check_turn(observation)
        moves = observation.legal_moves
        if len(moves) > 1:
            return self.choose(observation, limit, rng)
        return Decision(moves[0], reasons=(Reason("only_move", {}),))

    @abstractmethod
    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        """Return one of several legal moves for the seat that has *seen* this."""
