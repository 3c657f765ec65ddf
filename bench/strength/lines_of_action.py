"""The engine of Lines of Action measured: depth, strength, wins found, its clock.

    python bench/strength/lines_of_action.py depth --records DIR        plies in 5 s, nodes a second
    python bench/strength/lines_of_action.py match fiss:depth=5 --games 200 --seconds 0.2
    python bench/strength/lines_of_action.py openspiel --games 100 --seconds 0.5
    python bench/strength/lines_of_action.py wins --records DIR       forced wins in published games
    python bench/strength/lines_of_action.py clock --moves 1000 --seconds 0.1
    python bench/strength/lines_of_action.py stop                        stopped after 0.2 s
    python bench/strength/lines_of_action.py perft --depth 5

DIR holds games as text files with moves such as `d1-b3`, one game a file.
"""

import argparse
import re
import statistics
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import galo
from galo.arena.pairing import Plan, opening
from galo.arena.tally import DRAWN, LOST, WON, Tally
from galo.arena.tournament import Tournament
from galo.games.lines_of_action import LinesOfActionPosition
from galo.players.lines_of_action.champion import Champion
from galo.stream import Stream

GAME = galo.game("lines_of_action")
OPENSPIEL = galo.game(
    "lines_of_action", no_move="loss", repetition=2, repetition_counts="board", max_plies=1000
)
MIDDLE_GAMES = 20
LAST_PLIES = 10
UCT_C = 2.0  # as OpenSpiel's own examples have it
OPENING_PLIES = 6


def champion() -> Champion:
    """Return an engine that has compiled what it needs."""
    engine = Champion("tuned")
    engine.decide(GAME.start().observe(0), galo.Limit(nodes=5000), Stream.of(0))
    return engine


def records(directory: Path) -> dict[str, list[LinesOfActionPosition]]:
    """Return the positions of each game in *directory*."""
    found = {}
    for path in sorted(directory.glob("*.txt")):
        positions = [GAME.start()]
        for text in re.findall(r"[a-h][1-8][-x][a-h][1-8]", path.read_text()):
            positions.append(positions[-1].play(positions[-1].parse_move(text)))
        found[path.stem] = positions
    return found


