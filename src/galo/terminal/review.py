"""A review in the terminal: the sums, the curve, and the decisions that gave something away."""

from collections.abc import Iterator

from galo.arena.records import GameRecord
from galo.reviews.review import MARKS, PARTS, MoveReview, Review
from galo.terminal.replay import names_of
from galo.texts import Texts

BLOCKS = "▁▂▃▄▅▆▇█"
SIGNS = {"good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
GOOD = MARKS[0]
INDENT = "     "


def review_lines(record: GameRecord, review: Review, texts: Texts, width: int) -> Iterator[str]:
    """Yield the lines that show *review* of *record*, of any length."""
    names = names_of(record, texts)
    game = record.make_game()

    def who(seat: int) -> str:
        return texts.who(record.game, seat, names[seat])

    for side in range(game.sides):
        seats = range(side, game.seats, game.sides)
        yield texts(
            "review.balance" if game.has_chance else "review.balance_open",
            who=" + ".join(map(who, seats)),
            start=percent(review.start[side]),
            skill=signed_percent(review.skill[side]),
            luck=signed_percent(review.luck[side]),
            result=percent(review.result[side]),
        )
    if review.error:
        yield texts("review.error", error=f"{100 * review.error:.1f}")
    yield f"{curve(review, width)}  {texts('review.curve', who=who(0))}"
    for seat, own in enumerate(review.seats):
        if own.accuracy is not None:
            marks = [texts.count(f"review.count.{mark}", own.marks[mark]) for mark in MARKS[1:]]
            yield texts("review.seat", who=who(seat), accuracy=own.accuracy, marks=", ".join(marks))
    marked = [move for move in review.moves if move.mark != GOOD]
    if not marked:
        yield texts("review.nothing")
    for move in marked:
        yield from _move_lines(move, who(move.seat), texts)


def _move_lines(move: MoveReview, who: str, texts: Texts) -> Iterator[str]:
    """Yield a line about a *move* that is not good, and why another would have been better."""
    yield texts(
        "review.move" if move.loss else "review.slower",
        number=f"{move.number:>3}",
        move=f"{move.move}{SIGNS[move.mark]}",
        who=who,
        mark=texts(f"review.{move.mark}"),
        loss=f"{100 * move.loss:.1f}",
        best=move.best,
    )
    why = " ".join(texts.why(reason) for reason in move.reasons)
    if why:
        yield INDENT + why


def percent(chance: float) -> str:
    """Return *chance* in percent, whole."""
    return f"{100 * chance:.0f}"


def signed_percent(chance: float) -> str:
    """Return a change of a chance in percent, as people write it."""
    rounded = round(100 * chance)
    return f"{rounded:+d}".replace("-", "−") if rounded else "0"


def curve(review: Review, width: int) -> str:
    """Return the chance of side 0 from first to last as blocks, *width* of them at most."""
    chances = [review.begins, *(event.chance for event in review.events)]
    heights = [chance / PARTS for chance in chances]
    columns = min(len(heights), width)
    shown = [heights[(place + 1) * len(heights) // columns - 1] for place in range(columns)]
    return "".join(BLOCKS[min(int(height * len(BLOCKS)), len(BLOCKS) - 1)] for height in shown)
