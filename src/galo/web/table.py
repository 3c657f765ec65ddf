"""A table: seats, a game, and the sum of its numbered events.

A table knows no network, no clock and no database: `apply` is the only way to change it, so
a table that is rebuilt from its log equals the table that was lost. Tokens are hashes throughout.
"""

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from typing import assert_never

from galo.arena.match import Match
from galo.arena.records import GameRecord
from galo.arena.settlement import settle
from galo.games.game import Game, Hands, Move, Outcome
from galo.games.registry import make_game
from galo.players.registry import HUMAN, agent_names
from galo.web import public_events as public
from galo.web.clock import TimeUsed
from galo.web.events import (
    Accepted,
    Agreed,
    Change,
    Created,
    Dealt,
    Declined,
    Event,
    HelpAllowed,
    Left,
    MadeBy,
    Moved,
    Offered,
    Paced,
    Redone,
    Rematched,
    Resigned,
    Returned,
    Sat,
    Undone,
)
from galo.web.game_features import tools_of
from galo.web.made_moves import MadeMove, make_again, public_points, take_back
from galo.web.offers import Offers, seats_asked
from galo.web.public_events import PublicEvent
from galo.web.seats import Seat, SeatKind


class Phase(StrEnum):
    """How far a table has come."""

    SEATING = "seating"  # open seats are left, or the first tiles are not dealt yet
    PLAYING = "playing"
    BETWEEN = "between"  # a round is over and the next one is not dealt yet
    OVER = "over"


class Table:
    """One table, from the first seat taken to the last move."""

    game: Game
    seats: list[Seat]
    seed: int
    listed: bool
    pace: float  # seconds before an agent moves
    host: str
    tools: list[str]  # commands, besides a move, that the game can ever offer
    time: TimeUsed
    has_help: bool  # whether hints, analyses and undo are allowed
    origin: str | None  # the table whose game goes on here

    def __init__(self, identity: str, events: Iterable[Event]) -> None:
        self.identity = identity
        self.events: list[Event] = []
        self.public_events: list[PublicEvent] = []
        self.match: Match | None = None  # None until every seat is taken
        self.made: list[MadeMove] = []  # one for each move of the match
        self.undone: list[MadeMove] = []  # the last one taken back at the end
        self.turn = 0  # the number of the event that led to the position
        self.offers = Offers()
        self.settled: Outcome | None = None  # if people ended the game before the rules did
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
        if self.outcome is not None:
            return Phase.OVER
        return Phase.BETWEEN if self.match.position.mover is None else Phase.PLAYING

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: by its rules, or because people ended it."""
        return self.settled or (self.match.position.outcome if self.match else None)

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
    def has_only_agents(self) -> bool:
        """Whether no person ever sits here, so that nothing is hidden from anybody."""
        return all(seat.kind is SeatKind.AGENT for seat in self.seats)

    @property
    def mover(self) -> int | None:
        """The seat to move, if any."""
        return self.match.position.mover if self.match and not self.settled else None

    @property
    def forced_move(self) -> Move | None:
        """The move that the table makes for the seat to move, which has no choice."""
        return self.match.forced_move() if self.match and self.mover is not None else None

    @property
    def person_to_move(self) -> int | None:
        """The seat whose person is to decide now, None if an agent is to decide or nobody."""
        if self.mover is None or self.forced_move or self.agent_to_move:
            return None
        return self.mover

    @property
    def agent_to_move(self) -> str | None:
        """The agent that is to decide now, None if a person is to decide or nobody."""
        if self.mover is None or self.forced_move:
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
            result=self.outcome,
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
                moves = take_back(self._take_turn(number), self.made, self.undone, seat)
                return public.PublicUndone(number=number, seat=seat, moves=moves)
            case Redone(seat):
                moves = make_again(self._take_turn(number), self.made, self.undone, seat)
                return public.PublicRedone(number=number, seat=seat, moves=moves)
            case Left(seat, reason):
                self.seats[seat] = replace(self.seats[seat], away=True)
                self.offers.left(seat)
                self.time.left(seat, reason)
                return public.PublicLeft(number=number, seat=seat, reason=reason)
            case Returned(seat):
                self.seats[seat] = replace(self.seats[seat], away=False)
                return public.PublicReturned(number=number, seat=seat)
            case Offered() | Accepted() | Declined():
                return self._negotiate(number, change)
            case Resigned(seat):
                self._settle(1 - self.game.side_of(seat))
                return public.PublicResigned(number=number, seat=seat)
            case Agreed():
                self._settle(None)
                return public.PublicAgreed(number=number)
            case HelpAllowed():
                self.has_help = True
                return public.PublicHelpAllowed(number=number)
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
        self.time = TimeUsed(change.clock)
        self.has_help = change.help
        self.origin = change.origin
        self._begin(None)
        return public.PublicCreated(number=number)

    def _deal(self, number: int, hands: Hands) -> PublicEvent:
        if self.match is None:
            self._begin(hands)
        else:
            self.match.deal(hands)
            self._add_made(MadeMove(number, None))
        assert self.match is not None
        self.turn = number
        position = self.match.position
        points = public_points(position.points, self.match, self.made)
        return public.PublicDealt(number=number, round=position.round_number, points=points)

    def _move(self, number: int, change: Moved) -> PublicEvent:
        assert self.match is not None
        before = self.match.position
        self.match.play(before.parse_move(change.move))
        self.turn = number
        self._add_made(MadeMove(number, change.by))
        settled = self.match.position.points[len(before.points) :]
        assert before.mover is not None
        self.offers.moved(before.mover, change.by is MadeBy.PERSON)
        self.time.moved(before.mover, change.seconds)
        return public.PublicMoved(
            number=number,
            seat=before.mover,
            move=change.move,
            points=public_points(settled, self.match, self.made),
            round=before.round_number,
            by=change.by,
        )

    def _take_turn(self, number: int) -> Match:
        """Return the match, in which event *number* takes moves back or makes them again."""
        assert self.match is not None
        self.turn = number
        self.offers.lapse()
        self.time.taken_back()
        return self.match

    def _negotiate(self, number: int, change: Offered | Accepted | Declined) -> PublicEvent:
        seat = change.seat
        match change:
            case Offered(offer=kind):
                self.offers.make(kind, seat, seats_asked(kind, seat, self.seats, self.game))
                return public.PublicOffered(number=number, seat=seat, offer=kind)
            case Accepted():
                kind = self.offers.accept(seat)
                return public.PublicAccepted(number=number, seat=seat, offer=kind)
            case Declined():
                kind = self.offers.decline()
                return public.PublicDeclined(number=number, seat=seat, offer=kind)
            case _:
                assert_never(change)

    def _settle(self, winner: int | None) -> None:
        assert self.match is not None
        self.settled = settle(self.match.position, winner)
        self.offers.lapse()

    def _begin(self, deal: Hands | None) -> None:
        """Begin the game if every seat is taken and, where tiles are dealt, there is a *deal*."""
        if self.is_full and (deal is not None or not self.game.has_chance):
            self.match = Match(self.game, [None] * self.game.seats, self.seed, deal=deal)

    def _add_made(self, made: MadeMove) -> None:
        self.made.append(made)
        self.undone.clear()
