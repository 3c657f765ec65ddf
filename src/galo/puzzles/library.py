"""The puzzles that come with galo, a file of lines for each game, easiest first."""

from functools import cache
from importlib.resources import files

from galo.errors import ConfigError
from galo.puzzles.puzzle import Puzzle, read_puzzles

FOLDER = files("galo.puzzles").joinpath("shipped")


@cache
def shipped_games() -> tuple[str, ...]:
    """Return the games that galo has puzzles of."""
    names = (file.name for file in FOLDER.iterdir())
    return tuple(sorted(name.removesuffix(".jsonl") for name in names if name.endswith(".jsonl")))


@cache
def puzzle_count(game: str) -> int:
    """Return how many puzzles of *game* galo has."""
    file = FOLDER.joinpath(f"{game}.jsonl")
    return file.read_text(encoding="utf-8").count("\n") if file.is_file() else 0


@cache
def shipped_puzzles(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of *game* that galo has, easiest first; none for a game without."""
    file = FOLDER.joinpath(f"{game}.jsonl")
    if not file.is_file():
        return ()
    found = read_puzzles(file.read_text(encoding="utf-8").splitlines(), file.name)
    return tuple(sorted(found, key=lambda puzzle: puzzle.rating))


def themes_of(puzzles: tuple[Puzzle, ...]) -> dict[str, int]:
    """Return how many of *puzzles* have each theme, the most frequent one first."""
    counts: dict[str, int] = {}
    for puzzle in puzzles:
        for theme in puzzle.proof.themes:
            counts[theme] = counts.get(theme, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def with_theme(puzzles: tuple[Puzzle, ...], theme: str | None) -> tuple[Puzzle, ...]:
    """Return those of *puzzles* that have *theme*, all of them without one."""
    if theme is None:
        return puzzles
    found = tuple(puzzle for puzzle in puzzles if theme in puzzle.proof.themes)
    if not found:
        known = ", ".join(themes_of(puzzles))
        raise ConfigError(f"no puzzle has the theme {theme!r}; themes: {known}")
    return found
