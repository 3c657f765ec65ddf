"""The JSON routes of the site as a whole: its games, its results, its address."""

import asyncio
import io
import re
from typing import Annotated

import segno
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from galo import __version__
from galo.games.registry import game_names
from galo.web import results
from galo.web.dependencies import Registry, better_address, registry_of
from galo.web.errors import SiteError
from galo.web.game_list import game_info
from galo.web.ladder_list import LadderList, ladder_list
from galo.web.lan_access import LanAccess
from galo.web.lessons import LessonList, lessons_of
from galo.web.person_responses import ResultList
from galo.web.requests import LanRequest
from galo.web.responses import GameList, Health, LanState
from galo.web.table_api import tables

PAGE_PATH = re.compile(r"/[tr]/[0-9a-f]{10}(#invite=[\w-]{8,64})?")
QR_SCALE, QR_BORDER = 8, 3

ROUTES = APIRouter()


async def first_answers(request: Request, path: str) -> dict[str, object]:
    """Return the answers to what the page at *path* would ask first, by their paths."""
    registry = registry_of(request)
    answers: dict[str, object] = {
        "/health": await health(request, registry),
        "/api/games": await games(),
    }
    if path == "/":
        answers["/api/tables"] = await tables(registry)
    return answers


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
