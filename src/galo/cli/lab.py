"""The commands of the laboratory: the studies again, table by table."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from galo.cli.common import (
    AsJson,
    Cluster,
    Quiet,
    Seed,
    ending_on_interrupt,
    print_list,
    writing,
)
from galo.cli.completion import complete_experiment
from galo.cli.help import Command, Group
from galo.errors import ConfigError

if TYPE_CHECKING:
    from galo.lab.experiment_directory import ExperimentSettings
    from galo.lab.experiment_run import StageProgress

app = typer.Typer(
    cls=Group,
    help="Make the studies again, and lay them beside what was published.",
    epilog="Example: galo lab run antonio2011 --quick --out mine",
    rich_markup_mode=None,
)


@app.command("list", cls=Command, epilog="Example: galo lab list")
def list_experiments(
    as_json: AsJson = False,
) -> None:
    """List the experiments, a line each."""
    from galo.lab.experiments import experiment_lines

    print_list(experiment_lines(), as_json)


@app.command(cls=Command, epilog="Example: galo lab run antonio2011 --quick --out mine")
def run(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="One of galo lab list", autocompletion=complete_experiment
        ),
    ],
    full: Annotated[
        bool, typer.Option("--full/--quick", help="As large as the study, or some minutes.")
    ] = False,
    reading: Annotated[
        str, typer.Option(help="literal, published (a fit), both, or reconstructed")
    ] = "both",
    device: Annotated[str, typer.Option(help="cpu or cuda")] = "cpu",
    cluster: Cluster = None,
    out: Annotated[Path | None, typer.Option(help="Directory of the results.")] = None,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Make an experiment, or go on with it where it stopped."""
    from galo.lab.experiment_directory import ExperimentSettings

    size = "full" if full else "quick"
    settings = ExperimentSettings(name, size, _readings(reading), seed)
    directory = out or Path(f"{name}-{size}")
    help = (
        "--out names another directory; when that is mended the same command goes on from what "
        "is there"
    )
    with ending_on_interrupt("stopped; the same command goes on from here"):
        with writing(directory, help):
            _run(settings, directory, (device, cluster), quiet)
            report = _report(directory)
        typer.echo(report)


def _report(directory: Path) -> str:
    """Return the path of the report, or the reason why it could not be made here."""
    from galo.lab.report import write_report

    try:
        return str(write_report(directory))
    except ConfigError as problem:  # a machine with a GPU may have little else
        return f"{directory} has all results, but no report: {problem}"


def _readings(text: str) -> tuple[str, ...]:
    from galo.errors import UnknownNameError
    from galo.players.dominoes4.linear import HONEST_READINGS, READINGS

    if text not in (*READINGS, "both"):
        raise UnknownNameError("reading", text, (*READINGS, "both"))
    return HONEST_READINGS if text == "both" else (text,)


def _run(
    settings: "ExperimentSettings", directory: Path, place: tuple[str, str | None], quiet: bool
) -> None:
    """Make what is missing of the experiment in *directory* on the device or cluster *place*."""
    from galo.cli.screen import ProgressBar
    from galo.lab.devices import simulator
    from galo.lab.experiment_directory import ExperimentDirectory
    from galo.lab.experiment_run import ExperimentRun
    from galo.lab.experiments import experiment

    study = experiment(settings.experiment)
    with ProgressBar(quiet=quiet) as bar, simulator(*place, bar.show_part) as simulate:
        results = ExperimentDirectory(directory, settings)
        bar.show("getting ready", 0, None)

        def show(progress: "StageProgress") -> None:
            rate = f", {progress.matches_per_second:,.0f} matches/s"
            words = progress.stage + (rate if progress.matches_per_second else "")
            bar.show(words, progress.done, progress.total)

        study.run(ExperimentRun(results, simulate, show), settings.size, settings.readings)


@app.command(cls=Command, epilog="Example: galo lab report mine")
def report(
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="What galo lab run wrote.")],
) -> None:
    """Write the tables and figures of an experiment beside what was published."""
    from galo.lab.report import write_report

    with writing(directory, "the report lies beside its results: make that directory writable"):
        path = write_report(directory)
    typer.echo(str(path))
