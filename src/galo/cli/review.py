"""`galo review`: every decision of a finished game judged, and its result told from luck."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from galo.cli.common import (
    AsJson,
    Language,
    Quiet,
    Seed,
    check_seconds,
    columns,
    ending_on_interrupt,
    print_json,
    wrapped,
)
from galo.cli.database import DatabaseUrl, existing_database
from galo.errors import ConfigError
from galo.web.database_url import without_password

if TYPE_CHECKING:
    from galo.arena.records import GameRecord
    from galo.reviews.review import Review
    from galo.texts import Texts

WIDEST_CURVE = 60


def review(
    file: Annotated[
        str, typer.Argument(metavar="FILE|ID", help="Records, or a table of the site.")
    ],
    game: Annotated[int | None, typer.Option(help="This game of the file alone.")] = None,
    seconds: Annotated[
        float | None, typer.Option(help="For each position, instead of the usual effort.")
    ] = None,
    seed: Seed = 0,
    jobs: Annotated[int | None, typer.Option(help="Threads; all cores if not given.")] = None,
    database: DatabaseUrl = None,
    lang: Language = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Judge every decision of games that are over, and tell luck from error.

    A decision is judged by what its seat could know when it was made. What the hidden tiles made
    of it is luck: start + skill + luck = result.
    """
    from galo.cli.screen import ProgressBar
    from galo.reviews.reviewing import review as review_of
    from galo.texts import Texts

    if seconds is not None:
        check_seconds(seconds)
    texts = Texts(lang)
    found: list[Review] = []
    with ending_on_interrupt(texts("review.stopped")):
        for number, record in _records(file, game, database):
            with ProgressBar("", quiet) as bar:
                words = partial(bar.show, texts("review.progress"))
                found.append(
                    review_of(record, seconds=seconds, seed=seed, jobs=jobs, progress=words)
                )
            if not as_json:
                _show(number, record, found[-1], texts)
    if as_json:
        print_json({"games": [one.to_json() for one in found]})


def _show(number: int, record: "GameRecord", review: "Review", texts: "Texts") -> None:
    from galo.terminal.replay import summary
    from galo.terminal.review import review_lines

    typer.echo(wrapped(summary(number, record, texts)))
    for line in review_lines(record, review, texts, min(columns() // 2, WIDEST_CURVE)):
        typer.echo(wrapped(line))
    typer.echo()


def _records(source: str, game: int | None, database: str | None) -> "list[tuple[int, GameRecord]]":
    """Return the games to review, each with its number: of a file, or of a table of the site."""
    from galo.arena.records import parse_record, read_records

    path = Path(source)
    if not path.exists() and source.replace("-", "").replace("_", "").isalnum():
        return [(1, parse_record(_record_of_table(source, database)))]
    records = list(enumerate(read_records(path), start=1))
    if game is not None and not 1 <= game <= len(records):
        raise ConfigError(f"{source!r} has games 1 to {len(records)}, not {game}")
    return records if game is None else [records[game - 1]]


def _record_of_table(identity: str, database: str | None) -> str:
    """Return the line that records the finished game of the table *identity*."""
    from galo.web.store import Store

    address = existing_database(database)
    store = Store(address)
    try:
        line = store.record_of(identity)
    finally:
        store.close()
    if line is None:
        place = without_password(address)
        raise ConfigError(
            f"{identity!r} is no file, and no table with a finished game in {place!r}"
        )
    return line
