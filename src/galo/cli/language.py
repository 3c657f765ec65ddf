"""The command line in the language of the person.

The code has every sentence in English; `texts/command_line.pt.json` has the Portuguese of help
pages, and of errors as templates: what stands in `{…}` is taken over.
"""

import json
import re
import sys
from functools import cache
from importlib.resources import files

PLACEHOLDER = re.compile(r"\\\{(\w+)\\\}")  # in an escaped template


def help_in_language(text: str) -> str:
    """Return *text* of a help page as the person reads it."""
    return _portuguese()["help"].get(text, text) if is_portuguese() else text


def error_in_language(sentence: str) -> str:
    """Return the *sentence* of an error as the person reads it, in English if only that is known.

    What a template takes over, such as the words of the operating system, is looked up too.
    """
    if not is_portuguese():
        return sentence
    for pattern, translated in _templates():
        found = pattern.fullmatch(sentence)
        if found:
            parts = {name: error_in_language(part) for name, part in found.groupdict().items()}
            return translated.format(**parts)
    return sentence


def is_portuguese() -> bool:
    """Return whether --lang, or else the environment, asks for Portuguese."""
    from galo.texts import preferred_language

    for word, following in zip(sys.argv, [*sys.argv[1:], ""], strict=True):
        if word == "--lang" or word.startswith("--lang="):
            return (word.partition("=")[2] or following) == "pt"
    return preferred_language() == "pt"


@cache
def _portuguese() -> dict[str, dict[str, str]]:
    path = files("galo.texts").joinpath("command_line.pt.json")
    texts: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return texts


@cache
def _templates() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return a pattern for each error and its Portuguese, those that leave least open first."""
    errors = _portuguese()["errors"].items()
    by_fixed = sorted(errors, key=lambda pair: -len(re.sub(r"\{\w+\}", "", pair[0])))
    return tuple(
        (re.compile(PLACEHOLDER.sub(r"(?P<\1>.+?)", re.escape(english)), re.DOTALL), portuguese)
        for english, portuguese in by_fixed
    )
