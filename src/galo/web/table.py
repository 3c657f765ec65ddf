"""A table: seats, a game, and the sum of its numbered events.

A table knows no network, no clock and no database: `apply` is the only way to change it, so
a table that is rebuilt from its log equals the table that was lost. Tokens are hashes throughout.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from galo.arena.match import Match
from galo.arena.records import GameRecord
from galo.games.game import Game, Hands
from galo.games.position_view import Points
from galo.games.registry import make_game
from galo.players.registry import HUMAN, agent_names
from galo.web import public_events as public
from galo.web.events import (
    Change,
    Created,
    Dealt,
    Event,
    Left,
    MadeBy,
    Moved,
    Paced,
    Redone,
    Rematched,
    Returned,
    Sat,
    Undone,
)
from galo.web.game_features import tools_of
from galo.web.public_events import PublicEvent, PublicPoints
from galo.web.seats import Seat, SeatKind


class Phase(StrEnum):
    """How far a table has come."""

    SEATING = "seating"  # open seats are left, or the first tiles are not dealt yet
    PLAYING = "playing"
    BETWEEN = "between"  # a round is over and the next one is not dealt yet
    OVER = "over"


@dataclass(frozen=True)
class MadeMove:
    """A move of the match, or a deal: the number of its event, and what made it."""

    event: int
    by: MadeBy | None  # None for a deal


class Table:
    """One table, from the first seat taken to the last move."""

    game: Game
    seats: list[Seat]
    seed: int
    listed: bool
    pace: float  # seconds before an agent moves
    host: str
    tools: list[str]  # commands, besides a move, that the game can ever offer

    def __init__(self, identity: str, events: Iterable[Event]) -> None:
        self.identity = identity
        self.events: list[Event] = []
        self.public_events: list[PublicEvent] = []
        self.match: Match | None = None  # None until every seat is taken
        self.made: list[MadeMove] = []  # one for each move of the match
        self.undone: list[MadeMove] = []  # the last one taken back at the end
        self.rematch: str | None = None
        for event in events:
            self.apply(event)

    # Properties

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def phase(self) -> Phase:
        """How far the table has come."""
        if self.match is None:
            return Phase.SEATING
        if self.match.is_over:
            return Phase.OVER
        return Phase.BETWEEN if self.match.position.mover is None else Phase.PLAYING

    @property
    def is_full(self) -> bool:
        """Whether no seat is open."""
        return all(seat.kind is not SeatKind.OPEN for seat in self.seats)

    @property
    def needs_deal(self) -> bool:
        """Whether the first tiles are to be dealt."""
        return self.match is None and self.is_full and self.game.has_chance

    @property
    def people(self) -> list[int]:
        """The seats of people, here or away."""
        return [n for n, seat in enumerate(self.seats) if seat.kind is SeatKind.PERSON]

    @property
    def mover(self) -> int | None:
        """The seat to move, if any."""
        return self.match.position.mover if self.match else None

    @property
    def agent_to_move(self) -> str | None:
        """The agent that is to decide now, None if a person is to decide or nobody."""
        if self.match is None or self.mover is None or self.match.forced_move():
            return None
        seat = self.seats[self.mover]
        if seat.kind is SeatKind.AGENT:
            return seat.agent
        return self.substitute if seat.away else None

    @property
    def substitute(self) -> str:
        """The agent that plays for absent people and gives hints: the strongest one."""
        return agent_names(self.game.name)[-1]

    def seat_of(self, token: str) -> int | None:
        """Return the seat that the hash *token* belongs to."""
        for number, seat in enumerate(self.seats):
            if seat.token == token:
                return number
        return None

    def record(self) -> GameRecord:
        """Return the game so far as `galo replay` reads it."""
        assert self.match is not None
        return GameRecord(
            game=self.game.name,
            options=self.game.changed_options(),
            seats=tuple(seat.agent or HUMAN for seat in self.seats),
            seed=self.match.seed,
            deals=tuple(self.match.deals),
            moves=tuple(move.text for move in self.match.moves if move is not None),
            result=self.match.position.outcome,
        )

    # Events

    def next_event(self, change: Change) -> Event:
        """Return the event that would bring *change*; nothing changes before it is applied."""
        return Event(self.number + 1, change)

    def apply(self, event: Event) -> None:
        """Change the table as *event* says."""
        assert event.number == self.number + 1, (self.identity, event.number, self.number)
        self.public_events.append(self._apply(event.number, event.change))
        self.events.append(event)

    def _apply(self, number: int, change: Change) -> PublicEvent:
        """Make *change*, the event *number*, and return it as everybody may see it."""
        match change:
            case Created():
                return self._create(number, change)
            case Sat(seat, name, token):
                self.seats[seat] = Seat(SeatKind.PERSON, name, token=token)
                self._begin(None)
                return public.PublicSat(number=number, seat=seat, name=name)
            case Dealt(hands):
                return self._deal(number, hands)
            case Moved():
                return self._move(number, change)
            case Undone(seat):
                return public.PublicUndone(number=number, seat=seat, moves=self._undo(seat))
            case Redone(seat):
                return public.PublicRedone(number=number, seat=seat, moves=self._redo(seat))
            case Left(seat):
                self.seats[seat] = replace(self.seats[seat], away=True)
                return public.PublicLeft(number=number, seat=seat)
            case Returned(seat):
                self.seats[seat] = replace(self.seats[seat], away=False)
                return public.PublicReturned(number=number, seat=seat)
            case Paced(pace):
                self.pace = pace
                return public.PublicPaced(number=number, pace=pace)
            case Rematched(table):
                self.rematch = table
                return public.PublicRematch(number=number, table=table)
            case _:
                assert_never(change)

    def _create(self, number: int, change: Created) -> PublicEvent:
        self.game = make_game(change.game, **change.options)
        self.tools = tools_of(self.game)
        self.seats = list(change.seats)
        self.seed = change.seed
        self.listed = change.listed
        self.pace = change.pace
        self.host = change.host
        self._begin(None)
        return public.PublicCreated(number=number)

    def _deal(self, number: int, hands: Hands) -> PublicEvent:
        if self.match is None:
            self._begin(hands)
        else:
            self.match.deal(hands)
            self._add_made(MadeMove(number, None))
        assert self.match is not None
        position = self.match.position
        points = self._public(position.points)
        return public.PublicDealt(number=number, round=position.round_number, points=points)

    def _move(self, number: int, change: Moved) -> PublicEvent:
        assert self.match is not None
        before = self.match.position
        self.match.play(before.parse_move(change.move))
        self._add_made(MadeMove(number, change.by))
        settled = self.match.position.points[len(before.points) :]
        assert before.mover is not None
        return public.PublicMoved(
            number=number,
            seat=before.mover,
            move=change.move,
            points=self._public(settled),
            round=before.round_number,
            by=change.by,
        )

    def _undo(self, seat: int) -> tuple[int, ...]:
        """Go back to the last decision of *seat*; return the events of the moves taken back."""
        assert self.match is not None
        numbers = []
        while self.match.undo() is not None:
            self.undone.append(self.made.pop())
            numbers.append(self.undone[-1].event)
            if self._decides(seat) and self.undone[-1].by is not MadeBy.FORCED:
                break
        return tuple(sorted(numbers))

    def _redo(self, seat: int) -> tuple[int, ...]:
        """Go forward to the next decision of *seat*; return the events of the moves made again."""
        assert self.match is not None
        numbers = []
        while self.match.redo() is not None:
            self.made.append(self.undone.pop())
            numbers.append(self.made[-1].event)
            is_persons = bool(self.undone) and self.undone[-1].by is MadeBy.PERSON
            if self._decides(seat) or (is_persons and self.mover != seat):
                break
        return tuple(sorted(numbers))

    def _begin(self, deal: Hands | None) -> None:
        """Begin the game if every seat is taken and, where tiles are dealt, there is a *deal*."""
        if self.is_full and (deal is not None or not self.game.has_chance):
            self.match = Match(self.game, [None] * self.game.seats, self.seed, deal=deal)

    def _decides(self, seat: int) -> bool:
        assert self.match is not None
        return self.mover == seat and self.match.forced_move() is None

    def _add_made(self, made: MadeMove) -> None:
        self.made.append(made)
        self.undone.clear()

    def _public(self, points: Iterable[Points]) -> tuple[PublicPoints, ...]:
        return tuple(
            PublicPoints(**vars(each), pass_event=self._last_move_of(each.passer))
            for each in points
        )

    def _last_move_of(self, seat: int | None) -> int | None:
        """Return the number of the event of the last move of *seat*, None without a seat.

        A pass is paid for before its seat moves again, so this is the event of that pass.
        """
        assert self.match is not None
        for position, made in reversed(list(zip(self.match.positions, self.made, strict=False))):
            if seat is not None and position.mover == seat:
                return made.event
        return None
