"""Why the solver wants a move, in facts that a person can check.

wins_now     the move makes a line
must_block   the other side would make a line with its next stone
wins_in      the side to move wins, in this many of its moves
holds_out    it loses, but not before this many moves of the other side
draws        nobody wins
"""

from galo.games.rules.connect_four import State
from galo.players.connect_four.solver import MOST_STONES
from galo.players.connect_four.threats import playable_squares, winning_squares
from galo.players.connect_four.transposition_table import Bounds
from galo.players.player import Reason


def moves_to_end(state: State, score: int) -> int | None:
    """Return how many moves the winner still makes from *state*, by its *score*; None if drawn."""
    if score == 0:
        return None
    played = state.ply // 2 if score > 0 else (state.ply + 1) // 2
    return MOST_STONES - abs(score) - played


def reasons_for(state: State, bounds: Bounds) -> tuple[Reason, ...]:
    """Return the facts behind the best move in *state*; *bounds* are those of its score."""
    if playable_squares(state.stones) & winning_squares(state.mine, state.stones):
        return (Reason("wins_now", {}),)
    found = []
    if playable_squares(state.stones) & winning_squares(state.mine ^ state.stones, state.stones):
        found.append(Reason("must_block", {}))
    if bounds.lower == bounds.upper:
        found.append(_outcome(state, bounds.lower))
    return tuple(found)


def _outcome(state: State, score: int) -> Reason:
    """Return how the game ends from *state*, which has *score*, by best play of both sides."""
    moves = moves_to_end(state, score)
    if moves is None:
        return Reason("draws", {})
    return Reason("wins_in" if score > 0 else "holds_out", {"moves": moves})
