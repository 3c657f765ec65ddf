"""Puzzles of dominó de 4 pontas, proved by the reviewer's likely deals or by all that fit."""

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.game import Move
from galo.games.rules.dominoes4 import MOVES
from galo.games.rules.dominoes4_layout import ARM, ARMS, END_NUMBER, Layout, end_at, lay, matched
from galo.games.rules.tiles import tile_bits
from galo.jit import nibble
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.deals_workspace import deals_workspace
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes.prover import DominoProver, is_double, keeps_several
from galo.players.dominoes.reasons import tile_of
from galo.players.dominoes4.evaluation import scoring_moves
from galo.players.dominoes4.match_equity import Objective, equity_of
from galo.players.dominoes4.move_values import add_search_values
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.reasons import reasons
from galo.players.dominoes4.review import Reviewer
from galo.players.dominoes4.search import CERTAIN, SOLVED, STACK_SHAPE
from galo.players.player import Limit, Reason

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, RealVector

THEMES = {  # by the fact that a move is good for
    "galo": "galo",
    "block": "closing",
    "out": "going_out",
    "next_passes": "pass",
    "next_may_pass": "pass",
    "points": "scoring",
}


class Prover(DominoProver):
    """Compares moves of dominó de 4 pontas by the chance to win the match."""

    def __init__(self) -> None:
        self.reviewer = Reviewer(Limit())

    def result_of(self, seen: DominoObservation, move: Move) -> Hashable:
        after = _layout_after(seen, move)
        arms = sorted(
            (nibble(after.ends, arm) & END_NUMBER, nibble(after.ends, ARMS + arm), arm < after.arms)
            for arm in range(ARMS)
        )
        return after.total, tuple(arms)

    def solved(self, seen: DominoObservation, deal: "IntMatrix") -> "RealVector":
        rules = seen.game.rules
        information = information_state(seen, history_of(rules, public_moves(seen)))
        objective = Objective(equity_of(rules), information.score, information.their_score)
        workspace = deals_workspace(deal, None, MOVES, STACK_SHAPE)
        add_search_values(rules, information, objective, SOLVED, workspace)
        codes = [move.code for move in seen.legal_moves]
        return np.asarray((workspace.sums[codes] / CERTAIN + 1) / 2)

    def facts(self, seen: DominoObservation, move: Move) -> tuple[Reason, ...]:
        return reasons(seen, move)

    def themes(
        self, seen: DominoObservation, move: Move, facts: tuple[Reason, ...]
    ) -> Iterator[str]:
        names = {fact.name for fact in facts}
        yield from dict.fromkeys(theme for fact, theme in THEMES.items() if fact in names)
        points = seen.points_of(move)
        if any(seen.points_of(other) > points for other in seen.legal_moves):
            yield "leaving_points"
        if self._is_shut(seen, move):
            yield "denying_points"
        if keeps_several(facts):
            yield "keeping"
        if is_double(move):
            yield "double"

    def _is_shut(self, seen: DominoObservation, move: Move) -> bool:
        """Return whether after *move*, and no other tile, none that is unseen would score."""
        shut = {tile_of(other) for other in seen.legal_moves if not _can_be_scored(seen, other)}
        return shut == {tile_of(move)}


def _can_be_scored(seen: DominoObservation, move: Move) -> bool:
    """Return whether a tile that *seen* does not see would score after *move*."""
    layout, unseen = _layout_after(seen, move), Belief(seen).hidden.unseen
    moves = scoring_moves(layout)
    return any(
        unseen & tile_bits(end_at(layout, code // ARM), code % ARM)
        for code in range(ARMS * ARM)
        if moves >> code & 1
    )


def _layout_after(seen: DominoObservation, move: Move) -> Layout:
    layout = seen.state.layout
    return lay(layout, move.code // ARM, matched(layout, move.code), move.code % ARM)
