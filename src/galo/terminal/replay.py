"""A stored game shown again, board by board."""

import time

from rich.console import Console

from galo.arena.records import GameRecord
from galo.players.registry import HUMAN
from galo.terminal.board import coloured
from galo.terminal.texts import Texts


def show_game(record: GameRecord, console: Console, texts: Texts, delay_seconds: float) -> None:
    """Print every board of *record*, above it the move that led there."""
    names, moves = _names(record, texts), iter(record.moves)
    before = None
    for position in record.positions():
        if before is not None:
            time.sleep(delay_seconds)
        if before is not None and before.mover is not None:  # else a deal led here
            who = texts.who(record.game, before.mover, names[before.mover])
            console.print(texts("play.last", who=who, move=next(moves)))
        console.print(coloured(position.drawing(), before.drawing() if before else None))
        console.print()
        before = position


def summary(number: int, record: GameRecord, texts: Texts) -> str:
    """Return *record*, the game *number* of its file, in one line."""
    names = _names(record, texts)
    return texts(
        "replay.game",
        number=number,
        game=texts(f"game.{record.game}"),
        seats=" × ".join(names),
        moves=texts.count("replay.moves", len(record.moves)),
        result=texts.result(record.game, record.result, names),
    )


def _names(record: GameRecord, texts: Texts) -> list[str]:
    return [texts("replay.human") if seat == HUMAN else seat for seat in record.seats]
