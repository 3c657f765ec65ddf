"""How the site is reached from outside: its address, its prefix, the proxies before it."""

import ipaddress
import re
import socket
from collections.abc import Iterable
from urllib.parse import SplitResult, urlsplit

from galo.errors import ConfigError

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
USUAL_PORTS = {"http": 80, "https": 443}
PREFIX = re.compile(r"(/[\w.~-]+)*", re.ASCII)


def split_address(address: str) -> SplitResult:
    """Return the parts of *address*, all empty if it is not valid."""
    try:
        return urlsplit(address)
    except ValueError:
        return SplitResult("", "", "", "", "")


def own_lan_address() -> str | None:
    """Return the address of this machine in its network, None if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: it only asks for the route
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if ipaddress.ip_address(address).is_loopback else address


def parse_lan_address(text: str) -> str:
    """Return the address *text* of this machine in a network."""
    try:
        return str(ipaddress.ip_address(text.strip()))
    except ValueError:
        raise ConfigError(f"{text!r} is not an address like 192.168.1.5") from None


def parse_public_url(text: str) -> str:
    """Return the address *text* as browsers write it, without a slash at its end."""
    parts = split_address(text.strip())
    try:
        port = parts.port
    except ValueError:
        port = 0
    path = parts.path.rstrip("/")
    if (
        parts.scheme not in USUAL_PORTS
        or not parts.hostname
        or port == 0
        or parts.query + parts.fragment
        or "@" in parts.netloc
        or not PREFIX.fullmatch(path)
    ):
        raise ConfigError(f"public URL {text!r} is not like https://play.example or …/galo")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    is_usual = port in (None, USUAL_PORTS[parts.scheme])
    return f"{parts.scheme}://{host}{'' if is_usual else f':{port}'}{path}"


def parse_root_path(text: str | None, public_url: str | None) -> str:
    """Return the prefix *text*, by default that of *public_url*, without a slash at its end."""
    public = None if public_url is None else split_address(public_url).path
    if text is None:
        return public or ""
    path = text.strip().rstrip("/")
    if not PREFIX.fullmatch(path):
        raise ConfigError(f"root path {text!r} is not like /galo")
    if public is not None and public != path:
        raise ConfigError(f"root path {text!r} is not the path of the public URL {public_url!r}")
    return path


def parse_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Return the networks *texts*, each an address or a network."""
    networks = []
    for text in texts:
        try:
            networks.append(ipaddress.ip_network(text, strict=False))
        except ValueError:
            raise ConfigError(
                f"trusted proxy {text!r} is neither an address nor a network; "
                "write 127.0.0.1 or 10.0.0.0/8, each with an option of its own"
            ) from None
    return tuple(networks)
