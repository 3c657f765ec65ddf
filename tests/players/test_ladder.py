"""The measured strengths: one file, which agrees with what the documentation says."""

import re

import pytest

from galo.arena.statistics import Interval, elo, elo_interval
from galo.games.registry import BUILT_IN
from galo.players.ladder import Ladder, Meeting, ladder_of
from galo.players.registry import agent_names, levels_of, make_player
from support.commands import ROOT
from support.markdown import anchors

DOCS = ROOT / "docs"
ROW = (
    r"\| `{game}` \| (\w+) \| `([^`]+)` \| (-?\d+) \| ([^|]+) \| ([\d,]+) "
    r"\| ([\d.]+|–) \| ([^|]+) \|"
)
MET = re.compile(
    r"\| (\w+) \| (\w+) \| (\d+) \| (\d+) \| (\d+) \| \d+ \| [\d.]+ "
    r"\| \[([\d.]+), ([\d.]+)\]"
)
HOFFMANN = "laboratory-hoffmann2020.md"


def found(game: str) -> Ladder:
    ladder = ladder_of(game)
    assert ladder is not None
    return ladder


def score_of(ladder: Ladder, one: str, other: str) -> tuple[float, float, float]:
    """Return the score of *one* against *other*, and its interval."""
    for met in ladder.meetings:
        if (met.a, met.b) == (one, other):
            return met.score, met.low, met.high
        if (met.a, met.b) == (other, one):
            return 1 - met.score, 1 - met.high, 1 - met.low
    raise LookupError(f"{one} and {other} did not meet")


@pytest.mark.parametrize("game", BUILT_IN)
def test_levels_are_rated_as_the_documentation_has_it(game: str) -> None:
    page = (DOCS / "laboratory.md").read_text(encoding="utf-8")
    rows = re.findall(ROW.format(game=game), page)
    ladder = found(game)
    rungs = {rung.agent: rung for rung in ladder.players if rung.by is None}
    assert len(rows) == len(rungs)
    for place, (level, agent, rating, interval, games, score, step) in enumerate(rows):
        rung = rungs[agent]
        ends = tuple(map(int, re.findall(r"-?\d+", interval))) or (None, None)
        assert (rung.elo, (rung.low, rung.high)) == (int(rating), ends)
        assert rung.games == int(games.replace(",", ""))
        assert rung.level == (None if level == "random" else level)
        if score != "–":
            figures = [float(score), *map(float, re.findall(r"[\d.]+", step))]
            below = rows[place + 1][1]
            assert [100 * one for one in score_of(ladder, agent, below)] == pytest.approx(figures)


def test_meetings_of_a_study_are_those_of_its_page() -> None:
    met = [one for one in found("dominoes2").meetings if one.source == HOFFMANN]
    page = (DOCS / HOFFMANN).read_text(encoding="utf-8")
    first = page[: page.index("matches to 100")]  # one hand of the draw game
    rows = {(a, b): rest for a, b, *rest in MET.findall(first)}
    assert len(met) > 20
    for one in met:
        games, won, drawn, low, high = map(float, rows[one.a, one.b])
        assert one.games == games
        assert one.score == pytest.approx((won + drawn / 2) / games, abs=1e-4)
        assert (100 * one.low, 100 * one.high) == pytest.approx((low, high))


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_agent_has_its_place_and_every_level(game: str) -> None:
    ladder = found(game)
    names = [rung.agent for rung in ladder.players]
    assert len(set(names)) == len(names)
    assert {name.partition(":")[0] for name in names} == set(agent_names(game))
    levels = {rung.level: rung.agent for rung in ladder.players if rung.level}
    assert levels == dict(levels_of(game))
    assert [rung.elo for rung in ladder.players] == sorted(
        (rung.elo for rung in ladder.players), reverse=True
    )
    for name in names:
        make_player(game, name)


@pytest.mark.parametrize("game", BUILT_IN)
def test_place_by_a_meeting_follows_from_it(game: str) -> None:
    ladder = found(game)
    rated = {rung.agent: rung for rung in ladder.players}
    for rung in ladder.players:
        if rung.by is None:
            continue
        assert rated[rung.by].by is None  # it stands on the ladder itself
        score, low, high = score_of(ladder, rung.agent, rung.by)
        base, ends = rated[rung.by].elo, elo_interval(Interval(low, high))
        gained = elo(score)
        assert gained is not None
        assert ends.low is not None
        assert ends.high is not None
        expected = (base + gained, base + ends.low, base + ends.high)
        # Shares are kept to four digits.
        assert (rung.elo, rung.low, rung.high) == pytest.approx(expected, abs=1.5)


@pytest.mark.parametrize("game", BUILT_IN)
def test_meetings_are_whole_and_their_sources_are_there(game: str) -> None:
    ladder = found(game)
    names = {rung.agent for rung in ladder.players}
    pairs = [frozenset((met.a, met.b)) for met in ladder.meetings]
    assert len(set(pairs)) == len(pairs)
    for met in ladder.meetings:
        assert {met.a, met.b} <= names
        assert 0 <= met.low <= met.score <= met.high <= 1
        assert met.games > 0
        assert has_source(met)


def has_source(met: Meeting) -> bool:
    """Return whether the documentation has the page and the part that *met* names."""
    file, _, part = met.source.partition("#")
    return (DOCS / file).exists() and (not part or part in anchors(DOCS / file))
