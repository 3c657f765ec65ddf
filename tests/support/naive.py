"""The slow, obvious twin of the rules of the four games, the referee of the fast kernels."""

Square = tuple[int, int]
Event = tuple[str, int, int | None, int]


def illegal(move: str, legal: list[str]) -> ValueError:
    """Makes the error for a move that is not among the legal ones."""
    return ValueError(f"illegal move: {move!r}, legal are {legal}")


def check_option(name: str, value: object, allowed: tuple[object, ...]) -> None:
    """Raises `ValueError` for an option value that the rules do not name."""
    if value not in allowed:
        raise ValueError(f"{name}={value!r}, allowed are {allowed}")


# Connect Four


class ConnectFour:
    """Connect Four on seven columns and six rows."""

    def __init__(self) -> None:
        # Each column lists the seats of its stones from the bottom up.
        self.columns: list[list[int]] = [[] for _ in range(7)]
        self.mover: int | None = 0
        self.winner: int | None = None
        self.reason: str | None = None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.reason is not None

    def legal_moves(self) -> list[str]:
        """Lists the columns that still have room."""
        if self.is_over:
            return []
        return [str(column + 1) for column in range(7) if len(self.columns[column]) < 6]

    def play(self, move: str) -> None:
        """Drops a stone of the mover into a column."""
        legal = self.legal_moves()
        if self.mover is None or move not in legal:
            raise illegal(move, legal)
        self.columns[int(move) - 1].append(self.mover)
        if self._has_four(self.mover):
            self.winner = self.mover
            self.reason = "line"
        elif all(len(column) == 6 for column in self.columns):
            self.reason = "full"
        self.mover = None if self.is_over else 1 - self.mover

    def _has_four(self, seat: int) -> bool:
        """Tells whether a seat has four stones in a row anywhere."""
        stones = {
            (column, row)
            for column in range(7)
            for row in range(len(self.columns[column]))
            if self.columns[column][row] == seat
        }
        for column, row in stones:
            for right, up in [(1, 0), (0, 1), (1, 1), (1, -1)]:
                if all((column + right * i, row + up * i) in stones for i in range(4)):
                    return True
        return False


# Lines of Action

