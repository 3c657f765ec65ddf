"""`perfect` in many games against every agent: every one of its moves is checked with the solver.

    python bench/strength/connect_four_perfect.py [--games 500] [--against focused,tux,minimax,mcts]

Half of the games from each seat, each after up to eight random plies. A move is a mistake if
the position scores less after it than before, by another solver with a table of its own.
"""

import argparse
import random
import time

import galo
from galo.arena.match import Match
from galo.games.connect_four import ConnectFourPosition
from galo.games.rules.connect_four import State
from galo.players.budget import endless
from galo.players.connect_four.analysis import BookSolver
from galo.players.connect_four.book import shipped_book
from galo.players.connect_four.solver import Solver

OPPONENTS = "random,focused,tux,minimax,mcts"
MOST_RANDOM_PLIES = 8


def game(opponent: str, number: int, checker: BookSolver) -> tuple[int, int, str]:
    """Return how many moves `perfect` made, how many were mistakes, and how the game ended."""
    seat, rng = number % 2, random.Random(f"{opponent} {number}")
    players = [galo.player("connect_four", name) for name in ("perfect", opponent)]
    match = Match(galo.game("connect_four"), players[:: 1 - 2 * seat], seed=number)
    for _ in range(rng.randrange(MOST_RANDOM_PLIES + 1)):
        if not match.is_over:
            match.play(rng.choice(match.position.legal_moves))
    moves = mistakes = 0
    while not match.is_over:
        mover, state = match.position.mover, state_of(match)
        match.step()
        if mover == seat:
            moves += 1
            mistakes += worth_after(match, checker) < score(state, checker)
    outcome = match.position.outcome
    assert outcome is not None
    end = "draw" if outcome.winner is None else "win" if outcome.winner == seat else "loss"
    return moves, mistakes, end


def state_of(match: Match) -> State:
    """Return the board of *match* as kernels know it."""
    assert isinstance(match.position, ConnectFourPosition)
    return match.position.state


def score(state: State, checker: BookSolver) -> int:
    """Return the score of *state*."""
    return checker.bounds(state, endless()).lower


def worth_after(match: Match, checker: BookSolver) -> int:
    """Return the score for the side that has just moved."""
    if match.position.outcome is None:
        return -score(state_of(match), checker)
    stones = (state_of(match).ply + 1) // 2
    return 0 if match.position.outcome.winner is None else 22 - stones


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--against", default=OPPONENTS)
    arguments = parser.parse_args()
    checker = BookSolver(Solver(), shipped_book())
    for opponent in arguments.against.split(","):
        begin, moves, mistakes = time.perf_counter(), 0, 0
        ends = dict.fromkeys(("win", "draw", "loss"), 0)
        for number in range(arguments.games):
            found = game(opponent, number, checker)
            moves, mistakes = moves + found[0], mistakes + found[1]
            ends[found[2]] += 1
        seconds = time.perf_counter() - begin
        counts = ", ".join(f"{count} {end}" for end, count in ends.items())
        print(
            f"against {opponent:8} {arguments.games} games, {moves} moves, {mistakes} mistakes; "
            f"{counts}; {seconds:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
