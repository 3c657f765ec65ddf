"""Numbers as people say them when they give a reason."""


def signed(points: float) -> str:
    """Return *points* as people write a lead."""
    return f"{round(points):+d}".replace("-", "−").replace("+0", "0")


def percent(chance: float) -> int:
    """Return *chance* in percent: 0 and 100 only where it is certain."""
    return round(100 * chance) if chance in (0, 1) else max(1, min(99, round(100 * chance)))
