"""Playing in the terminal: the board, the legal moves, and a prompt that forgives."""

import shlex
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.text import Text

from galo.arena.match import Match
from galo.arena.records import GameRecord, add_record
from galo.errors import IllegalMoveError, NotationError
from galo.games.game import Move
from galo.players.checked_player import name_of
from galo.players.player import NamedPlayer
from galo.players.registry import HUMAN
from galo.terminal.rules import rules_of
from galo.terminal.view import View
from galo.texts import Texts

MOST_LISTED = 12  # moves that are shown without being asked for
SQUARE = 2  # letters that name a square of a board
QUIT = ("quit", "exit", "q", "sair")
FORGET = "\x1b[3J"  # what a terminal has scrolled away


class Quit(Exception):
    """The person at the keyboard has left the table."""


class TerminalGame:
    """One game at the terminal, from the first board to its record."""

    def __init__(self, match: Match, adviser: NamedPlayer, console: Console, texts: Texts) -> None:
        self.match = match
        self.game = match.game
        self.adviser = adviser
        self.console = console
        self.say = texts
        self.shown = 0  # moves of the match that the viewer has seen
        self.people = [seat for seat, player in enumerate(match.players) if player is None]
        you = texts("play.you") if len(self.people) == 1 else ""  # two are named by their seats
        self.names = [you if player is None else name_of(player) for player in match.players]
        self.view = self._view_of(self.people[0] if len(self.people) == 1 else None)

    def run(self, pause_seconds: float) -> None:
        """Play until the game is over or the person leaves."""
        try:
            while not self.match.is_over:
                if self.match.waits:
                    self._human_turn()
                else:
                    self._other_turn(pause_seconds)
            self._show()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print()
        self.console.print(self.view.result(self.match.position.outcome))

    def save(self, path: Path) -> None:
        """Keep the game as a record in *path* and say where it is."""
        try:
            add_record(path, GameRecord.of(self.match, outside=HUMAN))
            sentence = self.say("play.saved", path=shlex.quote(str(path)))
        except OSError as problem:
            sentence = self.say("play.not_saved", path=repr(str(path)), problem=problem.strerror)
        self.console.print(sentence, soft_wrap=True)  # a broken path could not be copied

    # One turn

    def _human_turn(self) -> None:
        self._seat_viewer()
        self._show()
        self.console.print(self._choices())
        while True:
            typed = self.console.input(self.view.prompt(self._mover())).strip()
            command = self._commands().get(typed.lower())
            if command is not None:
                if command():
                    return
            elif typed:
                move = self._read(typed)
                if move is not None:
                    self.match.play(move)
                    return

    def _other_turn(self, pause_seconds: float) -> None:
        if not self.people:
            self._show()
            time.sleep(pause_seconds)
        if self.match.position.mover is None:
            self._next_round()
        elif self.match.forced_move() is None and self.console.is_terminal:
            with self.console.status(self.say("play.thinking", who=self._who())):
                self.match.step()
        else:
            self.match.step()

    def _next_round(self) -> None:
        if self.people:
            self._show()
            if self.console.input(self.say("play.next_round")).strip().lower() in QUIT:
                raise Quit
        self.match.step()

    def _read(self, typed: str) -> Move | None:
        """Return the move that *typed* writes; say what is wrong with it if it is none."""
        position, written = self.match.position, self.view.notation(typed)
        tile = position.game.normal_notation(written)
        ends = [move for move in position.legal_moves if move.text.startswith(f"{tile}@")]
        if len(ends) == 1:  # a tile that fits one end needs no end named
            return ends[0]
        if ends:
            self._print("play.which_end", tile=tile, moves=self._listed(ends))
            return None
        try:
            return position.parse_move(written)
        except NotationError:
            problem = self._moves_from(typed) or self.say(
                "play.not_a_move", text=typed, help=self.say.move_help(self.game)
            )
        except IllegalMoveError:
            # Among many moves, the others of that piece are nearest to what was meant.
            is_long = len(position.legal_moves) > MOST_LISTED
            near = self._moves_from(typed[:SQUARE]) if is_long else ""
            problem = self.say("play.illegal", text=typed, choices=near or self._choices())
        self.console.print(problem)
        return None

    def _moves_from(self, start: str) -> str:
        """Return the moves that begin with *start* in a sentence, nothing if there are none."""
        moves = self.match.position.legal_moves
        found = [move for move in moves if move.text.startswith(start.lower())]
        return self.say("play.moves_from", start=start, moves=self._listed(found)) if found else ""

    # Commands: each returns whether the turn is over

    def _commands(self) -> dict[str, Callable[[], bool]]:
        """Return what can be typed instead of a move, in both languages at any time."""
        return {
            "?": self._help, "help": self._help, "ajuda": self._help,
            "hint": self._hint, "dica": self._hint,
            "undo": self._undo, "desfazer": self._undo,
            "redo": self._redo, "refazer": self._redo,
            "moves": self._list_moves, "lances": self._list_moves,
            **dict.fromkeys(QUIT, self._quit),
        }  # fmt: skip

    def _help(self) -> bool:
        self.console.print(rules_of(self.game, self.say))
        self.console.print(self.say.move_help(self.game))
        self._print("help.commands")
        return False

    def _hint(self) -> bool:
        decision = self.match.ask(self._mover(), self.adviser)
        self._print("play.hint", agent=self.adviser.name, move=self.view.move(decision.move))
        for reason in decision.reasons:
            self.console.print(self.say.why(reason))
        return False

    def _undo(self) -> bool:
        """Take back the person's last move and the answers to it."""
        if self.game.has_chance:
            self._print("play.no_undo_hidden")
            return False
        taken = 0
        while self.match.undo() is not None:
            taken += 1
            if self.match.waits:
                self.shown = len(self.match.moves)
                return True
        for _ in range(taken):  # the person has not moved yet: leave the table as it was
            self.match.redo()
        self._print("play.no_undo")
        return False

    def _redo(self) -> bool:
        if self.match.redo() is None:
            self._print("play.no_redo")
            return False
        while not self.match.waits and self.match.redo() is not None:
            pass
        self.shown = len(self.match.moves)
        return True

    def _list_moves(self) -> bool:
        self._print("play.moves", moves=self._listed(self.match.position.legal_moves))
        return False

    def _quit(self) -> bool:
        raise Quit

    # Words

    def _show(self) -> None:
        """Show the table, and the moves since the viewer last saw it."""
        if self._is_shared and self.match.position.mover is None:
            self.view = self._view_of(None)  # all hands are open now, and everybody looks
        self._clear()
        match, moves = self.match, self.match.moves
        self.console.print(Text(self.say.game_name(self.game.name), "bold"))
        self.console.print()
        before = match.positions[self.shown]
        self.console.print(self.view.screen(match.position, before, self.console.width))
        self.console.print()
        for number in range(self.shown, len(moves)):
            before, after = match.positions[number], match.positions[number + 1]
            for line in self.view.news(before, after, moves[number]):
                self.console.print(line)
        self.shown = len(moves)

    def _clear(self) -> None:
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.clear()
            if self._is_shared:
                self.console.file.write(FORGET)

    @property
    def _is_shared(self) -> bool:
        """Whether several people with hidden tiles use this one screen."""
        return self.game.has_chance and len(self.people) > 1

    def _seat_viewer(self) -> None:
        """Turn the screen to the person to move; where hands are hidden, they take it first."""
        if not self._is_shared:
            return
        self._clear()
        seat = self.say.who(self.game.name, self._mover(), name="")
        if self.console.input(self.say("play.hand_over", seat=seat)).strip().lower() in QUIT:
            raise Quit
        self.view = self._view_of(self._mover())
        # Everything since this person's own last move is new to them.
        self.shown = len(self.match.moves)
        while self.shown and self.match.moves[self.shown - 1] is not None:
            self.shown -= 1
            if self.match.positions[self.shown].mover == self._mover():
                break

    def _view_of(self, viewer: int | None) -> View:
        return View(self.game, self.say, self.names, viewer)

    def _choices(self) -> str:
        """Return what can be played: all moves if they are few, else how to see them."""
        moves = self.match.position.legal_moves
        if len(moves) <= MOST_LISTED:
            return self.say("play.moves", moves=self._listed(moves))
        return self.say("play.many_moves", count=len(moves), help=self.say.move_help(self.game))

    def _print(self, key: str, **values: object) -> None:
        self.console.print(self.say(key, **values))

    def _listed(self, moves: Sequence[Move]) -> str:
        return "  ".join(self.view.option(self.match.position, move) for move in moves)

    def _who(self) -> str:
        return self.view.who(self._mover())

    def _mover(self) -> int:
        seat = self.match.position.mover
        assert seat is not None
        return seat


def record_path(directory: Path, game: str) -> Path:
    """Return a new file name for a record of *game* in *directory*."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    return directory / f"{game}-{stamp}.jsonl"
