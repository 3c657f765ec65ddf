"""Compiling every kernel before it is needed, on all cores, so that nobody waits for it.

A step is one game's rules, one of its agents or its simulator. Each step that is done leaves a mark
beside the kernels, so that the next process knows without looking that it need not be done again.
"""

import contextlib
import multiprocessing
import os
import signal
from collections.abc import Iterator
from multiprocessing.connection import wait
from typing import Any, NamedTuple

from galo.arena.interrupts import blocked_interrupts
from galo.arena.match import Match
from galo.games.game import Game
from galo.games.registry import game_names, make_game
from galo.players.player import Limit
from galo.players.registry import agent_names, agents_of, levels_of, make_player

SPAWN = multiprocessing.get_context("spawn")
RULES, SIMULATOR = "rules", "simulator"
DIED = "its process died"
NO_KERNELS = "random"  # an agent that needs none but the rules


class WarmupStep(NamedTuple):
    """One part to compile: RULES, SIMULATOR or an agent of *game*."""

    game: str
    part: str

    def __str__(self) -> str:
        return f"{self.game}: {self.part}"


def all_steps() -> list[WarmupStep]:
    """Return every step there is."""
    from galo.arena.simulated import is_simulated

    steps = []
    for name in game_names():
        steps += [WarmupStep(name, part) for part in (RULES, *agent_names(name))]
        if is_simulated(make_game(name)):
            steps.append(WarmupStep(name, SIMULATOR))
    return steps


def steps_of_levels() -> list[WarmupStep]:
    """Return galo's agents that the levels of all games name, the weakest first: they are quick."""
    ladders = [list(map(agent_of, levels_of(name).values())) for name in game_names()]
    steps = []
    for rung in range(max(map(len, ladders))):
        for name, agents in zip(game_names(), ladders, strict=True):
            steps += [WarmupStep(name, agent) for agent in agents[rung : rung + 1]]
    return [step for step in dict.fromkeys(steps) if not _is_plugin(step)]


def agent_of(written: str) -> str:
    """Return the name in an agent *written* with its options: they share its kernels."""
    return written.partition(":")[0]


def compile_step(step: WarmupStep) -> None:
    """Compile what *step* names, unless its kernels are on disk."""
    game = make_game(step.game)
    if step.part == RULES:
        game.random_games(1, 0)
        game.start(seed=0).perft(1)
    elif step.part == SIMULATOR:
        from galo.arena.speed import simulator_rate

        simulator_rate("cpu", seconds=1e-9, seed=0)
    else:
        decide_once(game, step.part)
    mark = _mark_of(step)
    if mark is not None and not _is_plugin(step):
        with contextlib.suppress(OSError):  # a full disk: it will be done again
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()


def decide_once(game: Game, agent: str) -> None:
    """Let *agent* decide where it has a choice, so that all it needs is compiled."""
    players = [make_player(game.name, agent) for _ in range(game.seats)]
    match = Match(game, players, seed=0, limit=Limit(nodes=1, deals=1))
    while len(match.position.legal_moves) == 1:
        match.step()
    match.step()


def load_rules() -> None:
    """Load what this process needs to keep the tables of every game, agents not included."""
    for name in game_names():
        with contextlib.suppress(Exception):  # a plug-in that fails is reported by its table
            decide_once(make_game(name), NO_KERNELS)


def _is_plugin(step: WarmupStep) -> bool:
    """Return whether *step* is somebody's own agent: no mark knows when its sources change."""
    modules = {agent.name: agent.module for agent in agents_of(step.game)}
    return not modules.get(step.part, "galo.").startswith("galo.")


def is_done(step: WarmupStep) -> bool:
    """Return whether the kernels of *step* are on disk already."""
    mark = _mark_of(step)
    return mark is not None and mark.exists()


def _mark_of(step: WarmupStep) -> Any:
    from galo.jit import marks_directory

    directory = marks_directory()
    return directory and directory / f"{step.game}-{step.part}"


class Warmup:
    """Steps that wait, and the processes that compile them.

    Two steps of one game compile many of the same kernels, so no game occupies two processes
    while another one waits.
    """

    def __init__(self, steps: list[WarmupStep], processes: int | None = None) -> None:
        self._waiting = list(steps)
        self._busy: dict[Any, WarmupStep] = {}  # by the pipe to its process
        self._processes = processes or os.cpu_count() or 1
        self._running: list[Any] = []
        self._is_closed = False

    def hurry(self, step: WarmupStep) -> None:
        """Let *step*, if it still waits, be the next."""
        with contextlib.suppress(ValueError):
            self._waiting.remove(step)
            self._waiting.insert(0, step)

    def run(self) -> Iterator[tuple[WarmupStep, str]]:
        """Yield each step when it is done, with what went wrong or an empty text."""
        try:
            idle = [self._start() for _ in range(min(self._processes, len(self._waiting)))]
            while (self._waiting or self._busy) and not self._is_closed:
                while idle and self._waiting:
                    self._give(idle.pop())
                for pipe in wait(list(self._busy)):
                    step, answer = self._busy.pop(pipe), self._answer(pipe)
                    if self._is_closed:
                        return  # its process was ended, and is not to be replaced
                    idle.append(self._start() if answer == DIED else pipe)
                    yield step, answer
        finally:
            self.close()

    def close(self) -> None:
        """End all processes, also while another thread waits for a step."""
        self._is_closed = True
        for process in self._running:
            process.kill()
            process.join()

    def _start(self) -> Any:
        ours, theirs = SPAWN.Pipe()
        process = SPAWN.Process(target=_serve_steps, args=(theirs,), daemon=True)
        with blocked_interrupts():  # also while it starts
            process.start()
        theirs.close()
        self._running.append(process)
        return ours

    def _give(self, pipe: Any) -> None:
        occupied = {step.game for step in self._busy.values()}
        free = (step for step in self._waiting if step.game not in occupied)
        step = next(free, self._waiting[0])
        self._waiting.remove(step)
        self._busy[pipe] = step
        pipe.send(step)

    def _answer(self, pipe: Any) -> str:
        try:
            return str(pipe.recv())
        except EOFError:
            return DIED


def _serve_steps(pipe: Any) -> None:
    """Compile the steps that come through *pipe* until it closes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    with contextlib.suppress(EOFError, OSError):
        while True:
            step = pipe.recv()
            try:
                compile_step(step)
                pipe.send("")
            except (Exception, SystemExit) as problem:  # an agent may be anybody's code
                pipe.send(str(problem) or type(problem).__name__)
