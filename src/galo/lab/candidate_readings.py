"""The readings of the studies' formula that could have been the authors' program.

A reading takes one alternative of every choice that the texts leave open, and some that they do
not: an alternative says what a coefficient multiplies, or how the program played. So a reading
turns seven coefficients into a row of `candidate_counts`, and the beginner too.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import NamedTuple

from galo.games.rules.dominoes4 import Rules
from galo.players.dominoes4 import candidate_counts as counts
from galo.players.dominoes4.evaluation import SCALE

AFTER_AT_L1, AFTER_AT_L2 = 1, 2
Weights = Mapping[str, int]  # by the name of what they weigh

# What a coefficient multiplies, or what changes in the rules.
COUNTED: Mapping[str, Mapping[str, Weights]] = {
    "a4 counts": {  # V0 at L2
        "tiles on the table": {"table": 1},
        "tiles not seen": {"table": -1, "hand": -1},
        "tiles of the next player": {"next_held": 1},
        "tiles dealt to the next player": {"next_held": 1, "next_played": 1},
        "tiles of the previous player": {"previous_held": 1},
        "tiles of both opponents": {"next_held": 1, "previous_held": 1},
        "tiles of the partner": {"partner_held": 1},
        "nothing": {},
    },
    "a1 counts": {"tiles on the table": {"table": 1}, "nothing": {}},  # V0 at L1
    "V1 counts": {
        "tiles in hand": {"hand": 1},
        "tiles dealt": {"hand": 1, "played": 1},
        "tiles in hand and on the table": {"hand": 1, "table": 1},
        "tiles of the pair": {"hand": 1, "partner_held": 1},
    },
    "a7 counts": {  # V3 at L2
        "tiles the partner played": {"partner_played": 1},
        "ends the partner made": {"partner_ends": 1},
        "tiles of the partner": {"partner_held": 1},
        "the partner's pass": {"partner_passed": 1},
    },
    "V2 counts the opening double": {
        "once, until two sides are covered": {"early": 1},
        "once, while a side is bare": {"early": 1, "once": 1},
        "once for every bare side": {"early": 1, "bare": 1},
        "never": {},
    },
    "the rules are": {
        "the usual ones": {},
        "10 points for a pass": {"pass_points": 10},
        "50 for a galo beside the passes": {"galo_added": 1},
        "a penalty without a double": {"no_double_penalty": 1},
        "6-6 opens every round": {"always_six": 1},
        "a match may end within a round": {"at_once": 1},
    },
}
# How the program valued and chose.
NUMBERED: Mapping[str, Mapping[str, int]] = {
    "E1 is": {"subtracted": -1, "added": 1},
    "T2 is divided by": {"1": 1, "2": 2, "3": 3, "5": 5},
    "a double counts": {"once": 0, "twice": 1},
    "ends are those": {  # of V2 at L1 and at L2
        "before the move": 0,
        "after the move": AFTER_AT_L1 | AFTER_AT_L2,
        "after the move at L1": AFTER_AT_L1,
        "after the move at L2": AFTER_AT_L2,
    },
    "ties go to": {
        "any option": counts.RANDOM,
        "any tile": counts.RANDOM_TILE,
        "the first option": counts.FIRST,
        "the last option": counts.LAST,
        "the highest tile": counts.HIGHEST_TILE,
    },
    "a strategy expects passes": {
        "that are certain": counts.CERTAIN,
        "never": counts.NOTHING,
        "by the true hands": counts.TRUE_HANDS,
    },
    "the beginner expects passes": {
        "that are certain": counts.CERTAIN,
        "never": counts.NOTHING,
        "by the true hands": counts.TRUE_HANDS,
    },
}
CHOICES = {name: tuple(found) for kind in (COUNTED, NUMBERED) for name, found in kind.items()}
SECOND_COUNTS = {"table": "table_double", "hand": "hand_double"}  # where a double counts twice


class Reading(NamedTuple):
    """An alternative of each choice, in the order of CHOICES; the first of each is literal."""

    alternatives: tuple[str, ...]

    @classmethod
    def literal(cls) -> "Reading":
        """Return the formula as it is printed."""
        return cls(tuple(alternatives[0] for alternatives in CHOICES.values()))

    @property
    def chosen(self) -> dict[str, str]:
        """The alternative of each choice."""
        return dict(zip(CHOICES, self.alternatives, strict=True))

    def with_changes(self, changes: Mapping[str, str]) -> "Reading":
        """Return this reading with other alternatives of some choices."""
        return Reading(tuple({**self.chosen, **changes}.values()))

    def neighbours(self) -> list["Reading"]:
        """Return every reading that differs from this one in a single choice."""
        return [
            self.with_changes({choice: alternative})
            for choice, alternatives in CHOICES.items()
            for alternative in alternatives
            if alternative != self.chosen[choice]
        ]

    def differences(self, other: "Reading") -> str:
        """Return in words where this reading is not *other*."""
        mine, theirs = self.chosen, other.chosen
        return "; ".join(f"{name} {mine[name]}" for name in CHOICES if mine[name] != theirs[name])

    @property
    def rules(self) -> Rules:
        """The rules of its matches."""
        changes = self._weights("the rules are")
        return Rules(**{name: changes[name] for name in Rules._fields if name in changes})

    def beginner(self) -> list[int]:
        """Return the row of the player that looks at points alone."""
        return self._row({}, {}, {"knowledge": self._number("the beginner expects passes")})

    def strategy(self, coefficients: Sequence[float]) -> list[int]:
        """Return the row of the strategy with *coefficients* a1 to a7."""
        a1, a2, a3, a4, a5, a6, a7 = (round(value * SCALE) for value in coefficients)
        sign = self._number("E1 is")
        shown = {"ends": 1, **self._weights("V2 counts the opening double")}
        l1 = _sum(
            (sign * a1, self._weights("a1 counts")),
            (sign * a2, self._weights("V1 counts")),
            (sign * a3, shown),
        )
        l2 = _sum(
            (a4, self._weights("a4 counts")),
            (a5, self._weights("V1 counts")),
            (a6, shown),
            (a7, self._weights("a7 counts")),
        )
        # After the move a double shows as many ends of its number as before; any other tile has
        # hidden an end of L1 and shown one more of L2, the same for all of them.
        after = self._number("ends are those")
        double = (sign * a3 if after & AFTER_AT_L1 else 0) - (a6 if after & AFTER_AT_L2 else 0)
        knowledge = self._number("a strategy expects passes")
        head = {"opening": a5, "double": double, "knowledge": knowledge, "weighs": 1}
        return self._row(l1, l2, head)

    def sweep(self, factor: float) -> list[int]:
        """Return the row of sbgames2008's strategy, whose weights are all α K, the *factor*."""
        weight = round(factor * SCALE)
        shown = {"ends": 1, **self._weights("V2 counts the opening double")}
        whole = {"table": 1, "hand": 1, **shown}
        knowledge = self._number("a strategy expects passes")
        head = {"opening": weight, "late": weight, "knowledge": knowledge, "weighs": 1}
        return self._row(_sum((-weight, whole)), _sum((weight, whole)), head)

    def _weights(self, choice: str) -> Weights:
        return COUNTED[choice][self.chosen[choice]]

    def _number(self, choice: str) -> int:
        return NUMBERED[choice][self.chosen[choice]]

    def _row(self, l1: Weights, l2: Weights, head: Weights) -> list[int]:
        unit, ties = self._number("T2 is divided by") * SCALE, self._number("ties go to")
        whole = {"unit": unit, "ties": ties, **self._weights("the rules are"), **head}
        row = [whole.get(name, 0) for name in counts.HEAD]
        return [*row, *self._columns(l1), *self._columns(l2)]

    def _columns(self, weights: Weights) -> list[int]:
        """Return the weights of all counts."""
        second = SECOND_COUNTS if self._number("a double counts") else {}
        doubled = {double: weights[name] for name, double in second.items() if name in weights}
        return [{**doubled, **weights}.get(name, 0) for name in counts.COUNTS]


