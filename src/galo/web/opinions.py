"""What an agent thought of its own move, for those who watch agents play."""

from collections.abc import Iterable

from galo.players.player import Decision, Reason
from galo.web.messages import OpinionMessage

CERTAIN = {"wins_now": 1.0, "wins_in": 1.0, "draws": 0.5, "holds_out": 0.0}
ESTIMATED = ("chance", "expected", "playouts")  # reasons whose percent is a chance to win


def opinion_of(number: int, seat: int, agent: str, decision: Decision) -> OpinionMessage:
    """Return what *agent* thought when it decided on the move of event *number*."""
    return OpinionMessage(
        number=number,
        seat=seat,
        agent=agent,
        move=decision.move.text,
        chance=chance_of(decision.reasons),
        reasons=decision.reasons,
    )


def chance_of(reasons: Iterable[Reason]) -> float | None:
    """Return the chance that the agent with these *reasons* gives its side, None if it has none."""
    for reason in reasons:
        if reason.name in CERTAIN:
            return CERTAIN[reason.name]
        if reason.name in ESTIMATED:
            return float(reason.numbers["percent"]) / 100
    return None
