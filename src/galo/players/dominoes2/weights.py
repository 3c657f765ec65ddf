"""The rules of thumb of two-sided dominoes, and what each described player weighs them with.

A rule is one count of an option (`evaluation` says which); a player is a weight for each rule,
zero for those that it does not name.
"""

from collections.abc import Mapping

from galo.players.parameters import Parameter

Weights = Mapping[str, float]

RULES = (  # in the order of the evaluation's columns
    "double",
    "variety",
    "pips",
    "fits",
    "own",
    "lacked",
    "equal",
    "equal_lacked",
    "partner",
    "stopped",
)
DESCRIBED = "described"  # the weights of the texts
HOFFMANN = {"fits": -1}
# Each of these counts decides before the next: no sum of the later ones reaches its weight.
DEFENSIVE = {"double": 200, "variety": 20, "pips": 1}
OFFENSIVE = {"lacked": 100, "equal_lacked": 100, "equal": 30, "fits": -1}
COSTA = {
    **dict.fromkeys(RULES, 0),  # it may weigh them all
    **{"double": 10, "variety": 2, "pips": 2},
    **{"lacked": 10, "equal": 8, "equal_lacked": 8, "fits": -6},
}
# galo evolve dominoes2 costa --against costa --against hoffmann --against offensive --method cma
# --population 16 --generations 60 --matches 10000 --seed 1, to two decimals; docs/dominoes2.md
# says how strong it is.
EVOLVED = dict(
    zip(RULES, (7.99, -6.56, 0.66, -9.94, 2.3, 10, 3.61, -7.28, -3.83, 7.01), strict=True)
)
NAMED: Mapping[str, Mapping[str, Weights]] = {  # by agent and name
    "defensive": {DESCRIBED: DEFENSIVE},
    "offensive": {DESCRIBED: OFFENSIVE},
    "costa": {DESCRIBED: COSTA, "evolved": EVOLVED},
}


def parameters_of(agent: str) -> tuple[Parameter, ...]:
    """Return the weights of *agent* as parameters, each up to the largest, up or down."""
    weights = NAMED[agent][DESCRIBED]
    reach = float(max(map(abs, weights.values())))
    return tuple(Parameter(rule, -reach, reach, float(weight)) for rule, weight in weights.items())
