"""The errors that galo raises for what people gave it.

GaloError                a sentence for people: what was given, and what would be right
├── NotationError        this is not how a move or a position is written
├── IllegalMoveError     well written, but the rules do not allow it here
├── UnknownNameError     no game, agent or option has that name
├── ConfigError          an option, limit, seed or deal that contradicts itself
├── AgentError           a player that failed, or decided what is no legal move
└── RecordError          a stored game that does not hold together
"""

from collections.abc import Iterable


class GaloError(ValueError):
    """A mistake in what was given, described in one sentence."""


class NotationError(GaloError):
    """A move or a position that is not written as its game writes it."""


class IllegalMoveError(GaloError):
    """A well-written move that the rules do not allow in this position."""


class UnknownNameError(GaloError):
    """A name that nothing is registered under."""

    def __init__(self, kind: str, given: str, known: Iterable[str]) -> None:
        super().__init__(f"unknown {kind} {given!r}; known: {', '.join(known)}")


class ConfigError(GaloError):
    """Options, limits, seeds or deals that cannot be played with."""


class AgentError(GaloError):
    """A player that failed, or decided what is no legal move: *fault* says what it did."""

    def __init__(self, player: str, fault: str) -> None:
        super().__init__(f"player {player!r} failed: {fault}")
        self.player = player
        self.fault = fault

    def __reduce__(self) -> tuple[type["AgentError"], tuple[str, str]]:
        return AgentError, (self.player, self.fault)  # pickled between processes


class RecordError(GaloError):
    """A stored game that is damaged or was altered."""
