"""What one viewer sees of a table: the JSON that a browser draws.

A watcher sees what is public; a seat also sees its own hand, as `position.observe(seat)` gives
it. Nothing else here reads a hand, except the hands that lie open on the table.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from galo.games.connect_four import ConnectFourPosition
from galo.games.dominoes.game import DominoGame, DominoPosition
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.round import DRAW, PASS, Round
from galo.games.dominoes.text_board import arms_of
from galo.games.dominoes.tiles import halves
from galo.games.dominoes4 import Dominoes4
from galo.games.game import Hands, Move, Outcome, Position
from galo.games.lines_of_action import LinesOfActionPosition
from galo.games.options import Value
from galo.games.rules.connect_four import HEIGHT, WIDTH
from galo.games.rules.dominoes4 import FIVE, TARGET
from galo.web.commands import controls
from galo.web.game_features import script_of, tools
from galo.web.public_events import PublicEvent
from galo.web.seats import SeatKind
from galo.web.table import Phase, Table, round_of

Json = dict[str, Any]
DISCS = str.maketrans("●○·", "xo.")


@dataclass(frozen=True)
class SeatView:
    """One seat as a viewer sees it."""

    name: str
    kind: SeatKind
    agent: str | None
    level: str | None
    away: bool
    invite: str | None  # the secret of an open seat, for people at the table alone
    tiles: int | None  # in hand, where the game has hands
    side: int


@dataclass(frozen=True)
class TableView:
    """All that one viewer sees of a table; *board* and *moves* have the fields of the game."""

    table: str
    game: str
    options: Mapping[str, Value]
    you: int | None
    host: bool
    listed: bool
    phase: Phase
    sides: int
    tools: list[str]
    script: str
    seats: list[SeatView]
    mover: int | None
    forced: str | None
    pace: float
    moves: list[Json]
    controls: list[str]
    outcome: Outcome | None
    rematch: str | None
    board: Json | None


@dataclass(frozen=True)
class Frame:
    """One moment of a replay: the move that led to it (None after a deal), and the table then."""

    event: PublicEvent | None
    view: TableView


def view_of(table: Table, seat: int | None, is_host: bool = False) -> TableView:
    """Return what *seat*, or a watcher, sees of *table* now."""
    match = table.match
    position = match.position if match else None
    is_turn = position is not None and seat is not None and position.mover == seat
    forced = match.forced_move() if match else None
    return TableView(
        table=table.identity,
        game=table.game.name,
        options=table.game.changed_options(),
        you=seat,
        host=is_host,
        listed=table.listed,
        phase=table.phase,
        sides=table.game.sides,
        tools=tools(table.game),
        script=script_of(table.game),
        seats=_seats(table, position, seat is not None or is_host),
        mover=table.mover,
        forced=forced.text if forced else None,
        pace=table.pace,
        moves=_moves(position, seat) if is_turn and position and not forced else [],
        controls=controls(table, seat, is_host),
        outcome=position.outcome if position else None,
        rematch=table.rematch,
        board=board_of(position, seat, _last(table)) if position else None,
    )


def frames_of(table: Table, seat: int | None = None) -> list[Frame]:
    """Return every moment of the game as *seat*, or a watcher, saw it.

    All hands are open once the game is over.
    """
    if table.match is None:
        return []
    base = replace(view_of(table, seat), moves=[], controls=[], forced=None)
    frames = [Frame(None, _at(table, base, 0))]
    for place, made in enumerate(table.made, start=1):
        event = None if made.by is None else table.public_events[made.event - 1]
        frames.append(Frame(event, _at(table, base, place)))
    return frames


def _at(table: Table, base: TableView, place: int) -> TableView:
    """Return *base* as it was after the first *place* moves and deals."""
    assert table.match is not None
    position = table.match.positions[place]
    last = table.match.moves[place - 1] if place else None
    board = board_of(position, base.you, last.text if last else None)
    if table.match.is_over and isinstance(position, DominoPosition):
        board["revealed"] = position.hands
    return replace(
        base,
        mover=position.mover,
        outcome=position.outcome,
        seats=_seats(table, position, is_inside=False),
        board=board,
    )


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
        "points": [vars(points) for points in seen.points],
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


def _seats(table: Table, position: Position | None, is_inside: bool) -> list[SeatView]:
    """Return the seats; invitations only for a viewer that is *inside*: at a seat, or the host."""
    sizes = position.hand_sizes if isinstance(position, DominoPosition) else None
    return [
        SeatView(
            name=seat.name,
            kind=seat.kind,
            agent=seat.agent,
            level=seat.level,
            away=seat.away,
            invite=seat.invite if is_inside and seat.kind is SeatKind.OPEN else None,
            tiles=sizes[number] if sizes else None,
            side=table.game.side_of(number),
        )
        for number, seat in enumerate(table.seats)
    ]


def _last(table: Table) -> str | None:
    """Return the last move on the board."""
    move = table.match.moves[-1] if table.match and table.match.moves else None
    return move.text if move else None
