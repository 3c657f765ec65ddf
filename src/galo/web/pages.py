"""The pages of the site, and the files that they load."""

import asyncio
import hashlib
import html
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from galo.games.registry import game_names, make_game
from galo.web.assets import DIGEST_LENGTH, VERSIONED, Asset, AssetCache, Assets
from galo.web.dependencies import better_address
from galo.web.errors import SiteError
from galo.web.game_features import PLUGINS
from galo.web.link_preview import preview_language, preview_tags
from galo.web.messages import encode
from galo.web.settings import SiteSettings
from galo.web.site_api import first_answers
from galo.web.table import Table
from galo.web.table_registry import TableRegistry

PAGES = (
    "/",
    "/t/{table}",
    "/r/{table}",
    "/rules/{game}",
    "/learn/{game}",
    "/puzzles",
    "/puzzles/{game}",
    "/results",
    "/me",
    "/ranking",
    "/agents",
    "/agents/{game}",
    "/agents/{game}/{agent}",
    "/lab",
    "/lab/{job}",
)
TABLE_PAGES = ("/t/", "/r/")  # which need a second bundle
NOT_PAGES = ("api/", "static/", "texts/", "plugins/", "v/")
FOREVER = "public, max-age=31536000, immutable"
ANSWERS = "<!-- answers -->"  # where the page has the answers to its first requests
# What a script of a plug-in may load from its folder, in which the Python code may lie too.
PLUGIN_FILES = {".js", ".css", ".json", ".svg", ".png", ".webp", ".jpg", ".woff2", ".mp3"}


def add_pages(app: FastAPI, settings: SiteSettings) -> None:
    """Serve the pages, their texts and their scripts."""
    assets: AssetCache = app.state.assets

    async def page(request: Request) -> Response:
        path = request.scope["path"].removeprefix(settings.root_path)
        fresh = await asyncio.to_thread(assets.fresh)
        tags = preview_tags(
            better_address(request) or str(request.base_url).rstrip("/"),
            path,
            preview_language(request),
            await _table_of(request, path),
            fresh,
        )
        shown = page_at(path, settings, fresh, await first_answers(request, path), tags)
        return _tagged(HTMLResponse(shown), request)

    async def offline() -> Response:
        """Answer with a page that asks for nothing, for browsers without a connection."""
        return HTMLResponse(page_at(None, settings, await asyncio.to_thread(assets.fresh), {}))

    for path in PAGES:
        app.get(path, include_in_schema=False)(page)
    app.get("/offline", include_in_schema=False)(offline)
    _add_files(app, assets)
    for root in ("", f"{VERSIONED}/{{digest}}"):  # scripts of plug-ins find the site's beside them
        app.get(f"{root}{PLUGINS}/{{game}}/{{path:path}}", include_in_schema=False)(_plugin_file)
    app.add_middleware(RevalidateMiddleware)


def add_not_found_page(app: FastAPI, settings: SiteSettings) -> None:
    """Serve a page for every address that nothing else serves; this must come last."""
    assets: AssetCache = app.state.assets

    async def not_found(path: str, request: Request) -> Response:
        if path.startswith(NOT_PAGES):
            return JSONResponse({"error": SiteError("bad_path", path[:80]).to_json()}, 404)
        fresh = await asyncio.to_thread(assets.fresh)
        return HTMLResponse(page_at(None, settings, fresh, await first_answers(request, "")), 404)

    app.get("/{path:path}", include_in_schema=False)(not_found)


async def _table_of(request: Request, path: str) -> Table | None:
    """Return the table that the page at *path* shows, None if it shows none."""
    registry: TableRegistry = request.app.state.registry
    return await registry.look_at(path[3:]) if path.startswith(TABLE_PAGES) else None


def page_at(
    path: str | None,
    settings: SiteSettings,
    assets: Assets,
    answers: Mapping[str, object],
    preview: str = "",
) -> str:
    """Return the page at *path*, None for one that does not exist, with addresses of this site.

    *preview* are the tags that tell others what the page is.
    """
    index = assets.static("index.html")
    assert index is not None
    files = f"{settings.root_path}{VERSIONED}/{assets.digest}/static/"
    page = index.body.decode().replace('"/static/', f'"{files}')
    page = page.replace(
        'rel="stylesheet"',
        f"rel=\"stylesheet\" data-bundles='{encode(assets.bundled_stylesheets)}'",
    )
    # In a script element "<" could end it; browsers read the same from its escape.
    written = encode(answers).replace("<", "\\u003c")
    page = page.replace(ANSWERS, f'<script type="application/json" id="answers">{written}</script>')
    if preview:
        page = page.replace("</head>", f"{preview}\n</head>")
    if path is not None and path.startswith(TABLE_PAGES):
        early = (
            f'<link rel="stylesheet" href="{files}bundle/table.css">'
            f'<link rel="modulepreload" href="{files}bundle/table.js">'
        )
        page = page.replace("</head>", f"{early}\n</head>")
    if path is None or settings.public_url is None:
        return page
    address = html.escape(settings.public_url + path)
    return page.replace("</head>", f'<link rel="canonical" href="{address}">\n</head>')


