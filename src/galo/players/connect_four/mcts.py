"""`mcts`: Monte-Carlo tree search (UCT): random games, more of them where they go well.

The tree is arrays, a row for each node; node n is the one that playout n adds, if it adds one.
Points are for the side that moved into the node: 2 for a win, 1 for a draw.

    children[n, column]   the node after that column, UNVISITED before its first playout
    tally[n]              VISITS, POINTS
"""

from math import log, sqrt
from typing import TYPE_CHECKING

import numpy as np

from galo.games.connect_four import ConnectFourPosition
from galo.games.game import Observation
from galo.games.rules.connect_four import (
    LAST_PLY,
    RULES,
    WIDTH,
    State,
    ending,
    is_open,
    play,
    playout,
)
from galo.games.rules.ending import NOBODY, PLAYING
from galo.jit import kernel
from galo.players.budget import Budget
from galo.players.player import Decision, Limit, check_turn
from galo.rng import Stream, fold_in

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector


ROOT, UNVISITED = 0, 0  # nobody's child is the root
VISITS, POINTS = 0, 1
WIN, DRAW = 2, 1
EXPLORATION = 0.7
PORTION = 512  # playouts between two looks at the clock


@kernel
def promising_column(state: State, node: int, children: "IntMatrix", tally: "IntMatrix") -> int:
    """Return the column to follow from *node*: an unvisited one, else by mean and curiosity."""
    curiosity = EXPLORATION * sqrt(log(float(tally[node, VISITS])))
    chosen, highest = -1, -1.0
    for column in range(WIDTH):
        if is_open(state, column):
            child = int(children[node, column])
            if child == UNVISITED:
                return column
            visits = float(tally[child, VISITS])
            worth = float(tally[child, POINTS]) / (WIN * visits) + curiosity / sqrt(visits)
            if worth > highest:
                chosen, highest = column, worth
    return chosen


@kernel
def points_for(winner: int, seat: int) -> int:
    """Return what a game won by *winner* is worth to *seat*."""
    if winner == NOBODY:
        return DRAW
    return WIN if winner == seat else 0


@kernel
def grow(
    state: State, key: int, nodes: "IntVector", children: "IntMatrix", tally: "IntMatrix"
) -> None:
    """Play a game for every one of *nodes*, and add each to the tree as that node."""
    path = np.zeros(LAST_PLY + 1, np.int64)
    for node in nodes:
        # Step 1. Down the tree to a place where it ends.
        here, length, current = ROOT, 1, state
        over = ending(RULES, current)
        while over.reason == PLAYING:
            column = promising_column(current, here, children, tally)
            child = int(children[here, column])
            current = play(RULES, current, column)
            over = ending(RULES, current)
            if child == UNVISITED:
                children[here, column] = child = int(node)
            here = child
            path[length] = here
            length += 1
            if here == node:
                break
        # Step 2. From there on at random.
        if over.reason == PLAYING:
            over = playout(RULES, current, fold_in(key, int(node)))
        # Step 3. Back up: each node belongs to the side that moved into it.
        for depth in range(length):
            seat = (state.ply + depth + 1) & 1
            tally[path[depth], VISITS] += 1
            tally[path[depth], POINTS] += points_for(over.winner, seat)


class Mcts:
    """UCT with so many *playouts* a move."""

    name = "mcts"

    def __init__(self, playouts: int) -> None:
        self._playouts = playouts

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        position = observation.complete()
        assert isinstance(position, ConnectFourPosition)
        check_turn(observation)
        budget = Budget(limit, portion=PORTION)
        children = np.full((self._playouts + 1, WIDTH), UNVISITED, np.int64)
        tally = np.zeros((self._playouts + 1, 2), np.int64)
        tally[ROOT, VISITS] = 1
        played = 0
        while played < self._playouts and (most := budget.portion()):
            last = min(played + most, self._playouts)
            nodes = np.arange(played + 1, last + 1)
            grow(position.state, rng.integer, nodes, children, tally)
            budget.spend(last - played)
            played = last
        visits = {
            move: int(tally[children[ROOT, move.code], VISITS])
            for move in position.legal_moves
            if children[ROOT, move.code] != UNVISITED
        }
        if not visits:
            return Decision(position.legal_moves[rng.randint(0, len(position.legal_moves))])
        move = max(visits, key=lambda move: visits[move])
        points, count = tally[children[ROOT, move.code], [POINTS, VISITS]]
        return Decision(move, float(points / (WIN * count)), nodes=played)
