"""How a game looks on the terminal to one viewer.

The viewer is a seat, which sees its own tiles, or None: a watcher, which sees everything.
"""

from collections.abc import Sequence

from rich.text import Text

from galo.games.game import Game, Move, Outcome, Position
from galo.games.position_view import Points
from galo.terminal.board import coloured
from galo.texts import Texts

FOR_GOING_OUT = {"garagem", "carroca", "out"}  # kinds of points
SENTENCES = {"pass": "play.passes", "draw": "play.draws"}  # moves that are not just written


class View:
    """A game between *names* as *viewer* sees it."""

    def __init__(self, game: Game, texts: Texts, names: Sequence[str], viewer: int | None) -> None:
        self.game = game
        self.say = texts
        self.names = names
        self.viewer = viewer

    def who(self, seat: int) -> str:
        """Return the name of *seat*: where hands are hidden, as the viewer sees the table."""
        name = self.names[seat]
        if self.viewer is None or not self.game.has_chance:
            return self.say.who(self.game.name, seat, name)
        place = (seat - self.viewer) % self.game.seats
        seat_name = self.say.who(self.game.name, seat, name="")
        label = self.say.find(f"place.{self.game.seats}.{place}", seat_name)
        return f"{label} ({name})" if place and name else label

    def prompt(self, seat: int) -> str:
        """Return the words that ask *seat* for its move."""
        if self.game.has_chance:
            return self.say("play.prompt_you")
        return self.say("play.prompt", seat=self.say.who(self.game.name, seat, name=""))

    def screen(self, position: Position, before: Position, width: int) -> Text:
        """Return the table of *position*, *width* characters wide, marking news since *before*."""
        facts = [self.say.find(f"table.{key}", key, **v) for key, v in position.facts.items()]
        hands = [self._hand(position, seat) for seat in range(self.game.seats)]
        below = [*facts, *filter(None, hands)]
        screen = Text(f"{self._score(position)}\n\n" if position.total else "")
        screen.append_text(coloured(position.text_board(width), before.text_board(width)))
        return screen.append("\n".join(["", "", *below]) if below else "")

    def option(self, position: Position, move: Move) -> str:
        """Return *move* as one of the choices, with the points that it scores at once."""
        points = position.move_details(move).get("points")
        return f"{self.move(move)} (+{points})" if points else self.move(move)

    def move(self, move: Move) -> str:
        """Return *move* as people write it: an arm of the table by its name in their language."""
        tile, at, arm = move.text.partition("@")
        return f"{tile}@{self.say.find(f'arm.{arm}', arm)}" if at else move.text

    def notation(self, typed: str) -> str:
        """Return *typed* with the arm that it names, or begins to name, as the game writes it."""
        tile, at, arm = typed.partition("@")
        begun = arm.strip().lower()
        letters = getattr(self.game, "end_letters", "") if at and begun else ""
        named = [one for one in letters if self.say.find(f"arm.{one}", one).startswith(begun)]
        return f"{tile}@{named[0]}" if len(named) == 1 else typed

    def news(self, before: Position, after: Position, move: Move | None) -> list[str]:
        """Return what happened when *move*, None for a deal, led from *before* to *after*."""
        if move is None or before.mover is None:
            return [self._points(points) for points in after.points]
        scored = after.points[len(before.points) :]
        lines = [self._points(points) for points in scored]
        is_out = after.hands is not None and not after.hands[before.mover]
        if is_out and not FOR_GOING_OUT & {points.kind for points in scored}:
            lines.append(self.say("points.out.nobody"))
        key = SENTENCES.get(move.text, "play.opens" if before.forced_move else "play.last")
        played = self.say(key, who=self.who(before.mover), move=self.move(move))
        return [played, *(f"   {line}" for line in lines)]

    def result(self, outcome: Outcome | None) -> str:
        """Return in one sentence how the game ended, None if it was left before its end."""
        plain = self.say.result(outcome, self.game, self.who)
        if self.viewer is None or outcome is None or outcome.winner is None:
            return plain
        key = f"wins.{self.game.seats}.{self._side(outcome.winner)}"
        return self.say.find(key, plain, reason=self.say.reason(outcome, self.game))

    def _side(self, side: int) -> str:
        """Return "us" or "them" for the viewer's side or another, the number for a watcher."""
        if self.viewer is None:
            return str(side)
        return "us" if side == self.game.side_of(self.viewer) else "them"

    def _score(self, position: Position) -> str:
        total = position.total or ()
        sides = list(range(len(total)))
        if self.viewer is not None:  # one's own side first
            sides.sort(key=lambda side: side != self.game.side_of(self.viewer or 0))
        names = [f"side.{self.game.seats}.{self._side(side)}" for side in sides]
        scores = [
            f"{self.say.find(name, str(side))} {total[side]}"
            for name, side in zip(names, sides, strict=True)
        ]
        return self.say("table.score", sides="   ".join(scores), round=position.round_number)

    def _hand(self, position: Position, seat: int) -> str:
        """Return the line of the hand of *seat*, nothing in a game without hands."""
        if position.hands is None:
            return ""
        hand, turn = position.hands[seat], "▸" if seat == position.mover else " "
        is_open = self.viewer in (None, seat) or position.mover is None
        tiles = "  ".join(hand) if is_open else self.say.count("table.tiles", len(hand))
        pips = position.board(self.viewer, None).get("pips")  # once all hands are open
        left = f"  ({pips[seat]})" if pips else ""
        return f"{turn} {self.who(seat)}: {tiles}{left}"

    def _points(self, points: Points) -> str:
        """Return *points* as a sentence."""
        if points.side is None:
            return self.say.find(f"points.{points.kind}.nobody", points.kind)
        scorer = f"scorer.{self.game.seats}.{self._side(points.side)}"
        side = self.say.find(scorer, str(points.side))
        plain = f"+{points.points} {side}: {points.kind}"
        return self.say.find(f"points.{points.kind}", plain, side=side, points=points.points)
