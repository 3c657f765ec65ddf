"""A table: seats, a game, and what has happened at it, as a sum of numbered events.

    created   game, options, seats, seed, listed, pace, host
    sat       seat, name, token          somebody took an open seat
    dealt     hands                      a round begins; the only event with secrets in it
    moved     seat, move, by             by a person, an agent, or because nothing else was possible
    undone    seat                       back to that seat's last decision
    redone    seat                       forward to its next one
    left      seat                       an agent plays on for whoever sat there
    returned  seat
    paced     pace                       how fast agents move at a table to watch
    rematch   table                      the same people sit at another table

A table knows no network, no clock and no database: `apply` is all there is to it, so a table
that is rebuilt from its log is the table that was lost. Tokens are hashes throughout.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from galo.arena.match import Match
from galo.arena.records import GameRecord
from galo.games.dominoes.round import Round
from galo.games.game import Game, Hands, Position
from galo.games.registry import make_game
from galo.players.registry import HUMAN, agent_names

PERSON, AGENT, OPEN = "person", "agent", "open"
FORCED = "forced"
SEATING, PLAYING, BETWEEN, OVER = "seating", "playing", "between", "over"


@dataclass(frozen=True)
class Event:
    """Something that happened at a table, for ever."""

    number: int
    kind: str
    data: dict[str, Any]


@dataclass
class Seat:
    """Who sits where."""

    kind: str
    name: str = ""
    agent: str | None = None
    level: str | None = None  # that the agent was chosen by
    invite: str | None = None  # what the link to an open seat carries
    token: str | None = None  # the hash of what its person proves it with
    away: bool = False


class Table:
    """A sitting, from the first chair taken to the last move."""

    game: Game
    seats: list[Seat]
    match: Match | None  # None until everybody sits

    def __init__(self, identity: str, events: Iterable[Event]) -> None:
        self.identity = identity
        self.events: list[Event] = []
        self.told: list[dict[str, Any]] = []  # the events as anybody may hear them
        self.match = None
        self.makers: list[str | None] = []  # of each move of the match, None for a deal
        self.undone: list[str | None] = []
        self.rematch: str | None = None
        for event in events:
            self.apply(event)

    # What there is to know

    @property
    def number(self) -> int:
        """The number of the last event."""
        return len(self.events)

    @property
    def phase(self) -> str:
        """Where the sitting stands."""
        if self.match is None:
            return SEATING
        if self.match.is_over:
            return OVER
        return BETWEEN if self.match.position.mover is None else PLAYING

    @property
    def is_full(self) -> bool:
        """Whether nobody is waited for."""
        return all(seat.kind != OPEN for seat in self.seats)

    @property
    def needs_deal(self) -> bool:
        """Whether the first tiles are to be dealt."""
        return self.match is None and self.is_full and self.game.has_chance

    @property
    def people(self) -> list[int]:
        """The seats of people, here or away."""
        return [number for number, seat in enumerate(self.seats) if seat.kind == PERSON]

    @property
    def mover(self) -> int | None:
        """The seat to move, if any."""
        return self.match.position.mover if self.match else None

    def thinker(self) -> str | None:
        """Return the agent that is to decide now, None if a person is or nobody."""
        if self.match is None or self.mover is None or self.match.forced_move():
            return None
        seat = self.seats[self.mover]
        if seat.kind == AGENT:
            return seat.agent
        return self.substitute if seat.away else None

    @property
    def substitute(self) -> str:
        """The agent that plays for whoever left, and gives hints."""
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

    # What happens

    def next_event(self, kind: str, data: dict[str, Any]) -> Event:
        """Return the event that would come next; it has not happened until it is applied."""
        return Event(self.number + 1, kind, data)

    def apply(self, event: Event) -> None:
        """Let *event* happen."""
        assert event.number == self.number + 1, (self.identity, event.number, self.number)
        public = getattr(self, f"_{event.kind}")(**event.data)
        self.events.append(event)
        self.told.append({"number": event.number, "kind": event.kind, **public})

    def _created(self, game: str, options: dict[str, Any], **data: Any) -> dict[str, Any]:
        self.game = make_game(game, **options)
        self.seats = [Seat(**seat) for seat in data["seats"]]
        self.seed: int = data["seed"]
        self.listed: bool = data["listed"]
        self.pace: float = data["pace"]
        self.host: str = data["host"]
        self._begin(None)
        return {}

    def _sat(self, seat: int, name: str, token: str) -> dict[str, Any]:
        self.seats[seat] = Seat(PERSON, name, token=token)
        self._begin(None)
        return {"seat": seat, "name": name}

    def _dealt(self, hands: list[list[str]]) -> dict[str, Any]:
        deal: Hands = tuple(map(tuple, hands))
        if self.match is None:
            self._begin(deal)
        else:
            self.match.deal(deal)
            self._moved_on(None)
        assert self.match is not None
        position = self.match.position
        return {"round": round_of(position), "points": told_points(position)}

    def _moved(self, seat: int, move: str, by: str, **_: Any) -> dict[str, Any]:
        assert self.match is not None
        before = self.match.position
        self.match.play(before.parse_move(move))
        self._moved_on(by)
        return {**told_move(before, move, self.match.position), "by": by}

    def _undone(self, seat: int) -> dict[str, Any]:
        assert self.match is not None
        while self.match.undo() is not None:
            self.undone.append(self.makers.pop())
            if self._decides(seat) and self.undone[-1] != FORCED:
                break
        return {"seat": seat}

    def _redone(self, seat: int) -> dict[str, Any]:
        assert self.match is not None
        while self.match.redo() is not None:
            self.makers.append(self.undone.pop())
            is_anothers = self.undone[-1:] == [PERSON] and self.mover != seat
            if self._decides(seat) or is_anothers:
                break
        return {"seat": seat}

    def _left(self, seat: int) -> dict[str, Any]:
        self.seats[seat].away = True
        return {"seat": seat}

    def _returned(self, seat: int) -> dict[str, Any]:
        self.seats[seat].away = False
        return {"seat": seat}

    def _paced(self, pace: float) -> dict[str, Any]:
        self.pace = pace
        return {"pace": pace}

    def _rematch(self, table: str) -> dict[str, Any]:
        self.rematch = table
        return {"table": table}

    def _begin(self, deal: Hands | None) -> None:
        """Begin the game once everybody sits and, where tiles are dealt, there is a *deal*."""
        if self.is_full and (deal is not None or not self.game.has_chance):
            self.match = Match(self.game, [None] * self.game.seats, self.seed, deal=deal)

    def _decides(self, seat: int) -> bool:
        assert self.match is not None
        return self.mover == seat and self.match.forced_move() is None

    def _moved_on(self, maker: str | None) -> None:
        self.makers.append(maker)
        self.undone.clear()


def told_move(before: Position, move: str, after: Position) -> dict[str, Any]:
    """Return what everybody hears of *move*."""
    points = told_points(after)[len(told_points(before)) :]
    return {"seat": before.mover, "move": move, "points": points, "round": round_of(before)}


def told_points(position: Position | Round) -> list[dict[str, Any]]:
    """Return the points scored this round as they are told."""
    if not isinstance(position, Round):
        return []
    return [
        {"kind": p.kind, "seat": p.seat, "side": p.side, "points": p.points}
        for p in position.points
    ]


def round_of(position: Position | Round) -> int:
    """Return the number of the round, from 1."""
    return len(position.scores) + 1 if isinstance(position, Round) else 1
