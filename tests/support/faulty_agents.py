"""Agents that do what agents must not: the arena has to live with them. A plugin of galo."""

import os
import signal
import sys
import time
from pathlib import Path

from galo.arena.match import GRACE
from galo.games.game import Move, Observation
from galo.games.options import Option
from galo.players.player import Decision, Limit
from galo.players.registry import Agent
from galo.players.simple import Random
from galo.stream import Stream

GATE = "GALO_TEST_GATE"  # names a file that waiters wait for


class Crasher(Random):
    """Raises now and then."""

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        if rng.randint(1, 8) == 0:
            raise ValueError("out of\nideas")
        return super()._decide(observation, limit, rng)


class Quitter(Random):
    """Leaves the program."""

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        sys.exit("enough")


class Cheat(Random):
    """Makes moves that do not exist."""

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        return Decision(Move(99, "castles"))


class Mute(Random):
    """Decides nothing."""

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        return None  # type: ignore[return-value]  # its fault


class Talker(Random):
    """Prints where results are printed."""

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        sys.stdout.write("I am thinking.\n")
        return super()._decide(observation, limit, rng)


class Killer(Random):
    """Takes its process with it, now and then."""

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        if rng.randint(1, 40) == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return super()._decide(observation, limit, rng)


class Waiter(Random):
    """Plays *after* moves in a process, then says that it waits, until the gate is there."""

    moves = 0

    def __init__(self, after: int) -> None:
        self.after = after

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        gate = Path(os.environ[GATE])
        if limit.nodes is None:  # in a game, not while kernels are compiled
            Waiter.moves += 1
            if Waiter.moves > self.after:
                gate.with_name(f"waits-{os.getpid()}").touch()
                while not gate.exists():
                    time.sleep(0.01)
        return super()._decide(observation, limit, rng)


class Sleeper(Random):
    """Takes longer than its limit and the grace, every time."""

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        if limit.seconds is not None:
            time.sleep(limit.seconds + max(GRACE, GRACE * limit.seconds) + 0.01)
        return super()._decide(observation, limit, rng)


class Unborn(Random):
    """Cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError("no memory")


class Fatal(Random):
    """Takes its process with it as soon as it is made."""

    def __init__(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)


class Compiling(Random):
    """Needs compiling until the gate is there."""

    def _decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        while limit.nodes is not None and not Path(os.environ[GATE]).exists():
            time.sleep(0.01)
        return super()._decide(observation, limit, rng)


MAKERS = (
    Crasher, Quitter, Cheat, Mute, Talker, Killer, Sleeper, Unborn, Fatal, Compiling,
)  # fmt: skip
AGENTS = {
    "connect_four": (
        *(Agent(each.__name__.lower(), __name__, each.__name__, line="trouble") for each in MAKERS),
        Agent("waiter", __name__, "Waiter", (Option("after", 0, minimum=0),), line="waits"),
    ),
    "dominoes4": (Agent("cheat", __name__, "Cheat", line="trouble"),),
}
