"""The tests of JogadorTux: who meets whom, and the verdict beside what the report asks."""

import re
from pathlib import Path

import pytest

from galo.lab.experiments import tux2007
from galo.lab.game_pool import MeetingResult
from galo.lab.report import PAGE, TEXT
from galo.players.registry import make_player
from support.experiments import FinishedExperiment, shrink_experiments


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


def test_every_meeting_is_another_and_its_players_can_be_made() -> None:
    meetings = list(tux2007.meetings())
    assert len({meeting.unit for meeting in meetings}) == len(meetings)
    assert {meeting.seat for meeting in meetings} == {0, 1}
    for name in {name for meeting in meetings for name in meeting.games(1, 0)[0].seats}:
        assert make_player("connect_four", name).name == name


def test_both_seats_are_taken() -> None:
    first, second = (
        tux2007.TuxMeeting("near=2", tux2007.TuxOpponent("random"), seat).games(2, 5)
        for seat in (0, 1)
    )
    assert [game.seats for game in first] == [("tux:near=2", "random")] * 2
    assert [game.seats for game in second] == [("random", "tux:near=2")] * 2
    assert first[0].seed != first[1].seed


@pytest.mark.parametrize(
    ("asked", "result", "expected"),
    [
        ("won", MeetingResult(10, 6, 0), "passed"),
        ("won", MeetingResult(10, 4, 1), "lost"),
        ("won", MeetingResult(1, 0, 1), "drawn"),
        ("drawn", MeetingResult(1, 0, 1), "passed"),
        ("drawn", MeetingResult(1, 1, 0), "won"),
        ("–", MeetingResult(10, 9, 1), "–"),
    ],
)
def test_verdict_is_passed_or_what_happened_instead(
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
            assert row[-1] in ("passed", "won", "drawn", "lost")
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
