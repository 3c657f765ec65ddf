"""The pages of the site, and the files that they load."""

import json
from collections.abc import Awaitable, Callable
from functools import cache

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles

from galo.texts import LANGUAGES, load
from galo.web.errors import SiteError
from galo.web.game_features import STATIC

PAGES = ("/", "/t/{table}", "/r/{table}", "/rules/{game}", "/results")
NOT_PAGES = ("api/", "static/", "texts/")


def add_pages(app: FastAPI) -> None:
    """Serve the pages, their texts and their scripts."""
    for path in PAGES:
        app.get(path, include_in_schema=False)(_page)
    app.get("/texts/{language}.json", include_in_schema=False)(_texts)
    app.middleware("http")(_revalidate)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")


def add_not_found_page(app: FastAPI) -> None:
    """Serve a page for every address that nothing else serves; this must come last."""
    app.get("/{path:path}", include_in_schema=False)(_not_found)


async def _page() -> FileResponse:
    return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})


async def _texts(language: str) -> Response:
    if language not in LANGUAGES:
        return JSONResponse({"error": {"code": "no_language"}}, 404)
    return Response(texts_of(language), media_type="application/json")


async def _revalidate(
    request: Request, answer: Callable[[Request], Awaitable[Response]]
) -> Response:
    response = await answer(request)
    # Asked for again each time, answered with "not modified": an update shows at once.
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


async def _not_found(path: str) -> Response:
    if path.startswith(NOT_PAGES):
        return JSONResponse({"error": SiteError("bad_path", path[:80]).to_json()}, 404)
    return FileResponse(STATIC / "index.html", 404, headers={"Cache-Control": "no-cache"})


@cache
def texts_of(language: str) -> str:
    """Return the texts of the site in *language* as JSON: those of all screens and its own."""
    own = json.loads((STATIC / f"{language}.json").read_text(encoding="utf-8"))
    return json.dumps({**load(language), **own}, ensure_ascii=False)
