"""A position's drawing with colour: each side its own, what just changed underlined."""

from rich.text import Text

from galo.games.game import Position

STYLES = {"●": "bold red", "○": "bold yellow", "·": "dim"}
CHANGED = "underline"


def coloured(position: Position, before: Position | None = None) -> Text:
    """Return the drawing of *position*, the squares that differ from *before* marked."""
    drawing = position.drawing()
    earlier = before.drawing() if before is not None else drawing
    comparable = len(earlier) == len(drawing)
    text = Text()
    for index, mark in enumerate(drawing):
        style = STYLES.get(mark, "")
        if comparable and earlier[index] != mark:
            style = f"{style} {CHANGED}"
        text.append(mark, style)
    return text
