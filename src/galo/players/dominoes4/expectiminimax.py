"""`expectiminimax` of dominó de 4 pontas.

At the node of another seat all tiles that it may hold are options, and a pass where it may hold
none of them; at the depth a position is worth the lead in points.

    stack    a row for each level: the belief state, then the columns below
    values   a row for each level: the value of each move, then OF_HELD and NONE_HELD
"""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes4 import Dominoes4
from galo.games.game import Move
from galo.games.rules.dominoes4 import MOVES, PASS, Rules, legal_set
from galo.games.rules.dominoes4_layout import ARM, matched
from galo.games.rules.tiles import alone, size, tile_of
from galo.jit import kernel, lowest_bit, no_gil_kernel
from galo.players.dominoes.belief import OTHERS, Belief
from galo.players.dominoes.determinization import count_deals, uncounted
from galo.players.dominoes.expectiminimax import (
    INFINITE,
    TILE_INDICES,
    Expectation,
    ExpectiminimaxPlayer,
    ExpectiminimaxWorkspace,
    expectiminimax_workspace,
)
from galo.players.dominoes.iterative_deepening import COMPLETE, ResumableSearch
from galo.players.dominoes4.chance_nodes import (
    BELIEF_FIELDS,
    SIZE_BITS,
    BeliefState,
    after_move,
    expected_lead,
    has_ended,
    pack_belief,
    scale_of,
    unpack_belief,
)
from galo.players.dominoes4.reasons import explain
from galo.players.player import Limit, Reason
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import RealMatrix, RealVector

MOVER = 4  # the column of the mover in a packed state
# Columns of the stack: moves found, moves not yet valued, move whose position is one level below.
FOUND, LEFT, BELOW = range(BELIEF_FIELDS, BELIEF_FIELDS + 3)
STACK_COLUMNS = BELIEF_FIELDS + 3
# Columns of the values: mean over the tiles that may be held, nothing counting nothing; and the
# probability that none of them is held.
OF_HELD, NONE_HELD = MOVES, MOVES + 1
VALUE_COLUMNS = MOVES + 2


def new_workspace(marginals: "RealMatrix", depth: int) -> ExpectiminimaxWorkspace:
    """Return the workspace of a search to *depth* plies."""
    return expectiminimax_workspace(marginals, depth, STACK_COLUMNS, VALUE_COLUMNS)


@kernel
def open_level(workspace: ExpectiminimaxWorkspace, level: int, belief: BeliefState) -> None:
    """Put *belief*, which is not over, on the stack, none of its moves being valued."""
    row = workspace.stack[level]
    pack_belief(belief, row)
    # Whether another seat passes is known only once the tiles that it may hold are valued.
    moves = legal_set(belief.state)
    row[FOUND] = row[LEFT] = moves if belief.state.mover == 0 else moves & ~(1 << PASS)


@no_gil_kernel
def expand(
    rules: Rules, workspace: ExpectiminimaxWorkspace, depth: int, level: int, most: int
) -> tuple[int, int]:
    """Value the moves on level 0 for seat 0's pair, *depth* plies ahead, in at most *most* nodes.

    Return the level reached, from which to go on or COMPLETE, and the nodes.
    """
    stack, values = workspace.stack, workspace.values
    nodes = 0
    while True:
        row = stack[level]
        # 1. The next move ends the round, reaches the depth, or opens a level.
        if row[LEFT]:
            if nodes == most:
                return level, nodes
            nodes += 1
            move = lowest_bit(row[LEFT])
            row[LEFT] &= row[LEFT] - 1
            after = after_move(rules, unpack_belief(row), move)
            if level + 1 >= depth or has_ended(rules, after):
                values[level, move] = expected_lead(rules, workspace.marginals, after)
            else:
                row[BELOW] = move
                level += 1
                open_level(workspace, level, after)
            continue
        # 2. Another seat that may hold none of these tiles may have to pass.
        if row[MOVER] and not row[FOUND] >> PASS:
            weigh_held(workspace, level)
            if values[level, NONE_HELD] > 0.0:
                row[LEFT] = 1 << PASS
                row[FOUND] |= row[LEFT]
                continue
        # 3. All moves have their values: so has this position, for the level above.
        level -= 1
        if level == COMPLETE:
            return level, nodes
        values[level, stack[level, BELOW]] = value_of_level(workspace, level + 1)


