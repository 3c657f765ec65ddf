"""Evolution: the same bits after a kill, results that can be played, and clear refusals."""

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pexpect
import pytest

import galo
from galo.arena.batch import simulate
from galo.cli import INTERRUPTED
from galo.errors import ConfigError, GaloError
from galo.lab.checkpoints import CHECKPOINT, EARLIER, load, open_directory, read_settings, save
from galo.lab.evolution import GIVEN, evolve
from galo.lab.evolution_results import results_of
from galo.lab.evolution_run import EvolutionRun, new_run, play_generation
from galo.lab.evolvable import AgentVectors, evolvable_of
from galo.lab.fitness import opponent_weights
from galo.lab.optimisers import GeneticAlgorithm
from galo.lab.settings import EvolutionSettings
from support.commands import PATIENCE, InProcess, Refusal
from support.linear_players import linear_player

SMALL = EvolutionSettings(population=12, generations=4, matches=60, retest=200, seed=5)


def changed(**changes: object) -> EvolutionSettings:
    return EvolutionSettings(**{**vars(SMALL), **changes})


def begin(settings: EvolutionSettings, number: int = 0) -> EvolutionRun:
    return new_run(settings, number, opponent_weights(settings.against))


def evolved(settings: EvolutionSettings, number: int = 0) -> dict[str, Any]:
    run = begin(settings, number)
    for _ in range(settings.generations):
        play_generation([run], simulate)
    return results_of([run], simulate)[0]


@pytest.mark.parametrize("method", ["ga", "cma"])
def test_interrupted_evolution_ends_in_the_same_bits(tmp_path: Path, method: str) -> None:
    settings = changed(method=method)
    runs = [begin(settings)]
    while runs[0].generation < settings.generations:
        play_generation(runs, simulate)
        save(tmp_path, runs)
        runs = load(tmp_path)  # as if the process had died after every generation
    assert results_of(runs, simulate) == [evolved(settings)]


def test_runs_side_by_side_end_in_the_bits_of_each_alone() -> None:
    kinds = [
        SMALL,
        changed(agent="s4", population=7, deals="independent", reading="published"),
        changed(agent="s2", against=("s1", "basic"), crossover="twopoint", seed=6),
    ]
    runs = [begin(settings, number) for number, settings in enumerate(kinds)]
    for _ in range(SMALL.generations):
        play_generation(runs, simulate)
    alone = [evolved(settings, number) for number, settings in enumerate(kinds)]
    assert results_of(runs, simulate) == alone


def test_coefficients_can_be_left_out() -> None:
    best = evolved(changed(without=("a7", "a2")))["best"]
    assert [k for k, a in enumerate(best) if a] == [0, 2, 3, 4, 5]
    with pytest.raises(GaloError, match="unknown parameter of s2 'a7'; known: a4, a5, a6"):
        begin(changed(agent="s2", without=("a7",)))
    with pytest.raises(GaloError, match="s2 has no parameter left to evolve"):
        begin(changed(agent="s2", without=("a4", "a5", "a6")))


def test_an_evolution_without_a_coefficient_resumes_and_is_refused_with_it(
    tmp_path: Path, in_process: InProcess
) -> None:
    command = [*arguments(tmp_path), "--without", "a6"]
    whole = in_process(*command)
    assert [k for k, a in enumerate(json.loads(whole.stdout)["best"]) if a] == [3, 4]
    assert without_time(in_process("evolve", "--resume", str(tmp_path), "--json").stdout) == (
        without_time(whole.stdout)
    )
    whole_again = EvolutionSettings(**{**vars(read_settings(tmp_path)), "without": ()})
    with pytest.raises(GaloError, match=r"was written with without=\['a6'\], not \[\]"):
        open_directory(tmp_path, whole_again)


def arguments(directory: Path) -> list[str]:
    options = "--population 12 --generations 20 --matches 100 --retest 300 --seed 3 --runs 2"
    return ["evolve", "dominoes4", "s2", *options.split(), "--out", str(directory), "--json"]


