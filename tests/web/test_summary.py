"""The summary of a finished game: counted by hand, and against the score of whole matches."""

import random

import pytest

from galo.games.dominoes.tiles import NAMES
from galo.web.events import Dealt, Event, Resigned, Undone
from galo.web.requests import TableRequest
from galo.web.summary import BestMove, summary_of
from galo.web.table import Phase, Table
from galo.web.table_setup import table_from
from support.tables import TOKEN, change, full_table, go_on, new_table, play, seen, until_choice
from support.visitors import table_request

FIRSTS = (
    ("6-6", "3-2"),
    ("6-3",),
    ("0-0", "1-0", "1-1", "2-0", "2-1", "2-2", "4-0"),  # neither a six nor a three: it must pass
    ("6-4",),
)


def dealt_by_hand() -> Table:
    """Return a table of agents, who hold FIRSTS and any other tiles."""
    rest = iter(sorted(set(NAMES) - {tile for first in FIRSTS for tile in first}))
    hands = tuple((*first, *(next(rest) for _ in range(7 - len(first)))) for first in FIRSTS)
    created = table_from(TableRequest(**table_request("dominoes4", *["random"] * 4)), TOKEN)
    return Table("0123456789", [Event(1, created), Event(2, Dealt(hands))])


def test_points_of_a_few_moves_counted_by_hand() -> None:
    table = dealt_by_hand()
    play(table, "6-6", "6-3@e")  # 6 + 6 + 3 = 15 for the second pair
    assert table.match is not None
    assert [str(move) for move in table.match.position.legal_moves] == ["pass"]
    until_choice(table)
    play(table, "6-4@w", "3-2@e")  # 3 + 4 = 7 pays the pass only; 2 + 4 = 6 nothing
    assert summary_of(table) is None
    change(table, Resigned(0))
    found = summary_of(table)
    assert found is not None
    assert found.moves == [3, 2]
    assert found.rounds == [[0, 35]]
    assert found.points == [{}, {"table": 15, "pass": 20}]
    assert found.best == BestMove(seat=1, round=1, move="6-3@e", points=35)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("dominoes4", 4, {}), ("dominoes4", 4, {"galo": "added"}), ("dominoes2", 2, {"target": 100})],
)
@pytest.mark.parametrize("seed", range(3))
def test_points_of_a_match_add_up_to_its_score(
    game: str, seats: int, options: dict[str, int | str], seed: int
) -> None:
    rng, table = random.Random(seed), full_table(game, seats, options=options)
    while table.phase is not Phase.OVER:
        go_on(table, rng)
    view = seen(table, 0)
    found, scores = view["summary"], view["board"]["scores"]
    assert [sum(kinds.values()) for kinds in found["points"]] == scores
    assert [sum(side) for side in zip(*found["rounds"], strict=True)] == scores
    assert len(found["rounds"]) == view["board"]["round"]
    assert found["best"]["points"] >= max(
        point.points for event in table.public_events for point in getattr(event, "points", ())
    )


def test_game_without_points_counts_the_moves_that_stand() -> None:
    table = new_table("connect_four", "me", "random")
    play(table, "4", "1")
    change(table, Undone(0))
    play(table, "4", "1", "4", "1", "4", "1")
    assert seen(table, 0)["summary"] is None
    play(table, "4")
    assert seen(table, None)["summary"] == {
        "moves": [4, 3], "rounds": [], "points": [], "best": None,
    }  # fmt: skip
