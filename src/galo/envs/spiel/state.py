"""A state of OpenSpiel: a position of galo, or the deal before it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

import pyspiel

from galo.envs.spaces import reward
from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import NAMES
from galo.games.game import Game, Hands, Position
from galo.players.dominoes.belief import belief_of
from galo.stream import Stream

if TYPE_CHECKING:
    from galo.envs.spiel.game import SpielGame

SEEDS = 1 << 53  # as many as there are draws of a sampler


class GameState(pyspiel.State):  # type: ignore[misc] # a library without types
    """The position on the table; while tiles are dealt that of the round before, if any."""

    def __init__(self, game: "SpielGame") -> None:
        super().__init__(game)
        self.dealt: tuple[int, ...] = ()
        self.past: tuple[str, ...] = ()  # the rounds that are over, as everybody saw them
        self.position: Position | None = None
        if len(game.start.positions) == 1:
            self._put(game.start.positions[0])

    @property
    def game(self) -> Game:
        """The game of galo."""
        played: Game = self.get_game().game
        return played

    @property
    def starts(self) -> tuple[Position, ...]:
        """The positions that the game may begin in; none: tiles are dealt."""
        found: tuple[Position, ...] = self.get_game().start.positions
        return found

    @property
    def by_round(self) -> bool:
        """Whether the game is over with its first round."""
        return bool(self.get_game().episode == "round")

    def current_player(self) -> int:
        """Return the seat to move, or that tiles are dealt, or that the game is over."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.position is None or self.position.mover is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.position.mover

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        position = self.position
        if position is None:
            return False
        return position.is_over or (self.by_round and position.mover is None)

    def returns(self) -> list[float]:
        """Return what each seat has won: 1, 0 or -1, or the points of a round above the others."""
        position = self.position
        if position is None or not self.is_terminal():
            return [0.0] * self.game.seats
        if self.by_round and isinstance(position, DominoPosition):
            points = position.game.round_scores(position.state)
            lead = float(points[0] - points[1])
            return [lead if self.game.side_of(s) == 0 else -lead for s in range(self.game.seats)]
        assert position.outcome is not None
        sides = (self.game.side_of(seat) for seat in range(self.game.seats))
        return [reward(position.outcome, side) for side in sides]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the tiles that may be dealt next, or the positions that the game may begin in."""
        if self.position is None and self.starts:
            return [(start, 1.0 / len(self.starts)) for start in range(len(self.starts))]
        left = [tile for tile in range(len(NAMES)) if tile not in self.dealt]
        return [(tile, 1.0 / len(left)) for tile in left]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> Self:
        """Return a state with other hidden tiles that *player* cannot tell from this one."""
        position, other = self.position, self.clone()
        if isinstance(position, DominoPosition):
            seen = position.observe(player)
            rng = Stream.of(int(sampler() * SEEDS))
            other.position = seen.complete(belief_of(seen).deal(rng))
        same: Self = other
        return same

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        return sorted(map(self.game.actions.number, self.position.legal_moves))

    def _apply_action(self, action: int) -> None:
        if self.is_chance_node():
            self._deal(action)
            return
        assert self.position is not None
        self._put(self.position.play(self.game.actions.move(action, self.position)))

    def _deal(self, outcome: int) -> None:
        """Deal the tile that is *outcome*, and begin the round with the last one."""
        if self.position is None and self.starts:
            self._put(self.starts[outcome])
            return
        self.dealt = (*self.dealt, outcome)
        if len(self.dealt) < len(NAMES):
            return
        hands, before = self._hands(), self.position
        self.dealt = ()
        if before is None:
            self._put(self.game.start(deal=hands))
        else:
            self.past = (*self.past, before.to_text())
            self._put(before.deal(hands))

    def _hands(self) -> Hands:
        """Return what was dealt; the order in a hand says nothing, so its tiles are sorted."""
        hands: list[tuple[str, ...]] = []
        tiles = list(self.dealt)
        for seat, size in enumerate(self.game.deal_sizes):  # type: ignore[attr-defined]
            hand, tiles = tiles[:size], tiles[size:]
            ordered = sorted(hand) if seat < self.game.seats else hand
            hands.append(tuple(NAMES[tile] for tile in ordered))
        return tuple(hands)

    def _put(self, position: Position) -> None:
        """Put *position* on the table and make the moves that are forced."""
        while (forced := position.forced_move) is not None:
            position = position.play(forced)
        self.position = position

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.game.actions[action]
        return f"deal {action}" if self.position is None and self.starts else NAMES[action]

    def __str__(self) -> str:
        dealt = " ".join(NAMES[tile] for tile in self.dealt)
        return f"{'' if self.position is None else self.position.to_text()} {dealt}".strip()


def state_at(game: "SpielGame", position: Position) -> Any:
    """Return the state of *game* in *position*, with nothing before it."""
    state = game.new_initial_state()
    state.position = position
    return state
