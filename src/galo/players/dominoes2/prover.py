"""Puzzles of two-sided dominoes, proved by the reviewer's likely deals or by all that fit."""

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.tiles import halves
from galo.games.game import Move
from galo.games.rules.dominoes2 import MOVES
from galo.players.dominoes.deals_workspace import deals_workspace
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes.prover import DominoProver, is_double, keeps_several
from galo.players.dominoes.reasons import tile_of
from galo.players.dominoes2.evaluation import ends_after
from galo.players.dominoes2.match_equity import CERTAIN, Objective
from galo.players.dominoes2.move_values import add_search_values
from galo.players.dominoes2.opponent_models import no_model
from galo.players.dominoes2.public_history import history_of
from galo.players.dominoes2.reasons import reasons
from galo.players.dominoes2.review import Reviewer, chances_of
from galo.players.dominoes2.search import DEEPEST, STACK_SHAPE
from galo.players.player import Limit, Reason

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, RealVector

THEMES = {  # by the fact that a move is good for
    "block": "closing",
    "out": "going_out",
    "next_passes": "pass",
    "next_may_pass": "pass",
    "next_draws": "draw",
    "next_may_draw": "draw",
}


class Prover(DominoProver):
    """Compares moves of two-sided dominoes by the chance to win the round or the match."""

    def __init__(self) -> None:
        self.reviewer = Reviewer(Limit())

    def result_of(self, seen: DominoObservation, move: Move) -> Hashable:
        return tuple(sorted(ends_after(seen.state, move.code)))

    def solved(self, seen: DominoObservation, deal: "IntMatrix") -> "RealVector":
        rules = seen.game.rules
        information = information_state(seen, history_of(rules, public_moves(seen)))
        score = information.score, information.their_score
        objective = Objective(0, chances_of(rules, score))
        workspace = deals_workspace(deal, None, MOVES, STACK_SHAPE)
        add_search_values(rules, no_model(), information, objective, DEEPEST, workspace)
        codes = [move.code for move in seen.legal_moves]
        return np.asarray(workspace.sums[codes] / CERTAIN)

    def facts(self, seen: DominoObservation, move: Move) -> tuple[Reason, ...]:
        return reasons(seen, move)

    def themes(
        self, seen: DominoObservation, move: Move, facts: tuple[Reason, ...]
    ) -> Iterator[str]:
        names = {fact.name for fact in facts}
        yield from dict.fromkeys(theme for fact, theme in THEMES.items() if fact in names)
        weights = [sum(halves(tile_of(each))) for each in seen.legal_moves]
        own = sum(halves(tile_of(move)))
        if min(weights) < own == max(weights):
            yield "heavy"
        if own == min(weights) < max(weights):
            yield "light"
        if keeps_several(facts):
            yield "keeping"
        if is_double(move):
            yield "double"
