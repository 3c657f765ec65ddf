"""Making a file of puzzles: game after game on all cores, kept line by line.

Games are numbered and puzzles are taken in this order, whatever the number of cores: the same
seed gives the same file, also when it is stopped and gone on with.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from galo.arena.game_pool import results_of
from galo.errors import ConfigError
from galo.puzzles.mining import check_game, mine
from galo.puzzles.puzzle import Puzzle, puzzles_in

MOST_GAMES = 1 << 40  # no file has as many

#: Called with how many puzzles there are, and the number of the game looked at last.
OnGame = Callable[[int, int], object]


def make_puzzles(
    game: str, number: int, path: Path, seed: int, jobs: int, progress: OnGame
) -> list[Puzzle]:
    """Return *number* puzzles of *game*, those in the file *path* first; add the others to it."""
    check_game(game)
    found = _kept(path, game, seed)
    known = {puzzle.position.drawing() for puzzle in found}
    first = _number_of(found[-1]) + 1 if found else 0
    if len(found) >= number:
        return found[:number]
    with path.open("a", encoding="utf-8") as file:
        games = range(first, MOST_GAMES)
        found_in = results_of(partial(mine, game, seed), games, jobs)
        for looked, puzzle in zip(games, found_in, strict=False):
            if puzzle is not None and puzzle.position.drawing() not in known:
                known.add(puzzle.position.drawing())
                found.append(puzzle)
                file.write(puzzle.to_line() + "\n")
                file.flush()
            progress(len(found), looked)
            if len(found) == number:
                break
    return found


def _kept(path: Path, game: str, seed: int) -> list[Puzzle]:
    """Return the puzzles that *path* holds already; refuse those of another game or seed."""
    if not path.exists():
        return []
    _drop_cut_line(path)
    found = puzzles_in(path)
    for puzzle in found:
        if puzzle.game != game or puzzle.id.partition("-")[0] != str(seed):
            raise ConfigError(
                f"{str(path)!r} holds puzzles of {puzzle.game} of seed "
                f"{puzzle.id.partition('-')[0]}, not of {game} of seed {seed}"
            )
    return found


def _drop_cut_line(path: Path) -> None:
    """Remove a last line that was not written to its end."""
    content = path.read_bytes()
    if content and not content.endswith(b"\n"):
        path.write_bytes(content[: content.rfind(b"\n") + 1])


def _number_of(puzzle: Puzzle) -> int:
    return int(puzzle.id.partition("-")[2])
