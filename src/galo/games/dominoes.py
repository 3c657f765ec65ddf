"""What the two domino games share at the door: rounds, deals, and hidden hands.

A position remembers its round as it happened, the deal and the public moves, and its text
says just that:

    40:15,85:110 2 6-4,3-1,…/…/…/… 5-5 5-3@e pass
    │            │ │               └ the moves of this round
    │            │ └ what every seat was dealt, and the boneyard if there is one
    │            └ who opens, - where the tiles decide
    └ the scores after each round before this one, - if there was none

An observation holds the same less the hands of others. It is made of public things and the
seat's own tiles alone: there is nothing in it to leak.
"""

from abc import abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from galo.errors import ConfigError, GaloError, NotationError
from galo.games.game import Game, Hands, Move, Observation, Outcome, Position
from galo.games.rules.tiles import HAND
from galo.games.tiles import from_bits, parse_deal

NONE = "-"
PASS, DRAW = "pass", "draw"
AnyState = TypeVar("AnyState")
Scores = tuple[int, int]


@dataclass(frozen=True)
class Played:
    """One public move: who, how it is written, and what kernels call it."""

    seat: int
    text: str
    code: int


@dataclass(frozen=True)
class Points:
    """Points scored: what for, by whose move, for which side (None: for nobody)."""

    kind: str
    seat: int
    side: int | None
    points: int


class DominoGame(Game, Generic[AnyState]):
    """A game of tiles; its subclass knows the kernels."""

    has_chance = True
    stock: int = 0  # tiles that are dealt to nobody
    hand_reasons: ClassVar[tuple[str, ...]] = ()

    # What a subclass says in terms of its kernels

    @abstractmethod
    def open_round(self, opener: int | None, dealt: Hands) -> AnyState:
        """Return the round of *dealt* as its first move finds it."""

    @abstractmethod
    def legal_codes(self, state: AnyState) -> int:
        """Return the set of the mover's moves, a bit for each."""

    @abstractmethod
    def notation(self, state: AnyState, code: int) -> str:
        """Return how the move *code* is written."""

    @abstractmethod
    def after(self, state: AnyState, code: int) -> AnyState:
        """Return the round after the move *code*."""

    @abstractmethod
    def hidden(self, state: AnyState, seat: int) -> AnyState:
        """Return *state* without the hands that *seat* cannot see."""

    @abstractmethod
    def mover(self, state: AnyState) -> int:
        """Return the seat to move; at the end of a round, who ended it."""

    @abstractmethod
    def is_round_over(self, state: AnyState) -> bool:
        """Return whether the round has ended."""

    @abstractmethod
    def held(self, state: AnyState, seat: int) -> int:
        """Return the tiles that *seat* holds."""

    @abstractmethod
    def new_points(self, before: AnyState | None, after: AnyState, seat: int) -> tuple[Points, ...]:
        """Return what the move of *seat* from *before* to *after* scored."""

    @abstractmethod
    def round_scores(self, state: AnyState) -> Scores:
        """Return what the sides have scored in this round."""

    @abstractmethod
    def next_opener(self, state: AnyState) -> int | None:
        """Return who opens the round after this one, None where the tiles decide."""

    @abstractmethod
    def match_outcome(self, state: AnyState, scores: Scores) -> Outcome | None:
        """Return how the match ended with this round at *scores*, None if it goes on."""

    @abstractmethod
    def table_drawing(self, state: AnyState, plays: tuple[Played, ...]) -> str:
        """Return a picture of the tiles on the table."""

    @abstractmethod
    def normal_move(self, text: str) -> str | None:
        """Return one spelling for a move that is neither pass nor draw, None if it is none."""

    def points_now(self, state: AnyState, code: int) -> int:
        """Return what the move *code* scores at once, going out not counted."""
        return 0

    # What follows for both games

    @property
    def deal_sizes(self) -> tuple[int, ...]:
        """How many tiles each seat is dealt, and the boneyard if there is one."""
        return (HAND,) * self.seats + ((self.stock,) if self.stock else ())

    def start(self, seed: int | None = None, deal: Hands | None = None) -> "DominoPosition":
        if deal is None:
            if seed is None:
                raise ConfigError(f"{self.name} must be dealt: give a seed or a deal")
            deal = self.deal(seed, 0)
        return self.round(deal)

    def round(
        self, deal: Hands, opener: int | None = None, scores: tuple[Scores, ...] = ()
    ) -> "DominoPosition":
        """Return the beginning of a round after rounds that ended in *scores*."""
        dealt = parse_deal(deal, self.deal_sizes)
        state = self.open_round(opener, dealt)
        points = self.new_points(None, state, self.mover(state))
        return DominoPosition(self, scores, opener, dealt, (), points, state)

    def from_text(self, text: str) -> "DominoPosition":
        try:
            if len(text.split()) < 3:
                raise NotationError("it is not scores, an opener and a deal")
            scores, opener, deal, *moves = text.split()
            hands = tuple(tuple(hand.split(",")) for hand in deal.split("/"))
            position = self.round(hands, self._read_opener(opener), _read_scores(scores))
            for move in moves:
                position = position._after(position.parse_move(move))
        except GaloError as problem:
            raise NotationError(
                f"impossible position {text!r}: {problem}; a start is {self.example()!r}"
            ) from None
        return position

    def example(self) -> str:
        """Return the text of a first position, for messages."""
        return self.start(seed=0).to_text()

    def _read_opener(self, text: str) -> int | None:
        if text == NONE:
            return None
        if not (text.isascii() and text.isdigit() and int(text) < self.seats):
            raise NotationError(f"the opener {text!r} is not a seat or {NONE}")
        return int(text)

    def normal_notation(self, text: str) -> str | None:
        text = text.strip().lower()
        return text if text in (PASS, DRAW) else self.normal_move(text)


