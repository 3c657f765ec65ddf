"""The routes of reviews: what was found of a game that is over, and going on from its moments."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response, StreamingResponse

from galo.web.dependencies import OptionalProof, Registry, address_of, person_of, take_table
from galo.web.errors import SiteError
from galo.web.messages import encode
from galo.web.requests import ContinueRequest
from galo.web.responses import SeatTicket
from galo.web.review_responses import ReviewAnswer
from galo.web.reviews import ReviewProgress
from galo.web.view import Frame, branch_of

EVENT_STREAM = "text/event-stream"  # which no layer before the browser compresses or keeps back
UNBUFFERED = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
LONGEST_MOVE = 16  # letters

ROUTES = APIRouter(
    prefix="/api/tables/{table}",
)


@ROUTES.get("/review", summary="The review of a game", response_model=ReviewAnswer)
async def review(table: str, registry: Registry) -> Response:
    found = await registry.reviews.kept(await registry.table(table))
    if found is None:
        raise SiteError("no_review")
    return Response(found, media_type="application/json")


@ROUTES.post(
    "/review",
    summary="Ask for the review of a game and follow how far it is, as server-sent events",
    response_class=StreamingResponse,
    responses={200: {"content": {EVENT_STREAM: {}}, "model": ReviewProgress}},
)
async def ask_review(table: str, request: Request, registry: Registry) -> StreamingResponse:
    game = await registry.table(table)
    if await registry.reviews.kept(game) is not None:
        progress = _once(ReviewProgress("done"))
    else:
        progress = registry.reviews.follow(registry.reviews.ask(game, address_of(request)))
    return StreamingResponse(_as_events(progress), media_type=EVENT_STREAM, headers=UNBUFFERED)


async def _once(progress: ReviewProgress) -> AsyncIterator[ReviewProgress]:
    yield progress


async def _as_events(stream: AsyncIterator[ReviewProgress]) -> AsyncIterator[str]:
    async for progress in stream:
        yield f"data: {encode(progress)}\n\n"


@ROUTES.get(
    "/branch",
    summary="A moment of a game that is over, had another move been made there",
    response_model=Frame,
)
async def branch(
    table: str,
    registry: Registry,
    place: Annotated[int, Query(ge=0)],
    move: Annotated[str, Query(max_length=LONGEST_MOVE)],
) -> Response:
    game = await registry.table(table)
    return Response(encode(branch_of(game, place, move)), media_type="application/json")


@ROUTES.post(
    "/continue", status_code=201, summary="Set up a table that goes on from a moment of the game"
)
async def continue_game(
    table: str,
    wanted: ContinueRequest,
    request: Request,
    registry: Registry,
    authorization: OptionalProof = None,
) -> SeatTicket:
    take_table(request)
    person = await person_of(registry, authorization)
    return await registry.continue_game(table, wanted, person)
