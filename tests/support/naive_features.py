"""Every feature of an option of dominoes4, from the position as people see it, by hand."""

from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import NAMES, halves
from support.linear_formula import Seen
from support.positions import mover_of

SEATS = {"mover": 0, "next": 1, "partner": 2, "previous": 3}
ARMS = "ewns"  # in the order in which they are covered


class Option:
    """A move of the player to move, in a round that is open."""

    def __init__(self, position: DominoPosition, text: str) -> None:
        self.seen = seen = Seen(position)
        self.position = position
        self.text = text
        self.mover = mover_of(position)
        self.after = {**seen.ends, text[-1]: seen.after(text)}
        self.near = seen.ends.get(text[-1], (seen.opening, False))[0]
        self.far = seen.after(text)[0]
        self.tile = {self.near, self.far}
        gone = {n for n in range(7) if seen.v0(n) + seen.v1(n) == 7}
        self.lacks = {
            name: seen.lacks[(self.mover + k) % 4] | (gone if k else set())
            for name, k in SEATS.items()
        }
        shown = [set(halves(name)) for name in NAMES]
        self.unseen = [tile for tile in shown if tile not in seen.laid + seen.hand]

    def possible(self, name: str) -> list[set[int]]:
        """Return the tiles that the seat *name* may hold."""
        return [tile for tile in self.unseen if not tile & self.lacks[name]]

    def replies(self, tiles: list[set[int]]) -> int:
        """Return how many of *tiles* can be placed afterwards."""
        return sum(bool(tile & self.seen.playable(self.after)) for tile in tiles)

    def scores(self, tiles: list[set[int]]) -> list[int]:
        """Return the points of every way to score afterwards with one of *tiles*."""
        found = []
        sides = [*self.after, *[arm for arm in ARMS if arm not in self.after][:1]]
        for tile in tiles:
            for arm in sides:
                near = self.after.get(arm, (self.seen.opening, False))[0]
                if near in tile:
                    far = max(tile - {near}, default=near)
                    points = self.total({**self.after, arm: (far, len(tile) == 1)})
                    found += [points] if points % 5 == 0 and points else []
        return found

    def total(self, ends: dict[str, tuple[int, bool]]) -> int:
        """Return the sum of *ends*, the opening double among them until two arms are covered."""
        total = sum(n * (1 + double) for n, double in ends.values())
        return total + (2 * self.seen.opening if len(ends) < 2 else 0)

    def score(self, side: int) -> int:
        """Return the points of *side* in the match, those of this round too."""
        before = self.position.scores[-1][side] if self.position.scores else 0
        return before + sum(p.points for p in self.position.points if p.side == side)

    def tiles_left(self, name: str) -> int:
        return 7 - len(self.seen.played[name])

    def features(self) -> dict[str, int]:
        """Return every feature by its name."""
        seen, near, far, side = self.seen, self.near, self.far, self.mover % 2
        shown, total = seen.playable(self.after), self.total(self.after)
        left = [tile for tile in seen.hand if tile != self.tile]
        others = [shown <= self.lacks[name] for name in ("next", "partner", "previous")]
        found = {
            "points": seen.t1(self.text),
            "table_points": 0 if total % 5 else total,
            "next_passes": int(others[0]),
            "all_pass": int(all(others)),
            "near": near,
            "far": far,
            "is_double": int(near == far),
            "pips": near + far,
            "follow_ups": self.replies(left),
            "follow_points": max(self.scores(left), default=0),
            "threats": len(self.scores(self.possible("next"))),
            "threat_points": sum(self.scores(self.possible("next"))),
            "hand_tiles": len(seen.hand),
            "hand_pips": sum(sum(halves(n)) for n in self.position.hands[self.mover]),
            "ends_sum": total,
            "arms": len(seen.ends),
            "our_score": self.score(side),
            "their_score": self.score(1 - side),
        }
        for name in ("next", "partner", "previous"):
            found[f"{name}_replies"] = self.replies(self.possible(name))
            found[f"{name}_tiles"] = self.tiles_left(name)
        for half, n in (("near", near), ("far", far)):
            found[f"table_{half}"] = seen.v0(n)
            found[f"hand_{half}"] = seen.v1(n)
            found[f"unseen_{half}"] = sum(n in tile for tile in self.unseen)
            found[f"ends_{half}"] = seen.v2(n)
            for name in ("next", "partner", "previous"):
                found[f"{name}_{half}"] = sum(n in tile for tile in seen.played[name])
                found[f"{name}_lacks_{half}"] = int(n in self.lacks[name])
        return found
