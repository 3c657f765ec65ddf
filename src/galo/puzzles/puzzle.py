"""A puzzle, and the line of JSON that keeps it.

    {"id": "0-17", "game": "connect_four", "position": "4453…", "solution": ["3"],
     "themes": ["double_threat", "forced_win"], "rating": 1684,
     "solved": {"random": 0.143, "focused": 0.0, …}, "kind": "solved", "effort": {},
     "values": [["3", 8, 0, 0], ["4", -2, 10, 10], …], "reasons": [["wins_in", {"moves": 5}]]}

The position is that of the game it was found in, hidden tiles included: who solves it gets
`observation` alone.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from galo.errors import ConfigError, GaloError
from galo.games.game import Observation, Position
from galo.games.registry import make_game
from galo.players.player import Reason
from galo.players.prover import MoveValue, Proof


@dataclass(frozen=True)
class Puzzle:
    """A position, the moves that solve it, and what proves that no other one does."""

    id: str  #: the seed and the number of the game that it was found in, as 0-17
    game: str  #: with its options
    text: str  #: the position, as `Position.to_text` writes it
    proof: Proof  #: with the solution and its themes
    solved: Mapping[str, float]  #: agent → 1 if it solved it, else 0; of random its chance
    rating: int  #: how hard it is, on the scale of the ladder of levels

    @cached_property
    def position(self) -> Position:
        """The position, in which the seat to move looks for the best move."""
        return make_game(self.game).from_text(self.text)

    @property
    def observation(self) -> Observation:
        """What the seat to move knows: all that may be shown before the answer."""
        return self.position.observe()

    def is_solved_by(self, move: str) -> bool:
        """Return whether *move*, in the notation of the game, solves it."""
        return move in self.proof.solution

    def to_line(self) -> str:
        """Return the puzzle as a line of JSON."""
        proof = self.proof
        content = {
            "id": self.id,
            "game": self.game,
            "position": self.text,
            "solution": proof.solution,
            "themes": proof.themes,
            "rating": self.rating,
            "solved": self.solved,
            "kind": proof.kind,
            "effort": proof.effort,
            "values": [value.to_json() for value in proof.values],
            "reasons": [[reason.name, dict(reason.numbers)] for reason in proof.reasons],
        }
        return json.dumps(content, separators=(",", ":"))


def parse_puzzle(line: str) -> Puzzle:
    """Return the puzzle that `Puzzle.to_line` wrote."""
    content: dict[str, Any] = json.loads(line)
    return Puzzle(
        content["id"],
        content["game"],
        content["position"],
        Proof(
            content["kind"],
            tuple(content["solution"]),
            tuple(MoveValue(*value) for value in content["values"]),
            content["effort"],
            tuple(content["themes"]),
            tuple(Reason(*reason) for reason in content["reasons"]),
        ),
        content["solved"],
        content["rating"],
    )


def read_puzzles(lines: Iterable[str], source: str) -> list[Puzzle]:
    """Return the puzzles in *lines*; refuse a line of *source* that holds none."""
    found = []
    for number, line in enumerate(lines, start=1):
        try:
            found.append(parse_puzzle(line))
        except (ValueError, KeyError, TypeError, GaloError):
            raise ConfigError(f"line {number} of {source!r} holds no puzzle") from None
    return found


def puzzles_in(path: Path) -> list[Puzzle]:
    """Return the puzzles of the file *path*."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise ConfigError(f"cannot read {str(path)!r}: {problem.strerror}") from None
    return read_puzzles(text.splitlines(), str(path))
