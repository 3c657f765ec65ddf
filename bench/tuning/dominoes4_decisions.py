"""Keep what a player of dominó de 4 pontas that rolls rounds out thinks of all its moves.

    python bench/tuning/dominoes4_decisions.py decisions --seconds 220 --workers 12 --deals 300

Seven tables of ten are of four alike, at the others sit weaker players too. One decision takes
three milliseconds or so; `dominoes4_policy.py` fits a network to them.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import galo
from galo.arena.match import Match
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import to_bits
from galo.games.game import Move
from galo.games.rules.dominoes4 import NO_OPENER, is_round_over
from galo.players.dominoes.belief import Belief
from galo.players.dominoes.information_state import information_state, public_moves
from galo.players.dominoes.sampling import SamplingLoop
from galo.players.dominoes4.champion import Rollouts, value_moves
from galo.players.dominoes4.move_values import DEALS, WINS
from galo.players.dominoes4.public_history import history_of
from galo.players.player import Limit

GAME = galo.game("dominoes4")
TABLES = (  # the others at a table, from the seat beside the player on; None is the player again
    *[(None, None, None)] * 14,
    ("s1", None, "s1"), ("basic", None, "basic"), ("pimc", None, "pimc"),
    ("s1", "s1", "s1"), (None, "s1", None), ("s2", None, "s4"),
)  # fmt: skip
LONGEST = 128  # plies of a round
STEPS = 65535  # of a chance to win


Hand = tuple[str, ...]
Valued = tuple[int, list[tuple[int, float]]]  # a ply; moves and chances


class Round(NamedTuple):
    """A round that is over, as it is kept."""

    deal: list[int]  # the hands of the seats
    before: list[int]  # the seat that had to open, the scores
    moves: list[int]
    decisions: list[Valued]


def chances_of(
    position: DominoPosition, player: Rollouts, deals: int, key: int
) -> dict[Move, float]:
    """Return what the *player* thinks of its moves: its chance to win the match with each."""
    assert position.mover is not None
    seen = position.observe(position.mover)
    information = information_state(seen, history_of(seen.game.rules, public_moves(seen)))
    loop = SamplingLoop(Limit(), deals)
    sums = value_moves(Belief(seen), information, player.models, loop, key).sums
    return {
        move: float(sums[move.code, WINS] / sums[move.code, DEALS]) for move in seen.legal_moves
    }


def play_match(name: str, deals: int, seed: int) -> list[Round]:
    """Return the rounds of the match of *seed* with what the player *name* thought of its moves."""
    table = TABLES[seed % len(TABLES)]
    first = seed // len(TABLES) % GAME.seats
    player = galo.player("dominoes4", name)
    assert isinstance(player, Rollouts)
    others = dict(zip([(first + away) % 4 for away in (1, 2, 3)], table, strict=True))
    seats = [others.get(seat) for seat in range(4)]
    players = [None if each is None else galo.player("dominoes4", each) for each in seats]
    match, rounds = Match(GAME, players, seed), []
    decisions: list[Valued] = []
    while not match.is_over:
        position = match.position
        assert isinstance(position, DominoPosition)
        if match.waits:
            chances = chances_of(position, player, deals, match.rng(position.mover or 0).integer)
            decisions.append((len(position.plays), [(m.code, c) for m, c in chances.items()]))
            match.play(max(chances, key=chances.__getitem__))
        else:
            match.step()
        after = match.position
        assert isinstance(after, DominoPosition)
        if after.plays and is_round_over(after.state) and after is not position:
            rounds.append(kept(after, list(match.deals[-1]), decisions))
            decisions = []
    return rounds


def kept(over: DominoPosition, hands: list[Hand], decisions: list[Valued]) -> Round:
    """Return the round that is *over*, which began with *hands*."""
    opener = NO_OPENER if over.opener is None else over.opener
    before = over.scores[-1] if over.scores else (0, 0)
    moves = [play.code for play in over.plays]
    return Round([to_bits(hand) for hand in hands], [opener, *before], moves, decisions)


def play_some(player: str, deals: int, until: float, workers: int, seed: int) -> list[Round]:
    """Return the rounds of every *workers*-th match from *seed* on, begun before *until*."""
    rounds: list[Round] = []
    while time.time() < until:
        rounds += play_match(player, deals, seed)
        seed += workers
    return rounds


def play(options: argparse.Namespace) -> None:
    """Play matches for some time and keep the decisions."""
    play_match(options.player, 10, 0)  # compiles
    until = time.time() + options.seconds
    some = partial(play_some, options.player, options.deals, until, options.workers)
    with ProcessPoolExecutor(options.workers) as pool:
        rounds = [
            each
            for part in pool.map(some, range(options.seed, options.seed + options.workers))
            for each in part
        ]
    options.folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, Any] = as_arrays(rounds)
    np.savez_compressed(options.folder / f"from{options.seed}.npz", **arrays)
    print(f"{len(rounds)} rounds, {sum(len(each.decisions) for each in rounds)} decisions")


def as_arrays(rounds: list[Round]) -> "dict[str, np.ndarray[Any, Any]]":
    """Return *rounds* as arrays: rounds by row, then their decisions, then their options."""
    decisions = [(number, *each) for number, one in enumerate(rounds) for each in one.decisions]
    options = np.array([option for *_, values in decisions for option in values])
    moves = np.full((len(rounds), LONGEST), -1, np.int8)
    for row, one in zip(moves, rounds, strict=True):
        row[: len(one.moves)] = one.moves
    return {
        "deals": np.array([one.deal for one in rounds], np.int64),
        "before": np.array([one.before for one in rounds], np.int16),
        "moves": moves,
        "rounds": np.array([number for number, *_ in decisions], np.int32),
        "plies": np.array([ply for _, ply, _ in decisions], np.uint8),
        "counts": np.array([len(values) for *_, values in decisions], np.uint8),
        "codes": options[:, 0].astype(np.uint8),
        "chances": np.round(options[:, 1] * STEPS).astype(np.uint16),
    }


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--player", default="rollouts")
    parser.add_argument("--deals", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    play(options)


if __name__ == "__main__":
    main()
