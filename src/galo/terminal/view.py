"""How a table looks on the terminal: one view for boards, one for tiles.

A view belongs to whoever looks: a seat, which sees its own tiles, or nobody in particular,
who sees everything.
"""

from collections.abc import Sequence
from typing import Protocol

from rich.text import Text

from galo.games.dominoes.game import DominoGame, DominoPosition
from galo.games.dominoes.round import DRAW, PASS
from galo.games.dominoes.tiles import pips
from galo.games.dominoes4 import Dominoes4
from galo.games.game import Game, Move, Outcome, Position
from galo.games.position_view import Points
from galo.games.rules.dominoes4 import FIVE
from galo.terminal.board import coloured
from galo.texts import Texts

SCORES = "✓"  # beside a sum of the ends that is a multiple of five
FOR_GOING_OUT = {"garagem", "carroca", "out"}  # kinds of points


class View(Protocol):
    """What a sitting and a replay ask of a view."""

    def who(self, seat: int) -> str:
        """Return how *seat* is called."""
        ...

    def prompt(self, seat: int) -> str:
        """Return how *seat* is asked for its move."""
        ...

    def screen(self, position: Position, before: Position, width: int) -> Text:
        """Return the table of *position* for a screen so wide, marking news since *before*."""
        ...

    def option(self, position: Position, move: Move) -> str:
        """Return how *move* is listed among the choices."""
        ...

    def news(self, before: Position, after: Position, move: Move | None) -> list[str]:
        """Return what happened when *move*, None for a deal, led from *before* to *after*."""
        ...

    def result(self, outcome: Outcome | None) -> str:
        """Return how the game ended, None if it was left before its end, in one sentence."""
        ...


def view_of(game: Game, texts: Texts, names: Sequence[str], viewer: int | None) -> View:
    """Return the view of *viewer* on a game between *names*."""
    view = DominoView if isinstance(game, DominoGame) else BoardView
    return view(game, texts, names, viewer)


class BoardView:
    """A board that everybody sees."""

    def __init__(self, game: Game, texts: Texts, names: Sequence[str], viewer: int | None) -> None:
        self.game = game
        self.say = texts
        self.names = names
        self.viewer = viewer

    def who(self, seat: int) -> str:
        return self.say.who(self.game.name, seat, self.names[seat])

    def prompt(self, seat: int) -> str:
        return self.say("play.prompt", seat=self.say.who(self.game.name, seat, name=""))

    def screen(self, position: Position, before: Position, width: int) -> Text:
        return coloured(position.drawing(), before.drawing())

    def option(self, position: Position, move: Move) -> str:
        return move.text

    def news(self, before: Position, after: Position, move: Move | None) -> list[str]:
        assert before.mover is not None
        assert move is not None
        key = {PASS: "play.passes", DRAW: "play.draws"}.get(move.text, "play.last")
        return [self.say(key, who=self.who(before.mover), move=move)]

    def result(self, outcome: Outcome | None) -> str:
        if self.viewer is None or outcome is None or outcome.winner is None:
            return self.say.result(outcome, self.game.seats, self.who)
        key = f"wins.{self.game.seats}.{self._chair(outcome.winner)}"
        return self.say(key, reason=self.say(f"reason.{outcome.reason}"))

    def _chair(self, side: int) -> str:
        """Return what *side* is to the viewer, its number to nobody in particular."""
        if self.viewer is None:
            return str(side)
        return "us" if side == self.game.side_of(self.viewer) else "them"


class DominoView(BoardView):
    """Tiles on a table: the score, the ends, who holds how many, and the viewer's own hand."""

    def who(self, seat: int) -> str:
        if self.viewer is None:
            return super().who(seat)
        place = (seat - self.viewer) % self.game.seats
        label = self.say(f"place.{self.game.seats}.{place}")
        return f"{label} ({self.names[seat]})" if place and self.names[seat] else label

    def prompt(self, seat: int) -> str:
        return self.say("play.prompt_you")

    def screen(self, position: Position, before: Position, width: int) -> Text:
        assert isinstance(position, DominoPosition)
        lines = [
            self._score(position),
            "",
            position.game.table_drawing(position.plays, width),
            "",
            *self._ends(position),
            *(self._hand(position, seat) for seat in range(self.game.seats)),
        ]
        return Text("\n".join(lines))

    def option(self, position: Position, move: Move) -> str:
        assert isinstance(position, DominoPosition)
        points = position.game.points_now(position.state, move.code)
        return f"{move.text} (+{points})" if points else move.text

    def news(self, before: Position, after: Position, move: Move | None) -> list[str]:
        assert isinstance(before, DominoPosition)
        assert isinstance(after, DominoPosition)
        if move is None:
            return [self._told(points) for points in after.points]
        assert before.mover is not None
        scored = after.points[len(before.points) :]
        told = [self._told(points) for points in scored]
        if not after.hands[before.mover] and not FOR_GOING_OUT & {each.kind for each in scored}:
            told.append(self.say("points.out.nobody"))
        return [*super().news(before, after, move), *(f"   {line}" for line in told)]

    def _score(self, position: DominoPosition) -> str:
        ours = 0 if self.viewer is None else self.game.side_of(self.viewer)
        names = [self.say(f"side.{self.game.seats}.{self._chair(side)}") for side in (0, 1)]
        sides = [f"{names[side]} {position.total[side]}" for side in (ours, 1 - ours)]
        return self.say("table.score", sides="   ".join(sides), round=len(position.scores) + 1)

    def _ends(self, position: DominoPosition) -> list[str]:
        game = position.game
        if isinstance(game, Dominoes4) and position.plays:
            total = game.ends_sum(position.state)
            mark = f" {SCORES}" if total % FIVE == 0 else ""
            return [self.say("table.sum", total=total) + mark]
        if game.stock:
            return [self.say("table.stock", count=position.observe(0).stock)]
        return []

    def _hand(self, position: DominoPosition, seat: int) -> str:
        hand, turn = position.hands[seat], "▸" if seat == position.mover else " "
        is_open = self.viewer in (None, seat) or position.mover is None
        tiles = "  ".join(hand) if is_open else self.say.count("table.tiles", len(hand))
        left = f"  ({pips(hand)})" if position.mover is None else ""
        return f"{turn} {self.who(seat)}: {tiles}{left}"

    def _told(self, points: Points) -> str:
        """Return one score as a sentence."""
        if points.side is None:
            return self.say(f"points.{points.kind}.nobody")
        side = self.say(f"scorer.{self.game.seats}.{self._chair(points.side)}")
        return self.say(f"points.{points.kind}", side=side, points=points.points)
