"""AleatórioFocado of tux2007: plays at random, but wins if it can and blocks if it must.

The report only names it: what it does is our guess from the name, "focused random".
"""

from galo.games.connect_four import MOVES, ConnectFourPosition
from galo.games.game import Move, Observation
from galo.games.rules.connect_four import COLUMN, WIDTH, State, has_line, is_open
from galo.jit import kernel
from galo.players.checked_player import CheckedPlayer
from galo.players.player import Decision, Limit, Reason, position_for
from galo.stream import Stream


@kernel
def winning_columns(state: State, own: int) -> int:
    """Return, a bit for each, the columns where one more stone gives *own* a line."""
    columns = 0
    for column in range(WIDTH):
        landed = (state.stones + (1 << (column * COLUMN))) & ~state.stones
        if is_open(state, column) and has_line(own | landed):
            columns |= 1 << column
    return columns


def forced_moves(state: State) -> tuple[list[Move], tuple[Reason, ...]]:
    """Return the moves that win at once, else those that block a win, and the reason; or none."""
    for stones, reason in ((state.mine, "wins_now"), (state.mine ^ state.stones, "must_block")):
        columns = winning_columns(state, stones)
        if columns:
            return [move for move in MOVES if columns >> move.code & 1], (Reason(reason, {}),)
    return [], ()


class Focused(CheckedPlayer):
    """Wins if it can, blocks if it must, else plays at random."""

    name = "focused"

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        position = position_for(observation, ConnectFourPosition, self.name)
        forced, reasons = forced_moves(position.state)
        moves = forced or position.legal_moves
        return Decision(moves[rng.randint(0, len(moves))], reasons=reasons)
