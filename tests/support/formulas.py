"""Formulas and situations for tests."""

from collections.abc import Iterator

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.lab.formula_breeding import BreedingSettings, ramped_formulas
from galo.lab.formulas import Formula
from galo.players.dominoes.information_state import public_moves
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.situation import Situation, situation_of
from support.domino_rounds import positions
from support.positions import mover_of

LARGE = BreedingSettings(nodes=38, depth=12)


def random_formulas(seed: int, count: int, settings: BreedingSettings = LARGE) -> list[Formula]:
    """Return *count* random formulas."""
    return ramped_formulas(np.random.default_rng(seed), settings, 5, count)


def situations(seed: int) -> Iterator[tuple[Situation, list[int]]]:
    """Yield what the mover knows wherever it has a choice in a random round, and its moves."""
    for position in positions("dominoes4", seed):
        seen = position.observe(mover_of(position))
        assert isinstance(seen, DominoObservation)
        rules = seen.game.rules
        history = history_of(rules, public_moves(seen))
        moves = [move.code for move in seen.legal_moves]
        if len(moves) > 1:
            yield situation_of(rules, seen.state, history, 5 * seed % 200, 35), moves
