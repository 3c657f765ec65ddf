"""A match, one move at a time: the arena loops it, a table steps it.

The match supplies deals and forced moves. Everything random follows from the seed, so a match
with the same players, limits and seed is the same match; a table can give its own deals.

`Limit.seconds` binds every player: a decision that takes longer than the limit and GRACE is an
overrun, and the third overrun of a seat in a game is a fault of its player. The first decision
of a seat does not count, because code may be compiled in it.
"""

import time
from collections.abc import Sequence

from galo.errors import AgentError, ConfigError, IllegalMoveError
from galo.games.game import DECISIONS, Game, Hands, Move, Position
from galo.players.checked_player import ask, name_of
from galo.players.player import Decision, Limit, Player
from galo.stream import Stream, check_seed

GRACE = 0.5  # as a share of the limit, and at least as many seconds
MOST_OVERRUNS = 2  # of a seat in a game; one more is a fault


class Match:
    """A game in progress between *players*; None at a seat that moves from outside."""

    def __init__(
        self,
        game: Game,
        players: Sequence[Player | None],
        seed: int,
        limit: Limit | None = None,
        plays_forced: bool = True,
        deal: Hands | None = None,
    ) -> None:
        if len(players) != game.seats:
            raise ConfigError(f"{game.name} has {game.seats} seats, not {len(players)}")
        check_seed(seed)  # refuses a bad seed now, not at the first decision
        self.game = game
        self.players = tuple(players)
        self.seed = seed
        self.limit = limit or Limit()
        self.plays_forced = plays_forced
        if deal is None and game.has_chance:
            deal = game.deal(seed, 0)
        self.deals: list[Hands] = [] if deal is None else [deal]
        self.positions: list[Position] = [game.start(seed, deal)]
        self.moves: list[Move | None] = []  # None where a deal led to the next position
        self.overruns = [0] * game.seats  # decisions of each seat that took too long
        self._decisions = [0] * game.seats
        self._undone: list[tuple[Move | None, Position]] = []

    @property
    def position(self) -> Position:
        """The position now on the table."""
        return self.positions[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over

    @property
    def waits(self) -> bool:
        """Whether the match needs a move from outside to go on."""
        mover = self.position.mover
        return mover is not None and self.players[mover] is None and self.forced_move() is None

    def forced_move(self) -> Move | None:
        """Return the move this match makes by itself now, if any."""
        return self.position.forced_move if self.plays_forced else None

    def play(self, move: Move) -> None:
        """Make *move*, which came from outside, for the seat to move."""
        self._advance(move, self.position.play(move))

    def deal(self, hands: Hands) -> None:
        """Begin the next round with *hands*."""
        position = self.position.deal(hands)
        self.deals.append(hands)
        self._advance(None, position)

    def step(self) -> Decision | None:
        """Deal, make a forced move, or let the player to move decide; return its decision."""
        position = self.position
        if position.is_over:
            raise IllegalMoveError(f"the game is over: {position.to_text()}")
        if position.mover is None:
            self.deal(self.game.deal(self.seed, len(self.deals)))
            return None
        forced = self.forced_move()
        if forced is not None:
            self.play(forced)
            return None
        decision = self.ask(position.mover)
        self.play(decision.move)
        return decision

    def ask(self, seat: int, player: Player | None = None) -> Decision:
        """Return the decision of *player*, by default the one at *seat*, for *seat* now."""
        adviser = player or self.players[seat]
        if adviser is None:
            raise ConfigError(f"seat {seat} is played from outside: use play(move)")
        begin = time.perf_counter()
        decision = ask(adviser, self.position.observe(seat), self.limit, self.rng(seat))
        if player is None:
            self._count_overrun(seat, time.perf_counter() - begin)
        return decision

    def _count_overrun(self, seat: int, seconds: float) -> None:
        """Note a decision of *seat* that took too many *seconds*; raise when it is one too many."""
        self._decisions[seat] += 1
        allowed = self.limit.seconds
        if allowed is None or self._decisions[seat] == 1:
            return
        if seconds <= allowed + max(GRACE, GRACE * allowed):
            return
        self.overruns[seat] += 1
        if self.overruns[seat] > MOST_OVERRUNS:
            player = self.players[seat]
            count = self.overruns[seat]
            fault = f"too slow: {count} moves took longer than {allowed:g} s and its grace"
            raise AgentError(name_of(player), fault)

    def rng(self, seat: int) -> Stream:
        """Return the random numbers of the decision that *seat* may make now."""
        # Keyed by the place in the game, so a decision does not depend on what was undone.
        return Stream.of(self.seed, DECISIONS).block(len(self.moves) * self.game.seats + seat)

    def run(self) -> None:
        """Play on until the game is over or a move from outside is needed."""
        while not self.is_over and not self.waits:
            self.step()

    def undo(self) -> Move | None:
        """Take back the last move and return it; deals cannot be taken back."""
        if not self.moves or self.moves[-1] is None:
            return None
        move = self.moves.pop()
        self._undone.append((move, self.positions.pop()))
        return move

    def redo(self) -> Move | None:
        """Make the last move taken back again and return it."""
        if not self._undone:
            return None
        move, position = self._undone.pop()
        self.moves.append(move)
        self.positions.append(position)
        return move

    def _advance(self, move: Move | None, position: Position) -> None:
        self._undone.clear()
        self.moves.append(move)
        self.positions.append(position)
