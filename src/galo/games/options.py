"""Names with options, as people write them: `lines_of_action:repetition=2,first=white`.

Games and agents declare their options as data; this file reads what was given.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from galo.errors import ConfigError, UnknownNameError

#: What an option of a game or an agent can be.
Value = str | int | float | None
NONE = "none"  # how the absence of a value is written


@dataclass(frozen=True)
class Option:
    """One option of a game or an agent: a choice, a number within bounds, or a text."""

    name: str  #: the key in `name:key=value`
    default: Value  #: its value where none is given
    choices: tuple[Value, ...] = ()  #: all values it may have, if they can be counted
    minimum: float | None = None  #: of a number; None if it is none
    maximum: float = 1_000_000_000  #: of a number
    optional: bool = False  #: None is allowed beside a number

    def read(self, given: Value, owner: str) -> Value:
        """Return *given*, a value or its spelling, as this option's value."""
        value = self._spelled(given) if isinstance(given, str) else given
        if self._allows(value):
            return value
        raise ConfigError(
            f"option {self.name!r} of {owner} cannot be {given!r}; it is {self.describe()}"
        )

    def describe(self) -> str:
        """Return what may be given, for messages and help."""
        none = f" or {NONE}" if self.optional else ""
        if self.choices:
            return " or ".join(NONE if c is None else str(c) for c in self.choices)
        if self.minimum is not None:
            kind = "a number" if self._is_real else "a whole number"
            return f"{kind} from {self.minimum:,.12g} to {self.maximum:,.12g}{none}"
        return f"a text{none}"

    @property
    def is_integer(self) -> bool:
        """Whether it is a number without a fraction."""
        return self.minimum is not None and not self._is_real

    @property
    def _is_real(self) -> bool:
        # Where nothing is the default the minimum shows the kind: 0.0 or 0.
        return isinstance(self.minimum if self.default is None else self.default, float)

    def _spelled(self, text: str) -> Value:
        if text.lower() == NONE:
            return None
        if all(isinstance(choice, str) for choice in self.choices) and self.minimum is None:
            return text
        for kind in (int, float):
            try:
                return kind(text)
            except ValueError:
                continue
        return text

    def _allows(self, value: Value) -> bool:
        if self.choices:
            return value in self.choices and not isinstance(value, bool | float)
        if value is None:
            return self.optional
        if self.minimum is not None:
            if isinstance(value, bool | str) or (isinstance(value, float) and not self._is_real):
                return False
            return self.minimum <= value <= self.maximum
        return isinstance(value, str)


def split_name(text: str) -> tuple[str, dict[str, str]]:
    """Return the name and the options of `name:key=value,key=value`."""
    name, _, rest = text.partition(":")
    options = {}
    for item in filter(None, rest.split(",")):
        key, equals, value = item.partition("=")
        if not (key and equals and value):
            raise ConfigError(f"cannot read {item!r} in {text!r}; write name:key=value,key=value")
        if key in options:
            raise ConfigError(f"option {key!r} is given twice in {text!r}")
        options[key] = value
    return name, options


def join_name(name: str, options: Mapping[str, Value]) -> str:
    """Return *name* with *options* as `split_name` reads them."""
    items = ",".join(f"{k}={NONE if v is None else v}" for k, v in options.items())
    return f"{name}:{items}" if items else name


def read_options(
    declared: tuple[Option, ...], given: Mapping[str, Value], owner: str
) -> dict[str, Value]:
    """Return the value of every *declared* option, those not *given* at their defaults."""
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known:
            raise UnknownNameError(f"option of {owner}", name, sorted(known) or ["(it has none)"])
    return {
        name: option.read(given[name], owner) if name in given else option.default
        for name, option in known.items()
    }
