"""Games that were played beforehand, and a page that is shown any moment of them at once."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Route, WebSocketRoute, expect

from galo.web.events import Dealt, Event, MadeBy, Moved
from galo.web.requests import TableRequest
from galo.web.table import Phase, Table
from galo.web.table_setup import table_from
from support.person import LAID_OUT, Person
from support.tables import TOKEN, change, seen, sent
from support.visitors import Json, Ticket, table_request

TABLE = "0123456789"
MOST_MOVES = 2000
# What a page was sent last can be told by its pieces, and by the strip that ends a round or a game.
SHOWN = """([phase, pieces]) =>
    Boolean(document.querySelector('.call-next')) === (phase === 'between') &&
    Boolean(document.querySelector('.call-won, .call-over')) === (phase === 'over') &&
    document.querySelectorAll('.cloth-tiles .tile, .disc, .stone').length === pieces"""


@dataclass(frozen=True)
class Moment:
    """What a seat sees after an event, and that event."""

    view: Json
    event: Json

    @property
    def phase(self) -> str:
        """Where the game stands: `playing`, `between` or `over`."""
        return str(self.view["phase"])

    @property
    def pieces(self) -> int:
        """How many tiles, discs or stones lie on the board."""
        board = self.view["board"]
        if "cells" in board:
            return sum(cell != "." for cell in board["cells"])
        return bool(board["first"]) + sum(map(len, board["arms"].values()))


def played(game: str, seed: int, *seats: str, seat: int | None = 0, **fields: Any) -> list[Moment]:
    """Return every moment of a game of random moves, as *seat* or a watcher sees it."""
    rng = random.Random(seed)
    request = TableRequest(**table_request(game, *seats, **fields))
    table = Table(TABLE, [Event(1, table_from(request, TOKEN))])
    moments = []
    for _ in range(MOST_MOVES):
        go_on(table, rng)
        moments.append(Moment(seen(table, seat), sent(table.public_events[-1])))
        if table.phase is Phase.OVER:
            return moments
    raise AssertionError("the game does not end")


def go_on(table: Table, rng: random.Random) -> None:
    """Deal, or make a random move."""
    if table.needs_deal or table.phase is Phase.BETWEEN:
        change(table, Dealt(table.game.random_deal(rng.shuffle)))
        return
    assert table.match is not None
    assert table.mover is not None
    forced = table.match.forced_move()
    move = forced or rng.choice(table.match.position.legal_moves)
    change(table, Moved(table.mover, move.text, MadeBy.FORCED if forced else MadeBy.AGENT))


class ShownGame:
    """The page of a table whose messages come from a test instead of a server."""

    def __init__(self, who: Person, first: Moment) -> None:
        self.who = who
        self._socket: WebSocketRoute | None = None
        self._number = 1000  # above those of the recorded events
        self._first = first
        who.page.route(f"**/api/tables/{TABLE}", self._summarise)
        who.page.route_web_socket(f"**/api/tables/{TABLE}/socket", self._connect)
        who.sit(Ticket(TABLE, first.view["you"], TOKEN))
        expect(who.page.locator(".felt > *")).not_to_have_count(0)

    def _summarise(self, route: Route) -> None:
        view = self._first.view
        route.fulfill(json={key: view[key] for key in ("table", "game", "options", "phase")})

    def _connect(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda text: self._greet(json.loads(text)))

    def _greet(self, message: Json) -> None:
        if message["type"] == "hello":
            self._send(self._first.view, [])

    def _send(self, view: Json, events: list[Json]) -> None:
        assert self._socket is not None
        self._number += 1
        renumbered = [{**event, "number": self._number} for event in events]
        state = {"type": "state", "number": self._number, "view": view, "events": renumbered}
        self._socket.send(json.dumps(state))

    def show(self, moment: Moment, *, with_event: bool = False) -> None:
        """Show *moment*, as if its event had just happened if *with_event*; wait until it is."""
        self._send(moment.view, [moment.event] if with_event else [])
        self.who.page.wait_for_function(SHOWN, arg=[moment.phase, moment.pieces])
        self.who.page.evaluate(LAID_OUT)


def ending(game: str, seed: int, number: int, *seats: str, **fields: Any) -> tuple[Moment, Moment]:
    """Return the moments before and after event *number* of a game, which ends a round or it."""
    moments = played(game, seed, *seats, name="Francisca", **fields)
    return moments[number - 1], moments[number]


def opened(game: str, *seats: str, **fields: Any) -> Moment:
    """Return the first moment of a game of agents, as a watcher sees it with open hands."""
    dealt = played(game, 0, *seats, seat=None, **fields)[0]
    return Moment({**dealt.view, "board": dealt.view["open_board"]}, dealt.event)


FOUR = ("me", "strong", "medium", "strong")
AGENTS = ("strong", "medium", "strong", "champion")
PAIRS = {"options": {"players": 4, "target": 100}}
DUEL = {"options": {"target": 100}}
NAMED_DUEL: dict[str, Any] = {"name": "Francisca", **DUEL}
# name, and the last two moments of a round or of a game: long chains, blocked ones, full hands
ENDINGS: dict[str, tuple[str, Callable[[], tuple[Moment, Moment]]]] = {
    "dominoes4: long": ("dominoes4", lambda: ending("dominoes4", 0, 54, *FOUR)),
    "dominoes4: blocked": ("dominoes4", lambda: ending("dominoes4", 2, 24, *FOUR)),
    "dominoes4: last": ("dominoes4", lambda: ending("dominoes4", 1, 105, *FOUR)),
    "dominoes2: long": ("dominoes2", lambda: ending("dominoes2", 7, 73, "me", "first", **DUEL)),
    "dominoes2: blocked": ("dominoes2", lambda: ending("dominoes2", 0, 216, "me", "first", **DUEL)),
    "dominoes2: last": ("dominoes2", lambda: ending("dominoes2", 5, 232, "me", "first", **DUEL)),
    "dominoes2: pairs": ("dominoes2", lambda: ending("dominoes2", 2, 302, *FOUR, **PAIRS)),
    "lines_of_action: last": (
        "lines_of_action",
        lambda: ending("lines_of_action", 1, -1, "me", "random"),
    ),
    "connect_four: last": ("connect_four", lambda: ending("connect_four", 1, -1, "me", "random")),
}
# name, and a moment at which all hands lie open with many tiles in them
OPENED: dict[str, tuple[str, Callable[[], Moment]]] = {
    "dominoes4: opened": ("dominoes4", lambda: opened("dominoes4", *AGENTS)),
    "dominoes2: opened": ("dominoes2", lambda: opened("dominoes2", *AGENTS, **PAIRS)),
    "dominoes2: fifteen": (
        "dominoes2",
        lambda: ending("dominoes2", 15, -1, "me", "first", **DUEL)[1],
    ),
}
# name, and every moment of a whole game
WHOLE: dict[str, Callable[[], list[Moment]]] = {
    "dominoes4: whole, ": lambda: played("dominoes4", 1, *FOUR, name="Francisca"),
    "dominoes2: whole, ": lambda: played("dominoes2", 15, "me", "first", **NAMED_DUEL),
    "lines_of_action: whole, ": lambda: played("lines_of_action", 1, "me", "random"),
    "connect_four: whole, ": lambda: played("connect_four", 1, "me", "random"),
}
