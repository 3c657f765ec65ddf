"""The described players of two-sided dominoes: heuristics, each a row of weights.

hoffmann    the ends that the fewest unseen tiles fit
defensive   doubles first, then a variety of numbers in hand, then heavy tiles
offensive   ends that an opponent lacks, above all both of them; both ends equal; then as hoffmann
costa       all of it, weighed
"""

from collections.abc import Mapping

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes2 import Dominoes2
from galo.players.dominoes.information_state import public_moves
from galo.players.dominoes.player import DominoPlayer
from galo.players.dominoes2.evaluation import (
    COLUMNS,
    DOUBLE,
    EQUAL,
    EQUAL_LACKED,
    FITS,
    LACKED,
    PIPS,
    VARIETY,
    value_of,
)
from galo.players.dominoes2.public_history import history_of
from galo.players.dominoes2.reasons import reasons
from galo.players.player import Decision, Limit
from galo.stream import Stream

HOFFMANN = {FITS: -1}
# Each of these counts decides before the next: no sum of the later ones reaches its weight.
DEFENSIVE = {DOUBLE: 200, VARIETY: 20, PIPS: 1}
OFFENSIVE = {LACKED: 100, EQUAL_LACKED: 100, EQUAL: 30, FITS: -1}
COSTA = {DOUBLE: 10, VARIETY: 2, PIPS: 2, LACKED: 10, EQUAL: 8, EQUAL_LACKED: 8, FITS: -6}


class Linear(DominoPlayer):
    """Plays the option of highest value, the first in hand order if several are."""

    plays = Dominoes2

    def __init__(self, name: str, weights: Mapping[int, int]) -> None:
        self.name = name
        self._row = np.array([weights.get(column, 0) for column in range(COLUMNS)], np.int64)

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        rules, state = seen.game.rules, seen.state
        history = history_of(rules, public_moves(seen))
        best = max(
            seen.legal_moves,
            key=lambda move: value_of(rules, self._row, state, history, move.code),
        )
        return Decision(best, reasons=reasons(seen, best))


def hoffmann() -> Linear:
    """Return the heuristic of the report: leave the ends that the fewest unseen tiles fit."""
    return Linear("hoffmann", HOFFMANN)


def defensive() -> Linear:
    """Return the player that gets rid of what is hard to place."""
    return Linear("defensive", DEFENSIVE)


def offensive() -> Linear:
    """Return the player that makes the others draw and pass."""
    return Linear("offensive", OFFENSIVE)


def costa() -> Linear:
    """Return the player with the rules of both."""
    return Linear("costa", COSTA)
