"""All JSON routes of the site, and the way to the sockets."""

from fastapi import FastAPI

from galo.web import operator_api, person_api, puzzle_api, review_api, site_api, table_api
from galo.web.lab import routes as lab_api
from galo.web.responses import ErrorAnswer

APIS = (table_api, review_api, person_api, site_api, puzzle_api, operator_api, lab_api)
ERRORS: dict[int | str, dict[str, object]] = {
    "4XX": {"model": ErrorAnswer},
    422: {"model": ErrorAnswer},
}


def add_api(app: FastAPI) -> None:
    """Serve the JSON routes and the sockets."""
    for api in APIS:
        app.include_router(api.ROUTES, responses=ERRORS)
