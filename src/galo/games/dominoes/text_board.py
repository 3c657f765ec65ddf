"""Tiles on a table as text: the cross of four arms, and the line of the two-sided game.

Tiles lie along their arm and doubles across it; long arms keep what was played last:

                    n
                   ╭2╮
                   ├─┤
                   ╰6╯
                   ╭6╮
    w [1|3]…[3|6]  ├─┤  [6|5][5|4] e
                   ╰6╯
                    s
"""

from collections.abc import Sequence

from galo.games.dominoes.tiles import halves

Cells = dict[tuple[int, int], str]  # (row, column) → character, the opening double at (0, 0)
Half = tuple[int, int]  # the half towards the centre, the half away from it

WIDTH = 75  # characters that a table takes, unless there is more or less room
AROUND = 11  # of these, for the first tile, and at either end for a letter, a space and a …
ARM_TALL = 2  # tiles that an arm up or down may show
EMPTY_TABLE = "[ | ]"


def draw_cross(moves: Sequence[str], width: int) -> str:
    """Return the table after *moves*, an opening double and tiles at arms e, w, n and s."""
    if not moves:
        return EMPTY_TABLE
    opening = halves(moves[0])[0]
    arms = arms_of(moves, dict.fromkeys("ewns", opening))
    cells: Cells = {}
    _stand(cells, 0, -1, opening, opening)
    reach = (width - AROUND) // 2
    _paint_sideways(cells, arms["e"], 2, reach)
    _paint_sideways(cells, arms["w"], -2, reach)
    _paint_upright(cells, arms["n"], -2, -1)
    _paint_upright(cells, arms["s"], 2, 1)
    free = "ewns"[sum(map(bool, arms.values())) :][:1]
    _label(cells, [arm for arm in "ewns" if arms[arm] or arm == free])
    return _to_text(cells)


def draw_line(moves: Sequence[str], width: int) -> str:
    """Return the line after *moves*, a first tile and tiles at its ends l and r."""
    if not moves:
        return EMPTY_TABLE
    left, right = halves(moves[0])
    arms = arms_of(moves, {"l": left, "r": right})
    cells: Cells = {}
    if left == right:
        _stand(cells, 0, -1, left, right)
        edge = 2
    else:
        _write(cells, 0, -2, f"[{left}|{right}]")
        edge = 3
    reach = (width - AROUND) // 2
    _paint_sideways(cells, arms["r"], edge, reach)
    _paint_sideways(cells, arms["l"], -edge, reach)
    row = sorted(column for line, column in cells if line == 0)
    _write(cells, 0, row[0] - 2, "l")
    _write(cells, 0, row[-1] + 2, "r")
    return _to_text(cells)


def arms_of(moves: Sequence[str], ends: dict[str, int]) -> dict[str, list[Half]]:
    """Return the tiles that *moves* laid on each arm, a first tile with these *ends* not counted.

    Each tile is written from the centre outwards.
    """
    arms: dict[str, list[Half]] = {arm: [] for arm in ends}
    for move in moves[1:]:
        name, _, arm = move.partition("@")
        high, low = halves(name)
        outer = low if high == ends[arm] else high
        arms[arm].append((ends[arm], outer))
        ends[arm] = outer
    return arms


def _paint_sideways(cells: Cells, tiles: list[Half], column: int, reach: int) -> None:
    """Paint an arm from *column* outwards: the tiles that fit *reach* characters, at least one."""
    step = 1 if column > 0 else -1
    kept = list(tiles)
    while len(kept) > 1 and sum(3 if inner == outer else 5 for inner, outer in kept) > reach:
        kept.pop(0)
    if len(kept) < len(tiles):
        _write(cells, 0, column, "…")
        column += step
    for inner, outer in kept:
        if inner == outer:
            _stand(cells, 0, column if step > 0 else column - 2, inner, outer)
            column += 3 * step
        else:
            near, far = (inner, outer) if step > 0 else (outer, inner)
            _write(cells, 0, column if step > 0 else column - 4, f"[{near}|{far}]")
            column += 5 * step


def _paint_upright(cells: Cells, tiles: list[Half], row: int, step: int) -> None:
    """Paint an arm downwards (*step* 1) or upwards (-1), from *row* on."""
    kept = tiles[-ARM_TALL:]
    if len(kept) < len(tiles):
        _write(cells, row, 0, "⋮")
        row += step
    for inner, outer in kept:
        if inner == outer:
            _write(cells, row, -2, f"[{inner}|{outer}]")
            row += step
        else:
            top, bottom = (inner, outer) if step > 0 else (outer, inner)
            _stand(cells, row + step, -1, top, bottom)
            row += 3 * step


def _label(cells: Cells, arms: list[str]) -> None:
    """Write the letter of each of *arms* beyond its end."""
    rows = [row for row, column in cells if column == 0]
    columns = [column for row, column in cells if row == 0]
    places = {
        "e": (0, max(columns) + 2),
        "w": (0, min(columns) - 2),
        "n": (min(rows) - 1, 0),
        "s": (max(rows) + 1, 0),
    }
    for arm in arms:
        _write(cells, *places[arm], arm)


def _stand(cells: Cells, row: int, column: int, top: int, bottom: int) -> None:
    """Paint an upright tile around *row*, its left edge at *column*."""
    for line, text in enumerate((f"╭{top}╮", "├─┤", f"╰{bottom}╯"), start=row - 1):
        _write(cells, line, column, text)


def _write(cells: Cells, row: int, column: int, text: str) -> None:
    for offset, character in enumerate(text):
        cells[row, column + offset] = character


def _to_text(cells: Cells) -> str:
    rows = range(min(row for row, _ in cells), max(row for row, _ in cells) + 1)
    first = min(column for _, column in cells)
    last = max(column for _, column in cells)
    lines = (
        "".join(cells.get((row, column), " ") for column in range(first, last + 1)) for row in rows
    )
    return "\n".join(line.rstrip() for line in lines)
