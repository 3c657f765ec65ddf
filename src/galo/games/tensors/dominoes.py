"""What a network reads of a round of dominoes: the own hand, and all that is public.

Seats are counted from the one that observes: 0 is itself, 1 the next to move after it, and so on.
Tiles are in the order of `galo.games.dominoes.tiles.NAMES`: 0-0, 1-0, 1-1, 2-0 and so on to 6-6.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from galo.games.dominoes.round import DRAW, PASS
from galo.games.dominoes.tiles import NAMES
from galo.games.rules.tiles import HAND, NUMBERS, TILES
from galo.games.tensors.layout import TensorLayout, TensorPart

if TYPE_CHECKING:
    from galo.arrays import Tensor
    from galo.games.dominoes.game import DominoGame
    from galo.games.dominoes.observation import DominoObservation
    from galo.games.dominoes.position import DominoPosition

NUMBER = {name: number for number, name in enumerate(NAMES)}
TURNS = TILES + 1  # each ends with a tile, but the last, which is not over
LARGEST_SUM = 50  # of the ends that scores
LARGEST_END = 12  # a double six
ROUND_POINTS = 100  # what scores are divided by where no score wins


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


def observation_values(seen: "DominoObservation") -> dict[str, Any]:
    """Return the parts of the tensor of *seen*."""
    game, seats = seen.game, range(seen.game.seats)
    around = [(seen.seat + away) % game.seats for away in seats]
    lacks, total, side = seen.passed_on, seen.total, game.side_of(seen.seat)
    ends = seen.open_ends
    values = {
        "hand": _tiles(seen.hand),
        "placed": [_tiles(seen.played_by(seat)) for seat in around],
        "lacks": [[number in lacks[seat] for number in range(NUMBERS)] for seat in around],
        "tiles_left": [seen.hand_sizes[seat] / HAND for seat in around],
        "mover": [seat == seen.mover for seat in around],
        "opener": [seat == seen.opener for seat in around],
        "could_not_open": [seat in seen.could_not_open for seat in around],
        "ends": [[ends.get(arm) == n for n in range(NUMBERS)] for arm in game.end_letters],
        "score": [total[k] / (game.target or ROUND_POINTS) for k in (side, 1 - side)],
        "history": _history(seen),
    }
    if game.counts_ends:
        values["sum"] = (seen.ends_sum or 0) / LARGEST_SUM
        values["worth"] = [worth / LARGEST_END for worth in game.end_worths(seen.state)]
    if game.stock:
        values["boneyard"] = seen.stock / game.stock
    return values


def state_values(position: "DominoPosition", seat: int) -> dict[str, Any]:
    """Return the parts of the tensor of *position* for *seat*, hidden ones too."""
    game = position.game
    around = [(seat + away) % game.seats for away in range(game.seats)]
    values = observation_values(position.observe(seat))
    values["hands"] = [_tiles(position.hands[other]) for other in around]
    if game.stock:
        left = position.dealt[-1][game.stock - position.stock :]
        values["stock"] = [_tiles(left[k : k + 1]) for k in range(game.stock)]
    return values


def _turn_size(game: "DominoGame") -> int:
    """Return how many numbers a row of the history has."""
    return game.seats + TILES + len(game.end_letters) + game.seats * (2 if game.stock else 1)


def _history(seen: "DominoObservation") -> "Tensor":
    """Return the plays of the round, a row for each tile and the passes and draws before it."""
    game = seen.game
    rows = np.zeros((TURNS, _turn_size(game)), np.float32)
    tile, arm = game.seats, game.seats + TILES
    passed = arm + len(game.end_letters)
    drew, turn = passed + game.seats, 0
    for play in seen.plays:
        seat = (play.seat - seen.seat) % game.seats
        if play.text == PASS:
            rows[turn, passed + seat] = 1
        elif play.text == DRAW:
            rows[turn, drew + seat] += 1 / game.stock
        else:
            name, _, end = play.text.partition("@")
            rows[turn, seat] = rows[turn, tile + NUMBER[name]] = 1
            if end:
                rows[turn, arm + game.end_letters.index(end)] = 1
            turn += 1
    return rows


def _tiles(names: Iterable[str]) -> "Tensor":
    """Return 1 for each of *names* among the 28 tiles."""
    found = np.zeros(TILES, np.float32)
    found[[NUMBER[name] for name in names]] = 1
    return found
