"""A match: the same seed is the same game, and undo leaves no trace."""

import pytest

import galo
from galo.arena import match as arena_match
from galo.arena.match import GRACE, MOST_OVERRUNS, Match
from galo.arena.records import GameRecord
from galo.errors import AgentError, ConfigError, IllegalMoveError
from galo.games.game import Game, Observation
from galo.players.player import Decision, Limit
from galo.stream import LARGEST_SEED, Stream

CONNECT_FOUR = galo.game("connect_four")
LINES_OF_ACTION = galo.game("lines_of_action")
BLACK_CANNOT_MOVE = "b2ww2b/w5ww/2ww4/8/2w5/8/3w4/7w b 0"


def agents(*names: str, game: Game = CONNECT_FOUR, seed: int = 1) -> Match:
    """Return a match of agents, None for a seat that is played from outside."""
    players = [None if name == "outside" else galo.player(game.name, name) for name in names]
    return Match(game, players, seed)


def stuck(*names: str, plays_forced: bool = True) -> Match:
    """Return a match that stands where Black has to pass."""
    match = agents(*names, game=LINES_OF_ACTION)
    match.plays_forced = plays_forced
    match.positions = [LINES_OF_ACTION.from_text(BLACK_CANNOT_MOVE)]
    return match


def moves(match: Match) -> list[str]:
    return [str(move) for move in match.moves]


def test_same_seed_is_the_same_game_and_another_seed_another() -> None:
    matches = [agents("focused", "random", seed=seed) for seed in (5, 5, 6)]
    for match in matches:
        match.run()
        assert match.is_over
    first, again, other = map(moves, matches)
    assert first == again != other


def test_two_seats_of_the_same_agent_do_not_play_alike() -> None:
    match = agents("random", "random")
    for _ in range(12):
        match.step()
    assert moves(match)[0::2] != moves(match)[1::2]


def test_seat_from_outside_stops_the_run_until_its_move_comes() -> None:
    match = agents("random", "outside")
    match.run()
    assert match.waits
    assert len(match.moves) == 1
    match.play(match.position.parse_move("3"))
    match.run()
    assert match.waits
    assert moves(match)[1] == "3"
    assert len(match.moves) == 3


def test_seat_from_outside_cannot_be_stepped() -> None:
    with pytest.raises(ConfigError, match="seat 0 is played from outside"):
        agents("outside", "random").step()


def test_illegal_move_from_outside_changes_nothing() -> None:
    match = agents("outside", "outside")
    match.positions = [CONNECT_FOUR.from_text("444444")]
    with pytest.raises(IllegalMoveError, match="'4' in 444444"):
        match.play(CONNECT_FOUR.start().parse_move("4"))
    assert match.moves == []
    assert len(match.positions) == 1


def test_undo_and_redo_walk_the_same_path() -> None:
    match = agents("focused", "random", seed=3)
    match.run()
    played, positions = moves(match), list(match.positions)
    taken = []
    while (move := match.undo()) is not None:
        taken.append(str(move))
    assert taken == played[::-1]
    assert match.positions == positions[:1]
    while match.redo() is not None:
        pass
    assert moves(match) == played
    assert match.positions == positions
    assert match.is_over


def test_undo_at_the_start_and_redo_of_nothing_return_none() -> None:
    match = agents("random", "random")
    assert match.undo() is None
    assert match.redo() is None
    assert len(match.positions) == 1


def test_new_move_clears_what_could_be_redone() -> None:
    match = agents("outside", "outside")
    for column in "123":
        match.play(match.position.parse_move(column))
    match.undo()
    match.undo()
    match.play(match.position.parse_move("7"))
    assert match.redo() is None
    assert match.position.to_text() == "17"


def test_decision_after_undo_and_redo_is_the_one_made_without() -> None:
    plain, restless = agents("random", "random", seed=9), agents("random", "random", seed=9)
    plain.run()
    for step in range(10):
        restless.step()
        if step % 3 == 2:
            restless.undo()
            restless.undo()
            restless.redo()
            restless.step()
    restless.run()
    assert moves(restless) == moves(plain)


def test_advice_is_what_the_seat_would_play_and_changes_nothing() -> None:
    match = agents("random", "random", seed=4)
    advice = match.ask(0)
    assert match.moves == []
    assert match.step() == advice


def test_forced_pass_is_played_by_itself() -> None:
    match = stuck("outside", "outside")
    assert not match.waits
    assert str(match.forced_move()) == "pass"
    match.run()
    assert moves(match) == ["pass"]
    assert match.position.mover == 1
    assert match.waits


def test_forced_pass_of_an_agent_is_no_decision_of_its_own() -> None:
    match = stuck("random", "outside")
    assert match.step() is None
    assert moves(match) == ["pass"]


