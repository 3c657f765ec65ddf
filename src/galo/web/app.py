"""The site as an ASGI application: what it is put together from, and how it answers errors."""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from galo import __version__
from galo.web.api import add_api
from galo.web.assets import AssetCache
from galo.web.errors import SiteError
from galo.web.lab.laboratory import Laboratory
from galo.web.lan_access import LanAccess
from galo.web.membership import Membership
from galo.web.metrics import REFUSALS
from galo.web.middleware import HEADERS, HourlyQuota, SecurityMiddleware
from galo.web.openapi import DocumentedApp
from galo.web.pages import add_not_found_page, add_pages
from galo.web.proxy import ProxyMiddleware
from galo.web.request_log import RequestLog
from galo.web.server_log import log
from galo.web.settings import SiteSettings
from galo.web.socket import SocketEndpoint
from galo.web.table_registry import TableRegistry

COMPRESS_FROM = 600  # bytes; below it the headers outweigh what is saved
COMPRESSION = 6  # of answers; files are compressed once, as far as it goes
COLLECT_AFTER = (700, 10, 1000)  # thresholds of the three generations of garbage collection


def create_app(settings: SiteSettings | None = None) -> FastAPI:
    """Return the site."""
    settings = settings or SiteSettings()
    app = DocumentedApp(
        title="galo",
        version=__version__,
        summary="Tables for classic games.",
        docs_url=None,  # its page would fetch scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=_lifespan,
    )
    app.state.settings = settings
    app.state.assets = AssetCache()
    app.state.lan = LanAccess(app, settings)
    app.state.laboratory = Laboratory(settings)
    app.state.quota = HourlyQuota(settings.tables_per_hour)
    app.state.people_quota = HourlyQuota(settings.tables_per_hour)
    app.state.code_quota = HourlyQuota(settings.codes_per_hour)
    app.add_middleware(SecurityMiddleware, settings=settings)
    app.add_exception_handler(SiteError, _answer_site_error)
    app.add_exception_handler(RequestValidationError, _answer_invalid_request)
    app.add_exception_handler(HTTPException, _answer_http_error)
    app.add_exception_handler(Exception, _answer_failure)
    add_pages(app, settings)
    add_api(app)
    add_not_found_page(app, settings)
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESS_FROM, compresslevel=COMPRESSION)
    app.add_middleware(ProxyMiddleware, settings=settings)
    app.add_middleware(RequestLog)  # the last is the first to be asked
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    registry = app.state.registry = TableRegistry(app.state.settings)
    sockets = app.state.sockets = SocketEndpoint(registry)
    membership = Membership(registry, sockets) if registry.store.is_shared else None
    tasks = []
    if membership is None:
        await registry.rebuild()
    else:
        await membership.join()
        tasks.append(asyncio.create_task(membership.keep()))
    _collect_rarely()
    tasks += [
        asyncio.create_task(registry.agent_pool.warm_up()),
        asyncio.create_task(registry.sweep()),
    ]
    log("site ready", version=__version__)
    yield
    for task in tasks:
        task.cancel()
    if membership is not None:
        membership.leave()
    registry.close()
    await app.state.laboratory.close()
    await app.state.lan.close()


def _collect_rarely() -> None:
    """Make garbage collection, which halts every table, rare and short."""
    gc.freeze()  # all that exists now stays
    gc.set_threshold(*COLLECT_AFTER)


def _error(
    error: SiteError, status: int | None = None, headers: dict[str, str] | None = None
) -> JSONResponse:
    REFUSALS.labels(error.code).inc()
    return JSONResponse({"error": error.to_json()}, status or error.status, headers)


async def _answer_site_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, SiteError)
    return _error(error)


async def _answer_invalid_request(_: Request, problem: Exception) -> JSONResponse:
    assert isinstance(problem, RequestValidationError)
    first = problem.errors()[0]
    where = ".".join(map(str, first["loc"][1:]))
    code = "bad_name" if where == "name" else "bad_message"
    return _error(SiteError(code, f"{where}: {first['msg']}".lstrip(": ")), 422)


async def _answer_http_error(_: Request, problem: Exception) -> JSONResponse:
    """Answer an error of the framework: an unknown page, a body that is not JSON."""
    assert isinstance(problem, HTTPException)
    error = SiteError("bad_message" if problem.status_code == 400 else "bad_path")
    headers = None if problem.headers is None else dict(problem.headers)
    return _error(error, problem.status_code, headers)


async def _answer_failure(_: Request, __: Exception) -> JSONResponse:
    """Answer an unexpected exception; this answer alone does not pass the middleware."""
    return _error(SiteError("trouble"), headers=HEADERS)
