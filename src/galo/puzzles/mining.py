"""Finding a puzzle in a game: agents of mixed strength play it, and its positions are searched.

game ─→ positions in any order ─→ a quick guess ─→ levels that miss it ─→ proof ─→ rating
"""

from functools import cache

from galo.arena.match import Match
from galo.errors import ConfigError
from galo.games.game import Game, Position
from galo.games.registry import make_game
from galo.players.prover import Proof, Prover
from galo.players.registry import games_with, levels_of, make_player, prover_of
from galo.puzzles.difficulty import RANDOM, answers, attempts, rating_of
from galo.puzzles.puzzle import Puzzle
from galo.stream import Stream

PUZZLES = 5  # below a seed: the stream of puzzles, apart from those of deals and reviews
SEATS, OPENING, ORDER, TRIES, PROOFS, ATTEMPTS = range(6)  # streams below a game's
LEAST_PLIES, MORE_PLIES = 4, 6  # random ones that a game without deals begins with
MOST_LOOKS = 24  # positions of a game that are looked at
CHAMPION = "champion"


def mine(name: str, seed: int, number: int) -> Puzzle | None:
    """Return the puzzle in game *number* of *seed*, of the game *name*; None if it has none."""
    game, rng = make_game(name), Stream.of(seed, PUZZLES, number)
    levels = len(_lower_levels(game.name))
    solvers = range(number % levels, levels)  # so that there are easy puzzles and hard ones
    positions = [one for one in played(game, rng) if len(one.legal_moves) > 1]
    order = _shuffled(len(positions), Stream.of(rng.integer, ORDER))
    for look, place in enumerate(order[:MOST_LOOKS]):
        position, stream = positions[place], Stream.of(rng.integer, look)
        proof = clear_move(position, solvers, stream)
        if proof is not None:
            tries = Stream.of(stream.integer, ATTEMPTS)
            solved = attempts(position, proof.solution, tries)
            rating = rating_of(name, solved)
            return Puzzle(f"{seed}-{number}", name, position.to_text(), proof, solved, rating)
    return None


def clear_move(position: Position, solvers: range, rng: Stream) -> Proof | None:
    """Return the proof that *position* has a best move which as many levels find as *solvers* say.

    None, where it has none or another number of them finds it.
    """
    prover, proofs = _prover(position.game.name), Stream.of(rng.integer, PROOFS)
    solution = prover.guess(position, proofs)
    if not solution:
        return None
    if count_solvers(position, solution, Stream.of(rng.integer, TRIES)) not in solvers:
        return None
    proof = prover.prove(position, proofs)
    return proof if proof is not None and set(proof.solution) == set(solution) else None


def played(game: Game, rng: Stream) -> list[Position]:
    """Return the positions of a game between random and the levels below the champion."""
    agents = [RANDOM, *_lower_levels(game.name)]
    seats = [
        agents[Stream.of(rng.integer, SEATS).randint(seat, len(agents))]
        for seat in range(game.seats)
    ]
    match = Match(game, [make_player(game.name, seat) for seat in seats], rng.integer)
    if not game.has_chance:
        _play_opening(match, Stream.of(rng.integer, OPENING))
    match.run()
    return match.positions


def count_solvers(position: Position, solution: tuple[str, ...], rng: Stream) -> int:
    """Return how many of the levels below the champion find *solution*."""
    name = position.game.name
    return sum(
        answers(name, position, agent, Stream.of(rng.integer, number)) in solution
        for number, agent in enumerate(_lower_levels(name))
    )


def check_game(name: str) -> None:
    """Refuse a game without a prover."""
    if prover_of(make_game(name).name) is None:
        known = ", ".join(games_with("prover"))
        raise ConfigError(f"{name} has no puzzles; games that have: {known}")


@cache
def _prover(game: str) -> Prover:
    make = prover_of(game)
    assert make is not None
    return make()


def _lower_levels(game: str) -> list[str]:
    return [agent for level, agent in levels_of(game).items() if level != CHAMPION]


def _play_opening(match: Match, rng: Stream) -> None:
    """Play random plies, so that no two games are alike."""
    for ply in range(LEAST_PLIES + rng.randint(0, MORE_PLIES)):
        moves = match.position.legal_moves
        if not moves:
            return
        match.play(moves[rng.randint(1 + ply, len(moves))])


def _shuffled(count: int, rng: Stream) -> list[int]:
    return sorted(range(count), key=lambda place: rng.randint(place, 1 << 30))
