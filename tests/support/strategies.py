"""Strategies of dominoes4 for tests, and players as rows of the simulator."""

import numpy as np

import galo
from galo import OptionFeatures
from galo.arrays import RealMatrix
from galo.players.dominoes4 import formula_value
from galo.players.dominoes4.feature_table import FEATURES
from galo.players.dominoes4.strategy import Strategy
from galo.players.dominoes4.strategy_rows import LINEAR, player_row
from support.linear_players import linear_player

FEW = 3  # tiles: a number around strategies is part of them


@galo.strategy
def printed(  # noqa: PLR0913 (the seven coefficients of the studies)
    option: OptionFeatures,
    a1: float = 2.97,
    a2: float = 2.25,
    a3: float = 3.41,
    a4: float = 1.07,
    a5: float = 4.58,
    a6: float = 2.82,
    a7: float = 0.76,
) -> float:
    """The printed formula of s1."""
    e1 = a1 * option.table_near + a2 * option.hand_near + a3 * option.ends_near
    e2 = a4 * option.table_far + a5 * option.hand_far + a6 * option.ends_far
    return option.points - e1 + e2 + a7 * option.partner_far


@galo.strategy
def printed_with_openings(  # noqa: PLR0913 (the same)
    option: OptionFeatures,
    a1: float = 2.97,
    a2: float = 2.25,
    a3: float = 3.41,
    a4: float = 1.07,
    a5: float = 4.58,
    a6: float = 2.82,
    a7: float = 0.76,
) -> float:
    """The printed formula of s1, and how s1 opens."""
    if option.table_near == 0:
        return option.points + a5 * option.hand_far
    e1 = a1 * option.table_near + a2 * option.hand_near + a3 * option.ends_near
    e2 = a4 * option.table_far + a5 * option.hand_far + a6 * option.ends_far
    return option.points - e1 + e2 + a7 * option.partner_far


@galo.strategy(ranges={"far": (0, 20)})
def intricate(option: OptionFeatures, far: float = 12, *, pips: float = 0.35) -> float:
    """Everything that the language has."""
    value = start = option.points / 3
    value += far if option.hand_tiles < FEW else -pips
    if (1 < option.near <= 4 and not option.is_double) or option.far == 6:
        most = max(option.pips, option.unseen_far, 2) % 5
        value -= abs(most - option.ends_sum // 2)
    elif option.threats > 2 or option.our_score >= option.their_score + 60:
        return -option.threat_points + True
    else:
        start *= 2
    ratio = option.ends_sum / (option.pips + 1)
    return value + start * (ratio if ratio < 4 else -min(ratio, option.next_replies, 5))


@galo.strategy
def divides(option: OptionFeatures) -> float:
    """Fails at a double whose number nobody has shown before."""
    return option.points / (option.table_far - option.is_double)


def strategy_row(strategy: Strategy, kind: int = 1) -> list[float]:
    """Return the row of *strategy*, which is the one of that *kind*."""
    row: list[float] = player_row(kind, strategy.values).tolist()
    return row


def linear_row(agent: str) -> list[float]:
    """Return the row of a linear *agent*."""
    row: list[float] = player_row(LINEAR, linear_player(agent).weights[0]).tolist()
    return row


def formula_row(*words: str | float | int) -> list[float]:
    """Return the row of a formula in postfix order: names of features, floats, and codes."""
    program: list[float] = []
    for word in words:
        if isinstance(word, str):
            program.append(FEATURES.index(word))
        else:
            program += [formula_value.CONSTANT, word] if isinstance(word, float) else [word]
    row: list[float] = player_row(1, [len(program), *program]).tolist()
    return row


def players(*rows: list[float]) -> RealMatrix:
    """Return *rows* as the simulator takes them."""
    return np.array(rows)
