"""The directory of a job, by which it survives the page, the server and a power cut.

job.json         what was asked, and when
progress.json    how far it is, and the result so far
end.json         how it ended; without it a job that nobody computes can be resumed
log              what its process wrote to standard error
results/         what `galo match --out`, `galo tournament --out` or `galo evolve --out` leaves

A job is named by ten random digits, never by a path.
"""

import json
import re
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galo.arena.atomic_write import atomic_write
from galo.arena.results import GAMES
from galo.lab.checkpoints import RESULT
from galo.web.lab.requests import JOB_REQUEST, EvolutionRequest, GamesRequest

IDENTITY = re.compile(r"[0-9a-f]{10}")
RESULTS = "results"
JOB, PROGRESS, END, LOG = "job.json", "progress.json", "end.json", "log"
# What may be downloaded: its name in an address, and its file for each kind of job.
DOWNLOADS: Mapping[str, tuple[str, ...]] = {
    "result": ("results.json", RESULT),
    "table": ("results.csv",),
    "ratings": ("ratings.csv",),
    "games": (GAMES,),
    "curve": ("curve.svg",),
    "report": ("report.html",),
}


@dataclass(frozen=True)
class JobFolder:
    """The directory of the job *identity* below *root*."""

    root: Path
    identity: str

    @classmethod
    def new(cls, root: Path, request: GamesRequest | EvolutionRequest) -> "JobFolder":
        """Make the directory of a new job and return it."""
        folder = cls(root, secrets.token_hex(5))
        folder.results.mkdir(parents=True)
        content = {"request": request.model_dump(), "created": time.time()}
        folder.write(JOB, content)
        return folder

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self.root / self.identity

    @property
    def results(self) -> Path:
        """Where its results lie."""
        return self.path / RESULTS

    @property
    def kind(self) -> str:
        """Whether it is a match, a tournament or an evolution."""
        return str(self.read(JOB).get("request", {}).get("kind"))

    @property
    def request(self) -> GamesRequest | EvolutionRequest:
        """What was asked."""
        return JOB_REQUEST.validate_python(self.read(JOB)["request"])

    def read(self, name: str) -> dict[str, Any]:
        """Return the JSON object in the file *name*, an empty one if there is none."""
        try:
            found = json.loads((self.path / name).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def write(self, name: str, content: Mapping[str, Any]) -> None:
        """Write *content* to the file *name*, all of it or nothing."""
        with atomic_write(self.path / name) as stream:
            stream.write(json.dumps(content).encode())

    def end(self, state: str, problem: str = "") -> None:
        """Keep how the job ended; everybody may read it, and where it lies is nobody's business."""
        self.write(END, {"state": state, "problem": problem.replace(str(self.root), "…")})

    def begin_again(self) -> None:
        """Forget how the job ended: it goes on."""
        (self.path / END).unlink(missing_ok=True)

    def downloads(self) -> dict[str, Path]:
        """Return the files that are there to be downloaded, by the name of each."""
        return {
            name: path
            for name, files in DOWNLOADS.items()
            for file in files
            if (path := self.results / file).is_file() and path.stat().st_size
        }

    @property
    def has_result(self) -> bool:
        """Whether it has ended in a result."""
        return "result" in self.downloads()

    def delete(self) -> None:
        """Delete everything of the job."""
        with suppress(OSError):
            shutil.rmtree(self.path)


def find_job(root: Path, identity: str) -> JobFolder | None:
    """Return the directory of the job *identity*, None if there is none."""
    folder = JobFolder(root, identity)
    if not IDENTITY.fullmatch(identity) or not (folder.path / JOB).is_file():
        return None
    return folder


def all_jobs(root: Path) -> Iterator[JobFolder]:
    """Yield the directories of all jobs, the newest first."""
    names = [path.parent.name for path in root.glob(f"*/{JOB}")]
    found = [folder for name in names if (folder := find_job(root, name)) is not None]
    yield from sorted(found, key=lambda folder: -float(folder.read(JOB).get("created", 0)))
