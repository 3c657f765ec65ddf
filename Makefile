# Everything happens in .venv; each target works on a machine with python3, venv and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
DEV_READY := $(VENV)/.dev-ready
BENCH_READY := $(VENV)/.bench-ready

.PHONY: install play test check format bench pictures

install: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(DEV_READY): $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

$(BENCH_READY): $(DEV_READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	touch $@

play: $(READY)
	$(BIN)/galo

test: $(DEV_READY)
	$(BIN)/python -m pytest -n auto

check: $(DEV_READY)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(DEV_READY)
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(BENCH_READY)
	$(BIN)/galo bench
	$(BIN)/python bench/speed/openspiel.py
	$(BIN)/python bench/speed/connect_four_solver.py

pictures: $(DEV_READY)
	PYTHONPATH=tests $(BIN)/python bench/docs/screenshots.py
