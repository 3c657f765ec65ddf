"""The command that trains a network."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galo.cli.common import (
    AsJson,
    Quiet,
    keeping,
    print_json,
    refuse_other_settings,
    wrapped,
)
from galo.cli.completion import complete_game
from galo.errors import ConfigError
from galo.extras import require
from galo.training.settings import LINEAR, TrainingSettings

if TYPE_CHECKING:
    from galo.training.run import TrainingProgress

Default = TrainingSettings  # its class attributes are the defaults of the fields
TABLES = {"cpu": 512, "cuda": Default.tables}
MATCHES = {"cpu": 1000, "cuda": 16384}  # of a measurement


def train(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="dominoes4", autocompletion=complete_game),
    ] = None,
    minutes: Annotated[float, typer.Option(help="Of training.")] = Default.minutes,
    decisions: Annotated[
        int, typer.Option(help="To train on, instead of a time; 0: as many as there is time for.")
    ] = Default.decisions,
    against: Annotated[
        str, typer.Option(help=f"At some tables, the other pair: {', '.join(LINEAR)}.")
    ] = Default.against,
    share: Annotated[float, typer.Option(help="Of the tables with another pair.")] = Default.share,
    rollouts: Annotated[
        float, typer.Option(help="Share of the training by rollouts; the rest by its own play.")
    ] = Default.rollouts,
    tables: Annotated[
        int | None,
        typer.Option(help="Played at the same time: 512 on the CPU, 16,384 on a GPU."),
    ] = None,
    device: Annotated[str, typer.Option(help="cpu or cuda")] = "cpu",
    out: Annotated[Path | None, typer.Option(help="Directory of the training.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with this directory.")] = None,
    seed: Annotated[
        int, typer.Option(help="Decides the deals, the first weights and every draw.")
    ] = Default.seed,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Train a network of dominó de 4 pontas by letting it play against itself.

    It plays as the agent neural:weights=DIR/network.npz, which needs no PyTorch.
    """
    from galo.training.directory import read_result, read_settings

    if resume is None:
        if game is None:
            raise ConfigError("give the game to train, or a directory to go on with: --resume DIR")
        settings = TrainingSettings(
            game=game, minutes=minutes, decisions=decisions, against=against, share=share,
            rollouts=rollouts, tables=tables or TABLES.get(device, Default.tables), seed=seed,
        )  # fmt: skip
        directory = out or Path(f"trained-{seed}")
    else:
        settings, directory = read_settings(resume), resume
        refuse_other_settings(context, resume, vars(settings), "training")
    result = read_result(directory) if resume else None
    if result is None:
        require("train", "galo train")
        result = _trained(settings, directory, device, quiet)
    if as_json:
        print_json(result)
    else:
        _print_result(result, directory, quiet)


def _trained(
    settings: TrainingSettings, directory: Path, device: str, quiet: bool
) -> dict[str, Any]:
    """Return the result of the training kept in *directory*, showing a progress bar."""
    from galo.cli.screen import ProgressBar
    from galo.training.run import train as run

    with keeping("train", directory), ProgressBar("%", quiet) as bar:

        def show(progress: "TrainingProgress") -> None:
            measured = progress.last["measured"] if progress.last else []
            found = [f"{each['share']:.1%} against {each['opponent']}" for each in measured]
            words = ", ".join([*found, f"{progress.per_second:,.0f} decisions/s"])
            bar.show(words, 100 * progress.share, 100)

        return run(settings, directory, device, show, MATCHES.get(device, MATCHES["cpu"]))


def _print_result(result: dict[str, Any], directory: Path, quiet: bool) -> None:
    """Print the *result* in *directory* for people."""
    for found in result["measured"]:
        low, high = found["share_interval"]
        typer.echo(
            f"won {found['share']:.1%} [{low:.1%}, {high:.1%}] of {found['games']:,} matches "
            f"against {found['opponent']}"
        )
    if quiet:
        return
    agent = f"neural:weights={directory / result['network']}"
    typer.echo(
        wrapped(
            f"{result['decisions']:,} decisions in {result['seconds']:,.0f} seconds; "
            f"measure it: galo match {result['game']} {agent} s1"
        )
    )
