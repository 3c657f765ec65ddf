"""The rules of a game in words: what always holds, then a sentence for each option."""

from galo.games.game import Game
from galo.games.options import NONE, Option
from galo.texts import Texts

AMOUNT = "amount"  # stands in a key for every number that an option may be


def rules_of(game: Game, texts: Texts) -> str:
    """Return the rules of *game* with its options, in one paragraph."""
    settled = (_sentence(game, option, texts) for option in game.options_declared)
    always = texts.find(f"rules.{game.name}", texts.game_line(game.name))
    return " ".join([always, *settled])


def _sentence(game: Game, option: Option, texts: Texts) -> str:
    value = game.options[option.name]
    is_amount = option.optional or not all(option.choices)  # a number, or nothing
    setting = (AMOUNT if value else NONE) if is_amount else value
    key = f"rule.{game.name}.{option.name}.{setting}"
    return texts.find(key, f"{option.name}: {value}.", amount=value)
