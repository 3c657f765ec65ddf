"""Reasons of dominó de 4 pontas: every fact told is a fact, checked against all hands."""

from itertools import combinations

import pytest

import galo
from galo.games.dominoes import DominoPosition
from galo.games.game import Move
from galo.games.rules.dominoes4 import end_numbers
from galo.games.tiles import NAMES, halves
from galo.players.dominoes4.reasons import WORTH_SAYING, open_numbers, reasons


def late_positions(seeds: range) -> list[DominoPosition]:
    """Return positions of random rounds in which few tiles are left."""
    found = []
    for seed in seeds:
        position = galo.game("dominoes4").start(seed=seed)
        rng = galo.Stream.of(seed)
        assert isinstance(position, DominoPosition)
        for ply in range(60):
            if position.mover is None:
                break
            if 1 < len(position.hands[position.mover]) <= 4 and len(position.legal_moves) > 1:
                found.append(position)
            moves = position.legal_moves
            position = position.play(moves[rng.below(ply, len(moves))])  # type: ignore[assignment]
    return found


def told(position: DominoPosition, move: Move) -> dict[str, dict[str, float | str]]:
    assert position.mover is not None
    found = reasons(position.observe(position.mover), move)
    return {reason.name: dict(reason.numbers) for reason in found}


def passed_numbers(position: DominoPosition, seat: int) -> set[int]:
    numbers: set[int] = set()
    now = position.game.round(position.dealt, position.opener, position.scores)
    for play in position.plays:
        if play.text == "pass" and play.seat == seat:
            numbers |= set(shown_ends(now))
        now = now.play(now.parse_move(play.text))  # type: ignore[assignment]
    return numbers


def shown_ends(position: DominoPosition) -> set[int]:
    """Return the numbers that can be played on, as the rules see it."""
    numbers = end_numbers(position.state.table)
    return {number for number in range(7) if numbers >> number & 1}


def test_numbers_open_after_moves_are_those_the_rules_would_match() -> None:
    for position in late_positions(range(20)):
        assert open_numbers([play.text for play in position.plays]) == shown_ends(position)


def test_chance_of_a_pass_counts_every_hand_the_next_player_may_hold() -> None:
    checked = 0
    for position in late_positions(range(40)):
        mover = position.mover
        assert mover is not None
        seat = (mover + 1) % 4
        played = {play.tile for play in position.plays}
        unseen = [t for t in NAMES if t not in played and t not in position.hands[mover]]
        lacks = passed_numbers(position, seat)
        possible = [t for t in unseen if not lacks & set(halves(t))]
        for move in position.legal_moves:
            ends = open_numbers([*(p.text for p in position.plays), move.text])
            hands = list(combinations(possible, len(position.hands[seat])))
            stuck = sum(all(not ends & set(halves(t)) for t in hand) for hand in hands)
            facts = told(position, move)
            share = stuck / len(hands)
            if "galo" not in facts:
                assert ("next_passes" in facts) == (share == 1)
            if WORTH_SAYING <= share < 1:
                assert facts["next_may_pass"] == {"percent": round(100 * share)}
                checked += 1
            elif share < WORTH_SAYING:
                assert "next_may_pass" not in facts
    assert checked > 5


def test_galo_is_told_only_when_everybody_else_must_pass() -> None:
    galos = 0
    for position in late_positions(range(300)):
        for move in position.legal_moves:
            if "galo" in told(position, move):
                after = position.play(move)
                texts = [m.text for m in after.legal_moves]
                assert texts in ([], ["pass"])
                galos += 1
    assert galos > 3


@pytest.mark.parametrize("seed", range(10))
def test_points_and_what_is_kept_are_what_the_player_sees(seed: int) -> None:
    for position in late_positions(range(seed * 10, seed * 10 + 10)):
        assert position.mover is not None
        hand = position.hands[position.mover]
        for move in position.legal_moves:
            facts = told(position, move)
            points = position.game.points_now(position.state, move.code)
            assert facts.get("points", {"points": 0}) == {"points": points}
            if "keeps" in facts:
                number, count = facts["keeps"]["number"], facts["keeps"]["count"]
                left = [tile for tile in hand if tile != move.text.partition("@")[0]]
                assert count == sum(number in halves(tile) for tile in left) > 0
                assert number in halves(move.text)
