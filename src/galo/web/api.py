"""The JSON routes of the site, and the way to the sockets."""

import asyncio
import io
import re
from typing import Annotated

import segno
from fastapi import APIRouter, Depends, FastAPI, Header, Query, Request, WebSocket
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from galo import __version__
from galo.arena.records import GameRecord, numbered_moves
from galo.games.registry import game_names
from galo.puzzles.library import shipped_games
from galo.web import puzzles, results
from galo.web.errors import SiteError
from galo.web.game_list import game_info
from galo.web.lab.routes import ROUTES as LAB_ROUTES
from galo.web.ladder_list import LadderList, ladder_list
from galo.web.lan_access import LanAccess, is_local
from galo.web.lessons import LessonList, lessons_of
from galo.web.messages import encode
from galo.web.own_tables import OwnTableList
from galo.web.person_responses import ResultList
from galo.web.puzzles import PuzzleAnswer, PuzzleDay, PuzzleList, PuzzleTask
from galo.web.requests import (
    LanRequest,
    OwnTablesRequest,
    PuzzleRequest,
    SitRequest,
    TableRequest,
)
from galo.web.responses import (
    ErrorAnswer,
    GameList,
    Health,
    LanState,
    RecordAnswer,
    Replay,
    SeatTicket,
    TableList,
    TableSummary,
)
from galo.web.settings import SiteSettings
from galo.web.table import Phase, Table
from galo.web.table_registry import TableRegistry, summary
from galo.web.table_setup import hash_secret
from galo.web.view import frames_of, view_of

PAGE_PATH = re.compile(r"/[tr]/[0-9a-f]{10}(#invite=[\w-]{8,64})?")
QR_SCALE, QR_BORDER = 8, 3
BEARER = "Bearer "


def _registry(request: Request) -> TableRegistry:
    registry: TableRegistry = request.app.state.registry
    return registry


Registry = Annotated[TableRegistry, Depends(_registry)]
PROOF = Header(alias="Authorization", description="Bearer TOKEN")
Proof = Annotated[str, PROOF]
OptionalProof = Annotated[str | None, PROOF]
ROUTES = APIRouter(
    responses={"4XX": {"model": ErrorAnswer}, 422: {"model": ErrorAnswer}},
)


async def first_answers(request: Request, path: str) -> dict[str, object]:
    """Return the answers to what the page at *path* would ask first, by their paths."""
    registry = _registry(request)
    answers: dict[str, object] = {
        "/health": await health(request, registry),
        "/api/games": await games(),
    }
    if path == "/":
        answers["/api/tables"] = await tables(registry)
    return answers


def open_record(table: Table) -> GameRecord:
    """Return the record of the game at *table*; refuse it while something in it is secret."""
    if table.match is None:
        raise SiteError("not_now")
    if table.game.has_chance and table.phase is not Phase.OVER:
        raise SiteError("secret")
    return table.record()


def add_api(app: FastAPI) -> None:
    """Serve the JSON routes and the sockets."""
    app.include_router(ROUTES)
    app.include_router(LAB_ROUTES)


def address_of(request: Request) -> str:
    """Return the address of the visitor that sent *request*."""
    return request.client.host if request.client else ""


def take_table(request: Request) -> None:
    """Count one more table for the visitor that sent *request*; refuse one too many."""
    if not request.app.state.quota.take(address_of(request)):
        raise SiteError("too_many_tables")


# Tables


@ROUTES.post("/api/tables", status_code=201, summary="Set up a table")
async def create(
    table: TableRequest,
    request: Request,
    registry: Registry,
    authorization: OptionalProof = None,
) -> SeatTicket:
    take_table(request)
    return await registry.create(table, await person_of(registry, authorization))


@ROUTES.get("/api/tables", summary="The tables that anybody may join or watch")
async def tables(registry: Registry) -> TableList:
    return TableList(registry.listed())


@ROUTES.get("/api/tables/{table}", summary="One table, as the list shows it")
async def table_summary(table: str, registry: Registry) -> TableSummary:
    return summary(await registry.actor(table))


@ROUTES.post("/api/tables/{table}/seats", status_code=201, summary="Take a seat")
async def sit(
    table: str, seat: SitRequest, registry: Registry, authorization: OptionalProof = None
) -> SeatTicket:
    return await registry.sit(table, seat, await person_of(registry, authorization))


async def person_of(registry: TableRegistry, authorization: str | None) -> str | None:
    """Return the person whose token *authorization* carries, None without one."""
    return None if authorization is None else await registry.person_of(proof_hash(authorization))


@ROUTES.post("/api/mine", summary="The tables at which the tokens of a browser have a seat")
async def own_tables(asked: OwnTablesRequest, registry: Registry) -> OwnTableList:
    return OwnTableList(await registry.own_tables(asked.seats))


@ROUTES.get(
    "/api/tables/{table}/record",
    summary="The game as `galo replay` reads it",
    response_model=RecordAnswer,
)
async def record(table: str, registry: Registry) -> Response:
    found = open_record((await registry.actor(table)).table)
    return Response(found.to_line() + "\n", media_type="application/json")


