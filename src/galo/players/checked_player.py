"""Players that check what they are asked, and need neither a limit nor a random stream.

galo's own agents derive from `CheckedPlayer`; `AdaptedPlayer` makes one of any object that
has a `decide(observation, limit, rng)`. `ask` is how galo itself asks a player.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from numbers import Real
from typing import Any

from galo.errors import AgentError, ConfigError, GaloError
from galo.games.game import Observation
from galo.players.faults import describe, shortened
from galo.players.player import BatchPlayer, Decision, Limit, Player, Question, check_turn
from galo.stream import LARGEST_SEED, Stream

NO_LIMIT = Limit()


class CheckedPlayer(ABC):
    """A player that checks what it is asked before it decides."""

    name: str  #: how it is called, with its options

    def decide(
        self, observation: Observation, limit: Limit = NO_LIMIT, rng: Stream | None = None
    ) -> Decision:
        """Return a legal move for the seat that *observation* belongs to, which is to move.

        Without *rng* the random choices follow from the observation: the same one is decided
        in the same way.
        """
        _check_question(observation, limit)
        return self._decide(observation, limit, stream_of(observation) if rng is None else rng)

    @abstractmethod
    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        """Return a legal move for the seat of *observation*, which is to move."""


class AdaptedPlayer(CheckedPlayer):
    """Asks *player*, which plays *game*; its other attributes are those of *player*."""

    def __init__(self, player: Player, game: str, name: str | None = None) -> None:
        if isinstance(player, type):
            raise ConfigError(f"{player!r} is a class, not a player; write {player.__name__}()")
        if not callable(getattr(player, "decide", None)):
            raise ConfigError(f"{player!r} is no player: it has no decide(observation, limit, rng)")
        self.player = player
        self.game = game
        self.name = name or name_of(player)

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        if observation.game.name != self.game:
            raise ConfigError(f"{self.name} plays {self.game}, not {observation.game.name}")
        return ask(self.player, observation, limit, rng)

    def __getattr__(self, name: str) -> Any:
        if name == "player":  # not there yet: while it is unpickled
            raise AttributeError(name)
        return getattr(self.player, name)


def ask(player: Player, observation: Observation, limit: Limit, rng: Stream) -> Decision:
    """Return the decision of *player*; raise an AgentError unless it is a legal move."""
    try:
        decision = player.decide(observation, limit, rng)
    except GaloError:
        raise
    except (Exception, SystemExit) as problem:  # of people's own agents
        raise AgentError(name_of(player), describe(problem)) from problem
    if not isinstance(decision, Decision):
        fault = f"decided {decision!r}, which is no Decision"
    elif decision.move not in observation.legal_moves:
        fault = f"illegal move {str(decision.move)!r}"
    else:
        return decision
    raise AgentError(name_of(player), shortened(fault))


def ask_many(player: BatchPlayer, questions: Sequence[Question]) -> Sequence[Decision | None]:
    """Return the decision of *player* for each of *questions*, None where it is to be asked alone.

    That is everywhere if it fails, so that the fault is found in the game that it belongs to.
    """
    try:
        decisions = player.decide_many(questions)
        found = [
            decision if decision.move in question.observation.legal_moves else None
            for question, decision in zip(questions, decisions, strict=True)
        ]
    except (Exception, SystemExit):  # of people's own agents
        return [None] * len(questions)
    return found


def name_of(player: object) -> str:
    """Return the name of *player*, that of its class if it has none."""
    return str(getattr(player, "name", None) or type(player).__name__)


def stream_of(observation: Observation) -> Stream:
    """Return the random stream that follows from *observation* alone."""
    text = f"{observation.game} {observation.to_text()}"
    digest = hashlib.sha256(text.encode()).digest()
    return Stream.of(int.from_bytes(digest[:8], "big") & LARGEST_SEED)


def _check_question(observation: Observation, limit: Limit) -> None:
    if not isinstance(observation, Observation):
        raise ConfigError(
            f"{shortened(repr(observation))} is no observation; write position.observe(seat)"
        )
    if not isinstance(limit, Limit):
        right = f"galo.Limit(seconds={limit!r})" if isinstance(limit, Real) else "galo.Limit()"
        raise ConfigError(f"limit {limit!r} is no Limit; write {right}")
    check_turn(observation)
