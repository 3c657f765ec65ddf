"""`pimc` of two-sided dominoes: alpha-beta in points in every sampled deal."""

from typing import TYPE_CHECKING

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes2 import Dominoes2
from galo.games.game import Move
from galo.games.rules.dominoes2 import MOVES
from galo.players.dominoes.deals_workspace import deals_workspace
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes.pimc import PimcPlayer, SearchDeals
from galo.players.dominoes.sampling import MoveSums
from galo.players.dominoes2.match_equity import Objective, points_alone
from galo.players.dominoes2.move_values import add_search_values
from galo.players.dominoes2.opponent_models import no_model
from galo.players.dominoes2.public_history import history_of
from galo.players.dominoes2.reasons import explain
from galo.players.dominoes2.search import STACK_SHAPE
from galo.players.player import Reason

if TYPE_CHECKING:
    from galo.arrays import IntMatrix


class Pimc(PimcPlayer):
    """Searches deals as if all tiles were open, for the lead in pips at the end of the depth."""

    plays = Dominoes2

    def searcher(self, seen: DominoObservation, depth: int) -> SearchDeals:
        rules, model, objective = seen.game.rules, no_model(), Objective(0, points_alone())
        information = information_state(seen, history_of(rules, public_moves(seen)))

        def search(deals: "IntMatrix") -> MoveSums:
            workspace = deals_workspace(deals, None, MOVES, STACK_SHAPE)
            nodes = add_search_values(rules, model, information, objective, depth, workspace)
            return MoveSums(workspace.sums, nodes, len(deals))

        return search

    def lead_now(self, seen: DominoObservation) -> int:
        return 0  # points come at the end of a round

    def explain(
        self, seen: DominoObservation, points: list[tuple[Move, float]]
    ) -> tuple[Reason, ...]:
        return explain(seen, points)