def without_time(text: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(text)
    del result["seconds"]
    return result


# The command, ended by the system once its second checkpoint is written.
KILLED = """
import os, signal
from galo.cli import main
from galo.lab import evolution

save, saved = evolution.save, []

def save_and_end(*checkpoint):
    save(*checkpoint)
    saved.append(checkpoint)
    if len(saved) == 2:
        os.kill(os.getpid(), signal.SIGKILL)

evolution.save = save_and_end
main()
"""


def test_kill_and_resume_gives_the_uninterrupted_result(
    tmp_path: Path, in_process: InProcess
) -> None:
    whole = in_process(*arguments(tmp_path / "whole"))
    assert whole.returncode == 0, whole.stderr
    command = [sys.executable, "-c", KILLED, *arguments(tmp_path / "killed")]
    assert subprocess.run(command).returncode == -signal.SIGKILL
    assert 0 < load(tmp_path / "killed")[0].generation < 20
    assert not (tmp_path / "killed" / "result.json").exists()
    resumed = in_process("evolve", "--resume", str(tmp_path / "killed"), "--json")
    assert without_time(resumed.stdout) == without_time(whole.stdout)


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    endless = [*arguments(tmp_path / "cut"), "--generations", "1000000"]
    command = [sys.executable, "-m", "galo", *endless]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (tmp_path / "cut" / CHECKPOINT).exists() and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    printed, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == INTERRUPTED
    assert said == f"stopped; go on with: galo evolve --resume {tmp_path / 'cut'}\n"
    assert printed == ""


def test_result_names_are_those_that_scripts_rely_on_and_it_plays(
    tmp_path: Path, in_process: InProcess
) -> None:
    found = json.loads(in_process(*arguments(tmp_path / "out")).stdout)
    names = {"best", "fitness", "retest", "retest_interval", "matches", "seconds", "runs"}
    assert names <= set(found)
    assert len(found["runs"]) == 2
    assert found["matches"] == 2 * 12 * 20 * 100
    assert found["retest_interval"][0] <= found["retest"] <= found["retest_interval"][1]
    assert [k for k, a in enumerate(found["best"]) if a] == [3, 4, 5]
    assert (tmp_path / "out" / "curve.svg").read_text().startswith("<svg")
    file = tmp_path / "out" / "result.json"
    (row,) = opponent_weights([f"s2:weights={file}"])
    assert row[4:7].tolist() == [round(10_000 * a) for a in found["best"][3:6]]


def test_progress_shows_best_mean_speed_and_time_left(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "galo", *arguments(tmp_path / "out")[:-1]]
    environment = {**os.environ, "TERM": "xterm"}
    screen = pexpect.spawn(
        command[0], command[1:], dimensions=(24, 200), timeout=PATIENCE, env=environment
    )
    screen.expect(r"best \d+\.\d+%, mean \d+\.\d+%, [\d,]+ matches/s, \d+ of 20 generations")
    screen.expect(r"\d:\d\d:\d\d")  # left
    screen.expect("on fresh deals")
    screen.expect(pexpect.EOF)


def test_evolution_finds_better_than_chance() -> None:
    settings = EvolutionSettings(population=30, generations=12, matches=400, retest=4000, seed=1)
    result = evolved(settings)
    assert result["curve"][-1][1] > result["curve"][0][1] + 0.05  # the mean individual improves
    assert result["retest"] > 0.55


def test_runs_seeds_and_deals_differ() -> None:
    same, again, other = evolved(SMALL), evolved(SMALL), evolved(SMALL, number=1)
    assert same == again
    assert same["best"] != other["best"]
    apart = evolved(changed(deals="independent"))
    assert apart["curve"] != same["curve"]


def test_independent_deals_give_every_match_its_own() -> None:
    # Against itself a player splits every pair on common deals, and hardly on its own ones.
    settings = changed(agent="s1", against=("s1",), matches=400)
    run = begin(settings)
    assert isinstance(run.optimiser, GeneticAlgorithm)
    run.optimiser.population[:] = opponent_weights(["s1"])[0, 1:8] / 10_000
    run.optimiser.population[:, :3] *= -1  # the literal reading subtracts E1
    play_generation([run], simulate)
    assert run.curve[0] == (0.5, 0.5)
    other = begin(changed(agent="s1", against=("s1",), matches=400, deals="independent"))
    assert isinstance(other.optimiser, GeneticAlgorithm)
    other.optimiser.population[:] = run.fame[0]
    play_generation([other], simulate)
    assert other.curve[0][0] > 0.5


def test_several_opponents_count_alike() -> None:
    assert evolved(changed(against=("basic", "s1")))["matches"] == 2 * evolved(SMALL)["matches"]


def test_cut_checkpoint_falls_back_to_the_one_before_and_two_are_refused(tmp_path: Path) -> None:
    runs = [begin(SMALL)]
    for _ in range(2):
        play_generation(runs, simulate)
        save(tmp_path, runs)
    newest = tmp_path / CHECKPOINT
    newest.write_bytes(newest.read_bytes()[:-1])
    assert load(tmp_path)[0].generation == 1
    (tmp_path / EARLIER).write_bytes(b"")
    with pytest.raises(GaloError, match="no checkpoint in .* is whole"):
        load(tmp_path)
    assert load(tmp_path / "nowhere") is None


def test_directory_of_other_settings_or_another_version_is_refused(tmp_path: Path) -> None:
    open_directory(tmp_path, SMALL)
    open_directory(tmp_path, SMALL)
    before = (tmp_path / "settings.json").read_bytes()
    with pytest.raises(GaloError, match="was written with matches=60, not 80"):
        open_directory(tmp_path, changed(matches=80))
    assert (tmp_path / "settings.json").read_bytes() == before
    assert read_settings(tmp_path) == SMALL
    (tmp_path / "settings.json").write_text(before.decode().replace('"galo": "', '"galo": "9'))
    with pytest.raises(GaloError, match="was written by galo 9"):
        read_settings(tmp_path)


def limited(directory: Path, largest: int) -> "subprocess.CompletedProcess[str]":
    """Run the command where no file can grow beyond *largest* bytes, as on a full disk."""
    return subprocess.run(
        [sys.executable, "-m", "galo", *arguments(directory)],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest)),
    )


