"""The analysis of a position: exact, only where a hint is allowed, and never out of date."""

import asyncio
import json

import pytest

import galo
from galo.games.game import Position
from galo.games.registry import make_game
from galo.players.connect_four.analysis import analyse
from galo.players.player import Limit
from galo.web.agent_pool import AgentPool
from galo.web.agent_process import AnalysisRequest, analysis_of
from galo.web.requests import parse_command
from galo.web.table_registry import TableRegistry
from support.commands import PATIENCE
from support.guests import Guest, decision_request, sit_down, with_registry
from support.lines_of_action import plies_to_loss, plies_to_win
from support.visitors import Json, Site, catch_up, visiting

FIRST_MOVES = [-2, -1, 0, 1, 0, -1, -2]  # the published scores of the seven first moves
FIRST_MOVES_TO_END = [20, 21, None, 21, None, 21, 20]
ENDLESS = Limit(seconds=3600)


def analysis_request(game: str, limit: Limit) -> AnalysisRequest:
    """Return the request for an analysis of the first position of *game*."""
    return AnalysisRequest(make_game(game).start().observe(), limit)


def analysed(position: Position, limit: Limit) -> Json:
    """Return the analysis of *position* as an agent process gives it."""
    return analysis_of(AnalysisRequest(position.observe(), limit), lambda: False)


def test_columns_come_with_their_exact_scores(site: Site) -> None:
    tickets = site.seated("connect_four", 2, help=True)
    with visiting(site, *tickets) as (ana, rui):
        found = ana.ask("analyse")
        assert [(one["low"], one["high"]) for one in found["columns"]] == [
            (score, score) for score in FIRST_MOVES
        ]
        assert [one["moves"] for one in found["columns"]] == FIRST_MOVES_TO_END
        assert found["best_moves"] == ["4"]
        assert found["reasons"] == [{"name": "wins_in", "numbers": {"moves": 21}}]
        for mover in (ana, rui) * 3:
            catch_up(ana, rui)
            mover.play("1")
        catch_up(ana, rui)
        found = ana.ask("analyse")
        *_, exact = analyse(galo.game("connect_four").from_text("111111"), Limit(seconds=PATIENCE))
        assert found["columns"][0] is None
        assert [one and one["low"] for one in found["columns"]] == [
            bounds and bounds.lower for bounds in exact.columns
        ]
        assert found["number"] == ana.number


def test_bounds_come_where_time_runs_out() -> None:
    position = galo.game("connect_four").from_text("5236173566")
    found = analysed(position, Limit(nodes=3000))
    *_, exact = analyse(position, Limit(seconds=60))
    assert any(one["low"] < one["high"] for one in found["columns"])
    assert found["exact"] is False
    for best in found["best_moves"]:
        highest = max(one["high"] for k, one in enumerate(found["columns"], 1) if str(k) != best)
        assert found["columns"][int(best) - 1]["low"] >= highest
    for one, bounds in zip(found["columns"], exact.columns, strict=True):
        assert bounds is not None
        assert one["low"] <= bounds.lower <= one["high"]
        assert (one["moves"] is None) == (one["low"] <= 0 <= one["high"])


@pytest.mark.parametrize(
    "moves", ["16426464222112", "67417324337126", "524142671652256", "7531412243371"]
)
def test_game_ends_after_as_many_moves_of_the_winner_as_announced(moves: str) -> None:
    position: Position = galo.game("connect_four").from_text(moves)
    scores = []  # the score, the mover and how many moves the winner needs, until the end
    while not position.is_over:
        found = analysed(position, Limit(seconds=60))
        [best, *_] = found["best_moves"]
        worth = found["columns"][int(best) - 1]
        scores.append((worth["low"], position.mover, worth["moves"]))
        position = position.play(position.parse_move(best))
    assert position.outcome is not None
    winner = position.outcome.winner
    for place, (score, mover, to_end) in enumerate(scores):
        by_winner = [one for _, one, _ in scores[place:]].count(winner)
        assert to_end == (None if winner is None else by_winner)
        assert (score > 0) == (mover == winner)
        assert (score == 0) == (winner is None)


def test_lines_begin_with_moves_that_are_offered_and_can_be_played(site: Site) -> None:
    [ticket] = site.seated("lines_of_action", 1, "random")
    with site.visit(ticket) as person:
        found = person.ask("analyse")
        offered = [move["move"] for move in person.view["moves"]]
    lines = found["lines"]
    assert len({one["line"][0] for one in lines} & set(offered)) == len(lines) == 3
    for one in lines:
        position = galo.game("lines_of_action").start()
        for move in one["line"]:
            position = position.play(position.parse_move(move))
        assert 0 < one["value"] < 1
        assert one["moves"] is None
    assert [reason["name"] for reason in found["reasons"]] == ["chance"]


