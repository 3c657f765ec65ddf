"""Games as JSON lines: one line per game, enough to play it again and to notice any change.

    {"format": 1, "galo": "0.1.0", "game": "connect_four", "options": {}, "seats": ["random",
     "focused"], "seed": 7, "deals": [], "moves": ["4", "4", …], "result": {"scores": [0.0, 1.0],
     "winner": 1, "reason": "line"}, "digest": "…"}

`result` is null for a game that was left unfinished; people may also have ended it before the
rules did (`galo.arena.settlement`). `digest` guards the rest of the line.
"""

import hashlib
import json
import reprlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import NoneType
from typing import Any

from galo import __version__
from galo.arena.atomic_write import atomic_write
from galo.arena.match import Match
from galo.arena.settlement import is_settled
from galo.errors import GaloError, RecordError
from galo.games.game import Game, Hands, Outcome, Position
from galo.games.options import Value, read_options
from galo.games.registry import make_game
from galo.players.checked_player import name_of
from galo.stream import LARGEST_SEED

FORMAT = 1
DIGEST = "digest"


@dataclass(frozen=True)
class GameRecord:
    """One stored game."""

    format: int = field(default=FORMAT, kw_only=True)  #: of the line
    galo: str = field(default=__version__, kw_only=True)  #: the version that wrote it
    game: str  #: its name
    options: dict[str, Value]  #: those that differ from their defaults
    seats: tuple[str, ...]  #: who played; `human` for people
    seed: int  #: of deals and choices
    deals: tuple[Hands, ...]  #: the hands of every round
    moves: tuple[str, ...]  #: of all rounds, in their notation
    result: Outcome | None  #: None for a game that was left unfinished

    @classmethod
    def of(cls, match: Match, outside: str) -> "GameRecord":
        """Return the record of *match* so far; *outside* names seats that no player plays."""
        return cls(
            game=match.game.name,
            options=match.game.changed_options(),
            seats=tuple(outside if p is None else name_of(p) for p in match.players),
            seed=match.seed,
            deals=tuple(match.deals),
            moves=tuple(move.text for move in match.moves if move is not None),
            result=match.position.outcome,
        )

    def to_line(self) -> str:
        """Return the record as one line of JSON, its digest last."""
        result = self.result and asdict(self.result)
        content = {**vars(self), "result": result}  # asdict would copy every tile and move
        return json.dumps({**content, DIGEST: _digest(content)})

    def make_game(self) -> Game:
        """Return the game that was played, with its options."""
        plain = make_game(self.game)
        if plain.name != self.game:
            raise RecordError(f"the game {self.game!r} is not just a name")
        # Checked by name first: what a file says must not choose keyword arguments freely.
        read_options(plain.options_declared, self.options, self.game)
        game = make_game(self.game, **self.options)
        if len(self.seats) != game.seats:
            raise RecordError(f"{game} has {game.seats} seats, not {len(self.seats)}")
        return game

    def positions(self) -> Iterator[Position]:
        """Yield every position of the game; check each move and the result."""
        deals = iter(self.deals)
        position = self._start(next(deals, None))
        yield position
        for number, text in enumerate(self.moves, start=1):
            try:
                while position.mover is None and not position.is_over:
                    position = position.deal(next(deals, ()))
                    yield position
                position = position.play(position.parse_move(text))
            except GaloError as problem:
                raise RecordError(f"move {number}: {problem}") from None
            yield position
        left = len(list(deals))
        if left:
            raise RecordError(f"{left} more deals than rounds")
        if position.outcome != self.result and not is_settled(position, self.result):
            found, stored = _to_text(position.outcome), _to_text(self.result)
            raise RecordError(f"the moves lead to the result {found}, not to {stored}")

    def _start(self, deal: Hands | None) -> Position:
        try:
            game = self.make_game()
            if game.has_chance and deal is None:
                raise RecordError("the field 'deals' is empty")
            return game.start(self.seed, deal)
        except GaloError as problem:
            raise RecordError(str(problem)) from None


def numbered_moves(record: GameRecord) -> Iterator[str]:
    """Yield the moves as published games are written, a line for each turn: `1. c8-c6 h4-f2`."""
    seats = len(record.seats)
    for number, first in enumerate(range(0, len(record.moves), seats), start=1):
        yield f"{number}. {' '.join(record.moves[first : first + seats])}"


def _to_text(outcome: Outcome | None) -> str:
    return json.dumps(outcome and asdict(outcome))


