"""Pairs of games: the same deal or the same opening, played twice with the sides exchanged.

A pair is a pure function of its plan and its number, so it can be played by any process at
any time, twice if need be. Every seat of every game gets a new player: nothing is carried
from one game to the next, and partners share nothing.

    pair       0       1       2       3       4     …    of a plan with three players
    pairing    A-B     A-C     B-C     A-B     A-C   …
    number     0       0       0       1       1     …    the same deal for the same number
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from galo.arena.match import Match
from galo.arena.paired_game import PairedGame, UnavailablePlayer
from galo.arena.records import GameRecord
from galo.arena.tally import Tally
from galo.errors import ConfigError
from galo.games.game import Game, Move
from galo.games.options import split_name
from galo.games.registry import is_registered_game, make_game
from galo.players.player import Limit, Player
from galo.players.registry import HUMAN, is_registered, make_player
from galo.stream import Stream, check_seed

OPENING = 3  # stream of the random plies below a match's seed, beside DEALS and DECISIONS
MOST_OPENING_PLIES = 100
REDRAWS = 1000
MOST_GAMES = 10**9
EVERY_PLAYER_NEW: Mapping[str, Player] = {}


@dataclass(frozen=True)
class Plan:
    """A tournament: every two of *players* meet in *games* games, rounded up to even."""

    game: str
    players: tuple[str, ...]
    games: int
    seed: int = 0
    openings: int | None = None  # random plies first; None: as many as the game asks for
    limit: Limit = Limit()
    objects: Mapping[str, Player] = field(default_factory=dict)  # players that are no agents

    def __post_init__(self) -> None:
        game = make_game(self.game)
        if len(self.players) < 2:
            raise ConfigError(f"it takes two players or more, not {len(self.players)}")
        for name in self.players:
            self.player(name)  # refuses one that cannot be made
        if not 1 <= self.games <= MOST_GAMES:
            raise ConfigError(f"{self.games} games: there must be from 1 to {MOST_GAMES:,}")
        check_seed(self.seed)
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

    def player(self, name: str) -> Player:
        """Return a new player *name*, or the object of that name."""
        if name in self.objects:
            return self.objects[name]
        return make_player(split_name(self.game)[0], name, is_simulated=True)

    def check_seats(self) -> None:
        """Raise if the batch simulator is not to play and one of the players is for it alone."""
        game = split_name(self.game)[0]
        for name in self.players:
            try:
                self.objects.get(name) or make_player(game, name)
            except ConfigError:
                raise ConfigError(
                    f"{name!r} looks at hidden tiles, so only the batch simulator can play it: "
                    "against another linear player, without a limit"
                ) from None

    @property
    def is_local(self) -> bool:
        """Whether only this process knows the game and all players."""
        game = split_name(self.game)[0]
        names = (name for name in self.players if is_registered(game, name))
        return bool(self.objects) or is_registered_game(game) or any(names)

    @property
    def pairings(self) -> tuple[tuple[str, str], ...]:
        """The pairings of the players: every A and B."""
        return tuple(combinations(self.players, 2))

    @property
    def pairs(self) -> int:
        """How many pairs of games each pairing plays."""
        return (self.games + 1) // 2

    @property
    def total_pairs(self) -> int:
        """All pairs of games together, taken in turns from the pairings."""
        return self.pairs * len(self.pairings)

    @property
    def opening_plies(self) -> int:
        """How many random plies every game begins with."""
        return make_game(self.game).opening_plies if self.openings is None else self.openings


class Fault(NamedTuple):
    """The fault by which *player* lost a game before its end."""

    player: str
    message: str


class Forfeit(NamedTuple):
    """A game lost by *contestant*, A or B, before it begins: *exchanged* is 0 or 1."""

    pair: int
    exchanged: int
    contestant: int
    message: str


class PairsResult(NamedTuple):
    """The results of one pair, or of several pairs of one pairing."""

    pairing: int
    tally: Tally
    faults: tuple[Fault, ...] = ()
    records: tuple[str, ...] = ()  # a line for each game
    overruns: tuple[str, ...] = ()  # the player's name for each decision that took too long


OnDecision = Callable[[int, int], None]  # called before each decision: exchanged or not, A or B


def play_pair(
    plan: Plan,
    pair: int,
    keeps_records: bool = False,
    forfeits: Sequence[Forfeit] = (),
    on_decision: OnDecision | None = None,
) -> PairsResult:
    """Return the result of pair number *pair* of *plan*."""
    games = games_of_pair(plan, pair, forfeits)
    for game in games:
        while (mover := game.advance()) is not None:
            if on_decision is not None:
                on_decision(game.exchanged, game.owners[mover])
            game.decide(mover)
    return result_of_pair(plan, pair, games, keeps_records)


def games_of_pair(
    plan: Plan,
    pair: int,
    forfeits: Sequence[Forfeit],
    shared: Mapping[str, Player] = EVERY_PLAYER_NEW,
) -> list[PairedGame]:
    """Return both games of pair number *pair* after their openings; *shared* players sit in all."""
    pairing, number = pair % len(plan.pairings), pair // len(plan.pairings)
    game, names = make_game(plan.game), plan.pairings[pairing]
    seed = seed_of_pair(plan.seed, number)
    moves = opening(game, plan.opening_plies, seed)
    games = []
    for exchanged in range(2):
        known = {f.contestant: f.message for f in forfeits if f[:2] == (pair, exchanged)}
        owners = [game.side_of(seat) ^ exchanged for seat in range(game.seats)]  # A or B
        players = [
            player_for(plan, names[owner], known.get(owner))
            if owner in known or names[owner] not in shared
            else shared[names[owner]]
            for owner in owners
        ]
        match = Match(game, players, seed, plan.limit)
        for move in moves:
            match.play(move)
        games.append(PairedGame(match, owners, exchanged))
    return games


def result_of_pair(
    plan: Plan, pair: int, games: Sequence[PairedGame], keeps_records: bool
) -> PairsResult:
    """Return the result of pair number *pair*, whose *games* are over."""
    pairing = pair % len(plan.pairings)
    names = plan.pairings[pairing]
    faults, records, overruns = [], [], list[str]()
    for game in games:
        if game.fault is not None:
            faults.append(Fault(names[game.fault.contestant], game.fault.message))
        for owner, count in zip(game.owners, game.match.overruns, strict=True):
            overruns += [names[owner]] * count
        if keeps_records:
            records.append(GameRecord.of(game.match, outside=HUMAN).to_line())
    tally = Tally.of_pair(*(game.points for game in games))
    return PairsResult(pairing, tally, tuple(faults), tuple(records), tuple(overruns))


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


def player_for(plan: Plan, name: str, forfeit: str | None) -> Player:
    """Return a new player *name*; an unavailable one by *forfeit* or if it cannot be made."""
    if forfeit is not None:
        return UnavailablePlayer(name, forfeit)
    try:
        return plan.player(name)
    except ConfigError as problem:
        return UnavailablePlayer(name, str(problem))


def prime(plan: Plan) -> None:
    """Let every player make a move, so that its kernels are compiled and kept on disk."""
    game = make_game(plan.game)
    for name in plan.players:
        with suppress(Exception, SystemExit):  # its faults are reported in its games
            players = [plan.player(name) for _ in range(game.seats)]
            Match(game, players, seed=0, limit=Limit(nodes=1, deals=1)).step()
