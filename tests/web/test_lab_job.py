"""What the process of a job does, in this process: it goes on from what it has kept."""

import json
from pathlib import Path

import pytest

from galo.arena.records import parse_record
from galo.arena.results import GAMES
from galo.web.lab import job
from galo.web.lab.folder import END, PROGRESS, JobFolder, all_jobs, find_job
from galo.web.lab.job import compute
from galo.web.lab.requests import EvolutionRequest, GamesRequest

EVOLUTION = EvolutionRequest(
    kind="evolution", game="dominoes4", agent="s4", against=["basic"],
    population=4, generations=3, matches=20, retest=100,
)  # fmt: skip
HOUR = 3600.0


def test_job_stops_when_its_time_is_over_and_goes_on(tmp_path: Path) -> None:
    folder = JobFolder.new(tmp_path, EVOLUTION)
    compute(folder, 0.0, 1)
    assert folder.read(END) == {"state": "stopped", "problem": "time"}
    first = folder.read(PROGRESS)
    assert first["done"] == 1
    assert folder.downloads() == {}
    folder.begin_again()
    compute(folder, HOUR, 1)
    assert folder.read(END)["state"] == "done"
    assert folder.read(PROGRESS)["curve"][:1] == first["curve"]
    other = JobFolder.new(tmp_path, EVOLUTION)
    compute(other, HOUR, 1)
    assert other.read(PROGRESS)["curve"] == folder.read(PROGRESS)["curve"]
    assert other.read(PROGRESS)["result"]["best"] == folder.read(PROGRESS)["result"]["best"]


def test_job_that_cannot_be_computed_fails_with_a_sentence(tmp_path: Path) -> None:
    folder = JobFolder.new(tmp_path, EVOLUTION.model_copy(update={"agent": "basic"}))
    compute(folder, HOUR, 1)
    end = folder.read(END)
    assert end["state"] == "failed"
    assert "basic" in end["problem"]
    broken = JobFolder.new(tmp_path, EVOLUTION)
    compute(broken, 0.0, 1)
    settings = broken.results / "settings.json"
    settings.write_text(settings.read_text().replace('"seed": 0', '"seed": 1'))
    compute(broken, HOUR, 1)
    problem = broken.read(END)["problem"]
    assert "was written with" in problem
    assert str(tmp_path) not in problem


def test_many_simulated_games_are_counted_and_not_kept_one_by_one(tmp_path: Path) -> None:
    few = GamesRequest(kind="match", game="dominoes4", players=["s1", "basic"], games=20)
    many = few.model_copy(update={"games": 20_000})
    kept, counted = (JobFolder.new(tmp_path, request) for request in (few, many))
    compute(kept, HOUR, 1)
    compute(counted, HOUR, 1)
    assert len(kept.downloads()["games"].read_text().splitlines()) == 20
    assert "games" not in counted.downloads()
    assert json.loads(counted.downloads()["result"].read_text())["games"] == 20_000


def test_games_go_on_after_those_that_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job, "SAVED_SECONDS", 0.0)
    request = GamesRequest(kind="match", game="dominoes4", players=["s1", "basic"], games=1000)
    folder = JobFolder.new(tmp_path, request)
    compute(folder, 0.0, 1)
    assert 0 < folder.read(PROGRESS)["done"] < 1000
    with (folder.results / GAMES).open("ab") as stream:
        stream.write(b"half of a ga")  # as a process leaves it that is killed
    compute(folder, HOUR, 1)
    assert folder.read(END)["state"] == "done"
    lines = folder.downloads()["games"].read_text().splitlines()
    assert len(set(lines)) == 1000
    assert {parse_record(line).game for line in lines[::100]} == {"dominoes4"}
    assert json.loads(folder.downloads()["result"].read_text())["games"] == 1000


def test_jobs_are_listed_the_newest_first_and_found_by_their_digits_alone(tmp_path: Path) -> None:
    assert list(all_jobs(tmp_path / "nowhere")) == []
    folders = [JobFolder.new(tmp_path, EVOLUTION) for _ in range(3)]
    for name in ("notes", "0123456789", "0123456789abcdef"):
        (tmp_path / name).mkdir()
    assert {one.identity for one in all_jobs(tmp_path)} == {one.identity for one in folders}
    created = [one.read("job.json")["created"] for one in all_jobs(tmp_path)]
    assert created == sorted(created, reverse=True)
    for name in ("", "..", "notes", "0123456789", f"../{tmp_path.name}/{folders[0].identity}"):
        assert find_job(tmp_path, name) is None
