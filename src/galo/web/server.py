"""Running the site with uvicorn, on a socket that is already open."""

import logging
import signal
import socket
import sys
import threading
import time
import urllib.request
import webbrowser

import uvicorn

from galo.web.app import create_app
from galo.web.server_log import log_to_stderr
from galo.web.settings import SiteSettings
from galo.web.uvicorn_config import site_config
from galo.web.workers import Workers

OPEN_SECONDS = 30.0  # to wait for the site before the browser opens


def run(
    listening: socket.socket, settings: SiteSettings, opened: str | None, verbose: bool
) -> None:
    """Serve until interrupted, and open the browser at the address *opened*, if any."""
    signal.signal(signal.SIGTERM, _end)  # which uvicorn calls once it has shut down
    log_to_stderr(logging.INFO if verbose else logging.WARNING)
    if opened is not None:
        threading.Thread(target=_open_when_ready, args=(opened,), daemon=True).start()
    if settings.workers == 1:
        serve(listening, settings, verbose)
    else:
        Workers(settings.workers, serve, listening, settings, verbose).run()


def serve(listening: socket.socket, settings: SiteSettings, verbose: bool) -> None:
    """Serve until interrupted, as one process."""
    signal.signal(signal.SIGTERM, _end)
    log_to_stderr(logging.INFO if verbose else logging.WARNING)
    uvicorn.Server(site_config(create_app(settings))).run(sockets=[listening])


def _end(*_: object) -> None:
    """End the process as somebody who was asked to: without an error."""
    sys.exit(0)


def _open_when_ready(address: str) -> None:
    """Open the browser as soon as the site answers."""
    deadline = time.monotonic() + OPEN_SECONDS
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"{address}/health"):
                webbrowser.open(address)
                return
        except OSError:
            time.sleep(0.1)
