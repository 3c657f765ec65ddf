"""Fitness by ordinary games: the same counts however they are played, and of the right pairs."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import galo
from galo.arena.game_pool import GamePool, game_pool
from galo.arena.pairing import Plan, play_pair
from galo.arena.tally import Tally
from galo.arrays import IntCube, RealMatrix
from galo.errors import ConfigError, GaloError, UnknownNameError
from galo.lab import game_fitness
from galo.lab.game_fitness import (
    GameEvaluation,
    play_evaluations,
)
from galo.players import registry
from galo.players.player import Limit
from galo.players.registry import find_agent
from galo.rng import fold_in
from support.experiments import ThisProcess

PAIRS = 3
USUAL = [each.default for each in find_agent("dominoes2", "costa")[0].parameters]
TURNED = [-value for value in USUAL]
OTHER = [1.0, 0, 0, -6, 0, 10, 0, 8, 0, 3]
VALUES = np.array([USUAL, TURNED, OTHER])


def evaluation(
    values: RealMatrix = VALUES,
    opponents: tuple[str, ...] = ("hoffmann", "first"),
    is_common: bool = True,
    rivals: RealMatrix | None = None,
) -> GameEvaluation:
    return GameEvaluation(
        "dominoes2", "costa", values, opponents, rivals, 9, is_common, Limit(), None
    )


def here() -> GamePool:
    """Return a pool that plays in this process."""
    return GamePool(ThisProcess())


def played(*evaluations: GameEvaluation, pairs: int = PAIRS) -> list[IntCube]:
    return play_evaluations(evaluations, pairs, here())


def naive(agents: Sequence[str], seed: int, pairs: int = PAIRS) -> list[int]:
    """Return the counts of a match between *agents*, played as a tournament plays it."""
    plan = Plan("dominoes2", tuple(agents), 2 * pairs, seed)
    total = Tally()
    for number in range(pairs):
        total += play_pair(plan, number).tally
    return list(total.pairs)


def test_individuals_meet_every_opponent_as_in_a_match_of_agents() -> None:
    (counts,) = played(evaluation())
    assert counts.shape == (2, 3, 5)
    assert (counts.sum(axis=2) == PAIRS).all()
    # hoffmann is played by kernels, first is not.
    for number, opponent in enumerate(("hoffmann", "first")):
        assert counts[number, 0].tolist() == naive(("costa", opponent), 9)
    assert counts[1, 1].tolist() != counts[1, 0].tolist()  # the other weights play


def test_processes_cuts_and_company_change_no_count() -> None:
    alone = played(evaluation())[0]
    company = evaluation(VALUES[1:], ("random",), is_common=False)
    together = played(company, evaluation())
    assert np.array_equal(together[1], alone)
    assert np.array_equal(together[0], played(company)[0])
    shares: list[float] = []
    with game_pool(2) as pool:
        apart = play_evaluations([evaluation()], PAIRS, pool, shares.append)
    assert np.array_equal(apart[0], alone)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert len(shares) == 3 + 3 * PAIRS  # a block against hoffmann, every pair against first


def test_blocks_of_kernels_change_no_count(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = evaluation(opponents=("hoffmann",), is_common=False)
    (whole,) = played(asked, pairs=7)
    monkeypatch.setattr(game_fitness, "LINEAR_BLOCK", 2)
    assert np.array_equal(played(asked, pairs=7)[0], whole)


def test_more_pairs_begin_with_the_same_ones() -> None:
    few, more = played(evaluation(), pairs=2)[0], played(evaluation(), pairs=4)[0]
    assert (more >= few).all()


def test_equals_fare_alike_on_common_deals_and_each_has_its_own_on_independent_ones() -> None:
    twins = np.array([USUAL] * 4)
    common = played(evaluation(twins, ("random",)), pairs=8)[0][0]
    assert (common == common[0]).all()
    apart = played(evaluation(twins, ("random",), is_common=False), pairs=8)[0][0]
    assert len({tuple(row) for row in apart.tolist()}) > 1
    assert apart[2].tolist() == naive(("costa", "random"), fold_in(9, 2), 8)


def test_opponents_may_be_other_values_of_the_same_agent() -> None:
    (counts,) = played(evaluation(VALUES[:1], ("hoffmann",), rivals=VALUES[1:]))
    assert counts.shape == (3, 1, 5)
    assert counts[0, 0].tolist() == naive(("costa", "hoffmann"), 9)


@pytest.mark.parametrize("is_common", [True, False])
def test_everyone_meets_everyone_and_what_is_known_is_not_played_again(is_common: bool) -> None:
    # The last one is the first again.
    values = np.array([*VALUES, USUAL])
    asked = evaluation(values, (), is_common, values)
    shares: list[float] = []
    (counts,) = play_evaluations([asked], PAIRS, here(), shares.append)
    assert counts.shape == (4, 4, 5)
    met = 0
    for number in range(4 * 4):
        other, one = divmod(number, 4)
        key = 9 if is_common else fold_in(9, number)
        (alone,) = played(evaluation(values[[one]], (), True, values[[other]])._replace(key=key))
        assert counts[other, one].tolist() == alone[0, 0].tolist()
        met += (values[one] != values[other]).any()
    assert counts[0, 3].tolist() == counts[0, 0].tolist() == [0, 0, PAIRS, 0, 0]
    assert len(shares) == (3 if is_common else met)
    costa = galo.player("dominoes2", "costa")
    itself = galo.match("dominoes2", costa, costa, games=2 * PAIRS, seed=9)
    assert itself.pairs == (0, 0, PAIRS, 0, 0)


def test_options_that_stay_and_openings_reach_the_games() -> None:
    tux = find_agent("connect_four", "tux")[0]
    values = np.array([[each.default for each in tux.parameters]])
    game, opponents = "connect_four", ("random", "focused")
    key, openings = 3, 6
    limit = Limit(nodes=200)
    plan = Plan(game, ("tux:database=no", "focused"), 4, key, openings, limit)
    expected = sum((play_pair(plan, number).tally for number in range(2)), Tally())
    asked = GameEvaluation(
        game, "tux:database=no", values, opponents, None, key, True, limit, openings
    )
    (counts,) = play_evaluations([asked], 2, here())
    assert counts[1, 0].tolist() == list(expected.pairs)


def test_an_opponent_that_fails_ends_it_and_an_individual_loses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GALO_PLUGINS", "support.faulty_agents")
    values = np.zeros((1, 0))
    cheat = GameEvaluation(
        "connect_four", "random", values, ("cheat",), None, 1, True, Limit(), None
    )
    with pytest.raises(GaloError, match="opponent 'cheat': illegal move 'castles'"):
        play_evaluations([cheat], 1, here())
    turned = cheat._replace(agent="cheat", opponents=("random",))
    assert play_evaluations([turned], 2, here())[0].tolist() == [[[2, 0, 0, 0, 0]]]


TIMID = """
from galo.games.options import Option
from galo.players.parameters import Parameter
from galo.players.registry import Agent
from support.faulty_agents import Cheat, Random