def _read_scores(text: str) -> tuple[Scores, ...]:
    """Return the scores that are written like 40:15,85:110."""
    if text == NONE:
        return ()
    scores = []
    for pair in text.split(","):
        first, _, second = pair.partition(":")
        if not all(s.isascii() and s.isdigit() and len(s) < 8 for s in (first, second)):
            raise NotationError(f"{pair!r} is not a score like 85:110")
        scores.append((int(first), int(second)))
    return tuple(scores)


@dataclass(frozen=True, eq=False, repr=False)
class DominoPosition(Position):
    """A round in progress, seen by nobody in particular: every hand is known."""

    game: DominoGame[Any]
    scores: tuple[Scores, ...]  # after each round before this one
    opener: int | None
    dealt: Hands
    plays: tuple[Played, ...]  # of this round
    points: tuple[Points, ...]  # scored in this round, in order
    state: Any

    @property
    def is_between_rounds(self) -> bool:
        """Whether the round is over but the match is not."""
        return self.game.is_round_over(self.state) and self.outcome is None

    @property
    def mover(self) -> int | None:
        return None if self.game.is_round_over(self.state) else self.game.mover(self.state)

    @property
    def total(self) -> Scores:
        """The score of each side, this round so far included."""
        before = self.scores[-1] if self.scores else (0, 0)
        now = self.game.round_scores(self.state)
        return before[0] + now[0], before[1] + now[1]

    @cached_property
    def outcome(self) -> Outcome | None:
        if not self.game.is_round_over(self.state):
            return None
        return self.game.match_outcome(self.state, self.total)

    @property
    def identity(self) -> Hashable:
        return self.scores, self.opener, self.dealt, self.plays

    @cached_property
    def hands(self) -> Hands:
        """The tiles of every seat now, in the order they came."""
        return tuple(self._hand(seat) for seat in range(self.game.seats))

    def _hand(self, seat: int) -> tuple[str, ...]:
        held = set(from_bits(self.game.held(self.state, seat)))
        return tuple(name for name in (*self.dealt[seat], *self._drawn(seat)) if name in held)

    def _drawn(self, seat: int) -> tuple[str, ...]:
        draws = [played.seat for played in self.plays if played.text == DRAW]
        return tuple(self.dealt[-1][k] for k, drawer in enumerate(draws) if drawer == seat)

    def _legal_moves(self) -> tuple[Move, ...]:
        return _moves(self.game, self.state, self._hand(self.game.mover(self.state)))

    def _after(self, move: Move) -> "DominoPosition":
        seat = self.game.mover(self.state)
        state = self.game.after(self.state, move.code)
        points = self.game.new_points(self.state, state, seat)
        return DominoPosition(
            self.game, self.scores, self.opener, self.dealt,
            (*self.plays, Played(seat, move.text, move.code)), (*self.points, *points), state,
        )  # fmt: skip

    def deal(self, hands: Hands) -> "DominoPosition":
        """Return the next round, dealt as *hands* says."""
        if not self.is_between_rounds:
            over = "the match is over" if self.is_over else "the round goes on"
            raise ConfigError(f"nothing can be dealt now: {over}")
        opener = self.game.next_opener(self.state)
        return self.game.round(hands, opener, (*self.scores, self.total))

    def observe(self, seat: int) -> "DominoObservation":
        """Return what *seat* may know: the table and its own tiles; all hands once revealed."""
        self.game.check_seat(seat)
        is_over = self.game.is_round_over(self.state)
        return DominoObservation(
            game=self.game,
            seat=seat,
            scores=self.scores,
            opener=self.opener,
            dealt=self.dealt[seat],
            drawn=self._drawn(seat),
            plays=self.plays,
            points=self.points,
            state=self.state if is_over else self.game.hidden(self.state, seat),
            revealed=self.dealt if is_over else None,
        )

    def drawing(self) -> str:
        lines = [self.game.table_drawing(self.state, self.plays)]
        for seat, hand in enumerate(self.hands):
            turn = ">" if seat == self.mover else " "
            lines.append(f"{turn}{seat}: {' '.join(hand)}")
        return "\n".join([*lines, f"{self.total[0]}:{self.total[1]}"])

    def to_text(self) -> str:
        deal = "/".join(",".join(hand) for hand in self.dealt)
        return _line(self, deal)


