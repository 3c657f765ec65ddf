"""Puzzles in the terminal: the position, a prompt, and what every move was worth."""

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from galo.errors import IllegalMoveError, NotationError
from galo.games.game import Move
from galo.players.prover import MoveValue
from galo.puzzles.puzzle import Puzzle
from galo.terminal.play import QUIT, Quit
from galo.terminal.view import View
from galo.texts import Texts


class Trainer:
    """Puzzles that a person solves one after the other."""

    def __init__(self, puzzles: Sequence[Puzzle], console: Console, texts: Texts) -> None:
        self.puzzles = puzzles
        self.console = console
        self.say = texts
        self.tried = self.solved = 0

    def run(self) -> None:
        """Show puzzle after puzzle until all are tried or the person leaves."""
        try:
            for puzzle in self.puzzles:
                self._try(puzzle)
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print()
        self.console.print(self.say("puzzles.score", solved=self.solved, tried=self.tried))

    def _try(self, puzzle: Puzzle) -> None:
        position = puzzle.position
        view = View(position.game, self.say, [""] * position.game.seats, position.mover)
        number = self.tried + 1
        title = self.say("puzzles.title", number=number, rating=puzzle.rating)
        self.console.print(Text(title, "bold"))
        self.console.print()
        self.console.print(view.screen(position, position, self.console.width))
        self.console.print()
        moves = "  ".join(view.option(position, move) for move in position.legal_moves)
        self.console.print(self.say("play.moves", moves=moves))
        move = self._answer(puzzle, view)
        self.tried = number
        self.solved += puzzle.is_solved_by(move.text)
        for line in answer_lines(puzzle, move.text, view, self.say):
            self.console.print(line)
        self.console.print()

    def _answer(self, puzzle: Puzzle, view: View) -> Move:
        """Return the move that the person types."""
        position = puzzle.position
        while True:
            typed = self.console.input(self.say("puzzles.prompt")).strip()
            if typed.lower() in QUIT:
                raise Quit
            try:
                return position.parse_move(view.notation(typed))
            except (NotationError, IllegalMoveError):
                if typed:
                    help = self.say.move_help(position.game)
                    self.console.print(self.say("play.not_a_move", text=typed, help=help))


def answer_lines(puzzle: Puzzle, move: str, view: View, texts: Texts) -> Iterator[str]:
    """Yield whether *move* was right, the solution, what speaks for it, and all values."""
    proof, position = puzzle.proof, puzzle.position
    best = " / ".join(view.move(position.parse_move(one)) for one in proof.solution)
    yield texts("puzzles.right" if puzzle.is_solved_by(move) else "puzzles.wrong", best=best)
    for reason in proof.reasons:
        yield f"  {texts.why(reason)}"
    names = (texts.find(f"puzzles.theme.{theme}", theme) for theme in proof.themes)
    themes = ", ".join(names)
    yield f"  {texts('puzzles.themes', themes=themes)}"
    yield f"  {texts(f'puzzles.proof.{proof.kind}', **proof.effort)}"
    for value in proof.values:
        yield f"  {view.move(position.parse_move(value.move)):<8} {worth(value, puzzle, texts)}"


def worth(value: MoveValue, puzzle: Puzzle, texts: Texts) -> str:
    """Return what a move is worth in words: a score, or a chance and what it gives away."""
    if puzzle.proof.kind == "solved":
        return f"{value.value:+.0f}" if value.value else "0"
    chance = texts("puzzles.chance", percent=f"{100 * value.value:.1f}")
    if not value.high:
        return chance
    low, high = (f"{100 * one:.1f}" for one in (value.low, value.high))
    if low == high:
        return f"{chance} (−{low})"
    return f"{chance} (−{low} … −{high})"
