"""Pairs, tallies and the processes that play them."""

import json
import math
import pickle
import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import galo
from galo.arena import match as arena_match
from galo.arena.match_result import match_result, tournament_result
from galo.arena.pairing import OPENING, Plan, opening, play_pair, seed_of_pair
from galo.arena.records import GameRecord, parse_record
from galo.arena.simulated import can_simulate, simulate_pairs, simulate_singly
from galo.arena.sprt import Sprt
from galo.arena.statistics import paired_interval
from galo.arena.tally import Tally
from galo.arena.tournament import Tournament
from galo.errors import ConfigError, UnknownNameError
from galo.games.game import Position
from galo.games.plugins import PLUGINS
from galo.players.player import Limit
from galo.players.registry import agent_names, agents_of
from galo.stream import Stream
from support import faulty_agents
from support.samples import nightly, sample

GAMES = ["connect_four", "lines_of_action", "dominoes4", "dominoes2", "dominoes2:players=4"]
LINEAR = Plan("dominoes4", ("s1", "basic"), games=120)


@pytest.fixture
def trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the faulty_agents, here and in the workers."""
    monkeypatch.setenv(PLUGINS, "support.faulty_agents")


def records_of(plan: Plan, unit: int) -> list[GameRecord]:
    return [parse_record(line) for line in play_pair(plan, unit, keeps_records=True).records]


def played(plan: Plan, jobs: int = 1, **options: object) -> Tournament:
    tournament = Tournament(plan)
    for _ in tournament.play(jobs, **options):  # type: ignore[arg-type]
        pass
    return tournament


def numbers(tournament: Tournament) -> dict[str, object]:
    """Return the results without what depends on the machine."""
    result = match_result(tournament).to_json()
    return {name: value for name, value in result.items() if "second" not in name}


# Pairs


@pytest.mark.parametrize("name", GAMES)
def test_pair_is_the_same_deal_or_opening_with_the_sides_exchanged(name: str) -> None:
    game = galo.game(name)
    plan = Plan(name, ("random", "first") if game.has_chance else ("random", "random"), games=20)
    for unit in range(3):
        first, second = records_of(plan, unit)
        assert first.seed == second.seed == seed_of_pair(plan.seed, unit)
        plies = plan.opening_plies
        assert first.moves[:plies] == second.moves[:plies]
        assert len(first.moves) > plies
        rounds = min(len(first.deals), len(second.deals))
        assert first.deals[:rounds] == second.deals[:rounds]
        assert bool(rounds) == game.has_chance
        for seat in range(game.seats):
            side = game.side_of(seat)
            assert first.seats[seat] == plan.players[side]
            assert second.seats[seat] == plan.players[1 - side]


@pytest.mark.parametrize(
    ("name", "plies"),
    [("connect_four", 4), ("lines_of_action", 6), ("dominoes4", 0), ("dominoes2", 0)],
)
def test_openings_suit_the_game_unless_the_plan_says_otherwise(name: str, plies: int) -> None:
    assert Plan(name, ("random", "random"), 2).opening_plies == plies
    assert Plan(name, ("random", "random"), 2, openings=0).opening_plies == 0


def test_pairs_of_other_numbers_and_seeds_are_other_games() -> None:
    plan, other = (Plan("connect_four", ("random", "focused"), 20, seed) for seed in (1, 2))
    games = {records_of(each, unit)[0].moves for each in (plan, other) for unit in range(5)}
    assert len(games) == 10


def test_points_go_to_the_player_wherever_it_sits() -> None:
    plan = Plan("connect_four", ("focused", "random"), games=100)
    points = 0.0
    for unit in range(20):
        step = play_pair(plan, unit, keeps_records=True)
        for record in map(parse_record, step.records):
            assert record.result is not None
            points += record.result.scores[record.seats.index("focused")]
        assert sum(step.tally.pairs) == 1
        points -= step.tally.points
    assert points == 0.0


def test_opening_that_ends_the_game_is_drawn_again() -> None:
    game, plies, redrawn = galo.game("connect_four"), 14, 0
    for seed in range(100):
        moves = opening(game, plies, seed)
        position: Position = game.start()
        for move in moves:
            position = position.play(move)
        assert len(moves) == plies
        assert not position.is_over
        rng = Stream.of(seed, OPENING, 0)  # the first draw: all columns are open at first
        redrawn += [move.code for move in moves[:3]] != [rng.randint(ply, 7) for ply in range(3)]
    assert 0 < redrawn < 100


def test_units_take_turns_among_the_pairings_and_share_deals() -> None:
    plan = Plan("dominoes4", ("random", "first", "basic"), games=4)
    assert plan.pairings == (("random", "first"), ("random", "basic"), ("first", "basic"))
    assert plan.total_pairs == 6
    found = [records_of(plan, unit) for unit in range(plan.total_pairs)]
    assert [play_pair(plan, unit).pairing for unit in range(plan.total_pairs)] == [0, 1, 2, 0, 1, 2]
    for unit, (first, _) in enumerate(found):
        assert (first.seats[0], first.seats[1]) == plan.pairings[unit % 3]
        assert first.deals[0] == found[unit // 3 * 3][0].deals[0]
    assert found[0][0].deals != found[3][0].deals


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"players": ("random", "s1")}, "unknown agent of connect_four 's1'"),
        ({"players": ("random",)}, "two players or more, not 1"),
        ({"games": 0}, "0 games: there must be from 1"),
        ({"games": -2}, "-2 games: there must be from 1"),
        ({"games": 10**12}, "1000000000000 games: there must be from 1"),
        ({"seed": -1}, "seed -1 is not"),
        ({"openings": -1}, "openings of -1 plies"),
        ({"openings": 42}, "no random opening of 42 plies of connect_four leaves it undecided"),
        ({"game": "dominoes4", "openings": 2}, "dominoes4 is dealt at random"),
    ],
)
def test_plan_that_cannot_be_played_is_refused(wrong: dict[str, object], told: str) -> None:
    right = {"game": "connect_four", "players": ("random", "random"), "games": 2}
    with pytest.raises((ConfigError, UnknownNameError), match=told):
        Plan(**{**right, **wrong})  # type: ignore[arg-type]


# Players that fail


@pytest.mark.usefixtures("trouble")
@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("quitter", r"SystemExit: enough \(faulty_agents\.py:\d+\)"),
        ("cheat", "illegal move 'castles'"),
        ("mute", "decided None, which is no Decision"),
    ],
)
def test_player_that_fails_loses_both_games_of_a_pair(name: str, told: str) -> None:
    for players, wins in (((name, "random"), 0), (("random", name), 2)):
        step = play_pair(Plan("connect_four", players, games=2), 0, keeps_records=True)
        assert step.tally.wins == wins
        assert step.tally.games == 2
        assert [fault.player for fault in step.faults] == [name, name]
        for fault in step.faults:
            assert re.fullmatch(told, fault.message)
        assert [parse_record(line).result for line in step.records] == [None, None]


class Clock:
    """A clock that goes on only while somebody sleeps."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.mark.usefixtures("trouble")
