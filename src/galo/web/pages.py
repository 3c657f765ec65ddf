"""The pages of the site, and the files that they load."""

import html
import json
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from galo.games.registry import game_names, make_game
from galo.texts import LANGUAGES, load
from galo.web.errors import SiteError
from galo.web.game_features import PLUGINS, STATIC
from galo.web.settings import SiteSettings

PAGES = ("/", "/t/{table}", "/r/{table}", "/rules/{game}", "/results")
NOT_PAGES = ("api/", "static/", "texts/", "plugins/")
# What a script of a plug-in may load from its folder, in which the Python code may lie too.
PLUGIN_FILES = {".js", ".css", ".json", ".svg", ".png", ".webp", ".jpg", ".woff2", ".mp3"}


def add_pages(app: FastAPI, settings: SiteSettings) -> None:
    """Serve the pages, their texts and their scripts."""

    async def page(request: Request) -> Response:
        path = request.scope["path"].removeprefix(settings.root_path)
        return HTMLResponse(page_at(path, settings))

    for path in PAGES:
        app.get(path, include_in_schema=False)(page)
    app.get("/texts/{language}.json", include_in_schema=False)(_texts)
    app.get(f"{PLUGINS}/{{game}}/{{path:path}}", include_in_schema=False)(_plugin_file)
    app.middleware("http")(_revalidate)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")


def add_not_found_page(app: FastAPI, settings: SiteSettings) -> None:
    """Serve a page for every address that nothing else serves; this must come last."""

    async def not_found(path: str) -> Response:
        if path.startswith(NOT_PAGES):
            return JSONResponse({"error": SiteError("bad_path", path[:80]).to_json()}, 404)
        return HTMLResponse(page_at(None, settings), 404)

    app.get("/{path:path}", include_in_schema=False)(not_found)


def page_at(path: str | None, settings: SiteSettings) -> str:
    """Return the page at *path*, None for one that does not exist, with addresses of this site."""
    page = _index().replace('"/static/', f'"{settings.root_path}/static/')
    if path is None or settings.public_url is None:
        return page
    address = html.escape(settings.public_url + path)
    return page.replace("</head>", f'<link rel="canonical" href="{address}">\n</head>')


@cache
def _index() -> str:
    return (STATIC / "index.html").read_text(encoding="utf-8")


async def _texts(language: str) -> Response:
    if language not in LANGUAGES:
        return JSONResponse({"error": {"code": "no_language"}}, 404)
    return Response(texts_of(language), media_type="application/json")


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


async def _revalidate(
    request: Request, answer: Callable[[Request], Awaitable[Response]]
) -> Response:
    response = await answer(request)
    # Asked for again each time, answered with "not modified": an update shows at once.
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


@cache
def texts_of(language: str) -> str:
    """Return the texts of the site in *language* as JSON: those of all screens and its own."""
    own = json.loads((STATIC / f"{language}.json").read_text(encoding="utf-8"))
    return json.dumps({**load(language), **own}, ensure_ascii=False)
