"""The only shapes of JSON that the site accepts; whatever else arrives is refused.

What the site sends is drawn in docs/site.md: events, views and answers.
"""

import json
import re
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from galo.games.options import Value
from galo.players.player import Reason
from galo.web.errors import Refused

LONGEST_NAME = 24
LONGEST_AGENT = 200
MOST_SEATS = 4
MOST_OPTIONS = 12
SLOWEST_PACE = 10.0
ID = re.compile(r"[0-9A-Za-z_-]{1,40}")

Secret = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[\w-]+$")]
Name = Annotated[str, StringConstraints(max_length=LONGEST_NAME, pattern=r"^[^\x00-\x1f\x7f]*$")]
Pace = Annotated[float, Field(ge=0, le=SLOWEST_PACE, allow_inf_nan=False)]


class Shape(BaseModel):
    """JSON from outside: nothing missing, nothing more, nothing bent into shape."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Hello(Shape):
    """The first message of a socket."""

    type: Literal["hello"]
    token: Secret | None = None
    last: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None


class Wish(Shape):
    """Something a client wants: answered once, refused if more happened than it knew."""

    id: Annotated[str, StringConstraints(pattern=f"^{ID.pattern}$")]
    expect: Annotated[int, Field(ge=0, le=1_000_000_000)]


class Play(Wish):
    """Make a move."""

    type: Literal["play"]
    move: Annotated[str, StringConstraints(min_length=1, max_length=16)]


class Plain(Wish):
    """A wish that needs no more words."""

    type: Literal["next", "undo", "redo", "hint", "analyse", "leave", "rematch", "step"]


class SetPace(Wish):
    """Let the agents of a table to watch move every so many seconds; 0 stops them."""

    type: Literal["pace"]
    seconds: Pace


class SeatWish(Shape):
    """Who shall sit at a seat."""

    kind: Literal["me", "friend", "agent"]
    agent: Annotated[str, StringConstraints(max_length=LONGEST_AGENT)] | None = None


class TableWish(Shape):
    """A table to set up."""

    game: Annotated[str, StringConstraints(max_length=40)]
    options: Annotated[dict[str, Value], Field(max_length=MOST_OPTIONS)] = {}
    seats: Annotated[list[SeatWish], Field(min_length=1, max_length=MOST_SEATS)]
    name: Name = ""
    listed: bool = False
    pace: Pace = 1.0


class SitWish(Shape):
    """A seat to take: the one of the invitation, or any free one of a listed table."""

    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | None = None
    invite: Secret | None = None
    name: Name = ""


_WISHES: TypeAdapter[Play | Plain | SetPace] = TypeAdapter(
    Annotated[Play | Plain | SetPace, Field(discriminator="type")]
)
_HELLO = TypeAdapter(Hello)


def parse_hello(text: str) -> Hello:
    """Return the first message of a socket."""
    hello: Hello = _parse(_HELLO, text)
    return hello


def parse_wish(text: str) -> Play | Plain | SetPace:
    """Return the wish that *text* writes."""
    wish: Play | Plain | SetPace = _parse(_WISHES, text)
    return wish


def id_in(text: str) -> str | None:
    """Return the id of a message that was refused, if it has one to answer to."""
    try:
        found = json.loads(text)["id"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return found if isinstance(found, str) and ID.fullmatch(found) else None


def _parse(shape: TypeAdapter[Any], text: str) -> Any:
    try:
        return shape.validate_json(text)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise Refused("bad_message", f"{where}: {first['msg']}".lstrip(": ")) from None


def told_reasons(reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    """Return *reasons* as they travel: the page has a sentence for every name."""
    return [reason.to_json() for reason in reasons]


def encode(message: dict[str, Any]) -> str:
    """Return *message* as it travels."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":"))
