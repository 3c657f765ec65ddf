"""The moves of a game as numbers, the same in every position: what a network chooses from."""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol, overload

import numpy as np

from galo.errors import IllegalMoveError, NotationError
from galo.games.game import Move

if TYPE_CHECKING:
    from galo.arrays import BoolVector


class HasMoves(Protocol):
    """A position or an observation."""

    @property
    def legal_moves(self) -> tuple[Move, ...]: ...


class Actions(Sequence[str]):
    """The actions of a game by their numbers: `actions[3]` is the notation of action 3."""

    def __init__(self, names: Sequence[str], normal: Callable[[str], str | None]) -> None:
        self._names, self._normal = tuple(names), normal
        self._number = {normal(name): number for number, name in enumerate(names)}
        self._number.update({name: number for number, name in enumerate(names)})

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, number: int) -> str: ...

    @overload
    def __getitem__(self, number: slice) -> tuple[str, ...]: ...

    def __getitem__(self, number: int | slice) -> str | tuple[str, ...]:
        return self._names[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def number(self, move: Move | str) -> int:
        """Return the number of *move*, a move or its notation."""
        text = move if isinstance(move, str) else move.text
        found = self._number.get(text)
        if found is None:
            found = self._number.get(self._normal(text))
            if found is None:
                raise NotationError(f"{text!r} is none of the {len(self)} actions of the game")
            self._number[text] = found  # another way to write it, such as a capture
        return found

    def move(self, number: int, seen: HasMoves) -> Move:
        """Return the legal move of *seen*, a position or an observation, that has this *number*."""
        for move in seen.legal_moves:
            if self.number(move) == number:
                return move
        legal = sorted(map(self.number, seen.legal_moves))
        raise IllegalMoveError(f"action {number!r} is not legal here; legal: {legal}")

    def mask(self, seen: HasMoves) -> "BoolVector":
        """Return for every action whether it is a legal move of *seen*."""
        mask = np.zeros(len(self), np.bool_)
        mask[[self.number(move) for move in seen.legal_moves]] = True
        return mask