@pytest.mark.parametrize(
    ("text", "value", "moves"),
    [
        ("8/2w5/8/4w1b1/3b2w1/2b5/1b6/8 b 0", 1.0, 1),
        ("8/2b1w3/1b6/1w3b2/1b6/5w2/8/8 b 0", 1.0, 2),
        ("8/8/5b2/4w1b1/3w2b1/1wb5/8/8 b 0", 0.0, 1),
    ],
)
def test_forced_end_is_counted_in_moves_of_the_winner(text: str, value: float, moves: int) -> None:
    position = galo.game("lines_of_action").from_text(text)
    [best, *_] = analysed(position, Limit(depth=4))["lines"]
    assert (best["value"], best["moves"]) == (value, moves)
    plies = plies_to_win(position, 3) if value else plies_to_loss(position, 2)
    assert plies is not None
    assert moves == (plies + 1) // 2


@pytest.mark.parametrize("game", ["dominoes4", "dominoes2"])
def test_tiles_are_not_analysed(site: Site, game: str) -> None:
    tickets = site.seated(game, 4 if game == "dominoes4" else 2, help=True)
    with visiting(site, *tickets) as people, site.watch(tickets[0].table) as watcher:
        view = people[0].until_view(lambda v: v["mover"] is not None and not v["forced"])
        mover = people[view["mover"]]
        catch_up(*people, watcher)
        for visitor in (mover, watcher):
            assert visitor.code("analyse") == "no_analysis"
        assert "hint" in mover.view["controls"]
        assert "analyse" not in mover.view["controls"]


def test_analysis_is_refused_wherever_a_hint_is(site: Site) -> None:
    tickets = site.seated("connect_four", 2, help=True)
    with visiting(site, *tickets) as (ana, rui), site.watch(tickets[0].table) as watcher:
        for visitor, code in ((rui, "not_your_turn"), (watcher, "not_seated")):
            assert visitor.code("analyse") == visitor.code("hint") == code
            assert "analyse" not in visitor.view["controls"]
        for mover, column in zip((ana, rui) * 4, "1212121", strict=False):
            catch_up(ana, rui)
            assert {"hint", "analyse"} <= set(mover.view["controls"])
            mover.play(column)
        catch_up(ana, rui)
        for visitor in (ana, rui):
            assert visitor.code("analyse") == visitor.code("hint") == "not_your_turn"


def begin_analysis(guest: Guest, identity: str) -> None:
    """Let *guest* ask for an analysis and not wait for it."""
    command = {"type": "analyse", "id": identity, "expect": guest.number}
    guest.actor.command(guest.connection, parse_command(json.dumps(command)))


def test_analysis_of_a_position_that_is_gone_is_refused_and_ends_at_once() -> None:
    async def act(registry: TableRegistry) -> None:
        _, [ana] = await sit_down(registry, "lines_of_action", "me", "random")
        begin_analysis(ana, "first")
        begin_analysis(ana, "second")
        await ana.ask("play", move="b1-b3")
        for identity in ("first", "second"):
            [refused] = [message for message in ana.heard if message.get("id") == identity]
            assert refused["code"] == "stale"
        await ana.until_event("moved", seat=1)  # by the only worker
        assert not [message for message in ana.heard if message["type"] == "analysis"]

    with_registry(act, warm=True, analysis_seconds=3600.0)


def test_analysis_ends_when_its_client_is_gone() -> None:
    async def act(registry: TableRegistry) -> None:
        actor, [ana] = await sit_down(registry, "lines_of_action", "me", "random")
        begin_analysis(ana, "late")
        actor.quit(ana.connection)
        _, [rui] = await sit_down(registry, "connect_four", "me", "random")
        await rui.ask("play", move="4")
        await rui.until_event("moved", seat=1)

    with_registry(act, warm=True, analysis_seconds=3600.0)


def test_agents_move_while_many_analyse_and_an_end_spoils_no_later_answer() -> None:
    async def run() -> None:
        pool = AgentPool(2)

        def endless() -> asyncio.Future[Json]:
            return asyncio.ensure_future(pool.analyse(analysis_request("lines_of_action", ENDLESS)))

        try:
            await pool.start()
            async with asyncio.timeout(PATIENCE):
                for _ in range(2):  # cancelled before its process gets it
                    late = endless()
                    await asyncio.sleep(0)
                    late.cancel()
                    await asyncio.sleep(0)
                studies = [endless() for _ in range(3)]
                await asyncio.sleep(0.1)
                await pool.decide(decision_request("random"))
                for one in studies:
                    one.cancel()
                games = ("connect_four", "lines_of_action") * 3
                decisions = [pool.decide(decision_request("random", game)) for game in games]
                analysis = pool.analyse(analysis_request("connect_four", Limit(seconds=PATIENCE)))
                _, found = await asyncio.gather(asyncio.gather(*decisions), analysis)
                assert [one["low"] for one in found["columns"]] == FIRST_MOVES
        finally:
            pool.close()

    asyncio.run(run())
