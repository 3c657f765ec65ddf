"""The seats of a table: their people and agents, and the secrets that prove a seat."""

from dataclasses import dataclass
from enum import StrEnum


class SeatKind(StrEnum):
    """What sits at a seat."""

    PERSON = "person"
    AGENT = "agent"
    OPEN = "open"  # kept free for a person that has not come yet


@dataclass(frozen=True)
class Seat:
    """One seat of a table."""

    kind: SeatKind
    name: str = ""
    agent: str | None = None
    level: str | None = None  # by which the agent was chosen
    invite: str | None = None  # the secret in the link to an open seat
    token: str | None = None  # the hash of the secret by which a person proves the seat
    away: bool = False  # an agent plays for the person