@dataclass(frozen=True, repr=False)
class DominoObservation(Observation):
    """What one seat knows of a round: its own tiles and everything said or shown aloud."""

    game: DominoGame[Any]
    seat: int
    scores: tuple[Scores, ...]
    opener: int | None
    dealt: tuple[str, ...]  # to this seat
    drawn: tuple[str, ...]  # by this seat, in order
    plays: tuple[Played, ...]
    points: tuple[Points, ...]
    state: Any  # without the hands of others
    revealed: Hands | None  # the whole deal, once the round is over

    @property
    def mover(self) -> int | None:
        return None if self.game.is_round_over(self.state) else self.game.mover(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.complete(self.revealed).outcome if self.revealed else None

    @cached_property
    def hand(self) -> tuple[str, ...]:
        """The seat's own tiles now, in the order they came."""
        played = {play.text.partition("@")[0] for play in self.plays if play.seat == self.seat}
        return tuple(name for name in (*self.dealt, *self.drawn) if name not in played)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many tiles every seat holds."""
        sizes = [HAND] * self.game.seats
        for play in self.plays:
            if play.text != PASS:
                sizes[play.seat] += 1 if play.text == DRAW else -1
        return tuple(sizes)

    @property
    def stock(self) -> int:
        """How many tiles are left in the boneyard."""
        return self.game.stock - sum(play.text == DRAW for play in self.plays)

    @property
    def could_not_open(self) -> tuple[int, ...]:
        """The seats that were to open and held nothing to open with."""
        first = self.plays[0].seat if self.plays else self.game.mover(self.state)
        skipped = []
        seat = self.opener
        while seat is not None and seat != first:
            skipped.append(seat)
            seat = (seat + 1) % self.game.seats
        return tuple(skipped)

    @property
    def total(self) -> Scores:
        """The score of each side, this round so far included."""
        before = self.scores[-1] if self.scores else (0, 0)
        now = self.game.round_scores(self.state)
        return before[0] + now[0], before[1] + now[1]

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        if self.mover != self.seat:
            return ()
        return _moves(self.game, self.state, self.hand)

    def complete(self, hands: Hands = ()) -> DominoPosition:
        """Return the position in which the seats hold *hands* now, or, with a boneyard,
        in which the seats and the boneyard were dealt *hands*; refuse what cannot be."""
        deal = hands if self.game.stock or self.revealed else self._dealt_before(hands)
        try:
            if len(deal) > self.seat and sorted(deal[self.seat]) != sorted(self.dealt):
                raise ConfigError(f"seat {self.seat} holds other tiles: {list(self.hand)}")
            deal = (*deal[: self.seat], self.dealt, *deal[self.seat + 1 :])  # in their order
            position = self.game.round(deal, self.opener, self.scores)
            for play in self.plays:
                if position.mover != play.seat:
                    raise ConfigError(
                        f"seat {position.mover} would have moved where seat {play.seat} did"
                    )
                position = position._after(position.parse_move(play.text))
            if position.mover != self.mover:
                raise ConfigError(f"seat {position.mover} would be to move, not {self.mover}")
        except GaloError as problem:
            raise ConfigError(f"hands {hands!r} contradict what was seen: {problem}") from None
        return position

    def _dealt_before(self, hands: Hands) -> Hands:
        """Return the deal from which *hands* are left after the plays seen."""
        dealt = [tuple(hand) for hand in hands]
        for number, (hand, size) in enumerate(zip(dealt, self.hand_sizes, strict=False)):
            if len(hand) != size:
                raise ConfigError(
                    f"seat {number} holds {size} tiles, but {len(hand)} were given: {list(hand)}"
                )
        for play in self.plays:
            if play.text != PASS and play.seat < len(dealt):
                dealt[play.seat] = (*dealt[play.seat], play.text.partition("@")[0])
        return tuple(dealt)

    def drawing(self) -> str:
        """Return the table as this seat sees it."""
        lines = [self.game.table_drawing(self.state, self.plays)]
        for seat, size in enumerate(self.hand_sizes):
            turn = ">" if seat == self.mover else " "
            tiles = " ".join(self.hand) if seat == self.seat else " ".join(["▒"] * size)
            lines.append(f"{turn}{seat}: {tiles}")
        return "\n".join([*lines, f"{self.total[0]}:{self.total[1]}"])

    def __str__(self) -> str:
        return self.drawing()

    def to_text(self) -> str:
        own = ",".join((*self.dealt, *(f"+{name}" for name in self.drawn)))
        deal = "/".join(own if seat == self.seat else "?" for seat in range(self.game.seats))
        if self.revealed:
            deal = "/".join(",".join(hand) for hand in self.revealed)
        return f"{self.seat} {_line(self, deal)}"


def _moves(game: DominoGame[Any], state: Any, hand: tuple[str, ...]) -> tuple[Move, ...]:
    """Return the mover's moves in the order of its *hand*."""
    place = {name: k for k, name in enumerate(hand)}
    codes = game.legal_codes(state)
    moves = [
        Move(code, game.notation(state, code))
        for code in range(codes.bit_length())
        if codes >> code & 1
    ]
    return tuple(
        sorted(moves, key=lambda move: (place.get(move.text.partition("@")[0], 0), move.code))
    )


def _line(seen: DominoPosition | DominoObservation, deal: str) -> str:
    """Return the one line that tells *seen*."""
    scores = ",".join(f"{first}:{second}" for first, second in seen.scores) or NONE
    opener = NONE if seen.opener is None else str(seen.opener)
    return " ".join([scores, opener, deal, *(play.text for play in seen.plays)])
