"""The players of two-sided dominoes: worked positions, naive twins, search, and no peeking."""

import itertools
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import galo
from galo.arena.match import Match
from galo.errors import ConfigError
from galo.games.dominoes.game import DominoPosition
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.tiles import NAMES, from_bits, halves, to_bits
from galo.games.game import Hands
from galo.games.rules import dominoes2 as rules
from galo.players.dominoes.belief import belief_of
from galo.players.dominoes.iterative_deepening import COMPLETE
from galo.players.dominoes.resampling import resample
from galo.players.dominoes2.champion import MODELS
from galo.players.dominoes2.chance_nodes import Table
from galo.players.dominoes2.evaluation import (
    COLUMNS,
    DOUBLE,
    FITS,
    PIPS,
    SEAT,
    best_move,
    recall,
)
from galo.players.dominoes2.expectiminimax import (
    Chances,
    expect,
    marginals_of,
    new_chances,
    open_level,
    table_of,
)
from galo.players.dominoes2.inference import (
    DOUBT,
    STEP,
    STEPS,
    Deals,
    fading,
    retold,
    story_of,
    weigh,
)
from galo.players.dominoes2.match_equity import CERTAIN, match_chances, of_match, points_alone
from galo.players.dominoes2.move_values import Thought, think
from galo.players.dominoes2.rollouts import Aim, value_now, value_of_choices
from galo.players.dominoes2.search import STACK_SHAPE, solve
from galo.players.registry import agent_names
from galo.rng import Stream

GAMES = ("dominoes2", "dominoes2:players=4")
AGENTS = agent_names("dominoes2")
FEW = galo.Limit(deals=4)
Marginals = np.ndarray[tuple[int, int], np.dtype[np.float64]]
MANY = 10**9  # nodes, more than there are
HEAT = 900.0  # of the model in the tests
RULES = ("hoffmann", "defensive", "offensive", "costa")


def positions(game: str, seeds: range) -> Iterator[DominoPosition]:
    """Yield every position of hands played at random."""
    table = galo.game(*game.partition(":")[:1], **options_of(game))
    player = galo.player("dominoes2", "random")
    for seed in seeds:
        match = Match(table, [player] * table.seats, seed)
        while not match.is_over:
            assert isinstance(match.position, DominoPosition)
            yield match.position
            match.step()


def options_of(game: str) -> dict[str, int]:
    written = game.partition(":")[2]
    return {
        key: int(value) for key, _, value in (o.partition("=") for o in written.split(",") if o)
    }


def choices(game: str, seeds: range) -> Iterator[DominoObservation]:
    """Yield what the mover sees where it has a choice."""
    for position in positions(game, seeds):
        if len(position.legal_moves) > 1:
            assert position.mover is not None
            yield position.observe(position.mover)


def decide(agent: str, seen: DominoObservation, limit: galo.Limit = FEW) -> str:
    return galo.player("dominoes2", agent).decide(seen, limit, Stream.of(1)).move.text


# Rules of thumb


def ends_of(texts: list[str]) -> tuple[int, int]:
    """Return the ends after the moves *texts*, told slowly."""
    line: list[int] = []
    for text in texts:
        tile, _, side = text.partition("@")
        if tile in ("draw", "pass"):
            continue
        high, low = halves(tile)
        if not line:
            line = [high, low]
        elif side == "l":
            line[0] = low if high == line[0] else high
        else:
            line[1] = low if high == line[1] else high
    return line[0], line[1]


def lacked_by(seen: DominoObservation, seat: int) -> set[int]:
    """Return the numbers that *seat* lacks for certain, told slowly."""
    lacks: set[int] = set()
    has_drawn = False
    for place, play in enumerate(seen.plays):
        if play.seat != seat:
            continue
        if play.text in ("draw", "pass"):
            ends = set(ends_of([before.text for before in seen.plays[:place]]))
            lacks = ends if has_drawn else lacks | ends
        has_drawn = play.text == "draw"
    return lacks


