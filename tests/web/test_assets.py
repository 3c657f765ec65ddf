"""The files that pages load: compressed, kept for ever below their digest, never stale."""

import gzip
import json
import os
import re
import shutil
from pathlib import Path

import pytest

from galo.web import assets as module
from galo.web.assets import AssetCache, Assets
from galo.web.game_features import STATIC
from support.visitors import Site, Ticket

FOREVER = "public, max-age=31536000, immutable"


def digest_of(site: Site) -> str:
    """Return the digest that the lobby names."""
    [found] = set(re.findall(r'"/v/(\w+)/static/', site.http.get("/").text))
    return str(found)


@pytest.mark.parametrize(
    "path", ["static/bundle/site.js", "static/bundle/site.css", "static/lib/texts.js",
             "static/rooster.svg", "texts/pt.json"],
)  # fmt: skip
def test_file_below_the_digest_is_compressed_and_holds_for_ever(site: Site, path: str) -> None:
    address = f"/v/{digest_of(site)}/{path}"
    answer = site.http.get(address, headers={"Accept-Encoding": "br, gzip"})
    assert answer.headers["cache-control"] == FOREVER
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == "Accept-Encoding"
    for coding in ("", "identity", "br"):
        plain = site.http.get(address, headers={"Accept-Encoding": coding})
        assert "content-encoding" not in plain.headers
        assert plain.text == answer.text
    assert int(answer.headers["content-length"]) < len(answer.content)
    head = site.http.head(address, headers={"Accept-Encoding": "gzip"})
    assert head.headers["content-length"] == answer.headers["content-length"]


def test_page_is_asked_for_again_and_answers_that_nothing_changed(site: Site) -> None:
    page = site.http.get("/rules/connect_four")
    assert page.headers["cache-control"] == "no-cache"
    again = site.http.get("/rules/connect_four", headers={"If-None-Match": page.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["cache-control"] == "no-cache"
    other = site.http.get("/rules/connect_four", headers={"If-None-Match": 'W/"0"'})
    assert other.status_code == 200


def test_answers_are_compressed_and_asked_for_again(site: Site) -> None:
    answer = site.http.get("/api/games", headers={"Accept-Encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["cache-control"] == "no-cache"
    assert "content-encoding" not in site.http.get("/health").headers  # too short to be worth it


def test_page_of_another_version_gets_todays_files_and_does_not_keep_them(site: Site) -> None:
    answer = site.http.get("/v/0123456789abcdef/static/bundle/table.js")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-cache"


def test_path_without_a_digest_leads_to_the_same_module(site: Site) -> None:
    digest = digest_of(site)
    answer = site.http.get("/static/games/dominoes/tiles.js")
    assert answer.text == f'export * from "../../../v/{digest}/static/games/dominoes/tiles.js";\n'
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["static/nothing.js", "static/bundle/nothing.js", "static/bundle/nothing.css",
             "static/../app.py", "static/%2e%2e/app.py", "static/", "texts/xx.json",
             "texts/../en.json"],
)  # fmt: skip
def test_nothing_but_the_files_is_served(site: Site, path: str) -> None:
    for root in ("/", f"/v/{digest_of(site)}/"):
        answer = site.http.get(root + path)
        assert answer.status_code == 404
        assert answer.headers["cache-control"] == "no-cache"


def test_page_brings_the_answers_to_its_first_requests(site: Site) -> None:
    page = site.http.get("/").text
    written = re.search(r'<script type="application/json" id="answers">(.*?)</script>', page)
    assert written
    answers = json.loads(written[1])
    assert answers.keys() == {"/health", "/api/games", "/api/tables"}
    assert answers["/api/games"] == site.get("/api/games")


def test_name_at_a_listed_table_cannot_end_the_script_that_has_it(site: Site) -> None:
    name = "</script><b>"
    wanted = {
        "game": "connect_four", "name": name, "listed": True,
        "seats": [{"kind": "me"}, {"kind": "friend"}],
    }  # fmt: skip
    with site.visit(Ticket(**site.post("/api/tables", wanted))):
        page = site.http.get("/").text
    assert name not in page
    assert "\\u003c/script>\\u003cb>" in page


def test_changed_file_changes_the_digest_and_an_unchanged_one_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "static"
    shutil.copytree(STATIC, copy)
    monkeypatch.setattr(module, "STATIC", copy)
    cache = AssetCache()
    before = cache.fresh()
    assert before.digest == Assets().digest
    assert cache.fresh() is before
    sheet = copy / "lib" / "site.css"
    sheet.write_text(sheet.read_text() + ".more { color: red; }")
    os.utime(sheet, ns=(1, 1))
    assert cache.known() is before
    after = cache.fresh()
    assert after.digest != before.digest
    assert cache.known() is after
    bundle = after.static("bundle/site.css")
    assert bundle is not None
    assert bundle.compressed is not None
    assert b".more{color:red;}" in gzip.decompress(bundle.compressed)
