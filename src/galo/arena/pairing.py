"""Pairs of games: the same deal or the same opening, played twice with the sides exchanged.

A pair is a pure function of its plan and its number, so it can be played by any process at
any time, twice if need be. Every seat of every game gets a new player: nothing is carried
from one game to the next, and partners share nothing.

    unit       0       1       2       3       4     …    of a plan with three players
    pairing    A-B     A-C     B-C     A-B     A-C   …
    number     0       0       0       1       1     …    the same deal for the same number
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from galo.arena.match import Match
from galo.arena.records import GameRecord
from galo.arena.tally import DRAWN, LOST, WON, Tally
from galo.errors import AgentError, ConfigError
from galo.games.game import Game, Move, Observation
from galo.games.registry import make_game
from galo.players.faults import describe, shortened
from galo.players.player import Decision, Limit, Player
from galo.players.registry import HUMAN, make_player
from galo.rng import Stream

OPENING = 3  # below a match's seed, beside its deals and decisions: the random plies
MOST_OPENING_PLIES = 100
REDRAWS = 1000
MOST_GAMES = 10**9
A, B = 0, 1


@dataclass(frozen=True)
class Plan:
    """What is to be played: every two of *players* meet in *games* games, rounded up to even."""

    game: str
    players: tuple[str, ...]
    games: int
    seed: int = 0
    openings: int | None = None  # random plies first; None: what suits the game
    limit: Limit = Limit()

    def __post_init__(self) -> None:
        game = make_game(self.game)
        if len(self.players) < 2:
            raise ConfigError(f"it takes two players or more, not {len(self.players)}")
        for name in self.players:
            make_player(game.name, name)  # refuses one that cannot be made
        if not 1 <= self.games <= MOST_GAMES:
            raise ConfigError(f"{self.games} games: there must be from 1 to {MOST_GAMES:,}")
        Stream.of(self.seed)
        self._check_openings(game)

    def _check_openings(self, game: Game) -> None:
        if self.openings is None:
            return
        if not 0 <= self.openings <= MOST_OPENING_PLIES:
            raise ConfigError(
                f"openings of {self.openings} plies: there must be from 0 to {MOST_OPENING_PLIES}"
            )
        if self.openings and game.has_chance:
            raise ConfigError(
                f"{game.name} is dealt at random: it takes no random openings as well"
            )
        opening(game, self.openings, self.seed)  # refuses what no game is long enough for

    @property
    def pairings(self) -> tuple[tuple[str, str], ...]:
        """Who meets whom: every A and B."""
        return tuple(combinations(self.players, 2))

    @property
    def pairs(self) -> int:
        """How many pairs of games each pairing plays."""
        return (self.games + 1) // 2

    @property
    def units(self) -> int:
        """All pairs of games together, taken in turns from the pairings."""
        return self.pairs * len(self.pairings)

    @property
    def opening_plies(self) -> int:
        """How many random plies every game begins with."""
        return make_game(self.game).opening_plies if self.openings is None else self.openings


class Fault(NamedTuple):
    """Why *player* lost a game that it did not play to the end."""

    player: str
    message: str


class Forfeit(NamedTuple):
    """A game that *who*, A or B, is known not to survive: *exchanged* is 0 or 1."""

    unit: int
    exchanged: int
    who: int
    message: str


class Step(NamedTuple):
    """What a pair, or several of one pairing, adds to the results."""

    pairing: int
    tally: Tally
    faults: tuple[Fault, ...] = ()
    records: tuple[str, ...] = ()  # a line for each game


Watch = Callable[[int, int], None]  # told before each decision: exchanged or not, A or B


class Absent:
    """Holds the seat of a player that cannot play, and says why when asked to."""

    def __init__(self, name: str, problem: BaseException) -> None:
        self.name = name
        self.problem = problem

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        raise self.problem


class Lost(Exception):
    """Its text alone says why a game is lost."""


def play_unit(
    plan: Plan,
    unit: int,
    keeps_records: bool = False,
    forfeits: Sequence[Forfeit] = (),
    watch: Watch | None = None,
) -> Step:
    """Return what pair number *unit* of *plan* comes to."""
    pairing, number = unit % len(plan.pairings), unit // len(plan.pairings)
    game, names = make_game(plan.game), plan.pairings[pairing]
    seed = seed_of_pair(plan.seed, number)
    moves = opening(game, plan.opening_plies, seed)
    points, faults, records = [], [], []
    for exchanged in range(2):
        known = {f.who: f.message for f in forfeits if (f.unit, f.exchanged) == (unit, exchanged)}
        owners = [game.side_of(seat) ^ exchanged for seat in range(game.seats)]  # A or B
        players = [seated(game, names[who], known.get(who)) for who in owners]
        match = Match(game, players, seed, plan.limit)
        for move in moves:
            match.play(move)
        fault = play_out(match, owners, exchanged, watch)
        points.append(_points(match, owners, fault))
        if fault is not None:
            faults.append(Fault(names[fault[0]], fault[1]))
        if keeps_records:
            records.append(GameRecord.of(match, outside=HUMAN).to_line())
    return Step(pairing, Tally.of_pair(*points), tuple(faults), tuple(records))


def seed_of_pair(seed: int, number: int) -> int:
    """Return the seed of both games of pair *number* of each pairing, as the simulator has it."""
    return Stream.of(seed, number).key


def opening(game: Game, plies: int, seed: int) -> list[Move]:
    """Return *plies* random moves that leave the game undecided."""
    for attempt in range(REDRAWS):
        rng = Stream.of(seed, OPENING, attempt)
        position, moves = game.start(seed), list[Move]()
        while len(moves) < plies and not position.is_over:
            choices = position.legal_moves
            moves.append(choices[rng.randint(len(moves), len(choices))])
            position = position.play(moves[-1])
        if not position.is_over:
            return moves
    raise ConfigError(f"no random opening of {plies} plies of {game} leaves it undecided")


def seated(game: Game, name: str, forfeit: str | None) -> Player:
    """Return a new player *name*, or one that is absent: by *forfeit*, or if it cannot be made."""
    if forfeit is not None:
        return Absent(name, Lost(forfeit))
    try:
        return make_player(game.name, name)
    except (Exception, SystemExit) as problem:
        return Absent(name, problem)


def play_out(
    match: Match, owners: Sequence[int], exchanged: int, watch: Watch | None
) -> tuple[int, str] | None:
    """Play *match* to its end, or to a player's fault: return whose, A's or B's, and what."""
    while not match.is_over:
        mover = match.position.mover
        if mover is None or match.forced_move() is not None:
            match.step()
            continue
        if watch is not None:
            watch(exchanged, owners[mover])
        problem = _move(match, mover)
        if problem is not None:
            return owners[mover], problem
    return None


