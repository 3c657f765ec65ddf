"""Codes that carry a person to another device: short, for some minutes, good for one use."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that looks like another
LENGTH = 8  # 39 bits: a guess in ten minutes of guessing hits nothing
SECONDS = 600.0


@dataclass(frozen=True)
class CarryCode:
    """A code and until when it holds."""

    code: str
    until: float


class CarryCodes:
    """The codes that hold now, at most one for each person; a restart forgets them."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._codes: dict[str, CarryCode] = {}  # by person

    def make(self, person: str) -> str:
        """Return a new code of *person*, in place of the one before."""
        self._forget_old()
        code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        self._codes[person] = CarryCode(code, self._now() + SECONDS)
        return code

    def use(self, written: str) -> str | None:
        """Return the person of the code that somebody has *written*, None if it does not hold."""
        self._forget_old()
        code = "".join(letter for letter in written.upper() if letter.isalnum()).encode()
        for person, held in self._codes.items():
            if secrets.compare_digest(held.code.encode(), code):
                del self._codes[person]
                return person
        return None

    def forget(self, person: str) -> None:
        """Let the code of *person*, if there is one, hold no longer."""
        self._codes.pop(person, None)

    def _forget_old(self) -> None:
        now = self._now()
        self._codes = {person: code for person, code in self._codes.items() if code.until > now}
