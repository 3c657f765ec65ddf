"""A small reverse proxy that puts a site below a prefix, as nginx or Caddy would."""

import contextlib
import re
import socket
import socketserver
import threading
from typing import Any, Self

REQUEST_LINE = re.compile(rb"(\S+) (\S+) (\S+)\r\n")
OWN_HEADERS = (b"host:", b"connection:", b"x-forwarded-")
NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class ReverseProxy(socketserver.ThreadingTCPServer):
    """A server before the site at *port*, which *strips* the prefix or leaves it.

    What lies outside *prefix* is not found.
    """

    def __init__(self, port: int, prefix: str, strips: bool) -> None:
        super().__init__(("127.0.0.1", 0), _Forwarding)
        self.upstream = ("127.0.0.1", port)
        self.host = f"localhost:{self.server_address[1]}{prefix}"
        self._prefix = prefix.encode()
        self._strips = strips
        self._visitors: list[socket.socket] = []
        self._thread = threading.Thread(target=self.serve_forever, args=(0.01,))

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self._thread.join()
        for visitor in self._visitors:
            with contextlib.suppress(OSError):  # gone already
                visitor.shutdown(socket.SHUT_RDWR)
        self.server_close()  # waits for the threads of all connections

    def process_request(self, request: Any, client_address: Any) -> None:
        self._visitors.append(request)
        super().process_request(request, client_address)

    def forwarded(self, head: bytes) -> bytes | None:
        """Return the *head* of a request as the site gets it, None if it is not for the site."""
        found = REQUEST_LINE.match(head)
        assert found
        method, path, version = found.groups()
        if path != self._prefix and not path.startswith(self._prefix + b"/"):
            return None
        if self._strips:
            path = path.removeprefix(self._prefix) or b"/"
        lines = head[found.end() :].splitlines()
        host = next(line[5:].strip() for line in lines if line.lower().startswith(b"host:"))
        is_upgrade = any(line.lower().startswith(b"upgrade:") for line in lines)
        own = [
            b"Host: " + host,
            b"Connection: " + (b"Upgrade" if is_upgrade else b"close"),
            b"X-Forwarded-For: 198.51.100.7",
            b"X-Forwarded-Host: " + host,
        ]
        kept = [line for line in lines if line and not line.lower().startswith(OWN_HEADERS)]
        return b"\r\n".join([b" ".join((method, path, version)), *own, *kept, b"", b""])


class _Forwarding(socketserver.StreamRequestHandler):
    """One connection: one request and its answer, or an upgrade to a socket."""

    server: ReverseProxy

    def handle(self) -> None:
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            line = self.rfile.readline()
            if not line:
                return
            head += line
        forwarded = self.server.forwarded(head)
        if forwarded is None:
            self.request.sendall(NOT_FOUND)
            return
        with socket.create_connection(self.server.upstream) as site:
            site.sendall(forwarded)
            there = threading.Thread(target=self._send_on, args=(site,))
            there.start()
            with contextlib.suppress(OSError):
                while chunk := site.recv(65536):
                    self.request.sendall(chunk)
                self.request.shutdown(socket.SHUT_RDWR)
            there.join()

    def _send_on(self, site: socket.socket) -> None:
        """Send to *site* what the visitor still sends."""
        with contextlib.suppress(OSError):
            while chunk := self.rfile.read1():
                site.sendall(chunk)
            site.shutdown(socket.SHUT_RDWR)
