"""The messages that the site sends through a socket, and the one encoder of all its JSON.

They are built by the server alone, so nothing checks them again on their way out.
"""

import json
from dataclasses import dataclass, is_dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from galo.players.player import Reason
from galo.web.errors import SiteError
from galo.web.metrics import REFUSALS
from galo.web.public_events import PublicEvent
from galo.web.requests import Emote
from galo.web.view import TableView


@dataclass(frozen=True, kw_only=True)
class StateMessage:
    """The table as the receiver sees it after event *number*, and the events it did not know."""

    type: Literal["state"] = "state"
    number: int
    view: TableView
    events: list[PublicEvent]


@dataclass(frozen=True, kw_only=True)
class PresenceMessage:
    """Whether the person of each seat is connected, and how many only watch."""

    type: Literal["presence"] = "presence"
    connected: list[bool]
    watchers: int


@dataclass(frozen=True, kw_only=True)
class ThinkingMessage:
    """The agent at *seat* has begun to think, or *stand_in* for it, which is not compiled yet."""

    type: Literal["thinking"] = "thinking"
    seat: int | None
    stand_in: str | None = None


@dataclass(frozen=True, kw_only=True)
class ReplyMessage:
    """The command *id* was carried out; *number* is the last event then."""

    type: Literal["reply"] = "reply"
    id: str
    number: int


@dataclass(frozen=True, kw_only=True)
class RefusedMessage:
    """The command *id* was refused, or the message without a valid id."""

    type: Literal["refused"] = "refused"
    id: str | None
    code: str
    say: str
    detail: str


@dataclass(frozen=True, kw_only=True)
class HintMessage:
    """The move that *agent* would make after event *number*, and its reasons."""

    type: Literal["hint"] = "hint"
    id: str
    number: int
    agent: str
    move: str
    reasons: tuple[Reason, ...]  # the page has a sentence for every name


class AnalysisMessage(BaseModel):
    """The analysis of the position after event *number*; each game has fields of its own."""

    model_config = ConfigDict(extra="allow", frozen=True)

    type: Literal["analysis"] = "analysis"
    id: str
    number: int


@dataclass(frozen=True, kw_only=True)
class EmoteMessage:
    """The person at *seat* shows one of six short words."""

    type: Literal["emote"] = "emote"
    seat: int
    name: Emote


@dataclass(frozen=True, kw_only=True)
class HelpMessage:
    """The person at *seat* has asked for help; what it says is for that person alone."""

    type: Literal["help"] = "help"
    seat: int
    kind: Literal["hint", "analyse"]


@dataclass(frozen=True, kw_only=True)
class OpinionMessage:
    """What the agent at *seat*, where agents alone play, thought of its move, event *number*."""

    type: Literal["opinion"] = "opinion"
    number: int
    seat: int
    agent: str
    move: str
    chance: float | None  # for its side to win, from 0 to 1, where the agent has an estimate
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, kw_only=True)
class ReplacedMessage:
    """Another socket has taken the seat over, and this one closes."""

    type: Literal["replaced"] = "replaced"


ServerMessage = (
    StateMessage
    | PresenceMessage
    | ThinkingMessage
    | ReplyMessage
    | RefusedMessage
    | HintMessage
    | AnalysisMessage
    | EmoteMessage
    | HelpMessage
    | OpinionMessage
    | ReplacedMessage
)


def refused(identity: str | None, error: SiteError) -> RefusedMessage:
    """Return the message that answers the command *identity* with *error*."""
    REFUSALS.labels(error.code).inc()
    return RefusedMessage(id=identity, code=error.code, say=str(error), detail=error.detail)


def _fields(value: Any) -> dict[str, Any]:
    """Return the fields of *value*, a dataclass, a model or a mapping that is no dict."""
    if is_dataclass(value):  # the most frequent case first
        return vars(value)
    return value.model_dump() if isinstance(value, BaseModel) else dict(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_fields)


def encode(content: Any) -> str:
    """Return *content*, plain values or dataclasses of them, as JSON."""
    return _ENCODER.encode(content)
