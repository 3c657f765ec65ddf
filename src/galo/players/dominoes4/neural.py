"""A network that was trained by playing against itself: one look at each option, no search.

What it reads is in `network_inputs`, its arithmetic in `network`, its training in `galo.training`.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from galo.errors import UnknownNameError
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes4 import Dominoes4
from galo.games.rules.dominoes4 import NO_OPENER, PASS, Rules, pack
from galo.games.rules.dominoes4_layout import ARM, empty_layout, end_numbers, lay, matched
from galo.games.rules.tiles import tile_of
from galo.games.tensors.domino_record import (
    COLUMNS,
    NO_ARM,
    OPENER,
    SCORE,
    clear_record,
    record_pass,
    record_tile,
)
from galo.jit import kernel
from galo.players.dominoes.information_state import public_moves
from galo.players.dominoes.player import DominoPlayer
from galo.players.dominoes4.network import (
    Network,
    NetworkWorkspace,
    new_workspace,
    value_options,
)
from galo.players.dominoes4.network_file import read_network
from galo.players.dominoes4.network_inputs import write_inputs
from galo.players.dominoes4.reasons import reasons
from galo.players.player import Decision, Limit
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import IntVector

SHIPPED = "trained"  # the weights that come with galo
SHIPPED_FILE = Path(__file__).with_name("neural.npz")
SEATS = 4


class Neural(DominoPlayer):
    """Plays the option that its network values highest."""

    name = "neural"
    plays = Dominoes4

    def __init__(self, weights: str) -> None:
        self.network = network_of(weights)
        self.workspace = new_workspace(self.network)

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        code = best_move(seen.game.rules, record_of(seen), self.network, self.workspace)
        move = next(move for move in seen.legal_moves if move.code == code)
        return Decision(move, reasons=reasons(seen, move))


def network_of(weights: str) -> Network:
    """Return the network called *weights*, or that in the file of this name."""
    if weights == SHIPPED:
        return shipped_network()
    if not Path(weights).is_file():
        raise UnknownNameError("weights of neural", weights, [SHIPPED, "or a file"])
    return read_network(Path(weights))


@cache
def shipped_network() -> Network:
    """Return the network that comes with galo."""
    return read_network(SHIPPED_FILE)


def record_of(seen: DominoObservation) -> "IntVector":
    """Return the record of what the seat of *seen* knows of the round."""
    row = np.zeros(COLUMNS, np.int64)
    pack(seen.state, row)
    clear_record(row)
    row[OPENER] = NO_OPENER if seen.opener is None else seen.opener
    row[SCORE : SCORE + 2] = seen.scores[-1] if seen.scores else (0, 0)
    moves = public_moves(seen)
    record_moves(row, moves, (seen.seat - len(moves)) % SEATS)
    return row


@kernel
def record_moves(row: "IntVector", moves: "IntVector", seat: int) -> None:
    """Note the *moves* of a round, the first by *seat*, in the record *row*."""
    layout = empty_layout()
    for turn in range(len(moves)):
        move = int(moves[turn])
        if move == PASS:
            record_pass(row, seat, end_numbers(layout))
        else:
            near, arm = matched(layout, move), 0 if turn == 0 else move // ARM
            record_tile(row, seat, tile_of(near, move % ARM), NO_ARM if turn == 0 else arm)
            layout = lay(layout, arm, near, move % ARM)
        seat = (seat + 1) % SEATS


@kernel
def best_move(rules: Rules, row: "IntVector", network: Network, workspace: NetworkWorkspace) -> int:
    """Return the move that *network* values highest for the mover of the record *row*."""
    workspace.inputs[:] = 0
    workspace.options[:] = 0
    count = write_inputs(rules, row, workspace.inputs, workspace.options, workspace.moves)
    return int(workspace.moves[value_options(network, workspace, count)])
