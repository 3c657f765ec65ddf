"""What one viewer sees of a table: the JSON that a browser draws.

Whoever looks gets what everybody may know, and, at a seat, what `position.observe(seat)`
adds to it. Nothing else here ever touches a hand, except one that lies open on the table.
"""

from typing import Any

from galo.games.connect_four import ConnectFourPosition
from galo.games.dominoes.game import DominoGame, DominoPosition
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import DRAW, PASS, Round
from galo.games.dominoes.text_board import arms_of
from galo.games.dominoes.tiles import halves
from galo.games.dominoes4 import Dominoes4
from galo.games.game import Hands, Move, Position
from galo.games.lines_of_action import LinesOfActionPosition
from galo.games.rules.connect_four import HEIGHT, WIDTH
from galo.games.rules.dominoes4 import TARGET
from galo.games.rules.dominoes4_points import FIVE
from galo.web.commands import controls
from galo.web.table import OPEN, Table, round_of, told_move, told_points

Json = dict[str, Any]
DISCS = str.maketrans("●○·", "xo.")


def view_of(table: Table, seat: int | None, is_host: bool = False) -> Json:
    """Return what *seat*, or a watcher, sees of *table* now."""
    match = table.match
    position = match.position if match else None
    is_turn = position is not None and seat is not None and position.mover == seat
    forced = match.forced_move() if match else None
    return {
        "table": table.identity,
        "game": table.game.name,
        "options": table.game.changed_options(),
        "you": seat,
        "host": is_host,
        "listed": table.listed,
        "phase": table.phase,
        "seats": _seats(table, position, seat is not None or is_host),
        "mover": table.mover,
        "forced": forced and forced.text,
        "pace": table.pace,
        "moves": _moves(position, seat) if is_turn and position and not forced else [],
        "controls": controls(table, seat, is_host),
        "outcome": _outcome(position),
        "rematch": table.rematch,
        "board": board_of(position, seat, _last(table)) if position else None,
    }


def frames_of(table: Table) -> list[Json]:
    """Return every moment of the game; hands lie open once nothing is secret any more."""
    if table.match is None:
        return []
    match, base = table.match, view_of(table, None)
    frames = [{"event": None, "view": _frame(table, base, 0)}]
    for place, move in enumerate(match.moves):
        before, after = match.positions[place], match.positions[place + 1]
        event = {"kind": "moved", **told_move(before, move.text, after)} if move else None
        frames.append({"event": event, "view": _frame(table, base, place + 1)})
    return frames


def _frame(table: Table, base: Json, place: int) -> Json:
    """Return the view of the *place*-th moment of the game."""
    assert table.match is not None
    position = table.match.positions[place]
    last = table.match.moves[place - 1] if place else None
    board = board_of(position, None, last.text if last else None)
    if table.match.is_over and isinstance(position, DominoPosition):
        board["revealed"] = position.hands
    return {
        **base,
        "mover": position.mover,
        "forced": None,
        "controls": [],
        "outcome": _outcome(position),
        "seats": _seats(table, position, is_inside=False),
        "board": board,
    }


def board_of(position: Position, seat: int | None, last: str | None) -> Json:
    """Return the board of *position* as *seat*, or a watcher, sees it after the move *last*."""
    if isinstance(position, ConnectFourPosition):
        discs = [position.disc(column, row) for row in range(HEIGHT) for column in range(WIDTH)]
        line = [row * WIDTH + column for column, row in position.winning_cells()]
        return {"cells": "".join(discs).translate(DISCS), "last": last, "line": line}
    if isinstance(position, LinesOfActionPosition):
        return {"cells": position.cells(), "last": last}
    assert isinstance(position, DominoPosition)
    seen = position.observe(seat or 0)
    board = _table_of_tiles(seen)
    board["hand"] = None if seat is None else seen.hand
    board["revealed"] = _revealed(position)
    return board


def _table_of_tiles(seen: Round) -> Json:
    """Return what lies on the table for everybody."""
    game = seen.game
    placed = [play.text for play in seen.plays if play.text not in (PASS, DRAW)]
    first = halves(placed[0]) if placed else None
    total = game.ends_sum(seen.state) if isinstance(game, Dominoes4) and placed else None
    return {
        "round": round_of(seen),
        "scores": seen.total,
        "target": TARGET if isinstance(game, Dominoes4) else game.options["target"],
        "first": first,
        "arms": arms_of(placed, _ends(game, first)) if first else {},
        "sum": total,
        "sum_scores": bool(total) and total % FIVE == 0 if total is not None else False,
        "stock": seen.stock if game.stock else None,
        "plays": [{"seat": play.seat, "move": play.text} for play in seen.plays],
        "points": told_points(seen),
    }


def _ends(game: DominoGame, first: tuple[int, int]) -> dict[str, int]:
    """Return what each arm continues from."""
    if isinstance(game, Dominoes4):
        return dict.fromkeys(game.end_letters, first[0])
    return dict(zip(game.end_letters, first, strict=True))


def _revealed(position: DominoPosition) -> Hands | None:
    """Return every hand as it was left, once the round is over."""
    return position.hands if position.mover is None else None


def _moves(position: Position, seat: int | None) -> list[Json]:
    """Return the moves that *seat*, who is to move, is offered."""
    seen = position.observe(seat or 0)
    return [_move(seen, move) for move in seen.legal_moves]


def _move(seen: Any, move: Move) -> Json:
    if isinstance(seen, DominoObservation):
        return {"move": move.text, "points": seen.game.points_now(seen.state, move.code)}
    if isinstance(seen.complete(), LinesOfActionPosition) and move.text != PASS:
        source, target = move.text[:2], move.text[-2:]
        capture = "x" in move.text
        return {"move": move.text, "from": source, "to": target, "capture": capture}
    return {"move": move.text}


def _seats(table: Table, position: Position | None, is_inside: bool) -> list[Json]:
    """Return who sits where; invitations only for those who are *inside* the table's circle."""
    sizes = position.hand_sizes if isinstance(position, DominoPosition) else None
    return [
        {
            "name": seat.name,
            "kind": seat.kind,
            "agent": seat.agent,
            "level": seat.level,
            "away": seat.away,
            "invite": seat.invite if is_inside and seat.kind == OPEN else None,
            "tiles": sizes[number] if sizes else None,
        }
        for number, seat in enumerate(table.seats)
    ]


def _outcome(position: Position | None) -> Json | None:
    outcome = position.outcome if position else None
    if outcome is None:
        return None
    return {"scores": outcome.scores, "winner": outcome.winner, "reason": outcome.reason}


def _last(table: Table) -> str | None:
    """Return the last move on the board."""
    move = table.match.moves[-1] if table.match and table.match.moves else None
    return move.text if move else None
