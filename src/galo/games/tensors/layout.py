"""The layout of a tensor: its parts by name, one after another along the first axis."""

from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from galo.arrays import Tensor


@dataclass(frozen=True)
class TensorPart:
    """A part of a tensor: what its numbers mean."""

    name: str  #: how it is called
    shape: tuple[int, ...]  #: as `TensorLayout.part` gives it
    meaning: str  #: of one number, by its place


@dataclass(frozen=True)
class TensorLayout:
    """The parts of a tensor of float32, in order."""

    parts: tuple[TensorPart, ...]  #: one after another along the first axis
    plane: tuple[int, ...] = ()  #: the shape of a plane of a board; empty: the tensor is a vector
    _slices: dict[str, slice] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        slices, begin = {}, 0
        for part in self.parts:
            end = begin + prod(part.shape) // prod(self.plane)
            slices[part.name] = slice(begin, end)
            begin = end
        object.__setattr__(self, "_slices", slices)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the tensor: a vector, or planes of a board."""
        return (sum(prod(part.shape) for part in self.parts) // prod(self.plane), *self.plane)

    def part(self, tensor: "Tensor", name: str) -> "Tensor":
        """Return the part *name* of *tensor*, in its own shape: a view."""
        shapes = {part.name: part.shape for part in self.parts}
        return tensor[self._slices[name]].reshape(shapes[name])

    def without(self, name: str) -> "TensorLayout":
        """Return this layout without the part *name*."""
        return TensorLayout(tuple(part for part in self.parts if part.name != name), self.plane)
