"""What tests measure on a page: accessibility findings and boxes."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator

from support.person import Person

SERIOUS = ("serious", "critical")


def serious_findings(who: Person) -> list[tuple[str, str]]:
    results: dict[str, Any] = Axe().run(who.page).response
    return [
        (finding["id"], node["html"][:120])
        for finding in results["violations"]
        if finding["impact"] in SERIOUS
        for node in finding["nodes"]
    ]


def box_of(what: Locator) -> dict[str, float]:
    box = what.bounding_box()
    assert box is not None
    return {side: box[side] for side in ("x", "y", "width", "height")}


def overlap(one: Locator, other: Locator) -> bool:
    """Return whether two things on the page lie over each other."""
    a, b = box_of(one), box_of(other)
    return all(
        a[start] < b[start] + b[length] and b[start] < a[start] + a[length]
        for start, length in (("x", "width"), ("y", "height"))
    )
