"""Dominó de 4 pontas at a table."""

from galo.envs.vector.dominoes import DominoRules, domino_table_game, domino_tables
from galo.envs.vector.tables import GOES_ON, Settings, TableGame
from galo.games.dominoes4 import Dominoes4
from galo.games.game import Game
from galo.games.rules import dominoes4
from galo.games.rules.dominoes4 import Rules, State, match_winner
from galo.games.rules.ending import NOBODY
from galo.games.rules.tiles import NUMBERS, ROW
from galo.games.steps import dominoes4 as steps
from galo.jit import kernel


@kernel
def action_of_opening(tile: int) -> int:
    """Return the action that opens with *tile*, a double."""
    return tile // (ROW + 1)


@kernel
def opening_of_action(action: int) -> int:
    """Return the double that *action* opens with."""
    return action * (ROW + 1)


@kernel
def result_of(rules: Rules, state: State, score0: int, score1: int) -> int:
    """Return the side that won the match with the round that ended in *state*, or GOES_ON."""
    winner = match_winner(rules, score0, score1)
    return GOES_ON if winner == NOBODY else winner


KERNELS = domino_tables(
    DominoRules(
        dominoes4,
        steps,
        arms=4,
        openings=NUMBERS,
        action_of_opening=action_of_opening,
        opening_of_action=opening_of_action,
        result_of=result_of,
        opens_by_itself=False,
        source=__file__,
    )
)


def table_game(game: Game, settings: Settings, has_history: bool) -> TableGame:
    """Return *game* as an environment with these *settings* plays it."""
    assert isinstance(game, Dominoes4)
    return domino_table_game(game, KERNELS, settings, has_history)