@ROUTES.get(
    "/api/tables/{table}/moves.txt",
    summary="The moves as published games are written: a numbered line for each turn of all seats",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
async def moves(table: str, registry: Registry) -> Response:
    found = open_record((await registry.actor(table)).table)
    return Response("".join(f"{line}\n" for line in numbered_moves(found)), media_type="text/plain")


@ROUTES.get(
    "/api/tables/{table}/replay",
    summary="Every moment of the game; with a seat's token, as that seat saw it",
    response_model=Replay,
)
async def replay(
    table: str,
    registry: Registry,
    authorization: OptionalProof = None,
) -> Response:
    found = (await registry.actor(table)).table
    seat = _seat_of(found, authorization)
    content = encode(Replay(view_of(found, seat), frames_of(found, seat)))
    return Response(content, media_type="application/json")


def _seat_of(table: Table, authorization: str | None) -> int | None:
    """Return the seat whose token *authorization* carries, None without one."""
    if authorization is None:
        return None
    token = proof_hash(authorization)
    seat = table.seat_of(token)
    if seat is None and token != table.host:
        raise SiteError("bad_token")
    return seat


def proof_hash(authorization: str) -> str:
    """Return the hash of the token that *authorization* carries."""
    return hash_secret(authorization.removeprefix(BEARER))


@ROUTES.websocket("/api/tables/{table}/socket")
async def socket(websocket: WebSocket, table: str) -> None:
    await websocket.app.state.sockets.serve(websocket, table)


# The site


@ROUTES.get("/health", summary="Whether the site is well")
async def health(request: Request, registry: Registry) -> Health:
    return Health(
        status="ok",
        version=__version__,
        files=(await asyncio.to_thread(request.app.state.assets.known)).digest,
        agents=registry.agent_pool.state,
        tables=len(registry.actors),
        sockets=registry.connections,
        address=better_address(request),
    )


@ROUTES.get("/api/lan", summary="Whether other devices of the network may come")
async def lan_state(request: Request) -> LanState:
    lan: LanAccess = request.app.state.lan
    address = better_address(request)
    return LanState(lan.is_host(request), address is not None, address)


@ROUTES.put("/api/lan", summary="Let other devices come, or no longer; from this machine alone")
async def switch_lan(wanted: LanRequest, request: Request) -> LanState:
    lan: LanAccess = request.app.state.lan
    if not lan.is_host(request) or "origin" not in request.headers:  # only pages of this site
        raise SiteError("not_this_machine")
    await lan.switch(wanted.open)
    return await lan_state(request)


@ROUTES.get("/api/games", summary="The games with their options, agents and levels")
async def games() -> GameList:
    return GameList([game_info(name) for name in game_names()])


@ROUTES.get("/api/ladder", summary="The agents as they were measured, and who beat whom")
async def ladder() -> LadderList:
    return ladder_list()


@ROUTES.get("/api/lessons/{game}", summary="The lessons of a game, and how it begins")
async def lessons(game: str) -> LessonList:
    if game not in game_names():
        raise HTTPException(404)
    return await asyncio.to_thread(lessons_of, game)


@ROUTES.get("/api/puzzles", summary="The puzzle of each game that everybody gets today")
async def puzzle_day() -> PuzzleDay:
    return await asyncio.to_thread(puzzles.puzzles_of_the_day, puzzles.today())


@ROUTES.get("/api/puzzles/{game}", summary="All puzzles of a game, easiest first")
async def puzzle_list(game: str) -> PuzzleList:
    if game not in shipped_games():
        raise SiteError("no_puzzle", game[:40])
    return await asyncio.to_thread(puzzles.puzzle_list, game, puzzles.today())


@ROUTES.get("/api/puzzles/{game}/{puzzle}", summary="A puzzle, as the seat to move sees it")
async def puzzle_task(game: str, puzzle: str) -> PuzzleTask:
    return await asyncio.to_thread(puzzles.puzzle_task, game, puzzle)


@ROUTES.post("/api/puzzles/{game}/{puzzle}", summary="Whether a move is the best, and why")
async def puzzle_answer(
    game: str,
    puzzle: str,
    tried: PuzzleRequest,
    registry: Registry,
    authorization: OptionalProof = None,
) -> PuzzleAnswer:
    person = await person_of(registry, authorization)
    answer = await asyncio.to_thread(puzzles.puzzle_answer, game, puzzle, tried.move)
    return answer if person is None else await puzzles.rated(answer, registry.ratings, person)


@ROUTES.get("/api/results", summary="The results of people against agents")
async def result_list(registry: Registry) -> ResultList:
    return results.result_list(await asyncio.to_thread(registry.store.finished_games))


@ROUTES.get(
    "/api/results.csv",
    summary="The results by experience, as a table",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}},
)
async def result_table(registry: Registry) -> Response:
    found = results.result_list(await asyncio.to_thread(registry.store.finished_games))
    return Response(results.to_csv(found.by_experience), media_type="text/csv")


@ROUTES.get(
    "/api/qr.svg",
    summary="A page of this site as a QR code",
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {}}}},
)
async def qr(request: Request, path: Annotated[str, Query(max_length=120)]) -> Response:
    if not PAGE_PATH.fullmatch(path):
        raise SiteError("bad_path", path)
    address = better_address(request) or str(request.base_url).rstrip("/")
    code = segno.make(address + path)
    picture = io.BytesIO()
    code.save(picture, kind="svg", scale=QR_SCALE, border=QR_BORDER, light="#fff")
    return Response(picture.getvalue(), media_type="image/svg+xml")


def better_address(request: Request) -> str | None:
    """Return the address of this site for links to others, None if that of *request* will do."""
    settings: SiteSettings = request.app.state.settings
    lan: LanAccess = request.app.state.lan
    return settings.public_url or ((settings.lan_url or lan.url) if is_local(request) else None)
