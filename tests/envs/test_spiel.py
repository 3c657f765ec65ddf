"""OpenSpiel: its own tests and algorithms on galo's games, and its bots as players of galo."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, mcts
from open_spiel.python.observation import make_observation

import galo
import galo.envs
from galo.errors import ConfigError
from galo.stream import Stream
from support.samples import sample

GAMES = {
    "galo_connect_four": 3,
    "galo_lines_of_action(max_plies=30)": 1,
    "galo_dominoes4(episode=round)": 2,
    "galo_dominoes4(target=100)": 1,
    "galo_dominoes2": 2,
    "galo_dominoes2(players=4,target=100)": 1,
}
LATE = (  # seven tiles in hand
    "- - 6-5,6-1,6-0,5-1,4-2,3-3,0-0/6-4,6-3,5-4,5-3,5-0,4-3,4-1/6-6,3-1,3-0,2-2,2-1,2-0,1-0/"
    "6-2,5-5,5-2,4-4,4-0,3-2,1-1 6-6 6-2@e 4-2@e 5-4@e pass 5-5@e 6-1@w 6-4@n 1-0@w 4-0@w 5-1@e "
    "6-3@s 2-1@e 4-4@n 3-3@s 4-1@w 3-1@w 3-2@s pass 4-3@n 3-0@n 5-2@e 6-5@e 5-3@w"
)


@pytest.fixture(autouse=True)
def registered() -> None:
    galo.envs.openspiel("connect_four")


@pytest.mark.parametrize("name", GAMES)
def test_game_passes_the_test_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(name), num_sims=sample(GAMES[name], 20), serialize=True, verbose=False
    )


@pytest.mark.parametrize("name", [*list(GAMES)[:2], "galo_dominoes2"])
def test_game_is_told_from_beginning_to_end(name: str) -> None:
    lines = generate_playthrough.playthrough_lines(name, seed=1)
    assert any(line.startswith("Returns()") for line in lines)


def test_connect_four_is_that_of_openspiel_move_for_move() -> None:
    own, peer = galo.envs.openspiel("connect_four"), pyspiel.load_game("connect_four")
    rng = random.Random(4)
    for _ in range(sample(20, 500)):
        state, other = own.new_initial_state(), peer.new_initial_state()
        while not other.is_terminal():
            assert state.legal_actions() == other.legal_actions()
            assert state.current_player() == other.current_player()
            action = rng.choice(other.legal_actions())
            state.apply_action(action)
            other.apply_action(action)
        assert state.is_terminal()
        assert state.returns() == other.returns()


def random_state(game: Any, rng: random.Random, decisions: int) -> Any:
    """Return a state of *game* after the deal and so many random *decisions*."""
    state = game.new_initial_state()
    while decisions or state.is_chance_node():
        decisions -= not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_tiles_are_dealt_in_chance_nodes() -> None:
    state = galo.envs.openspiel("dominoes4").new_initial_state()
    for tile in range(27, -1, -1):
        assert (tile, 1 / (tile + 1)) in state.chance_outcomes()
        state.apply_action(tile)
    assert state.current_player() == 0  # who was dealt 6-6
    assert state.position is not None
    assert state.position.hands is not None
    assert state.position.hands[0] == ("6-0", "6-1", "6-2", "6-3", "6-4", "6-5", "6-6")


@pytest.mark.parametrize("name", ["dominoes4", "dominoes2"])
def test_a_round_is_worth_the_points_by_which_a_side_is_ahead(name: str) -> None:
    state = random_state(galo.envs.openspiel(name, episode="round"), random.Random(1), 0)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    points = state.position.game.round_scores(state.position.state)
    assert state.returns()[:2] == [points[0] - points[1], points[1] - points[0]]
    assert points[0] != points[1]


@pytest.mark.parametrize("name", ["dominoes4", "dominoes2"])
def test_tensor_and_text_are_those_of_the_observation(name: str) -> None:
    state = random_state(galo.envs.openspiel(name), random.Random(2), 8)
    seat = state.current_player()
    seen = state.position.observe(seat)
    assert np.array_equal(state.observation_tensor(seat), seen.tensor())
    assert seen.to_text() == state.observation_string(seat)


@pytest.mark.parametrize("name", ["dominoes4", "dominoes2"])
def test_what_is_public_is_the_same_for_all_and_shows_no_tile_in_hand(name: str) -> None:
    game = galo.envs.openspiel(name)
    kinds = (True, pyspiel.PrivateInfoType.NONE), (False, pyspiel.PrivateInfoType.SINGLE_PLAYER)
    public, private = (
        make_observation(
            game,
            pyspiel.IIGObservationType(public_info=shown, perfect_recall=False, private_info=own),
        )
        for shown, own in kinds
    )
    state = random_state(game, random.Random(2), 8)
    seats = range(game.num_players())
    (text,) = {public.string_from(state, seat) for seat in seats}
    for seat in seats:
        hand = state.position.hands[seat]
        assert private.string_from(state, seat).split() == sorted(hand)
        assert not any(tile in text for tile in hand)


@pytest.mark.parametrize("name", ["dominoes4", "dominoes2", "dominoes2:players=4"])
def test_other_hidden_tiles_look_the_same_to_the_seat_that_resamples(name: str) -> None:
    game, rng = galo.envs.openspiel(name, episode="round"), random.Random(3)
    state = random_state(game, rng, 5)
    seat = state.current_player()
    others = [state.resample_from_infostate(seat, rng.random) for _ in range(5)]
    for other in others:
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.legal_actions() == state.legal_actions()
    hidden = [seat for seat in range(game.num_players()) if seat != state.current_player()]
    assert len({other.information_state_string(hidden[0]) for other in others}) > 1


def test_a_text_recalls_the_rounds_before() -> None:
    state, rng = galo.envs.openspiel("dominoes4").new_initial_state(), random.Random(5)
    while not state.past or state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.information_state_string(0).startswith(state.past[0] + " | ")
    assert state.past[0] not in state.observation_string(0)


def test_every_deal_of_a_given_position_fits_what_all_have_seen() -> None:
    state = galo.envs.openspiel("dominoes4", "round", LATE).new_initial_state()
    given = galo.game("dominoes4").from_text(LATE)
    outcomes = state.chance_outcomes()
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    deals = set()
    for outcome, _ in outcomes:
        position = state.child(outcome).position
        assert position.plays[: len(given.plays)] == given.plays
        deals.add(position.to_text())
    assert len(deals) == len(outcomes) > 10


def test_tree_search_of_openspiel_finds_a_win() -> None:
    game = galo.envs.openspiel("connect_four", position="445566")
    draws = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 30, mcts.RandomRolloutEvaluator(1, draws), random_state=draws)
    assert bot.step(game.new_initial_state()) in (2, 6)


@pytest.mark.parametrize(
    ("name", "position", "message"),
    [
        ("dominoes2", galo.game("dominoes2").start(1).to_text(), "has a boneyard"),
        (
            "dominoes4",
            galo.game("dominoes4").start(1).to_text(),
            "there are [0-9,]+ deals to look at",
        ),
    ],
)
def test_a_position_that_cannot_be_dealt_anew_is_refused(
    name: str, position: str, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        galo.envs.openspiel(name, position=position)


@pytest.mark.parametrize("name", ["connect_four", "lines_of_action", "dominoes4", "dominoes2"])
def test_bot_of_openspiel_is_an_agent(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GALO_PLUGINS", "galo.envs.spiel.bots")
    assert "openspiel" in galo.agents(name)
    player = galo.player(name, "openspiel:simulations=2")
    position = galo.game(name).start(seed=3)
    while len(position.legal_moves) < 2:
        position = position.play(position.legal_moves[0])
    decisions = {player.decide(position.observe(), rng=Stream.of(seed)).move for seed in (1, 1, 1)}
    assert len(decisions) == 1
    assert decisions < set(position.legal_moves)


def test_bot_of_openspiel_beats_random_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GALO_PLUGINS", "galo.envs.spiel.bots")
    for seed in range(3):
        record = galo.play("connect_four", ["random", "openspiel:simulations=100"], seed)
        assert record.result is not None
        assert record.result.winner == 1


def test_any_bot_of_openspiel_can_play() -> None:
    def uniform(state: Any, limit: galo.Limit, seed: int) -> Any:
        return pyspiel.make_uniform_random_bot(state.current_player(), seed)

    bot = galo.envs.openspiel_player(uniform, "uniform")
    record = galo.play("dominoes4", [bot, "random", bot, "random"], seed=1)
    assert record.seats == ("uniform", "random", "uniform", "random")
    assert record.result is not None
