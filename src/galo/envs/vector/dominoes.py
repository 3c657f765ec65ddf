"""What both games of dominoes do at a table: kernels around those of their rules."""

from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from galo.envs.vector.tables import (
    BEGIN,
    GOES_ON,
    Settings,
    TableGame,
    TableKernels,
    Tables,
    end_game,
    game_key,
)
from galo.games.game import DEALS
from galo.games.rules.dominoes2 import DRAW, NO_OPENER, PASS
from galo.games.rules.dominoes4_layout import ARM, ARMS, END_BITS, END_NUMBER, NO_END
from galo.games.rules.ending import PLAYING
from galo.games.rules.tiles import TILES, tile_of
from galo.games.steps.dominoes import MOVER, PHASE
from galo.games.tensors.domino_features import (
    Shape,
    TableFacts,
    write_hidden,
    write_observation,
)
from galo.games.tensors.domino_record import (
    COLUMNS,
    NO_ARM,
    OPENER,
    SCORE,
    clear_record,
    order_of,
    record_draw,
    record_pass,
    record_tile,
    tile_at,
)
from galo.games.tensors.dominoes import shape_of
from galo.jit import ClosureKernels, float_kernel, kernel, lowest_bit
from galo.rng import fold_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from galo.arrays import BoolVector, IntMatrix, IntVector, Tensor
    from galo.games.dominoes.game import DominoGame

ROUND = COLUMNS  # the number of the round in its match, behind the record
TABLE_COLUMNS = ROUND + 1
NO_MOVE = -1


class DominoRules(NamedTuple):
    """What tells the two games apart."""

    rules: ModuleType
    steps: ModuleType
    arms: int
    openings: int  # actions that open a round
    action_of_opening: "Callable[[int], int]"  # of the tile that opens
    opening_of_action: "Callable[[int], int]"  # and the other way round
    result_of: "Callable[..., int]"  # (rules, state, score0, score1) after a round: or GOES_ON
    opens_by_itself: bool  # whether a tile that must open is a forced move
    source: str


def domino_table_game(
    game: "DominoGame", kernels: TableKernels, settings: Settings, has_history: bool
) -> TableGame:
    """Return *game* as an environment plays it, which shows the history of a round or does not."""
    shape = shape_of(game, has_history)
    layout, state_layout = game.tensor_layout, game.state_layout
    if not has_history:
        layout, state_layout = layout.without("history"), state_layout.without("history")
    return TableGame(
        game,
        kernels,
        game.rules_row,
        shape,
        TABLE_COLUMNS,
        settings._replace(share=shape.points),
        layout,
        state_layout,
    )


@kernel
def end_number(ends: int, arm: int) -> int:
    """Return the number to match at *arm*, NO_END if it is not open."""
    return ends >> arm * END_BITS & END_NUMBER


@kernel
def numbers_at(ends: int) -> int:
    """Return the set of numbers to match."""
    numbers = 0
    for arm in range(ARMS):
        numbers |= 1 << end_number(ends, arm)
    return numbers & ~(1 << NO_END)


@kernel
def action_of_placement(openings: int, ends: int, move: int) -> int:
    """Return the action of *move*, which places a tile at an arm."""
    arm = move // ARM
    return openings + arm * TILES + order_of(tile_of(end_number(ends, arm), move % ARM))


@kernel
def placement_of_action(openings: int, ends: int, action: int) -> int:
    """Return the move of *action*, which places a tile at an arm."""
    arm = (action - openings) // TILES
    tile = tile_at((action - openings) % TILES)
    return arm * ARM + (tile >> 3) + (tile & 7) - end_number(ends, arm)


@kernel
def clear_match(row: "IntVector") -> None:
    """Make *row* that of a match of which nothing was dealt."""
    row[SCORE] = row[SCORE + 1] = row[ROUND] = 0
    row[OPENER] = NO_OPENER


@kernel
def count_points(tables: Tables, table: int, score0: int, score1: int) -> None:
    """Add what the scores are now above what they were to the points of the step."""
    tables.points[table, 0] += score0 - tables.scores[table, 0]
    tables.points[table, 1] += score1 - tables.scores[table, 1]


@float_kernel
def reward_points(tables: Tables, table: int, share: int) -> None:
    """Reward every seat by the points of the last step, *share* of them being 1."""
    lead = int(tables.points[table, 0]) - int(tables.points[table, 1])
    for seat in range(tables.rewards.shape[1]):
        tables.rewards[table, seat] = (lead if seat % 2 == 0 else -lead) / share


