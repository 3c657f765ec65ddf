"""Puzzles of Lines of Action: a forced win, or a move that a deep search puts far ahead."""

import numpy as np

from galo.games.game import Move, Position
from galo.games.lines_of_action import LinesOfActionPosition, groups
from galo.games.rules.lines_of_action import MAX_MOVES, Rules, State, legal_moves, play, sides
from galo.players.budget import Budget
from galo.players.lines_of_action.board import can_connect
from galo.players.lines_of_action.engine import DEEPEST, PORTION, Engine, PrincipalVariation
from galo.players.lines_of_action.evaluation import read_tables
from galo.players.lines_of_action.reasons import reasons
from galo.players.lines_of_action.transposition_table import PROVEN
from galo.players.lines_of_action.weights import CHAMPION_DEFAULT
from galo.players.player import Limit, position_for
from galo.players.prover import MoveValue, Proof, ProofKind
from galo.stream import Stream

QUICK, DEEP = Limit(nodes=6_000), Limit(nodes=300_000)  # for the two best lines
MARGIN = 0.15  # chance to win that the best move is ahead by, where it wins not by force
LEAST = 0.3  # chance to win after it: what is lost anyway is no puzzle


class Prover:
    """Searches the two best lines of a position with the engine of the champion."""

    def __init__(self) -> None:
        self._tables = read_tables(CHAMPION_DEFAULT)

    def guess(self, position: Position, rng: Stream) -> tuple[str, ...]:
        """Return the move that a short search puts ahead by the margin."""
        position = position_for(position, LinesOfActionPosition, "the prover of lines_of_action")
        lines = self._two_lines(position, QUICK)
        return (_move(position, lines[0]).text,) if _is_clear(lines) else ()

    def prove(self, position: Position, rng: Stream) -> Proof | None:
        """Return the proof by a search of fifty times the nodes."""
        position = position_for(position, LinesOfActionPosition, "the prover of lines_of_action")
        lines = self._two_lines(position, DEEP)
        if not _is_clear(lines):
            return None
        best, other = lines
        effort = {"depth": best.depth, "nodes": DEEP.nodes or 0}
        if best.moves_to_end is not None:
            effort["moves"] = best.moves_to_end
        loss = best.expected_score - other.expected_score
        values = (
            MoveValue(_move(position, best).text, best.expected_score, 0.0, 0.0),
            MoveValue(_move(position, other).text, other.expected_score, loss, loss),
        )
        kind: ProofKind = "forced" if best.score > PROVEN else "searched"
        move = _move(position, best)
        why = reasons(position, move, best)
        return Proof(kind, (move.text,), values, effort, _themes(position, best), why)

    def _two_lines(
        self, position: LinesOfActionPosition, limit: Limit
    ) -> tuple[PrincipalVariation, ...]:
        """Return the two best lines, equally deep, best first."""
        budget = Budget(limit, None, PORTION)
        found = list(Engine(position, self._tables, limit).deepen(DEEPEST, 2, budget))
        is_cut_off = budget.portion() == 0  # the last search may not be finished
        return found[-2] if is_cut_off and len(found) > 1 else found[-1]


def _is_clear(lines: tuple[PrincipalVariation, ...]) -> bool:
    """Return whether the first of *lines* alone wins by force, not at once, or is far ahead."""
    if len(lines) < 2:
        return False
    best, other = lines
    if best.score > PROVEN:
        return best.moves_to_end != 1 and other.score <= PROVEN
    ahead = best.expected_score - other.expected_score
    return best.expected_score >= LEAST and ahead >= MARGIN


def _move(position: LinesOfActionPosition, line: PrincipalVariation) -> Move:
    return next(move for move in position.legal_moves if move.code == line.moves[0])


def _themes(position: LinesOfActionPosition, best: PrincipalVariation) -> tuple[str, ...]:
    """Return what the first move of the line *best* does."""
    rules, state = position.game.rules, position.state
    after = play(rules, state, best.moves[0])
    (own, enemy), (enemy_after, own_after) = sides(state), sides(after)
    found = []
    if best.score > PROVEN:
        found.append("forced_win")
    if connecting_moves(rules, after._replace(mover=state.mover)) > 1:
        found.append("double_threat")
    if can_connect(enemy, own):
        found.append("blocking")
    if "x" in _move(position, best).text:
        found.append("capture")
    if groups(own_after) < groups(own):
        found.append("connecting")
    if groups(enemy_after) > groups(enemy):
        found.append("splitting")
    return tuple(found) or ("quiet",)


def connecting_moves(rules: Rules, state: State) -> int:
    """Return how many moves would connect the mover's pieces if *state* were its turn."""
    moves = np.zeros(MAX_MOVES, np.int64)
    count = legal_moves(rules, state, moves)
    return sum(groups(sides(play(rules, state, int(move)))[1]) == 1 for move in moves[:count])
