"""`galo results`: how people fared against the agents of the site."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from galo.cli.common import AsJson, print_json
from galo.cli.database import DatabaseUrl, existing_database
from galo.errors import ConfigError

if TYPE_CHECKING:
    from rich.table import Table

    from galo.web.person_responses import ResultGroup

GROUPS = {
    "beginner": "beginners",
    "casual": "casual players",
    "experienced": "experienced players",
    "mixed": "mixed",
    "unsaid": "not said",
    "with_agent": "with an agent",
}


def results(
    database: DatabaseUrl = None,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Print a table for spreadsheets and nothing else.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show how people fared against the agents of the site, by the experience they stated."""
    from galo.web.results import result_list, to_csv
    from galo.web.store import Store

    if as_csv and as_json:
        raise ConfigError("--csv and --json are two ways to print the same: give one of them")
    store = Store(existing_database(database))
    try:
        found = result_list(store.finished_games())
    finally:
        store.close()
    if as_json:
        print_json(asdict(found))
    elif as_csv:
        typer.echo(to_csv(found.by_experience), nl=False)
    else:
        _print_results(found.by_experience)


def _print_results(groups: "list[ResultGroup]") -> None:
    from galo.cli.report import print_line, print_table

    if not groups:
        print_line("No finished game of people against agents yet.")
        return
    print_table(_table(groups), [line for group in groups for line in _lines(group)])
    print_line(
        "The score is the agents': a draw is half a win. Published: dissertation of Antonio "
        "(2011), figure 28, two agents S1 against pairs of people."
    )


def _table(groups: "list[ResultGroup]") -> "Table":
    from galo.cli.report import new_table

    table = new_table(("game", "left"), ("agents", "left"), ("people", "left"))
    for name in ("games", "agents won", "draws", "score"):
        table.add_column(name, justify="right")
    table.add_column("95 %")
    table.add_column("published", justify="right")
    for group in groups:
        lost = group.games - group.won - group.drawn
        counts = (f"{count:,}" for count in (group.games, lost, group.drawn))
        table.add_row(group.game, _agents(group), _people(group), *counts, *_scores(group))
    return table


def _lines(group: "ResultGroup") -> list[str]:
    """Return what a row of the table says, in some lines."""
    score, interval, published = _scores(group)
    lost = group.games - group.won - group.drawn
    return [
        f"{group.game}: {_agents(group)} against {_people(group)}",
        f"  of {group.games:,} games won {lost:,}, drew {group.drawn:,}",
        f"  score {score} {interval}" + (f"; published {published}" if published else ""),
    ]


def _agents(group: "ResultGroup") -> str:
    return " + ".join(opponent.name for opponent in group.opponents)


def _people(group: "ResultGroup") -> str:
    help = ", with help" if group.assisted else ""
    return GROUPS[group.people or "unsaid"] + help


def _scores(group: "ResultGroup") -> tuple[str, str, str]:
    from galo.arena.statistics import Interval
    from galo.cli.report import bounds, percent

    interval = Interval(group.agents_low, group.agents_high)
    published = "" if group.published is None else f"{100 * group.published:.0f} %"
    return percent(group.agents_score), bounds(interval), published
