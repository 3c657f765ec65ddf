"""`galo serve`: the site, for this machine or for every device in the house."""

import socket
from pathlib import Path
from typing import Annotated

import typer

from galo.cli.configuration import read_configuration
from galo.cli.database import DatabaseUrl, default_database, lab_folder_beside
from galo.errors import ConfigError
from galo.players.player import Limit
from galo.web.settings import LARGEST_FRAME, SiteSettings

ALL_ADDRESSES, ALL_ADDRESSES_6, THIS_MACHINE = "0.0.0.0", "::", "127.0.0.1"
PORT = 8017


def serve(
    config: Annotated[
        Path | None,
        typer.Option(
            envvar="GALO_CONFIG",
            metavar="FILE",
            is_eager=True,
            callback=read_configuration,
            help="Options in TOML; variables and the command line win.",
        ),
    ] = None,
    host: Annotated[
        str | None, typer.Option(envvar="GALO_HOST", help="Address to listen on.")
    ] = None,
    port: Annotated[
        int, typer.Option(envvar="GALO_PORT", min=0, max=65535, help="0 takes a free one.")
    ] = PORT,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan", envvar="GALO_LAN", help="Let other devices in; prints address and QR code."
        ),
    ] = False,
    lan_address: Annotated[
        str | None,
        typer.Option(
            envvar="GALO_LAN_ADDRESS",
            metavar="ADDRESS",
            help="Of this machine in its network, where it is in several.",
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        typer.Option(
            envvar="GALO_PUBLIC_URL",
            metavar="URL",
            help="The address in invitations: https://play.example/galo",
        ),
    ] = None,
    root_path: Annotated[
        str | None,
        typer.Option(
            envvar="GALO_ROOT_PATH",
            metavar="PATH",
            help="The prefix below which a proxy has put this site: /galo; by default that of"
            " --public-url.",
        ),
    ] = None,
    trusted_proxies: Annotated[
        list[str] | None,
        typer.Option(
            envvar="GALO_TRUSTED_PROXIES",
            metavar="ADDRESS",
            help="A proxy, or a network of them, whose X-Forwarded headers are believed.",
        ),
    ] = None,
    database: DatabaseUrl = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", envvar="GALO_BROWSER", help="Open it.")
    ] = True,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(envvar="GALO_ALLOW_HOST", metavar="NAME", help="A name this site answers to."),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            envvar="GALO_WORKERS",
            min=1,
            max=64,
            help="Processes that serve; more than one need PostgreSQL.",
        ),
    ] = SiteSettings.workers,
    peer_host: Annotated[
        str | None,
        typer.Option(
            envvar="GALO_PEER_HOST",
            metavar="ADDRESS",
            help="Of this machine, where servers on others with the same database reach it.",
        ),
    ] = None,
    thinkers: Annotated[
        int,
        typer.Option(
            envvar="GALO_THINKERS", min=1, max=64, help="Processes that think, of each worker."
        ),
    ] = SiteSettings.thinkers,
    grace: Annotated[
        float,
        typer.Option(
            envvar="GALO_GRACE",
            min=0,
            help="Seconds before an agent plays for a player who left.",
        ),
    ] = SiteSettings.grace_seconds,
    idle: Annotated[
        float,
        typer.Option(
            envvar="GALO_IDLE",
            min=0.01,
            max=3600,
            help="Seconds before a table that nobody is at leaves the memory.",
        ),
    ] = SiteSettings.idle_seconds,
    analysis: Annotated[
        float,
        typer.Option(
            envvar="GALO_ANALYSIS",
            min=0.1,
            max=60,
            help="Seconds for one analysis of a position.",
        ),
    ] = SiteSettings.analysis_seconds,
    review_seconds: Annotated[
        float | None,
        typer.Option(
            envvar="GALO_REVIEW_SECONDS",
            min=0.001,
            max=10,
            help="For each position of a review, instead of the usual effort.",
        ),
    ] = None,
    advice_per_address: Annotated[
        int,
        typer.Option(
            envvar="GALO_ADVICE_PER_ADDRESS",
            min=1,
            help="Hints and analyses under way at a time.",
        ),
    ] = SiteSettings.advice_per_address,
    reviews_per_hour: Annotated[
        int, typer.Option(envvar="GALO_REVIEWS_PER_HOUR", min=1, help="Of one address.")
    ] = SiteSettings.reviews_per_hour,
    tables_per_hour: Annotated[
        int, typer.Option(envvar="GALO_TABLES_PER_HOUR", min=1, help="Of one address.")
    ] = SiteSettings.tables_per_hour,
    sockets_per_address: Annotated[
        int, typer.Option(envvar="GALO_SOCKETS_PER_ADDRESS", min=1, help="Open at a time.")
    ] = SiteSettings.sockets_per_address,
    messages_per_second: Annotated[
        float, typer.Option(envvar="GALO_MESSAGES_PER_SECOND", min=0.1, help="Of one socket.")
    ] = SiteSettings.messages_per_second,
    message_bytes: Annotated[
        int,
        typer.Option(
            envvar="GALO_MESSAGE_BYTES", min=256, max=LARGEST_FRAME, help="Of one message."
        ),
    ] = SiteSettings.message_bytes,
    metrics_token: Annotated[
        str | None,
        typer.Option(
            envvar="GALO_METRICS_TOKEN",
            metavar="TOKEN",
            help="With which /metrics answers from elsewhere than this computer.",
        ),
    ] = None,
    lab: Annotated[
        bool,
        typer.Option(
            "--lab",
            envvar="GALO_LAB",
            help="Matches, tournaments and evolutions from the page, at this computer.",
        ),
    ] = SiteSettings.lab,
    lab_open: Annotated[
        bool,
        typer.Option(
            "--lab-open",
            envvar="GALO_LAB_OPEN",
            help="The same for everybody: strangers then compute on this machine.",
        ),
    ] = SiteSettings.lab_open,
    lab_folder: Annotated[
        Path | None,
        typer.Option(
            envvar="GALO_LAB_FOLDER",
            metavar="DIR",
            help="Where their results are kept; by default lab, beside the database.",
        ),
    ] = None,
    lab_jobs: Annotated[
        int, typer.Option(envvar="GALO_LAB_JOBS", min=1, max=64, help="Computed at once.")
    ] = SiteSettings.lab_jobs,
    lab_games: Annotated[
        int,
        typer.Option(
            envvar="GALO_LAB_GAMES", min=2, help="Of one experiment, played move by move."
        ),
    ] = SiteSettings.lab_games,
    lab_matches: Annotated[
        int, typer.Option(envvar="GALO_LAB_MATCHES", min=2, help="Of one experiment, simulated.")
    ] = SiteSettings.lab_matches,
    lab_minutes: Annotated[
        float,
        typer.Option(
            envvar="GALO_LAB_MINUTES",
            min=0.1,
            help="That an experiment computes before it stops; it can be resumed.",
        ),
    ] = SiteSettings.lab_minutes,
    lab_kept: Annotated[
        int, typer.Option(envvar="GALO_LAB_KEPT", min=1, help="Experiments that are kept.")
    ] = SiteSettings.lab_kept,
    verbose: Annotated[
        bool, typer.Option("--verbose", envvar="GALO_VERBOSE", help="Log everything.")
    ] = False,
) -> None:
    """Open the site in the browser: tables for people and agents.

    Every option is a GALO_… variable of the environment too, and a line of the file of --config;
    the command line wins, then the environment. Several values in a variable are separated by
    blanks.
    """
    from galo.web.public_address import (
        own_lan_address,
        parse_lan_address,
        parse_networks,
        parse_public_url,
        parse_root_path,
    )
    from galo.web.server import run
    from galo.web.site_lock import only_server
    from galo.web.store import Store

    public_url = parse_public_url(public_url) if public_url else None
    root_path = parse_root_path(root_path, public_url)
    proxies = parse_networks(trusted_proxies or ())
    lan_address = parse_lan_address(lan_address) if lan_address else None
    database = database or default_database()
    if lab_folder is not None and "," in str(lab_folder):
        raise ConfigError("--lab-folder has a comma, which separates options of agents")
    if workers > 1:
        _check_shared(database, lab or lab_open)
    with only_server(database):
        store = Store(database)  # refuses a bad address now, before anything is said
        store.check()
        store.close()
        listening = _listening_socket(host or (ALL_ADDRESSES if lan else THIS_MACHINE), port)
        port = listening.getsockname()[1]
        is_open = lan or host in (ALL_ADDRESSES, ALL_ADDRESSES_6)
        name = lan_address or own_lan_address() or socket.gethostname()
        lan_url = f"http://{_bracketed(name)}:{port}{root_path}" if is_open else None
        # Behind a proxy everybody seems to be at this machine: nobody opens such a site from its
        # page, nor one whose other processes would not know.
        is_plain = host in (None, THIS_MACHINE) and not (lan or public_url or root_path or proxies)
        is_plain = is_plain and workers == 1
        settings = SiteSettings(
            database=database,
            public_url=public_url,
            lan_url=lan_url,
            lan_port=port if is_plain else None,
            lan_address=lan_address,
            root_path=root_path,
            trusted_proxies=proxies,
            hosts=tuple(name.lower() for name in allow_host or ()),
            workers=workers,
            peer_host=peer_host,
            thinkers=thinkers,
            grace_seconds=grace,
            idle_seconds=idle,
            analysis_seconds=analysis,
            review_limit=Limit(seconds=review_seconds),
            advice_per_address=advice_per_address,
            reviews_per_hour=reviews_per_hour,
            tables_per_hour=tables_per_hour,
            sockets_per_address=sockets_per_address,
            messages_per_second=messages_per_second,
            message_bytes=message_bytes,
            metrics_token=metrics_token,
            lab=lab or lab_open,
            lab_open=lab_open,
            lab_folder=lab_folder or lab_folder_beside(database),
            lab_jobs=lab_jobs,
            lab_games=lab_games,
            lab_matches=lab_matches,
            lab_minutes=lab_minutes,
            lab_kept=lab_kept,
        )
        name = "localhost" if host in (None, THIS_MACHINE) else _bracketed(host)
        address = f"http://{name}:{port}{root_path}"
        where = (
            f"{public_url}, here {address}" if public_url else (lan_url if lan else None) or address
        )
        typer.echo(f"galo: {where}  (Ctrl-C ends it)")
        if lan and lan_url:
            _print_code(public_url or lan_url)
        run(listening, settings, address if browser else None, verbose)


def _check_shared(database: str, lab: bool) -> None:
    """Raise unless several workers can share *database* and what they are to do."""
    if not database.startswith("postgresql"):
        raise ConfigError(
            "SQLite serves one process; several --workers share a database of PostgreSQL: "
            "--database postgresql+psycopg://USER@HOST/NAME"
        )
    if lab:
        raise ConfigError("the laboratory needs a server of one process: give --workers 1")


def _listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens at *host* and *port*."""
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()  # a visitor who comes while the site starts waits
    except (OSError, OverflowError) as problem:
        listening.close()
        raise ConfigError(
            f"cannot listen at {host}:{port}: {getattr(problem, 'strerror', problem)}; "
            "give another --port, or 0 for a free one"
        ) from None
    return listening


def _bracketed(host: str) -> str:
    """Return *host* as addresses of pages have it."""
    return f"[{host}]" if ":" in host else host


def _print_code(address: str) -> None:
    import segno

    segno.make(address).terminal(compact=True)
