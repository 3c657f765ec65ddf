"""The server's log: one JSON object a line, nothing secret in it."""

import json
import logging
import sys
import time
from typing import Any

LOGGER = logging.getLogger("galo.web")


def log(event: str, level: int = logging.INFO, **fields: Any) -> None:
    """Write that *event* happened, with its *fields*."""
    LOGGER.log(level, event, extra={"fields": fields})


def log_problem(event: str, **fields: Any) -> None:
    """Write that *event* happened while an exception was handled, with where it came from."""
    LOGGER.error(event, extra={"fields": fields}, exc_info=True)


class JsonLines(logging.Formatter):
    """Every record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
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
    # Of the machinery below only what went wrong: its account of requests names invitations.
    machinery = logging.getLogger("uvicorn")
    machinery.handlers = [handler]
    machinery.setLevel(logging.WARNING)
    machinery.propagate = False
