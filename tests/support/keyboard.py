"""A person that has no mouse: whole games by Tab, arrows and Enter."""

from support.person import (
    CAN_BE_CLICKED,
    HEARD,
    MOST_CLICKS,
    MOST_URGENT,
    OVER,
    SENDS,
    Person,
    counted,
)

# What Tab reaches of a group whose members the arrows reach.
GROUPS = {
    ".hand-tile[data-state=playable]": ".hand-tile",
    ".column[aria-disabled=false]": ".column",
    ".cell.target": ".cell",
    ".cell.live": ".cell",
}
# The key that brings the focus nearer to a thing of a group, Enter once it is there; null if there
# is no such thing any more: the server's answer to the key before was on its way.
NEXT_KEY = """([thing, group]) => {
    const { activeElement } = document;
    const from = activeElement.getBoundingClientRect();
    const ways = [...document.querySelectorAll(thing)].map((one) => {
        const to = one.getBoundingClientRect();
        return [to.x - from.x, to.y - from.y];
    });
    if (ways.length === 0) return null;
    if (activeElement.matches(thing)) return "Enter";
    if (!activeElement.matches(group)) return "Tab";
    const [[x, y]] = ways.sort((one, other) => Math.hypot(...one) - Math.hypot(...other));
    if (Math.abs(x) > Math.abs(y)) return x > 0 ? "ArrowRight" : "ArrowLeft";
    return y > 0 ? "ArrowDown" : "ArrowUp";
}"""
MOST_KEYS = 80  # to anything on a page, after which it cannot be reached


def press_until(who: Person, key: str, selector: str) -> None:
    """Press *key* until what *selector* finds has the focus."""
    for _ in range(MOST_KEYS):
        if who.page.evaluate("s => document.activeElement.matches(s)", selector):
            return
        who.page.keyboard.press(key)
    raise AssertionError(f"{key} never reaches {selector}")


def play_on_by_keyboard(who: Person) -> None:
    """Play until the game is over, and touch nothing but keys."""
    for _ in range(MOST_CLICKS):
        who.page.wait_for_selector(", ".join((*CAN_BE_CLICKED, OVER)))
        if who.is_over:
            return
        if thing := who.page.evaluate(MOST_URGENT):
            _press(who, thing)
    raise AssertionError("the game does not end")


def _press(who: Person, thing: str) -> None:
    """Go to *thing* and press Enter there; wait until something has changed."""
    changed = counted(*HEARD) if thing in SENDS else counted(*HEARD, *SENDS)
    before = who.page.evaluate(changed)
    for _ in range(MOST_KEYS):
        key = who.page.evaluate(NEXT_KEY, [thing, GROUPS.get(thing, thing)])
        if key is None:
            return
        who.page.keyboard.press(key)
        if key == "Enter":
            who.page.wait_for_function(f"before => ({changed}) !== before", arg=before)
            return
    where = who.page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    raise AssertionError(f"no key reaches {thing}: {key} at {where}")
