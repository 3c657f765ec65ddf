"""Results for people: in words, and in tables."""

from typing import TYPE_CHECKING, Any

import typer

from galo.arena.statistics import EloInterval, Interval
from galo.arena.tally import Tally
from galo.cli.common import columns, wrapped
from galo.cli.screen import console

if TYPE_CHECKING:
    from rich.table import Table

    from galo.arena.sprt import Sprt, Verdict
    from galo.arena.tournament import Tournament

MOST_FAULTS = 8  # printed one by one
WIDE = 1000  # columns, where there is no end to them: a table in a file must not be cut


def running_result(played: "Tournament") -> str:
    """Return the result so far in a few words."""
    names = played.plan.players
    if len(names) == 2:
        tally = played.tallies[0]
        test = f", LLR {played.verdict.llr:+.2f}" if played.verdict else ""
        return f"{names[0]} {percent(tally.score)} {bounds(tally.interval)}{test}"
    ratings = played.ratings
    best = max(range(len(names)), key=lambda player: ratings[player].elo)
    rating = ratings[best]
    return f"{names[best]} leads, {rating.elo:+.0f} {elo_bounds(rating.interval)} Elo"


def report_match(played: "Tournament", to_stderr: bool) -> None:
    """Print how a match ended; *to_stderr* only what is out of the ordinary."""
    if not to_stderr:
        for line in match_lines(played):
            print_line(line)
    _print_notes(played, to_stderr)


def match_lines(played: "Tournament") -> list[str]:
    """Return the result of a match in sentences and a small table."""
    plan, tally = played.plan, played.tallies[0]
    a, b = plan.players
    first = f", {plan.opening_plies} random plies first" if plan.opening_plies else ""
    lines = [f"{plan.game}: {a} against {b}, {tally.games:,} games in pairs{first}", ""]
    if not tally.games:
        return [*lines, "Interrupted before a pair of games was finished."]
    other = Tally(tally.losses, tally.draws, tally.wins, tally.pairs[::-1])
    lines += _result_rows({a: tally, b: other})
    lines += ["", verdict_words(a, b, tally)]
    if played.sprt and played.verdict:
        lines += sprt_words(a, played.sprt, played.verdict, played.games, 2 * plan.total_pairs)
    return [*lines, speed_words(played)]


def _result_rows(tallies: dict[str, Tally]) -> list[str]:
    """Return a row for each player and one for the draws; a few rows each where it is narrow."""
    width = max(map(len, [*tallies, "draws"]))
    draws = next(iter(tallies.values())).draws
    rows = [f"  {'':{width}}  {'wins':>11}   {'score':>7}   {'95 %':14}   Elo"]
    for name, own in tallies.items():
        score = f"{percent(own.score):>7}   {bounds(own.interval):14}"
        rows.append(f"  {name:{width}}  {own.wins:>11,}   {score}   {elo_text(own)}")
    rows.append(f"  {'draws':{width}}  {draws:>11,}")
    if max(map(len, rows)) <= columns():
        return rows
    rows = []
    for name, own in tallies.items():
        rows += [name, f"  wins {own.wins:,}"]
        rows += [f"  score {percent(own.score)} {bounds(own.interval)}", f"  Elo {elo_text(own)}"]
    return [*rows, f"draws {draws:,}"]


def verdict_words(a: str, b: str, tally: Tally) -> str:
    """Return the player that is ahead, in one sentence."""
    if tally.lead == 0:
        return "Nobody is shown to be better: the interval contains 50 %."
    ahead = a if tally.lead > 0 else b
    return f"{ahead} is ahead: the interval does not contain 50 %."


def sprt_words(a: str, sprt: "Sprt", verdict: "Verdict", games: int, most: int) -> list[str]:
    """Return what the sequential test says."""
    low, high = sprt.bounds
    ratio = f"LLR {verdict.llr:+.2f}, bounds {low:+.2f} and {high:+.2f}"
    played = f"{games:,} of at most {most:,} games"
    if verdict.decision == "continue":
        return [f"The test has not decided between H0 and H1 ({ratio}) in {played}."]
    hypothesis = verdict.decision.removeprefix("accept ")
    elo = sprt.elo0 if hypothesis == "H0" else sprt.elo1
    other = sprt.elo1 if hypothesis == "H0" else sprt.elo0
    return [
        f"The test accepts {hypothesis}: {a} is {elo:+g} Elo rather than {other:+g} ({ratio}), "
        f"after {played}.",
        "It ended on these games, so their score flatters: for the size of the difference play "
        "a match of fixed length.",
    ]


def report_tournament(played: "Tournament", result: dict[str, Any], to_stderr: bool) -> None:
    """Print how a tournament ended; *to_stderr* only what is out of the ordinary."""
    if not to_stderr:
        plan = played.plan
        first = f", {plan.opening_plies} random plies first" if plan.opening_plies else ""
        print_line(f"{plan.game}: {played.games:,} games in pairs{first}")
        print_table(cross_table(result), cross_lines(result))
        print_table(pairing_table(played), pairing_lines(played))
        print_line(speed_words(played))
    _print_notes(played, to_stderr)


