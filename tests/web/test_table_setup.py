"""Setting a table up: secrets that are stored as hashes, deals that nobody can foretell."""

from pathlib import Path

import pytest

import galo
from galo.games.dominoes.tiles import NAMES
from galo.games.registry import make_game
from galo.web.errors import SiteError
from galo.web.game_list import game_info
from galo.web.requests import TableRequest
from galo.web.table_setup import (
    hash_secret,
    new_identity,
    new_secret,
    parse_agent,
    random_deal,
    table_from,
)
from support.strategies import printed
from support.visitors import table_request


def test_secrets_are_kept_as_hashes_alone() -> None:
    first = table_from(
        TableRequest(**table_request("connect_four", "me", "friend")), "secret-token-12"
    )
    assert "secret-token-12" not in str(first)
    assert first.seats[0].token == first.host == hash_secret("secret-token-12")


def test_secrets_and_identities_do_not_repeat() -> None:
    assert len({new_secret() for _ in range(1000)}) == 1000
    assert len({new_identity() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(("game", "sizes"), [("dominoes4", [7] * 4), ("dominoes2", [7, 7, 14])])
def test_deal_is_all_tiles_and_never_the_same(game: str, sizes: list[int]) -> None:
    deals = [random_deal(make_game(game)) for _ in range(50)]
    for hands in deals:
        assert [len(hand) for hand in hands] == sizes
        assert sorted(name for hand in hands for name in hand) == sorted(NAMES)
    assert len({str(hands) for hands in deals}) == 50


def test_every_tile_comes_to_every_seat() -> None:
    hands = [random_deal(make_game("dominoes4")) for _ in range(400)]
    for seat in range(4):
        counts = [sum(name in deal[seat] for deal in hands) for name in NAMES]
        assert min(counts) > 50  # 100 expected, a deviation of 8.7
        assert max(counts) < 150


def test_option_that_is_a_file_here_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").write_text('{"weights": [0, 0, 0, 0, 0, 0, 0]}')
    for text in ("s1:weights=mine", "s1:weights=./mine", "s1:weights=..", f"s1:weights={tmp_path}"):
        with pytest.raises(SiteError) as refused:
            parse_agent("dominoes4", text)
        assert refused.value.code == "bad_table"
    assert parse_agent("dominoes4", "s1:weights=evolved") == "s1:weights=evolved"
    assert parse_agent("dominoes4", "strong") == "s1"
    assert parse_agent("connect_four", "champion") == "perfect"


@pytest.mark.parametrize(
    ("game", "agent", "option"),
    [
        ("connect_four", "perfect", "memory=1024"),
        ("connect_four", "mcts", "playouts=100001"),  # half a gigabyte for ten million
        ("dominoes4", "champion", "threads=64"),
    ],
)
def test_stranger_cannot_fill_the_machine(game: str, agent: str, option: str) -> None:
    galo.player(game, f"{agent}:{option}")  # which anybody may at home
    with pytest.raises(SiteError) as refused:
        parse_agent(game, f"{agent}:{option}")
    assert refused.value.code == "bad_table"
    assert option.partition("=")[0] in refused.value.detail


def test_no_stranger_names_code_to_be_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own").write_text("open('run', 'w').close()")
    for text in ("strategy:file=own", "strategy", "strategy:file=none"):
        with pytest.raises(SiteError) as refused:
            parse_agent("dominoes4", text)
        assert refused.value.code == "bad_table"
        assert "runs files of the host" in refused.value.detail
    assert not Path("run").exists()
    assert "strategy" not in [agent.name for agent in game_info("dominoes4").agents]
    galo.register("dominoes4", "printed", printed)
    assert parse_agent("dominoes4", "printed") == "printed"


def test_options_of_the_game_are_kept_where_they_differ() -> None:
    seats = ["me", "friend"]
    first = table_from(
        TableRequest(**table_request("dominoes2", *seats, options={"target": 100})), "t" * 20
    )
    assert first.options == {"target": 100}
    first = table_from(
        TableRequest(**table_request("dominoes2", *seats, options={"target": None})), "t" * 20
    )
    assert first.options == {}
