"""The command line: one clear sentence for a mistake, one JSON object for a script."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import galo as package
from galo.arena.records import write_records
from galo.errors import GaloError
from galo.games.game import Position
from support.commands import Galo, InProcess, Refusal

COMMANDS = (
    "play", "games", "agents", "match", "tournament", "perft", "replay", "warmup", "bench",
    "evolve", "lab", "solve", "book",
)  # fmt: skip


def words(line: str) -> list[str]:
    return line.split()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file of two games."""
    path = tmp_path / "games.jsonl"
    games = [package.play("connect_four", ["random", "focused"], seed=seed) for seed in (1, 2)]
    write_records(path, games)
    return path


@pytest.mark.parametrize(
    ("command", "quoted"),
    [
        ("perft chess 3", "unknown game 'chess'; known: "),
        ("play chess", "unknown game 'chess'; known: "),
        ("agents chess", "unknown game 'chess'; known: "),
        ("bench chess", "unknown game 'chess'; known: "),
        ("play connect_four --seat nobody", "'nobody'; known: human, random, focused"),
        ("play lines_of_action --seat focused", "'focused'; known: human, random"),
        ("play connect_four --seat focused:depth=3", "'depth'"),
        ("perft connect_four:depth=3 2", "unknown option of connect_four 'depth'"),
        ("perft lines_of_action:repetition=5 2", "'repetition' of lines_of_action cannot be '5'"),
        ("perft lines_of_action:repetition 2", "cannot read 'repetition'"),
        ("play connect_four --seat a --seat b --seat c", "has 2 seats, not 3 ('a', 'b', 'c')"),
        ("play connect_four --seed -1", "seed -1 is not a whole number from 0"),
        ("perft connect_four 2 --seed -1", "seed -1 is not a whole number from 0"),
        ("bench connect_four --seed -1", "seed -1 is not a whole number from 0"),
        ("perft connect_four 0", "depth 0 is not a number of plies from 1"),
        ("perft connect_four -- -3", "depth -3 is not a number of plies from 1"),
        ("perft connect_four 99999999999", "depth 99999999999 is not a number of plies"),
        ("bench --seconds 0", "seconds 0 is not above 0"),
        ("bench --seconds nan", "seconds nan is not above 0"),
        ("bench --device tpu", "unknown device 'tpu'; known: cpu, cuda"),
        ("play connect_four --delay -1", "delay -1 is not"),
        ("replay missing.jsonl --delay inf", "delay inf is not"),
        ("replay missing.jsonl", "cannot read 'missing.jsonl': No such file or directory"),
        ("games --lang xx", "unknown language 'xx'; known: pt, en"),
        ("play connect_four --lang xx", "unknown language 'xx'; known: pt, en"),
    ],
)
def test_mistake_is_told_in_one_sentence(refusal: Refusal, command: str, quoted: str) -> None:
    assert quoted in refusal(*words(command))


@pytest.mark.parametrize(
    ("command", "page"),
    [
        ("perft", "perft"),
        ("perft connect_four", "perft"),
        ("perft connect_four x", "perft"),
        ("perft connect_four -3", "perft"),
        ("perft connect_four 2 3", "perft"),
        ("perft connect_four 2 --seed x", "perft"),
        ("bench --seconds x", "bench"),
        ("replay", "replay"),
        ("games --nope", "games"),
        ("plya", ""),
        ("--nope", ""),
    ],
)
def test_words_that_cannot_be_read_are_quoted_in_one_line(
    refusal: Refusal, command: str, page: str
) -> None:
    told = refusal(*words(command))
    assert f"typed: {command!r}" in told
    assert told.endswith(f"help: {' '.join(['galo', *page.split(), '--help'])})")


def test_words_that_cannot_be_read_are_quoted_without_a_password(refusal: Refusal) -> None:
    told = refusal(*words("serve --port x --database postgresql://u:s3cret@h/games"))
    assert "typed: 'serve --port x --database postgresql://u:***@h/games'" in told
    assert "s3cret" not in told