def _move(match: Match, mover: int) -> str | None:
    """Let the player at seat *mover* move; return what it did wrong, if anything."""
    try:
        decision = match.ask(mover)
        if not isinstance(decision, Decision):
            return shortened(f"decided {decision!r}, which is no Decision")
        if decision.move not in match.position.legal_moves:
            return shortened(f"illegal move {str(decision.move)!r}")
    except (Exception, SystemExit) as problem:
        return _fault_of(problem)
    match.play(decision.move)
    return None


def _fault_of(problem: BaseException) -> str:
    """Return the sentence that says why *problem* lost a game."""
    return str(problem) if isinstance(problem, Lost | AgentError) else describe(problem)


def _points(match: Match, owners: Sequence[int], fault: tuple[int, str] | None) -> int:
    """Return A's half points in a game that is over or was lost by a *fault*."""
    if fault is not None:
        return WON if fault[0] == B else LOST
    assert match.position.outcome is not None
    winner = match.position.outcome.winner
    if winner is None:
        return DRAWN
    return WON if owners[winner] == A else LOST  # seat s < sides plays for side s


def prime(plan: Plan) -> None:
    """Let every player make a move, so that its kernels are compiled and kept on disk."""
    game = make_game(plan.game)
    for name in plan.players:
        with suppress(Exception, SystemExit):  # what is wrong with it will be told in its games
            players = [make_player(game.name, name) for _ in range(game.seats)]
            Match(game, players, seed=0, limit=Limit(nodes=1, deals=1)).step()
