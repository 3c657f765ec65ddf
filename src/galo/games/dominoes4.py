"""Dominó de 4 pontas for people: moves `6-4@e`, the opening just the tile, `pass`."""

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from galo.games.dominoes.game import DominoGame
from galo.games.dominoes.round import PASS, Played, Scores
from galo.games.dominoes.text_board import WIDTH, draw_cross
from galo.games.dominoes.tiles import NAME_OF, from_bits, halves, to_bits
from galo.games.game import DEALS, Hands, Outcome
from galo.games.options import Option, Value
from galo.games.position_view import Points
from galo.games.rules import dominoes4 as rules
from galo.games.rules.ending import NOBODY
from galo.games.rules.tiles import deal_four, tile_of
from galo.rng import Stream

MOST_PASS_POINTS = 50
PAID_PASSES = ("pass", "galo")  # kinds of points for a pass: the first since the last tile
REASONS = ("target",)


class Dominoes4(DominoGame):
    """The pairs domino of Amazonas: a match to 200."""

    name = "dominoes4"
    kernels: ClassVar[Any] = rules
    end_letters = "ewns"
    bare_arms_open = 1
    target = rules.TARGET
    seats = 4
    move_help = (
        "a tile and an arm, such as 6-4@e (arms e, w, n, s), the opening tile alone, or pass"
    )
    options_declared = (
        Option("pass_points", 20, choices=tuple(range(0, MOST_PASS_POINTS + 1, rules.FIVE))),
        Option("galo", "instead", choices=("instead", "added")),
        Option("opener_without_double", "next", choices=("next", "penalty")),
    )

    def __init__(self, /, **options: Value) -> None:
        super().__init__(**options)
        self.rules = rules.Rules(
            pass_points=int(self.options["pass_points"] or 0),
            galo_added=int(self.options["galo"] == "added"),
            no_double_penalty=int(self.options["opener_without_double"] == "penalty"),
        )

    def deal(self, seed: int, round_number: int) -> Hands:
        hands = deal_four(Stream.of(seed, DEALS, round_number).key)
        return tuple(from_bits(hand) for hand in hands)

    def random_games(self, count: int, seed: int) -> tuple[int, int, int]:
        tally = np.zeros(3, np.int64)
        rules.playouts(self.rules, Stream.of(seed).key, count, tally)
        return int(tally[0]), int(tally[1]), int(tally[2])

    def open_round(self, opener: int | None, dealt: Hands) -> rules.State:
        hands = (to_bits(dealt[0]), to_bits(dealt[1]), to_bits(dealt[2]), to_bits(dealt[3]))
        return rules.start(self.rules, rules.NO_OPENER if opener is None else opener, hands)

    def notation(self, state: rules.State, code: int) -> str:
        if code == rules.PASS:
            return PASS
        name = NAME_OF[tile_of(rules.matched(state.table, code), code % rules.ARM)]
        is_opening = state.phase < rules.PLAYING
        return name if is_opening else f"{name}@{self.end_letters[code // rules.ARM]}"

    def new_points(
        self, before: rules.State | None, after: rules.State, seat: int
    ) -> tuple[Points, ...]:
        found = []
        passes = 0 if before is None else before.passes
        for kind, name in enumerate(rules.KINDS):
            for side in (0, 1):
                gained = _points_of(after, side, kind)
                if before is not None:
                    gained -= _points_of(before, side, kind)
                if gained:
                    passer = (seat - passes) % self.seats if name in PAID_PASSES else None
                    found.append(Points(name, seat, side, gained, passer))
        if after.phase == rules.BLOCKED and not any(p.kind == "block" for p in found):
            found.append(Points("block", seat, None, 0))
        return tuple(found)

    def round_scores(self, state: rules.State) -> Scores:
        return (
            rules.total(rules.side_points(state, 0)),
            rules.total(rules.side_points(state, 1)),
        )

    def next_opener(self, state: rules.State) -> int | None:
        opener = rules.next_opener(state)
        return None if opener == rules.NO_OPENER else opener

    def match_outcome(self, state: rules.State, scores: Scores) -> Outcome | None:
        winner = rules.match_winner(*scores)
        return None if winner == NOBODY else Outcome(scores, winner, "target")

    def points_now(self, state: rules.State, code: int) -> int:
        if code == rules.PASS:
            return 0
        near, far = rules.matched(state.table, code), code % rules.ARM
        total = rules.lay(state.table, code // rules.ARM, near, far).total
        return total if total % rules.FIVE == 0 else 0

    def ends_sum(self, state: rules.State) -> int:
        return state.table.total

    def sum_scores(self, total: int) -> bool:
        return total > 0 and total % rules.FIVE == 0

    def first_ends(self, first: str) -> dict[str, int]:
        return dict.fromkeys(self.end_letters, halves(first)[0])

    def open_numbers(self, plays: Sequence[Played]) -> int:
        table = rules.bare_table()
        for play in plays:
            if play.code != rules.PASS:
                near, far = rules.matched(table, play.code), play.code % rules.ARM
                table = rules.lay(table, play.code // rules.ARM, near, far)
        return rules.end_numbers(table)

    def table_drawing(self, plays: Sequence[Played], width: int = WIDTH) -> str:
        return draw_cross([play.text for play in plays if play.text != PASS], width)


def _points_of(state: rules.State, side: int, kind: int) -> int:
    """Return the points of one *kind* that *side* has scored in this round."""
    packed = rules.side_points(state, side) >> (kind * rules.KIND_BITS)
    return (packed & rules.KIND_MASK) * rules.FIVE
