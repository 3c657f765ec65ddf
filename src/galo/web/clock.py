"""The clock of a table: how long people may think, for each move or for the whole game."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


class LeftReason(StrEnum):
    """Why an agent plays on for a person."""

    LEFT = "left"  # by choice, or without a connection for long
    TIME = "time"  # the person's clock ran out


@dataclass(frozen=True)
class Clock:
    """The seconds that every person has, *per* move or per game."""

    per: Literal["move", "game"]
    seconds: float


@dataclass(frozen=True)
class ClockView:
    """A clock as everybody sees it; browsers count down from it by themselves."""

    per: Literal["move", "game"]
    seconds: float
    left: list[float | None]  # seconds by seat; None for agents, and where an agent plays
    running: int | None  # the seat whose time goes by


class TimeUsed:
    """The time that people have used at a table, as far as its log knows it."""

    def __init__(self, clock: Clock | None) -> None:
        self.clock = clock
        self.thought: dict[int, float] = {}  # seconds by seat
        self.out: set[int] = set()  # seats that may not come back: their time is used up

    def moved(self, seat: int, seconds: float) -> None:
        """Note a move of *seat* after *seconds*; a clock for each move is set again."""
        self.thought[seat] = self.thought.get(seat, 0.0) + seconds
        if self._is_per_move:
            self.out.discard(seat)

    def taken_back(self) -> None:
        """Note that moves were taken back or made again."""
        if self._is_per_move:
            self.out.clear()

    def left(self, seat: int, reason: LeftReason) -> None:
        """Note that an agent plays for *seat*."""
        if reason is LeftReason.TIME:
            self.out.add(seat)

    @property
    def _is_per_move(self) -> bool:
        return self.clock is not None and self.clock.per == "move"
