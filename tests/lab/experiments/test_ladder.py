"""The ladder: the levels of every game, plug-ins included, rated from the beginner up."""

import re
import shutil
from collections.abc import Callable
from concurrent.futures import Future
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from galo.arena.game_pool import GamePool, PlayedChunk
from galo.arena.pairing import Fault, PairsResult, Plan
from galo.arena.tally import Tally
from galo.errors import GaloError
from galo.games.registry import game_names
from galo.lab.experiment_directory import RESULTS
from galo.lab.experiment_run import ExperimentRun
from galo.lab.experiments import ladder
from galo.lab.report import TEXT, write_report
from galo.players.registry import game_agents, levels_of
from support.experiments import (
    SIMULATED,
    FinishedExperiment,
    ThisProcess,
    make,
    new_run,
    shrink_experiments,
    untimed,
)

RATED_GAMES = ladder.rated_games


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink_experiments(monkeypatch)


def test_it_rates_all_levels_from_the_beginner_up(finished: FinishedExperiment) -> None:
    records = untimed(finished("ladder"))
    assert len(records) == 2 * 10  # games, pairings of five players
    for record in records:
        is_linear = not {"random", "champion"} & set(record["players"])
        simulated = record["game"] == "dominoes4" and is_linear
        assert record["wins"] + record["draws"] + record["losses"] == (
            SIMULATED if simulated else 2
        )
    text = (finished("ladder") / TEXT).read_text()
    for level, agent in levels_of("connect_four").items():
        assert re.search(rf"\| {level} \| {agent} \| \d+ \|", text)
    assert "| beginner | basic | 1000 | – |" in text
    assert "| random | random | " in text


def test_no_two_players_meet_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, finished: FinishedExperiment
) -> None:
    whole = untimed(finished("ladder"))
    shutil.copytree(finished("ladder"), tmp_path, dirs_exist_ok=True)
    results = tmp_path / RESULTS
    lines = results.read_bytes().splitlines(keepends=True)
    results.write_bytes(b"".join(lines[:-2]))
    write_report(tmp_path)
    text = (tmp_path / TEXT).read_text()
    assert "## dominoes4" in text
    assert "## connect_four" not in text  # it has no ratings before all have met
    met, meet = [], ladder._meet

    def noted(
        experiment: ExperimentRun, pool: GamePool, plan: Plan, simulated: int
    ) -> dict[str, Any]:
        met.append(plan.players)
        return meet(experiment, pool, plan, simulated)

    monkeypatch.setattr(ladder, "_meet", noted)
    assert make(tmp_path, "ladder") == whole
    levels = levels_of("connect_four")
    assert met == [
        (levels[one], levels[other])
        for one, other in (("medium", "champion"), ("strong", "champion"))
    ]


def test_a_player_that_fails_is_not_rated(tmp_path: Path) -> None:
    class Asleep(ThisProcess):
        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
            fault = PairsResult(0, Tally.of_pair(2, 2), (Fault("perfect", "it fell asleep"),))
            return super().submit(lambda: PlayedChunk([fault], 0.0))

    plan = Plan("connect_four", ("random", "perfect"), 2)
    with pytest.raises(GaloError, match="perfect cannot be rated in connect_four: it fell asleep"):
        ladder._meet(new_run(tmp_path, "ladder"), GamePool(Asleep()), plan, 2)


def test_ratings_of_known_scores() -> None:
    agents = list(ladder.players_of("dominoes4").values())
    three_to_one = Tally(25, 0, 75, (25, 0, 25, 0, 0))
    rated = ladder.rate("dominoes4", dict.fromkeys(pairwise(agents), three_to_one))
    assert [one.level for one in rated] == ["random", *levels_of("dominoes4")]
    steps = [upper.elo[0] - lower.elo[0] for lower, upper in pairwise(rated)]
    assert steps == pytest.approx([190.8] * 4, abs=4.0)
    assert rated[1].elo == (1000, 1000, 1000)
    assert [one.games for one in rated] == [100, 200, 200, 200, 100]


def test_every_game_of_two_levels_is_rated_with_the_games_it_asks_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert RATED_GAMES() == game_names()
    size = ladder.LadderSize(20, 2)
    assert [size.games(game) for game in game_names()] == [
        20 * game_agents(game).rating_games for game in game_names()
    ]
    levels = {"one": {"beginner": "random", "champion": "random"}}
    monkeypatch.setattr(ladder, "game_names", lambda: (*game_names(), "one"))
    monkeypatch.setattr(ladder, "levels_of", lambda game: levels.get(game) or levels_of(game))
    assert RATED_GAMES() == game_names()


def test_an_agent_of_two_levels_plays_once_and_random_may_be_a_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    levels = {"easy": "random", "medium": "clever", "strong": "clever", "best": "perfect"}
    monkeypatch.setattr(ladder, "levels_of", lambda game: levels)
    players = ladder.players_of("mine")
    assert players == {"easy": "random", "medium": "clever", "best": "perfect"}
    even = dict.fromkeys(combinations(players.values(), 2), Tally(5, 0, 5, (0, 0, 5, 0, 0)))
    rated = ladder.rate("mine", even)
    assert [one.elo[0] for one in rated] == pytest.approx([1000] * 3)
    assert rated[0].elo == (1000, 1000, 1000)  # the lowest level is the origin
