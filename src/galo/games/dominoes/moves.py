"""The moves of the domino games, made once and shared: a tile at an arm, a draw, a pass."""

from collections.abc import Mapping

from galo.games.dominoes.round import DRAW, PASS
from galo.games.dominoes.tiles import NAME_OF
from galo.games.game import Move
from galo.games.rules import dominoes2 as rules
from galo.games.rules.dominoes4_layout import ARM, END_BITS, END_NUMBER
from galo.games.rules.tiles import NUMBERS, tile_of
from galo.jit import plain

WITHOUT_TILE = {  # as sets of one: it is the only move
    1 << code: (Move(code, text),) for code, text in ((rules.PASS, PASS), (rules.DRAW, DRAW))
}
OPENING = {tile: (Move(tile, name), name) for tile, name in NAME_OF.items()}
NOT_BEGUN = -1  # the ends before the first tile

Placement = tuple[Move, str]  # and the name of the tile
Placements = tuple[tuple[Placement, ...], ...]  # by the code of the move and the number it matches


def moves_in(
    codes: int, ends: int, placements: Placements, places: Mapping[str, int]
) -> tuple[Move, ...]:
    """Return the moves *codes*, a set, by the *places* of their tiles in the hand, then by code.

    *ends* has 4 bits for each arm: the number to match there.
    """
    if codes in WITHOUT_TILE:
        return WITHOUT_TILE[codes]
    found = []
    while codes:
        code = (codes & -codes).bit_length() - 1
        codes &= codes - 1
        if ends == NOT_BEGUN:
            move, name = OPENING[code]
        else:
            move, name = placements[code][ends >> code // ARM * END_BITS & END_NUMBER]
        found.append((places[name], move))
    found.sort()
    return tuple([move for _, move in found])


def placements_at(letters: str) -> Placements:
    """Return all moves that place a tile at one of the arms called *letters*."""
    return tuple(
        tuple(_placement(code, near, letters) for near in range(NUMBERS if far < NUMBERS else 0))
        for code, far in ((code, code % ARM) for code in range(len(letters) * ARM))
    )


def _placement(code: int, near: int, letters: str) -> Placement:
    """Return the move *code* where it matches *near*, and the tile that it places."""
    arm, far = divmod(code, ARM)
    name = NAME_OF[plain(tile_of)(near, far)]
    return Move(code, f"{name}@{letters[arm]}"), name
