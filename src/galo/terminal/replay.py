"""A stored game shown again, board by board."""

import time

from rich.console import Console

from galo.arena.records import GameRecord
from galo.players.registry import HUMAN
from galo.terminal.view import View
from galo.texts import Texts


def show_game(record: GameRecord, console: Console, texts: Texts, delay_seconds: float) -> None:
    """Print every board of *record* below the move that led to it."""
    view = View(record.make_game(), texts, names_of(record, texts), viewer=None)
    moves, before = iter(record.moves), None
    for position in record.positions():
        if before is not None:
            time.sleep(delay_seconds)
            move = None if before.mover is None else before.parse_move(next(moves))
            for line in view.news(before, position, move):
                console.print(line)
        console.print(view.screen(position, before or position, console.width))
        console.print()
        before = position


def summary(number: int, record: GameRecord, texts: Texts) -> str:
    """Return one line about *record*, the game *number* of its file."""
    names = names_of(record, texts)

    def who(seat: int) -> str:
        return texts.who(record.game, seat, names[seat])

    return texts(
        "replay.game",
        number=number,
        game=texts.game_name(record.game),
        seats=" × ".join(names),
        moves=texts.count("replay.moves", len(record.moves)),
        result=texts.result(record.result, record.make_game(), who),
    )


def names_of(record: GameRecord, texts: Texts) -> list[str]:
    """Return who played *record*, by seat."""
    return [texts("replay.human") if seat == HUMAN else seat for seat in record.seats]
