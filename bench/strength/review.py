"""How good a review is: what it finds in games of agents whose strength is known.

python bench/strength/review.py losses dominoes4 random basic s1 pimc champion --matches 200
        mean loss of a decision and accuracy of each agent, with 95 % intervals over matches; each
        agent meets the next of the list from both sides, and itself
python bench/strength/review.py luck dominoes4 s1 --matches 1000 --deals 100
        luck of side 0 among equals: its mean must be 0; start + skill + luck = result in each
python bench/strength/review.py agreement dominoes4 s1 champion --matches 20
        two reviews of the same matches with other seeds: how often they agree within their errors
python bench/strength/review.py fit --matches 200
        the scale of the logistic curve of Lines of Action: scores of the engine, and results
python bench/strength/review.py time dominoes4 champion --matches 5
        seconds of a review with the usual effort
"""

import argparse
import math
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import numpy as np

import galo
from galo.arena.records import GameRecord
from galo.games.lines_of_action import LinesOfActionPosition
from galo.players.lines_of_action.transposition_table import PROVEN
from galo.reviews.review import PARTS, Review
from galo.reviews.reviewing import accuracy_of, make_reviewer, steps_of

Z_95 = 1.96
LIMITED = ("lines_of_action",)  # games in which agents think by nodes


def played(game: str, seats: tuple[str, ...], options: argparse.Namespace, seed: int) -> GameRecord:
    """Return a game of *seats*; games without chance begin with random plies."""
    limit = galo.Limit(nodes=options.play_nodes) if game.startswith(LIMITED) else None
    rules = galo.game(game)
    if not rules.opening_plies:
        return galo.play(rules, seats, seed=seed, limit=limit)
    players = [galo.player(rules.name, seat) for seat in seats]
    position, moves = rules.start(seed), []
    rng = np.random.default_rng(seed)
    for _ in range(rules.opening_plies):
        moves.append(position.legal_moves[rng.integers(len(position.legal_moves))])
        position = position.play(moves[-1])
        if position.is_over:
            return played(game, seats, options, seed + 1_000_000)
    while not position.is_over:
        seat = position.mover
        assert seat is not None
        stream = galo.Stream.of(seed, len(moves))
        decision = players[seat].decide(position.observe(seat), limit or galo.Limit(), stream)
        moves.append(position.forced_move or decision.move)
        position = position.play(moves[-1])
    return GameRecord(
        game=rules.name,
        options=rules.changed_options(),
        seats=seats,
        seed=seed,
        deals=(),
        moves=tuple(move.text for move in moves),
        result=position.outcome,
    )


def limit_of(options: argparse.Namespace) -> galo.Limit:
    return galo.Limit(deals=options.deals, nodes=options.nodes, seconds=options.seconds)


def reviewed(
    game: str, options: argparse.Namespace, task: tuple[tuple[str, ...], int]
) -> tuple[GameRecord, Review]:
    """Return a game and its review, on one core."""
    seats, seed = task
    record = played(game, seats, options, seed)
    return record, galo.review(record, limit=limit_of(options), seed=options.seed, jobs=1)


