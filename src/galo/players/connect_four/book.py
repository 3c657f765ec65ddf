"""The opening book: the exact score of every position of up to eight stones.

It is data of the package, computed by the project's own solver (`galo book build`):

    galo book 1 | SHA-256 of the rest | zlib of:
        plies, count              4 bytes each, little endian
        steps between numbers     8 planes of count bytes, the lowest bytes first
        scores                    count bytes, signed

The numbers are those of `openings`, in rising order; a position and its mirror image are one.
A book that is missing or damaged is reported and done without.
"""

import hashlib
import logging
import struct
import zlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from galo.errors import GaloError
from galo.games.rules.connect_four import State
from galo.players.connect_four.threats import canonical_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from galo.arrays import IntVector


NAME = "book.bin"
MAGIC = b"galo book 1\n"
DIGEST = hashlib.sha256().digest_size
HEAD = struct.Struct("<II")
NUMBER = 8  # bytes

log = logging.getLogger(__name__)


class BookError(GaloError):
    """A book that cannot be read."""


class Book:
    """Exact scores by position."""

    def __init__(self, plies: int, numbers: "IntVector", scores: "NDArray[np.int8]") -> None:
        self.plies = plies  # every position of up to this many stones is in it
        self._numbers = numbers
        self._scores = scores

    def __len__(self) -> int:
        return len(self._numbers)

    def score(self, state: State) -> int | None:
        """Return the score of *state* for its mover, None if the book does not reach that far."""
        if state.ply > self.plies:
            return None
        number = canonical_number(state.mine, state.stones)
        index = int(np.searchsorted(self._numbers, number))
        if index == len(self._numbers) or self._numbers[index] != number:
            return None
        return int(self._scores[index])

    def to_bytes(self) -> bytes:
        """Return the file that `from_bytes` reads."""
        steps = np.diff(self._numbers, prepend=np.int64(0)).astype("<i8")
        planes = steps.view(np.uint8).reshape(-1, NUMBER).T.tobytes()
        head = HEAD.pack(self.plies, len(self))
        packed = zlib.compress(head + planes + self._scores.tobytes(), 9)
        return MAGIC + hashlib.sha256(packed).digest() + packed

    @classmethod
    def from_bytes(cls, content: bytes) -> "Book":
        """Return the book written in *content*."""
        digest, packed = content[len(MAGIC) :][:DIGEST], content[len(MAGIC) + DIGEST :]
        if not content.startswith(MAGIC) or hashlib.sha256(packed).digest() != digest:
            raise BookError("the opening book is damaged: its checksum does not hold")
        plain = zlib.decompress(packed)
        plies, count = HEAD.unpack_from(plain)
        planes = np.frombuffer(plain, np.uint8, NUMBER * count, HEAD.size)
        steps = np.ascontiguousarray(planes.reshape(NUMBER, -1).T).view("<i8").ravel()
        scores = np.frombuffer(plain, np.int8, count, HEAD.size + NUMBER * count)
        return cls(plies, np.cumsum(steps.astype(np.int64)), scores)


@cache
def shipped_book() -> Book:
    """Return the book of the package; an empty one, and a warning, if it cannot be read."""
    try:
        return Book.from_bytes((files(__package__) / NAME).read_bytes())
    except OSError:
        log.warning("there is no opening book; the solver plays without it")
    except BookError as problem:
        log.warning("%s; the solver plays without it", problem)
    return Book(-1, np.zeros(0, np.int64), np.zeros(0, np.int8))
