"""Whether the intervals of people's ratings hold what they say, on every game's ladder.

    python bench/strength/person_ratings.py
    python bench/strength/person_ratings.py --people 5000

Simulated people of known strength play agents at random, as the ladder has them.
"""

import argparse
import random

from galo.arena.strength import NEWCOMER, Strength, after_game
from galo.games.registry import BUILT_IN
from galo.players.registry import game_agents

GAMES = (10, 30, 100, 300)  # after which the ratings are looked at


def main() -> None:
    """Print the share of intervals that hold, their half width and the mean error."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--people", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    print(f"{'game':16}{'games':>6}{'in interval, %':>16}{'half width':>12}{'mean error':>12}")
    for game in BUILT_IN:
        ladder = [float(elo) for elo in game_agents(game).ratings.values()]
        for games, line in measured(ladder, asked.people, asked.seed).items():
            held, margin, error = (value / asked.people for value in line)
            print(f"{game:16}{games:6}{100 * held:16.1f}{margin:12.0f}{error:12.0f}")


def measured(ladder: list[float], people: int, seed: int) -> dict[int, list[float]]:
    """Return by number of games how many intervals held, and the sums of widths and errors."""
    rng = random.Random(seed)
    middle = (ladder[0] + ladder[-1]) / 2
    found = {games: [0.0, 0.0, 0.0] for games in GAMES}
    for _ in range(people):
        true, strength = rng.gauss(middle, (ladder[-1] - ladder[0]) / 4), NEWCOMER
        for games in range(1, GAMES[-1] + 1):
            opponent = rng.choice(ladder)
            score = float(rng.random() < 1 / (1 + 10 ** ((opponent - true) / 400)))
            strength = after_game(strength, score, [Strength(opponent)])
            if games in found:
                error = strength.elo - true
                values = abs(error) < strength.margin, strength.margin, error
                found[games] = [old + new for old, new in zip(found[games], values, strict=True)]
    return found


if __name__ == "__main__":
    main()
