"""The page about strategies names every feature of an option, with the words of the program."""

import inspect
import re

from galo.players.dominoes4.feature_table import FEATURES, OptionFeatures
from support.commands import ROOT

PAGE = (ROOT / "docs" / "guides" / "own_strategy.md").read_text(encoding="utf-8")


def test_every_feature_is_in_the_table_as_the_program_describes_it() -> None:
    source = inspect.getsource(OptionFeatures)
    described = re.findall(r"^    (\w+): int  #: (.*)$", source, re.MULTILINE)
    assert [name for name, _ in described] == list(FEATURES)
    assert re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE, re.MULTILINE) == described