LITERAL = Reading.literal()
FITTED = LITERAL.with_changes(
    {
        "a4 counts": "tiles not seen",
        "a1 counts": "nothing",
        "E1 is": "added",
        "V2 counts the opening double": "once for every bare side",
        "T2 is divided by": "3",
    }
)
RECONSTRUCTED = FITTED.with_changes(
    {
        "a4 counts": "tiles of the next player",
        "V1 counts": "tiles dealt",
        "T2 is divided by": "2",
    }
)

# Of the third strategy of cig2011, whose a4 has the other sign.
EARLIER = FITTED.with_changes(
    {
        "a4 counts": "tiles on the table",
        "a7 counts": "tiles of the partner",
        "T2 is divided by": "2",
    }
)


def grid(choices: Mapping[str, Sequence[str]]) -> list[Reading]:
    """Return the literal reading with every combination of the alternatives in *choices*."""
    return [
        LITERAL.with_changes(dict(zip(choices, alternatives, strict=True)))
        for alternatives in product(*choices.values())
    ]


def _sum(*terms: tuple[int, Weights]) -> dict[str, int]:
    """Return the sum of weights, each multiplied by its coefficient."""
    total: dict[str, int] = {}
    for coefficient, weights in terms:
        for name, weight in weights.items():
            total[name] = total.get(name, 0) + coefficient * weight
    return total
