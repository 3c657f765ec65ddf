"""The site as an ASGI application: pages, the JSON part, and the way to the sockets."""

import asyncio
import gc
import io
import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import segno
from fastapi import Depends, FastAPI, Query, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from galo import __version__
from galo.games.options import Option
from galo.games.registry import game_names, make_game
from galo.players.registry import Agent, agents_of, levels_of
from galo.texts import LANGUAGES, load
from galo.web import results
from galo.web.errors import Refused
from galo.web.logs import log
from galo.web.messages import SitWish, TableWish
from galo.web.middleware import HEADERS, Guard, Quota
from galo.web.settings import Settings
from galo.web.socket import Visitors
from galo.web.table import OVER
from galo.web.table_registry import Hub, summary
from galo.web.table_setup import FOR_THE_HOUSE
from galo.web.view import frames_of, view_of

STATIC = Path(__file__).parent / "static"
PAGES = ("/", "/t/{table}", "/r/{table}", "/rules/{game}", "/results")
NOT_PAGES = ("api/", "static/", "texts/")
PAGE_PATH = re.compile(r"/[tr]/[0-9a-f]{10}(#invite=[\w-]{8,64})?")
QR_SCALE, QR_BORDER = 8, 3
COLLECT_AFTER = (700, 10, 1000)  # new objects, searches of the young, of the middle-aged
LOCAL = ("localhost", "127.0.0.1", "[::1]", "::1")


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the site."""
    settings = settings or Settings()
    app = FastAPI(
        title="galo",
        version=__version__,
        summary="Tables for four classic games.",
        docs_url=None,  # its page would fetch scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.quota = Quota(settings.tables_per_hour)
    app.add_middleware(Guard, settings=settings)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _not_understood)
    app.add_exception_handler(HTTPException, _not_served)
    app.add_exception_handler(Exception, _broken)
    _add_pages(app)
    _add_tables(app)
    _add_lists(app)
    _add_way_back(app)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    hub = app.state.hub = Hub(app.state.settings)
    app.state.visitors = Visitors(hub)
    await hub.rebuild()
    _calm_collector()
    tasks = [asyncio.create_task(hub.thinkers.warm_up()), asyncio.create_task(hub.sweep())]
    log("site ready", version=__version__)
    yield
    for task in tasks:
        task.cancel()
    hub.close()


def _calm_collector() -> None:
    """Let the search for garbage, which stops every table, be rare and short."""
    gc.freeze()  # what is here now stays
    gc.set_threshold(*COLLECT_AFTER)


async def _refused(_: Request, refusal: Exception) -> JSONResponse:
    assert isinstance(refusal, Refused)
    return JSONResponse({"error": refusal.told()}, refusal.status)


async def _not_understood(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    where = ".".join(map(str, first["loc"][1:]))
    code = "bad_name" if where == "name" else "bad_message"
    refusal = Refused(code, f"{where}: {first['msg']}".lstrip(": "))
    return JSONResponse({"error": refusal.told()}, 422)


async def _not_served(_: Request, problem: Exception) -> JSONResponse:
    """Answer what the framework refuses: a page that is not there, a body that is not JSON."""
    assert isinstance(problem, HTTPException)
    refusal = Refused("bad_message" if problem.status_code == 400 else "bad_path")
    return JSONResponse({"error": refusal.told()}, problem.status_code, problem.headers)


async def _broken(_: Request, __: Exception) -> JSONResponse:
    """Answer when something broke; this answer alone does not pass the guard."""
    refusal = Refused("trouble")
    return JSONResponse({"error": refusal.told()}, refusal.status, HEADERS)


def the_hub(request: Request) -> Hub:
    """Return the room of this application."""
    hub: Hub = request.app.state.hub
    return hub


TheHub = Annotated[Hub, Depends(the_hub)]


# Pages


def _add_pages(app: FastAPI) -> None:
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    for path in PAGES:
        app.get(path, include_in_schema=False)(page)

    @app.get("/texts/{language}.json", include_in_schema=False)
    async def texts(language: str) -> Response:
        if language not in LANGUAGES:
            return JSONResponse({"error": {"code": "no_language"}}, 404)
        return Response(texts_of(language), media_type="application/json")

    @app.middleware("http")
    async def always_fresh(
        request: Request, answer: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        response = await answer(request)
        # Asked for again each time, answered with "not modified": an update is seen at once.
        response.headers.setdefault("Cache-Control", "no-cache")
        return response

    app.mount("/static", StaticFiles(directory=STATIC), name="static")


def _add_way_back(app: FastAPI) -> None:
    """Let a link that leads nowhere show a page that says so."""

    @app.get("/{path:path}", include_in_schema=False)
    async def nowhere(path: str) -> Response:
        if path.startswith(NOT_PAGES):
            return JSONResponse({"error": Refused("bad_path", path[:80]).told()}, 404)
        return FileResponse(STATIC / "index.html", 404, headers={"Cache-Control": "no-cache"})


@cache
def texts_of(language: str) -> str:
    """Return what the site says in *language*: the terminal's texts and its own."""
    own = json.loads((STATIC / f"{language}.json").read_text(encoding="utf-8"))
    return json.dumps({**load(language), **own}, ensure_ascii=False)


