"""Fit the engine's evaluation to games it plays against itself.

Two steps, so that the slow one is done once:

    python bench/tuning/lines_of_action.py games games.npz --games 4000 --nodes 2000
    python bench/tuning/lines_of_action.py fit games.npz weights.json

Each move of a game gives the position at the end of the line that was searched, where the
evaluation was asked. The fit is a logistic regression: which weights predict from these
positions how the games ended? It pulls gently towards the weights it began with.
Whether the result plays better is for a match to say:

    galo match lines_of_action champion:weights=weights.json champion --nodes 10000 --sprt 0,10
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

import galo
from galo.arena.pairing import opening
from galo.games.lines_of_action import LinesOfActionPosition
from galo.players.budget import Budget
from galo.players.lines_of_action.board import set_up
from galo.players.lines_of_action.engine import PORTION, SCORE_SCALE, Engine
from galo.players.lines_of_action.evaluation import (
    FREE_PIECES,
    MOST_GROUPS,
    kind_of,
    read_tables,
    read_weights,
)
from galo.players.lines_of_action.features import GRID, features_of
from galo.players.lines_of_action.lines import COUNTED
from galo.players.lines_of_action.weights import SIZES, parted
from galo.players.lines_of_action.workspace import new_workspace

GAME = galo.game("lines_of_action")
KINDS = np.array([kind_of(square) for square in range(64)])
SHORTEST, LONGEST = 2, 10  # random plies before a game
PULL = 1e-5  # towards the weights before, for each position


def play(number: int, nodes: int, weights: str) -> list[list[int]]:
    """Return rows of black, white, mover, result from game *number*; 2 is a win of Black."""
    position = GAME.start()
    for move in opening(GAME, SHORTEST + number % (LONGEST - SHORTEST + 1), number):
        position = position.play(move)
    rows, limit, tables = [], galo.Limit(nodes=nodes), read_tables(weights)
    while not position.is_over:
        *_, (line,) = Engine(position, tables, limit).deepen(60, 1, Budget(limit, portion=PORTION))
        quiet = follow(position, line.moves)
        if line.plies_to_end is None and not quiet.is_over:
            rows.append([quiet.state.black, quiet.state.white, quiet.state.mover, 0])
        position = follow(position, line.moves[:1])
    assert position.outcome is not None
    result = {0: 2, None: 1, 1: 0}[position.outcome.winner]
    return [[*row[:3], result] for row in rows]


def follow(position: LinesOfActionPosition, codes: tuple[int, ...]) -> LinesOfActionPosition:
    for code in codes:
        if position.is_over:
            break
        position = position.play(next(m for m in position.legal_moves if m.code == code))
    return position


def side_features(pieces: int, ranks: np.ndarray) -> list[np.ndarray]:
    """Return the factor of each weight of a side, in the order of SIZES."""
    seen = features_of(ranks, pieces)
    count = seen.pieces
    surplus = max(0, seen.spread - max(0, count - FREE_PIECES)) / count
    squares = [square for square in range(64) if pieces >> square & 1]
    middle = (GRID - 1) / 2
    away = np.hypot(seen.centre % GRID - middle, seen.centre // GRID - middle) / 2
    groups = np.zeros(MOST_GROUPS)
    groups[min(max(seen.euler, 1), MOST_GROUPS) - 1] = 1
    material = np.zeros(SIZES["material"])
    material[count - 1] = 1
    return [
        np.array([surplus, 1 / (1 + surplus)]),
        np.bincount(KINDS[squares], minlength=10) / count,
        np.array([away]),
        np.array([seen.threes, seen.fours]),
        np.array([2 * seen.pairs / count]),
        groups,
        np.array([seen.area]),
        material,
    ]


def features(rows: np.ndarray) -> np.ndarray:
    """Return a row of features, Black's less White's, for each of *rows*."""
    tables = read_tables("tuned")
    workspace = new_workspace(tables, 2, 0, False)
    found = []
    for black, white, mover, _ in rows.tolist():
        sides = [np.concatenate(side_features(p, tables.ranks)) for p in (black, white)]
        set_up(workspace, black, white)
        lines = COUNTED[workspace.line_codes].sum(axis=0)
        found.append(np.concatenate([sides[0] - sides[1], lines, [1 - 2 * mover]]))
    return np.array(found)


def fit(rows: np.ndarray, before: np.ndarray) -> np.ndarray:
    """Return the weights, in the order of SIZES, that predict the results of *rows* best."""
    x, y = features(rows), rows[:, 3] / 2
    scale = x.std(axis=0) + 1e-9

    def loss(scaled: np.ndarray) -> tuple[float, np.ndarray]:
        expected = 1 / (1 + np.exp(-x @ (scaled / scale)))
        away = scaled - before * scale / SCORE_SCALE
        likely = y * np.log(expected + 1e-12) + (1 - y) * np.log(1 - expected + 1e-12)
        slope = ((expected - y) @ x) / scale / len(y) + 2 * PULL * len(y) ** 0.5 * away
        return -likely.mean() + PULL * len(y) ** 0.5 * away @ away, slope

    begin = before * scale / SCORE_SCALE
    result = minimize(loss, begin, jac=True, method="L-BFGS-B", options={"maxiter": 2000})
    print(f"{len(y):,} positions: loss {loss(begin)[0]:.5f} before, {result.fun:.5f} after")
    weights: np.ndarray = result.x / scale * SCORE_SCALE
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    games = commands.add_parser("games")
    games.add_argument("out", type=Path)
    games.add_argument("--games", type=int, default=4000)
    games.add_argument("--first", type=int, default=0)
    games.add_argument("--nodes", type=int, default=2000)
    games.add_argument("--weights", default="tuned")
    games.add_argument("--jobs", type=int, default=2)
    fitting = commands.add_parser("fit")
    fitting.add_argument("games", type=Path, nargs="+")
    fitting.add_argument("out", type=Path)
    arguments = parser.parse_args()
    if arguments.command == "games":
        one = partial(play, nodes=arguments.nodes, weights=arguments.weights)
        numbers = range(arguments.first, arguments.first + arguments.games)
        with ProcessPoolExecutor(arguments.jobs) as pool:
            rows = [row for game in pool.map(one, numbers, chunksize=20) for row in game]
        np.savez_compressed(arguments.out, rows=np.array(rows, np.int64))
        print(f"{len(rows):,} positions of {arguments.games} games in {arguments.out}")
        return
    stored = np.concatenate([np.load(path)["rows"] for path in arguments.games])
    after = fit(stored, np.array(read_weights("tuned")))
    named = parted([round(float(value), 1) for value in after])
    arguments.out.write_text(json.dumps(named, indent=1))
    print(json.dumps(named, indent=1))


if __name__ == "__main__":
    main()
