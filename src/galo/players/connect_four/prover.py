"""Puzzles of Connect Four: one column alone keeps the result, by the exact scores of all."""

from galo.games.connect_four import MOVES, ConnectFourPosition
from galo.games.game import Position
from galo.games.rules.connect_four import RULES, State, play
from galo.jit import popcount
from galo.players.budget import endless
from galo.players.connect_four.analysis import shared_solver
from galo.players.connect_four.reasons import moves_to_end, reasons_for
from galo.players.connect_four.threats import playable_squares, winning_squares
from galo.players.connect_four.transposition_table import Bounds
from galo.players.player import position_for
from galo.players.prover import MoveValue, Proof
from galo.stream import Stream

FEWEST_STONES = 8  # a search of all columns takes too long before
LONG = 7  # moves of the winner, from which on a win is a long one


class Prover:
    """Compares the exact scores of all columns."""

    def guess(self, position: Position, rng: Stream) -> tuple[str, ...]:
        """Return the column that alone keeps the result."""
        proof = self.prove(position, rng)
        return () if proof is None else proof.solution

    def prove(self, position: Position, rng: Stream) -> Proof | None:
        """Return the proof by exact scores; None where two columns keep the result, or one wins."""
        state = position_for(position, ConnectFourPosition, "the prover of connect_four").state
        if state.ply < FEWEST_STONES or _wins_at_once(state, state.mine):
            return None
        *_, analysis = shared_solver().analyses(state, endless())
        scores = {
            column: bounds.lower
            for column, bounds in enumerate(analysis.columns)
            if bounds is not None
        }
        order = sorted(scores, key=lambda column: -scores[column])
        best, *others = order
        if not others or _result(scores[best]) == _result(scores[others[0]]):
            return None
        values = [
            MoveValue(MOVES[column].text, scores[column], *[scores[best] - scores[column]] * 2)
            for column in order
        ]
        themes = _themes(state, best, scores[best])
        reasons = reasons_for(state, Bounds(scores[best], scores[best]))
        return Proof("solved", (MOVES[best].text,), tuple(values), {}, themes, reasons)


def _result(score: int) -> int:
    """Return 1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)


def _wins_at_once(state: State, own: int) -> bool:
    return bool(playable_squares(state.stones) & winning_squares(own, state.stones))


def _themes(state: State, best: int, score: int) -> tuple[str, ...]:
    """Return what the *best* column does in *state*, whose value is *score*."""
    after = play(RULES, state, best)
    mine = after.mine ^ after.stones  # of the side that moved
    threats = playable_squares(after.stones) & winning_squares(mine, after.stones)
    found = []
    if popcount(threats) > 1:
        found.append("double_threat")
    if _wins_at_once(state, state.mine ^ state.stones):
        found.append("blocking")
    moves = moves_to_end(state, score)
    if moves is None:
        found.append("saving_draw")
    else:
        found.append("long_win" if moves >= LONG else "forced_win")
    return tuple(found)
