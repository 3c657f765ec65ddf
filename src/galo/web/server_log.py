"""The server's log: one JSON object a line, without secrets."""

import json
import logging
import sys
import time
from contextvars import ContextVar
from typing import Any

from galo.web.metrics import PROBLEMS

LOGGER = logging.getLogger("galo.web")
REQUEST: ContextVar[str | None] = ContextVar("request", default=None)  # the one that is served


def log(event: str, level: int = logging.INFO, **fields: Any) -> None:
    """Log *event* with its *fields*."""
    LOGGER.log(level, event, extra={"fields": fields})


def log_problem(event: str, **fields: Any) -> None:
    """Log *event* with its *fields* and the traceback of the exception being handled."""
    PROBLEMS.inc()
    LOGGER.error(event, extra={"fields": fields}, exc_info=True)


class JsonLines(logging.Formatter):
    """A formatter that writes each record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if (request := REQUEST.get()) is not None:
            line["request"] = request
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_to_stderr(level: int) -> None:
    """Send the log of the site to standard error, from *level* on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    LOGGER.handlers = [handler]
    LOGGER.setLevel(level)
    LOGGER.propagate = False
    # Warnings of uvicorn alone: its log of requests would name invitations.
    server = logging.getLogger("uvicorn")
    server.handlers = [handler]
    server.setLevel(logging.WARNING)
    server.propagate = False
