"""The formulas of the linear players, and every count that a reading may mean, by hand."""

from galo.games.dominoes.position import DominoPosition
from galo.games.dominoes.tiles import halves
from support.positions import mover_of

NUMBERS = range(7)


class Seen:
    """The seven state vectors of the studies, from the observation of the seat to move."""

    def __init__(self, position: DominoPosition) -> None:
        mover = mover_of(position)
        placed = [(p.seat, *halves(p.text[:3])) for p in position.plays if p.text != "pass"]
        self.laid = [{a, b} for _, a, b in placed]
        self.hand = [set(halves(name)) for name in position.hands[mover]]
        self.partner = [{a, b} for seat, a, b in placed if seat == (mover + 2) % 4]
        self.opening = placed[0][1]
        self.ends: dict[str, tuple[int, bool]] = {}
        self.lacks: dict[int, set[int]] = {seat: set() for seat in range(4)}
        for play in position.plays:
            if play.text == "pass":
                self.lacks[play.seat] |= self.playable()
            elif "@" in play.text:
                self.ends[play.text[-1]] = self.after(play.text)
        self.others = [(mover + k) % 4 for k in (1, 3, 2)]
        self.held, self.played, self.made = {}, {}, {}
        for place, name in enumerate(("mover", "next", "partner", "previous")):
            seat = (mover + place) % 4
            self.held[name] = [set(halves(tile)) for tile in position.hands[seat]]
            self.played[name] = [{a, b} for one, a, b in placed if one == seat]
            self.made[name] = self._ends_made(position, seat)

    def _ends_made(self, position: DominoPosition, seat: int) -> list[int]:
        """Return the numbers that *seat* made ends, the opening double's among them."""
        ends: dict[str, int] = {}
        made = []
        for play in position.plays:
            if play.text == "pass":
                continue
            high, low = halves(play.text[:3])
            end = high
            if "@" in play.text:
                arm = play.text[-1]
                end = low if high == ends.get(arm, self.opening) else high
                ends[arm] = end
            if play.seat == seat:
                made.append(end)
        return made

    def counts(self, n: int) -> dict[str, int]:
        """Return every candidate count of the number *n*."""
        covered, is_opening = len(self.ends), n == self.opening
        found = {
            "table": self.v0(n),
            "hand": self.v1(n),
            "ends": sum(end == n for end, _ in self.ends.values()),
            "early": int(is_opening and covered < 2),
            "once": int(is_opening and 2 <= covered < 4),
            "bare": 4 - covered if is_opening and covered >= 2 else 0,
            "table_double": int({n} in self.laid),
            "hand_double": int({n} in self.hand),
            "number": n,
            "played": sum(n in tile for tile in self.played["mover"]),
        }
        for place, name in zip((1, 3, 2), ("next", "previous", "partner"), strict=True):
            seat = self.others[(1, 3, 2).index(place)]
            found |= {
                f"{name}_held": sum(n in tile for tile in self.held[name]),
                f"{name}_played": sum(n in tile for tile in self.played[name]),
                f"{name}_ends": self.made[name].count(n),
                f"{name}_passed": int(n in self.lacks[seat]),
            }
        return found

    def after(self, text: str) -> tuple[int, bool]:
        """Return the end that the move *text* makes."""
        high, low = halves(text[:3])
        near = self.ends.get(text[-1], (self.opening, False))[0]
        return (low if high == near else high), high == low

    def playable(self, ends: dict[str, tuple[int, bool]] | None = None) -> set[int]:
        ends = self.ends if ends is None else ends
        return {n for n, _ in ends.values()} | ({self.opening} if len(ends) < 4 else set())

    def v0(self, n: int) -> int:
        return sum(n in tile for tile in self.laid)

    def v1(self, n: int) -> int:
        return sum(n in tile for tile in self.hand)

    def v2(self, n: int, branches: bool = False) -> int:
        count = sum(end == n for end, _ in self.ends.values())
        if n == self.opening and len(self.ends) < 2:
            count += 1
        elif n == self.opening and branches:
            count += 4 - len(self.ends)
        return count

    def v3(self, n: int) -> int:
        return sum(n in tile for tile in self.partner)

    def t1(self, text: str) -> int:
        """Return the certain points of the move *text*."""
        ends = {**self.ends, text[-1]: self.after(text)}
        total = sum(n * (1 + double) for n, double in ends.values())
        total += 2 * self.opening if len(ends) < 2 else 0
        points = total if total % 5 == 0 else 0
        gone = {n for n in NUMBERS if self.v0(n) + self.v1(n) == 7}
        shown = self.playable(ends)
        cannot = [shown <= self.lacks[seat] | gone for seat in self.others]
        return points + (50 if all(cannot) else 20 if cannot[0] else 0)


def value(seen: Seen, text: str, a: list[float], reading: str) -> float:
    """Return f of the move *text*, as papers.md writes it."""
    l1 = seen.ends.get(text[-1], (seen.opening, False))[0]
    l2 = seen.after(text)[0]
    if reading == "literal":
        e1 = a[0] * seen.v0(l1) + a[1] * seen.v1(l1) + a[2] * seen.v2(l1)
        e2 = a[3] * seen.v0(l2) + a[4] * seen.v1(l2) + a[5] * seen.v2(l2) + a[6] * seen.v3(l2)
        return seen.t1(text) - e1 + e2
    if reading == "reconstructed":
        at1, at2 = seen.counts(l1), seen.counts(l2)
        e1 = a[1] * (at1["hand"] + at1["played"]) + a[2] * seen.v2(l1, branches=True)
        e2 = a[3] * at2["next_held"] + a[4] * (at2["hand"] + at2["played"])
        e2 += a[5] * seen.v2(l2, branches=True) + a[6] * seen.v3(l2)
        return seen.t1(text) + (e1 + e2) / 2
    unseen = 7 - seen.v0(l2) - seen.v1(l2)
    e1 = a[1] * seen.v1(l1) + a[2] * seen.v2(l1, branches=True)
    e2 = a[3] * unseen + a[4] * seen.v1(l2) + a[5] * seen.v2(l2, branches=True)
    return seen.t1(text) + (e1 + e2 + a[6] * seen.v3(l2)) / 3
