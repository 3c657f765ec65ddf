"""SECURITY.md: every promise names tests that exist."""

import re

from support.commands import ROOT

NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def test_every_promise_names_tests_that_exist() -> None:
    rows = [
        line
        for line in (ROOT / "SECURITY.md").read_text(encoding="utf-8").splitlines()
        if line.startswith("| ") and not line.startswith("| promise")
    ]
    assert len(rows) > 15
    for row in rows:
        named = NAMED.findall(row)
        assert named, row
        for file, test in named:
            assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8"), test
