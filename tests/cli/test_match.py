"""`galo match` and `galo tournament` as people run them: real processes, real signals."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from galo.arena.devices import DEVICES
from galo.arena.records import read_records
from galo.arena.sprt import Sprt
from galo.arena.tally import Tally
from galo.cli.report import sprt_words, verdict_words
from support.commands import PATIENCE, ROOT, Galo, InProcess, Refusal
from support.samples import nightly

TESTS = ROOT / "tests"
PATH = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")])
PLUGIN = {"PYTHONPATH": PATH, "GALO_PLUGINS": "support.faulty_agents"}
NAMES = ["game", "a", "b", "games", "wins_a", "wins_b", "draws", "score_a", "interval", "elo"]
PNG, SVG = b"\x89PNG\r\n", b"<?xml"


def words(line: str) -> list[str]:
    return line.split()


def steady(output: str) -> dict[str, object]:
    """Return the JSON object that is all of *output*, without what depends on the machine."""
    result = json.loads(output)
    assert output.count("\n") == 1
    return {name: value for name, value in result.items() if "second" not in name}


def test_match_as_json_has_the_names_that_scripts_use(in_process: InProcess) -> None:
    finished = in_process(
        *words("match connect_four focused random --games 41 --seed 3 --json --jobs 1")
    )
    assert finished.returncode == 0
    assert finished.stderr == ""
    result = json.loads(finished.stdout)
    assert list(result)[: len(NAMES)] == NAMES
    assert (result["game"], result["a"], result["b"]) == ("connect_four", "focused", "random")
    assert result["games"] == 42 == result["wins_a"] + result["wins_b"] + result["draws"]
    assert result["score_a"] == (result["wins_a"] + result["draws"] / 2) / 42
    low, high = result["interval"]
    assert 0.0 <= low < result["score_a"] < high <= 1.0
    assert result["elo"] > 0.0
    assert result["seconds"] > 0.0
    assert result["games_per_second"] == pytest.approx(42 / result["seconds"])
    assert sum(result["pairs"]) == 21
    assert result["errors"] == []
    assert result["interrupted"] is False


@pytest.mark.parametrize(
    "command",
    [
        nightly("match lines_of_action random random --games 8 --openings 2 --json"),
        nightly("match dominoes2:players=4,target=100 random first --games 20 --json"),
        "tournament dominoes4 random basic s1 --games 6 --nodes 100 --json",
    ],
)
def test_number_of_processes_changes_no_number(in_process: InProcess, command: str) -> None:
    one, two = (in_process(*words(command), "--jobs", jobs).stdout for jobs in ("1", "2"))
    assert steady(one) == steady(two)


def test_match_for_people_says_who_is_ahead(in_process: InProcess) -> None:
    finished = in_process(*words("match connect_four focused random --games 100 --jobs 1"))
    assert finished.returncode == 0
    assert finished.stderr == ""
    lines = finished.stdout.splitlines()
    assert lines[0] == (
        "connect_four: focused against random, 100 games in pairs, 4 random plies first"
    )
    assert [line.split()[0] for line in lines[2:6]] == ["wins", "focused", "random", "draws"]
    assert "focused is ahead: the interval does not contain 50 %." in lines
    assert lines[-1].endswith("games/s).")


def test_even_match_shows_nobody_to_be_better() -> None:
    told = verdict_words("a", "b", Tally.without_draws(10, 30, 12))
    assert told == "Nobody is shown to be better: the interval contains 50 %."
    assert verdict_words("a", "b", Tally.without_draws(40, 10, 0)).startswith("b is ahead: ")


def test_match_through_the_simulator_is_the_match_that_is_recorded(
    in_process: InProcess, tmp_path: Path
) -> None:
    command = words("match dominoes4 s1 basic --games 30 --seed 9 --json")
    simulated = steady(in_process(*command).stdout)
    recorded = steady(in_process(*command, "--out", str(tmp_path / "out")).stdout)
    assert simulated == recorded
    records = list(read_records(tmp_path / "out" / "games.jsonl"))
    assert len(records) == 30
    winners = [record.seats[record.result.winner or 0] for record in records if record.result]
    assert winners.count("s1") == simulated["wins_a"]


def test_out_of_a_match_can_be_replayed_and_read(in_process: InProcess, tmp_path: Path) -> None:
    out = tmp_path / "new" / "folder"
    command = words("match connect_four focused random --games 10 --json --jobs 1 --out")
    printed = in_process(*command, str(out)).stdout
    assert sorted(path.name for path in out.iterdir()) == [
        "games.jsonl",
        "results.csv",
        "results.json",
    ]
    assert json.loads((out / "results.json").read_text()) == json.loads(printed)
    shown = in_process("replay", str(out / "games.jsonl")).stdout.splitlines()
    assert shown[-1] == "10 games verified: every move and every result holds."


def test_out_of_a_tournament_has_tables_and_figures(in_process: InProcess, tmp_path: Path) -> None:
    command = words("tournament dominoes4 random basic sbgames2008:alpha=1 --games 6 --json --out")
    result = json.loads(in_process(*command, str(tmp_path / "out")).stdout)
    kept = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert sorted(kept) == [
        "games.jsonl", "ratings.csv", "ratings.png", "ratings.svg",
        "results.csv", "results.json", "scores.png", "scores.svg",
    ]  # fmt: skip
    assert json.loads(kept["results.json"]) == result
    assert len(list(read_records(tmp_path / "out" / "games.jsonl"))) == 18
    ratings = list(csv.DictReader(kept["ratings.csv"].decode().splitlines()))
    assert [row["name"] for row in ratings] == [player["name"] for player in result["players"]]
    assert [float(row["low"]) for row in ratings] == [
        p["elo_interval"][0] for p in result["players"]
    ]
    pairings = list(csv.DictReader(kept["results.csv"].decode().splitlines()))
    assert [row["wins_a"] for row in pairings] == [str(p["wins_a"]) for p in result["pairings"]]
    for name, content in kept.items():
        if name.endswith((".png", ".svg")):
            assert content.startswith(PNG if name.endswith("png") else SVG)
            assert len(content) > 5000


def test_tournament_for_people_is_sorted_by_rating(in_process: InProcess) -> None:
    finished = in_process(*words("tournament dominoes4 random basic s1 --games 40"))
    assert finished.returncode == 0
    lines = [line.split() for line in finished.stdout.splitlines() if line.strip()]
    assert " ".join(lines[0]) == "dominoes4: 120 games in pairs"
    assert lines[1] == ["player", "Elo", "95", "%", "score", "1", "2", "3"]
    assert [line[0] for line in lines[3:6]] == ["1", "2", "3"]
    assert lines[5][1] == "random"
    ratings = [int(line[2]) for line in lines[3:6]]
    assert ratings == sorted(ratings, reverse=True)
    assert [line[:2] for line in lines[8:11]] == [
        ["random", "basic"],
        ["random", "s1"],
        ["basic", "s1"],
    ]


def test_sequential_test_says_what_it_accepts(in_process: InProcess) -> None:
    command = words("match connect_four random focused --sprt 0,50 --jobs 1")
    told = in_process(*command).stdout
    result = json.loads(in_process(*command, "--json").stdout)
    assert result["sprt"]["decision"] == "accept H0"
    assert result["sprt"]["llr"] <= result["sprt"]["bounds"][0]
    assert result["games"] < 20_000
    assert "The test accepts H0: random is +0 Elo rather than +50 (LLR -" in told
    assert f"after {result['games']} of at most 20,000 games." in told


def test_sequential_test_without_a_decision_says_so() -> None:
    test = Sprt(0.0, 5.0)
    (line,) = sprt_words("s1", test, test.judge_pairs((1, 0, 8, 0, 3)), games=24, most=24)
    assert line.startswith("The test has not decided between H0 and H1 (LLR +")
    assert line.endswith("in 24 of at most 24 games.")


def test_errors_of_players_are_told_once_with_their_count(galo: Galo, tmp_path: Path) -> None:
    command = words("match connect_four cheat random --games 30 --jobs 1 --out")
    lines = galo(*command, str(tmp_path / "out"), **PLUGIN).stdout.splitlines()
    assert lines.count("cheat lost 30 games by an error: illegal move 'castles'") == 1
    result = json.loads((tmp_path / "out" / "results.json").read_text())
    assert result["errors"] == [
        {"player": "cheat", "message": "illegal move 'castles'", "games": 30}
    ]
    assert (result["wins_b"], result["elo"]) == (30, None)


def test_what_a_player_prints_stays_out_of_the_results(galo: Galo) -> None:
    finished = galo(*words("match connect_four talker random --games 4 --json --jobs 1"), **PLUGIN)
    assert json.loads(finished.stdout)["games"] == 4
    assert "I am thinking." in finished.stderr


def test_agent_that_oversleeps_is_noted(galo: Galo) -> None:
    arguments = "match connect_four sleeper random --games 2 --seconds 0.01 --jobs 1 --json"
    finished = galo(*words(arguments), **PLUGIN)
    assert json.loads(finished.stdout)["games"] == 2
    assert "sleeper took longer than the limit and its grace for " in finished.stderr


def test_agent_without_a_line_is_listed_by_its_name(galo: Galo, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(
        "from galo import Agent\nAGENTS = {'dominoes4': (Agent('bad', 'own', 'Bad'),)}\n"
    )
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    lines = galo("agents", "dominoes4", PYTHONPATH=path, GALO_PLUGINS="own").stdout.splitlines()
    assert lines[1].split() == ["bad", "bad"]


def test_levels_play_as_agents_do(in_process: InProcess) -> None:
    finished = in_process(*words("match dominoes4 strong beginner --games 20 --seed 4 --json"))
    named = in_process(*words("match dominoes4 s1 basic --games 20 --seed 4 --json"))
    assert json.loads(finished.stdout)["a"] == "strong"
    assert json.loads(finished.stdout)["wins_a"] == json.loads(named.stdout)["wins_a"]


def test_own_agents_are_listed(galo: Galo) -> None:
    lines = galo("agents", "connect_four", **PLUGIN).stdout.splitlines()
    assert lines[1].split() == ["crasher", "trouble"]


# Signals


class Waiting:
    """A match whose players wait for a gate after a few moves."""

    def __init__(self, folder: Path, after: int, *arguments: str) -> None:
        self.folder, self.gate = folder, folder / "gate"
        command = ["match", "connect_four", f"waiter:after={after}", "random", *arguments]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "galo", *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, **PLUGIN, "GALO_TEST_GATE": str(self.gate)},
            start_new_session=True,
        )

    @property
    def workers(self) -> list[int]:
        """The processes that wait."""
        return [int(path.name.removeprefix("waits-")) for path in self.folder.glob("waits-*")]

    def wait_for(self, workers: int) -> None:
        wait_until(lambda: len(self.workers) == workers or self.process.poll() is not None)
        assert self.process.poll() is None

    def finish(self) -> tuple[str, str]:
        return self.process.communicate(timeout=PATIENCE)


def wait_until(happened: Callable[[], bool]) -> None:
    for _ in range(12000):
        if happened():
            return
        time.sleep(0.01)
    raise AssertionError("it has not happened within two minutes")


def lives(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


@pytest.fixture
def waiting(tmp_path: Path) -> Iterator[Callable[..., Waiting]]:
    """Return a function that starts a match which waits, and end it at the end."""
    started: list[Waiting] = []

    def start(after: int, *arguments: str) -> Waiting:
        started.append(Waiting(tmp_path, after, *arguments))
        return started[-1]

    yield start
    for match in started:
        match.process.kill()
        match.process.communicate()


def test_killed_worker_is_replaced_and_its_games_are_played_again(
    galo: Galo, waiting: Callable[..., Waiting]
) -> None:
    match = waiting(0, *words("--games 40 --jobs 2 --json"))
    match.wait_for(workers=2)
    os.kill(match.workers[0], signal.SIGKILL)
    match.wait_for(workers=3)
    match.gate.touch()
    output, notes = match.finish()
    assert match.process.returncode == 0
    assert notes == "1 worker died; 2 games were played again.\n"
    result = steady(output)
    assert result.pop("workers_died") == 1
    assert result.pop("games_repeated") == 2
    undisturbed = waiting(0, *words("--games 40 --jobs 1 --json"))
    assert steady(undisturbed.finish()[0]).items() >= result.items()


def test_interrupt_prints_what_was_measured_and_ends_the_workers(
    waiting: Callable[..., Waiting], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    match = waiting(100, *words(f"--games 100000 --jobs 2 --json --out {out}"))
    match.wait_for(workers=2)
    os.killpg(match.process.pid, signal.SIGINT)  # as a terminal does
    output, notes = match.finish()
    assert match.process.returncode == 130
    assert notes == ""
    result = json.loads(output)
    assert result["interrupted"] is True
    assert 0 < result["games"] < 1000
    assert len(list(read_records(out / "games.jsonl"))) == result["games"]
    assert [path.name for path in out.iterdir() if path.name.startswith(".")] == []
    assert not any(map(lives, match.workers))


def test_interrupt_before_the_first_result_is_told_in_words(
    waiting: Callable[..., Waiting],
) -> None:
    match = waiting(0, *words("--games 100 --jobs 1"))
    match.wait_for(workers=1)
    match.process.send_signal(signal.SIGINT)
    output, _ = match.finish()
    assert match.process.returncode == 130
    assert output.splitlines()[-1] == "Interrupted before a pair of games was finished."


def test_workers_end_when_their_parent_is_killed(waiting: Callable[..., Waiting]) -> None:
    match = waiting(0, *words("--games 100 --jobs 2"))
    match.wait_for(workers=2)
    match.process.kill()
    wait_until(lambda: not any(map(lives, match.workers)))


def test_progress_shows_score_interval_and_speed(tmp_path: Path) -> None:
    command = "-m galo match connect_four focused random --games 3000 --json --jobs 1"
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "150"}
    screen = pexpect.spawn(sys.executable, command.split(), env=environment, encoding="utf-8")
    screen.setwinsize(40, 150)
    screen.expect(r"focused \d+\.\d % \[\d+\.\d, \d+\.\d\], [\d,]+ games/s", timeout=PATIENCE)
    screen.expect(r"of 3,000 games", timeout=PATIENCE)
    screen.expect(r'"games": 3000,', timeout=PATIENCE)
    screen.expect(pexpect.EOF)
    screen.close()
    assert screen.exitstatus == 0


# Bad input


@pytest.mark.parametrize(
    ("command", "quoted"),
    [
        ("match chess a b", "unknown game 'chess'"),
        ("match connect_four focused nobody", "unknown agent of connect_four 'nobody'; known: ra"),
        ("match connect_four s1 random", "unknown agent of connect_four 's1'; known: random"),
        ("match connect_four human random", "unknown agent of connect_four 'human'"),
        ("match connect_four focused:x=1 random", "unknown option of connect_four agent focused"),
        ("match connect_four focused random --games 0", "0 games"),
        ("match connect_four focused random --games -4", "-4 games"),
        ("match connect_four focused random --seconds 1 --nodes 5", "--seconds and --nodes contra"),
        ("match connect_four focused random --seconds 0", "seconds 0 is not above 0"),
        ("match connect_four focused random --seconds nan", "seconds nan is not above 0"),
        ("match connect_four focused random --nodes 0", "limit nodes=0 is not"),
        ("match connect_four focused random --sprt 10,0", "--sprt '10,0' is not two Elo diff"),
        ("match connect_four focused random --sprt 5,5", "--sprt '5,5' is not two Elo diff"),
        ("match connect_four focused random --sprt 5", "--sprt '5' is not two Elo differences"),
        ("match connect_four focused random --sprt 0,x", "--sprt '0,x' is not two Elo diff"),
        ("match connect_four focused random --sprt 0,nan", "--sprt '0,nan' is not two Elo"),
        ("match connect_four focused random --sprt 0,1e9", "--sprt '0,1e9' is not two Elo"),
        ("match connect_four focused random --jobs 0", "jobs 0 is not a number of processes"),
        ("match connect_four focused random --jobs 99999", "jobs 99999 is not a number of"),
        ("match connect_four focused random --seed -1", "seed -1 is not a whole number from 0"),
        ("match connect_four focused random --openings -1", "openings of -1 plies"),
        ("match connect_four focused random --openings 42", "no random opening of 42 plies"),
        ("match dominoes4 s1 basic --openings 4", "dominoes4 is dealt at random"),
        ("match connect_four focused random --device gpu", "unknown device 'gpu'; known: cpu, cu"),
        ("match connect_four focused random --device cuda", "--device cuda is for linear players"),
        ("match dominoes4 s1 basic --device cuda --nodes 5", "--device cuda is for linear players"),
        ("match dominoes4 s1 basic --device cuda --sprt 0,5", "--sprt looks at every pair"),
        ("match connect_four focused random --out /dev/null/x", "cannot write in '/dev/null/x'"),
        ("match dominoes4 s1:weights=nowhere basic", "unknown weights of s1 'nowhere'"),
        ("tournament connect_four random", "it takes two players or more, not 1"),
        ("tournament connect_four random focused random", "player 'random' is named twice"),
        ("tournament connect_four random focused random:", "player 'random' is named twice"),
        ("tournament connect_four random focused --games 0", "0 games"),
        ("tournament connect_four random basic", "unknown agent of connect_four 'basic'"),
        ("tournament connect_four random focused --seconds 1 --nodes 1", "contradict each other"),
        ("tournament connect_four random focused --jobs -2", "jobs -2 is not a number of"),
        ("tournament dominoes4 random first --openings 1", "dominoes4 is dealt at random"),
        ("tournament connect_four random focused --out /dev/null", "cannot write in '/dev/null'"),
    ],
)
def test_mistake_is_told_in_one_sentence(refusal: Refusal, command: str, quoted: str) -> None:
    assert quoted in refusal(*words(command))


@pytest.mark.parametrize(
    "command",
    [
        "match connect_four focused",
        "match connect_four focused random --games x",
        "tournament connect_four",
        "tournament connect_four random focused --sprt 0,5",
    ],
)
def test_words_that_cannot_be_read_are_quoted(refusal: Refusal, command: str) -> None:
    assert f"typed: {command!r}" in refusal(*words(command))


def test_gpu_is_used_or_its_absence_told_in_one_sentence(galo: Galo) -> None:
    assert set(DEVICES) == {"cpu", "cuda"}
    command = words("match dominoes4 s1 basic --games 2000 --json")
    finished = galo(*command, "--device", "cuda")
    if finished.returncode == 0:
        assert steady(finished.stdout) == steady(galo(*command).stdout)
    else:
        assert finished.returncode == 2
        assert finished.stderr.startswith("galo: ")
        assert "GPU" in finished.stderr or "numba-cuda" in finished.stderr
        assert finished.stderr.count("\n") == 1
