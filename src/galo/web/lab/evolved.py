"""What an evolution of this site found, as an agent at a table: `evolved:run=ID,member=2`.

Visitors name a job, never a file: this module alone knows where the files lie.
"""

from pathlib import Path

from galo.errors import GaloError
from galo.games.options import split_name
from galo.web.errors import SiteError
from galo.web.lab.folder import JobFolder, find_job
from galo.web.lab.requests import EvolutionRequest

EVOLVED = "evolved"
RUN, MEMBER = "run", "member"


def is_evolved(agent: str) -> bool:
    """Return whether *agent* names what an evolution of this site found."""
    return agent.partition(":")[0] == EVOLVED


def check_evolved(root: Path | None, game: str, agent: str) -> None:
    """Raise unless *agent* names what a finished evolution of *game* below *root* found."""
    try:
        found = _files_of(root, game, agent)
    except (GaloError, ValueError, OSError, LookupError) as problem:
        raise SiteError("bad_table", str(problem)) from None
    if found is None:
        raise SiteError("bad_table", f"no evolution of {game} here is {agent!r}")


def playable(root: Path | None, game: str, agent: str) -> str:
    """Return the agent of *game* that plays as *agent*, an evolved one, with its files."""
    try:
        return _files_of(root, game, agent) or agent
    except (GaloError, ValueError, OSError, LookupError):
        return agent  # which nobody knows: whoever asks it is told


def evolved_name(folder: JobFolder) -> str | None:
    """Return the agent that plays the result in *folder*, None if there is no such result."""
    is_evolution = isinstance(folder.request, EvolutionRequest)
    if not is_evolution or "result" not in folder.downloads():
        return None
    return f"{EVOLVED}:{RUN}={folder.identity}"


def _files_of(root: Path | None, game: str, agent: str) -> str | None:
    """Return the agent with its files, None if there is no such evolution."""
    from galo.lab.evolution import evolved_agent

    written = split_name(agent)[1]
    folder = find_job(root, written.get(RUN, "")) if root is not None else None
    if folder is None or evolved_name(folder) is None or written.keys() - {RUN, MEMBER}:
        return None
    member = int(written[MEMBER]) if MEMBER in written else None
    owner, found = evolved_agent(folder.results, member)
    return found if split_name(owner)[0] == game else None
