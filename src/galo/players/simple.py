"""Players of any game that do not think: the weakest agents of every game."""

from galo.games.game import Observation
from galo.players.checked_player import CheckedPlayer
from galo.players.player import Decision, Limit
from galo.stream import Stream


class Random(CheckedPlayer):
    """Any legal move, each as likely as the others."""

    name = "random"

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        moves = observation.legal_moves
        return Decision(moves[rng.randint(0, len(moves))])


class First(CheckedPlayer):
    """The first legal move, in the order of the hand or the board."""

    name = "first"

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        return Decision(observation.legal_moves[0])
