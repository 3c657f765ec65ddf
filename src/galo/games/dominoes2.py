"""Two-sided dominoes for people: moves `6-4@l`, `6-4@r`, the first tile alone, `draw`, `pass`."""

from collections.abc import Sequence
from typing import Any, ClassVar

from galo.games.dominoes.game import DominoGame
from galo.games.dominoes.moves import NOT_BEGUN, Placements, placements_at
from galo.games.dominoes.round import DRAW, PASS, TARGET_REACHED, Played, Scores
from galo.games.dominoes.text_board import WIDTH, draw_line
from galo.games.dominoes.tiles import INDEX, NAME_OF, NAMES, from_bits, halves, to_bits
from galo.games.game import DEALS, Hands, Outcome
from galo.games.options import Option, Value
from galo.games.position_view import Points
from galo.games.rules import dominoes2 as rules
from galo.games.rules.boneyard import stocked
from galo.games.rules.dominoes4_layout import END_BITS
from galo.games.rules.ending import NOBODY
from galo.games.rules.tiles import ALL_TILES, HAND, TILES, Deal, alone, deal_four, pick
from galo.games.steps import dominoes2 as steps
from galo.games.steps.dominoes import MOVES, PHASE, POINTS, Row
from galo.games.steps.dominoes2 import LEFT_END, RIGHT_END
from galo.stream import Stream


class Dominoes2(DominoGame):
    """The draw game for two, or the block game in pairs for four."""

    name = "dominoes2"
    kernels: ClassVar[Any] = rules
    steps: ClassVar[Any] = steps
    end_letters = "lr"
    placements: ClassVar[Placements] = placements_at(end_letters)
    bare_arms_open = 2
    opens_by_itself = True
    move_help = "a tile and an end, such as 6-4@l or 6-4@r, the first tile alone, draw or pass"
    options_declared = (
        Option("players", 2, choices=(2, 4)),
        Option("target", None, choices=(None, 100, 200)),
    )

    def __init__(self, /, **options: Value) -> None:
        super().__init__(**options)
        self.seats = int(self.options["players"] or 0)  # type: ignore[misc]
        self.stock = TILES - HAND * self.seats
        self.rules = rules.Rules(self.seats, int(self.options["target"] or 0))
        self.rules_row = tuple(self.rules)
        self.target = self.rules.target or None

    def deal(self, seed: int, round_number: int) -> Hands:
        key = Stream.of(seed, DEALS, round_number).key
        if self.seats == 4:
            return tuple(from_bits(hand) for hand in deal_four(key))
        order: list[str] = []
        left = ALL_TILES
        for place in range(TILES):
            tile = pick(left, key, place)
            left ^= alone(tile)
            order.append(NAME_OF[tile])
        return tuple(order[:HAND]), tuple(order[HAND : 2 * HAND]), tuple(order[2 * HAND :])

    def openings(self) -> Sequence[str]:
        return NAMES

    def open_round(self, opener: int | None, dealt: Hands) -> rules.State:
        hands = [to_bits(hand) for hand in dealt[: self.seats]] + [0, 0]
        stock = [0, 0]
        for place, name in enumerate(dealt[-1] if self.stock else ()):
            half, within = divmod(place, HAND)
            stock[half] = stocked(stock[half], within, INDEX[name])
        first = rules.NO_OPENER if opener is None else opener
        return rules.open_round(self.rules, first, Deal(*hands[:4], *stock))

    def ends_of(self, row: Row) -> int:
        if row[PHASE] == rules.OPENING:
            return NOT_BEGUN
        return row[LEFT_END] | row[RIGHT_END] << END_BITS

    def hidden(self, row: Row, seat: int) -> rules.State:
        seen: rules.State = super().hidden(row, seat)
        return seen._replace(
            # That something is left in the boneyard is public, what it is is not.
            stock0=int(seen.stock0 > 0),
            stock1=0,
            # The tile that must open is known from the hands of both.
            openers=seen.openers if seat == seen.mover else 0,
        )

    def new_points(self, before: Row | None, after: Row, seat: int) -> tuple[Points, ...]:
        if after[MOVES]:
            return ()
        winner = rules.round_winner(self.state_of(after))
        kind = rules.REASONS[after[PHASE]]
        side = None if winner == NOBODY else winner
        return (Points(kind, seat, side, sum(after[POINTS:MOVES])),)

    def match_outcome(self, state: rules.State, scores: Scores) -> Outcome | None:
        if self.rules.target:
            winner = rules.match_winner(self.rules, *scores)
            return None if winner == NOBODY else Outcome(scores, winner, TARGET_REACHED)
        winner = rules.round_winner(state)
        return Outcome(scores, None if winner == NOBODY else winner, rules.REASONS[state.phase])

    def open_numbers(self, plays: Sequence[Played]) -> int:
        ends = [rules.NO_NUMBER, rules.NO_NUMBER]
        for play in plays:
            if play.code not in (rules.DRAW, rules.PASS):
                is_first = ends[rules.LEFT] == rules.NO_NUMBER
                side, end = divmod(play.code, rules.SIDE)
                ends = [side, end] if is_first else [*ends[:side], end, *ends[side + 1 :]]
        return sum(1 << number for number in set(ends) if number != rules.NO_NUMBER)

    def first_ends(self, first: str) -> dict[str, int]:
        return dict(zip(self.end_letters, halves(first), strict=True))

    def table_drawing(self, plays: Sequence[Played], width: int = WIDTH) -> str:
        return draw_line([play.text for play in plays if play.text not in (PASS, DRAW)], width)
