"""The JSON routes about people: who somebody is, their games and ratings, the ranking.

A person's token comes in the header `Authorization` alone: never in an address, and no answer
but the first has it.
"""

import asyncio
from typing import Annotated

import segno
from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response

from galo.web.carry_codes import SECONDS
from galo.web.dependencies import (
    OptionalProof,
    Proof,
    Registry,
    address_of,
    better_address,
    proof_hash,
)
from galo.web.errors import SiteError
from galo.web.own_statistics import game_rating, own_statistics, to_csv
from galo.web.person_responses import (
    CarryAnswer,
    ClaimAnswer,
    DeletionAnswer,
    GameRating,
    OwnStatistics,
    PersonAnswer,
    PersonTicket,
    Ranking,
    RankingName,
)
from galo.web.ranking import ranking
from galo.web.requests import ClaimRequest, JoinRequest, PersonRequest, RankingRequest
from galo.web.site_api import QR_BORDER
from galo.web.table_registry import TableRegistry
from galo.web.table_setup import hash_secret, new_secret

CODE_SCALE = 6
ROUTES = APIRouter()


async def person_of(registry: Registry, proof: Proof) -> str:
    """Return the person whose token the request carries."""
    return await registry.persons.person_of(proof_hash(proof))


Person = Annotated[str, Depends(person_of)]


@ROUTES.post("/api/person", status_code=201, summary="A token for a new person")
async def new_person(request: Request, registry: Registry) -> PersonTicket:
    if not request.app.state.people_quota.take(address_of(request)):
        raise SiteError("too_many_people")
    token = new_secret()
    await registry.persons.kept.add(hash_secret(token))
    return PersonTicket(token)


@ROUTES.get("/api/person", summary="The ratings, results and games of a person")
async def statistics(registry: Registry, person: Person) -> OwnStatistics:
    return await asyncio.to_thread(_statistics, registry, person)


@ROUTES.get(
    "/api/person/games.csv",
    summary="The games of a person, as a table",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}},
)
async def game_table(registry: Registry, person: Person) -> Response:
    found = await asyncio.to_thread(_statistics, registry, person)
    return Response(to_csv(found), media_type="text/csv")


@ROUTES.get("/api/person/games/{table}", summary="What a game did to the rating of a person")
async def one_game(table: str, registry: Registry, person: Person) -> GameRating:
    return await asyncio.to_thread(_game_rating, registry, person, table)


@ROUTES.put("/api/person", summary="Say how the person of a seat's token plays")
async def say_experience(person: PersonRequest, registry: Registry, proof: Proof) -> PersonAnswer:
    await registry.persons.set_experience(proof_hash(proof), person.experience)
    return PersonAnswer(person.experience)


@ROUTES.delete("/api/person", summary="Delete everything that is kept of a person")
async def forget_person(registry: Registry, proof: Proof) -> DeletionAnswer:
    removed = await registry.persons.forget(proof_hash(proof))
    return DeletionAnswer(len(removed.tables), removed.has_experience)


@ROUTES.post("/api/person/seats", summary="Claim seats that were taken without a person's token")
async def claim(wanted: ClaimRequest, registry: Registry, person: Person) -> ClaimAnswer:
    tokens = [hash_secret(token) for token in wanted.tokens]
    return ClaimAnswer(await registry.persons.kept.add_seats(person, tokens))


@ROUTES.post("/api/person/code", status_code=201, summary="A code for another device")
async def new_code(request: Request, registry: Registry, person: Person) -> CarryAnswer:
    code = await registry.persons.codes.make(person)
    address = better_address(request) or str(request.base_url).rstrip("/")
    # Behind a # so that no server, and no log of one, sees the code.
    link = segno.make(f"{address}/me#code={code}")
    picture = link.svg_data_uri(scale=CODE_SCALE, border=QR_BORDER, light="#fff")
    return CarryAnswer(code, int(SECONDS), picture)


@ROUTES.post("/api/person/join", summary="Be the person that made a code on another device")
async def join(
    wanted: JoinRequest, request: Request, registry: Registry, person: Person
) -> RankingName:
    if not request.app.state.code_quota.take(address_of(request)):
        raise SiteError("too_many_codes")
    found = await registry.persons.codes.use(wanted.code)
    if found is None:
        raise SiteError("bad_code")
    await registry.persons.kept.join(person, found)
    await registry.persons.codes.forget(person)
    return RankingName(await asyncio.to_thread(registry.persons.kept.name_of, found))


@ROUTES.put("/api/person/ranking", summary="Be in the ranking under a name, or leave it")
async def be_ranked(wanted: RankingRequest, registry: Registry, person: Person) -> RankingName:
    name = None if wanted.name is None else wanted.name.strip()
    if name == "":
        raise SiteError("bad_name")
    await registry.persons.kept.set_name(person, name)
    return RankingName(name)


@ROUTES.get("/api/ranking", summary="The ranking of people and agents, game by game")
async def all_ranked(registry: Registry, authorization: OptionalProof = None) -> Ranking:
    token = None if authorization is None else proof_hash(authorization)
    return await asyncio.to_thread(_ranking, registry, token)


def _ranking(registry: TableRegistry, token: str | None) -> Ranking:
    you = None if token is None else registry.persons.kept.person_of(token)
    return ranking(registry.ratings.ranked(), you)


def _statistics(registry: TableRegistry, person: str) -> OwnStatistics:
    return own_statistics(
        registry.persons.kept.name_of(person),
        registry.store.games_of(person),
        registry.ratings.results_of(person),
    )


def _game_rating(registry: TableRegistry, person: str, table: str) -> GameRating:
    change = registry.ratings.change(person, "games", table)
    if change is not None:
        return game_rating(change, is_assisted=False)
    seated = registry.store.games_of(person, table)
    if not seated:
        raise SiteError("bad_token")
    return game_rating(None, seated[0].is_assisted)