def test_forced_pass_waits_when_the_match_does_not_play_it() -> None:
    match = stuck("outside", "outside", plays_forced=False)
    assert match.waits
    assert match.forced_move() is None
    match.run()
    assert match.moves == []
    match.play(match.position.parse_move("pass"))
    assert match.position.mover == 1


def test_only_move_left_is_a_decision_when_it_is_not_a_pass() -> None:
    match = agents("outside", "outside")
    # Six columns are full without a line: column 7 is the only one left.
    filled = "121212212121343434434343565656656565"
    match.positions = [CONNECT_FOUR.from_text(filled)]
    assert len(match.position.legal_moves) == 1
    assert match.forced_move() is None
    assert match.waits


@pytest.mark.parametrize("options", [{}, {"players": 4}])
def test_tile_that_must_open_is_played_by_itself(options: dict[str, int]) -> None:
    game = galo.game("dominoes2", **options)
    match = Match(game, [None] * game.seats, seed=1)
    (opening,) = match.position.legal_moves
    assert not match.waits
    assert match.forced_move() == opening
    assert match.step() is None
    assert match.moves == [opening]
    asked = Match(game, [None] * game.seats, seed=1, plays_forced=False)
    assert asked.waits
    assert asked.forced_move() is None


def test_record_is_the_same_whether_an_agent_or_the_rules_open() -> None:
    records = []
    for plays_forced in (True, False):
        players = [galo.player("dominoes2", "costa")] * 2
        match = Match(galo.game("dominoes2"), players, seed=7, plays_forced=plays_forced)
        match.run()
        records.append(GameRecord.of(match, outside=""))
    assert records[0] == records[1]
    assert records[0].moves[0] == str(galo.game("dominoes2").start(seed=7).legal_moves[0])


@pytest.mark.parametrize("count", [0, 1, 3])
def test_wrong_number_of_players_is_refused(count: int) -> None:
    with pytest.raises(ConfigError, match=f"connect_four has 2 seats, not {count}"):
        agents(*["random"] * count)


@pytest.mark.parametrize("seed", [-1, LARGEST_SEED + 1])
def test_bad_seed_is_refused_before_the_first_move(seed: int) -> None:
    with pytest.raises(ConfigError, match=f"seed {seed} is not"):
        agents("outside", "outside", seed=seed)


def test_step_after_the_end_is_refused() -> None:
    match = agents("focused", "random")
    match.run()
    ended = len(match.positions)
    with pytest.raises(IllegalMoveError, match=f"the game is over: {match.position.to_text()}"):
        match.step()
    assert len(match.positions) == ended


def test_public_play_returns_the_record_of_the_match() -> None:
    record = galo.play("connect_four", ["focused", "random"], seed=5)
    match = agents("focused", "random", seed=5)
    match.run()
    assert list(record.moves) == moves(match)
    assert record.seats == ("focused", "random")
    assert record.result == match.position.outcome


class Clock:
    """What time it is for a match; nothing takes any, but players who say so."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock that matches look at."""
    clock = Clock()
    monkeypatch.setattr(arena_match, "time", clock)
    return clock


class Slow:
    """Takes *seconds* by *clock*, a moment longer than a limit of 0.01 and the grace."""

    name = "slow"

    def __init__(self, clock: Clock, seconds: float = 0.02 + GRACE) -> None:
        self.clock, self.seconds = clock, seconds

    def decide(self, observation: Observation, limit: Limit, rng: Stream) -> Decision:
        self.clock.now += self.seconds
        return Decision(observation.legal_moves[0])


def slow_and_quick(clock: Clock) -> Match:
    return Match(CONNECT_FOUR, [Slow(clock), Slow(clock, GRACE)], 1, Limit(seconds=0.01))


def test_player_that_is_too_slow_for_the_third_time_is_at_fault(clock: Clock) -> None:
    match = slow_and_quick(clock)
    sentence = "player 'slow' failed: too slow: 3 moves took longer than 0.01 s and its grace"
    with pytest.raises(AgentError, match=sentence):
        match.run()
    assert len(match.moves) == 6  # its first decision does not count, two more are noted
    assert match.overruns[0] == MOST_OVERRUNS + 1


def test_decisions_without_a_limit_of_time_are_never_too_slow(clock: Clock) -> None:
    match = Match(CONNECT_FOUR, [Slow(clock, 3600.0), Slow(clock, 3600.0)], 1, Limit(nodes=1))
    match.run()
    assert match.overruns == [0, 0]


def test_first_decision_and_a_few_slow_ones_are_forgiven(clock: Clock) -> None:
    match = slow_and_quick(clock)
    for _ in range(6):
        match.step()
    assert match.overruns == [2, 0]
