"""What the network reads: against a twin by hand, alike from an observation and at a table."""

from typing import Any

import numpy as np

import galo
from galo.envs import make
from galo.games.dominoes.observation import DominoObservation
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import NAMES, halves
from galo.games.dominoes4 import Dominoes4
from galo.games.rules.dominoes4 import MAX_MOVES
from galo.games.tensors.dominoes import record_of
from galo.players.dominoes.belief import Belief
from galo.players.dominoes4 import network_inputs as parts
from galo.players.dominoes4.feature_table import FEATURES
from galo.players.dominoes4.network_inputs import (
    OPTION_INPUTS,
    SITUATION_INPUTS,
    write_inputs,
)
from galo.stream import Stream
from support.naive_features import ARMS, Option
from support.positions import mover_of
from support.samples import sample

GAME = galo.game("dominoes4")
assert isinstance(GAME, Dominoes4)
MATCHES = sample(2, 40)
Read = tuple[Any, Any, list[int]]


def read(row: Any) -> Read:
    """Return the inputs of the situation and of the options of *row*, and their moves."""
    inputs = np.zeros(SITUATION_INPUTS, np.int8)
    options = np.zeros((MAX_MOVES, OPTION_INPUTS), np.int8)
    moves = np.zeros(MAX_MOVES, np.int64)
    count = write_inputs(GAME.rules, row, inputs, options, moves)
    return inputs, options[:count], moves[:count].tolist()


def observed(position: DominoPosition) -> DominoObservation:
    return position.observe(mover_of(position))


def rounds(seed: int) -> list[list[DominoPosition]]:
    """Return the positions of the rounds of a match of random moves."""
    rng, found = Stream.of(seed, 1), [[GAME.start(seed=seed)]]
    for ply in range(200):
        position = found[-1][-1]
        if position.is_over:
            break
        if position.mover is None:
            found.append([position.deal(GAME.deal(seed, len(position.scores)))])
            continue
        moves = position.legal_moves
        found[-1].append(position.play(moves[rng.randint(ply, len(moves))]))
    return found


def table_points(position: DominoPosition, text: str) -> int:
    """Return what the ends add up to after *text*, if that scores."""
    option = Option(position, text)
    total = option.total(option.after)
    return 0 if total % 5 else total


def notes(before: list[DominoPosition], position: DominoPosition) -> dict[str, dict[Any, int]]:
    """Return what the others declined and forwent in the positions *before*, and who led what."""
    mover = mover_of(position)
    hidden = set(NAMES) - {play.text[:3] for play in position.plays} - set(position.hands[mover])
    found: dict[str, dict[Any, int]] = {"declined": {}, "forgone": {}, "led": {}, "covered": {}}
    for earlier, later in zip(before, [*before[1:], position], strict=True):
        play = later.plays[-1] if len(later.plays) > len(earlier.plays) else None
        if play is None or "@" not in play.text:
            continue
        seat, option = (play.seat - mover) % 4, Option(earlier, play.text)
        for kind, number in (("led", option.far), ("covered", option.near)):
            found[kind][seat, number] = found[kind].get((seat, number), 0) + 1
        if seat == 0:
            continue
        ends = option.seen.ends
        for arm in [*ends, *[arm for arm in ARMS if arm not in ends][:1]]:
            for tile in hidden:
                if ends.get(arm, (option.seen.opening, False))[0] in halves(tile):
                    better = table_points(earlier, f"{tile}@{arm}")
                    more = (better - table_points(earlier, play.text)) // 5
                    found["declined"][seat, tile] = found["declined"].get((seat, tile), 0) + 1
                    found["forgone"][seat, tile] = max(more, found["forgone"].get((seat, tile), 0))
    return found


def test_notes_of_the_round_are_those_made_by_hand() -> None:
    compared, most = 0, 0
    for seed in range(MATCHES):
        for positions in rounds(seed):
            for ply, position in enumerate(positions):
                if position.mover is None or not position.plays:
                    continue
                found, expected = (
                    read(record_of(observed(position)))[0],
                    notes(positions[:ply], position),
                )
                for name, first in (("declined", parts.DECLINED), ("forgone", parts.FORGONE)):
                    written: dict[Any, int] = {
                        (seat, tile): int(found[first + (seat - 1) * 28 + place])
                        for seat in (1, 2, 3)
                        for place, tile in enumerate(NAMES)
                        if found[first + (seat - 1) * 28 + place]
                    }
                    assert written == {key: n for key, n in expected[name].items() if n}
                    most = max(most, *written.values(), 0)
                for name, first in (("led", parts.LED), ("covered", parts.COVERED)):
                    written = {
                        (seat, number): int(found[first + seat * 7 + number])
                        for seat in range(4)
                        for number in range(7)
                        if found[first + seat * 7 + number]
                    }
                    assert written == expected[name]
                compared += 1
    assert compared > 50 * MATCHES
    assert most > 4  # of forgone points, in fives


