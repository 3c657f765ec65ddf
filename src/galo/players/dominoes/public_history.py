"""What everybody could see of a round, as kernels take it.

Seats are counted from the mover, and turn with the hands.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.jit import kernel

if TYPE_CHECKING:
    from galo.arrays import IntVector

SEAT = 8  # bits for each seat in PublicHistory.lacks
HISTORY_FIELDS = 7


class PublicHistory(NamedTuple):
    """The tiles that each seat placed, and the numbers that it lacks for certain."""

    played0: int  # tiles that the mover placed, a set
    played1: int  # the next seat
    played2: int  # the seat after it
    played3: int  # the previous seat
    lacks: int  # numbers that each seat lacks, a byte for each, the mover's lowest
    has_drawn: int  # whether the mover drew in this turn; 0 without a boneyard
    opened: int  # how often each seat made a number an end; counted in dominoes4 alone


@kernel
def empty_history() -> PublicHistory:
    """Return what everybody has seen before the opening."""
    return PublicHistory(0, 0, 0, 0, 0, 0, 0)


@kernel
def tiles_played(history: PublicHistory) -> int:
    """Return the set of all tiles on the table."""
    return history.played0 | history.played1 | history.played2 | history.played3


@kernel
def pack_history(history: PublicHistory, row: "IntVector", first: int) -> None:
    """Write *history* into HISTORY_FIELDS places of *row* from *first* on."""
    row[first], row[first + 1] = history.played0, history.played1
    row[first + 2], row[first + 3] = history.played2, history.played3
    row[first + 4], row[first + 5] = history.lacks, history.has_drawn
    row[first + 6] = history.opened


@kernel
def unpack_history(row: "IntVector", first: int) -> PublicHistory:
    """Return the history that `pack_history` wrote into *row* from *first* on."""
    return PublicHistory(
        int(row[first]), int(row[first + 1]), int(row[first + 2]), int(row[first + 3]),
        int(row[first + 4]), int(row[first + 5]), int(row[first + 6]),
    )  # fmt: skip
