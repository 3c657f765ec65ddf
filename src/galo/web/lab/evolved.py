"""What an evolution of this site found, as an agent at a table: `evolved:run=ID,member=2`.

Visitors name a job, never a file: this module alone knows where the files lie.
"""

from pathlib import Path

from galo.errors import GaloError
from galo.games.options import split_name
from galo.web.errors import SiteError
from galo.web.lab.folder import JobFolder, find_job
from galo.web.lab.requests import EvolutionRequest

EVOLVED, EVOLUTION = "evolved", "evolution"
RUN, MEMBER = "run", "member"
UNUSABLE = (GaloError, ValueError, OSError, LookupError)  # what a name or its files may lead to


def is_evolved(agent: str) -> bool:
    """Return whether *agent* names what an evolution of this site found."""
    return agent.partition(":")[0] == EVOLVED


def evolved_name(folder: JobFolder) -> str | None:
    """Return the agent that plays the result in *folder*, None if there is no such result."""
    if folder.kind != EVOLUTION or not folder.has_result:
        return None
    return f"{EVOLVED}:{RUN}={folder.identity}"


def evolved_from(root: Path | None, game: str, agent: str) -> str:
    """Return which agent of *game* evolved into *agent*; raise if no evolution here did."""
    try:
        if _files_of(root, game, agent) is not None:
            return split_name(_evolution(root, agent)[1].agent)[0]
    except UNUSABLE as problem:
        raise SiteError("bad_table", str(problem)) from None
    raise SiteError("bad_table", f"no evolution of {game} here is {agent!r}")


def playable(root: Path | None, game: str, agent: str) -> str:
    """Return the agent of *game* that plays as *agent*, an evolved one, with its files."""
    try:
        return _files_of(root, game, agent) or agent
    except UNUSABLE:
        return agent  # which nobody knows: whoever asks it is told


def _files_of(root: Path | None, game: str, agent: str) -> str | None:
    """Return the agent with its files, None if it is not one of *game*."""
    from galo.lab.evolution import evolved_agent

    folder, _ = _evolution(root, agent)
    member = split_name(agent)[1].get(MEMBER)
    owner, found = evolved_agent(folder.results, None if member is None else int(member))
    return found if split_name(owner)[0] == game else None


def _evolution(root: Path | None, agent: str) -> tuple[JobFolder, EvolutionRequest]:
    """Return the directory of the finished evolution that *agent* names, and what was asked."""
    written = split_name(agent)[1]
    folder = None if root is None else find_job(root, written.get(RUN, ""))
    request = None if folder is None or written.keys() - {RUN, MEMBER} else folder.request
    if folder is None or not isinstance(request, EvolutionRequest) or not folder.has_result:
        raise LookupError(f"no evolution here is {agent!r}")
    return folder, request
