"""Players of any game that do not think: the floor of every ladder."""

from galo.games.game import Observation
from galo.players.player import Decision, Limit, check_turn
from galo.rng import Stream


class Random:
    """Any legal move, each as likely as the others."""

    name = "random"

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        check_turn(observation)
        moves = observation.legal_moves
        return Decision(moves[rng.randint(0, len(moves))])


class First:
    """The first legal move, in the order of the hand or the board."""

    name = "first"

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        check_turn(observation)
        return Decision(observation.legal_moves[0])