def cross_table(result: dict[str, Any]) -> "Table":
    """Return ratings and scores of all against all, the best first."""
    players = result["players"]
    numbers = [str(place) for place in range(1, len(players) + 1)]
    table = new_table(("", "left"), ("player", "left"), ("Elo", "right"), ("95 %", "left"))
    table.add_column("score", justify="right")
    for number in numbers:
        table.add_column(number, justify="right")
    for number, player, row in zip(numbers, players, result["table"], strict=True):
        interval = EloInterval(*player["elo_interval"])
        table.add_row(
            number,
            player["name"],
            f"{player['elo']:+.0f}",
            elo_bounds(interval),
            percent(player["score"]),
            *("" if score is None else f"{100 * score:.1f}" for score in row),
        )
    return table


def pairing_table(played: "Tournament") -> "Table":
    """Return each pairing with its games, score, interval and Elo."""
    table = new_table(("A", "left"), ("B", "left"), ("A won", "right"), ("draws", "right"))
    for name in ("B won", "score of A"):
        table.add_column(name, justify="right")
    table.add_column("95 %")
    table.add_column("ahead")
    for (a, b), tally in zip(played.plan.pairings, played.tallies, strict=True):
        counts = (f"{count:,}" for count in (tally.wins, tally.draws, tally.losses))
        ahead = ("", a, b)[tally.lead]
        table.add_row(a, b, *counts, percent(tally.score), bounds(tally.interval), ahead)
    return table


def print_table(table: "Table", lines: list[str]) -> None:
    """Print *table* if it fits, else the *lines* that say the same."""
    from rich.measure import Measurement

    screen, width = console(), columns()
    screen.width = min(width, WIDE)
    if Measurement.get(screen, screen.options.update(width=WIDE), table).maximum <= width:
        screen.print(table)
        return
    typer.echo()
    for line in lines:
        print_line(line)
    typer.echo()


def cross_lines(result: dict[str, Any]) -> list[str]:
    """Return what `cross_table` says, some lines for each player."""
    lines = []
    scores = zip(result["players"], result["table"], strict=True)
    for number, (player, row) in enumerate(scores, start=1):
        interval = elo_bounds(EloInterval(*player["elo_interval"]))
        against = [
            f"{other}: {100 * score:.1f}"
            for other, score in enumerate(row, start=1)
            if score is not None
        ]
        lines += [
            f"{number} {player['name']}",
            f"  Elo {player['elo']:+.0f} {interval}",
            f"  score {percent(player['score'])}; against {', '.join(against)}",
        ]
    return lines


def pairing_lines(played: "Tournament") -> list[str]:
    """Return what `pairing_table` says, some lines for each pairing."""
    lines = []
    for (a, b), tally in zip(played.plan.pairings, played.tallies, strict=True):
        ahead = ("nobody", a, b)[tally.lead]
        lines += [
            f"{a} against {b}",
            f"  won {tally.wins:,}, drew {tally.draws:,}, lost {tally.losses:,}",
            f"  score {percent(tally.score)} {bounds(tally.interval)}; ahead: {ahead}",
        ]
    return lines


def new_table(*columns: tuple[str, Any]) -> "Table":
    """Return an empty table with *columns*: the name of each, and its side, left or right."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name, justify in columns:
        table.add_column(name, justify=justify)
    return table


def speed_words(played: "Tournament") -> str:
    """Return how long it took."""
    rate = f"{played.games_per_second:,.0f} games/s"
    words = f"{played.games:,} games in {played.seconds:,.1f} s ({rate})."
    return f"Interrupted. {words}" if played.is_interrupted else words


def _print_notes(played: "Tournament", to_stderr: bool) -> None:
    """Print the faults of players and workers."""
    from galo.arena.play import overrun_sentence

    if played.workers_died:
        workers = "1 worker" if played.workers_died == 1 else f"{played.workers_died} workers"
        were = f"{played.games_repeated} games were"
        print_line(f"{workers} died; {were} played again.", to_stderr)
    for name, count in played.overruns.items():
        print_line(overrun_sentence(name, count), to_stderr)
    for fault, games in played.faults.most_common(MOST_FAULTS):
        lost = "1 game" if games == 1 else f"{games:,} games"
        print_line(f"{fault.player} lost {lost} by an error: {fault.message}", to_stderr)
    if len(played.faults) > MOST_FAULTS:
        print_line(f"… and by {len(played.faults) - MOST_FAULTS} other errors.", to_stderr)


def print_line(text: str, to_stderr: bool = False) -> None:
    """Print *text*, in as many lines as it takes; what goes to standard error stays on one."""
    indent = len(text) - len(text.lstrip())
    is_table = "  " in text.strip()  # whose columns must stay below each other
    fits = to_stderr or is_table or not text
    typer.echo(text if fits else " " * indent + wrapped(text.strip(), indent), err=to_stderr)


def percent(score: float) -> str:
    """Return a *score* from 0 to 1 as people read it."""
    return f"{100 * score:.1f} %"


def bounds(interval: Interval) -> str:
    """Return an *interval* of scores as people read it."""
    return f"[{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def elo_text(tally: Tally) -> str:
    """Return the Elo difference of a *tally* as people read it."""
    middle = "beyond measure" if tally.elo is None else f"{tally.elo:+.0f}"
    return f"{middle} {elo_bounds(tally.elo_interval)}"


def elo_bounds(interval: EloInterval) -> str:
    """Return an *interval* of Elo differences as people read it."""
    low = "-∞" if interval.low is None else f"{interval.low:+.0f}"
    high = "+∞" if interval.high is None else f"{interval.high:+.0f}"
    return f"[{low}, {high}]"
