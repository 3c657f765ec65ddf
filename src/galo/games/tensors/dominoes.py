"""What a network reads of a round of dominoes: the own hand, and all that is public.

Seats are counted from the one that observes: 0 is itself, 1 the next to move after it, and so on.
Tiles are in the order of `galo.games.dominoes.tiles.NAMES`: 0-0, 1-0, 1-1, 2-0 and so on to 6-6.
"""

from typing import TYPE_CHECKING

import numpy as np

from galo.games.dominoes.round import DRAW, PASS
from galo.games.dominoes.tiles import INDEX
from galo.games.rules.dominoes4 import NO_OPENER
from galo.games.rules.dominoes4_layout import ARM
from galo.games.rules.tiles import NUMBERS, TILES
from galo.games.tensors.domino_features import (
    ROUND_POINTS,
    Shape,
    TableFacts,
    write_hidden,
    write_observation,
)
from galo.games.tensors.domino_record import (
    COLUMNS,
    NO_ARM,
    OPENER,
    SCORE,
    TURN,
    TURNS,
    record_draw,
    record_pass,
    record_tile,
)
from galo.games.tensors.layout import TensorLayout, TensorPart
from galo.jit import plain

if TYPE_CHECKING:
    from galo.arrays import IntVector, Tensor
    from galo.games.dominoes.game import DominoGame
    from galo.games.dominoes.observation import DominoObservation
    from galo.games.dominoes.position import DominoPosition


def observation_layout(game: "DominoGame") -> TensorLayout:
    """Return the layout of what one seat sees."""
    seats, arms = game.seats, len(game.end_letters)
    parts = [
        TensorPart("hand", (TILES,), "1 for a tile in the own hand"),
        TensorPart("placed", (seats, TILES), "1 for a tile that the seat has placed"),
        TensorPart("lacks", (seats, NUMBERS), "1 for a number that it could not play in a pass"),
        TensorPart("tiles_left", (seats,), "tiles in its hand, divided by 7"),
        TensorPart("mover", (seats,), "1 for the seat to move"),
        TensorPart("opener", (seats,), "1 for the seat that had to open, 0 where tiles decided"),
        TensorPart("could_not_open", (seats,), "1 for a seat that was to open and held no double"),
        TensorPart("ends", (arms, NUMBERS), "1 for the number to match at the arm"),
        TensorPart("score", (2,), "of the own and of the other side, divided by the target"),
    ]
    if game.counts_ends:
        parts += [
            TensorPart("sum", (1,), "of the ends, divided by 50"),
            TensorPart("worth", (arms,), "what the arm counts in it, divided by 12"),
        ]
    if game.stock:
        parts.append(TensorPart("boneyard", (1,), "share of it that is left"))
    meaning = (
        "the round in order, a row for each tile placed and one since the last: "
        f"the seat ({seats}), the tile (28), the arm ({arms}), who passed before ({seats})"
    )
    if game.stock:
        meaning += f", how many tiles each drew before, divided by {game.stock} ({seats})"
    return TensorLayout((*parts, TensorPart("history", (TURNS, _turn_size(game)), meaning)))


def state_layout(game: "DominoGame") -> TensorLayout:
    """Return the layout of what one seat sees and of all that is hidden from it."""
    hidden = [TensorPart("hands", (game.seats, TILES), "1 for a tile in the hand of the seat")]
    if game.stock:
        meaning = "1 for the tile, in the order in which they will be drawn"
        hidden.append(TensorPart("stock", (game.stock, TILES), meaning))
    return TensorLayout((*observation_layout(game).parts, *hidden))


def _turn_size(game: "DominoGame") -> int:
    """Return how many numbers a row of the history has."""
    return game.seats + TILES + len(game.end_letters) + game.seats * (2 if game.stock else 1)


def shape_of(game: "DominoGame", has_history: bool = True) -> Shape:
    """Return what the tensors of *game* have in them, as kernels take it."""
    return Shape(
        seats=game.seats,
        arms=len(game.end_letters),
        stock=game.stock,
        points=game.target or ROUND_POINTS,
        counts_ends=int(game.counts_ends),
        has_history=int(has_history),
    )


def record_of(seen: "DominoObservation") -> "IntVector":
    """Return the round as *seen* knows it as a row of `domino_record`."""
    game, row = seen.game, np.zeros(COLUMNS, np.int64)
    plain(game.kernels.pack)(seen.state, row)
    row[SCORE : SCORE + 2] = seen.scores[-1] if seen.scores else (0, 0)
    row[OPENER] = NO_OPENER if seen.opener is None else seen.opener
    for number, play in enumerate(seen.plays):
        if play.text == PASS:
            plain(record_pass)(row, play.seat, game.open_numbers(seen.plays[:number]))
        elif play.text == DRAW:
            plain(record_draw)(row, play.seat)
        else:
            arm = play.code // ARM if row[TURN] else NO_ARM
            plain(record_tile)(row, play.seat, INDEX[play.tile], arm)
    return row


def observation_tensor(seen: "DominoObservation") -> "Tensor":
    """Return the tensor of *seen*."""
    tensor = np.zeros(seen.game.tensor_layout.shape, np.float32)
    _write_observation(seen, tensor)
    return tensor


def state_tensor(position: "DominoPosition", seat: int) -> "Tensor":
    """Return the tensor of *position* for *seat*, with what is hidden from it."""
    tensor = np.zeros(position.game.state_layout.shape, np.float32)
    row, end = _write_observation(position.observe(seat), tensor)
    plain(position.game.kernels.pack)(position.state, row)
    write_hidden(shape_of(position.game), row, seat, tensor, end)
    return tensor


def _write_observation(seen: "DominoObservation", out: "Tensor") -> "tuple[IntVector, int]":
    """Write what *seen* has into *out*; return its record, and where it ends."""
    game, row = seen.game, record_of(seen)
    facts = TableFacts(game.steps.ends_of(row), game.steps.total_of(row), *seen.total)
    return row, write_observation(shape_of(game), row, facts, seen.seat, out, 0)
