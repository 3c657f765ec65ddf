"""Shared by the tests of the laboratory."""

from functools import cache
from pathlib import Path

import pytest

from galo.lab.report import write_report
from support.experiments import FinishedExperiment, make, shrink_experiments


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> FinishedExperiment:
    """Return a function that makes the tiny version of an experiment, once for all tests."""

    @cache
    def make_once(name: str) -> Path:
        path = tmp_path_factory.mktemp(name)
        with pytest.MonkeyPatch.context() as patch:
            shrink_experiments(patch)
            make(path, name)
            write_report(path)
        return path

    return make_once
