"""The site behind real proxies: nginx and Caddy with the files of deploy/, TLS, a prefix, sockets.

    python bench/deploy/proxies.py

Needs openssl, and nginx or caddy; a proxy that is not installed is left out. Asks for a page and a
socket through the proxy, and sets up tables under forged addresses until the limit holds.
"""

import argparse
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

DEPLOY = Path(__file__).parent.parent.parent / "deploy"
SITE, PORT = 18018, 18443  # of galo, and of the proxy
NAME = "play.example"
ORIGIN = f"https://{NAME}:{PORT}"
VISITOR = "127.0.0.2"  # not the address of the proxy, whose word is trusted
LIMIT = 3
MAIN = "pid nginx.pid; error_log stderr; events {} http { access_log off; include galo.conf; }"
OPTIONS = f"{{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port {PORT + 1}\n}}\n"


def nginx(folder: Path) -> list[str]:
    """Return the command that runs nginx with our configuration on other ports."""
    text = (DEPLOY / "nginx.conf").read_text()
    text = re.sub(r" *listen \[::\].*\n", "", text)
    text = text.replace("127.0.0.1:8017", f"127.0.0.1:{SITE}").replace("$host;", "$http_host;")
    text = text.replace("listen 443", f"listen {PORT}").replace("listen 80", f"listen {PORT + 1}")
    (folder / "galo.conf").write_text(text.replace("/etc/ssl/galo", str(folder)))
    (folder / "nginx.conf").write_text(MAIN)
    key = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={NAME}"]
    key += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run(key, check=True, capture_output=True)
    words = ["nginx", "-p", str(folder), "-c", "nginx.conf"]
    subprocess.run([*words, "-t", "-q"], check=True)
    return [*words, "-g", "daemon off;"]


def caddy(folder: Path) -> list[str]:
    """Return the command that runs Caddy with our configuration and certificates of its own."""
    config = folder / "Caddyfile"
    config.write_text(OPTIONS + (DEPLOY / "Caddyfile").read_text())
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(config)]


@contextmanager
def running(words: list[str], log: Path) -> Iterator[None]:
    """Run *words* meanwhile."""
    variables = {
        **os.environ,
        "GALO_SITE": f"{NAME}:{PORT}",
        "GALO_UPSTREAM": f"127.0.0.1:{SITE}",
        "XDG_DATA_HOME": str(log.parent),
    }
    with log.open("ab") as said, subprocess.Popen(words, stderr=said, env=variables) as process:
        try:
            yield
        finally:
            process.terminate()
            process.wait(30)


def wait_for(port: int) -> None:
    """Wait until something listens at *port*."""
    deadline = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert time.monotonic() < deadline, f"nothing listens at port {port}"
            time.sleep(0.05)


def trusting() -> ssl.SSLContext:
    """Return a context that takes any certificate: ours was made a moment ago."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def first_message(table: str, origin: str) -> str:
    """Return the type of the first message that a watcher at *table* gets through the proxy."""
    raw = socket.create_connection(("127.0.0.1", PORT))
    address = f"wss://{NAME}:{PORT}/galo/api/tables/{table}/socket"
    with raw, connect(address, sock=raw, ssl=trusting(), origin=Origin(origin)) as visitor:
        visitor.send(json.dumps({"type": "hello", "token": None, "last": None}))
        return str(json.loads(visitor.recv(30))["type"])


def check() -> None:
    """Visit the site through the proxy."""
    transport = httpx.HTTPTransport(verify=trusting(), local_address=VISITOR)
    with httpx.Client(
        transport=transport,
        base_url=f"https://127.0.0.1:{PORT}",
        headers={"Host": f"{NAME}:{PORT}", "Origin": ORIGIN},
        timeout=60,
    ) as client:
        own = {"sni_hostname": NAME}
        page = client.get("/galo/", extensions=own)
        assert '"/galo/static/main.js"' in page.text, page.text
        assert page.headers["strict-transport-security"]
        assert client.get("/galo", extensions=own).headers["location"].endswith("/galo/")
        assert client.get("/", extensions=own).status_code == 404
        health = client.get("/galo/health", extensions=own).json()
        assert health["address"] == f"{ORIGIN}/galo"
        seats = [{"kind": "me"}, {"kind": "friend"}]
        statuses, table = [], ""
        for number in range(LIMIT + 1):
            answer = client.post(
                "/galo/api/tables",
                json={"game": "connect_four", "seats": seats},
                headers={"X-Forwarded-For": f"192.0.2.{number}", "X-Forwarded-Host": "x.example"},
                extensions=own,
            )
            statuses.append(answer.status_code)
            table = answer.json().get("table", table)
        assert statuses == [201] * LIMIT + [429], statuses
    assert first_message(table, ORIGIN) == "state"
    try:
        first_message(table, "https://evil.example")
        raise AssertionError("a page from elsewhere has opened a socket")
    except InvalidStatus:
        pass


def main() -> None:
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()
    proxies: dict[str, Callable[[Path], list[str]]] = {"nginx": nginx, "caddy": caddy}
    for name, command in proxies.items():
        if shutil.which(name) is None:
            print(f"{name}: not installed here, left out")
            continue
        with tempfile.TemporaryDirectory() as text:
            folder = Path(text)
            galo = [sys.executable, "-m", "galo", "serve", "--no-browser", "--port", str(SITE)]
            galo += ["--public-url", f"{ORIGIN}/galo", "--trusted-proxies", "127.0.0.1"]
            galo += ["--tables-per-hour", str(LIMIT), "--database", "sqlite://", "--thinkers", "1"]
            with running(galo, folder / "galo.log"), running(command(folder), folder / "log"):
                for port in (SITE, PORT):
                    wait_for(port)
                check()
        print(f"{name}: page, tables, limit of the visitor and socket through TLS below /galo/")


if __name__ == "__main__":
    main()