def timid(nerve):
    return Random() if nerve else Cheat()


NERVE = (Option("nerve", 1.0, (), 0, 1),), (Parameter("nerve", 0.0, 1.0, 1.0),)
AGENTS = {"connect_four": (Agent("timid", "", "", NERVE[0], "", timid, NERVE[1]),)}
"""


def test_one_of_its_own_kind_that_fails_loses_from_either_side(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "timid_agents.py").write_text(TIMID)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("GALO_PLUGINS", "timid_agents")
    values = np.array([[0.0], [1.0]])  # the one that fails is met first
    asked = GameEvaluation("connect_four", "timid", values, (), values, 1, True, Limit(), None)
    (counts,) = play_evaluations([asked], 2, here())
    won, lost, even = [0, 0, 0, 0, 2], [2, 0, 0, 0, 0], [0, 0, 2, 0, 0]
    assert counts.tolist() == [[even, won], [lost, even]]


def test_agents_of_this_process_alone_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    galo.register("dominoes2", "mine", lambda: galo.player("dominoes2", "first"))
    with pytest.raises(ConfigError, match="'mine' is registered in this process alone"):
        played(evaluation(opponents=("mine",)))


def test_an_opponent_that_nobody_knows_is_refused_before_a_game() -> None:
    with pytest.raises(UnknownNameError, match="unknown agent of dominoes2 'nobody'"):
        played(evaluation(opponents=("nobody",)))
