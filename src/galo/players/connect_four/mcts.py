"""`mcts`: Monte-Carlo tree search (UCT): random games, more of them where they go well."""

from math import log, sqrt
from typing import TYPE_CHECKING, NamedTuple

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
    random_game,
)
from galo.games.rules.ending import NOBODY, PLAYING
from galo.jit import kernel
from galo.players.budget import Budget
from galo.players.checked_player import CheckedPlayer
from galo.players.connect_four.focused import forced_moves
from galo.players.player import Decision, Limit, Reason, position_for
from galo.rng import fold_in
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector


ROOT, UNVISITED = 0, 0  # no node has the root as its child
WIN, DRAW = 2, 1
EXPLORATION = 0.7
PORTION = 512  # rollouts between two looks at the clock


class SearchTree(NamedTuple):
    """A row for each node; node n is the one that rollout n adds, if it adds one."""

    children: "IntMatrix"  # (playouts + 1, WIDTH): the node after a column, or UNVISITED
    visits: "IntVector"  # (playouts + 1,)
    points: "IntVector"  # (playouts + 1,): WIN or DRAW each, for the side that moved into the node


def new_tree(playouts: int) -> SearchTree:
    """Return a tree of the root alone, with room for *playouts* more nodes."""
    tree = SearchTree(
        np.full((playouts + 1, WIDTH), UNVISITED, np.int64),
        np.zeros(playouts + 1, np.int64),
        np.zeros(playouts + 1, np.int64),
    )
    tree.visits[ROOT] = 1
    return tree


@kernel
def select_column(tree: SearchTree, state: State, node: int) -> int:
    """Return the column to follow from *node*: an unvisited one, else of the highest UCB1 value."""
    exploration = EXPLORATION * sqrt(log(float(tree.visits[node])))
    chosen, highest = -1, -1.0
    for column in range(WIDTH):
        if is_open(state, column):
            child = int(tree.children[node, column])
            if child == UNVISITED:
                return column
            visits = float(tree.visits[child])
            value = float(tree.points[child]) / (WIN * visits) + exploration / sqrt(visits)
            if value > highest:
                chosen, highest = column, value
    return chosen


@kernel
def points_for(winner: int, seat: int) -> int:
    """Return the points that *seat* has from a game won by *winner*."""
    if winner == NOBODY:
        return DRAW
    return WIN if winner == seat else 0


@kernel
def grow(tree: SearchTree, state: State, key: int, nodes: "IntVector") -> None:
    """Play a game for every one of *nodes*, and add each to the *tree* as that node."""
    path = np.zeros(LAST_PLY + 1, np.int64)
    for node in nodes:
        # Step 1. Selection and expansion: down the tree, and one node beyond it.
        here, length, current = ROOT, 1, state
        over = ending(RULES, current)
        while over.reason == PLAYING:
            column = select_column(tree, current, here)
            child = int(tree.children[here, column])
            current = play(RULES, current, column)
            over = ending(RULES, current)
            if child == UNVISITED:
                tree.children[here, column] = child = int(node)
            here = child
            path[length] = here
            length += 1
            if here == node:
                break
        # Step 2. Simulation: from there on at random.
        if over.reason == PLAYING:
            over = random_game(RULES, current, fold_in(key, int(node)))
        # Step 3. Backpropagation: each node belongs to the side that moved into it.
        for depth in range(length):
            seat = (state.ply + depth + 1) & 1
            tree.visits[path[depth]] += 1
            tree.points[path[depth]] += points_for(over.winner, seat)


class Mcts(CheckedPlayer):
    """UCT with *playouts* random games a move."""

    name = "mcts"

    def __init__(self, playouts: int) -> None:
        self._playouts = playouts

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        position = position_for(observation, ConnectFourPosition, self.name)
        budget, tree = Budget(limit, portion=PORTION), new_tree(self._playouts)
        while budget.used < self._playouts and (portion := budget.portion()):
            last = min(budget.used + portion, self._playouts)
            nodes = np.arange(budget.used + 1, last + 1)
            grow(tree, position.state, rng.integer, nodes)
            budget.spend(len(nodes))
        children = {move: int(tree.children[ROOT, move.code]) for move in position.legal_moves}
        visited = {move: child for move, child in children.items() if child != UNVISITED}
        if not visited:
            return Decision(position.legal_moves[rng.randint(0, len(position.legal_moves))])
        move = max(visited, key=lambda move: int(tree.visits[visited[move]]))
        points, count = int(tree.points[visited[move]]), int(tree.visits[visited[move]])
        share = points / (WIN * count)
        forced, why = forced_moves(position.state)
        told = Reason("playouts", {"percent": round(100 * share), "games": count})
        reasons = (*why, told) if move in forced else (told,)
        return Decision(move, share, nodes=budget.used, reasons=reasons)