def test_player_that_oversleeps_is_noted_and_then_forfeits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    monkeypatch.setattr(arena_match, "time", clock)
    monkeypatch.setattr(faulty_agents, "time", clock)
    plan = Plan("connect_four", ("sleeper", "random"), games=2, limit=Limit(seconds=0.01))
    result = play_pair(plan, 0)
    assert set(result.overruns) == {"sleeper"}
    for fault in result.faults:
        assert fault.player == "sleeper"
        assert fault.message == "too slow: 3 moves took longer than 0.01 s and its grace"
    assert result.faults or result.tally.wins == 2  # unless it wins before the third time
    unlimited = Plan("connect_four", ("sleeper", "random"), games=2)
    assert play_pair(unlimited, 0).overruns == ()


@pytest.mark.usefixtures("trouble")
def test_pair_of_partners_loses_by_the_fault_of_one() -> None:
    step = play_pair(Plan("dominoes4", ("basic", "cheat"), games=2), 0)
    assert step.tally.wins == 2
    assert len(step.faults) == 2


@pytest.mark.usefixtures("trouble")
def test_run_goes_on_after_errors_and_counts_them_by_message() -> None:
    tournament = played(Plan("connect_four", ("crasher", "random"), games=60))
    assert tournament.games == 60
    ((fault, games),) = tournament.faults.items()
    assert fault.message.startswith("ValueError: out of ideas (faulty_agents.py:")
    assert 0 < games <= tournament.tallies[0].losses
    assert tournament.workers_died == 0


