"""The running clock of a table: how long people think, and whose time goes by.

Time goes by while a person has a choice to make and anybody is connected. What a person has
thought is logged with the move; what a server that ended had not logged counts for nobody.
"""

from collections.abc import Callable
from dataclasses import replace

from galo.web.clock import ClockView
from galo.web.events import Moved
from galo.web.seats import SeatKind
from galo.web.table import Table


class TableClock:
    """The time of the people at one table; without a clock it measures nothing."""

    def __init__(self, table: Table, now: Callable[[], float]) -> None:
        self._table = table
        self._now = now  # in seconds
        self._unsaved: dict[int, float] = {}  # seconds by seat that the log does not have
        self._turn = 0
        self._since = 0.0
        self.running: int | None = None  # the seat whose time goes by

    def follow(self, is_live: bool) -> None:
        """Stop and start the clocks as the table is now; *is_live*: somebody is connected."""
        clock = self._table.time.clock
        if clock is None:
            return
        now = self._now()
        if self.running is not None:
            self._unsaved[self.running] = self._spent(self.running, now)
        if self._turn != self._table.turn and clock.per == "move":
            self._unsaved.clear()
        self._turn, self._since = self._table.turn, now
        self.running = self._table.person_to_move if is_live else None

    def timed(self, move: Moved) -> Moved:
        """Return *move*, which a person makes, with the seconds that it took."""
        if self._table.time.clock is None:
            return move
        return replace(move, seconds=round(self._spent(move.seat, self._now()), 3))

    def saved(self, move: Moved) -> None:
        """Note that the seconds of *move* are in the log."""
        self._unsaved.pop(move.seat, None)
        if self.running == move.seat:
            self.running = None

    def left(self, seat: int) -> float:
        """Return the seconds that the person at *seat* has left; 0 or less: none."""
        clock = self._table.time.clock
        assert clock is not None
        logged = self._table.time.thought.get(seat, 0.0) if clock.per == "game" else 0.0
        return clock.seconds - logged - self._spent(seat, self._now())

    def view(self) -> ClockView | None:
        """Return the clock as everybody sees it, None without one."""
        clock = self._table.time.clock
        if clock is None:
            return None
        left = [
            round(max(0.0, self.left(number)), 1)
            if seat.kind is SeatKind.PERSON and not seat.away
            else None
            for number, seat in enumerate(self._table.seats)
        ]
        return ClockView(clock.per, clock.seconds, left, self.running)

    def _spent(self, seat: int, now: float) -> float:
        """Return the seconds of *seat* that the log does not have."""
        running = now - self._since if seat == self.running else 0.0
        return self._unsaved.get(seat, 0.0) + running
