"""The queue of the laboratory: jobs wait, run in processes of their own, stop and go on."""

import asyncio
import contextlib
import os
import signal
import sys
from collections import deque
from enum import StrEnum
from pathlib import Path

from galo.web.errors import SiteError
from galo.web.lab.folder import END, LOG, JobFolder, all_jobs, find_job
from galo.web.lab.job import DONE, FAILED, STOPPED
from galo.web.lab.requests import EvolutionRequest, GamesRequest
from galo.web.server_log import log
from galo.web.settings import SiteSettings

MODULE = "galo.web.lab.job"


class JobState(StrEnum):
    """What a job is doing."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = DONE
    STOPPED = STOPPED
    FAILED = FAILED


class Laboratory:
    """The jobs of one site, and the processes that compute some of them now."""

    def __init__(self, settings: SiteSettings) -> None:
        self._settings = settings
        self.root = Path(settings.lab_folder or "")
        self._waiting: deque[str] = deque()
        self._running: dict[str, asyncio.subprocess.Process] = {}
        self._starting: set[str] = set()
        self._unwanted: set[str] = set()  # stopped by a person
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def folder(self, identity: str) -> JobFolder:
        """Return the directory of the job *identity*."""
        found = find_job(self.root, identity)
        if found is None:
            raise SiteError("no_job", identity[:20])
        return found

    def jobs(self) -> list[JobFolder]:
        """Return the directories of all jobs, the newest first."""
        return list(all_jobs(self.root))

    def state_of(self, folder: JobFolder) -> tuple[JobState, str]:
        """Return what the job in *folder* is doing, and why it stopped or failed."""
        if folder.identity in self._starting or folder.identity in self._running:
            return JobState.RUNNING, ""
        if folder.identity in self._waiting:
            return JobState.WAITING, ""
        end = folder.read(END)  # none: its process was killed, or the server
        return JobState(end.get("state", STOPPED)), str(end.get("problem", ""))

    def submit(self, request: GamesRequest | EvolutionRequest) -> JobFolder:
        """Keep a new job and let it wait for its turn."""
        if len(self.jobs()) >= self._settings.lab_kept:
            raise SiteError("too_many_jobs")
        folder = JobFolder.new(self.root, request)
        self._queue(folder)
        return folder

    def resume(self, identity: str) -> JobFolder:
        """Let a job that stopped or failed go on where it was."""
        folder = self.folder(identity)
        if self.state_of(folder)[0] not in (JobState.STOPPED, JobState.FAILED):
            raise SiteError("not_now")
        folder.begin_again()
        self._queue(folder)
        return folder

    def stop(self, identity: str) -> JobFolder:
        """End the computation of a job; what it has kept stays."""
        folder = self.folder(identity)
        if identity in self._waiting:
            self._waiting.remove(identity)
            folder.end(STOPPED)
        elif identity in self._starting or identity in self._running:
            self._unwanted.add(identity)
            if identity in self._running:
                _kill(self._running[identity])
        else:
            raise SiteError("not_now")
        return folder

    def delete(self, identity: str) -> None:
        """Delete a job that is not under way, with all its files."""
        folder = self.folder(identity)
        if self.state_of(folder)[0] in (JobState.WAITING, JobState.RUNNING):
            raise SiteError("not_now")
        folder.delete()

    async def close(self) -> None:
        """End all processes; their jobs can be resumed."""
        self._is_closed = True
        self._waiting.clear()
        for process in self._running.values():
            _kill(process)
        if self._tasks:
            await asyncio.wait(self._tasks)

    def _queue(self, folder: JobFolder) -> None:
        self._waiting.append(folder.identity)
        self._start_next()

    def _start_next(self) -> None:
        """Start jobs that wait, as many as may be computed at once."""
        while self._waiting and len(self._tasks) < self._settings.lab_jobs and not self._is_closed:
            folder = JobFolder(self.root, self._waiting.popleft())
            self._starting.add(folder.identity)
            task = asyncio.create_task(self._compute(folder))
            self._tasks.add(task)
            task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._start_next()

    async def _compute(self, folder: JobFolder) -> None:
        """Compute the job in *folder* in a process of its own, and wait for its end."""
        identity = folder.identity
        log("job begins", job=identity)
        try:
            process = await self._start(folder)
            self._running[identity] = process
            self._starting.discard(identity)
            if identity in self._unwanted or self._is_closed:  # while it was started
                _kill(process)
            code = await process.wait()
        except OSError as problem:
            folder.end(FAILED, str(problem.strerror))
            return
        finally:
            self._starting.discard(identity)
            self._running.pop(identity, None)
            was_stopped = identity in self._unwanted
            self._unwanted.discard(identity)
        if was_stopped:
            folder.end(STOPPED)
        elif code and not self._is_closed and not folder.read(END):
            folder.end(FAILED, _last_line(folder.path / LOG))
        log("job ended", job=identity, state=self.state_of(folder)[0])

    async def _start(self, folder: JobFolder) -> asyncio.subprocess.Process:
        settings = self._settings
        cores = os.cpu_count() or 1
        processes = max(1, cores // settings.lab_jobs)
        words = (str(folder.path), str(60.0 * settings.lab_minutes), str(processes))
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path),
            "NUMBA_NUM_THREADS": str(processes),
        }
        with (folder.path / LOG).open("ab") as errors:
            return await asyncio.create_subprocess_exec(
                sys.executable, "-P", "-m", MODULE, *words,
                stdin=asyncio.subprocess.PIPE,  # it closes when this server ends, whatever ends it
                stdout=asyncio.subprocess.DEVNULL,
                stderr=errors,
                env=environment,
                start_new_session=True,
            )  # fmt: skip


def _kill(process: asyncio.subprocess.Process) -> None:
    """End *process* and those it has started, now."""
    with contextlib.suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _last_line(path: Path) -> str:
    """Return the last line of a log, which names the exception that ended a process."""
    lines = path.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    return lines[-1][:300] if lines else "its process died"