def _digest(content: dict[str, Any]) -> str:
    canonical = json.dumps(content, sort_keys=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def parse_record(line: str) -> GameRecord:
    """Return the game stored in *line*, every move and its digest checked."""
    try:
        content = json.loads(line)
    except (ValueError, RecursionError) as problem:
        raise RecordError(f"not JSON ({getattr(problem, 'msg', problem)})") from None
    if not isinstance(content, dict):
        raise RecordError("not an object with the fields of a game")
    digest = content.pop(DIGEST, None)
    record = GameRecord(**_read_fields(content))
    for _ in record.positions():
        pass
    if digest != _digest(content):
        found = reprlib.repr(digest)
        raise RecordError(f"altered: its digest would be {_digest(content)!r}, not {found}")
    return record


def _read_fields(content: dict[str, object]) -> dict[str, Any]:
    """Return the fields of a record, with the types that JSON cannot promise."""
    values = {}
    for name, read in READERS.items():
        if name not in content:
            raise RecordError(f"the field {name!r} is missing")
        try:
            values[name] = read(content[name])
        except RecordError as problem:
            raise RecordError(f"the field {name!r}: {problem}") from None
    for name in content.keys() - READERS.keys():
        raise RecordError(f"the field {reprlib.repr(name)} is not one of a game's")
    return values


KINDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    NoneType: "a text, a number or null",
    list: "a list",
    dict: "an object",
}


def _typed(value: object, *kinds: type) -> Any:
    """Return *value* if it is of one of *kinds*, the last of which names them all."""
    if type(value) not in kinds:  # isinstance would take true for a whole number
        raise RecordError(f"{reprlib.repr(value)} is not {KINDS[kinds[-1]]}")
    return value


def _text(value: object) -> str:
    text: str = _typed(value, str)
    return text


def _texts(value: object) -> tuple[str, ...]:
    return tuple(_text(item) for item in _typed(value, list))


def _deals(value: object) -> tuple[Hands, ...]:
    return tuple(tuple(map(_texts, _typed(deal, list))) for deal in _typed(value, list))


def _options(value: object) -> dict[str, Value]:
    options: dict[str, object] = _typed(value, dict)
    return {name: _typed(item, str, int, float, NoneType) for name, item in options.items()}


def _format(value: object) -> int:
    if _typed(value, int) != FORMAT:
        raise RecordError(f"{value!r} is not {FORMAT}, the one this galo reads")
    return FORMAT


def _seed(value: object) -> int:
    seed: int = _typed(value, int)
    if not 0 <= seed <= LARGEST_SEED:
        raise RecordError(f"{seed} is not a whole number from 0 to {LARGEST_SEED}")
    return seed


def _result(value: object) -> Outcome | None:
    if value is None:
        return None
    result: dict[str, object] = _typed(value, dict)
    if result.keys() != {"scores", "winner", "reason"}:
        raise RecordError(f"{reprlib.repr(value)} is not scores, winner and reason")
    scores = tuple(_typed(score, int, float) for score in _typed(result["scores"], list))
    winner = None if result["winner"] is None else _typed(result["winner"], int)
    return Outcome(scores, winner, _text(result["reason"]))


READERS: dict[str, Callable[[object], object]] = {
    "format": _format,  # first: in another format the other fields may differ
    "galo": _text,
    "game": _text,
    "options": _options,
    "seats": _texts,
    "seed": _seed,
    "deals": _deals,
    "moves": _texts,
    "result": _result,
}


def read_records(path: Path) -> Iterator[GameRecord]:
    """Yield the games of the file *path*; raise at the first line that is no valid game."""
    number = games = 0
    try:
        with path.open("rb") as stream:
            for line in stream:
                number += 1
                if line.strip():
                    yield parse_record(line.decode())
                    games += 1
    except OSError as problem:
        raise RecordError(f"cannot read {str(path)!r}: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise RecordError(f"line {number} of {str(path)!r}: not text") from None
    except RecordError as problem:
        raise RecordError(f"line {number} of {str(path)!r}: {problem}") from None
    if not games:
        raise RecordError(f"{str(path)!r} holds no game")


def write_records(path: Path, records: Iterable[GameRecord]) -> None:
    """Write *records* to *path* atomically: a crash leaves the old file or the new one."""
    with atomic_write(path) as stream:
        stream.writelines(record.to_line().encode() + b"\n" for record in records)


def add_record(path: Path, record: GameRecord) -> None:
    """Append *record* to *path*."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as stream:
        stream.write(record.to_line() + "\n")