def side_by_side(game: str, one: str, other: str, swapped: bool) -> tuple[str, ...]:
    """Return seats in which *one* is side 0 and *other* side 1, or the other way round."""
    pair = (other, one) if swapped else (one, other)
    return pair * (galo.game(game).seats // 2)


def interval(values: list[float]) -> tuple[float, float]:
    """Return the mean of *values* and half of its 95 % interval."""
    return float(np.mean(values)), Z_95 * float(np.std(values, ddof=1)) / len(values) ** 0.5


def in_processes(work: Callable[..., Any], tasks: list[Any], jobs: int) -> Iterator[Any]:
    """Yield what *work* makes of each of *tasks*; Ctrl-C ends with those that are done."""
    pool = ProcessPoolExecutor(jobs)
    try:
        yield from pool.map(work, tasks)
    except KeyboardInterrupt:
        print("interrupted")
    finally:
        pool.shutdown(cancel_futures=True)


def losses(options: argparse.Namespace) -> None:
    """Mean loss and accuracy of each agent, and what its losses are called."""
    game, agents = options.game, options.agents
    opening = galo.game(game).opening_plies
    tasks = []
    for number in range(options.matches):
        for place, agent in enumerate(agents):
            other = agents[(place + number % 2) % len(agents)]  # the next, or itself
            tasks.append((side_by_side(game, agent, other, bool(number // 2 % 2)), number))
    by_match: dict[str, list[float]] = defaultdict(list)
    accuracy: dict[str, list[float]] = defaultdict(list)
    every: dict[str, list[float]] = defaultdict(list)
    marks: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    games = 0
    scale = make_reviewer(game, limit_of(options)).scale
    began = time.perf_counter()
    for record, review in in_processes(partial(reviewed, game, options), tasks, options.jobs):
        games += 1
        own: dict[str, list[float]] = defaultdict(list)
        for move in review.moves:
            if move.number > opening:  # those plies nobody chose
                own[record.seats[move.seat]].append(move.loss)
                marks[record.seats[move.seat]][move.mark] += 1
        for agent, found in own.items():
            by_match[agent].append(float(np.mean(found)))
            accuracy[agent].append(float(np.mean([accuracy_of(loss, scale) for loss in found])))
            every[agent] += found
    print(f"{game}, {games} games, {limit_of(options)}, seed {options.seed}")
    for agent in agents:
        mean, half = interval(by_match[agent])
        precise, about = interval(accuracy[agent])
        total = sum(marks[agent].values())
        named = ", ".join(
            f"{100 * marks[agent][mark] / total:.2f} % {mark}"
            for mark in ("inaccuracy", "mistake", "blunder")
        )
        quantiles = np.quantile(every[agent], [0.5, 0.8, 0.9, 0.95, 0.98, 0.99])
        print(
            f"{agent:20} {len(by_match[agent])} games, {total} decisions: "
            f"loss {100 * mean:.3f} ± {100 * half:.3f} %, accuracy {precise:.1f} ± {about:.1f}; "
            f"{named}; quantiles 50 80 90 95 98 99: "
            + " ".join(f"{100 * each:.1f}" for each in quantiles)
        )
    print(f"{time.perf_counter() - began:.0f} s")


def luck(options: argparse.Namespace) -> None:
    """Luck of side 0 among equals, and the identity."""
    game, agent = options.game, options.agents[0]
    seats = side_by_side(game, agent, agent, swapped=False)
    tasks = [(seats, number) for number in range(options.matches)]
    lucks, skills, exact = [], [], 0
    for _, review in in_processes(partial(reviewed, game, options), tasks, options.jobs):
        lucks.append(review.luck[0])
        skills.append(review.skill[0])
        total = review.begins + review.skill_parts + review.luck_parts
        exact += total == round(review.result[0] * PARTS)
    for name, values in (("luck", lucks), ("skill", skills)):
        mean, half = interval(values)
        print(
            f"{name} of side 0: mean {100 * mean:+.2f} ± {100 * half:.2f} %, "
            f"deviation {100 * np.std(values):.1f} %"
        )
    print(f"start + skill + luck = result in {exact} of {len(lucks)} games of {agent}")


def agreement(options: argparse.Namespace) -> None:
    """Two reviews of the same games with other seeds."""
    inside = count = sums = 0
    marks = {"same": 0, "next": 0, "other": 0}
    named = ["good", "inaccuracy", "mistake", "blunder"]
    for number in range(options.matches):
        one, other = options.agents[0], options.agents[-1]
        record = played(
            options.game, side_by_side(options.game, one, other, bool(number % 2)), options, number
        )
        first, second = (
            galo.review(record, limit=limit_of(options), seed=options.seed + k) for k in (0, 1)
        )
        for a, b in zip(first.moves, second.moves, strict=True):
            inside += abs(a.loss - b.loss) <= Z_95 * math.hypot(a.error, b.error) + 1e-9
            count += 1
            apart = abs(named.index(a.mark) - named.index(b.mark))
            marks[("same", "next", "other", "other")[apart]] += 1
        between = abs(first.skill[0] - second.skill[0])
        sums += between <= Z_95 * math.hypot(first.error, second.error) + 1e-9
    print(
        f"{options.game}: losses agree in {inside} of {count} decisions, skill in {sums} of "
        f"{options.matches} games, within 95 % of both errors; marks {marks}"
    )


def scores_of(options: argparse.Namespace, number: int) -> list[tuple[int, float]]:
    """Return, for each position of a game of equals, the engine's score and the mover's result."""
    from galo.players.lines_of_action.review import Reviewer

    record = played("lines_of_action", ("champion", "champion"), options, number)
    reviewer = Reviewer(limit_of(options))
    found = []
    for step in steps_of(record):
        position = step.position
        if position.is_over or step.number <= galo.game("lines_of_action").opening_plies:
            continue
        assert isinstance(position, LinesOfActionPosition)
        score = reviewer.search(position, reviewer.limit).score
        assert record.result is not None
        assert position.mover is not None
        if abs(score) <= PROVEN:
            found.append((score, record.result.scores[position.mover]))
    return found


def fit(options: argparse.Namespace) -> None:
    """The scale of the logistic curve that makes the results likeliest."""
    work = partial(scores_of, options)
    games = list(in_processes(work, list(range(options.matches)), options.jobs))
    pairs = [pair for game in games for pair in game]
    scores, results = np.array(pairs, float).T
    scales = np.arange(50.0, 1000.0, 5.0)
    likelihoods = []
    for scale in scales:
        chance = np.clip(1 / (1 + np.exp(-scores / scale)), 1e-9, 1 - 1e-9)
        likelihoods.append(np.mean(results * np.log(chance) + (1 - results) * np.log(1 - chance)))
    best = int(np.argmax(likelihoods))
    print(
        f"{len(games)} games, {len(pairs)} positions: scale {scales[best]:.0f}, "
        f"log likelihood {likelihoods[best]:.4f} (no score: {math.log(0.5):.4f})"
    )
    for low, high in ((-9999, -400), (-400, -200), (-200, -100), (-100, 0), (0, 100), (100, 200),
                      (200, 400), (400, 9999)):  # fmt: skip
        inside = (scores >= low) & (scores < high)
        if inside.any():
            expected = 1 / (1 + np.exp(-scores[inside] / scales[best]))
            print(
                f"  score {low:>5} to {high:>5}: {inside.sum():>6} positions, won "
                f"{results[inside].mean():.3f}, expected {expected.mean():.3f}"
            )


def seconds(options: argparse.Namespace) -> None:
    """Seconds of a review with the usual effort on all cores."""
    agents = options.agents
    taken = []
    for number in range(options.matches + 1):
        one, other = agents[0], agents[-1]
        record = played(
            options.game, side_by_side(options.game, one, other, bool(number % 2)), options, number
        )
        began = time.perf_counter()
        review = galo.review(record, limit=limit_of(options), seed=options.seed)
        taken.append(time.perf_counter() - began)
        print(f"{len(record.moves)} moves, {len(review.moves)} decisions: {taken[-1]:.2f} s")
    print(f"median {np.median(taken[1:]):.2f} s, longest {max(taken[1:]):.2f} s after the first")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    for name, command in (
        ("losses", losses), ("luck", luck), ("agreement", agreement), ("fit", fit),
        ("time", seconds),
    ):  # fmt: skip
        own = commands.add_parser(name, help=command.__doc__)
        own.set_defaults(run=command)
        if command is not fit:
            own.add_argument("game")
            own.add_argument("agents", nargs="+")
        own.add_argument("--matches", type=int, default=20)
        own.add_argument("--deals", type=int)
        own.add_argument("--nodes", type=int)
        own.add_argument("--seconds", type=float)
        own.add_argument("--play-nodes", type=int, default=20_000)
        own.add_argument("--jobs", type=int, default=2)
        own.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
