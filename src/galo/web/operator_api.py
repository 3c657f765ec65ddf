"""The routes of whoever operates the site: whether it is ready, and its measures."""

import asyncio
import hmac
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import PlainTextResponse
from sqlalchemy.exc import SQLAlchemyError

from galo.web.agent_pool import PoolState
from galo.web.dependencies import BEARER, OptionalProof, Registry
from galo.web.errors import SiteError
from galo.web.lan_access import is_this_machine
from galo.web.metrics import CONTENT_TYPE, exposition, joined
from galo.web.settings import SiteSettings

DATABASE_SECONDS = 2.0  # in which a database that is well answers

ROUTES = APIRouter()


@dataclass(frozen=True)
class Readiness:
    """Whether visitors may be sent here: the *database* answers. *agents* says who plays."""

    ready: bool
    database: bool
    agents: PoolState


@ROUTES.get("/ready", summary="Whether visitors may be sent to this server")
async def ready(response: Response, registry: Registry) -> Readiness:
    try:
        async with asyncio.timeout(DATABASE_SECONDS):
            await asyncio.to_thread(registry.store.ping)
        answers = True
    except (SQLAlchemyError, TimeoutError):
        answers = False
        response.status_code = 503
    return Readiness(answers, answers, registry.agent_pool.state)


@ROUTES.get("/metrics", include_in_schema=False)
async def metrics(
    request: Request, registry: Registry, authorization: OptionalProof = None
) -> PlainTextResponse:
    """Return the measures of all servers of the site, to those who may see them."""
    settings: SiteSettings = request.app.state.settings
    if not (is_this_machine(request, settings) or _proves(authorization, settings.metrics_token)):
        raise SiteError("not_this_machine")
    own = exposition(len(registry.actors), registry.connections)
    others = await registry.peers.ask_all("metrics")
    found = joined([(registry.leases.server, own), *others]) if others else own
    return PlainTextResponse(found, media_type=CONTENT_TYPE)


def _proves(authorization: str | None, token: str | None) -> bool:
    """Return whether *authorization* carries the operator's *token*, where there is one."""
    given = (authorization or "").removeprefix(BEARER).encode()
    return bool(token) and hmac.compare_digest(given, (token or "").encode())