# Tables


def _add_tables(app: FastAPI) -> None:
    @app.post("/api/tables", status_code=201, summary="Set up a table")
    async def create(wish: TableWish, request: Request, hub: TheHub) -> dict[str, Any]:
        address = request.client.host if request.client else ""
        if not request.app.state.quota.take(address):
            raise Refused("too_many_tables")
        return await hub.create(wish)

    @app.get("/api/tables", summary="The tables that anybody may join or watch")
    async def tables(hub: TheHub) -> dict[str, Any]:
        return {"tables": hub.listed()}

    @app.get("/api/tables/{table}", summary="One table, as a list would tell it")
    async def table_summary(table: str, hub: TheHub) -> dict[str, Any]:
        return summary(await hub.owner(table))

    @app.post("/api/tables/{table}/seats", status_code=201, summary="Take a seat")
    async def sit(table: str, wish: SitWish, hub: TheHub) -> dict[str, Any]:
        return await hub.sit(table, wish)

    @app.get("/api/tables/{table}/record", summary="The game as `galo replay` reads it")
    async def record(table: str, hub: TheHub) -> dict[str, Any]:
        found = (await hub.owner(table)).table
        if found.match is None:
            raise Refused("not_now")
        if found.game.has_chance and found.phase != OVER:
            raise Refused("secret")
        content: dict[str, Any] = json.loads(found.record().to_line())
        return content

    @app.get("/api/tables/{table}/replay", summary="Every moment of the game as a board")
    async def replay(table: str, hub: TheHub) -> dict[str, Any]:
        found = (await hub.owner(table)).table
        return {"view": view_of(found, None), "frames": frames_of(found)}

    @app.websocket("/api/tables/{table}/socket")
    async def socket(websocket: WebSocket, table: str) -> None:
        await websocket.app.state.visitors.welcome(websocket, table)


# Lists


def _add_lists(app: FastAPI) -> None:
    @app.get("/health", summary="Whether the site is well")
    async def health(hub: TheHub) -> dict[str, Any]:
        return {
            "status": "ok",
            "version": __version__,
            "agents": hub.thinkers.state,
            "tables": len(hub.owners),
            "sockets": hub.sockets,
            "address": hub.settings.public_url,
        }

    @app.get("/api/games", summary="The games with their options, agents and levels")
    async def games() -> dict[str, Any]:
        return {"games": [_game(name) for name in game_names()]}

    @app.get("/api/results", summary="How people fared against agents")
    async def fared(hub: TheHub) -> dict[str, Any]:
        return {"groups": results.grouped(await asyncio.to_thread(hub.store.records))}

    @app.get("/api/results.csv", summary="The same as a table", response_class=PlainTextResponse)
    async def fared_csv(hub: TheHub) -> Response:
        rows = results.grouped(await asyncio.to_thread(hub.store.records))
        return Response(results.as_csv(rows), media_type="text/csv")

    @app.get("/api/qr.svg", summary="A page of this site as a QR code", response_class=Response)
    async def qr(request: Request, path: Annotated[str, Query(max_length=120)]) -> Response:
        if not PAGE_PATH.fullmatch(path):
            raise Refused("bad_path", path)
        code = segno.make(_address(request) + path)
        picture = io.BytesIO()
        code.save(picture, kind="svg", scale=QR_SCALE, border=QR_BORDER, light="#fff")
        return Response(picture.getvalue(), media_type="image/svg+xml")


def _address(request: Request) -> str:
    """Return where another device finds this site."""
    here = str(request.base_url).rstrip("/")
    public: str | None = request.app.state.settings.public_url
    is_local = urlsplit(here).hostname in LOCAL
    return public if public and is_local else here


def _game(name: str) -> dict[str, Any]:
    game = make_game(name)
    return {
        "name": name,
        "seats": game.seats,
        "has_chance": game.has_chance,
        "options": [_option(option) for option in game.options_declared],
        "agents": [_agent(agent) for agent in agents_of(name)],
        "levels": dict(levels_of(name)),
    }


def _agent(agent: Agent) -> dict[str, Any]:
    options = [option for option in agent.options if option.name not in FOR_THE_HOUSE]
    return {"name": agent.name, "line": agent.line, "options": list(map(_option, options))}


def _option(option: Option) -> dict[str, Any]:
    is_number = option.minimum is not None
    return {
        "name": option.name,
        "default": option.default,
        "choices": list(option.choices),
        "minimum": option.minimum,
        "maximum": option.maximum if is_number else None,
        "optional": option.optional,
    }
