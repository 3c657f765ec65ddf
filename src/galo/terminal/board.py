"""A drawing in colour: one for each side, changed squares underlined."""

from rich.text import Text

STYLES = {"●": "bold red", "○": "bold yellow", "·": "dim"}
CHANGED = "underline"


def coloured(drawing: str, before: str | None = None) -> Text:
    """Return *drawing* with its pieces coloured, the squares that differ from *before* marked."""
    earlier = drawing if before is None or len(before) != len(drawing) else before
    text = Text()
    for mark, was in zip(drawing, earlier, strict=True):
        style = STYLES.get(mark, "")
        text.append(mark, f"{style} {CHANGED}" if style and mark != was else style)
    return text
