"""Two-sided dominoes at a table."""

from galo.envs.vector.dominoes import DominoRules, domino_table_game, domino_tables
from galo.envs.vector.tables import GOES_ON, Settings, TableGame
from galo.games.dominoes2 import Dominoes2
from galo.games.game import Game
from galo.games.rules import dominoes2
from galo.games.rules.dominoes2 import Rules, State, match_winner, round_winner
from galo.games.rules.ending import NOBODY
from galo.games.rules.tiles import TILES
from galo.games.steps import dominoes2 as steps
from galo.games.tensors.domino_record import order_of, tile_at
from galo.jit import kernel


@kernel
def result_of(rules: Rules, state: State, score0: int, score1: int) -> int:
    """Return the side that won the match with the round that ended in *state*, or GOES_ON."""
    if rules.target == 0:
        return round_winner(state)
    winner = match_winner(rules, score0, score1)
    return GOES_ON if winner == NOBODY else winner


KERNELS = domino_tables(
    DominoRules(
        dominoes2,
        steps,
        arms=2,
        openings=TILES,
        action_of_opening=order_of,
        opening_of_action=tile_at,
        result_of=result_of,
        opens_by_itself=True,
        source=__file__,
    )
)


def table_game(game: Game, settings: Settings, has_history: bool) -> TableGame:
    """Return *game* as an environment with these *settings* plays it."""
    assert isinstance(game, Dominoes2)
    return domino_table_game(game, KERNELS, settings, has_history)