def facts(seen: DominoObservation, text: str) -> dict[str, float]:
    """Return what the rules look at in one option."""
    tile = text.partition("@")[0]
    ends = ends_of([*(play.text for play in seen.plays), text])
    laid = {play.tile for play in seen.plays}
    left = [name for name in seen.hand if name != tile]
    unseen = [name for name in NAMES if name not in laid and name not in seen.hand]
    others = [(seen.seat + away) % seen.game.seats for away in (1, 3)[: seen.game.seats // 2]]
    lacks = [lacked_by(seen, seat) for seat in others]
    return {
        "double": halves(tile)[0] == halves(tile)[1],
        "variety": len({number for name in left for number in halves(name)}),
        "pips": sum(halves(tile)),
        "fits": sum(bool(set(halves(name)) & set(ends)) for name in unseen),
        "lacked": sum(end in numbers for numbers in lacks for end in ends),
        "equal": ends[0] == ends[1],
        "equal_lacked": ends[0] == ends[1] and ends[0] in lacks[0],
    }


TWINS: dict[str, Callable[[dict[str, float]], tuple[float, ...]]] = {
    "hoffmann": lambda it: (-it["fits"],),
    "defensive": lambda it: (it["double"], it["variety"], it["pips"]),
    "offensive": lambda it: (
        it["lacked"] + it["equal_lacked"],
        30 * it["equal"] - it["fits"],
    ),
    "costa": lambda it: (
        10 * it["double"] + 2 * it["variety"] + 2 * it["pips"] + 10 * it["lacked"]
        + 8 * it["equal"] + 8 * it["equal_lacked"] - 6 * it["fits"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agent", RULES)
def test_rule_of_thumb_plays_as_its_slow_twin(game: str, agent: str) -> None:
    for seen in choices(game, range(6)):
        # max takes the first of equals: hand order, left before right.
        best = max(seen.legal_moves, key=lambda move: TWINS[agent](facts(seen, move.text)))
        assert decide(agent, seen) == best.text, seen


def worked(*moves: str) -> DominoObservation:
    """Return what seat 0 sees after 6-6 and *moves*, in a draw game dealt by hand."""
    game = galo.game("dominoes2")
    hands = (
        ("6-6", "6-5", "6-1", "5-5", "5-4", "1-1", "2-0"),
        ("6-4", "6-3", "5-0", "4-4", "4-3", "3-3", "2-2"),
    )
    rest = tuple(name for name in NAMES if name not in (*hands[0], *hands[1]))
    position = game.start(deal=(*hands, rest))
    for text in moves:
        position = position.play(position.parse_move(text))
    return position.observe(0)


def test_worked_position_of_each_rule() -> None:
    # 6-6, 6-4 to the right: ends 6 and 4; it holds 6-5, 6-1, 5-4 that fit.
    seen = worked("6-6", "6-4@r")
    # 6-5@l leaves 5 and 4: unseen are 5-3 5-2 5-1 5-0 and 4-4 4-3 4-2 4-1 4-0: nine.
    # 6-1@l leaves 1 and 4: 5-1 4-1 3-1 2-1 1-0 and 4-4 4-3 4-2 4-0: nine.
    # 5-4@r leaves 6 and 5: 6-3 6-2 6-0 and 5-3 5-2 5-1 5-0: seven.
    assert [facts(seen, move.text)["fits"] for move in seen.legal_moves] == [9, 9, 7]
    assert decide("hoffmann", seen) == "5-4@r"
    # No double fits; without 5-4 there is no 4 left in hand.
    assert [facts(seen, move.text)["variety"] for move in seen.legal_moves] == [6, 6, 5]
    assert decide("defensive", seen) == "6-5@l"  # as varied as 6-1, and heavier


def test_offensive_remembers_what_the_other_lacks() -> None:
    # Ends 2 and 1, of which seat 1 has nothing left: it draws 0-0, then 1-0.
    before = ("6-6", "6-3@l", "6-1@r", "4-3@l", "5-4@l", "5-0@l", "2-0@l", "2-2@l", "1-1@r")
    seen = worked(*before, "draw", "draw")
    assert seen.mover == 1
    assert lacked_by(seen, 1) == {2, 1}
    codes = np.array([play.code for play in seen.plays], np.int64)
    memory = recall(seen.game.rules, codes)  # from the chair of seat 1, which is still to move
    assert memory.lacks & 127 == 1 << 2 | 1 << 1
    assert memory.lacks >> SEAT == 0
    assert memory.has_drawn


# Deals


@pytest.mark.parametrize("game", GAMES)
def test_sampled_deals_lead_to_what_was_seen(game: str) -> None:
    for seen in list(choices(game, range(3)))[::3]:
        story, rows = story_of(seen), Deals(seen).sample(20, 5)
        for k in range(len(rows)):
            state, memory = retold(story, rows, k)
            assert state.hand0 == seen.state.hand0
            assert (state.left, state.right) == (seen.state.left, seen.state.right)
            assert state.mover == seen.seat
        codes = np.array([play.code for play in seen.plays], np.int64)
        assert memory == recall(seen.game.rules, codes)


def slow_weight(seen: DominoObservation, hands: Hands, weights: dict[str, int]) -> float:
    """Return how likely the choices of the other seats are if *hands* were dealt, told slowly."""
    now = seen.game.round(hands, seen.opener)
    weight = 1.0
    for play in seen.plays:
        assert now.mover is not None
        sees, options = now.observe(now.mover), [move.text for move in now.legal_moves]
        if play.seat != seen.seat and len(options) > 1:
            values = [sum(w * facts(sees, t)[k] for k, w in weights.items()) for t in options]
            steps = [min((max(values) - value) // STEP, STEPS - 1) for value in values]
            likely = np.exp(-np.array(steps) * STEP / HEAT)
            chosen = likely[options.index(play.text)] / likely.sum()
            weight *= (1 - DOUBT) * chosen + DOUBT / len(options)
        now = now._after(now.parse_move(play.text))
    return weight


@pytest.mark.parametrize("seed", [1, 2, 7])
def test_weights_follow_the_choices_of_the_model(seed: int) -> None:
    row = np.zeros(COLUMNS, np.int64)
    row[FITS], row[PIPS], row[DOUBLE] = -1000, 37, 300
    found = choices("dominoes2:players=4", range(seed, seed + 20))
    seen = next(each for each in found if len(each.plays) > 8)
    rows = Deals(seen).sample(60, 5)
    weights = np.zeros(60)
    total = weigh(story_of(seen), row, fading(HEAT), rows, weights)
    assert total == pytest.approx(weights.sum())
    named = {"fits": -1000, "pips": 37, "double": 300}
    hands = [tuple(from_bits(int(hand)) for hand in deal[:4]) for deal in rows]
    slow = [slow_weight(seen, each, named) for each in hands]
    assert weights == pytest.approx(slow, rel=1e-6)  # the kernel's curve is rounded
    assert weights.max() > 2 * weights.min()
    chosen = np.zeros(2000, np.int64)
    resample(weights, total, 3, chosen)
    shares = np.bincount(chosen, minlength=60) / 2000
    assert np.abs(shares - weights / total).max() <= 1 / 2000 + 1e-12


# Prizes


def test_chance_of_a_match_is_even_at_an_even_score_and_grows() -> None:
    chances = match_chances(2, 100)
    assert np.allclose(chances[:100, :100] + chances[:100, :100].T, 1.0)
    assert (np.diff(chances[:, 50]) >= 0).all()
    prizes = of_match(2, 100, (95, 40))
    assert prizes[-1] == CERTAIN
    assert prizes[168 + 1] > prizes[168] > prizes[168 - 30] > prizes[0] == 0


# Search


def slow_value(state: rules.State, depth: int, seat: int) -> int:
    """Return the minimax of *state* in points for the side of *seat*, told slowly."""
    table = rules.Rules(2, 0)
    moves = rules.legal_moves(state) if not rules.is_round_over(state) else 0
    while moves and moves & (moves - 1) == 0:
        state = rules.play(table, state, moves.bit_length() - 1)
        moves = rules.legal_moves(state) if not rules.is_round_over(state) else 0
    if rules.is_round_over(state):
        points = rules.round_points(state)
        return points if rules.round_winner(state) == seat else -points
    ours, theirs = rules.side_pips(state)
    if depth == 0:
        return theirs - ours if state.mover == seat else ours - theirs
    values = [
        slow_value(rules.play(table, state, move), depth - 1, seat)
        for move in range(64)
        if moves >> move & 1
    ]
    return max(values) if state.mover == seat else min(values)


@pytest.mark.parametrize("depth", [0, 1, 3, 5])
def test_alpha_beta_finds_the_value_of_minimax(depth: int) -> None:
    stack, nobody = np.zeros(STACK_SHAPE, np.int64), np.zeros(0, np.int64)
    for seed in range(12):
        state = rules.deal(rules.Rules(2, 0), rules.NO_OPENER, 1000 + seed)
        aim = Aim(seed % 2, points_alone())
        memory = recall(rules.Rules(2, 0), nobody)
        value, nodes = solve(rules.Rules(2, 0), nobody, (state, memory), depth, aim, stack)
        assert value == slow_value(state, depth, seed % 2)
        assert nodes >= 1


def test_free_choice_in_two_turns_is_never_worse_than_the_model() -> None:
    row = np.zeros(COLUMNS, np.int64)
    row[FITS] = -1
    table = rules.Rules(4, 0)
    for seed in range(30):
        state = rules.deal(table, rules.NO_OPENER, seed)
        memory = recall(table, np.zeros(0, np.int64))
        aim = Aim(seed % 4, points_alone())
        best = value_of_choices(table, row, state, memory, aim)
        assert best >= value_now(table, row, state, memory, aim)
        assert rules.legal_moves(state) >> best_move(table, row, state, memory) & 1


def expected(table: Table, marginals: Marginals, depth: int, most: int) -> tuple[Chances, int]:
    """Return *table* with its options valued, at most so many tables at a time, and the nodes."""
    chances = new_chances(marginals, depth)
    open_level(chances, 0, table)
    level = nodes = 0
    while level != COMPLETE:
        level, done = expect(chances, depth, level, most)
        assert done <= most
        nodes += done
    return chances, nodes


def test_expectation_of_a_hand_worked_by_hand() -> None:
    # Ends 5 and 5; the own seat holds 5-4 and 1-0, the other one of 4-3 and 2-0, the boneyard
    # the rest. After 5-4 the other goes out with 4-3, half of the time: one pip lost. Else it
    # draws 4-3 and plays it, and still holds a tile, of 4.5 pips on the average: -1 + 4.5.
    table = Table(to_bits(["5-4", "1-0"]), to_bits(["4-3", "2-0"]), 5, 5, 0, 2, 2 | 1 << 8, 0, 1, 0)
    marginals = np.full((4, 64), 0.5)
    chances, nodes = expected(table, marginals, 2, MANY)
    assert nodes == 2 + 2 * 1
    assert chances.values[0, :2].tolist() == [0.5 * -1 + 0.5 * 3.5] * 2
    # Looking one ply ahead it leads by what the other may hold, less what is left in hand.
    chances, nodes = expected(table, marginals, 1, MANY)
    assert nodes == 2
    assert chances.values[0, :2].tolist() == [4.5 - 1] * 2


@pytest.mark.parametrize("game", GAMES)
def test_expectation_can_be_left_and_gone_on_with(game: str) -> None:
    for seen in itertools.islice(choices(game, range(1, 9)), 0, 40, 5):
        table, marginals = table_of(seen), marginals_of(seen, 50, Stream.of(1))
        whole, nodes = expected(table, marginals, 3, MANY)
        for most in (1, 7):
            chances, done = expected(table, marginals, 3, most)
            assert done == nodes
            assert (chances.values[0] == whole.values[0]).all()


# All of them


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agent", AGENTS)
def test_every_agent_moves_legally_in_whole_matches(game: str, agent: str) -> None:
    seats = 4 if "players=4" in game else 2
    written = game + (",target=100" if ":" in game else ":target=100")
    record = galo.play(written, [agent, "random"] * (seats // 2), 3, FEW)
    assert record.result is not None  # Match refuses any move that is not legal
    assert record == galo.play(written, [agent, "random"] * (seats // 2), 3, FEW)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("agent", ["expectiminimax", "pimc", "champion"])
def test_hidden_tiles_change_no_decision(game: str, agent: str) -> None:
    for number, seen in enumerate(choices(game, range(20, 23))):
        twin = seen.complete(belief_of(seen).deal(Stream.of(number))).observe(seen.seat)
        assert twin == seen
        assert decide(agent, twin) == decide(agent, seen)


@pytest.mark.parametrize("agent", ["expectiminimax", "pimc", "champion"])
def test_limits_are_kept(agent: str) -> None:
    seen = next(iter(choices("dominoes2", range(1, 9))))
    player = galo.player("dominoes2", agent)
    shallow = player.decide(seen, galo.Limit(deals=2, depth=1), Stream.of(1))
    longer = player.decide(seen, galo.Limit(deals=100, nodes=10**9, seconds=60), Stream.of(1))
    assert shallow.nodes is not None
    assert longer.nodes is not None
    assert shallow.nodes < longer.nodes
    hasty = player.decide(seen, galo.Limit(seconds=1e-6), Stream.of(1))
    assert hasty.move in seen.legal_moves
    tired = player.decide(seen, galo.Limit(nodes=1), Stream.of(1))
    assert tired.move in seen.legal_moves


@pytest.mark.parametrize("agent", AGENTS[2:])
def test_reasons_are_facts_about_the_move(agent: str) -> None:
    names = set()
    for seen in choices("dominoes2", range(4)):
        decision = galo.player("dominoes2", agent).decide(seen, FEW, Stream.of(1))
        for reason in decision.reasons:
            names.add(reason.name)
            if reason.name == "keeps":
                ends = ends_of([*(play.text for play in seen.plays), decision.move.text])
                assert reason.numbers["number"] in ends
    assert "keeps" in names


@pytest.mark.parametrize("agent", AGENTS)
def test_deciding_out_of_turn_is_refused(agent: str) -> None:
    position = galo.game("dominoes2").start(seed=1)
    other = 1 - position.mover
    with pytest.raises(ConfigError, match=f"seat {other} cannot decide"):
        galo.player("dominoes2", agent).decide(position.observe(other), FEW, Stream.of(1))


@pytest.mark.parametrize("game", ["dominoes2", "dominoes2:players=4"])
def test_points_told_favour_nobody(game: str) -> None:
    # What one side may expect the other must fear, which no value by hindsight does.
    seen = next(each for each in choices(game, range(20)) if len(each.plays) > 4)
    row = np.array(MODELS[seen.game.seats], np.int64)
    rows = Deals(seen).sample(50, 5)
    told = []
    for seat in (seen.seat, (seen.seat + 1) % seen.game.seats):
        thought = Thought(story_of(seen), Aim(seat, points_alone()), row, 0)
        told.append(think(thought, rows, np.arange(50)).sums)
    assert (told[0] == -told[1]).all()
    assert {move.code for move in seen.legal_moves} >= set(np.flatnonzero(told[0]))
    assert told[0].any()
