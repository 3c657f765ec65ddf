"""The described players of two-sided dominoes: rules of thumb, each a row of weights.

hoffmann    the ends that the fewest unseen tiles fit
defensive   doubles first, then a variety of numbers in hand, then heavy tiles
offensive   ends that an opponent lacks, above all both of them; both ends equal; then as hoffmann
costa       all of it, weighed
"""

from collections.abc import Mapping

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes2 import Dominoes2
from galo.players.dominoes.player import Thinker
from galo.players.dominoes.public_history import told_moves
from galo.players.dominoes2.evaluation import (
    COLUMNS,
    DOUBLE,
    EQUAL,
    EQUAL_LACKED,
    FITS,
    LACKED,
    PIPS,
    VARIETY,
    recall,
    value_of,
)
from galo.players.dominoes2.reasons import reasons
from galo.players.player import Decision, Limit
from galo.rng import Stream

HOFFMANN = {FITS: -1}
# A rule of theirs decides before the next is asked: no sum of the later ones reaches its weight.
DEFENSIVE = {DOUBLE: 200, VARIETY: 20, PIPS: 1}
OFFENSIVE = {LACKED: 100, EQUAL_LACKED: 100, EQUAL: 30, FITS: -1}
COSTA = {DOUBLE: 10, VARIETY: 2, PIPS: 2, LACKED: 10, EQUAL: 8, EQUAL_LACKED: 8, FITS: -6}


class RuleOfThumb(Thinker):
    """Plays the option of highest value, the first in hand order if several are."""

    def __init__(self, name: str, weights: Mapping[int, int]) -> None:
        self.name = name
        self._row = np.array([weights.get(column, 0) for column in range(COLUMNS)], np.int64)

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        assert isinstance(seen.game, Dominoes2)
        moves = seen.legal_moves
        rules, state = seen.game.rules, seen.state
        memory = recall(rules, told_moves(seen))
        best = max(moves, key=lambda move: value_of(rules, self._row, state, memory, move.code))
        return Decision(best, reasons=reasons(seen, best))


def hoffmann() -> RuleOfThumb:
    """Return the heuristic of the report: leave the ends that the fewest unseen tiles fit."""
    return RuleOfThumb("hoffmann", HOFFMANN)


def defensive() -> RuleOfThumb:
    """Return the player that gets rid of what is hard to place."""
    return RuleOfThumb("defensive", DEFENSIVE)


def offensive() -> RuleOfThumb:
    """Return the player that makes the others draw and pass."""
    return RuleOfThumb("offensive", OFFENSIVE)


def costa() -> RuleOfThumb:
    """Return the player with the rules of both."""
    return RuleOfThumb("costa", COSTA)
