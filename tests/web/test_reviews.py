"""Reviews on the site: made once and kept, refused before the end, ended when nobody waits."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from pydantic import TypeAdapter

import galo
from galo.arena.records import parse_record
from galo.players.player import Limit
from galo.web import commands
from galo.web.agent_pool import AgentPool
from galo.web.agent_process import Progress, ReviewRequest
from galo.web.errors import SiteError
from galo.web.events import Event, Resigned, parse_event
from galo.web.rated_results import game_at
from galo.web.requests import ContinueRequest
from galo.web.review_responses import ReviewAnswer
from galo.web.reviews import AT_ONCE, ReviewJob
from galo.web.seats import SeatKind
from galo.web.settings import SiteSettings
from galo.web.store import Store
from galo.web.table import Phase, Table
from galo.web.table_registry import TableRegistry
from galo.web.table_setup import continuation_of
from support.guests import decision_request
from support.tables import change, new_table, play, seen
from support.visitors import Json, Site, Ticket, visiting

HERE, THERE = "192.0.2.1", "192.0.2.2"
WON = ("4", "1", "4", "1", "4", "1", "4")


def won_game(identity: str) -> Table:
    """Return a table of Connect Four at which the first seat has won."""
    table = new_table("connect_four", "me", "random")
    play(table, *WON)
    return Table(identity, table.events)


@asynccontextmanager
async def registry_of(
    file: Path, limit: Limit | None = None, per_hour: int = 60
) -> AsyncIterator[TableRegistry]:
    """Return the tables of a site whose database is *file*."""
    settings = SiteSettings(
        database=f"sqlite:///{file}",
        thinkers=1,
        review_limit=limit or Limit(),
        reviews_per_hour=per_hour,
    )
    registry = TableRegistry(settings)
    try:
        yield registry
    finally:
        registry.close()


async def last_state(registry: TableRegistry, job: ReviewJob) -> str:
    """Return how *job* ends."""
    return [progress.state async for progress in registry.reviews.follow(job)][-1]


def test_review_is_made_once_and_read_for_ever(tmp_path: Path) -> None:
    table, file = won_game("0123456789"), tmp_path / "tables.db"

    async def first() -> str:
        async with registry_of(file) as registry:
            assert await registry.reviews.kept(table) is None
            job = registry.reviews.ask(table, HERE)
            assert registry.reviews.ask(table, THERE) is job  # one for everybody
            assert await last_state(registry, job) == "done"
            kept = await registry.reviews.kept(table)
            assert kept is not None
            return kept

    async def later() -> str | None:
        async with registry_of(file) as registry:
            return await registry.reviews.kept(table)

    made = asyncio.run(first())
    assert asyncio.run(later()) == made
    expected = galo.review(parse_record(table.record().to_line())).to_json()
    assert json.loads(made) == json.loads(json.dumps(expected))
    TypeAdapter(ReviewAnswer).validate_json(made)


def test_other_end_of_the_same_table_is_not_what_was_reviewed(tmp_path: Path) -> None:
    async def run() -> None:
        async with registry_of(tmp_path / "tables.db") as registry:
            await registry.store.set_review("0123456789", 8, "{}")
            table = won_game("0123456789")
            assert await registry.reviews.kept(table) == "{}"
            table.turn += 1  # as after a move that was taken back and made again
            assert await registry.reviews.kept(table) is None

    asyncio.run(run())


def test_one_address_cannot_fill_the_queue_of_all(tmp_path: Path) -> None:
    async def run() -> None:
        async with registry_of(tmp_path / "tables.db") as registry:
            for number in range(AT_ONCE):
                registry.reviews.ask(won_game(f"{number:010}"), HERE)
            with pytest.raises(SiteError, match="too many reviews"):
                registry.reviews.ask(won_game("a" * 10), HERE)
            job = registry.reviews.ask(won_game("b" * 10), THERE)
            first = await anext(registry.reviews.follow(job))
            assert (first.state, first.ahead) == ("waiting", AT_ONCE)

    asyncio.run(run())


def test_reviews_of_an_hour_are_counted_and_kept_ones_are_not(tmp_path: Path) -> None:
    async def run() -> None:
        async with registry_of(tmp_path / "tables.db", per_hour=1) as registry:
            table = won_game("0123456789")
            assert await last_state(registry, registry.reviews.ask(table, HERE)) == "done"
            with pytest.raises(SiteError, match="too many reviews"):
                registry.reviews.ask(won_game("a" * 10), HERE)
            assert await registry.reviews.kept(table)

    asyncio.run(run())


def test_review_goes_on_while_anybody_follows_and_ends_with_the_last(tmp_path: Path) -> None:
    long = long_game("0123456789")

    async def run() -> None:
        async with registry_of(tmp_path / "tables.db", Limit(seconds=0.3)) as registry:
            job = registry.reviews.ask(long, HERE)
            one, other = registry.reviews.follow(job), registry.reviews.follow(job)
            assert (await anext(one)).state == (await anext(other)).state == "waiting"
            while (await anext(one)).state != "working":
                pass
            await other.aclose()
            assert job.task is not None
            assert not job.task.cancelling()
            await one.aclose()
            await asyncio.wait([job.task])
            assert job.task.cancelled()
            assert await registry.reviews.kept(long) is None
            short = registry.reviews.ask(won_game("a" * 10), HERE)  # the process is free again
            assert await last_state(registry, short) == "done"

    asyncio.run(run())


def long_game(identity: str) -> Table:
    """Return a table of Lines of Action with a long game that somebody gave up."""
    table = new_table("lines_of_action", "me", "random")
    for _ in range(60):
        assert table.match is not None
        play(table, table.match.position.legal_moves[0].text)
        if table.phase is not Phase.PLAYING:
            return Table(identity, table.events)
    change(table, Resigned(0))
    return Table(identity, table.events)


def test_agents_move_while_a_game_is_reviewed_even_with_one_process() -> None:
    async def run(pool: AgentPool) -> None:
        await pool.start()
        begun = asyncio.Event()
        request = ReviewRequest(long_game("0123456789").record(), Limit(seconds=0.5))

        def tell(progress: Progress) -> None:
            begun.set()

        reviewing = asyncio.create_task(pool.review(request, tell))
        await begun.wait()
        decision = await pool.decide(decision_request("random"))
        assert decision.move.text in "1234567"
        assert not reviewing.done()
        reviewing.cancel()
        await asyncio.wait([reviewing])

    with_pool(run)


def with_pool(use: Callable[[AgentPool], Awaitable[None]]) -> None:
    """Let *use* speak to a pool of one process."""

    async def run() -> None:
        pool = AgentPool(1)
        try:
            await use(pool)
        finally:
            pool.close()

    asyncio.run(run())


def test_continued_game_is_its_log_and_no_undo_goes_before_it(tmp_path: Path) -> None:
    source = won_game("0123456789")
    changes = continuation_of(source, ContinueRequest(place=3, name="Léo"), "t" * 24)
    events = [Event(number, change) for number, change in enumerate(changes, start=1)]
    table = Table("a" * 10, events)
    assert [seat.kind for seat in table.seats] == [SeatKind.AGENT, SeatKind.PERSON]
    assert table.origin == source.identity
    assert not commands.can_undo(table, 1)
    play(table, "4")
    assert commands.can_undo(table, 1)
    change(table, commands.undo(table, 1))
    assert table.match is not None
    assert [move.text for move in table.match.moves if move] == list(WON[:3])
    assert not commands.can_undo(table, 1)
    again = [parse_event(event.number, event.kind, event.data()) for event in table.events]
    assert seen(Table("a" * 10, again), 1) == seen(table, 1)
    assert game_at(table, 0) is None  # no rating counts it

    async def finished(events: list[Event]) -> int:
        store = Store(f"sqlite:///{tmp_path / 'tables.db'}")
        await store.append("a" * 10, events)
        await store.add_result("a" * 10, source.record().to_line())
        found = len(store.finished_games())
        store.close()
        return found

    assert asyncio.run(finished(events)) == 0  # nor do the results


# Through HTTP


def resigned(site: Site, game: str, *agents: str) -> Ticket:
    """Let a person make a move of *game*, and give up."""
    ticket = site.set_up(game, "me", *agents, pace=0.0)
    with site.visit(ticket) as visitor:
        visitor.until_view(lambda view: view["moves"])
        visitor.play()
        visitor.until_view(lambda view: "resign" in view["controls"])
        while visitor.code("resign") == "stale":
            continue  # the agent has moved: that was heard before the answer
        visitor.until_view(lambda view: view["phase"] == "over")
    return ticket


def review_of(site: Site, table: str) -> Json:
    """Ask for the review of the game at *table*; return it."""
    with site.http.stream("POST", f"/api/tables/{table}/review") as answer:
        assert answer.status_code == 200, answer.read()
        lines = [line.removeprefix("data: ") for line in answer.iter_lines() if line]
    states = [json.loads(line)["state"] for line in lines]
    assert states[-1] == "done"
    review: Json = site.get(f"/api/tables/{table}/review")
    return review


def refused(answer: httpx.Response) -> str:
    """Return the code of an error, which must be all that *answer* tells."""
    error = answer.json()["error"]
    assert answer.json() == {"error": error}
    return f"{answer.status_code} {error['code']}"


def test_game_that_goes_on_is_not_reviewed_nor_branched_nor_continued(site: Site) -> None:
    ticket, _ = site.seated("dominoes4", 2, "first", "first")
    path = f"/api/tables/{ticket.table}"
    with site.visit(ticket) as visitor:
        visitor.until_view(lambda view: view["board"])
        for answer in (
            site.http.get(f"{path}/review"),
            site.http.post(f"{path}/review"),
            site.http.get(f"{path}/branch", params={"place": 0, "move": "6-6"}),
            site.http.post(f"{path}/continue", json={"place": 0}),
        ):
            assert refused(answer) == "409 not_over"
    assert refused(site.http.get(f"{path}/moves.txt")) == "403 secret"


def test_review_of_a_strangers_game_record_and_moves(site: Site) -> None:
    table = resigned(site, "lines_of_action", "random").table
    assert refused(site.http.get(f"/api/tables/{table}/review")) == "404 no_review"
    found = review_of(site, table)
    assert found["result"] == [0.0, 1.0]
    assert [event["kind"] for event in found["events"]][-1] == "end"
    record = site.http.get(f"/api/tables/{table}/record").text
    moves = site.http.get(f"/api/tables/{table}/moves.txt").text
    assert record.endswith("}\n")
    assert moves.startswith(f"1. {parse_record(record).moves[0]}")


def test_branch_is_the_board_after_another_move_and_nothing_else_is_legal(site: Site) -> None:
    table = resigned(site, "connect_four", "random").table
    path = f"/api/tables/{table}/branch"
    frame = site.http.get(path, params={"place": 0, "move": "7"}).json()
    assert frame["event"]["move"] == frame["view"]["board"]["last"] == "7"
    assert frame["view"]["board"]["cells"].count("x") == 1
    assert frame["view"]["mover"] == 1
    assert refused(site.http.get(path, params={"place": 0, "move": "8"})) == "409 illegal_move"
    assert refused(site.http.get(path, params={"place": 9999, "move": "1"})) == "409 not_now"


def test_game_goes_on_at_a_new_table_with_the_tiles_as_dealt(site: Site) -> None:
    source = resigned(site, "dominoes4", "s1", "s1", "s1")
    frames = site.get(f"/api/tables/{source.table}/replay")["frames"]
    place = len(frames) - 2  # before the last move
    before = frames[place]["view"]
    seat = before["mover"]
    asked = {"place": place, "name": "Léo", "pace": 0.0}
    ticket = Ticket(**site.post(f"/api/tables/{source.table}/continue", asked))
    assert ticket.seat == seat
    with visiting(site, ticket) as (visitor,):
        board = visitor.view["board"]
        agents: list[str | None] = ["champion", "s1", "s1", "s1"]
        agents[seat] = None
        assert [each["agent"] for each in visitor.view["seats"]] == agents
        assert board["plays"][: len(before["board"]["plays"])] == before["board"]["plays"]
        assert set(board["hand"]) <= set(before["board"]["revealed"][seat])
        assert board["revealed"] is None
    end = site.http.post(f"/api/tables/{source.table}/continue", json={"place": 9999})
    assert refused(end) == "409 not_now"
