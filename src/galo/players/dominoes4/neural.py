"""A network that learned what options turn out to be worth, and a few sampled deals beside it.

What it reads is in `network_inputs`, its arithmetic in `network`, its training in `galo.training`.
The network has learned from what was played what the hidden hands may be, but counts no tiles; the
sampled deals, all that fit being equally likely, are played out by `s1` to the end of the round.
The value of an option is the mean of both, in which the network counts as NETWORK_DEALS deals.
"""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from galo.errors import UnknownNameError
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes4 import Dominoes4
from galo.games.rules.dominoes4 import Rules
from galo.games.tensors.dominoes import record_of
from galo.jit import kernel
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes.player import DominoPlayer
from galo.players.dominoes4.match_equity import Objective, equity_of
from galo.players.dominoes4.move_values import (
    SUMS_SHAPE,
    WINS,
    RolloutWorkspace,
    add_rollout_values,
)
from galo.players.dominoes4.network import (
    GAIN,
    ONE,
    Network,
    NetworkWorkspace,
    new_workspace,
    value_options,
)
from galo.players.dominoes4.network_file import read_network
from galo.players.dominoes4.network_inputs import write_inputs
from galo.players.dominoes4.opponent_models import opponent_models
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.reasons import reasons
from galo.players.dominoes4.search import STACK_SHAPE
from galo.players.player import Decision, Limit
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.arrays import IntVector

NETWORK_DEALS = 100  # that the network is worth: fitted, nearly
SHIPPED = "trained"  # the weights that come with galo
SHIPPED_FILE = Path(__file__).with_name("neural.npz")


class Neural(DominoPlayer):
    """Plays the option that its network and *deals* sampled deals value highest."""

    name = "neural"
    plays = Dominoes4

    def __init__(self, weights: str, deals: int) -> None:
        self.network = network_of(weights)
        self.workspace = new_workspace(self.network)
        self.deals = deals

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        deals = min(self.deals, limit.deals or self.deals)
        values = self._values(seen)
        if deals:
            for code, chance in sampled_chances(seen, deals, rng.integer).items():
                values[code] = NETWORK_DEALS * values[code] + deals * chance
        move = max(seen.legal_moves, key=lambda move: values[move.code])
        return Decision(move, nodes=deals or None, reasons=reasons(seen, move))

    def _values(self, seen: DominoObservation) -> dict[int, float]:
        """Return what the network takes each move to be worth, by its code.

        The unit is a chance to win the match; what is the same for all moves is left out.
        """
        workspace = self.workspace
        count = value_moves(seen.game.rules, record_of(seen), self.network, workspace)
        codes, values = workspace.moves[:count], workspace.values[:count] / (ONE * GAIN)
        return dict(zip(codes.tolist(), values.tolist(), strict=True))


def sampled_chances(seen: DominoObservation, deals: int, key: int) -> dict[int, float]:
    """Return the chance to win after each move, by its code, in so many sampled *deals*."""
    rules = seen.game.rules
    information = information_state(seen, history_of(rules, public_moves(seen)))
    objective = Objective(equity_of(rules), information.score, information.their_score)
    workspace = RolloutWorkspace(
        Belief(seen).sample(deals, key),
        np.arange(deals),
        np.zeros(deals, np.int64),  # everybody is s1
        np.zeros(STACK_SHAPE, np.int64),
        np.zeros(SUMS_SHAPE),
    )
    models = opponent_models("s1", "s1")
    add_rollout_values(rules, models, information, objective, workspace, key)
    codes = [move.code for move in seen.legal_moves]
    return dict(zip(codes, (workspace.sums[codes, WINS] / deals).tolist(), strict=True))


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


@kernel
def value_moves(
    rules: Rules, row: "IntVector", network: Network, workspace: NetworkWorkspace
) -> int:
    """Write the moves of the mover of the record *row* and their values; return how many."""
    workspace.inputs[:] = 0
    workspace.options[:] = 0
    count = write_inputs(rules, row, workspace.inputs, workspace.options, workspace.moves)
    value_options(network, workspace, count)
    return count
