"""The tests of JogadorTux: who meets whom, and the verdict beside what the report asks."""

import re
from pathlib import Path

import pytest

from galo.lab.experiments import tux2007
from galo.lab.games import GameTask
from galo.lab.meeting import MeetingResult
from galo.lab.report import PAGE, TEXT
from galo.players.connect_four import AGENTS
from galo.players.registry import make_player
from support.experiments import FinishedExperiment, shrink_experiments

ALL_SETTINGS = tux2007.SETTINGS


@pytest.fixture(autouse=True)
def _tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    shrink_experiments(monkeypatch)


def test_letters_and_what_they_ask_are_those_of_the_report() -> None:
    asked = {
        letter: opponent.asked
        for opponent in tux2007.tests_of(tux2007.DEFAULTS)
        for letter in opponent.letters
    }
    assert asked == dict.fromkeys("abcdgh", "won") | {"i": "drawn"}


def test_every_meeting_has_its_record_and_players_that_can_be_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tux2007, "SETTINGS", ALL_SETTINGS)
    # The older version of near=1 is itself: one record for both.
    seats = {(one.unit, one.seat): one.games(1, 0)[0].seats for one in tux2007.meetings()}
    assert len(set(seats)) == len({(both, seat) for (_, seat), both in seats.items()})
    for name in {one.agent for both in seats.values() for one in both}:
        assert make_player("connect_four", name).name == name


def test_table_of_settings_has_the_default() -> None:
    (agent,) = (agent for agent in AGENTS.agents if agent.name == "tux")
    defaults = {option.name: option.default for option in agent.options}
    assert f"near={defaults['near']}" in ALL_SETTINGS
    assert defaults["double"] == 0


def seats_of(game: GameTask) -> tuple[str, ...]:
    return tuple(contestant.agent for contestant in game.seats)


def test_both_seats_are_taken() -> None:
    first, second = (
        tux2007.TuxMeeting("near=2", tux2007.TuxOpponent("random"), seat).games(2, 5)
        for seat in (0, 1)
    )
    assert [seats_of(game) for game in first] == [("tux:near=2", "random")] * 2
    assert [seats_of(game) for game in second] == [("random", "tux:near=2")] * 2
    assert first[0].seed != first[1].seed


@pytest.mark.parametrize(
    ("asked", "result", "expected"),
    [
        ("won", MeetingResult(10, 6, 0), "passed"),
        ("won", MeetingResult(10, 4, 1), "lost"),
        ("won", MeetingResult(1, 0, 1), "not passed"),
        ("drawn", MeetingResult(1, 0, 1), "passed"),
        ("drawn", MeetingResult(1, 1, 0), "not passed"),
        ("drawn", MeetingResult(1, 0, 0), "lost"),
        ("–", MeetingResult(10, 9, 1), "–"),
    ],
)
def test_verdict_is_passed_lost_or_not_passed(
    asked: str, result: MeetingResult, expected: str
) -> None:
    assert tux2007.verdict(asked, result) == expected


def rows(made: Path, first: str) -> list[list[str]]:
    """Return the cells of the rows of the report whose first cell is *first*."""
    found = re.findall(rf"^\| {first} \| (.*) \|$", (made / TEXT).read_text(), re.MULTILINE)
    return [line.split(" | ") for line in found]


def test_report_has_a_verdict_for_each_test_and_a_row_for_each_setting(
    finished: FinishedExperiment,
) -> None:
    made = finished("tux2007")
    assert [row[0] for row in rows(made, "g")] == [
        "tux:database=no",
        "tux:near=1",
        "tux:search=rows,near=1",
    ]
    for letter in "abcdghi":
        for row in rows(made, letter):
            assert row[-1] in ("passed", "lost", "not passed")
    assert all(row[-1] == "–" for row in rows(made, "–"))
    assert len(rows(made, "–")) == 2 * len(tux2007.PEERS)
    for settings in tux2007.SETTINGS:
        (row,) = rows(made, settings)
        assert re.fullmatch(r"\d+ of 11", row[-1])
        assert len(row) == 12
    assert 'class="agrees">passed' in (made / PAGE).read_text()


def test_report_lists_our_choices(finished: FinishedExperiment) -> None:
    text, page = ((finished("tux2007") / name).read_text() for name in (TEXT, PAGE))
    assert "## Where the text is silent" in text
    for choice in tux2007.CHOICES:
        assert f"- {choice}\n" in text
    assert page.count("<li>") == len(tux2007.CHOICES)
