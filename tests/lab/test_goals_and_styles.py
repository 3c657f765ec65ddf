"""Goals and styles against counts by hand; fronts, survivors and cells against obvious twins."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from galo.arena.strategy_batch import StyledCounts
from galo.arrays import IntCube, RealMatrix, RealVector
from galo.errors import UnknownNameError
from galo.lab.goals import GOALS, check_goals, goals_of
from galo.lab.pareto import ParetoSearch, front_of, survivors_of
from galo.lab.quality_diversity import (
    BreedingEmitters,
    ClimbingEmitter,
    ClimbingEmitters,
    StyleArchive,
    best_of_cells,
    cells_of,
)
from galo.lab.scores import Scores
from galo.lab.settings import Range
from galo.lab.styles import STYLES, check_styles, styles_of

NONE = StyledCounts(*[0] * len(StyledCounts._fields))
# Ten pairs of matches of one player against each of two opponents, and of another one.
ONE = (
    NONE._replace(
        wins=13, points=2000, points_against=1500, pairs_won=5, pairs_split=3, pairs_lost=2,
        rounds=100, blocks=20, passes=90, own_passes=30, galos=5, early_pips=2700,
        table_points=4000, garagem_points=700,
    ),
    NONE._replace(
        wins=6, points=1000, points_against=1900, pairs_won=1, pairs_split=4, pairs_lost=5,
        rounds=60, blocks=4, passes=70, own_passes=42, galos=3, early_pips=1700,
        table_points=2400, garagem_points=260,
    ),
)  # fmt: skip
OTHER = (
    NONE._replace(wins=20, points=3000, pairs_won=10, rounds=80, blocks=80),
    NONE._replace(points_against=3000, pairs_lost=10, rounds=120),
)
COUNTS: IntCube = np.array([[one, other] for one, other in zip(ONE, OTHER, strict=True)])
AGAINST = ("basic", "s1")
NODES: RealVector = np.array([7.0, 3.0])


@pytest.mark.parametrize(
    ("goal", "one", "other"),
    [
        ("won", 19 / 40, 20 / 40),
        ("points", (3000 - 3400) / 40, 0.0),
        ("safe", 1 - 7 / 20, 1 - 10 / 20),
        ("small", -7.0, -3.0),
        ("basic", 13 / 20, 1.0),
        ("s1", 6 / 20, 0.0),
        ("blocks", 24 / 160, 80 / 200),
    ],
)
def test_goals_are_counted_over_all_opponents(goal: str, one: float, other: float) -> None:
    found = goals_of(COUNTS, ["won", goal], AGAINST, NODES)
    assert found[:, 1].tolist() == pytest.approx([one, other])


def test_goals_of_games_are_counted_from_half_points() -> None:
    pairs: IntCube = np.array([[[1, 2, 3, 0, 4]], [[0, 0, 10, 0, 0]]])  # of 0, ½, 1, 1½, 2 points
    found = goals_of(pairs, ["won", "safe", *AGAINST], AGAINST, NODES[:1])
    first = (2 * 0.5 + 3 * 1 + 4 * 2) / 20
    assert found.tolist() == [pytest.approx([(first + 0.5) / 2, 19 / 20, first, 0.5])]


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("blocks", 24 / 160),
        ("pips", 4400 / 160),
        ("passes", (160 - 72) / 160),
        ("stuck", 72 / 160),
        ("galos", 8 / 160),
        ("table", 6400 / 160),
        ("garagem", 960 / 160),
    ],
)
def test_styles_are_counted_a_round(style: str, expected: float) -> None:
    assert styles_of(COUNTS, [style])[0].tolist() == pytest.approx([expected])


def test_unknown_goals_and_styles_are_refused_and_all_known_ones_have_a_test() -> None:
    check_goals([*GOALS, *STYLES, "s1"], AGAINST)
    check_styles(tuple(STYLES))
    with pytest.raises(UnknownNameError, match="unknown goal 's2'; known: won, points"):
        check_goals(["won", "s2"], AGAINST)
    with pytest.raises(UnknownNameError, match="unknown style 'won'; known: blocks, pips"):
        check_styles(["blocks", "won"])


CELLS = 40  # of a grid, along each style
FEW_VALUES = arrays.arrays(
    np.float64,
    st.tuples(st.integers(1, 9), st.integers(1, 3)),
    elements=st.sampled_from([0.0, 1.0, 2.0]),
)


def beats(one: RealVector, other: RealVector) -> bool:
    """Whether *one* is as good as the *other* in every goal, and better in some."""
    pairs = list(zip(one.tolist(), other.tolist(), strict=True))
    return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)


@given(FEW_VALUES)
def test_front_is_who_nobody_beats(goals: RealMatrix) -> None:
    expected = [n for n, own in enumerate(goals) if not any(beats(other, own) for other in goals)]
    rows = goals.tolist()  # of equal rows, the first
    assert front_of(goals).tolist() == [n for n in expected if rows[n] not in rows[:n]]


def naive_survivors(goals: RealMatrix, count: int) -> set[int]:
    """Return front after front; of the last one those with the most room around them."""
    left, kept = list(range(len(goals))), list[int]()
    while len(kept) < count:
        front = [n for n in left if not any(beats(goals[other], goals[n]) for other in left)]
        if len(front) > count - len(kept):
            room = dict.fromkeys(front, 0.0)
            for goal in range(goals.shape[1]):
                line = [front[place] for place in np.argsort(goals[front, goal])]
                width = goals[line[-1], goal] - goals[line[0], goal]
                room[line[0]] = room[line[-1]] = math.inf
                for before, n, after in zip(line, line[1:], line[2:], strict=False):
                    room[n] += (goals[after, goal] - goals[before, goal]) / width
            front = sorted(front, key=lambda n: -room[n])[: count - len(kept)]
        kept += front
        left = [n for n in left if n not in front]
    return set(kept)


@pytest.mark.parametrize("seed", range(20))
def test_survivors_are_the_first_fronts_and_the_least_crowded(seed: int) -> None:
    rng = np.random.default_rng(seed)
    angles = np.sort(rng.uniform(0.0, math.pi / 2, 14))
    rings = np.repeat([1.0, 0.5], 7)  # two fronts of seven
    goals = np.stack([rings * np.cos(angles), rings * np.sin(angles)], axis=1)
    for count in (1 + 7 + 3, 7, 5):
        kept = survivors_of(goals, count, np.random.default_rng(0))
        assert set(kept.tolist()) == naive_survivors(goals, count)


def test_a_search_measures_survivors_again_and_breeds_from_them() -> None:
    rows = np.arange(12.0).reshape(6, 2)
    search = ParetoSearch(rows, np.random.default_rng(1), lambda parents, rng: parents + 100.0)
    goals = np.array([[0, 9], [1, 8], [0, 0], [2, 2], [1, 1], [9, 0.0]])
    search.tell(Scores(np.zeros(6), goals, goals, 10))
    assert search.members().tolist() == rows.tolist()  # of whom fresh deals tell the front
    asked = search.ask().tolist()
    assert all(row in rows[[0, 1, 3, 5]].tolist() for row in asked[:3])  # measured again
    assert sorted(asked[3:]) == sorted((search.ask()[:3] + 100.0).tolist())  # their children


def test_copies_of_one_do_not_fill_the_front() -> None:
    rows = np.arange(12.0).reshape(6, 2)
    search = ParetoSearch(rows, np.random.default_rng(1), lambda parents, rng: parents + 100.0)
    goals = np.array([[5, 5], [5, 5], [5, 5], [5, 5], [4, 4], [5, 5.0]])
    search.tell(Scores(np.zeros(6), goals, goals, 10))
    asked = search.ask().tolist()
    assert len(asked) == 6
    assert sorted(asked[:2]) == [rows[0].tolist(), rows[4].tolist()]
    assert all(row[0] >= 100.0 for row in asked[2:])


def archive_of(values: RealMatrix, won: RealVector) -> StyleArchive:
    """Return an archive that was told of one generation, rows 0, 1, …, of such styles."""
    rows = np.arange(float(len(values)))[:, None]
    names = ("blocks", "passes")
    emitters = BreedingEmitters(lambda parents, rng: parents + 100.0)
    search = StyleArchive(names, CELLS, rows, emitters, np.random.default_rng(3))
    assert search.ask().tolist() == rows.tolist()
    search.tell(Scores(won, won[:, None], values, 10))
    return search


def test_archive_keeps_the_best_of_each_cell_and_breeds_from_these() -> None:
    low, high = STYLES["blocks"].low, STYLES["blocks"].high
    width = (high - low) / CELLS
    first, second = low + 2.5 * width, low + 3.5 * width
    values = np.array([[first, 1.0], [first + 0.2 * width, 1.0], [second, 1.0], [first, 1.5]])
    search = archive_of(values, np.array([0.4, 0.6, 0.1, 0.2]))
    assert search.members()[:, 0].tolist() == [1.0, 3.0, 2.0]
    assert set(search.ask()[:, 0].tolist()) <= {101.0, 102.0, 103.0}
    cells = cells_of(("blocks", "passes"), values, CELLS)
    assert best_of_cells(np.array([0.4, 0.6, 0.1, 0.2]), cells) == [1, 3, 2]


def test_a_search_whose_rows_win_nothing_goes_on_from_them() -> None:
    rng = np.random.default_rng(5)
    values, names = Range(), ("blocks", "passes")
    search = StyleArchive(names, CELLS, values.draw(rng, 4, 7), ClimbingEmitters(values), rng)
    rows = search.ask()
    nothing = np.zeros(len(rows))
    search.tell(Scores(nothing, nothing[:, None], np.tile([0.1, 1.0], (len(rows), 1)), 10))
    assert len(search.members()) == 1
    emitters = [each for each in search.emitters if isinstance(each, ClimbingEmitter)]
    assert [emitter.strategy.restarts for emitter in emitters] == [1, 1]


@given(
    arrays.arrays(np.float64, (6, 2), elements=st.sampled_from([-9, -1, 0, 1, 2, 38, 39, 40, 60])),
    arrays.arrays(np.float64, 6, elements=st.floats(0.0, 1.0), unique=True),
)
def test_cells_are_those_of_the_archive(places: RealMatrix, won: RealVector) -> None:
    names = ("blocks", "passes")
    low, high = np.array([(STYLES[name].low, STYLES[name].high) for name in names]).T
    values = low + (places + 0.5) * (high - low) / CELLS  # in the middle of cells, and beyond
    search: Any = archive_of(values, won)
    cells = cells_of(names, values, CELLS)
    assert best_of_cells(won, cells) == search.members()[:, 0].astype(int).tolist()
    assert cells.tolist() == search.archive.index_of(values).tolist()
