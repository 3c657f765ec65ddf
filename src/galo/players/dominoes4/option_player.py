"""A player that values every option, and takes the best one, or one of the best at random."""

from abc import abstractmethod

from galo.errors import AgentError
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes4 import Dominoes4
from galo.games.rules.tiles import nth
from galo.jit import plain
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes.player import DominoPlayer
from galo.players.dominoes4.feature_table import OptionFeatures
from galo.players.dominoes4.option_choice import LARGEST_VALUE, NO_VALUE, comparable
from galo.players.dominoes4.option_table import options_of
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.reasons import reasons
from galo.players.player import Decision, Limit
from galo.stream import Stream


class OptionPlayer(DominoPlayer):
    """Chooses as the simulator does for the same values."""

    plays = Dominoes4  #: the game that it plays

    @abstractmethod
    def value_of(self, option: OptionFeatures) -> float:
        """Return the value of *option*: not a number after a division by zero."""

    @abstractmethod
    def place_of_value(self, option: OptionFeatures) -> str:
        """Return the file and the line that give the value of *option*."""

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        best, chosen = NO_VALUE, 0
        for code, option in options_seen(seen).items():
            value = self._comparable(option)
            if value >= best:
                chosen = (chosen if value == best else 0) | 1 << code
                best = value
        code = nth(chosen, rng.randint(0, chosen.bit_count()))
        move = next(move for move in seen.legal_moves if move.code == code)
        return Decision(move, reasons=reasons(seen, move))

    def _comparable(self, option: OptionFeatures) -> int:
        """Return the value of *option* in fixed point; raise an AgentError if it has none."""
        value = self.value_of(option)
        found = plain(comparable)(value)
        if found != NO_VALUE:
            return found
        what = f"an option is worth {value:g}, and a value is a number up to {LARGEST_VALUE:g}"
        if value != value:
            what = "divided by zero"
        raise AgentError(self.name, f"{self.place_of_value(option)}: {what}")


def options_seen(seen: DominoObservation) -> dict[int, OptionFeatures]:
    """Return the features of every option of the seat of *seen*, by the code of its move."""
    rules = seen.game.rules
    knows = information_state(seen, history_of(rules, public_moves(seen)))
    return options_of(rules, seen.state, knows.history, (knows.score, knows.their_score))
