"""The distilled policy: what it is shown, its value by plain sums, and what it then chooses."""

import math
from collections.abc import Iterator

import numpy as np
import pytest

from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.round import PASS
from galo.players.dominoes.information_state import public_moves
from galo.players.dominoes.softmax import exponentials, sharpness_of
from galo.players.dominoes4 import policy_features as groups
from galo.players.dominoes4.feature_table import OptionFeatures
from galo.players.dominoes4.option_table import options_of
from galo.players.dominoes4.policy import (
    UNIT_VALUE,
    VALUE_BITS,
    distilled_policy,
    policy_choice,
    policy_likelihood,
    policy_value,
)
from galo.players.dominoes4.policy_features import GROUPS, ROWS, option_rows
from galo.players.dominoes4.public_history import history_of
from galo.players.dominoes4.situation import Situation, situation_of
from support.domino_rounds import positions, with_scores
from support.positions import mover_of
from support.samples import sample

SCORES = ((45, 110),)
OTHERS = ("next", "partner", "previous")


def choices(seed: int) -> Iterator[tuple[DominoPosition, Situation]]:
    """Yield positions with a choice, and what the mover knows there."""
    for each in positions("dominoes4", seed):
        position = with_scores(each, SCORES)
        if len(position.legal_moves) > 1:
            side = mover_of(position) % 2
            history = history_of(position.game.rules, public_moves(position))
            state = position.observe(mover_of(position)).state
            ours, theirs = SCORES[0][side], SCORES[0][1 - side]
            yield position, situation_of(position.game.rules, state, history, ours, theirs)


def opened(position: DominoPosition, away: int, number: int) -> int:
    """Return how often that seat made *number* an end, up to three times."""
    seat = (mover_of(position) + away) % 4
    ends = [play.code % 8 for play in position.plays if play.seat == seat and play.text != PASS]
    return min(ends.count(number), 3)


def expected_rows(position: DominoPosition, option: OptionFeatures) -> dict[int, int]:
    """Return the rows that follow from the features of an *option*, by the place of their group."""
    found = option._asdict()
    far, near = option.far, option.near
    rows = {
        0: groups.TILE + near * 8 + far,
        1: groups.POINTS + option.points // 5,
        2: groups.OWN_FAR + option.hand_far * 8 + option.table_far,
        3: groups.OWN_NEAR + option.hand_near * 8 + option.table_near,
        14: groups.NEXT_SCORES + min(option.threats, 15) * 16 + min(option.threat_points // 10, 15),
        16: groups.FOLLOW_UPS + option.follow_ups * 8 + option.hand_tiles,
        17: groups.FOLLOW_POINTS + min(option.follow_points // 5, 15) * 8 + option.hand_tiles,
        18: groups.SCORE + option.our_score // 20 * 16 + option.their_score // 20,
        20: groups.SUM + option.ends_sum,
    }
    firsts = (
        (groups.NEXT_FAR, groups.NEXT_NEAR, groups.NEXT_REPLIES),
        (groups.PARTNER_FAR, groups.PARTNER_NEAR, groups.PARTNER_REPLIES),
        (groups.PREVIOUS_FAR, groups.PREVIOUS_NEAR, groups.PREVIOUS_REPLIES),
    )
    for k, (seat, (first_far, first_near, first_replies)) in enumerate(
        zip(OTHERS, firsts, strict=True)
    ):
        tiles = found[f"{seat}_tiles"]
        for place, first, side, number in (
            (5, first_far, "far", far),
            (8, first_near, "near", near),
        ):
            seen = found[f"{seat}_lacks_{side}"] * 8 + found[f"{seat}_{side}"]
            row = first + seen * 4 + opened(position, k + 1, number)
            rows[place + k] = row + (tiles * 64 if side == "far" else 0)
        rows[11 + k] = first_replies + found[f"{seat}_replies"] * 8 + tiles
    return rows


def test_the_policy_is_shown_the_features_of_an_option_and_who_opened_what() -> None:
    compared, often = 0, set()
    for seed in range(sample(12, 100)):
        for position, situation in choices(seed):
            if not position.plays:
                continue
            options = options_of(
                situation.rules,
                position.observe(mover_of(position)).state,
                situation.history,
                SCORES[0] if mover_of(position) % 2 == 0 else SCORES[0][::-1],
            )
            for move in position.legal_moves:
                rows = option_rows(situation, move.code)
                assert len(rows) == GROUPS
                assert all(0 <= row < ROWS for row in rows)
                for place, row in expected_rows(position, options[move.code]).items():
                    assert rows[place] == row, (place, position.to_text(), move.text)
                often.add(opened(position, 2, move.code % 8))
                compared += 1
    assert compared > 300
    assert often >= {0, 1, 2}


def test_its_value_is_that_of_the_network_and_it_takes_the_best() -> None:
    policy, compared = distilled_policy(), 0
    for seed in range(sample(4, 40)):
        for position, situation in choices(seed):
            values = {}
            for move in position.legal_moves:
                rows = list(option_rows(situation, move.code))
                units = np.maximum(policy.table[rows].sum(axis=0, dtype=int) + policy.bias, 0)
                values[move.code] = int(units @ policy.output) >> VALUE_BITS
                assert policy_value(policy, situation, move.code) == values[move.code]
            legal = sum(1 << code for code in values)
            assert values[policy_choice(policy, situation, legal)] == max(values.values())
            compared += len(set(values.values())) > 1
    assert compared > 30


def test_how_likely_it_takes_its_options_adds_up_to_one() -> None:
    policy = distilled_policy()
    for _, situation in choices(3):
        codes = [code for code in range(32) if situation.laid and code % 8 < 7]
        held = [code for code in codes if is_held(situation, code)]
        legal = sum(1 << code for code in held)
        chances = [
            policy_likelihood(
                policy, exponentials(), sharpness_of(UNIT_VALUE), situation, legal, code
            )
            for code in held
        ]
        assert not held or math.fsum(chances) == pytest.approx(1.0, abs=0.05)  # a table of steps


def is_held(situation: Situation, code: int) -> bool:
    """Return whether the mover can play *code*."""
    end = situation.layout.ends >> 4 * (code // 8) & 7
    return end < 7 and bool(situation.hand >> (8 * end + code % 8) & 1)
