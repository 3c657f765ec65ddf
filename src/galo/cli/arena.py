"""Commands in which agents play each other: match and tournament."""

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from galo.cli import INTERRUPTED
from galo.cli.common import (
    AsJson,
    GameName,
    Quiet,
    Seed,
    check_seconds,
    ending_on_interrupt,
    print_json,
    read_game,
)
from galo.cli.completion import complete_agent
from galo.cli.interrupts import InterruptHandler
from galo.errors import ConfigError, UnknownNameError
from galo.extras import require

if TYPE_CHECKING:
    from galo.arena.pairing import Plan
    from galo.arena.results import Folder
    from galo.arena.sprt import Sprt
    from galo.arena.tournament import Tournament
    from galo.players.player import Limit

GAMES = 100
GAMES_OF_A_TEST = 20_000  # at most: a sequential test ends by itself
MOST_ELO = 1000

Seconds = Annotated[
    float | None,
    typer.Option(
        help="Time to think, for each move. An agent that takes half as long again, and half a "
        "second more, is noted; the third time in a game it loses that game."
    ),
]
Nodes = Annotated[int | None, typer.Option(help="Positions to look at, for each move.")]
Openings = Annotated[
    int | None,
    typer.Option(
        help="Random plies first, the same from both sides; by default as many as the game asks "
        "for. Games with chance have none: their deals are the openings.",
        show_default=False,
    ),
]
Jobs = Annotated[
    int | None, typer.Option(help="Processes; all cores if left out.", show_default=False)
]


def match(
    game: GameName,
    a: Annotated[
        str,
        typer.Argument(metavar="A", help="One of galo agents GAME.", autocompletion=complete_agent),
    ],
    b: Annotated[
        str, typer.Argument(metavar="B", help="The other.", autocompletion=complete_agent)
    ],
    games: Annotated[
        int | None,
        typer.Option(
            help=f"Games, rounded up to even: {GAMES} if left out. With --sprt the most to "
            f"play: {GAMES_OF_A_TEST:,} if left out.",
            show_default=False,
        ),
    ] = None,
    seconds: Seconds = None,
    nodes: Nodes = None,
    openings: Openings = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help="Play until it is clear which of the two A is better by.",
        ),
    ] = None,
    jobs: Jobs = None,
    seed: Seed = 0,
    device: Annotated[
        str | None,
        typer.Option(
            metavar="cpu|cuda",
            help="Where to simulate linear players and strategies of dominoes4.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep every game and the result there.")
    ] = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Let A play B in pairs of games: the same deal or opening from both sides."""
    from galo.arena.match_result import match_result
    from galo.arena.pairing import Plan
    from galo.arena.play import checked_jobs, spelled
    from galo.arena.tournament import Tournament
    from galo.cli.report import report_match

    test = _sprt(sprt) if sprt is not None else None
    if games is None:
        games = GAMES if test is None else GAMES_OF_A_TEST
    processes, limit = checked_jobs(jobs), _limit(seconds, nodes)
    names = (spelled(a), spelled(b))
    plan = Plan(str(read_game(game)), names, games, seed, openings, limit)
    chosen = _device(plan, device, test is not None, out is not None)
    folder = _folder(out)
    played = Tournament(plan, test)
    with ctrl_c() as stopped:  # until here there is nothing to report
        _play(played, processes, stopped, folder, chosen, quiet)
        result = match_result(played).to_json()
        if as_json:
            print_json(result)
        report_match(played, to_stderr=as_json)
        if folder is not None and played.games:
            folder.write_match(result)
    if played.is_interrupted:
        raise typer.Exit(INTERRUPTED)


def tournament(
    game: GameName,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="A B C …", help="Two or more agents.", autocompletion=complete_agent
        ),
    ],
    games: Annotated[
        int, typer.Option(help="Games of every two players, rounded up to even.")
    ] = GAMES,
    seconds: Seconds = None,
    nodes: Nodes = None,
    openings: Openings = None,
    jobs: Jobs = None,
    seed: Seed = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Keep every game, the results and figures there."),
    ] = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Let everyone play everyone, and rate them all."""
    from galo.arena.match_result import tournament_result
    from galo.arena.pairing import Plan
    from galo.arena.play import checked_jobs, spelled
    from galo.arena.tournament import Tournament
    from galo.cli.report import report_tournament

    names = tuple(map(spelled, players))
    for name in names:
        if names.count(name) > 1:
            raise ConfigError(f"player {name!r} is named twice; name each player once")
    processes, limit = checked_jobs(jobs), _limit(seconds, nodes)
    plan = Plan(str(read_game(game)), names, games, seed, openings, limit)
    device = _device(plan, None, is_test=False, keeps_games=out is not None)
    if out is not None:
        require("lab", "--out, with its figures,")  # before anything is played
        import_module("matplotlib.figure")  # now: after Ctrl-C nobody waits for it
    folder = _folder(out)
    played = Tournament(plan)
    with ctrl_c() as stopped:  # until here there is nothing to report
        _play(played, processes, stopped, folder, device, quiet)
        result = tournament_result(played)
        if as_json:
            print_json(result)
        report_tournament(played, result, to_stderr=as_json)
        if folder is not None and played.games:
            folder.write_tournament(result)
    if folder is not None and played.games:
        with ending_on_interrupt(f"stopped; all but the figures is in {str(out)!r}"):
            folder.write_figures(result)
    if played.is_interrupted:
        raise typer.Exit(INTERRUPTED)


