"""What a messenger shows of a link to this site: Open Graph tags in the head of a page."""

import html

from fastapi import Request

from galo.texts import LANGUAGES, Texts
from galo.web.assets import Assets
from galo.web.seats import SeatKind
from galo.web.table import Table

PICTURES, PLAIN_PICTURE = "previews", "previews/galo.jpg"
WIDTH, HEIGHT = 600, 315  # pixels of every picture


def preview_tags(base: str, path: str, language: str, table: Table | None, assets: Assets) -> str:
    """Return the tags for *path* of the site at *base*; *table* is the one of that page, if any.

    Of a table that is not listed they tell the game alone.
    """
    say = Texts(language)
    title, picture = "galo", PLAIN_PICTURE
    if table is not None:
        title = _title(say, table, is_replay=path.startswith("/r/"))
        own = f"{PICTURES}/{table.game.name}.jpg"
        picture = own if assets.static(own) else PLAIN_PICTURE
    tags = {
        "og:type": "website",
        "og:site_name": "galo",
        "og:locale": "pt_BR" if language == "pt" else "en_US",
        "og:url": base + path,
        "og:title": title,
        "og:description": say("preview.text"),
        "og:image": f"{base}/static/{picture}",
        "og:image:width": WIDTH,
        "og:image:height": HEIGHT,
    }
    lines = [f'<meta property="{name}" content="{_escape(each)}">' for name, each in tags.items()]
    return "\n".join([*lines, '<meta name="twitter:card" content="summary_large_image">'])


def preview_language(request: Request) -> str:
    """Return the language for the preview of *request*: Portuguese unless it asks for another."""
    asked = request.query_params.get("lang") or request.headers.get("accept-language", "")
    return next((one for one in LANGUAGES if asked.lower().startswith(one)), LANGUAGES[0])


def _title(say: Texts, table: Table, is_replay: bool) -> str:
    game = say.find(f"game.{table.game.name}", table.game.name)
    if is_replay:
        return say("preview.replay", game=game)
    host = next((seat for seat in table.seats if seat.kind is SeatKind.PERSON), None)
    if table.listed and host is not None and host.name:
        return say("preview.invited", name=host.name, game=game)
    return say("preview.table", game=game)


def _escape(text: object) -> str:
    return html.escape(str(text))