BLACK, WHITE = 0, 1
FILES, RANKS = "abcdefgh", "12345678"
DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class LinesOfAction:
    """Lines of Action on the usual board, seat 0 is Black and seat 1 is White."""

    def __init__(
        self,
        *,
        first: str = "black",
        simultaneous: str = "mover",
        no_move: str = "pass",
        repetition: int | None = 3,
        repetition_counts: str = "position",
        max_plies: int | None = None,
    ) -> None:
        check_option("first", first, ("black", "white"))
        check_option("simultaneous", simultaneous, ("mover", "draw"))
        check_option("no_move", no_move, ("pass", "loss"))
        check_option("repetition", repetition, (3, 2, None))
        check_option("repetition_counts", repetition_counts, ("position", "board"))
        if repetition is None and max_plies is None:
            raise ValueError("max_plies is required when repetition is None")
        self.simultaneous = simultaneous
        self.no_move = no_move
        self.repetition = repetition
        self.repetition_counts = repetition_counts
        self.max_plies = max_plies
        self.board: dict[Square, int] = {}
        for i in range(1, 7):
            self.board[(i, 0)] = BLACK
            self.board[(i, 7)] = BLACK
            self.board[(0, i)] = WHITE
            self.board[(7, i)] = WHITE
        self.mover: int | None = BLACK if first == "black" else WHITE
        self.winner: int | None = None
        self.reason: str | None = None
        self.plies = 0
        self.occurrences: dict[object, int] = {self._position(self.mover): 1}

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.reason is not None

    def legal_moves(self) -> list[str]:
        """Lists the moves of the side to move in alphabetical order."""
        if self.mover is None:
            return []
        # A position in which neither side can move is over, so here the other side can move.
        return self._moves(self.mover) or ["pass"]

    def play(self, move: str) -> None:
        """Plays a move of the side to move."""
        legal = self.legal_moves()
        if self.mover is None or move not in legal:
            raise illegal(move, legal)
        if move != "pass":
            origin = (FILES.index(move[0]), RANKS.index(move[1]))
            target = (FILES.index(move[3]), RANKS.index(move[4]))
            del self.board[origin]
            self.board[target] = self.mover
        self.plies += 1
        mover = self.mover
        self.mover = 1 - mover
        self._judge(mover)
        if self.is_over:
            self.mover = None

    def _judge(self, mover: int) -> None:
        """Sets winner and reason if the move that `mover` just made ended the game."""
        other = 1 - mover
        position = self._position(other)
        self.occurrences[position] = self.occurrences.get(position, 0) + 1
        mover_connected, other_connected = self._connected(mover), self._connected(other)
        other_stuck = not self._moves(other)
        if mover_connected and other_connected:
            self.reason = "both_connected"
            self.winner = mover if self.simultaneous == "mover" else None
        elif mover_connected or other_connected:
            self.reason = "connected"
            self.winner = mover if mover_connected else other
        elif other_stuck and not self._moves(mover):
            self.reason = "no_move"
        elif other_stuck and self.no_move == "loss":
            self.reason = "no_move"
            self.winner = mover
        elif self.repetition is not None and self.occurrences[position] >= self.repetition:
            self.reason = "repetition"
        elif self.max_plies is not None and self.plies >= self.max_plies:
            self.reason = "max_plies"

    def _position(self, to_move: int) -> object:
        """Gives what has to be equal for two positions to be the same one."""
        board = frozenset(self.board.items())
        return board if self.repetition_counts == "board" else (board, to_move)

    def _moves(self, side: int) -> list[str]:
        """Lists the moves that a side's pieces have, without regard to whose turn it is."""
        moves = []
        for (file, rank), colour in self.board.items():
            if colour != side:
                continue
            for right, up in DIRECTIONS:
                distance = self._pieces_on_line((file, rank), (right, up))
                target = (file + right * distance, rank + up * distance)
                between = [(file + right * i, rank + up * i) for i in range(1, distance)]
                if target[0] not in range(8) or target[1] not in range(8):
                    continue
                if any(self.board.get(square) == 1 - side for square in between):
                    continue
                if self.board.get(target) == side:
                    continue
                sign = "x" if target in self.board else "-"
                moves.append(
                    f"{FILES[file]}{RANKS[rank]}{sign}{FILES[target[0]]}{RANKS[target[1]]}"
                )
        return sorted(moves)

    def _pieces_on_line(self, square: Square, direction: Square) -> int:
        """Counts the pieces of both colours on the whole line through a square."""
        # From -7 to 7 steps reach every square of the board that is on the line.
        line = [(square[0] + direction[0] * i, square[1] + direction[1] * i) for i in range(-7, 8)]
        return sum(1 for point in line if point in self.board)

    def _connected(self, side: int) -> bool:
        """Tells whether the pieces of a side form one group."""
        pieces = {square for square, colour in self.board.items() if colour == side}
        reached: set[Square] = set()
        waiting = [min(pieces)]
        while waiting:
            file, rank = waiting.pop()
            if (file, rank) in pieces and (file, rank) not in reached:
                reached.add((file, rank))
                waiting += [(file + right, rank + up) for right, up in DIRECTIONS]
        return reached == pieces


# Dominoes

ALL_TILES = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]


def halves(tile: str) -> tuple[int, int]:
    """Splits a tile into its two numbers, the high one first."""
    return int(tile[0]), int(tile[2])


def is_double(tile: str) -> bool:
    """Tells whether both halves of a tile are equal."""
    high, low = halves(tile)
    return high == low


def other_half(tile: str, number: int) -> int:
    """Gives the half of a tile that remains when the other one touches `number`."""
    high, low = halves(tile)
    return low if high == number else high


def pips(tiles: list[str]) -> int:
    """Adds up the pips of some tiles."""
    return sum(sum(halves(tile)) for tile in tiles)


def down_to_five(points: int) -> int:
    """Rounds points down to a multiple of five."""
    return points // 5 * 5


def holder(hands: list[list[str]], tile: str) -> int:
    """Finds the seat that holds a tile."""
    return next(seat for seat in range(len(hands)) if tile in hands[seat])


