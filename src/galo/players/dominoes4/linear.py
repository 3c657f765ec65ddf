"""The published strategies of dominó de 4 pontas: basic, s1 to s4, sbgames2008.

A strategy is seven coefficients a1..a7 (those it does not use are zero) and a *reading*, the
formula they are put into:

    literal     the printed formula
                f = T1 - E1 + E2          E1 = a1 V0 + a2 V1 + a3 V2          at L1
                                          E2 = a4 V0 + a5 V1 + a6 V2 + a7 V3  at L2
    published   fitted: no text has this formula; we changed the printed one until the printed
                coefficients won
                f = T1 + (E1 + E2) / 3    without a1; V0 counts the tiles not seen, 7 - V0 - V1;
                                          V2 counts every bare side of the opening double
    reconstructed
                what `galo lab run reconstruction` found: nearest of all to the printed results
                f = T1 + (E1 + E2) / 2    without a1; V0 at L2 counts the tiles that the next
                                          player holds, V1 all tiles dealt, those played too;
                                          V2 counts every bare side of the opening double

The printed coefficients lose to basic in the printed formula, win in the fitted one, and win
what was printed in the reconstructed one, which looks at hidden tiles: only the simulator plays
it. So every evaluation says which one it is.
"""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from galo.errors import ConfigError, UnknownNameError
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes4 import Dominoes4
from galo.games.rules.tiles import nth
from galo.players.dominoes.information_state import public_moves
from galo.players.dominoes.player import DominoPlayer
from galo.players.dominoes4 import COEFFICIENTS, FREE
from galo.players.dominoes4.evaluation import AS_RUN, COLUMNS, SCALE, best_moves
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.reasons import reasons
from galo.players.parameters import checked_values, is_file, read_values
from galo.players.player import Decision, Limit
from galo.stream import Stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST = 1000.0  # a coefficient beyond this is a mistake, and would not fit the fixed point
READINGS = ("literal", "published", "reconstructed")
HONEST_READINGS = READINGS[:2]  # the others look at tiles that a player cannot see


class Linear(DominoPlayer):
    """Plays the option of highest value, one of them at random if several are."""

    plays = Dominoes4

    def __init__(self, name: str, row: Sequence[int]) -> None:
        self.name = name
        self.weights = np.array([row], np.int32)

    def choose(self, seen: DominoObservation, limit: Limit, rng: Stream) -> Decision:
        assert not self.weights[0, AS_RUN], "a player at a table sees no tiles of the next player"
        rules = seen.game.rules
        history = history_of(rules, public_moves(seen))
        best = best_moves(rules, self.weights, 0, seen.state, history)
        code = nth(best, rng.randint(0, best.bit_count()))
        move = next(move for move in seen.legal_moves if move.code == code)
        return Decision(move, reasons=reasons(seen, move))


def basic() -> Linear:
    """Return the beginner of the studies: points now, and nothing else."""
    return Linear("basic", fixed_point([0.0] * COEFFICIENTS, "literal"))


def strategy(name: str, weights: str | Sequence[float], reading: str) -> Linear:
    """Return strategy *name* with the coefficients called *weights*, in that file, or these."""
    return Linear(name, fixed_point(coefficients(name, weights, reading), reading))


def s1(weights: str | Sequence[float], reading: str) -> Linear:
    """Return the strategy that weighs its own game, the partner and the opponents."""
    return strategy("s1", weights, reading)


def s2(weights: str | Sequence[float], reading: str) -> Linear:
    """Return the strategy that weighs its own game only."""
    return strategy("s2", weights, reading)


def s3(weights: str | Sequence[float], reading: str) -> Linear:
    """Return the strategy that weighs the partner only."""
    return strategy("s3", weights, reading)


def s4(weights: str | Sequence[float], reading: str) -> Linear:
    """Return the strategy that weighs the opponents only."""
    return strategy("s4", weights, reading)


