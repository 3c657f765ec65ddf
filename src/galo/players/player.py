"""What thinks: an Observation, a Limit and a random stream in, a Decision out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeGuard, TypeVar

from galo.errors import ConfigError
from galo.games.board_game import OpenObservation
from galo.games.game import Move, Observation, Position

if TYPE_CHECKING:  # importing the generator would import Numba, which --help must not wait for
    from galo.stream import Stream

Kind = TypeVar("Kind", bound=Position)

COUNTED, MEASURED = (Integral, "whole number"), (Real, "number")


@dataclass(frozen=True)
class Limit:
    """How much a player may think; what is None does not limit. Only seconds may be a fraction."""

    seconds: float | None = None  #: on the clock, for one move
    nodes: int | None = None  #: positions that a search looks at
    depth: int | None = None  #: plies that a search looks ahead
    deals: int | None = None  #: sampled deals of what is hidden

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            kind, wanted = MEASURED if field.name == "seconds" else COUNTED
            is_number = isinstance(value, kind) and not isinstance(value, bool)
            if value is not None and not (is_number and value > 0):
                raise ConfigError(f"limit {field.name}={value!r} is not a {wanted} above zero")


@dataclass(frozen=True)
class Reason:
    """One fact behind a decision; screens say it in words, by its name and numbers."""

    name: str  #: the sentence, as a key of the texts below `why.`
    numbers: Mapping[str, float | str]  #: what the sentence needs

    def to_json(self) -> dict[str, Any]:
        """Return it as screens read it."""
        return {"name": self.name, "numbers": dict(self.numbers)}


@dataclass(frozen=True)
class Decision:
    """A move and what the player thought of it; values are for the side that moves."""

    move: Move  #: a legal move of the observation
    value: float | None = None  #: what it is worth, in the player's own unit
    depth: int | None = None  #: plies looked ahead
    nodes: int | None = None  #: positions looked at
    reasons: tuple[Reason, ...] = ()  #: the facts behind it


def check_turn(observation: Observation) -> None:
    """Raise unless the seat of *observation* is to move."""
    if observation.mover != observation.seat:
        raise ConfigError(
            f"seat {observation.seat} cannot decide: it is the turn of {observation.mover}"
        )


def position_for(seen: Observation | Position, kind: type[Kind], agent: str) -> Kind:
    """Return the position that *seen* is or shows; raise unless it is of the *kind* of *agent*."""
    position = seen.position if isinstance(seen, OpenObservation) else seen
    if not isinstance(position, kind):
        raise ConfigError(f"{agent} does not play {seen.game.name}")
    return position


class Analysis(Protocol):
    """What an engine knows of a position, for the side to move."""

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that are best for all that is known."""
        ...

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """The facts behind the best move."""
        ...

    def to_json(self) -> dict[str, Any]:
        """Return the analysis as screens read it."""
        ...


class Player(Protocol):
    """Anything that can decide; one without a `name` goes by the name of its class."""

    def decide(self, observation: Observation, limit: Limit, rng: "Stream") -> Decision:
        """Return a legal move for the seat that *observation* belongs to, which is to move."""
        ...


class Question(NamedTuple):
    """What a player is asked, one of many."""

    observation: Observation  #: of the seat that is to move
    limit: Limit  #: for this decision
    rng: "Stream"  #: its random numbers


class BatchPlayer(Player, Protocol):
    """A player that can decide about many positions in one call, such as a network."""

    def decide_many(self, questions: Sequence[Question]) -> Sequence[Decision]:
        """Return what `decide` would for each of *questions*, in their order."""
        ...


def decides_many(player: Player | None) -> TypeGuard[BatchPlayer]:
    """Return whether *player* is a BatchPlayer."""
    return callable(getattr(player, "decide_many", None))


class NamedPlayer(Player, Protocol):
    """A player that says how it is called."""

    name: str  #: with its options