def check_deal(hands: list[list[str]], boneyard: list[str], players: int) -> None:
    """Raises `ValueError` unless every player has seven tiles and every tile is dealt once."""
    dealt = [tile for hand in hands for tile in hand] + boneyard
    if [len(hand) for hand in hands] != [7] * players or sorted(dealt) != sorted(ALL_TILES):
        raise ValueError(f"not a deal for {players} players: {hands}, {boneyard}")


class Dominoes4:
    """Dominó de 4 pontas, a match between the pairs (0, 2) and (1, 3)."""

    def __init__(
        self,
        *,
        pass_points: int = 20,
        galo: str = "instead",
        opener_without_double: str = "next",
        target: int = 200,
    ) -> None:
        check_option("galo", galo, ("instead", "added"))
        check_option("opener_without_double", opener_without_double, ("next", "penalty"))
        self.pass_points = pass_points
        self.galo = galo
        self.opener_without_double = opener_without_double
        self.target = target
        self.hands: list[list[str]] = [[], [], [], []]
        self.arms: dict[str, list[str]] = {"e": [], "w": [], "n": [], "s": []}
        self.opening: str | None = None
        self.opener: int | None = None
        self.mover: int | None = None
        self.between_rounds = False
        self.is_over = False
        self.winner: int | None = None
        self.scores = [0, 0]
        self.events: list[Event] = []
        # Who placed the last tile, and how many seats have passed since.
        self.last_placer: int | None = None
        self.passes = 0
        # Who went out in the last round: None before the first round and after a block.
        self.went_out: int | None = None

    def start(self, hands: list[list[str]]) -> None:
        """Begins a match with the hands of its first round."""
        self.between_rounds = True
        self.is_over = False
        self.winner = None
        self.scores = [0, 0]
        self.events = []
        self.went_out = None
        self.deal(hands)

    def deal(self, hands: list[list[str]]) -> None:
        """Begins the next round."""
        if not self.between_rounds:
            raise ValueError("a round can be dealt only between rounds")
        check_deal(hands, [], 4)
        self.hands = [list(hand) for hand in hands]
        self.arms = {"e": [], "w": [], "n": [], "s": []}
        self.opening = None
        self.last_placer = None
        self.passes = 0
        self.between_rounds = False
        if self.went_out is None:
            seat = holder(self.hands, "6-6")
        else:
            seat = self.went_out
            while not any(is_double(tile) for tile in self.hands[seat]):
                if self.opener_without_double == "penalty":
                    self._score("no_double", seat, 1 - seat % 2, 20)
                seat = (seat + 1) % 4
        self.opener = seat
        self.mover = seat

    @property
    def ends_sum(self) -> int:
        """The sum of the ends that decides the table points, 0 on an empty table."""
        if self.opening is None:
            return 0
        covered = [arm for arm in "ewns" if self.arms[arm]]
        total = 0
        for arm in covered:
            last = self.arms[arm][-1]
            total += pips([last]) if is_double(last) else self._end(arm)
        if len(covered) < 2:
            total += pips([self.opening])
        return total

    def legal_moves(self) -> list[str]:
        """Lists the moves of the mover in alphabetical order."""
        if self.mover is None:
            return []
        hand = self.hands[self.mover]
        if self.opening is not None:
            return self._placements(self.mover) or ["pass"]
        if self.went_out is None:
            return ["6-6"]
        return sorted(tile for tile in hand if is_double(tile))

    def play(self, move: str) -> None:
        """Plays a move of the mover."""
        legal = self.legal_moves()
        if self.mover is None or move not in legal:
            raise illegal(move, legal)
        if move == "pass":
            self._pass(self.mover)
        else:
            self._place(self.mover, move)

    def _pass(self, seat: int) -> None:
        """Lets a seat pass, and books a galo at the third pass of a run."""
        assert self.last_placer is not None
        self.passes += 1
        if self.passes == 3:
            # No block was found after the last tile, so its player can play again.
            if self.galo == "added":
                self._score("pass", self.last_placer, self.last_placer % 2, self.pass_points)
            self._score("galo", self.last_placer, self.last_placer % 2, 50)
        self.mover = (seat + 1) % 4

    def _place(self, seat: int, move: str) -> None:
        """Places a tile and books all that follows from it."""
        # Only now is it certain that the passes before this tile were no galo.
        if self.passes in (1, 2):
            assert self.last_placer is not None
            self._score("pass", self.last_placer, self.last_placer % 2, self.pass_points)
        self.passes = 0
        self.last_placer = seat

        tile, _, arm = move.partition("@")
        self.hands[seat].remove(tile)
        if self.opening is None:
            self.opening = tile
        else:
            self.arms[arm].append(tile)
        if self.ends_sum % 5 == 0:
            self._score("table", seat, seat % 2, self.ends_sum)

        if not self.hands[seat]:
            opponents = self.hands[(seat + 1) % 4] + self.hands[(seat + 3) % 4]
            self._score("garagem", seat, seat % 2, down_to_five(pips(opponents)))
            if is_double(tile):
                self._score("carroca", seat, seat % 2, 20)
            self.went_out = seat
            self._end_round()
        elif not any(self._placements(other) for other in range(4)):
            self._block(seat)
            self.went_out = None
            self._end_round()
        else:
            self.mover = (seat + 1) % 4

    def _block(self, seat: int) -> None:
        """Books a block that the last tile of a seat has made."""
        left = [pips(self.hands[0] + self.hands[2]), pips(self.hands[1] + self.hands[3])]
        if left[0] == left[1]:
            self.events.append(("block", seat, None, 0))
            return
        side = 0 if left[0] < left[1] else 1
        points = down_to_five(left[1 - side])
        self.scores[side] += points
        self.events.append(("block", seat, side, points))

    def _end_round(self) -> None:
        """Ends the round, and the match if a pair has won it."""
        self.mover = None
        if max(self.scores) >= self.target and self.scores[0] != self.scores[1]:
            self.is_over = True
            self.winner = 0 if self.scores[0] > self.scores[1] else 1
        else:
            self.between_rounds = True

    def _score(self, kind: str, seat: int, side: int, points: int) -> None:
        """Books points for a side, and no event when there are none."""
        if points > 0:
            self.scores[side] += points
            self.events.append((kind, seat, side, points))

    def _end(self, arm: str) -> int:
        """Gives the number at the end of an arm, walking out from the opening double."""
        assert self.opening is not None
        number = halves(self.opening)[0]
        for tile in self.arms[arm]:
            number = other_half(tile, number)
        return number

    def _open_arms(self) -> list[str]:
        """Lists the covered arms and the one free side that stands for all the free ones."""
        covered = [arm for arm in "ewns" if self.arms[arm]]
        free = [arm for arm in "ewns" if not self.arms[arm]]
        # In the order e, w, n, s the sides n and s come up only when e and w are covered.
        return covered + free[:1]

    def _placements(self, seat: int) -> list[str]:
        """Lists the tiles of a seat with the arms that they fit."""
        return sorted(
            f"{tile}@{arm}"
            for tile in self.hands[seat]
            for arm in self._open_arms()
            if self._end(arm) in halves(tile)
        )


