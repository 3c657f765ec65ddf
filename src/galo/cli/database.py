"""The database of the site, as commands name it, and the folder that it lies in."""

import os
from pathlib import Path
from typing import Annotated

import typer

from galo.cli.common import writing
from galo.errors import ConfigError
from galo.web.database_url import without_password

DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        envvar="GALO_DATABASE",
        metavar="URL",
        help="sqlite:///FILE or postgresql+psycopg://…",
    ),
]


def default_database() -> str:
    """Return the address of the person's own database."""
    folder = _data_folder()
    with writing(folder, "--database sqlite:///FILE names another place"):
        folder.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{folder / 'tables.db'}"


def lab_folder_beside(database: str) -> Path:
    """Return where the laboratory of a site with this *database* keeps its results."""
    file = database.removeprefix("sqlite:///").partition("?")[0]
    beside = Path(file).parent if file != database and file else _data_folder()
    return beside.absolute() / "lab"


def _data_folder() -> Path:
    """Return the person's own folder."""
    home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(home) / "galo"


def existing_database(url: str | None) -> str:
    """Return *url*, by default the person's own database; refuse a file that does not exist."""
    address = url or default_database()
    file = address.removeprefix("sqlite:///").partition("?")[0]
    if file != address and file and not Path(file).exists():  # opening it would create it
        raise ConfigError(
            f"there is no database {without_password(address)!r}; galo serve creates it, or give "
            "another --database"
        )
    return address
