"""The analysis of Lines of Action: the best lines, deeper and deeper, as screens read them."""

import pytest

import galo
from galo import Limit
from galo.errors import ConfigError
from galo.players.lines_of_action.analysis import LINES, LineAnalysis, analyse
from galo.players.player import Analysis
from galo.stream import Stream

GAME = galo.game("lines_of_action")
MIDDLE_GAME = "1b1bbb2/7w/2www2w/2b3bw/3b2bw/2wb1bbw/7w/8 b 16"
WON = "8/2w5/8/4w1b1/3b2w1/2b5/1b6/8 b 0"


def analysed(text: str, depth: int) -> LineAnalysis:
    *_, last = analyse(GAME.from_text(text), Limit(depth=depth))
    return last


def test_lines_are_deeper_each_time_and_best_first() -> None:
    depths = []
    for analysis in analyse(GAME.from_text(MIDDLE_GAME), Limit(depth=4)):
        depths.append(analysis.lines[0].depth)
        assert len({line.moves[0] for line in analysis.lines}) == LINES
        values = [line.value for line in analysis.lines]
        assert values == sorted(values, reverse=True)
    assert depths == [1, 2, 3, 4]


@pytest.mark.parametrize("nodes", [1000, 4000])
def test_lines_are_of_one_depth_where_the_search_was_cut_short(nodes: int) -> None:
    *_, last = analyse(GAME.from_text(MIDDLE_GAME), Limit(nodes=nodes))
    assert len({line.depth for line in last.lines}) == 1
    values = [line.value for line in last.lines]
    assert values == sorted(values, reverse=True)


def test_best_move_and_reasons_are_those_of_the_first_line() -> None:
    analysis: Analysis = analysed(WON, 3)
    assert [move.text for move in analysis.best] == [analysis.to_json()["lines"][0]["line"][0]]
    assert [reason.name for reason in analysis.reasons] == ["wins_now"]


def test_json_has_lines_and_reasons() -> None:
    found = analysed(MIDDLE_GAME, 4).to_json()
    assert list(found) == ["lines", "reasons"]
    assert len(found["lines"]) == LINES
    for line in found["lines"]:
        assert list(line) == ["line", "value", "depth", "moves"]
        assert 0 < line["value"] == round(line["value"], 3) < 1
        assert (line["depth"], line["moves"]) == (4, None)
    assert found["reasons"][0]["name"] == "chance"
    best = analysed(WON, 3).to_json()["lines"][0]
    assert (best["value"], best["moves"]) == (1.0, 1)


def test_analysis_can_be_stopped_from_outside() -> None:
    found = analyse(GAME.start(), Limit(depth=60), stopped=lambda: True)
    assert [analysis.lines[0].depth for analysis in found] == [0]


def test_analysis_refuses_another_game() -> None:
    other = galo.game("connect_four").start()
    with pytest.raises(ConfigError, match="^champion does not play connect_four$"):
        next(analyse(other, Limit(depth=1)))  # type: ignore[arg-type]


@pytest.mark.parametrize("agent", ["fiss", "champion"])
@pytest.mark.parametrize("game", ["connect_four", "dominoes2"])
def test_an_observation_of_another_game_is_refused(agent: str, game: str) -> None:
    other = galo.game(game).start(seed=1)
    assert other.mover is not None
    player = galo.player("lines_of_action", agent)
    with pytest.raises(ConfigError, match=f"^{agent} does not play {game}$"):
        player.decide(other.observe(other.mover), Limit(depth=1), Stream.of(0))
