"""Addresses of databases as they may be printed: without their passwords."""

import re
from urllib.parse import unquote

HIDDEN = "***"


def without_password(text: str, url: str | None = None) -> str:
    """Return *text*, an address or a sentence about the address *url*, without its password."""
    for secret in _secrets(text if url is None else url):
        text = text.replace(secret, HIDDEN)
    return text


def _secrets(url: str) -> list[str]:
    """Return what *url* must not show, as it is written there and as it is meant."""
    # Up to the last @, also where the rest is no address: a password may hold any letter.
    rest = url.rpartition("@")[0].rpartition("://")[2]
    password = rest.partition(":")[2]
    found = [password, *re.findall("password=([^&]*)", url, re.IGNORECASE)]
    if "@" in password:  # which a driver takes for the host, from the first @ on
        found.append(password.partition("@")[2] + "@")
    return [secret for one in found if one for secret in (one, unquote(one))]
