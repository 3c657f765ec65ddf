"""The JSON routes of tables, and the way to their sockets."""

from fastapi import APIRouter, Request, WebSocket
from fastapi.responses import Response

from galo.arena.records import GameRecord, numbered_moves
from galo.web.dependencies import OptionalProof, Registry, person_of, proof_hash, take_table
from galo.web.errors import SiteError
from galo.web.messages import encode
from galo.web.own_tables import OwnTableList
from galo.web.requests import OwnTablesRequest, SitRequest, TableRequest
from galo.web.responses import RecordAnswer, Replay, SeatTicket, TableList, TableSummary
from galo.web.table import Phase, Table
from galo.web.view import frames_of, view_of

ROUTES = APIRouter()


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
    return TableList(await registry.listed())


@ROUTES.get("/api/tables/{table}", summary="One table, as the list shows it")
async def table_summary(table: str, registry: Registry) -> TableSummary:
    return await registry.summary(table)


@ROUTES.post("/api/tables/{table}/seats", status_code=201, summary="Take a seat")
async def sit(
    table: str, seat: SitRequest, registry: Registry, authorization: OptionalProof = None
) -> SeatTicket:
    return await registry.sit(table, seat, await person_of(registry, authorization))


@ROUTES.post("/api/mine", summary="The tables at which the tokens of a browser have a seat")
async def own_tables(asked: OwnTablesRequest, registry: Registry) -> OwnTableList:
    return OwnTableList(await registry.own_tables(asked.seats))


@ROUTES.get(
    "/api/tables/{table}/record",
    summary="The game as `galo replay` reads it",
    response_model=RecordAnswer,
)
async def record(table: str, registry: Registry) -> Response:
    found = open_record(await registry.table(table))
    return Response(found.to_line() + "\n", media_type="application/json")


@ROUTES.get(
    "/api/tables/{table}/moves.txt",
    summary="The moves as published games are written: a numbered line for each turn of all seats",
    response_class=Response,
    responses={200: {"content": {"text/plain": {}}}},
)
async def moves(table: str, registry: Registry) -> Response:
    found = open_record(await registry.table(table))
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
    found = await registry.table(table)
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


def open_record(table: Table) -> GameRecord:
    """Return the record of the game at *table*; refuse it while something in it is secret."""
    if table.match is None:
        raise SiteError("not_now")
    if table.game.has_chance and table.phase is not Phase.OVER:
        raise SiteError("secret")
    return table.record()


@ROUTES.websocket("/api/tables/{table}/socket")
async def socket(websocket: WebSocket, table: str) -> None:
    await websocket.app.state.sockets.serve(websocket, table)
