"""The rules of a game as its options set them: what always holds, then a sentence an option."""

from galo.games.game import Game
from galo.games.options import NONE, Option
from galo.texts import Texts

AMOUNT = "amount"  # stands in a key for every number that an option may be


def rules_of(game: Game, texts: Texts) -> str:
    """Return the rules that *game* is played by, in one paragraph."""
    settled = (_sentence(game, option, texts) for option in game.options_declared)
    return " ".join([texts(f"rules.{game.name}"), *settled])


def _sentence(game: Game, option: Option, texts: Texts) -> str:
    value = game.options[option.name]
    is_amount = option.optional or not all(option.choices)  # a number, or nothing
    setting = (AMOUNT if value else NONE) if is_amount else value
    return texts(f"rule.{game.name}.{option.name}.{setting}", amount=value)
