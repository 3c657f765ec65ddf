"""Run every kernel on the same work and print a digest of all results.

The test of `galo.jit` runs this file twice, compiled and with NUMBA_DISABLE_JIT=1.
"""

import builtins
import hashlib
import importlib
import json
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FunctionType
from typing import Any

import numpy as np

import galo.envs
from galo import rng
from galo.arena.batch import Contest, Job, simulate
from galo.arena.linear_pairs import play_linear_pairs
from galo.arena.match import Match
from galo.arena.pairing import Plan
from galo.arena.recorded import record_pairs
from galo.games.registry import game_names, make_game
from galo.games.rules import connect_four, dominoes2, dominoes4, lines_of_action
from galo.lab.candidate_readings import LITERAL, RECONSTRUCTED, Reading
from galo.lab.formula_behaviour import MOST_OPTIONS, Decisions, add_round
from galo.players.connect_four.openings import openings, state_of
from galo.players.dominoes4 import match_equity
from galo.players.dominoes4.feature_table import FEATURES
from galo.players.dominoes4.formula_value import ADD, MULTIPLY, RATIO
from galo.players.dominoes4.linear import fixed_point
from galo.players.dominoes4.network_file import write_network
from galo.players.dominoes4.neural import Neural
from galo.players.dominoes4.strategy_rows import FORMULA, StrategyPlayers
from galo.players.player import Limit
from galo.players.registry import agent_names, make_player
from galo.reviews.reviewing import make_reviewer
from galo.stream import Stream
from support.networks import floats, network_of
from support.strategies import formula_row, intricate, linear_row, players, strategy_row

PACKAGE = Path(galo.__file__).parent
# They need what is not everywhere.
ELSEWHERE = (
    "galo.__main__", "galo.arena.cuda", "galo.arena.strategy_cuda", "galo.envs.vector.cuda",
    "galo.training.", "galo.web.migrations.env",
)  # fmt: skip
GAMES_EACH = 3
MOST_PLIES, MOST_TURNS = 10, 40  # of a game: enough for rounds of dominoes to end
FEW_STONES = "1w1b4/w4b2/2w3b1/3w4/8/8/5w2/4b3 b 28"  # a search is soon deep: null moves
DEEP_NODES = 3000
LATER = "1234567126"  # after the fixed moves and the database of tux
match_equity.ROUNDS = 30  # plain Python would play the usual number for many minutes
STUB = "def stub(*args, **keywords): return first_call({number}, args, keywords)"
WATCHED = "stub"
# Tables in arrays, what an episode is, and so many steps that one ends.
ENVIRONMENTS = [
    ("dominoes4:target=100", "match", 60),
    ("dominoes2", "round", 40),
    ("dominoes2:players=4,target=100", "match", 60),
    ("lines_of_action:max_plies=6", "match", 7),
    ("connect_four", "match", 30),
]
ROWS = [(0.0, "literal"), (1.5, "literal"), (-2.5, "published")]


def plain(value: Any) -> Any:
    """Return *value*, a number or a tuple of them, as plain numbers."""
    return [plain(one) for one in value] if isinstance(value, tuple) else int(value)


def candidate_readings() -> list[Reading]:
    """Return readings that between them use all that the candidates' kernels can do."""
    changes = {"the rules are": "a match may end within a round"}
    changes |= {"a strategy expects passes": "by the true hands", "ties go to": "any tile"}
    return [LITERAL, RECONSTRUCTED.with_changes(changes)]


def rules_results() -> Iterator[object]:
    """Yield the result of every function that the rules of all games have."""
    for rules in (connect_four, lines_of_action, dominoes4, dominoes2):
        options, moves = rules.Rules(), np.zeros(128, np.int64)
        state = rules.start(options, 5)
        count = rules.legal_moves(options, state, moves)
        after = rules.play(options, state, int(moves[count - 1]))
        paths, tally = np.zeros(2, np.int64), np.zeros(3, np.int64)
        rules.perft(options, state, paths)
        rules.random_games(options, 5, GAMES_EACH, tally)
        yield plain(after), plain(rules.ending(options, after)), paths.tolist(), tally.tolist()
        yield plain(rules.random_game(options, state, 5))


def strategy_results() -> Iterator[object]:
    """Yield what strategies and a formula do, and all features of the options of decisions."""
    words: list[str | float | int]
    words = ["points", "threats", "table_far", RATIO, "hand_far", 2.5, MULTIPLY, ADD]
    rows = formula_row(*words), linear_row("s1"), strategy_row(intricate, 2)
    both = StrategyPlayers(players(*rows), (FORMULA, intricate.translation))
    yield simulate(both, [Contest(0, 1, 5, 9), Contest(2, 1, 5, 9)], Job(0, 1))
    position = make_game("dominoes4").start(seed=5)
    for _ in range(9):
        yield intricate.options(position.observe(position.mover))
        position = position.play(position.legal_moves[0])
    most = 10
    decisions = Decisions(np.zeros((most * MOST_OPTIONS, len(FEATURES))), np.zeros(most + 1, int))
    weights = np.array([fixed_point([1.5] * 7, "literal")], np.int32)
    yield add_round(dominoes4.Rules(), weights, 5, decisions, 0), decisions.options.tolist()


