"""The described players of two-sided dominoes: heuristics, each a row of weights.

hoffmann    the ends that the fewest unseen tiles fit
defensive   doubles first, then a variety of numbers in hand, then heavy tiles
offensive   ends that an opponent lacks, above all both of them; both ends equal; then as hoffmann
costa       all of it, weighed
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes2 import Dominoes2
from galo.players.dominoes.information_state import public_moves
from galo.players.dominoes.player import DominoPlayer
from galo.players.dominoes2.evaluation import value_of
from galo.players.dominoes2.public_history import history_of
from galo.players.dominoes2.reasons import reasons
from galo.players.dominoes2.weights import DESCRIBED, HOFFMANN, NAMED, RULES, Weights
from galo.players.parameters import values_of
from galo.players.player import Decision, Limit
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import IntVector

SCALE = 10_000  # weights are integers in fixed point, so that every machine agrees
LARGEST = 1000.0  # a weight beyond this is a mistake


class Linear(DominoPlayer):
    """Plays the option of highest value, the first in hand order if several are."""

    plays = Dominoes2

    def __init__(self, name: str, weights: Weights) -> None:
        self.name = name
        self.row = row_of(weights)

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        rules, state = seen.game.rules, seen.state
        history = history_of(rules, public_moves(seen))
        best = max(
            seen.legal_moves,
            key=lambda move: value_of(rules, self.row, state, history, move.code),
        )
        return Decision(best, reasons=reasons(seen, best))


def row_of(weights: Weights) -> "IntVector":
    """Return the evaluation's row for *weights* of rules."""
    return np.array([round(weights.get(rule, 0) * SCALE) for rule in RULES], np.int64)


def hoffmann() -> Linear:
    """Return the heuristic of the report: leave the ends that the fewest unseen tiles fit."""
    return Linear("hoffmann", HOFFMANN)


def defensive(weights: str | Sequence[float]) -> Linear:
    """Return the player that gets rid of what is hard to place."""
    return _described("defensive", weights)


def offensive(weights: str | Sequence[float]) -> Linear:
    """Return the player that makes the others draw and pass."""
    return _described("offensive", weights)


def costa(weights: str | Sequence[float]) -> Linear:
    """Return the player with the rules of both."""
    return _described("costa", weights)


def _described(name: str, weights: str | Sequence[float]) -> Linear:
    """Return agent *name* with the *weights* called so, in that file, or these."""
    named = {key: list(rules.values()) for key, rules in NAMED[name].items()}
    rules = list(NAMED[name][DESCRIBED])
    values = values_of(weights, named, name, len(rules), (-LARGEST, LARGEST))
    return Linear(name, dict(zip(rules, values, strict=True)))