def _add_files(app: FastAPI, assets: AssetCache) -> None:
    """Serve scripts, style sheets, pictures and texts: with the digest, and without."""

    def static(request: Request, digest: str, path: str) -> Response:
        known = assets.known()
        return _file(request, known.static(path), is_fixed=digest == known.digest)

    def texts(request: Request, digest: str, language: str) -> Response:
        known = assets.known()
        return _file(request, known.texts(language), is_fixed=digest == known.digest)

    def lessons(request: Request, digest: str, game: str) -> Response:
        known = assets.known()
        return _file(request, known.lessons(game), is_fixed=digest == known.digest)

    def service_worker(request: Request) -> Response:
        known = assets.known()  # at the root, below which it may answer
        is_fixed = request.url.query == known.digest
        return _file(request, known.static("service_worker.js"), is_fixed)

    def unversioned_static(request: Request, path: str) -> Response:
        return _file(request, assets.fresh().unversioned(path), is_fixed=False)

    def unversioned_texts(request: Request, language: str) -> Response:
        return _file(request, assets.fresh().texts(language), is_fixed=False)

    add = partial(app.api_route, methods=["GET", "HEAD"], include_in_schema=False)
    add(f"{VERSIONED}/{{digest}}/static/{{path:path}}")(static)
    add(f"{VERSIONED}/{{digest}}/texts/{{language}}.json")(texts)
    add(f"{VERSIONED}/{{digest}}/api/lessons/{{game}}")(lessons)
    add("/sw.js")(service_worker)
    add("/static/{path:path}")(unversioned_static)
    add("/texts/{language}.json")(unversioned_texts)


def _file(request: Request, asset: Asset | None, is_fixed: bool) -> Response:
    """Answer with *asset*, compressed if the browser reads that; *is_fixed*: it never changes."""
    if asset is None:
        raise HTTPException(404)
    compressed = asset.compressed if "gzip" in request.headers.get("accept-encoding", "") else None
    response = Response(compressed or asset.body, media_type=asset.media_type)
    response.headers["Vary"] = "Accept-Encoding"
    if compressed is not None:
        response.headers["Content-Encoding"] = "gzip"
    if is_fixed:
        response.headers["Cache-Control"] = FOREVER
    return _tagged(response, request, asset.etag)


def _tagged(response: Response, request: Request, tag: str | None = None) -> Response:
    """Return *response* with its *tag*, or that it is what the browser has already."""
    tag = tag or hashlib.sha256(response.body).hexdigest()[:DIGEST_LENGTH]
    response.headers["ETag"] = f'W/"{tag}"'  # the same, however it is compressed
    known = request.headers.get("if-none-match", "")
    if tag not in known:
        return response
    kept = {
        name: response.headers[name]
        for name in ("etag", "cache-control", "vary")
        if name in response.headers
    }
    return Response(status_code=304, headers=kept)


async def _plugin_file(request: Request, game: str, path: str) -> Response:
    """Answer with a file from the folder of the script of *game*."""
    script = make_game(game).script if game in game_names() else None
    # No file has a NUL in its name, and not every version of `StaticFiles` knows.
    if script is None or "\0" in path or Path(path).suffix not in PLUGIN_FILES:
        raise HTTPException(404)
    return await _folder(script.parent).get_response(path, request.scope)


@cache
def _folder(path: Path) -> StaticFiles:
    """Return a server of the files in *path* alone: no link and no ".." leads out of it."""
    return StaticFiles(directory=path)


class RevalidateMiddleware:
    """ASGI middleware: what does not say how long it holds is asked for again each time."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                # Answered with "not modified" where it is the same: an update shows at once.
                MutableHeaders(scope=message).setdefault("Cache-Control", "no-cache")
            await send(message)

        await self.app(scope, receive, sent)
