"""Evolving the coefficients of a strategy: the loop over generations, from Python.

    import galo.lab.evolution as evolution
    result = evolution.evolve("dominoes4", "s1", against=["basic"], generations=50, out="mine")
    result = evolution.resume("mine")        # after an interruption, to the same bits

The result is what `galo evolve --json` prints.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from time import perf_counter
from typing import Any

from galo import __version__
from galo.errors import ConfigError
from galo.games.options import split_name
from galo.lab.checkpoints import (
    RESULT,
    check_directory,
    load,
    open_directory,
    read_settings,
    save,
    write_json,
)
from galo.lab.devices import place_for
from galo.lab.evolution_checks import checked_evolvable
from galo.lab.evolution_results import results_of
from galo.lab.evolution_run import EvolutionRun, new_run, play_generation
from galo.lab.evolvable import evolvable_of
from galo.lab.experiment_directory import package_versions
from galo.lab.figures import write_curves
from galo.lab.fitness import Place
from galo.lab.history import History
from galo.lab.settings import MAP, EvolutionSettings
from galo.players.registry import levels_of

GIVEN = ("game", "agent", "against")  # settings that have a place of their own
BEGINNER = "beginner"  # the level that is the opponent by default

RunResult = dict[str, Any]  # one run's part of a result


class EvolutionResult(dict[str, Any]):
    """What `galo evolve --json` prints: `best`, `fitness`, `retest`, `runs` and more, as a dict."""

    def _repr_html_(self) -> str:
        """Return what a notebook shows: the best vector, the curves, all runs."""
        from galo.lab.evolution_report import result_page
        from galo.lab.report import BODY, html

        return html(result_page(self), BODY)


@dataclass(frozen=True)
class EvolutionProgress:
    """How far an evolution is after a generation; shares are of matches won."""

    generation: int  #: complete so far
    generations: int  #: in all
    best: float  #: share of the best individual of all runs
    mean: float  #: mean share of all individuals of all runs
    matches_per_second: float  #: since this process began


#: Called after each generation.
OnProgress = Callable[[EvolutionProgress], None]


@dataclass(frozen=True)
class Checkpointing:
    """How runs are kept: *save* is called every *seconds*, 0 after every generation."""

    save: Callable[[], None]
    seconds: float = 0.0
    history: History | None = None  # where every individual is kept


def evolve(  # noqa: PLR0913 (the door for people's code: all but two by keyword)
    game: str,
    agent: str,
    *,
    against: Sequence[str] | None = None,
    out: str | Path | None = None,
    device: str = "cpu",
    cluster: str | None = None,
    progress: OnProgress | None = None,
    **settings: Any,
) -> EvolutionResult:
    """Return the result of evolving *agent* of *game*; *settings* are of `EvolutionSettings`.

    The opponents *against* it are agents, `self` or `population`; by default the game's beginner.
    In the directory *out* an evolution of equal settings is continued; without *out* no file is
    written. *progress* is called after each generation, once that generation is kept.
    """
    chosen = evolution_settings(game, agent, against, settings)
    directory = None if out is None else Path(out)
    return _evolve(chosen, directory, (device, cluster), progress)


def resume(
    directory: str | Path,
    *,
    device: str = "cpu",
    cluster: str | None = None,
    progress: OnProgress | None = None,
) -> EvolutionResult:
    """Return the result of the evolution kept in *directory*, continued where it stopped."""
    path = Path(directory)
    return _evolve(read_settings(path), path, (device, cluster), progress)


def evolution_settings(
    game: str, agent: str, against: Sequence[str] | None, changes: Mapping[str, Any]
) -> EvolutionSettings:
    """Return the settings that evolve *agent* of *game*, with *changes* to the defaults."""
    known = [field.name for field in fields(EvolutionSettings) if field.name not in GIVEN]
    for name in changes:
        if name not in known:
            raise ConfigError(
                f"unknown setting {name!r} of an evolution; known: {', '.join(known)}"
            )
    if against is None:
        against = levels_of(split_name(game)[0])[BEGINNER]
    opponents = (against,) if isinstance(against, str) else tuple(against)
    settings = EvolutionSettings(agent, opponents, game=game, **changes)
    checked_evolvable(settings)
    return settings


def evolved_agent(directory: Path, member: int | None = None) -> tuple[str, str]:
    """Return the game and the agent, with its options, that play the result in *directory*.

    With a number, from 1, it is that *member* of its front or archive.
    """
    settings = read_settings(directory)
    return settings.game, evolvable_of(settings).agent_of(directory / RESULT, member)


def finish_runs(
    runs: Sequence[EvolutionRun],
    place: Place,
    checkpointing: Checkpointing | None = None,
    progress: OnProgress | None = None,
) -> list[RunResult]:
    """Return the results of *runs*, of equal length, after playing the generations left."""
    begin = kept = perf_counter()
    before, generations = runs[0].generation, runs[0].settings.generations
    while runs[0].generation < generations:
        played = play_generation(runs, place)
        now = perf_counter()
        if checkpointing is not None and checkpointing.history is not None:
            checkpointing.history.append(runs[0].generation, played)
        if checkpointing is not None and now - kept >= checkpointing.seconds:
            checkpointing.save()
            kept = now
        if progress is not None:
            progress(_progress(runs, before, perf_counter() - begin))
    return results_of(runs, place)


def _progress(runs: Sequence[EvolutionRun], before: int, seconds: float) -> EvolutionProgress:
    """Return how far *runs* are *seconds* after they were at generation *before*."""
    generation = runs[0].generation
    played = (1 - before / generation) * sum(run.matches for run in runs)
    return EvolutionProgress(
        generation,
        runs[0].settings.generations,
        max(run.curve[-1][0] for run in runs),
        sum(run.curve[-1][1] for run in runs) / len(runs),
        played / seconds,
    )


def _evolve(
    settings: EvolutionSettings,
    directory: Path | None,
    where: tuple[str, str | None],
    progress: OnProgress | None,
) -> EvolutionResult:
    """Return the result of all runs of *settings*, played on a device or a cluster."""
    if settings.history and directory is None:
        raise ConfigError("a history needs a directory to lie in; give out")
    runs = _runs(settings, directory)
    with place_for(settings, *where) as place:
        begin = perf_counter()
        checkpointing = None
        if directory is not None:
            open_directory(directory, settings)
            columns, done = runs[0].evolvable.columns, runs[0].generation
            history = History(directory, columns, done) if settings.history else None
            checkpointing = Checkpointing(lambda: save(directory, runs), history=history)
        results = finish_runs(runs, place, checkpointing, progress)
    final = EvolutionResult({**_origin(settings), **_summary(results, perf_counter() - begin)})
    if directory is not None:
        _write(directory, final)
    return final


def _runs(settings: EvolutionSettings, directory: Path | None) -> list[EvolutionRun]:
    """Return the runs of *settings*, as far as *directory* has them; raise if they cannot be."""
    if directory is not None:
        check_directory(directory, settings)
        stored: list[EvolutionRun] | None = load(directory)
        if stored is not None:
            return stored
    opponents = checked_evolvable(settings).opponents(settings.named_opponents)
    return [new_run(settings, number, opponents) for number in range(settings.runs)]


def _origin(settings: EvolutionSettings) -> dict[str, Any]:
    """Return what a result is of: without it a vector might be taken for another's."""
    return {
        "game": settings.game,
        "agent": settings.agent,
        "parameters": list(evolvable_of(settings).names),
        "reading": settings.reading,
        "against": list(settings.against),
        "method": settings.method,
        **({"cells": settings.cells} if settings.method == MAP else {}),
        "seed": settings.seed,
        "versions": {"galo": __version__, **package_versions()},
    }


def _summary(results: Sequence[RunResult], seconds: float) -> dict[str, Any]:
    """Return the result of the run that is best on fresh deals, and those of all runs."""
    champion = max(results, key=lambda result: float(result["retest"]))
    matches = sum(result["matches"] for result in results)
    return {**champion, "matches": matches, "seconds": seconds, "runs": list(results)}


def _write(directory: Path, final: EvolutionResult) -> None:
    """Write the result and its picture to *directory*."""
    write_json(directory / RESULT, final)
    if "formula" in final:
        from galo.lab.evolvable_formulas import write_strategies

        write_strategies(directory, final)
    curves = [tuple(zip(*result["curve"], strict=True)) for result in final["runs"]]
    write_curves(directory / "curve.svg", curves)
