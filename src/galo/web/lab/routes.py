"""The requests to the laboratory: anybody may look, those that the site allows may compute."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Body, Depends, Request
from fastapi.responses import FileResponse, Response

from galo.extras import installed
from galo.games.registry import game_names
from galo.lab.settings import METHODS
from galo.web.errors import SiteError
from galo.web.lab.checks import checked, evolvable_agents
from galo.web.lab.evolved import evolved_name
from galo.web.lab.folder import JOB, PROGRESS, JobFolder
from galo.web.lab.laboratory import Laboratory
from galo.web.lab.requests import JobRequest
from galo.web.lab.responses import JobAnswer, JobBounds, JobSummary, LabState, summary_of
from galo.web.lan_access import is_this_machine
from galo.web.settings import SiteSettings

ROUTES = APIRouter()


def _laboratory(request: Request) -> Laboratory:
    if not request.app.state.settings.lab:
        raise SiteError("no_lab")
    laboratory: Laboratory = request.app.state.laboratory
    return laboratory


def _allowed(request: Request) -> Laboratory:
    laboratory = _laboratory(request)
    if not may_compute(request):
        raise SiteError("not_this_machine")
    return laboratory


def may_compute(request: Request) -> bool:
    settings: SiteSettings = request.app.state.settings
    return settings.lab and (settings.lab_open or is_this_machine(request, settings))


Lab = Annotated[Laboratory, Depends(_laboratory)]
AllowedLab = Annotated[Laboratory, Depends(_allowed)]


@ROUTES.get("/api/lab", summary="The laboratory: its bounds, and its jobs")
async def lab_state(request: Request) -> LabState:
    settings: SiteSettings = request.app.state.settings
    return LabState(
        on=settings.lab,
        can_start=may_compute(request),
        reports="lab" in installed(),
        bounds=JobBounds(
            settings.lab_games, settings.lab_matches, settings.lab_minutes, settings.lab_jobs
        ),
        methods=list(METHODS),
        evolvable={name: evolvable_agents(name) for name in game_names()},
        jobs=await asyncio.to_thread(_summaries, request.app.state.laboratory)
        if settings.lab
        else [],
    )


def _summaries(laboratory: Laboratory) -> list[JobSummary]:
    return [summary_of(laboratory, folder) for folder in laboratory.jobs()]


@ROUTES.post("/api/lab/jobs", status_code=201, summary="Start a match, a tournament, an evolution")
async def start(
    wanted: Annotated[JobRequest, Body()], request: Request, lab: AllowedLab
) -> JobAnswer:
    settings: SiteSettings = request.app.state.settings
    possible = await asyncio.to_thread(checked, wanted, settings)
    return _answer(lab, lab.submit(possible), request)


@ROUTES.get("/api/lab/jobs/{job}", summary="One job: how far it is, and its result so far")
async def job_state(job: str, request: Request, lab: Lab) -> JobAnswer:
    return _answer(lab, lab.folder(job), request)


@ROUTES.post("/api/lab/jobs/{job}/stop", summary="Stop a job; what it has kept stays")
async def stop(job: str, request: Request, lab: AllowedLab) -> JobAnswer:
    return _answer(lab, lab.stop(job), request)


@ROUTES.post("/api/lab/jobs/{job}/resume", summary="Let a job go on where it was")
async def resume(job: str, request: Request, lab: AllowedLab) -> JobAnswer:
    return _answer(lab, lab.resume(job), request)


@ROUTES.delete("/api/lab/jobs/{job}", summary="Delete a job with its files")
async def delete(job: str, request: Request, lab: AllowedLab) -> LabState:
    lab.delete(job)
    return await lab_state(request)


@ROUTES.get(
    "/api/lab/jobs/{job}/files/{name}",
    summary="A file of its results",
    response_class=FileResponse,
    responses={200: {"content": {"application/octet-stream": {}}}},
)
async def download(job: str, name: str, lab: AllowedLab) -> Response:
    found = lab.folder(job).downloads().get(name)
    if found is None:
        raise SiteError("no_job", name[:20])
    return FileResponse(found, filename=f"galo-{job}-{found.name}")


def _answer(laboratory: Laboratory, folder: JobFolder, request: Request) -> JobAnswer:
    progress = folder.read(PROGRESS)
    return JobAnswer(
        summary=summary_of(laboratory, folder),
        request=folder.read(JOB)["request"],
        speed=progress.get("speed", 0.0),
        curve=progress.get("curve", []),
        result=progress.get("result"),
        downloads=list(folder.downloads()),
        agent=evolved_name(folder),
        can_change=may_compute(request),
    )
