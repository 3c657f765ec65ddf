"""What games and puzzles do to ratings: pure functions of who played whom, and of the result.

A pool is what one rating is about: a game with its options, since another target or four players
make another game. Agents keep the Elo that was measured on the ladder; people move.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from galo.arena.strength import NEWCOMER, Strength, after_game
from galo.games.options import split_name
from galo.players.ladder import ladder_of
from galo.web.clock import LeftReason
from galo.web.events import Left
from galo.web.table import Table

RatingKind = Literal["games", "puzzles"]
SIDES = 2


@dataclass(frozen=True)
class RatedGame:
    """A game that counts, seat by seat: the token of a person as a hash, or a fixed strength."""

    table: str
    pool: str
    seats: tuple[str | Strength, ...]
    winner: int | None  # the side
    at: float = 0.0  # seconds since 1970, of two games in a pool never the same


@dataclass(frozen=True)
class RatedResult:
    """What one game or puzzle did to the rating of a person."""

    kind: RatingKind
    pool: str
    place: str  # the table, or the puzzle
    at: float
    score: float  # 1, 0 or a half
    opponent: float  # its Elo, the mean of a side
    strength: Strength  # of the person, afterwards


def measured_elo(game: str, agent: str) -> int | None:
    """Return the Elo of *agent* on the ladder of *game*, None if it was not measured."""
    ladder = ladder_of(game)
    rungs = ladder.players if ladder else ()
    return next((rung.elo for rung in rungs if rung.agent == agent), None)


def rated_game(
    table: str,
    pool: str,
    agents: Sequence[str | None],
    tokens: Mapping[int, str],
    winner: int | None,
) -> RatedGame | None:
    """Return a game as ratings see it: *agents* by seat, None where a person sits.

    None, where the strength of a seat can never be known, or nobody plays.
    """
    seats: list[str | Strength] = []
    for number, agent in enumerate(agents):
        elo = None if agent is None else measured_elo(split_name(pool)[0], agent)
        if elo is not None:
            seats.append(Strength(elo))
        elif agent is None and number in tokens:
            seats.append(tokens[number])
        else:
            return None
    return RatedGame(table, pool, tuple(seats), winner) if tokens else None


def game_at(table: Table, winner: int | None) -> RatedGame | None:
    """Return the game at *table* as ratings see it, None where it cannot count."""
    if table.origin is not None:
        return None  # its people did not choose all of its moves
    agents = [seat.agent for seat in table.seats]
    tokens = {number: seat.token for number, seat in enumerate(table.seats) if seat.token}
    return rated_game(table.identity, str(table.game), agents, tokens, winner)


def is_loss_on_time(table: Table, change: Left) -> bool:
    """Return whether *change* ends the game for a person: an agent plays it to its end."""
    clock = table.time.clock
    return change.reason is LeftReason.TIME and clock is not None and clock.per == "game"


def results_of(
    game: RatedGame,
    owners: Mapping[str, str],
    strength_of: Callable[[str], Strength],
) -> dict[str, RatedResult]:
    """Return what *game* does to the rating of each of its people, the *owners* of its tokens.

    Nothing, where the strength of somebody is unknown, or where one person sits twice.
    """
    tokens = [seat for seat in game.seats if isinstance(seat, str)]
    people = [owners[token] for token in tokens if token in owners]
    if len(set(people)) < len(tokens):
        return {}
    strengths = [
        strength_of(owners[seat]) if isinstance(seat, str) else seat for seat in game.seats
    ]
    found = {}
    for number, seat in enumerate(game.seats):
        if isinstance(seat, str):
            found[owners[seat]] = _result(game, strengths, number)
    return found


def _result(game: RatedGame, strengths: list[Strength], seat: int) -> RatedResult:
    """Return what *game* does to the rating of the person at *seat*."""
    side = seat % SIDES
    opponents = strengths[1 - side :: SIDES]
    partners = [strengths[n] for n in range(side, len(strengths), SIDES) if n != seat]
    score = 0.5 if game.winner is None else float(game.winner == side)
    return RatedResult(
        kind="games",
        pool=game.pool,
        place=game.table,
        at=game.at,
        score=score,
        opponent=sum(one.elo for one in opponents) / len(opponents),
        strength=after_game(strengths[seat], score, opponents, partners),
    )


def derived(
    games: Iterable[RatedGame], owners: Mapping[str, str]
) -> dict[tuple[str, str], RatedResult]:
    """Return by person and place what *games*, oldest first, did to the ratings of people."""
    found: dict[tuple[str, str], RatedResult] = {}
    now: dict[tuple[str, str], Strength] = {}  # by person and pool
    for game in games:
        pool = game.pool

        def strength_of(person: str, pool: str = pool) -> Strength:
            return now.get((person, pool), NEWCOMER)

        for person, result in results_of(game, owners, strength_of).items():
            found[person, game.table] = result
            now[person, pool] = result.strength
    return found


def attempt_result(
    before: Strength, pool: str, puzzle: str, score: float, opponent: Strength, at: float
) -> RatedResult:
    """Return what an attempt at *puzzle*, as strong as *opponent*, does to a rating."""
    after = after_game(before, score, [opponent])
    return RatedResult("puzzles", pool, puzzle, at, score, opponent.elo, after)
