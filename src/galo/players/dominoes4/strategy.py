"""A strategy of one's own: a function that values an option, and plays dominoes4 by its values.

Called, it is the function itself, in plain Python. As a player it takes the option of highest
value, one of them at random if several are; the simulator plays the same moves, compiled.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, overload

from galo.errors import AgentError, ConfigError
from galo.games.game import Observation
from galo.games.options import Option
from galo.players.dominoes4.feature_table import OptionFeatures
from galo.players.dominoes4.option_player import OptionPlayer, options_seen
from galo.players.dominoes4.strategy_fault import plain_value
from galo.players.dominoes4.strategy_rows import LONGEST
from galo.players.dominoes4.strategy_source import Function, StrategySource, is_number
from galo.players.dominoes4.strategy_translation import translated
from galo.players.faults import describe
from galo.players.parameters import Parameter, checked_values, is_file, read_values
from galo.players.registry import WEIGHTS, Agent

#: The ranges of parameters, by name: the least and the most that each is at first.
Ranges = Mapping[str, tuple[float, float]]

LOW, HIGH = -10.0, 10.0  # of a parameter without a range
LARGEST = 1e9  # a value of a parameter beyond this is a mistake
DEFAULTS = "default"  # the weights that stand in the text


@overload
def strategy(function: Function, /) -> "Strategy": ...
@overload
def strategy(*, ranges: Ranges | None = None) -> Callable[[Function], "Strategy"]: ...
def strategy(function: Function | None = None, /, *, ranges: Ranges | None = None) -> Any:
    """Make a strategy of dominoes4 of *function*, which values one option: a decorator.

    The function is given an option, with its features, and its parameters: arguments whose
    default is a number. *ranges* tell where evolution begins; without, that is -10 to 10.
    """

    def decorated(function: Function) -> Strategy:
        source = StrategySource.of(function)
        return Strategy(source, _parameters(source, function, ranges or {}), function)

    return decorated if function is None else decorated(function)


class Strategy(OptionPlayer):
    """A function of an option, with a value for each of its parameters: a player of dominoes4."""

    def __init__(
        self,
        source: StrategySource,
        parameters: tuple[Parameter, ...],
        function: Function | None = None,
        values: Sequence[float] | None = None,
    ) -> None:
        self.name = source.name  #: that of the function
        self.source = source
        self.parameters = parameters  #: what evolution may turn
        self.values = tuple(values or (parameter.default for parameter in parameters))
        self._function = function or source.function()

    def __call__(self, option: OptionFeatures, /, *values: float, **named: float) -> float:
        """Return the value of *option*; parameters that are not given have the values of this."""
        own = {p.name: value for p, value in zip(self.parameters, self.values, strict=True)}
        own = {name: own[name] for name in list(own)[len(values) :]}
        return self._function(option, *values, **{**own, **named})

    def __reduce__(self) -> tuple[Any, ...]:
        return Strategy, (self.source, self.parameters, None, self.values)

    def __repr__(self) -> str:
        given = [f"{p.name}={v:g}" for p, v in zip(self.parameters, self.values, strict=True)]
        return f"<strategy {self.name}({', '.join(['option', *given])})>"

    @cached_property
    def translation(self) -> str:
        """The module with its kernel; what cannot be translated is refused."""
        return translated(self.source, tuple(parameter.name for parameter in self.parameters))

    def with_values(self, values: Sequence[float]) -> "Strategy":
        """Return the same strategy with other *values* of its parameters, in their order."""
        what = f"weights of {self.name}"
        found = checked_values(values, what, len(self.parameters), -LARGEST, LARGEST)
        return Strategy(self.source, self.parameters, self._function, found)

    def with_weights(self, weights: str | Sequence[float]) -> "Strategy":
        """Return the same strategy with *weights*: the values, a FILE of them, or `default`."""
        if not isinstance(weights, str):
            return self.with_values(weights)
        if weights == DEFAULTS:
            return self.with_values(self.values)
        if not is_file(weights):
            raise ConfigError(
                f"weights={weights}: there is no such file; it is {DEFAULTS} or what evolve wrote"
            )
        return self.with_values(read_values(weights).values)

    def agent(self, name: str, line: str = "") -> Agent:
        """Return the agent *name* that plays this strategy, with `weights` for its option."""
        options = (Option(WEIGHTS, DEFAULTS),)
        return Agent(name, "", "", options, line, self.with_weights, self.parameters)

    def options(self, observation: Observation) -> dict[str, OptionFeatures]:
        """Return the features of every option of the player to move, by its move."""
        seen = self._checked(observation)
        found = options_seen(seen)
        return {move.text: found[move.code] for move in seen.legal_moves if move.code in found}

    def value_of(self, option: OptionFeatures) -> float:
        self.translation  # noqa: B018 (refuses what the simulator could not play)
        try:
            return float(self(option))
        except Exception as problem:  # it is somebody's own code: anything may happen
            raise AgentError(self.name, self._described(problem)) from problem

    def place_of_value(self, option: OptionFeatures) -> str:
        return plain_value(self.translation)(option, self.values)[1]

    def _described(self, problem: BaseException) -> str:
        """Return what went wrong, and the line of the function in which it did."""
        place, trace = "", problem.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == self.source.file:
                place = self.source.place_of(trace.tb_lineno)
            trace = trace.tb_next
        what = "divided by zero" if isinstance(problem, ZeroDivisionError) else describe(problem)
        return f"{place or self.name}: {what}"


def _parameters(
    source: StrategySource, function: Function, ranges: Ranges
) -> tuple[Parameter, ...]:
    """Return the parameters of *function*; raise unless each is a name with a number."""
    definition = source.definition
    arguments = list(inspect.signature(function).parameters.values())
    if not arguments or arguments[0].kind in (arguments[0].KEYWORD_ONLY, arguments[0].VAR_KEYWORD):
        raise source.fault(
            definition, f"{source.name} takes no option; write {source.name}(option)"
        )
    if (
        arguments[0].kind is arguments[0].VAR_POSITIONAL
        or arguments[0].default is not inspect._empty
    ):
        raise source.fault(definition, f"the option comes first: {source.name}(option, …)")
    found = [_parameter(source, argument, ranges) for argument in arguments[1:]]
    if len(found) > LONGEST:
        raise source.fault(definition, f"{len(found)} parameters are too many; at most {LONGEST}")
    unknown = ranges.keys() - {parameter.name for parameter in found}
    if unknown:
        raise source.fault(
            definition, f"ranges names {sorted(unknown)[0]!r}, which is no parameter"
        )
    return tuple(found)


def _parameter(source: StrategySource, argument: inspect.Parameter, ranges: Ranges) -> Parameter:
    name, default, definition = argument.name, argument.default, source.definition
    is_named = argument.kind in (argument.POSITIONAL_OR_KEYWORD, argument.KEYWORD_ONLY)
    if not is_named or not is_number(default):
        right = f"write {name}=1.0" if is_named else "name them all"
        raise source.fault(definition, f"parameter {name} has no number for its default; {right}")
    low, high = ranges.get(name, (LOW, HIGH))
    if not (is_number(low) and is_number(high) and low <= high):
        raise source.fault(definition, f"the range {(low, high)} of {name} is not (least, most)")
    if not low <= default <= high:
        right = f'write @galo.strategy(ranges={{"{name}": (least, most)}})'
        raise source.fault(
            definition, f"{name}={default:g} is not from {low:g} to {high:g}, its range; {right}"
        )
    return Parameter(name, float(low), float(high), float(default))