def test_what_lies_open_is_read_as_people_see_it() -> None:
    compared = 0
    for seed in range(MATCHES):
        for positions in rounds(seed + 100):
            for position in positions:
                if position.mover is None:
                    continue
                seen, found = observed(position), read(record_of(observed(position)))[0]
                check_open(seen, found)
                compared += 1
    assert compared > 50 * MATCHES


def check_open(seen: DominoObservation, found: Any) -> None:
    """Assert that *found* are the inputs of *seen*, what everybody can see and the own hand."""
    around = [(seen.seat + away) % 4 for away in range(4)]

    def tiles(first: int) -> set[str]:
        return {tile for place, tile in enumerate(NAMES) if found[first + place]}

    assert tiles(parts.HAND_TILES) == set(seen.hand)
    for away, seat in enumerate(around):
        assert tiles(parts.PLACED_TILES + 28 * away) == set(seen.played_by(seat))
        left = found[parts.TILES_LEFT + 8 * away : parts.TILES_LEFT + 8 * away + 8]
        assert left.tolist() == [int(n == seen.hand_sizes[seat]) for n in range(8)]
    for arm, letter in enumerate(seen.game.end_letters):
        first = parts.END_OF_ARM + 8 * arm
        assert found[first : first + 8].argmax() == seen.open_ends.get(letter, 7)
    total = seen.ends_sum or 0
    assert found[parts.SUM] == total // 5
    assert found[parts.SUM_BEYOND + total % 5] == 1
    side = seen.seat % 2
    for first, score in (
        (parts.OUR_SCORE, seen.total[side]),
        (parts.THEIR_SCORE, seen.total[1 - side]),
    ):
        assert found[first : first + 10].sum() == min(10, score // 20)
    opener = found[parts.TO_OPEN : parts.TO_OPEN + 4].tolist()
    assert opener == [int(seat == seen.opener) for seat in around]
    if seen.plays:
        belief = Belief(seen)
        for away in (1, 2, 3):
            held = {
                tile
                for number in range(20)
                for tile in belief.deal(Stream.of(number))[around[away]]
            }
            assert held <= tiles(parts.POSSIBLE + 28 * (away - 1))


def test_a_table_is_read_as_the_observation_of_its_mover() -> None:
    env, steps = make("dominoes4", 4, seed=7, history=False), sample(60, 400)
    positions = [GAME.start(seed=env.game_seed(table, 0)) for table in range(env.n)]
    rounds_dealt, compared = [0] * env.n, 0
    for step in range(steps):
        actions = []
        for table in range(env.n):
            position = positions[table] = settled(
                positions[table], env.game_seed(table, 0), rounds_dealt, table
            )
            if env.episodes[table]:  # the first match of this table is over
                actions.append(int(env.mask[table].argmax()))
                continue
            ours, theirs = read(env.states[table]), read(record_of(observed(position)))
            assert ours[2] == theirs[2]
            assert np.array_equal(ours[0], theirs[0])
            assert np.array_equal(ours[1], theirs[1])
            legal = env.mask[table].nonzero()[0]
            actions.append(int(legal[(step + table) % len(legal)]))
            positions[table] = position.play(GAME.actions.move(actions[-1], position))
            compared += 1
        env.step(np.array(actions))
    assert compared > 3 * steps


def settled(
    position: DominoPosition, seed: int, rounds_dealt: list[int], table: int
) -> DominoPosition:
    """Return *position* after the passes and deals that follow by themselves."""
    while not position.is_over and (position.mover is None or position.forced_move is not None):
        if position.mover is None:
            rounds_dealt[table] += 1
            position = position.deal(GAME.deal(seed, rounds_dealt[table]))
        elif position.forced_move is not None:
            position = position.play(position.forced_move)
    return position


def test_inputs_do_not_change_when_hidden_tiles_are_dealt_anew() -> None:
    for positions in rounds(11)[:2]:
        for position in positions:
            if position.mover is None or not position.plays:
                continue
            seen = observed(position)
            other = seen.complete(Belief(seen).deal(Stream.of(3)))
            assert record_of(observed(other)).tolist() == record_of(seen).tolist()


def test_option_has_its_features_and_its_numbers() -> None:
    position = next(p for p in rounds(5)[0] if p.plays and len(p.legal_moves) > 2)
    _, options, moves = read(record_of(observed(position)))
    by_code = {move.code: move.text for move in position.legal_moves}
    for found, code in zip(options, moves, strict=True):
        expected = Option(position, by_code[code])
        features = expected.features()
        written = found[: len(FEATURES)].tolist()
        assert written == [min(127, features[name]) for name in FEATURES]
        assert found[parts.NEAR : parts.NEAR + 7].argmax() == expected.near
        assert found[parts.FAR : parts.FAR + 7].argmax() == expected.far
        beyond = found[parts.BEYOND_AFTER : parts.BEYOND_AFTER + 5].argmax()
        assert beyond == features["ends_sum"] % 5
