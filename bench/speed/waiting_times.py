"""What a new user waits for: from an empty kernel cache, and again from a full one.

Each wait has a cache of its own, so the first column is what somebody sees who has just installed
galo. On the site a table is set up as soon as the server answers, while the agents are still being
compiled behind it.

    python bench/speed/waiting_times.py --json waiting.json
    python bench/speed/waiting_times.py --only "site: dominoes4" --only import
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from galo.games.registry import game_names, make_game
from galo.players.registry import levels_of

Json = dict[str, Any]
Waits = dict[str, float]
PATIENCE = 600.0  # seconds: longer than any compilation
COMMANDS = (
    "match connect_four focused random --games 2",
    "match dominoes4 s1 basic --games 2",
    "match dominoes4 champion s1 --games 2",
    "match lines_of_action champion random --games 2 --nodes 1000",
    "solve connect_four 4453",
    "perft lines_of_action 3",
    "warmup",
)


def main() -> None:
    """Print every wait, cold and warm."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--only", action="append", help="waits whose name has this in it")
    parser.add_argument("--json", type=Path, help="write the seconds there too")
    wanted = parser.parse_args()
    found: dict[str, Waits] = {}
    for name, wait in waits():
        if wanted.only and not any(part in name for part in wanted.only):
            continue
        with tempfile.TemporaryDirectory() as cache:
            cold = wait(Path(cache))
            warm = wait(Path(cache))
        for part in cold:
            found[f"{name}{part}"] = {"cold": cold[part], "warm": warm[part]}
            print(f"{name + part:62} {cold[part]:8.2f} {warm[part]:8.2f}", flush=True)
    if wanted.json:
        wanted.json.write_text(json.dumps(found, indent=1) + "\n")


def waits() -> Iterator[tuple[str, Callable[[Path], Waits]]]:
    """Yield what people wait for: its name, and how long it takes with a cache."""
    yield "python -c 'import numba'", partial(seconds_of, [sys.executable, "-c", "import numba"])
    for command in COMMANDS:
        yield (
            f"galo {command}",
            partial(seconds_of, [sys.executable, "-m", "galo", *command.split()]),
        )
    yield "site", all_levels
    for game in game_names():
        for level in levels_of(game):
            yield f"site: {game}, {level}", partial(first_moves, game, level)


def seconds_of(words: list[str], cache: Path) -> Waits:
    """Return how long a command takes."""
    begin = time.perf_counter()
    subprocess.run(words, env=environment(cache), check=True, stdout=subprocess.DEVNULL)
    return {"": time.perf_counter() - begin}


def all_levels(cache: Path) -> Waits:
    """Return when the server answers, and when all its levels are ready."""
    begin = time.perf_counter()
    with site(cache) as address:
        answers = time.perf_counter() - begin
        while fetch(f"{address}/health")["agents"] != "ready":
            time.sleep(0.05)
        return {": answers": answers, ": all levels ready": time.perf_counter() - begin}


def first_moves(game: str, level: str, cache: Path) -> Waits:
    """Return when a newcomer may move, when the agents have answered that, and a hint's time."""
    agents = make_game(game).seats - 1
    seats = [{"kind": "me"}] + [{"kind": "agent", "agent": levels_of(game)[level]}] * agents
    begin = time.perf_counter()
    with site(cache) as address:
        ticket = fetch(f"{address}/api/tables", {"game": game, "seats": seats, "pace": 0})
        place = address.replace("http", "ws") + f"/api/tables/{ticket['table']}/socket"
        with connect(place, compression=None) as socket:
            socket.send(json.dumps({"type": "hello", "token": ticket["token"], "last": None}))
            state = hear(socket, may_choose)
            own = time.perf_counter() - begin
            move = state["view"]["moves"][0]["move"]
            play = {"type": "play", "id": "a", "expect": state["number"], "move": move}
            socket.send(json.dumps(play))
            made = hear(socket, lambda message: message.get("id") == "a")["number"]
            state = hear(socket, lambda message: may_choose(message) and message["number"] > made)
            answered = time.perf_counter() - begin
            asked = time.perf_counter()
            socket.send(json.dumps({"type": "hint", "id": "b", "expect": state["number"]}))
            advice = hear(socket, lambda message: message.get("id") == "b")
            assert advice["type"] == "hint", advice
            hint = time.perf_counter() - asked
    return {": own move": own, ": own turn again": answered, ": hint": hint}


def may_choose(message: Json) -> bool:
    """Return whether a message is a state in which its reader may move."""
    return message["type"] == "state" and bool(message["view"]["moves"])


def hear(socket: ClientConnection, is_it: Callable[[Json], bool]) -> Json:
    """Return the first message for which *is_it*."""
    while not is_it(message := json.loads(socket.recv(PATIENCE))):
        pass
    found: Json = message
    return found


@contextmanager
def site(cache: Path) -> Iterator[str]:
    """Run the site and give its address as soon as it answers."""
    words = [sys.executable, "-m", "galo", "serve", "--no-browser", "--port", "0"]
    with tempfile.TemporaryDirectory() as home:
        words += ["--database", f"sqlite:///{home}/tables.db"]
        server = subprocess.Popen(
            words, env=environment(cache), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        try:
            assert server.stdout is not None
            found = re.search(rb"http://[\w.]+:\d+", server.stdout.readline())
            assert found
            address = found[0].decode()
            fetch(f"{address}/health")
            yield address
        finally:
            server.terminate()  # with its processes, which would go on compiling into the cache
            server.wait()


def fetch(address: str, body: Json | None = None) -> Any:
    """Return the JSON that *address* answers, to *body* if there is one."""
    content = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, content, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def environment(cache: Path) -> dict[str, str]:
    """Return an environment in which kernels are kept in *cache*."""
    return {**os.environ, "NUMBA_CACHE_DIR": str(cache)}


if __name__ == "__main__":
    main()
