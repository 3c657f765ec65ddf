"""Games as JSON lines: one line per game, enough to play it again and to notice any change.

    {"format": 1, "galo": "0.1.0", "game": "connect_four", "options": {}, "seats": ["random",
     "focused"], "seed": 7, "deals": [], "moves": ["4", "4", …], "result": {"scores": [0, 1],
     "winner": 1, "reason": "line"}, "digest": "…"}

`result` is null for a game that was left unfinished. `digest` guards the rest of the line.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from galo import __version__
from galo.arena.match import Match
from galo.errors import GaloError, RecordError
from galo.games.game import Game, Hands, Outcome, Position
from galo.games.options import Value
from galo.games.registry import make_game

FORMAT = 1
DIGEST = "digest"


@dataclass(frozen=True)
class GameRecord:
    """One stored game."""

    game: str
    options: dict[str, Value]
    seats: tuple[str, ...]
    seed: int
    deals: tuple[Hands, ...]
    moves: tuple[str, ...]
    result: Outcome | None
    format: int = FORMAT
    galo: str = field(default=__version__)

    @classmethod
    def of(cls, match: Match, outside: str) -> "GameRecord":
        """Return the record of *match* so far; *outside* names seats that no player plays."""
        return cls(
            game=match.game.name,
            options=match.game.changed_options(),
            seats=tuple(outside if p is None else p.name for p in match.players),
            seed=match.seed,
            deals=tuple(match.deals),
            moves=tuple(move.text for move in match.moves if move is not None),
            result=match.position.outcome,
        )

    def to_line(self) -> str:
        """Return the record as one line of JSON, its digest last."""
        content = asdict(self)
        return json.dumps({**content, DIGEST: _digest(content)}, ensure_ascii=False)

    def make_game(self) -> Game:
        """Return the game that was played, with its options."""
        return make_game(self.game, **self.options)

    def positions(self) -> Iterator[Position]:
        """Yield every position of the game, checking each move and the result."""
        game = self.make_game()
        if game.has_chance and not self.deals:
            raise RecordError("the field 'deals' is empty")
        deals = iter(self.deals)
        position = game.start(self.seed, next(deals, None))
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
        if position.outcome != self.result:
            raise RecordError(f"the moves end in {position.outcome}, not in {self.result}")


def _digest(content: dict[str, Any]) -> str:
    canonical = json.dumps(content, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def parse_record(line: str) -> GameRecord:
    """Return the game stored in *line*, every move and its digest checked."""
    try:
        content = json.loads(line)
    except ValueError as problem:
        raise RecordError(f"not JSON ({problem})") from None
    record = _read_fields(content)
    for _ in record.positions():
        pass
    if DIGEST in content:
        found = content.pop(DIGEST)
        expected = _digest(content)
        if found != expected:
            raise RecordError(f"the content was altered: its digest is {expected}, not {found!r}")
    return record


def _read_fields(content: object) -> GameRecord:
    """Return the record with the types that JSON cannot promise checked."""
    if not isinstance(content, dict):
        raise RecordError("not an object with the fields of a game")
    if content.get("format") != FORMAT:
        raise RecordError(f"format {content.get('format')!r} is not {FORMAT}")
    try:
        result = content["result"]
        return GameRecord(
            game=_text(content["game"]),
            options={_text(name): value for name, value in content["options"].items()},
            seats=_texts(content["seats"]),
            seed=_whole(content["seed"]),
            deals=tuple(tuple(_texts(hand) for hand in deal) for deal in content["deals"]),
            moves=_texts(content["moves"]),
            result=result and Outcome(tuple(result["scores"]), result["winner"], result["reason"]),
            galo=_text(content["galo"]),
        )
    except KeyError as missing:
        raise RecordError(f"the field {missing.args[0]!r} is missing") from None
    except (TypeError, AttributeError, ValueError) as problem:
        raise RecordError(f"a field has the wrong type ({problem})") from None


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not a whole number")
    return value


def _texts(values: Iterable[object]) -> tuple[str, ...]:
    if isinstance(values, str):
        raise TypeError(f"{values!r} is not a list")
    return tuple(_text(value) for value in values)


def read_records(path: Path) -> Iterator[GameRecord]:
    """Yield the games of the file *path*, refusing the first line that does not hold together."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        raise RecordError(f"cannot read {str(path)!r}: {problem}") from None
    if not any(line.strip() for line in lines):
        raise RecordError(f"{str(path)!r} holds no game")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield parse_record(line)
            except GaloError as problem:
                raise RecordError(f"line {number} of {str(path)!r}: {problem}") from None


def write_records(path: Path, records: Iterable[GameRecord]) -> None:
    """Write *records* to *path*, aside first, so that a crash leaves the old file or the new."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.writelines(record.to_line() + "\n" for record in records)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(aside, path)
    except BaseException:
        os.unlink(aside)
        raise
