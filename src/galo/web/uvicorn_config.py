"""How uvicorn serves the site, on whichever socket."""

import uvicorn
from starlette.types import ASGIApp

from galo.web.settings import LARGEST_FRAME

PING_SECONDS = 20.0  # after which a connection that does not answer counts as lost


def site_config(app: ASGIApp, is_first: bool = True) -> uvicorn.Config:
    """Return the configuration for *app*; its first server alone starts and ends it."""
    return uvicorn.Config(
        app,
        log_config=None,
        lifespan="on" if is_first else "off",
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        ws_per_message_deflate=False,  # small messages, many sockets
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=False,  # which would believe every program on this machine
    )
