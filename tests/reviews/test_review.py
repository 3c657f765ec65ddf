"""Reviews: the sums hold, nobody is judged by what it could not see, and solved games exactly."""

from dataclasses import replace

import numpy as np
import pytest

import galo
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import NAMES
from galo.games.game import Outcome
from galo.players.dominoes.belief import belief_of
from galo.players.registry import GameAgents, reviewer_of
from galo.players.reviewer import Scale, estimated_loss
from galo.reviews.review import PARTS, Review
from galo.reviews.reviewing import mark_of, review, steps_of
from galo.stream import Stream
from support.samples import sample

CHEAP = galo.Limit(deals=20)
SOME = galo.Limit(deals=200)
SCALE = Scale(inaccuracy=0.02, mistake=0.05, blunder=0.1, spread=0.05, inaccuracy_points=4)
AGENTS = {
    "dominoes4": ("s1", "basic", "s1", "random"),
    "dominoes2": ("costa", "random"),
    "dominoes2:target=100": ("hoffmann", "random"),
    "dominoes2:players=4,target=100": ("costa", "first", "random", "hoffmann"),
    "connect_four": ("minimax:depth=3", "focused"),
    "lines_of_action": ("fiss:depth=1", "random"),
}
LIMITS = {"lines_of_action": galo.Limit(nodes=300)}


def reviewed(game: str, seed: int) -> tuple[galo.GameRecord, Review]:
    """Return a game of agents and its review with little effort."""
    record = galo.play(game, AGENTS[game], seed=seed)
    return record, review(record, limit=LIMITS.get(game, CHEAP), seed=seed)


@pytest.mark.parametrize("game", AGENTS)
def test_start_and_skill_and_luck_are_the_result_exactly(game: str) -> None:
    for seed in range(sample(1, 100)):
        record, found = reviewed(game, seed)
        assert record.result is not None
        winner = record.result.winner
        assert found.result == ((0.5, 0.5) if winner is None else (1.0 - winner, float(winner)))
        assert found.begins + found.skill_parts + found.luck_parts == found.result[0] * PARTS
        before = found.begins
        for event in found.events:
            assert event.chance - before == event.skill + event.luck
            before = event.chance
        losses = [0, 0]
        for move in found.moves:
            assert move.loss >= 0
            losses[galo.game(game).side_of(move.seat)] += round(move.loss * PARTS)
        assert found.skill_parts == losses[1] - losses[0]
        assert [event.number for event in found.events if event.kind == "move"] == list(
            range(1, len(record.moves) + 1)
        )
        assert sum(event.kind == "deal" for event in found.events) == len(record.deals)


@pytest.mark.parametrize("game", ["dominoes4", "dominoes2", "dominoes2:players=4,target=100"])
def test_a_decision_is_judged_by_what_its_seat_could_know(game: str) -> None:
    make = reviewer_of(galo.game(game).name)
    assert make is not None
    reviewer = make(CHEAP)
    rng = Stream.of(5)
    changed = 0
    steps = [step for step in steps_of(galo.play(game, AGENTS[game], seed=4)) if step.choice]
    for step in steps[: sample(8, 60)]:
        position = step.position
        assert isinstance(position, DominoPosition)
        seen = position.observe(position.mover)
        other = seen.complete(belief_of(seen).deal(rng.block(step.number)))
        assert other.observe(position.mover).to_text() == seen.to_text()
        moments = [reviewer.study(each, step.choice, rng) for each in (position, other)]
        assert moments[0].judgement == moments[1].judgement
        changed += moments[0].chance != moments[1].chance
    assert changed  # while the chance with all tiles known does depend on them


def test_same_seed_gives_the_same_review_on_any_number_of_threads() -> None:
    record = galo.play("dominoes4", AGENTS["dominoes4"], seed=3)
    one, two, other = (
        review(record, limit=CHEAP, seed=seed, jobs=jobs) for seed, jobs in ((1, 1), (1, 3), (2, 1))
    )
    assert one == two
    assert one.moves != other.moves


def test_only_a_choice_is_a_decision() -> None:
    record = galo.play("dominoes4", AGENTS["dominoes4"], seed=3)
    choices = {step.number for step in steps_of(record) if len(step.position.legal_moves) > 1}
    found = review(record, limit=CHEAP)
    assert {move.number for move in found.moves} == choices
    assert len(choices) < len(record.moves)
    assert sum(seat.decisions for seat in found.seats) == len(choices)


def test_believed_tiles_are_those_not_seen_and_fill_the_hands() -> None:
    for game in ("dominoes4", "dominoes2"):
        record = galo.play(game, AGENTS[game], seed=6)
        moves = {move.number: move for move in review(record, limit=CHEAP).moves}
        for step in steps_of(record):
            if not step.choice:
                continue
            position = step.position
            assert isinstance(position, DominoPosition)
            belief = moves[step.number].belief
            assert belief is not None
            laid = {play.tile for play in position.plays}
            own = set(position.hands[position.mover or 0])
            assert belief.keys() == {*NAMES} - laid - own
            held = np.array(list(belief.values())).sum(0)
            sizes = [*position.hand_sizes, *([position.stock] if position.game.stock else [])]
            sizes[position.mover or 0] = 0
            assert held == pytest.approx(sizes, abs=0.05)


