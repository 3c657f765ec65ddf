"""Reading the plays: hidden hands that fit, the likelier ones more often.

What a seat played, and what it did not play although it might have held it, tells of its
hand. A deal is as likely as the choices that everybody would have made in it:

    1. sample    deals that contradict nothing, all equally likely: `players.hands`
    2. weigh     play the round again in each: how likely would every choice have been?
                 for each other seat, the belief in every model times the model's chances
    3. keep      deals drawn by weight; with each, for every seat, a model drawn by weight

Seats are chairs away from who thinks: 0 that one, 1 the next, 2 the partner, 3 the previous.
"""

from typing import TYPE_CHECKING, NamedTuple

from galo.games.rules.dominoes4 import (
    PLAYING,
    Rules,
    State,
    bare_table,
    legal_moves,
    play,
    turn,
)
from galo.jit import kernel, no_gil_kernel
from galo.players.dominoes.determinization import Hidden, sample_deal
from galo.players.dominoes.resampling import resample, uniform
from galo.players.dominoes4.evaluation import Memory, look, nothing_seen, remember
from galo.players.dominoes4.opponent_models import (
    MODELS,
    STRONG,
    Models,
    chance_of_choice,
    chance_of_opening,
)
from galo.rng import fold_in

if TYPE_CHECKING:
    from galo.arrays import IntMatrix, IntVector, RealMatrix, RealVector

OTHER_SEATS = 3
MODEL_BITS, MODEL_MASK = 4, 15
CHOICE = 64  # draws from here on choose models; those before it deal tiles
KEEPING = 1 << 32  # the stream below a key that keeps deals; those before it sample them


class Chair(NamedTuple):
    """All that who thinks, and is to move, knows of the round."""

    state: State  # with its own hand alone, as if it sat at seat 0
    memory: Memory
    hidden: Hidden
    moves: "IntVector"  # of the round so far
    opener: int  # the seat that opened
    opening: int  # the phase in which it did
    score: int  # of its pair in the match, before this round
    their_score: int


class Desk(NamedTuple):
    """Room to work in: as many rows as deals are sampled at a time."""

    tiles: "IntVector"  # as `count_deals` left them
    ways: "IntMatrix"
    hands: "IntMatrix"  # of the three others, in each deal
    models: "IntVector"  # drawn for them, 4 bits for each
    weights: "RealVector"
    chances: "RealMatrix"  # of what each of the three did, in the deal being weighed, by model
    kept: "IntVector"  # the deals that were drawn by weight


@kernel
def weigh(rules: Rules, models: Models, chair: Chair, desk: Desk, deal: int) -> None:
    """Write how likely each other seat's choices were in *deal*, by model, into the chances."""
    # 1. The round as it was dealt: what each holds now, and what it has played.
    memory = chair.memory
    state = State(
        chair.state.hand0 | memory.played0,
        desk.hands[deal, 0] | memory.played1,
        desk.hands[deal, 1] | memory.played2,
        desk.hands[deal, 2] | memory.played3,
        0, chair.opening, bare_table(), 0, 0, 0,
    )  # fmt: skip
    for _ in range(chair.opener):
        state = turn(state)
    desk.chances[:, :] = 1.0
    # 2. Every choice of another seat counts, unless it had none.
    seen = nothing_seen()
    for index in range(len(chair.moves)):
        move = int(chair.moves[index])
        moves = legal_moves(state)
        if state.mover and moves & (moves - 1):
            other = state.mover - 1
            if state.phase < PLAYING:
                for model in range(MODELS):
                    desk.chances[other, model] *= chance_of_opening(
                        models, model, state.hand0, moves, move
                    )
            else:
                sight = look(models.weights, STRONG, state, seen)
                for model in range(MODELS):
                    desk.chances[other, model] *= chance_of_choice(
                        rules, models, model, sight, moves, move
                    )
        seen = remember(seen, state.table, move)
        state = play(rules, state, move)


@kernel
def believe(models: Models, desk: Desk, deal: int, key: int) -> None:
    """Write the weight of *deal* from its chances, and a model for each other seat."""
    weight, drawn = 1.0, 0
    for other in range(OTHER_SEATS):
        total = 0.0
        for model in range(MODELS):
            total += models.shares[other, model] * desk.chances[other, model]
        weight *= total
        left = total * uniform(key, CHOICE + other)
        model = 0
        while model + 1 < MODELS:
            left -= models.shares[other, model] * desk.chances[other, model]
            if left < 0.0:
                break
            model += 1
        drawn |= model << (MODEL_BITS * other)
    desk.weights[deal] = weight
    desk.models[deal] = drawn


@no_gil_kernel
def read_plays(rules: Rules, models: Models, chair: Chair, desk: Desk, key: int) -> None:
    """Fill the desk with deals that fit what *chair* knows, and keep the likely ones."""
    total = 0.0
    for deal in range(len(desk.weights)):
        stream = fold_in(key, deal)
        hands = sample_deal(chair.hidden, desk.tiles, desk.ways, stream)
        desk.hands[deal, 0], desk.hands[deal, 1], desk.hands[deal, 2] = hands
        weigh(rules, models, chair, desk, deal)
        believe(models, desk, deal, stream)
        total += desk.weights[deal]
    resample(desk.weights, total, fold_in(key, KEEPING), desk.kept)