def domino_tables(game: DominoRules) -> TableKernels:
    """Return what *game* does at a table."""
    sources = (game.source, __file__)
    closures = ClosureKernels(sources)
    rules_of, unpack, pack = game.rules.Rules, game.rules.unpack, game.rules.pack
    deal_round, legal_set, play = game.rules.deal_round, game.rules.legal_set, game.rules.play
    is_round_over, round_points = game.rules.is_round_over, game.rules.round_points
    next_opener, openings, opens_by_itself = (
        game.rules.next_opener,
        game.openings,
        game.opens_by_itself,
    )
    action_of_opening, opening_of_action = game.action_of_opening, game.opening_of_action
    ends_of, total_of, result_of = game.steps.ends_of, game.steps.total_of, game.result_of
    first_without_tile = openings + game.arms * TILES

    @closures.kernel
    def action_of(row: "IntVector", move: int) -> int:
        """Return the action of *move*, which is legal in *row*."""
        if move >= PASS:
            return first_without_tile + move - PASS
        if row[PHASE] < PLAYING:
            return action_of_opening(move)
        return action_of_placement(openings, ends_of(row), move)

    @closures.kernel
    def move_of(row: "IntVector", action: int) -> int:
        """Return the move of *action*, which is legal in *row*."""
        if action >= first_without_tile:
            return PASS + action - first_without_tile
        if action < openings:
            return opening_of_action(action)
        return placement_of_action(openings, ends_of(row), action)

    @closures.kernel
    def make_move(rules: Any, row: "IntVector", move: int) -> None:
        """Make *move* in *row* and note it."""
        state, ends = unpack(row), ends_of(row)
        if move == PASS:
            record_pass(row, state.mover, numbers_at(ends))
        elif move == DRAW:
            record_draw(row, state.mover)
        elif state.phase < PLAYING:
            record_tile(row, state.mover, move, NO_ARM)
        else:
            arm = move // ARM
            record_tile(row, state.mover, tile_of(end_number(ends, arm), move % ARM), arm)
        pack(play(rules, state, move), row)

    @closures.kernel
    def forced_move(row: "IntVector") -> int:
        """Return the move that the rules make for the mover, or NO_MOVE."""
        moves = legal_set(unpack(row))
        if moves >> PASS or opens_by_itself and row[PHASE] < PLAYING and row[OPENER] == NO_OPENER:
            return lowest_bit(moves)
        return NO_MOVE

    @closures.kernel
    def scores_of(rules: Any, row: "IntVector") -> tuple[int, int]:
        """Return the scores, this round so far included."""
        state = unpack(row)
        return (
            int(row[SCORE]) + round_points(rules, state, 0),
            int(row[SCORE + 1]) + round_points(rules, state, 1),
        )

    @closures.kernel
    def end_round(rules: Any, settings: Settings, tables: Tables, table: int) -> None:
        """Make the table ready for the next deal, of the same match or of a new one."""
        row = tables.states[table]
        state, (score0, score1) = unpack(row), scores_of(rules, row)
        result = result_of(rules, state, score0, score1)
        row[SCORE], row[SCORE + 1] = score0, score1
        row[OPENER] = next_opener(rules, state)
        row[ROUND] += 1
        tables.round_over[table] = True
        if settings.by_round:
            tables.done[table] = True
        if result != GOES_ON:
            count_points(tables, table, score0, score1)
            end_game(tables, table, result)
            clear_match(row)
            tables.scores[table, 0] = tables.scores[table, 1] = 0

    @closures.kernel
    def deal(rules: Any, settings: Settings, tables: Tables, table: int) -> None:
        """Deal the next round at the table."""
        row = tables.states[table]
        match = fold_in(0, game_key(settings, table, int(tables.episodes[table])))
        key = fold_in(fold_in(match, DEALS), int(row[ROUND]))
        clear_record(row)
        pack(deal_round(rules, int(row[OPENER]), key), row)

    @closures.kernel
    def advance(
        rules: tuple[int, ...], settings: Settings, tables: Tables, table: int, action: int
    ) -> None:
        """Do *action*, then deal and make forced moves until somebody is to decide."""
        options, row = rules_of(*rules), tables.states[table]
        is_dealt, move = action != BEGIN, NO_MOVE
        if is_dealt:
            move = move_of(row, action)
        else:
            clear_match(row)
            tables.scores[table, 0] = tables.scores[table, 1] = 0
        while not is_dealt or move != NO_MOVE:
            if is_dealt:
                make_move(options, row, move)
                if is_round_over(unpack(row)):
                    end_round(options, settings, tables, table)
                    is_dealt = False
                    continue
            else:
                deal(options, settings, tables, table)
                is_dealt = True
            move = forced_move(row) if settings.plays_forced else NO_MOVE
        score0, score1 = scores_of(options, row)
        count_points(tables, table, score0, score1)
        tables.scores[table, 0], tables.scores[table, 1] = score0, score1
        tables.seat[table] = row[MOVER]
        if settings.by_round:
            reward_points(tables, table, settings.share)

    @closures.kernel
    def write_mask(row: "IntVector", mask: "BoolVector") -> None:
        """Mark the legal actions of *row* in *mask*."""
        moves = legal_set(unpack(row))
        while moves:
            mask[action_of(row, lowest_bit(moves))] = True
            moves &= moves - 1

    @closures.kernel
    def write_seen(
        rules: tuple[int, ...], shape: Shape, row: "IntVector", boards: "IntMatrix", out: "Tensor"
    ) -> int:
        """Write what the mover sees of *row* into *out*, return where it ends."""
        score0, score1 = scores_of(rules_of(*rules), row)
        facts = TableFacts(ends_of(row), total_of(row), score0, score1)
        return write_observation(shape, row, facts, int(row[MOVER]), out, 0)

    @closures.kernel
    def write_state(
        rules: tuple[int, ...], shape: Shape, row: "IntVector", boards: "IntMatrix", out: "Tensor"
    ) -> None:
        """Write what the mover sees of *row* into *out*, and what is hidden from it."""
        at = write_seen(rules, shape, row, boards, out)
        write_hidden(shape, row, int(row[MOVER]), out, at)

    return TableKernels(advance, write_mask, write_seen, write_state, sources)