@pytest.mark.usefixtures("trouble")
def test_player_that_kills_its_process_loses_that_game_and_the_run_goes_on() -> None:
    games = sample(4, 8)
    tournament = played(Plan("connect_four", ("killer", "random"), games), jobs=2)
    assert tournament.games == games
    ((fault, count),) = tournament.faults.items()
    assert fault == ("killer", "its process died: Killed")
    assert 0 < count <= tournament.tallies[0].losses
    assert tournament.workers_died > count
    assert tournament.games_repeated > 0


@pytest.mark.usefixtures("trouble")
def test_player_that_cannot_be_made_is_refused_before_the_first_game() -> None:
    with pytest.raises(ConfigError, match="player 'unborn' cannot be made: RuntimeError: no mem"):
        Plan("connect_four", ("unborn", "random"), games=2)


# Agents of your own


@pytest.mark.usefixtures("trouble")
def test_agents_of_a_plugin_stand_before_the_others_of_their_game() -> None:
    assert agent_names("connect_four")[0] == "crasher"
    assert agent_names("connect_four")[-1] == "perfect"
    assert agents_of("connect_four")[0].line == "trouble"
    assert agent_names("dominoes2")[:2] == ("random", "first")
    assert galo.player("connect_four", "waiter:after=3").name == "waiter:after=3"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        (None, "GALO_PLUGINS names 'own_agents', but: No module named 'own_agents'"),
        ("", "GALO_PLUGINS names 'own_agents', but: .*no attribute 'AGENTS'"),
        ("1 / 0", "GALO_PLUGINS names 'own_agents', but: division by zero"),
        (
            "from galo.players.registry import RANDOM\nAGENTS = {'connect_four': (RANDOM,)}",
            "GALO_PLUGINS names 'own_agents', but: there is an agent 'random' already",
        ),
    ],
)
def test_plugin_that_cannot_be_used_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, source: str | None, told: str
) -> None:
    if source is not None:
        (tmp_path / "own_agents.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "own_agents", raising=False)
    monkeypatch.setenv(PLUGINS, "own_agents")
    with pytest.raises(ConfigError, match=told):
        agent_names("connect_four")


# Tallies


def test_tallies_add_up_to_the_score_of_games_and_pairs() -> None:
    pairs = [(2, 2), (2, 1), (1, 1), (0, 2), (0, 1), (0, 0), (2, 0)]
    total = sum((Tally.of_pair(*pair) for pair in pairs), Tally())
    assert (total.wins, total.draws, total.losses) == (5, 4, 5)
    assert total.pairs == (1, 1, 3, 1, 1)
    assert total.games == 14
    assert total.points == 7.0
    assert total.score == 0.5
    assert total.interval == paired_interval(total.pairs)
    assert Tally.without_draws(1, 3, 2) == sum(
        (Tally.of_pair(*pair) for pair in [(0, 0), *[(0, 2)] * 3, *[(2, 2)] * 2]), Tally()
    )


def test_lead_is_shown_only_by_an_interval_without_an_even_score() -> None:
    assert Tally.without_draws(0, 0, 50).lead == 1
    assert Tally.without_draws(50, 0, 0).lead == -1
    assert Tally.without_draws(10, 30, 12).lead == 0
    assert Tally().lead == 0


# Processes


@pytest.mark.parametrize("jobs", [nightly(2), 3])
def test_results_do_not_depend_on_the_number_of_processes(jobs: int) -> None:
    plan = Plan("connect_four", ("focused", "random"), games=121, seed=5)
    one = numbers(played(plan, 1))
    assert one == numbers(played(plan, jobs))
    assert one["games"] == 122


def test_records_come_in_the_order_of_the_pairs() -> None:
    plan = Plan("connect_four", ("focused", "random"), games=60)
    lines: list[str] = []
    played(plan, jobs=2, keep=lines.append)
    assert lines == [
        line
        for unit in range(plan.total_pairs)
        for line in play_pair(plan, unit, keeps_records=True).records
    ]


def test_stopped_run_keeps_the_pairs_that_come_first() -> None:
    plan = Plan("connect_four", ("focused", "random"), games=100_000)
    tournament = Tournament(plan)
    for _ in tournament.play(jobs=2, stopped=lambda: tournament.games >= 20):
        pass
    assert tournament.is_interrupted
    pairs = tournament.games // 2
    expected = sum((play_pair(plan, unit).tally for unit in range(pairs)), Tally())
    assert tournament.tallies[0] == expected


def test_run_stopped_before_it_began_has_no_games() -> None:
    tournament = played(Plan("connect_four", ("focused", "random"), 100), stopped=lambda: True)
    assert tournament.is_interrupted
    result = match_result(tournament).to_json()
    assert (result["games"], result["score_a"], result["interval"]) == (0, 0.5, [0.0, 1.0])


# The sequential test


def test_sequential_test_stops_at_the_pair_that_decides() -> None:
    plan, sprt = Plan("connect_four", ("focused", "random"), games=10_000), Sprt(0.0, 50.0)
    found = []
    for jobs in (1, 2):
        match = Tournament(plan, sprt)
        for _ in match.play(jobs):
            pass
        assert match.is_decided
        assert not match.is_interrupted
        found.append(match.tallies[0])
    assert found[0] == found[1]
    pairs = sum(found[0].pairs)
    totals = [Tally()]
    for unit in range(pairs):
        totals.append(totals[-1] + play_pair(plan, unit).tally)
    assert totals[-1] == found[0]
    decisions = [sprt.judge_pairs(total.pairs).decision for total in totals]
    assert decisions == ["continue"] * pairs + ["accept H1"]


def test_sequential_test_that_decides_nothing_plays_all_games() -> None:
    match = Tournament(Plan("connect_four", ("random", "random"), games=10), Sprt(0.0, 5.0))
    for _ in match.play(jobs=1):
        pass
    assert match.games == 10
    assert not match.is_decided
    assert match_result(match).to_json()["sprt"]["decision"] == "continue"


def test_sequential_test_is_refused_for_more_than_two() -> None:
    with pytest.raises(ConfigError, match="match of two"):
        Tournament(Plan("connect_four", ("random", "focused", "random"), 2), Sprt(0.0, 5.0))


# The simulator


@pytest.mark.parametrize("options", ["", ":pass_points=10,galo=added"])
def test_simulator_plays_the_same_games_pair_by_pair(options: str) -> None:
    plan = Plan(f"dominoes4{options}", ("s1", "sbgames2008"), games=60, seed=3)
    steps = simulate_singly(plan, first=2, count=20)
    assert steps == [play_pair(plan, unit) for unit in range(2, 22)]


def test_simulator_gives_the_same_sum_in_any_slices() -> None:
    plan = Plan("dominoes4", ("s1", "basic", "sbgames2008"), games=40)
    tallies = [Tally()] * 3
    for unit in range(plan.total_pairs):
        step = play_pair(plan, unit)
        tallies[step.pairing] += step.tally
    for cuts in ([0, 60], [0, 1, 2, 4, 11, 60], list(range(61))):
        found = [Tally()] * 3
        for begin, end in pairwise(cuts):
            for pairing, tally, *_ in simulate_pairs(plan, begin, end - begin, "cpu"):
                found[pairing] += tally
        assert found == tallies


def test_match_through_the_simulator_equals_the_one_move_by_move() -> None:
    simulated, ordinary = played(LINEAR, device="cpu"), played(LINEAR)
    assert numbers(simulated) == numbers(ordinary)
    assert simulated.games == 120


def test_sequential_test_through_the_simulator_stops_at_the_same_pair() -> None:
    found = []
    for device in (None, "cpu"):
        match = Tournament(LINEAR, Sprt(0.0, 60.0))
        for _ in match.play(jobs=1, device=device):
            pass
        found.append(numbers(match))
    assert found[0] == found[1]
    assert found[0]["sprt"]["decision"] == "accept H1"  # type: ignore[index]


@pytest.mark.parametrize(
    ("plan", "can"),
    [
        (LINEAR, True),
        (Plan("dominoes4", ("s1", "random"), 2), False),
        (Plan("dominoes4", ("s1", "basic"), 2, limit=Limit(nodes=5)), False),
        (Plan("connect_four", ("random", "focused"), 2), False),
    ],
)
def test_simulator_is_for_linear_players_that_think_without_limit(plan: Plan, can: bool) -> None:
    assert can_simulate(plan) == can


# Results


def test_tournament_result_is_sorted_and_consistent() -> None:
    plan = Plan("dominoes4", ("basic", "s1", "sbgames2008:alpha=1"), games=200)
    result = tournament_result(played(plan, device="cpu"))
    names = [player["name"] for player in result["players"]]
    assert sorted(names) == sorted(plan.players)
    ratings = [player["elo"] for player in result["players"]]
    assert ratings == sorted(ratings, reverse=True)
    assert result["games"] == 600
    assert [player["games"] for player in result["players"]] == [400] * 3
    assert math.isclose(sum(player["points"] for player in result["players"]), 600)
    assert math.isclose(sum(player["elo"] for player in result["players"]), 0.0, abs_tol=1e-6)
    for place, player in enumerate(result["players"]):
        low, high = player["elo_interval"]
        assert low < player["elo"] < high
        row = result["table"][place]
        assert row[place] is None
        assert math.isclose(sum(filter(None, row)) / 2, player["score"])
    for i in range(3):
        for j in range(i):
            assert math.isclose(result["table"][i][j] + result["table"][j][i], 1.0)
    for pairing in result["pairings"]:
        row, column = names.index(pairing["a"]), names.index(pairing["b"])
        assert math.isclose(pairing["score_a"], result["table"][row][column])
    assert json.loads(json.dumps(result)) == result


@pytest.mark.parametrize("device", [None, "cpu"])
def test_tournament_stored_before_its_end_goes_on_to_the_same_numbers(device: str | None) -> None:
    plan = Plan("dominoes4", ("s1", "basic", "s4"), games=4 if device is None else 3000)
    begun, kept = Tournament(plan), list[str]()
    for _ in begun.play(1, lambda: begun.games > 0, kept.append, device):
        pass
    assert 0 < begun.games < 2 * plan.total_pairs
    assert begun.is_interrupted
    resumed: Tournament = pickle.loads(pickle.dumps(begun))
    for _ in resumed.play(1, keep=kept.append, device=device):
        pass
    assert not resumed.is_interrupted
    pairs = range(plan.total_pairs)
    results = (
        [play_pair(plan, pair) for pair in pairs]
        if device is None
        else simulate_pairs(plan, 0, len(pairs), device)
    )
    whole = [Tally() for _ in plan.pairings]
    for result in results:
        whole[result.pairing] += result.tally
    assert resumed.tallies == whole
    assert len(set(kept)) == len(kept) == 2 * len(pairs)
