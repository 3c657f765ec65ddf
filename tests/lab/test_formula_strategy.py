"""A formula, saved as a strategy file, values every option as the formula does."""

from pathlib import Path

import numpy as np

from galo.arrays import RealMatrix
from galo.lab.formula_text import strategy_source
from galo.lab.formulas import values
from galo.players.dominoes4.feature_table import FEATURES, OptionFeatures
from galo.players.dominoes4.strategy import Strategy
from galo.players.dominoes4.strategy_fault import plain_value
from galo.players.registry import make_player
from support.formulas import random_formulas


def test_saved_formula_is_a_strategy_of_the_same_values(tmp_path: Path) -> None:
    rng, file = np.random.default_rng(3), tmp_path / "found.py"
    options: RealMatrix = rng.integers(0, 9, (40, len(FEATURES))).astype(np.float64)
    for formula in random_formulas(5, 60):
        file.write_text(strategy_source({"found": formula}))
        strategy = make_player("dominoes4", f"strategy:file={file}")
        assert isinstance(strategy, Strategy)
        translated, expected = plain_value(strategy.translation), values(formula, options)
        for row, value in zip(options.tolist(), expected.tolist(), strict=True):
            option = OptionFeatures(*map(int, row))
            assert float(strategy(option)) == translated(option, strategy.values)[0] == value