def middle_games(directory: Path) -> list[LinesOfActionPosition]:
    """Return twenty positions: the middle of every game, then a third of the way."""
    games = [positions for positions in records(directory).values() if len(positions) > 20]
    found = [positions[len(positions) // 2] for positions in games]
    return (found + [positions[len(positions) // 3] for positions in games])[:MIDDLE_GAMES]


def depth(arguments: argparse.Namespace) -> None:
    engine, limit = champion(), galo.Limit(seconds=arguments.seconds)
    depths = []
    for name, position in [
        ("start", GAME.start()),
        *((f"middle {k}", p) for k, p in enumerate(middle_games(arguments.records), start=1)),
    ]:
        cpu = time.process_time()
        found = [lines[0] for lines in engine.analyse(position, limit)]
        cpu, last = time.process_time() - cpu, found[-1]
        is_settled = last.plies_to_end is not None
        reached = len(found) - (not is_settled)  # the last search was cut short by the clock
        depths += [] if is_settled else [reached]
        value = f"{'won' if last.value else 'lost'} in {last.plies_to_end}" if is_settled else ""
        print(
            f"{name:10} {reached:2} plies  {last.value:.2f}  {last.nodes / cpu / 1e6:5.2f} M nodes"
            f" a second of CPU  {cpu / arguments.seconds:4.0%} of a core  {value}",
            flush=True,
        )
    print(f"mean of {len(depths)} positions not decided: {statistics.mean(depths):.1f} plies")


def match(arguments: argparse.Namespace) -> None:
    limit = galo.Limit(seconds=arguments.seconds)
    plan = Plan("lines_of_action", ("champion", arguments.opponent), arguments.games, limit=limit)
    tournament = Tournament(plan)
    for _ in tournament.play(arguments.jobs):
        show(tournament.tallies[0], end="\r")
    show(tournament.tallies[0])


def show(tally: Tally, end: str = "\n") -> None:
    low, high = tally.interval
    print(
        f"{tally.games} games: {tally.wins} won, {tally.draws} drawn, {tally.losses} lost,"
        f" {tally.score:.1%} [{low:.1%}, {high:.1%}]",
        end=end,
        flush=True,
    )


def openspiel_pair(number: int, seconds: float) -> tuple[int, int]:
    """Return the engine's half points in the two games of pair *number* against OpenSpiel's bot."""
    import pyspiel

    engine, peer = champion(), pyspiel.load_game("lines_of_action")
    results = []
    for seat in range(2):
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        bot = pyspiel.MCTSBot(
            peer, evaluator, UCT_C, 10**9, 2000, True, number, False, max_wall_clock_time=seconds
        )
        position, state = OPENSPIEL.start(), peer.new_initial_state()
        moves = [str(move) for move in opening(OPENSPIEL, OPENING_PLIES, number)]
        while not position.is_over:
            if moves:
                text = moves.pop(0)
            elif position.mover == seat:
                limit = galo.Limit(seconds=seconds)
                text = str(engine.decide(position.observe(seat), limit, Stream.of(0)).move)
            else:
                text = state.action_to_string(bot.step(state))
            names = {state.action_to_string(action): action for action in state.legal_actions()}
            state.apply_action(names[text])
            position = position.play(position.parse_move(text))
        assert state.is_terminal()
        assert position.outcome is not None
        winner = position.outcome.winner
        results.append(DRAWN if winner is None else WON if winner == seat else LOST)
    return results[0], results[1]


def openspiel(arguments: argparse.Namespace) -> None:
    tally = Tally()
    with ProcessPoolExecutor(arguments.jobs) as pool:
        one = partial(openspiel_pair, seconds=arguments.seconds)
        for points in pool.map(one, range((arguments.games + 1) // 2)):
            tally += Tally.of_pair(*points)
            show(tally, end="\r")
    show(tally)


def wins(arguments: argparse.Namespace) -> None:
    engine, limit = champion(), galo.Limit(seconds=arguments.seconds)
    earliest = []
    for name, positions in records(arguments.records).items():
        outcome = positions[-1].outcome
        if outcome is None or outcome.winner is None:
            continue
        winner, found = outcome.winner, []
        for left in range(1, min(LAST_PLIES, len(positions) - 1) + 1):
            position = positions[-1 - left]
            if position.mover == winner:
                *_, (line,) = engine.analyse(position, limit)
                if line.value == 1.0 and line.plies_to_end is not None:
                    found.append((left, line.plies_to_end))
        earliest.append(max(found, default=(0, 0)))
        texts = ", ".join(f"{left} before the end: in {plies}" for left, plies in found)
        print(f"{name:28} {texts}", flush=True)
    deep = [plies for _, plies in earliest if plies]
    print(
        f"{len(deep)} of {len(earliest)} games: a forced win in the last {LAST_PLIES} plies;"
        f" the deepest {max(deep)} plies, {statistics.mean(deep):.1f} on average"
    )


def clock(arguments: argparse.Namespace) -> None:
    engine, limit = champion(), galo.Limit(seconds=arguments.seconds)
    over: list[float] = []
    game = 0
    while len(over) < arguments.moves:
        position = GAME.start()
        for move in opening(GAME, OPENING_PLIES, game):
            position = position.play(move)
        while not position.is_over and len(over) < arguments.moves:
            begin = time.perf_counter()
            decision = engine.decide(position.observe(position.mover), limit, Stream.of(0))
            over.append(time.perf_counter() - begin - arguments.seconds)
            position = position.play(decision.move)
        game += 1
    over.sort()
    at = [over[int(share * (len(over) - 1))] * 1000 for share in (0.5, 0.99, 1.0)]
    print(
        f"{len(over)} moves of {arguments.seconds} s: beyond the limit by {at[0]:.1f} ms (median),"
        f" {at[1]:.1f} ms (99 %), {at[2]:.1f} ms (most)"
    )


def stop(arguments: argparse.Namespace) -> None:
    engine, limit, late = champion(), galo.Limit(seconds=60), []
    for _ in range(arguments.moves):
        asked: list[float] = []

        def ask(asked: list[float] = asked) -> None:
            asked.append(time.perf_counter())
            engine.stop()

        timer = threading.Timer(arguments.seconds, ask)
        timer.start()
        engine.decide(GAME.start().observe(0), limit, Stream.of(0))
        late.append((time.perf_counter() - asked[0]) * 1000)
    late.sort()
    print(
        f"{len(late)} searches stopped: {late[len(late) // 2]:.1f} ms later (median),"
        f" {late[-1]:.1f} ms (most)"
    )


def perft(arguments: argparse.Namespace) -> None:
    GAME.start().perft(1)
    begin, cpu = time.perf_counter(), time.process_time()
    paths = GAME.start().perft(arguments.depth)
    print(
        f"{paths} in {time.perf_counter() - begin:.2f} s, {time.process_time() - cpu:.2f} s of CPU"
    )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    for name, function, seconds in (
        ("depth", depth, 5.0),
        ("match", match, 0.2),
        ("openspiel", openspiel, 0.5),
        ("wins", wins, 5.0),
        ("clock", clock, 0.1),
        ("stop", stop, 0.2),
        ("perft", perft, None),
    ):
        command = commands.add_parser(name)
        command.set_defaults(function=function)
        if seconds is not None:
            command.add_argument("--seconds", type=float, default=seconds, help="for each move")
        if name in ("depth", "wins"):
            command.add_argument("--records", type=Path, required=True, help="games as text files")
        if name == "match":
            command.add_argument("opponent", nargs="?", default="fiss:weights=run3,depth=5")
        if name in ("match", "openspiel"):
            command.add_argument("--games", type=int, default=200 if name == "match" else 100)
            command.add_argument("--jobs", type=int, default=1)
        if name in ("clock", "stop"):
            command.add_argument("--moves", type=int, default=1000 if name == "clock" else 50)
        if name == "perft":
            command.add_argument("--depth", type=int, default=5)
    arguments = parser.parse_args()
    arguments.function(arguments)


if __name__ == "__main__":
    main()
