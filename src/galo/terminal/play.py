"""Playing in the terminal: the board, what can be played, and a prompt that forgives."""

import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from rich.console import Console

from galo.arena.match import Match
from galo.arena.records import GameRecord, write_records
from galo.errors import IllegalMoveError, NotationError
from galo.games.game import Move
from galo.players.player import Player
from galo.players.registry import HUMAN
from galo.terminal.board import coloured
from galo.terminal.texts import Texts


class Quit(Exception):
    """The person at the keyboard has left the table."""


class Sitting:
    """One game at the terminal, from the first board to the record it leaves."""

    def __init__(self, match: Match, adviser: Player, console: Console, texts: Texts) -> None:
        self.match = match
        self.adviser = adviser
        self.console = console
        self.say = texts
        self.news: list[str] = []  # what happened since the screen was last drawn

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
        self.console.print(self._result())

    def save(self, path: Path) -> None:
        """Keep the game as a record in *path* and say where it is."""
        try:
            write_records(path, [GameRecord.of(self.match, outside=HUMAN)])
        except OSError as problem:
            self.console.print(self.say("play.not_saved", problem=problem))
            return
        for key in ("play.saved", "play.saved_replay"):
            self.console.print(self.say(key, path=path), soft_wrap=True, highlight=False)

    # One turn

    def _human_turn(self) -> None:
        self._show()
        self._list_moves()
        while True:
            seat = self.match.position.mover
            assert seat is not None
            typed = self.console.input(self.say("play.prompt", seat=self._seat(seat))).strip()
            command = self._commands().get(typed.lower())
            if command is not None:
                if command():
                    return
            elif typed:
                move = self._read(typed)
                if move is not None:
                    self._play(move)
                    return

    def _other_turn(self, pause_seconds: float) -> None:
        seat = self.match.position.mover
        if not any(player is None for player in self.match.players):
            self._show()
            time.sleep(pause_seconds)
        if seat is None:
            self.match.step()
            return
        decision_needed = self.match.forced_move() is None
        before = len(self.match.moves)
        if decision_needed and self.console.is_terminal:
            with self.console.status(self.say("play.thinking", name=self._name(seat))):
                self.match.step()
        else:
            self.match.step()
        self._tell(seat, self.match.moves[before])

    def _play(self, move: Move) -> None:
        seat = self.match.position.mover
        assert seat is not None
        self.news.clear()
        self.match.play(move)
        self._tell(seat, move)

    def _tell(self, seat: int, move: Move | None) -> None:
        self.news.append(
            self.say("play.last", seat=self._seat(seat), name=self._name(seat), move=move)
        )

    def _read(self, typed: str) -> Move | None:
        """Return the move that *typed* writes; else say what is wrong with it."""
        position = self.match.position
        try:
            return position.parse_move(typed)
        except NotationError:
            starts = [move for move in position.legal_moves if move.text.startswith(typed.lower())]
            if starts:
                self._print("play.moves_from", moves=_listed(starts))
            else:
                self._print("play.not_a_move", text=typed, help=self._help_text("move_help"))
        except IllegalMoveError:
            self._print("play.illegal", text=typed, moves=_listed(position.legal_moves))
        return None

    # Commands: each returns whether the turn is over

    def _commands(self) -> dict[str, Callable[[], bool]]:
        """Return what can be typed instead of a move, in both languages at any time."""
        return {
            "?": self._help, "help": self._help, "ajuda": self._help,
            "hint": self._hint, "dica": self._hint,
            "undo": self._undo, "desfazer": self._undo,
            "redo": self._redo, "refazer": self._redo,
            "moves": self._list_moves, "lances": self._list_moves,
            "quit": self._quit, "sair": self._quit, "exit": self._quit, "q": self._quit,
        }  # fmt: skip

    def _help(self) -> bool:
        for key in ("rules", "move_help"):
            self.console.print(self._help_text(key), highlight=False)
        self._print("help.commands")
        return False

    def _hint(self) -> bool:
        seat = self.match.position.mover
        assert seat is not None
        decision = self.match.ask(seat, self.adviser)
        self._print("play.hint", agent=self.adviser.name, move=decision.move)
        for reason in decision.reasons:
            self._print(f"why.{reason.name}", **reason.numbers)
        return False

    def _undo(self) -> bool:
        """Take back to the person's last decision: one's own move and the answers to it."""
        taken = 0
        while self.match.undo() is not None:
            taken += 1
            if self.match.waits:
                self.news.clear()
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
        self.news.clear()
        return True

    def _list_moves(self) -> bool:
        self._print("play.moves", moves=_listed(self.match.position.legal_moves))
        return False

    def _quit(self) -> bool:
        raise Quit

    # Words

    def _show(self) -> None:
        if self.console.is_terminal:
            self.console.clear()
        name = self.match.game.name
        self.console.print(f"[bold]{self.say(f'game.{name}')}[/bold]", highlight=False)
        positions = self.match.positions
        since = positions[-1 - len(self.news)] if len(self.news) < len(positions) else None
        self.console.print()
        self.console.print(coloured(positions[-1], since))
        self.console.print()
        for line in self.news:
            self.console.print(line, highlight=False)
        self.news.clear()

    def _result(self) -> str:
        outcome = self.match.position.outcome
        if outcome is None:
            return self.say("play.unfinished")
        reason = self.say(f"reason.{outcome.reason}")
        if outcome.winner is None:
            return f"{self.say('play.draw')}: {reason}."
        seat = outcome.winner
        return f"{self.say('play.wins', seat=self._seat(seat), name=self._name(seat))}: {reason}."

    def _print(self, key: str, **values: object) -> None:
        self.console.print(self.say(key, **values), highlight=False, markup=False)

    def _help_text(self, kind: str) -> str:
        return self.say(f"{kind}.{self.match.game.name}")

    def _seat(self, seat: int) -> str:
        return self.say(f"seat.{self.match.game.name}.{seat}")

    def _name(self, seat: int) -> str:
        player = self.match.players[seat]
        return self.say("play.you") if player is None else player.name


def _listed(moves: tuple[Move, ...] | list[Move]) -> str:
    return "  ".join(move.text for move in moves)


def record_path(directory: Path, game: str) -> Path:
    """Return a new file name for a record of *game* in *directory*."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    return directory / f"{game}-{stamp}.jsonl"