@contextmanager
def ctrl_c() -> Iterator[Callable[[], bool]]:
    """Give a function that returns whether Ctrl-C was pressed, which no longer ends the process."""
    pressed: list[int] = []

    def answer(number: int, frame: FrameType | None) -> None:
        InterruptHandler.has_answered = True
        pressed.append(number)

    before = signal.signal(signal.SIGINT, answer)
    try:
        yield lambda: bool(pressed)
    finally:
        signal.signal(signal.SIGINT, before)


def _play(
    played: "Tournament",
    jobs: int,
    stopped: Callable[[], bool],
    folder: "Folder | None",
    device: str | None,
    quiet: bool,
) -> None:
    from galo.cli.report import running_result
    from galo.cli.screen import ProgressBar

    total = 2 * played.plan.total_pairs
    with ExitStack() as stack:
        keep = None if folder is None else stack.enter_context(folder.games())
        bar = stack.enter_context(ProgressBar("games", quiet))
        bar.show("getting ready", 0, total)
        for _ in played.play(jobs, stopped, keep, device):
            if bar.is_shown:
                rate = f"{played.games_per_second:,.0f} games/s"
                bar.show(f"{running_result(played)}, {rate}", played.games, total)


def _limit(seconds: float | None, nodes: int | None) -> "Limit":
    from galo.players.player import Limit

    if seconds is not None and nodes is not None:
        raise ConfigError("--seconds and --nodes contradict each other; give one of them")
    if seconds is not None:
        check_seconds(seconds)
    return Limit(seconds=seconds, nodes=nodes)


def _sprt(text: str) -> "Sprt":
    from galo.arena.sprt import Sprt

    try:
        elo0, elo1 = map(float, text.split(","))
        if max(abs(elo0), abs(elo1)) <= MOST_ELO:  # which nan is not
            return Sprt(elo0, elo1)
    except ValueError:
        pass
    raise ConfigError(
        f"--sprt {text!r} is not two Elo differences up to {MOST_ELO}, the lower first, as in 0,10"
    )


def _device(plan: "Plan", wanted: str | None, is_test: bool, keeps_games: bool) -> str | None:
    """Return where the batch simulator plays *plan*, or None if it is to be played move by move."""
    from galo.arena.devices import DEVICES
    from galo.arena.simulated import can_record, can_simulate

    if wanted is not None and wanted not in DEVICES:
        raise UnknownNameError("device", wanted, DEVICES)
    can = can_simulate(plan) and (not keeps_games or can_record(plan))
    if wanted == "cuda" and (not can or keeps_games):
        raise ConfigError(
            "--device cuda is for linear players and strategies of dominoes4, without --seconds, "
            "--nodes or --out"
        )
    if wanted == "cuda" and is_test:
        raise ConfigError("--sprt looks at every pair, which --device cuda cannot; leave one out")
    return (wanted or "cpu") if can else None


def _folder(out: Path | None) -> "Folder | None":
    from galo.arena.results import Folder

    return None if out is None else Folder(out)