def sbgames2008(
    alpha: float, k: float, k1: float | None, k2: float | None, k3: float | None
) -> Linear:
    """Return the evaluation of sbgames2008: T1 + α (-E1 + E2 + E3).

    *k1*, *k2* and *k3* weigh E1, E2 and E3; each is *k* where it is None.
    """
    factors = [alpha * (k if factor is None else factor) for factor in (k1, k2, k3)]
    e1, e2, e3 = map(_fixed, _checked(factors, "alpha * k", len(factors)))
    row = [SCALE, *[-e1] * 3, *[e2] * 3, 0, e3, e2, 0, int(any((e1, e2, e3))), 0]
    return Linear("sbgames2008", row)


def fixed_point(values: Sequence[float], reading: str) -> list[int]:
    """Return the evaluation's row for the coefficients a1..a7 in one *reading*."""
    row: list[int] = fixed_points(np.array([_checked(values, "weights")]), reading)[0].tolist()
    return row


def fixed_points(vectors: "NDArray[np.float64]", reading: str) -> "NDArray[np.int32]":
    """Return the evaluation's rows for a whole population, a1..a7 of each in a row."""
    _check_reading(reading)
    fixed = np.rint(vectors * SCALE).astype(np.int32)
    a1, a2, a3, a4, a5, a6, a7 = fixed.T
    none, weighs = np.zeros_like(a1), fixed.any(axis=1)
    if reading == "literal":
        row = [none + SCALE, -a1, -a2, -a3, a4, a5, a6, a7, none, a5, none, weighs, none]
    elif reading == "reconstructed":
        row = [none + 2 * SCALE, none, a2, a3, a4, a5, a6, a7, none, a5, none + 1, weighs, weighs]
    else:
        # Three times the formula, so that nothing is divided. The constant 7 a4 is the same
        # for every option and left out.
        row = [
            none + 3 * SCALE,
            none,
            a2,
            a3,
            -a4,
            a5 - a4,
            a6,
            a7,
            none,
            a5,
            none + 1,
            weighs,
            none,
        ]
    assert len(row) == COLUMNS
    return np.stack(row, axis=1, dtype=np.int32)


def coefficients(
    name: str, weights: str | Sequence[float], reading: str = "literal"
) -> list[float]:
    """Return a1..a7 of strategy *name* under *weights*: a name, a file, or the numbers themselves.

    What was evolved here was evolved in one *reading*; the printed vectors are the same in both.
    """
    _check_reading(reading)
    if not isinstance(weights, str):
        return _checked(weights, "weights")
    named = _named()[name]
    if weights in named:
        found = named[weights]
        return found[reading] if isinstance(found, dict) else found
    if not is_file(weights):
        raise UnknownNameError(f"weights of {name}", weights, [*named, "or a file"])
    stored = read_values(weights)
    evolved_in = stored.about.get("reading", reading)  # results once did not say
    if evolved_in != reading:
        raise ConfigError(
            f"weights in {weights!r} were evolved with reading={evolved_in}, not {reading}"
        )
    values = _checked(stored.values, f"weights in {weights!r}")
    unused = [f"a{k + 1}" for k in range(COEFFICIENTS) if values[k] and k not in FREE[name]]
    if unused:
        raise ConfigError(f"weights in {weights!r} set {unused[0]}, which {name} does not weigh")
    return values


def _check_reading(reading: str) -> None:
    if reading not in READINGS:
        raise UnknownNameError("reading", reading, READINGS)


def _checked(values: object, what: str, count: int = COEFFICIENTS) -> list[float]:
    """Return *values* if they are *count* numbers that can be weighed with."""
    return checked_values(values, what, count, -LARGEST, LARGEST)


def _fixed(value: float) -> int:
    return round(value * SCALE)


@cache
def _named() -> dict[str, dict[str, list[float] | dict[str, list[float]]]]:
    text = files("galo.players.dominoes4").joinpath("weights.json").read_text(encoding="utf-8")
    named: dict[str, dict[str, list[float] | dict[str, list[float]]]] = json.loads(text)["weights"]
    return named
