"""A hand of dominoes as one seat sees it, without dealing anybody a hand: what may come of it.

A tile is with a seat by a probability of its own, as if the tiles were independent: `marginals`
by chair and tile, scaled so that they add up to the tiles that the chair holds, and none for a
number that it lacks.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes2 import SIDE
from galo.games.rules.tiles import ALL_NUMBERS, ONCE, alone, pips, suits, tile_of
from galo.games.rules.tiles import size as tiles_in
from galo.jit import kernel, lowest_bit
from galo.players.dominoes2.evaluation import SEAT

if TYPE_CHECKING:
    from galo.arrays import RealMatrix

COUNT = 255  # of tiles in hand, a byte for each chair


class Table(NamedTuple):
    """A hand of dominoes as one seat sees it, chairs counted from its own."""

    hand: int  # its own tiles
    unseen: int
    left: int
    right: int
    mover: int  # the chair to move
    players: int
    sizes: int  # tiles that each chair holds, a byte for each; its own drawn unseen included
    lacks: int  # numbers that each chair lacks, a byte for each
    stock: int  # tiles in the boneyard
    passes: int


@kernel
def held_by(table: Table, chair: int) -> int:
    """Return how many tiles *chair* holds."""
    return table.sizes >> SEAT * chair & COUNT


@kernel
def may_hold(table: Table, chair: int) -> int:
    """Return the unseen tiles that *chair* does not lack."""
    return table.unseen & ~suits(table.lacks >> SEAT * chair & ALL_NUMBERS)


@kernel
def scale_of(table: Table, marginals: "RealMatrix", chair: int) -> float:
    """Return what makes the *marginals* of *chair* add up to the tiles that it holds."""
    total = 0.0
    left = may_hold(table, chair) & ONCE
    while left:
        total += marginals[chair, lowest_bit(left)]
        left &= left - 1
    return held_by(table, chair) / total if total > 0.0 else 0.0


@kernel
def expected_pips(table: Table, marginals: "RealMatrix", chair: int) -> float:
    """Return the pips that *chair* is expected to hold."""
    if chair == 0:
        # What it drew in the search is not known: as heavy as unseen tiles are.
        drawn = held_by(table, 0) - tiles_in(table.hand)
        return pips(table.hand) + drawn * pips(table.unseen) / max(tiles_in(table.unseen), 1)
    total = 0.0
    left = may_hold(table, chair) & ONCE
    while left:
        tile = lowest_bit(left)
        total += marginals[chair, tile] * ((tile >> 3) + (tile & 7))
        left &= left - 1
    return total * scale_of(table, marginals, chair)


@kernel
def side_pips(table: Table, marginals: "RealMatrix") -> tuple[float, float]:
    """Return the pips that the own side and the other side are expected to hold."""
    ours, theirs = expected_pips(table, marginals, 0), expected_pips(table, marginals, 1)
    if table.players == 4:
        ours += expected_pips(table, marginals, 2)
        theirs += expected_pips(table, marginals, 3)
    return ours, theirs


@kernel
def has_ended(table: Table) -> bool:
    """Return whether the chair before the mover went out, or everybody has passed."""
    last = (table.mover + table.players - 1) % table.players
    return held_by(table, last) == 0 or table.passes == table.players


@kernel
def outlook(table: Table, marginals: "RealMatrix") -> float:
    """Return what *table* is worth to the own side, over or not."""
    ours, theirs = side_pips(table, marginals)
    if not has_ended(table):
        return theirs - ours
    last = (table.mover + table.players - 1) % table.players
    if held_by(table, last) == 0:
        return theirs if last % 2 == 0 else -ours
    if ours == theirs:
        return 0.0
    return theirs if ours < theirs else -ours


@kernel
def fits(table: Table, tiles: int) -> int:
    """Return those of *tiles*, each once, that can be placed."""
    return tiles & suits(1 << table.left | 1 << table.right) & ONCE


@kernel
def is_drawing(table: Table) -> bool:
    """Return whether the own seat is to move and has to draw."""
    return table.mover == 0 and table.left >= 0 and fits(table, table.hand) == 0


@kernel
def kept(table: Table) -> int:
    """Return how many tiles that do not fit somebody is expected to draw before one that does."""
    share = tiles_in(fits(table, table.unseen)) / max(tiles_in(table.unseen), 1)
    found = int(table.stock * (1.0 - share) / (table.stock * share + 1.0))
    return max(min(found, table.stock - 1), 0)


@kernel
def placed(table: Table, move: int) -> Table:
    """Return the table after the mover has placed a tile."""
    left, right = table.left, table.right
    if left < 0:
        tile, left, right = move, move >> 3, move & 7
    elif move < SIDE:
        tile, left = tile_of(left, move), move
    else:
        tile, right = tile_of(right, move - SIDE), move - SIDE
    drawn = kept(table) + 1 if is_drawing(table) and table.stock else 0
    sizes = table.sizes + (drawn - 1 << SEAT * table.mover)
    return Table(
        table.hand & ~alone(tile), table.unseen & ~alone(tile), left, right,
        (table.mover + 1) % table.players, table.players, sizes, table.lacks,
        table.stock - drawn, 0,
    )  # fmt: skip


@kernel
def passed(table: Table) -> Table:
    """Return the table after the mover, having drawn all there was, has passed."""
    lacks = table.lacks | (1 << table.left | 1 << table.right) << SEAT * table.mover
    return Table(
        table.hand, table.unseen, table.left, table.right, (table.mover + 1) % table.players,
        table.players, table.sizes + (table.stock << SEAT * table.mover), lacks, 0,
        table.passes + 1,
    )  # fmt: skip