def test_full_disk_is_told_and_the_last_checkpoint_goes_on(
    tmp_path: Path, in_process: InProcess
) -> None:
    whole = in_process(*arguments(tmp_path / "whole"))
    largest = (tmp_path / "whole" / CHECKPOINT).stat().st_size - 1000  # some generations before
    ended = limited(tmp_path / "full", largest)
    assert ended.returncode == 2
    assert "File too large" in ended.stderr
    assert f"galo evolve --resume {tmp_path / 'full'}" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert 0 < load(tmp_path / "full")[0].generation < 20
    resumed = in_process("evolve", "--resume", str(tmp_path / "full"), "--json")
    assert without_time(resumed.stdout) == without_time(whole.stdout)


def test_resume_after_a_cut_checkpoint_ends_in_the_same_bits(
    tmp_path: Path, in_process: InProcess
) -> None:
    whole = in_process(*arguments(tmp_path / "out"))
    (tmp_path / "out" / "result.json").unlink()
    newest = tmp_path / "out" / CHECKPOINT
    newest.write_bytes(newest.read_bytes()[:5000])
    resumed = in_process("evolve", "--resume", str(tmp_path / "out"), "--json")
    assert without_time(resumed.stdout) == without_time(whole.stdout)


def test_resume_without_a_whole_checkpoint_overwrites_nothing(
    tmp_path: Path, refusal: Refusal
) -> None:
    open_directory(tmp_path, SMALL)
    (tmp_path / CHECKPOINT).write_bytes(b"half of")
    said = refusal("evolve", "--resume", str(tmp_path))
    assert "no checkpoint in" in said
    assert (tmp_path / CHECKPOINT).read_bytes() == b"half of"
    assert sorted(path.name for path in tmp_path.iterdir()) == [CHECKPOINT, "settings.json"]


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (
            "evolve connect_four focused",
            "unknown agent of connect_four with parameters 'focused'; known: tux",
        ),
        ("evolve", "give the game to evolve, or a directory to go on with: --resume DIR"),
        ("evolve dominoes4 s9", "unknown agent of dominoes4 with parameters 's9'; known: "),
        ("evolve dominoes4 s1 --method luck", "unknown method 'luck'; known: ga, cma"),
        ("evolve dominoes4 s1 --matches 0", "matches 0 is not 1 or more"),
        ("evolve dominoes4 s1 --population 1", "a population of 1 has nobody to choose among"),
        ("evolve dominoes4 s1 --mutation 2", "mutation rate 2.0 is not from 0 to 1"),
        ("evolve dominoes4 s1 --against nobody", "unknown agent of dominoes4 'nobody'"),
        ("evolve dominoes4 s1 --reading odd", "unknown reading 'odd'"),
        ("evolve dominoes4 s1 --seed -1", "seed -1 is not a whole number"),
        ("evolve --resume nowhere", "cannot read 'nowhere/settings.json'"),
        ("evolve dominoes4 s1 --out /dev/null/x", "cannot write to '/dev/null/x'"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(refusal: Refusal, command: str, problem: str) -> None:
    assert problem in refusal(*command.split())


def keep(settings: EvolutionSettings, directory: Path) -> None:
    """Evolve with *settings* in *directory*."""
    chosen = {name: value for name, value in vars(settings).items() if name not in GIVEN}
    against = settings.against
    evolve(settings.game, settings.agent, against=against, out=directory, **chosen)


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("dominoes4 s2", "was written with agent='s1', not 's2'"),
        ("dominoes2", "was written with game='dominoes4', not 'dominoes2'"),
        ("--population 13", "was written with population=12, not 13"),
        ("--against s4", "was written with against=('basic',), not ('s4',)"),
        ("--seed 6", "was written with seed=5, not 6"),
        ("--out elsewhere", "leave --out elsewhere away"),
    ],
)
def test_resume_with_other_settings_is_refused_and_names_them(
    tmp_path: Path, refusal: Refusal, options: str, problem: str
) -> None:
    keep(SMALL, tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert problem in refusal("evolve", *options.split(), "--resume", str(tmp_path))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_resume_with_the_same_settings_goes_on(tmp_path: Path, in_process: InProcess) -> None:
    keep(SMALL, tmp_path)
    options = "dominoes4 s1 --population 12 --seed 5 --against basic"
    finished = in_process("evolve", *options.split(), "--resume", str(tmp_path), "--json")
    assert json.loads(finished.stdout)["seed"] == 5


def test_result_says_what_it_is_of_and_is_not_taken_for_another_reading(
    tmp_path: Path, in_process: InProcess
) -> None:
    keep(changed(reading="published"), tmp_path)
    result = json.loads((tmp_path / "result.json").read_text())
    assert [result[name] for name in ("game", "agent", "reading", "seed", "against")] == [
        "dominoes4", "s1", "published", 5, ["basic"],
    ]  # fmt: skip
    assert result["versions"]["galo"] == galo.__version__
    weights = tmp_path / "result.json"
    linear_player(f"s1:weights={weights},reading=published")
    with pytest.raises(ConfigError, match="were evolved with reading=published, not literal"):
        linear_player(f"s1:weights={weights}")


@pytest.mark.parametrize(
    ("reading", "line"),
    [
        ("literal", "play against it: galo play dominoes4 --seat human --seat {0} --seat champion"),
        ("reconstructed", "measure it: galo match dominoes4 {0} basic"),
    ],
)
def test_last_line_is_a_command_that_works(
    tmp_path: Path, in_process: InProcess, reading: str, line: str
) -> None:
    keep(changed(reading=reading), tmp_path)
    said = in_process("evolve", "--resume", str(tmp_path)).stdout
    agent = f"s1:weights={tmp_path / 'result.json'},reading={reading}"
    last = said.splitlines()[-1]
    assert last.startswith(line.format(agent))
    if reading == "literal":
        assert last.endswith(f"--seat champion --seat {agent}")  # both opponents
    else:
        command = last.removeprefix("measure it: galo ").split()
        assert "wins" in in_process(*command, "--games", "20").stdout


@pytest.mark.parametrize("game", ["dominoes2:players=4", "dominoes4:target=100"])
def test_game_with_options_is_played_by_its_own_rules(
    tmp_path: Path, in_process: InProcess, game: str
) -> None:
    """The simulator knows the usual rules alone, so these are games of the agents."""
    agent = "costa" if game.startswith("dominoes2") else "s1"
    options = "--population 2 --generations 1 --matches 2 --retest 2 --against random"
    shown = in_process("evolve", game, agent, *options.split(), "--out", str(tmp_path / "own"))
    settings = read_settings(tmp_path / "own")
    assert settings.game == game
    assert isinstance(evolvable_of(settings), AgentVectors)
    assert f"play against it: galo play {game} --seat human" in " ".join(shown.stdout.split())