def review_results() -> Iterator[object]:
    """Yield the chance to win of dominoes shortly before a round ends: plain Python is slow."""
    for name in ("dominoes4", "dominoes2"):
        position = make_game(name).start(seed=5)
        while min(position.hand_sizes or (0,)) > 1:
            position = position.play(position.legal_moves[0])
        yield make_reviewer(name, Limit()).study(position, None, Stream.of(5)).chance


def environment_results() -> Iterator[object]:
    """Yield what tables in arrays hold after every step."""
    for game, episode, steps in ENVIRONMENTS:
        env = galo.envs.make(game, 2, seed=5, episode=episode)
        for _ in range(steps):
            env.step(env.mask.argmax(axis=1))
            arrays = env.observations, env.mask, env.rewards, env.states, env.state_tensor()
            yield [hashlib.sha256(array.tobytes()).hexdigest() for array in arrays]


def network_results() -> Iterator[object]:
    """Yield what a network chooses in a round."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "network.npz"
        with path.open("wb") as file:
            write_network(file, network_of(floats(4)), {})
        player = Neural(str(path), deals=0)
    position = make_game("dominoes4").start(seed=5)
    while position.mover is not None:
        decision = player.decide(position.observe(position.mover), Limit(), Stream.of(5))
        yield decision.move.text
        position = position.play(decision.move)


def results() -> Iterator[object]:
    """Yield every result that the digest is made of."""
    yield from rules_results()
    yield from strategy_results()
    yield from review_results()
    yield from environment_results()
    yield from network_results()
    rows = [fixed_point([weight] * 7, reading) for weight, reading in ROWS]
    yield simulate(rows, [Contest(one, 0, 5 + one, 9) for one in range(3)], Job(0, 1))
    yield record_pairs(Plan("dominoes4", ("s1", "basic"), 2), 0, 1)
    for played in ("dominoes2", "dominoes2:players=4,target=100"):
        yield play_linear_pairs(Plan(played, ("costa", "offensive"), 2), 0, 1)
    for reading in candidate_readings():
        pair = [reading.strategy([1.5] * 7), reading.beginner()]
        yield simulate(pair, [Contest(0, 1, 5, 9)], Job(0, 1), reading.rules)
    for name in ("dominoes2:target=100", "dominoes2:players=4,target=100"):
        yield galo.play(name, ["random"] * make_game(name).seats, seed=5)
    yield galo.play("dominoes2:players=4", ["champion"] * 4, 5, Limit(nodes=200, deals=2))
    yield [state_of(int(number)) for level in openings(2) for number in level]
    for name in game_names():
        game = make_game(name)
        yield game.random_games(GAMES_EACH, seed=5)
        yield game.start(seed=5).perft(2)
        for agent in agent_names(name):
            players = [make_player(name, agent) for _ in range(game.seats)]
            limit = Limit(nodes=200, deals=2, depth=3 if game.has_chance else None)
            match = Match(game, players, seed=5, limit=limit)
            most = MOST_TURNS if game.has_chance else MOST_PLIES
            while not match.position.is_over and len(match.positions) < most:
                match.step()
            yield agent, [position.to_text() for position in match.positions]
    position = make_game("connect_four").from_text(LATER)
    tux = make_player("connect_four", "tux:search=rows,double=3")
    yield tux.decide(position.observe(position.mover), Limit(nodes=400), Stream.of(5))
    position = make_game("lines_of_action").from_text(FEW_STONES)
    champion = make_player("lines_of_action", "champion")
    yield champion.decide(position.observe(0), Limit(nodes=DEEP_NODES), Stream.of(5))


def defined() -> Iterator[Any]:
    """Yield what the modules of the package define."""
    for module in pkgutil.walk_packages(galo.__path__, "galo."):
        if module.name.startswith(ELSEWHERE):
            continue
        for value in list(vars(importlib.import_module(module.name)).values()):
            if getattr(value, "__module__", None) == module.name:
                yield value


def kernels() -> list[str]:
    """Return the names of all kernels; none are known when the JIT is off."""
    return [name_of(value.py_func.__code__) for value in defined() if hasattr(value, "py_func")]


def watch(called: set[CodeType]) -> None:
    """Let the first call of each function of the package be noted in *called*."""
    # A trace would be told of every call, and take longer than all kernels.
    watched: list[tuple[FunctionType, CodeType]] = []

    def first_call(number: int, arguments: Any, keywords: Any) -> Any:
        function, code = watched[number]
        function.__code__ = code
        called.add(code)
        return function(*arguments, **keywords)

    vars(builtins)["first_call"] = first_call
    for value in defined():
        if not isinstance(value, FunctionType) or value.__closure__ is not None:
            continue
        if value.__code__.co_filename != WATCHED:  # not known by another name already
            stub = compile(STUB.format(number=len(watched)), WATCHED, "exec").co_consts[0]
            watched.append((value, value.__code__))
            value.__code__ = stub


def name_of(code: CodeType) -> str:
    """Return a name for *code* that is the same in every process."""
    return f"{Path(code.co_filename).relative_to(PACKAGE)}:{code.co_name}"


if __name__ == "__main__":
    np.seterr(over="raise")  # plain Python must not wrap around where int64 would
    called: set[CodeType] = set()
    if not hasattr(rng.mix, "py_func"):  # compiled code shows no calls
        watch(called)
    digest = hashlib.sha256(repr(list(results())).encode()).hexdigest()
    names = list(map(name_of, called))
    print(json.dumps({"digest": digest, "kernels": kernels(), "called": names}))
