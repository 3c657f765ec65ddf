"""The result of a meeting between two agents."""

import pytest

from galo.lab.meeting import MeetingResult


def test_meeting_counts_the_games_of_the_first_player() -> None:
    result = MeetingResult.of_winners([0, 0, None, 1, 1], sides=[0, 1, 0, 1, 0])
    assert result == MeetingResult(games=5, wins=2, draws=1)
    assert result.losses == 2
    assert MeetingResult.of(result.to_record()) == result
    assert result.written_counts() == ["5", "2", "1", "2"]


def test_share_has_an_interval_unless_it_is_of_a_single_game() -> None:
    score, low, high = MeetingResult(100, 60, 10).share
    assert score == pytest.approx(0.65)
    assert low < score < high
    assert MeetingResult(1, 1, 0).share == (1.0, 1.0, 1.0)
    assert MeetingResult(1, 1, 0).written_share() == ["100.0", "–"]
    assert MeetingResult(100, 60, 10).written_share()[0] == "65.0"
