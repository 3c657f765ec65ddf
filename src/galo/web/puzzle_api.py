"""The JSON routes of puzzles."""

import asyncio

from fastapi import APIRouter

from galo.puzzles.library import shipped_games
from galo.web import puzzles
from galo.web.dependencies import OptionalProof, Registry, person_of
from galo.web.errors import SiteError
from galo.web.puzzles import PuzzleAnswer, PuzzleDay, PuzzleList, PuzzleTask
from galo.web.requests import PuzzleRequest

ROUTES = APIRouter()


@ROUTES.get("/api/puzzles", summary="The puzzle of each game that everybody gets today")
async def puzzle_day() -> PuzzleDay:
    return await asyncio.to_thread(puzzles.puzzles_of_the_day, puzzles.today())


@ROUTES.get("/api/puzzles/{game}", summary="All puzzles of a game, easiest first")
async def puzzle_list(game: str) -> PuzzleList:
    if game not in shipped_games():
        raise SiteError("no_puzzle", game[:40])
    return await asyncio.to_thread(puzzles.puzzle_list, game, puzzles.today())


@ROUTES.get("/api/puzzles/{game}/{puzzle}", summary="A puzzle, as the seat to move sees it")
async def puzzle_task(game: str, puzzle: str) -> PuzzleTask:
    return await asyncio.to_thread(puzzles.puzzle_task, game, puzzle)


@ROUTES.post("/api/puzzles/{game}/{puzzle}", summary="Whether a move is the best, and why")
async def puzzle_answer(
    game: str,
    puzzle: str,
    tried: PuzzleRequest,
    registry: Registry,
    authorization: OptionalProof = None,
) -> PuzzleAnswer:
    person = await person_of(registry, authorization)
    answer = await asyncio.to_thread(puzzles.puzzle_answer, game, puzzle, tried.move)
    return answer if person is None else await puzzles.rated(answer, registry.ratings, person)