class Dominoes2:
    """Two-sided dominoes, the draw game of two players or the block game of two pairs."""

    def __init__(self, *, players: int = 2, target: int | None = None) -> None:
        check_option("players", players, (2, 4))
        self.players = players
        self.target = target
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.boneyard: list[str] = []
        self.line: list[tuple[int, int]] = []
        self.opener: int | None = None
        self.mover: int | None = None
        self.between_rounds = False
        self.is_over = False
        self.winner: int | None = None
        self.scores = [0, 0]
        self.events: list[Event] = []
        # Who placed the last tile, and how many seats have passed since.
        self.last_placer: int | None = None
        self.passes = 0
        # Who opens the next hand of the four-player game: None is the holder of 6-6.
        self.next_opener: int | None = None

    def start(self, hands: list[list[str]], boneyard: list[str]) -> None:
        """Begins a match with the tiles of its first hand."""
        self.between_rounds = True
        self.is_over = False
        self.winner = None
        self.scores = [0, 0]
        self.events = []
        self.next_opener = None
        self.deal(hands, boneyard)

    def deal(self, hands: list[list[str]], boneyard: list[str]) -> None:
        """Begins the next hand."""
        if not self.between_rounds:
            raise ValueError("a hand can be dealt only between hands")
        check_deal(hands, boneyard, self.players)
        self.hands = [list(hand) for hand in hands]
        self.boneyard = list(boneyard)
        self.line = []
        self.last_placer = None
        self.passes = 0
        self.between_rounds = False
        if self.players == 2:
            self.opener = holder(self.hands, self._forced_opening())
        elif self.next_opener is None:
            self.opener = holder(self.hands, "6-6")
        else:
            self.opener = self.next_opener
        self.mover = self.opener

    def legal_moves(self) -> list[str]:
        """Lists the moves of the mover in alphabetical order."""
        if self.mover is None:
            return []
        hand = self.hands[self.mover]
        if not self.line:
            if self.players == 2:
                return [self._forced_opening()]
            return ["6-6"] if self.next_opener is None else sorted(hand)
        left, right = self.line[0][0], self.line[-1][1]
        moves = [f"{tile}@l" for tile in hand if left in halves(tile)]
        moves += [f"{tile}@r" for tile in hand if right in halves(tile)]
        if moves:
            return sorted(moves)
        return ["draw"] if self.boneyard else ["pass"]

    def play(self, move: str) -> None:
        """Plays a move of the mover."""
        legal = self.legal_moves()
        if self.mover is None or move not in legal:
            raise illegal(move, legal)
        if move == "draw":
            self.hands[self.mover].append(self.boneyard.pop(0))
        elif move == "pass":
            self.passes += 1
            if self.passes == self.players:
                self._blocked()
            else:
                self.mover = (self.mover + 1) % self.players
        else:
            self._place(self.mover, move)

    def _place(self, seat: int, move: str) -> None:
        """Places a tile, and ends the hand if it was the seat's last."""
        self.passes = 0
        self.last_placer = seat
        tile, _, end = move.partition("@")
        self.hands[seat].remove(tile)
        if not self.line:
            self.line = [halves(tile)]
        elif end == "l":
            number = self.line[0][0]
            self.line.insert(0, (other_half(tile, number), number))
        else:
            number = self.line[-1][1]
            self.line.append((number, other_half(tile, number)))
        if self.hands[seat]:
            self.mover = (seat + 1) % self.players
        else:
            self.next_opener = seat
            self._end_hand("out", seat, seat % 2, self._side_pips(1 - seat % 2))

    def _blocked(self) -> None:
        """Ends a hand in which everybody has passed."""
        assert self.last_placer is not None
        left = [self._side_pips(0), self._side_pips(1)]
        if left[0] == left[1]:
            self.next_opener = self.opener
            self._end_hand("blocked", self.last_placer, None, 0)
            return
        side = 0 if left[0] < left[1] else 1
        pair = [seat for seat in range(self.players) if seat % 2 == side]
        # `min` keeps the first of equals, which is the lower seat.
        self.next_opener = min(pair, key=lambda seat: pips(self.hands[seat]))
        self._end_hand("blocked", self.last_placer, side, left[1 - side])

    def _end_hand(self, kind: str, seat: int, side: int | None, points: int) -> None:
        """Books a finished hand, and ends the match if a side has won it."""
        self.mover = None
        self.events.append((kind, seat, side, points))
        if side is not None:
            self.scores[side] += points
        if self.target is None:
            # Whoever goes out has won the hand, even if the other hand is just 0-0.
            self.is_over = True
            self.winner = side
        elif max(self.scores) >= self.target and self.scores[0] != self.scores[1]:
            self.is_over = True
            self.winner = 0 if self.scores[0] > self.scores[1] else 1
        else:
            self.between_rounds = True

    def _side_pips(self, side: int) -> int:
        """Adds up the pips in the hands of a side."""
        return sum(pips(self.hands[seat]) for seat in range(self.players) if seat % 2 == side)

    def _forced_opening(self) -> str:
        """Finds the tile that opens a hand of the two-player game."""
        tiles = self.hands[0] + self.hands[1]
        doubles = [tile for tile in tiles if is_double(tile)]
        return max(doubles or tiles, key=lambda tile: (pips([tile]), halves(tile)[0]))
