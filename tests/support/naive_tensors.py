"""The tensors of dominoes once more, from what observations say to people: slow and plain."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from galo.games.dominoes.round import DRAW, PASS
from galo.games.dominoes.tiles import NAMES
from galo.games.rules.dominoes4_layout import END_BITS, WORTH
from galo.games.rules.tiles import HAND, NUMBERS, TILES

if TYPE_CHECKING:
    from galo.arrays import Tensor
    from galo.games.dominoes.observation import DominoObservation
    from galo.games.dominoes.position import DominoPosition

NUMBER = {name: number for number, name in enumerate(NAMES)}


def naive_tensor(values: dict[str, Any]) -> "Tensor":
    """Return the tensor with these *values* of its parts, one after another."""
    return np.concatenate([np.ravel(np.array(value, np.float32)) for value in values.values()])


def observation_values(seen: "DominoObservation") -> dict[str, Any]:
    """Return the parts of the tensor of *seen*, in their order."""
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
        "score": [total[k] / (game.target or 100) for k in (side, 1 - side)],
    }
    if game.counts_ends:
        values["sum"] = (seen.ends_sum or 0) / 50
        values["worth"] = [
            (seen.state.layout.ends >> WORTH + arm * END_BITS & 15) / 12 for arm in range(4)
        ]
    if game.stock:
        values["boneyard"] = seen.stock / game.stock
    values["history"] = _history(seen)
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


def _history(seen: "DominoObservation") -> Any:
    """Return the plays of the round, a row for each tile and the passes and draws before it."""
    game = seen.game
    size = game.seats + TILES + len(game.end_letters) + game.seats * (2 if game.stock else 1)
    rows = np.zeros((TILES + 1, size))
    tile, arm = game.seats, game.seats + TILES
    passed = arm + len(game.end_letters)
    drew, turn = passed + game.seats, 0
    for play in seen.plays:
        seat = (play.seat - seen.seat) % game.seats
        if play.text == PASS:
            rows[turn, passed + seat] = 1
        elif play.text == DRAW:
            rows[turn, drew + seat] += 1
        else:
            name, _, end = play.text.partition("@")
            rows[turn, seat] = rows[turn, tile + NUMBER[name]] = 1
            if end:
                rows[turn, arm + game.end_letters.index(end)] = 1
            turn += 1
    if game.stock:
        rows[:, drew:] /= game.stock
    return rows


def _tiles(names: Iterable[str]) -> "Tensor":
    """Return 1 for each of *names* among the 28 tiles."""
    found = np.zeros(TILES, np.float32)
    found[[NUMBER[name] for name in names]] = 1
    return found
