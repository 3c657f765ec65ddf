"""The only JSON that the site accepts, from its pages and from any other client."""

import json
import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from galo.games.options import Value
from galo.web.errors import SiteError
from galo.web.people import Experience

MAX_NAME = 24  # letters
MAX_AGENT = 200  # letters, options included
MAX_SEATS = 4
MAX_OPTIONS = 12
MAX_PACE = 10.0  # seconds
MAX_CLAIMED = 500  # seats of one request
MAX_OWN_TABLES = 60  # of which one request asks
ID = re.compile(r"[0-9A-Za-z_-]{1,40}")

Secret = Annotated[str, StringConstraints(min_length=8, max_length=64, pattern=r"^[\w-]+$")]
Move = Annotated[str, StringConstraints(min_length=1, max_length=16)]
Name = Annotated[str, StringConstraints(max_length=MAX_NAME, pattern=r"^[^\x00-\x1f\x7f]*$")]
Emote = Literal["nice", "lucky", "thanks", "thinking", "go", "laugh"]
Pace = Annotated[float, Field(ge=0, le=MAX_PACE, allow_inf_nan=False)]


class StrictModel(BaseModel):
    """JSON from outside: no field missing, none unknown, no type converted."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class HelloMessage(StrictModel):
    """The first message of a socket: its token (null to watch) and the last event it knows."""

    type: Literal["hello"]
    token: Secret | None = None
    last: Annotated[int, Field(ge=0, le=1_000_000_000)] | None = None


class Command(StrictModel):
    """What a client asks for; it fails if the table has had other events than it expects.

    Each *id* is answered the same however often it comes; *expect* is the last event known.
    """

    id: Annotated[str, StringConstraints(pattern=f"^{ID.pattern}$")]
    expect: Annotated[int, Field(ge=0, le=1_000_000_000)]


class PlayCommand(Command):
    """Make a move."""

    type: Literal["play"]
    move: Move


class PaceCommand(Command):
    """Set the seconds before each move of agents that play alone; 0 stops them."""

    type: Literal["pace"]
    seconds: Pace


class EmoteCommand(Command):
    """Show everybody one of six short words."""

    type: Literal["emote"]
    name: Emote


class PlainCommand(Command):
    """A command without further fields."""

    type: Literal[
        "next",
        "undo",
        "redo",
        "hint",
        "analyse",
        "leave",
        "return",
        "rematch",
        "step",
        "resign",
        "offer_draw",
        "ask_undo",
        "help",
        "accept",
        "decline",
    ]


TableCommand = PlayCommand | PaceCommand | EmoteCommand | PlainCommand


class SeatRequest(StrictModel):
    """What shall sit at a seat of a new table."""

    kind: Literal["me", "friend", "agent"]
    agent: Annotated[str, StringConstraints(max_length=MAX_AGENT)] | None = None


class MoveClockRequest(StrictModel):
    """The seconds that every person has for each move."""

    per: Literal["move"]
    seconds: Annotated[int, Field(ge=10, le=600)]


class GameClockRequest(StrictModel):
    """The seconds that every person has for the whole game."""

    per: Literal["game"]
    seconds: Annotated[int, Field(ge=60, le=7200)]


ClockRequest = Annotated[MoveClockRequest | GameClockRequest, Field(discriminator="per")]


class TableRequest(StrictModel):
    """A table to set up."""

    game: Annotated[str, StringConstraints(max_length=40)]
    options: Annotated[dict[str, Value], Field(max_length=MAX_OPTIONS)] = {}
    seats: Annotated[list[SeatRequest], Field(min_length=1, max_length=MAX_SEATS)]
    name: Name = ""
    experience: Experience | None = None
    listed: bool = False
    pace: Pace = 1.0
    clock: ClockRequest | None = None
    help: bool | None = None  # by default where at most one person plays


class ContinueRequest(StrictModel):
    """A table to set up that goes on from moment *place* of the replay of another one."""

    place: Annotated[int, Field(ge=0, le=1_000_000)]
    name: Name = ""
    experience: Experience | None = None
    pace: Pace = 1.0


class SitRequest(StrictModel):
    """A seat to take: the one of the invitation, or any open one of a listed table."""

    seat: Annotated[int, Field(ge=0, lt=MAX_SEATS)] | None = None
    invite: Secret | None = None
    name: Name = ""
    experience: Experience | None = None


class SeatProof(StrictModel):
    """A table, and the token that proves a seat at it."""

    table: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{10}$")]
    token: Secret


class OwnTablesRequest(StrictModel):
    """The seats of one browser, whose tables its lobby shows."""

    seats: Annotated[list[SeatProof], Field(max_length=MAX_OWN_TABLES)]


class LanRequest(StrictModel):
    """Whether other devices of the network may come."""

    open: bool


class PuzzleRequest(StrictModel):
    """The move that a person takes for the best one of a puzzle."""

    move: Move


class PersonRequest(StrictModel):
    """How a person plays the game of a seat, in that person's own words."""

    experience: Experience


class ClaimRequest(StrictModel):
    """The tokens of a browser's seats, taken before it had a person's token."""

    tokens: Annotated[list[Secret], Field(max_length=MAX_CLAIMED)]


class JoinRequest(StrictModel):
    """A code that was made on another device."""

    code: Annotated[str, StringConstraints(max_length=24)]


class RankingRequest(StrictModel):
    """The name under which a person is in the ranking; null leaves it."""

    name: Annotated[Name, StringConstraints(min_length=1)] | None


COMMANDS: TypeAdapter[TableCommand] = TypeAdapter(
    Annotated[TableCommand, Field(discriminator="type")]
)
HELLO = TypeAdapter(HelloMessage)


def parse_hello(text: str) -> HelloMessage:
    """Return the first message of a socket."""
    hello: HelloMessage = _parse(HELLO, text)
    return hello


def parse_command(text: str) -> TableCommand:
    """Return the command that *text* writes."""
    command: TableCommand = _parse(COMMANDS, text)
    return command


def find_id(text: str) -> str | None:
    """Return the id in *text*, a message with an error, None if it has no valid one."""
    try:
        found = json.loads(text)["id"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return found if isinstance(found, str) and ID.fullmatch(found) else None


def _parse(model: TypeAdapter[Any], text: str) -> Any:
    try:
        return model.validate_json(text)
    except ValidationError as problem:
        first = problem.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise SiteError("bad_message", f"{where}: {first['msg']}".lstrip(": ")) from None
