"""`pimc` of dominó de 4 pontas: alpha-beta in points in every sampled deal."""

from typing import TYPE_CHECKING

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes4 import Dominoes4
from galo.games.game import Move
from galo.games.rules.dominoes4 import MOVES
from galo.players.dominoes.deals_workspace import deals_workspace
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes.pimc import PimcPlayer, SearchDeals
from galo.players.dominoes.sampling import MoveSums
from galo.players.dominoes4.match_equity import POINTS
from galo.players.dominoes4.move_values import add_search_values
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.reasons import explain
from galo.players.dominoes4.search import STACK_SHAPE, lead
from galo.players.player import Reason

if TYPE_CHECKING:
    from galo.arrays import IntMatrix


class Pimc(PimcPlayer):
    """Searches deals as if all tiles were open, for the lead at the end of the depth."""

    plays = Dominoes4

    def searcher(self, seen: DominoObservation, depth: int) -> SearchDeals:
        rules = seen.game.rules
        information = information_state(seen, history_of(rules, public_moves(seen)))

        def search(deals: "IntMatrix") -> MoveSums:
            workspace = deals_workspace(deals, None, MOVES, STACK_SHAPE)
            nodes = add_search_values(rules, information, POINTS, depth, workspace)
            return MoveSums(workspace.sums, nodes, len(deals))

        return search

    def lead_now(self, seen: DominoObservation) -> int:
        return lead(seen.state)

    def explain(
        self, seen: DominoObservation, points: list[tuple[Move, float]]
    ) -> tuple[Reason, ...]:
        return explain(seen, points)