@kernel
def value_of_level(workspace: ExpectiminimaxWorkspace, level: int) -> float:
    """Return the value of the position at *level*, once all its moves have their values."""
    row, values = workspace.stack[level], workspace.values[level]
    # 1. Another seat takes the best that it holds, and passes if it holds none.
    if row[MOVER]:
        return float(values[OF_HELD] + values[NONE_HELD] * values[PASS])
    # 2. Seat 0 knows its tiles and takes the best.
    best = -INFINITE
    moves = row[FOUND]
    while moves:
        best = max(best, values[lowest_bit(moves)])
        moves &= moves - 1
    return best


@kernel
def weigh_held(workspace: ExpectiminimaxWorkspace, level: int) -> None:
    """Write the expected value of the best tile that another seat holds, and of holding none."""
    row, values = workspace.stack[level], workspace.values[level]
    belief = unpack_belief(row)
    layout, mover = belief.state.layout, belief.state.mover
    sign = 1.0 if mover % 2 == 0 else -1.0
    scale = scale_of(workspace.marginals, belief)
    value, none_yet, looked = 0.0, 1.0, 0
    options = row[FOUND]
    while options:
        best_move, best = 0, -INFINITE
        left = options
        while left:
            move = lowest_bit(left)
            left &= left - 1
            if sign * values[move] > best:
                best_move, best = move, sign * values[move]
        options ^= 1 << best_move
        # A seat that held this tile has played it already, where it does better.
        tile = tile_of(matched(layout, best_move), best_move % ARM)
        if not looked >> tile & 1:
            looked |= 1 << tile
            chance = min(scale * workspace.marginals[mover, tile], 1.0)
            value += none_yet * chance * sign * best
            none_yet *= 1.0 - chance
    values[OF_HELD], values[NONE_HELD] = value, none_yet


class Expectiminimax(ExpectiminimaxPlayer):
    """Searches over the exact probability that each seat holds each tile."""

    plays = Dominoes4

    def prepare(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Expectation:
        rules, belief = seen.game.rules, Belief(seen)
        workspace = new_workspace(marginals_of(belief), self._depth)
        root = belief_state(belief)
        begin = partial(open_level, workspace, 0, root)
        resume = partial(expand, rules, workspace)
        now = expected_lead(rules, workspace.marginals, root)

        def value_of(values: "RealVector", move: Move) -> float:
            return float(values[move.code]) - now

        return Expectation(ResumableSearch(begin, resume, workspace.values[0]), value_of)

    def explain(
        self, seen: DominoObservation, points: list[tuple[Move, float]]
    ) -> tuple[Reason, ...]:
        return explain(seen, points)


def belief_state(belief: Belief) -> BeliefState:
    """Return the root of the search: every other seat may hold what *belief* allows."""
    seen, hidden = belief.seen, belief.hidden
    hands = {f"hand{away}": hidden.unseen & ~hidden[away] for away in OTHERS}
    sizes = len(seen.hand)
    for away in OTHERS:
        sizes |= hidden[3 + away] << SIZE_BITS * away
    return BeliefState(seen.state._replace(mover=0, **hands), sizes)


def marginals_of(belief: Belief) -> "RealMatrix":
    """Return how likely each of the three others holds each tile, all deals being equal."""
    marginals = np.zeros((4, TILE_INDICES))
    hidden = belief.hidden
    for tile in belief.deals.tiles[: size(hidden.unseen)].tolist():
        for away in OTHERS:
            # The deals in which nobody else may hold it.
            barred = {
                f"barred{other}": hidden[other] | (alone(tile) if other != away else 0)
                for other in OTHERS
            }
            count = count_deals(uncounted(hidden._replace(**barred)))
            marginals[away, tile] = count / belief.count
    return marginals