@pytest.mark.parametrize(
    ("command", "option"),
    [
        ("evolve dominoes4 s1 --out LOCKED/x", "--out"),
        ("lab run sbgames2008 --out LOCKED/x", "--out"),
        ("match connect_four random focused --out LOCKED/x", "--out"),
        ("book build connect_four --plies 1 --out LOCKED/x", "--out"),
        ("serve --database sqlite:///LOCKED/x.db", "--database"),
    ],
)
def test_place_that_cannot_be_written_is_named_with_the_option_for_another(
    refusal: Refusal, command: str, option: str
) -> None:
    told = refusal(*words(command.replace("LOCKED", "/proc")))  # where nobody can make a file
    assert "/proc/x" in told
    assert option in told


def test_line_break_in_the_input_does_not_break_the_sentence(refusal: Refusal) -> None:
    for command in (["perft", "a\nb", "2"], ["a\nb"], ["perft", "--a\nb"], ["replay", "a\nb"]):
        assert "a\\nb" in refusal(*command)


def test_mistake_ends_the_process_with_code_2_and_no_traceback(in_process: InProcess) -> None:
    for command in ("perft chess 3", "perft connect_four x"):
        finished = in_process(*words(command))
        assert finished.returncode == 2
        assert finished.stdout == ""
        assert finished.stderr.startswith("galo: ")
        assert finished.stderr.count("\n") == 1


def test_corrupt_file_of_games_is_refused_with_its_line(refusal: Refusal, file: Path) -> None:
    file.write_text(file.read_text().replace('"seed": 2', '"seed": 3'))
    assert refusal("replay", str(file)).startswith(f"galo: line 2 of '{file}': altered")


@pytest.mark.parametrize("number", ["9", "0", "-1"])
def test_game_that_the_file_does_not_have_is_refused(
    refusal: Refusal, file: Path, number: str
) -> None:
    told = refusal("replay", str(file), "--game", number)
    assert told == f"galo: '{file}' has games 1 to 2, not {number}"


def test_replay_shows_the_game_asked_for_and_verifies_all(
    in_process: InProcess, file: Path
) -> None:
    shown = in_process("replay", str(file), "--game", "2").stdout
    lines = shown.splitlines()
    record = package.play("connect_four", ["random", "focused"], seed=2)
    *_, last = record.positions()
    assert str(last) in shown
    assert "Game 2: Connect Four, random × focused" in lines[-2]
    assert "Game 1" not in shown
    assert lines[-1] == "2 games verified: every move and every result holds."
    listed = in_process("replay", str(file)).stdout.splitlines()
    assert [line.split(":")[0] for line in listed[:2]] == ["Game 1", "Game 2"]
    assert len(listed) == 3


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command_ends_with_an_example_of_it(in_process: InProcess, command: str) -> None:
    finished = in_process(command, "--help")
    assert finished.returncode == 0
    assert finished.stdout.splitlines()[-1].startswith(f"  Example: galo {command}")