def test_connect_four_is_judged_exactly() -> None:
    record = galo.play("connect_four", ["random", "minimax:depth=4"], seed=2)
    found = review(record)
    assert found.luck == (0.0, 0.0)
    assert found.start == (1.0, 0.0)  # the first player wins by best play
    assert found.error == 0
    played = ""
    for text, move in zip(record.moves, found.moves, strict=False):
        solved = galo.solve("connect_four", played)
        column = int(text) - 1
        assert move.points == solved.columns[column]
        assert move.best_points == solved.score
        assert solved.columns[int(move.best) - 1] == solved.score
        assert move.loss == (np.sign(solved.score) - np.sign(solved.columns[column])) / 2
        played += text
    assert any(move.loss for move in found.moves)


def test_engine_sees_a_missed_win_in_lines_of_action() -> None:
    game = galo.game("lines_of_action")
    # Black, to move, connects at once with a move, and does something else.
    record = galo.play(game, ["fiss:depth=3", "random"], seed=1)
    *_, before, _last = steps_of(record)
    winning = before.position
    assert winning.mover == 0
    assert before.move is not None
    other = next(move for move in winning.legal_moves if winning.play(move).outcome is None)
    make = reviewer_of("lines_of_action")
    assert make is not None
    reviewer = make(galo.Limit(nodes=2000))
    good = reviewer.study(winning, before.move, Stream(0))
    bad = reviewer.study(winning, other, Stream(0))
    assert good.chance == bad.chance == 1.0
    assert good.judgement is not None
    assert bad.judgement is not None
    assert good.judgement.loss == 0.0
    assert [reason.name for reason in bad.judgement.reasons] == ["wins_now"]
    assert winning.play(bad.judgement.options[0].move).outcome is not None


def test_game_that_people_ended_ends_with_their_result() -> None:
    whole = galo.play("connect_four", ["minimax:depth=3", "focused"], seed=1)
    record = replace(whole, moves=whole.moves[:4], result=Outcome((0.0, 1.0), 1, "resigned"))
    found = review(record)
    assert found.result == (0.0, 1.0)
    assert [event.kind for event in found.events] == ["move"] * 4 + ["end"]
    assert found.begins + found.skill_parts + found.luck_parts == 0


def test_what_cannot_be_reviewed_is_refused_in_a_sentence() -> None:
    record = galo.play("connect_four", ["random", "random"], seed=1)
    with pytest.raises(galo.ConfigError, match="left unfinished: only one that is over"):
        review(replace(record, result=None, moves=record.moves[:3]))
    with pytest.raises(galo.ConfigError, match="seconds and limit contradict each other"):
        review(record, seconds=1, limit=CHEAP)
    with pytest.raises(galo.ConfigError, match="10 deals: a review needs at least 20"):
        review(galo.play("dominoes2", AGENTS["dominoes2"]), limit=galo.Limit(deals=10))
    assert GameAgents().reviewer is None  # a game of one's own brings one, or is refused


def test_best_of_equal_options_is_no_loss_on_average() -> None:
    generator = np.random.default_rng(1)
    crossed, naive = [], []
    for _ in range(sample(2000, 20_000)):
        values = generator.normal(size=(20, 6))
        halves = values[0::2], values[1::2]
        loss, error = estimated_loss(values, played=0)
        crossed.append(
            np.mean([v[:, c.mean(0).argmax()] - v[:, 0] for c, v in (halves, halves[::-1])])
        )
        naive.append(values.mean(0).max() - values.mean(0)[0])
        assert loss == pytest.approx(max(0.0, float(crossed[-1])))
        assert error >= 0
    spread = np.std(crossed) / len(crossed) ** 0.5
    assert abs(np.mean(crossed)) < 4 * spread
    assert np.mean(naive) > 20 * spread


def test_loss_of_a_worse_option_is_its_distance_from_the_best() -> None:
    generator = np.random.default_rng(2)
    deals = generator.normal(size=(20, 1))  # common to all options, so that it does not count
    values = deals + np.array([0.0, 0.3, 0.1]) + generator.normal(scale=0.01, size=(20, 3))
    loss, error = estimated_loss(values, played=2)
    assert loss == pytest.approx(0.2, abs=0.02)
    assert error < 0.01
    assert estimated_loss(values, played=1) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("loss", "error", "slower", "mark"),
    [
        (0.0, 0.0, 0, "good"),
        (0.019, 0.001, 0, "good"),
        (0.02, 0.001, 0, "inaccuracy"),
        (0.05, 0.001, 0, "mistake"),
        (0.1, 0.01, 0, "blunder"),
        (0.1, 0.06, 0, "good"),  # within its error
        (0.0, 0.0, 4, "inaccuracy"),  # wins later
    ],
)
def test_marks_follow_the_scale(loss: float, error: float, slower: float, mark: str) -> None:
    assert mark_of(loss, error, slower, SCALE) == mark
