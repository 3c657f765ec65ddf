"""A stored game shown again, board by board."""

import time

from rich.console import Console

from galo.arena.records import GameRecord
from galo.terminal.board import coloured
from galo.terminal.texts import Texts


def show_game(record: GameRecord, console: Console, texts: Texts, delay_seconds: float) -> None:
    """Print every board of *record*, the move that led to it above."""
    before = None
    captions = iter(record.moves)
    for position in record.positions():
        moved = before is not None and before.mover is not None
        if moved and before is not None:
            seat = texts(f"seat.{record.game}.{before.mover}")
            name = record.seats[before.mover or 0]
            move = next(captions)
            line = texts("play.last", seat=seat, name=name, move=move)
            console.print(line, highlight=False, markup=False)
        console.print(coloured(position, before))
        console.print()
        before = position
        time.sleep(delay_seconds)
    console.print(texts("replay.game", number=1, **summary(record, texts)), highlight=False)


def summary(record: GameRecord, texts: Texts) -> dict[str, object]:
    """Return the words that tell *record* in one line."""
    if record.result is None:
        result = texts("play.unfinished")
    elif record.result.winner is None:
        result = f"{texts('play.draw')}, {texts(f'reason.{record.result.reason}')}"
    else:
        winner = record.result.winner
        seat = texts(f"seat.{record.game}.{winner}")
        wins = texts("play.wins", seat=seat, name=record.seats[winner])
        result = f"{wins}, {texts(f'reason.{record.result.reason}')}"
    return {
        "game": texts(f"game.{record.game}"),
        "seats": " × ".join(record.seats),
        "moves": len(record.moves),
        "result": result,
    }