def test_help_and_errors_are_in_the_language_of_the_person(
    in_process: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GALO_LANG", "pt_BR.UTF-8")
    page = in_process("match", "--help").stdout
    for words in ("Uso: galo match", "Opções:", "Mesma semente, mesmo resultado.  [padrão: 0]"):
        assert words in page
    assert "Exemplo: galo match" in page
    refused = in_process("play", "--nope")
    told = "galo: Não existe a opção --nope (digitado: 'play --nope'; ajuda: galo play --help)\n"
    assert (refused.returncode, refused.stderr) == (2, told)
    monkeypatch.setenv("GALO_LANG", "en")
    assert "Same seed, same result.  [default: 0]" in in_process("match", "--help").stdout


def test_help_lists_every_command_and_how_to_start(in_process: InProcess) -> None:
    finished = in_process("--help")
    assert finished.returncode == 0
    listed = [line.split()[0] for line in finished.stdout.splitlines() if line.startswith("  ")]
    assert set(COMMANDS) <= set(listed)
    assert finished.stdout.splitlines()[-1] == "  Start with: galo"


def test_version_is_the_package_version(in_process: InProcess) -> None:
    assert in_process("--version").stdout == f"{package.__version__}\n"


@pytest.mark.parametrize(
    ("game", "depth", "nodes"),
    [
        ("connect_four", 4, [7, 49, 343, 2401]),
        ("lines_of_action", 3, [36, 1244, 44952]),
    ],
)
def test_perft_as_json_counts_paths_by_ply(
    in_process: InProcess, game: str, depth: int, nodes: list[int]
) -> None:
    found = json.loads(in_process("perft", game, str(depth), "--json").stdout)
    assert found.pop("seconds") >= 0
    assert found == {"game": game, "depth": depth, "nodes": nodes}


def test_perft_for_people_shows_every_ply_and_the_sum(in_process: InProcess) -> None:
    lines = in_process("perft", "connect_four", "6", "--distinct").stdout.splitlines()
    counts = [7, 49, 238, 1120, 4263, 16422]
    assert [line.split() for line in lines[:6]] == [
        [str(ply), f"{count:,}"] for ply, count in enumerate(counts, start=1)
    ]
    assert lines[6].startswith(f"{sum(counts):,} in ")


def test_perft_prints_a_ply_before_it_counts_the_next(
    in_process: InProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count(position: Position, bar: object, depth: int) -> list[int]:
        if depth == 3:
            raise GaloError("the third ply is never counted")
        return [depth] * depth

    monkeypatch.setattr("galo.cli.measure._paths", count)
    said = in_process("perft", "connect_four", "3")
    assert said.stdout.split() == ["1", "1", "2", "2"]
    assert said.stderr == "galo: the third ply is never counted\n"


@pytest.mark.parametrize("game", ["connect_four", "dominoes2", "dominoes4", "lines_of_action"])
def test_perft_counted_move_by_move_is_the_perft(in_process: InProcess, game: str) -> None:
    found = json.loads(in_process("perft", game, "3", "--seed", "5", "--json").stdout)
    assert found["nodes"] == package.game(game).start(seed=5).perft(3)


def test_bench_as_json_is_a_list_of_rates(in_process: InProcess) -> None:
    found = json.loads(in_process("bench", "--seconds", "0.01", "--json").stdout)
    assert list(found) == ["results", "matches_per_second"]
    assert found["matches_per_second"] > 0
    names = [rate["name"] for rate in found["results"]]
    assert "connect_four random games" in names
    assert "lines_of_action random games" in names
    for rate in found["results"]:
        assert list(rate) == ["name", "unit", "per_second"]
        assert rate["per_second"] > 0


def test_games_and_agents_are_listed_in_both_forms(in_process: InProcess) -> None:
    games = json.loads(in_process("games", "--json").stdout)
    lines = in_process("games").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(games)
    agents = json.loads(in_process("agents", "--json").stdout)
    assert list(agents) == list(games)
    assert list(agents["connect_four"])[:2] == ["random", "focused"]
    shown = in_process("agents", "connect_four", "--lang", "pt").stdout.splitlines()
    assert [line.split()[0] for line in shown[:3]] == ["connect_four:", "random", "focused"]
    assert "qualquer lance legal" in shown[1]


def test_options_and_levels_of_a_game_are_listed_in_both_forms(in_process: InProcess) -> None:
    found = json.loads(in_process("agents", "connect_four", "--json").stdout)
    assert list(found) == ["connect_four", "options", "parameters", "levels"]
    depth = {"default": 7, "values": "a whole number from 1 to 42"}
    assert found["options"]["minimax"] == {"depth": depth}
    assert found["options"]["random"] == {}
    assert found["parameters"]["tux"]["near"] == {"range": [1, 300], "default": 200}
    assert found["parameters"]["minimax"] == {}
    assert found["levels"]["medium"] == "minimax:depth=4"
    shown = in_process("agents", "connect_four").stdout
    assert "  minimax:depth=7      a whole number from 1 to 42\n" in shown
    assert "  tux  near, double, four, three, two, win, draw, loss\n" in shown
    assert "  strong    mcts\n" in shown


def test_replay_as_json_gives_the_records(in_process: InProcess, file: Path) -> None:
    found = json.loads(in_process("replay", str(file), "--json").stdout)
    assert found["games"] == 2
    assert [json.dumps(record) for record in found["records"]] == file.read_text().splitlines()


def test_warmup_prepares_every_part(galo: Galo) -> None:
    finished = galo("warmup")
    assert finished.returncode == 0
    assert "parts ready." in finished.stdout


@pytest.mark.parametrize("command", ["games", "perft connect_four 2", "replay FILE", "--help"])
def test_closed_pipe_ends_without_a_word(command: str, file: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    arguments = [str(file) if word == "FILE" else word for word in words(command)]
    finished = subprocess.run(
        [sys.executable, "-m", "galo", *arguments], stdout=writer, stderr=subprocess.PIPE, text=True
    )
    os.close(writer)
    assert finished.stderr == ""
