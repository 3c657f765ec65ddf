"""The files that pages load: in bundles, compressed once, under one digest of them all.

Below `/v/DIGEST/` nothing ever changes, so that browsers ask for it once. The same paths without
it lead there; they are for plug-ins and programs that know no digest.
"""

import gzip
import hashlib
import json
import mimetypes
import os
import posixpath
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from galo import __version__
from galo.games.registry import game_names
from galo.texts import LANGUAGES, load
from galo.web.bundles import FOLDER, STYLESHEETS, Bundles
from galo.web.game_features import STATIC
from galo.web.lessons import LESSONS, lessons_of
from galo.web.messages import encode

VERSIONED = "/v"  # below it the digest, then the path
DIGEST_LENGTH = 16
COMPRESSED_ALREADY = ("image/png", "font/woff2")


@dataclass(frozen=True)
class Asset:
    """A file as it is sent."""

    body: bytes
    media_type: str

    @cached_property
    def etag(self) -> str:
        """The digest of the body."""
        return hashlib.sha256(self.body).hexdigest()[:DIGEST_LENGTH]

    @cached_property
    def compressed(self) -> bytes | None:
        """The body in gzip, None where that does not make it smaller."""
        if self.media_type in COMPRESSED_ALREADY:
            return None
        shorter = gzip.compress(self.body, 9, mtime=0)
        return shorter if len(shorter) < len(self.body) else None


class Assets:
    """All files of the browser's side as they were at one moment."""

    def __init__(self) -> None:
        self.files = dict(_read_files())
        self._made: dict[str, Asset | None] = {}
        self._lessons: dict[str, Asset] = {}
        self._texts = {language: self._join_texts(language) for language in LANGUAGES}
        self.digest = self._digest()

    def static(self, path: str) -> Asset | None:
        """Return the file at *path* below `static/`; a module is the one in its bundle."""
        if path not in self._made:
            self._made[path] = self._make(path)
        return self._made[path]

    def unversioned(self, path: str) -> Asset | None:
        """Return the file at *path*; a module has the exports of the one below the digest."""
        found = self.static(path)
        if found is None or not path.endswith(".js"):
            return found
        there = posixpath.relpath(f"{VERSIONED}/{self.digest}/static/{path}", f"/static/{path}/..")
        return Asset(f'export * from "{there}";\n'.encode(), found.media_type)

    def texts(self, language: str) -> Asset | None:
        """Return the texts of the site in *language*."""
        return self._texts.get(language)

    def lessons(self, game: str) -> Asset | None:
        """Return the lessons of *game*, which change with the files only."""
        if game not in game_names():
            return None
        if game not in self._lessons:
            self._lessons[game] = Asset(encode(lessons_of(game)).encode(), "application/json")
        return self._lessons[game]

    @property
    def bundled_stylesheets(self) -> dict[str, list[str]]:
        """From the path of each bundle of style sheets to the paths of those in it."""
        return {
            f"/static/{FOLDER}/{name}.css": [f"/static/{path}" for path in paths]
            for name, paths in STYLESHEETS.items()
        }

    @cached_property
    def bundles(self) -> Bundles:
        suffixes = (".js", ".css")
        files = self.files.items()
        return Bundles({path: body.decode() for path, body in files if path.endswith(suffixes)})

    def _make(self, path: str) -> Asset | None:
        media_type = mimetypes.guess_type(path)[0] or "application/octet-stream"
        if path.endswith(".js"):
            media_type = "text/javascript"  # whatever the computer's own list of types says
        elif path.endswith(".webmanifest"):
            media_type = "application/manifest+json"
        bundled = self.bundles.file(path) if path.endswith((".js", ".css")) else None
        body = self.files.get(path) if bundled is None else bundled.encode()
        return None if body is None else Asset(body, media_type)

    def _join_texts(self, language: str) -> Asset:
        """Return the texts of all screens and the site's own as JSON."""
        own = json.loads(self.files[f"{language}.json"])
        joined = json.dumps({**load(language), **own}, ensure_ascii=False)
        return Asset(joined.encode(), "application/json")

    def _digest(self) -> str:
        found = hashlib.sha256(__version__.encode())
        for path, body in sorted(self.files.items()):
            found.update(f"{path} {len(body)} ".encode())
            found.update(body)
        for texts in self._texts.values():
            found.update(texts.body)
        found.update(LESSONS.read_bytes())
        return found.hexdigest()[:DIGEST_LENGTH]


class AssetCache:
    """The assets, read again when a file has changed: who develops reloads the page, no more."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: list[tuple[str, int, int]] = []
        self._assets: Assets | None = None

    def fresh(self) -> Assets:
        """Return the assets as the files are now."""
        with self._lock:
            state = [
                (entry.path, entry.stat().st_mtime_ns, entry.stat().st_size)
                for entry in _walk(os.fspath(STATIC))
            ]
            if self._assets is None or state != self._state:
                self._state, self._assets = state, Assets()
            return self._assets

    def known(self) -> Assets:
        """Return the assets as the last page had them."""
        return self._assets or self.fresh()


def _walk(folder: str) -> Iterator["os.DirEntry[str]"]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _walk(entry.path)
        else:
            yield entry


def _read_files() -> Iterator[tuple[str, bytes]]:
    """Yield the path below `static/` and the content of every file."""
    for entry in _walk(os.fspath(STATIC)):
        path = os.path.relpath(entry.path, STATIC).replace(os.sep, "/")
        with open(entry.path, "rb") as file:
            yield path, file.read()
