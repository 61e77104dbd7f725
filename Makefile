# `make deck` and `make test` work on a machine that has only Python 3.11 (or newer) and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The tool, and each game with a package.
PACKAGES := . $(patsubst %/pyproject.toml,%,$(wildcard games/*/pyproject.toml))
export PYTHONDONTWRITEBYTECODE := # modules are compiled once, not by every process that the tests start

.PHONY: web fetched site deck test quick types tests durations audit fuzz mutants bench bench-all docs gallery lock dist release-check size clean

deck: $(VENV)/.deck
	$(BIN)/cloudy-pnp build

test: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell *.md docs/*/*.md games/*/*.md games/*/docs/*.md cloudy_pnp
	$(MAKE) --no-print-directory -j2 types tests

# Run this first: everything but mypy, randomized tests, and the test files listed in tests/durations.txt.
quick: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pytest -n auto --quick -m "not fuzz"

types: $(VENV)/.dev
	$(BIN)/mypy

tests: $(VENV)/.dev fetched
	$(BIN)/pytest -n auto --durations=10

# The studio as a web page, in output/web: any static server can offer it. Needs node and npm.
web: $(VENV)/.dev
	$(BIN)/python tools/make_web.py output/web

# Pyodide and the wheels built for it, for the page and its test; without npm or a network, the test is skipped.
fetched: $(VENV)/.dev
	-@$(BIN)/python tools/make_web.py --fetch

# The documentation as a site, with the rulebooks of output/ and, after `make web`, the studio; in output/site.
site: $(VENV)/.dev
	$(BIN)/python tools/make_site.py

# Run all tests and record how long each file takes, for make quick and for the order of make test.
durations: $(VENV)/.dev fetched
	$(BIN)/pytest -n auto --record

# Checks that are too slow for every run, or need a network: the same bytes in every environment, a failing disk, and
# advisories against the locked packages. Ends with a summary; exit code 2: something could not be checked here.
audit: $(VENV)/.dev
	$(BIN)/python tests/audit.py

# Rounds of the randomized tests with new seeds and more examples; ends at the first failure.
MINUTES ?= 10
fuzz: $(VENV)/.dev
	$(BIN)/python tests/fuzz.py $(MINUTES) $(SEED)

# How many random mutants of the code its tests find; WITHIN=cloudy_pnp/export: only of what is below a path.
COUNT ?= 25
mutants: $(VENV)/.dev
	$(BIN)/python tests/mutants.py $(or $(SEED),1) $(COUNT) $(WITHIN)

# One table with the last recorded values (bench/history.csv); KEEP=--keep records the new ones. bench-all: every job.
bench: $(VENV)/.dev
	$(BIN)/python -m bench.table $(KEEP)

bench-all: $(VENV)/.dev
	$(BIN)/pytest bench/bench_*.py games/*/bench/bench_*.py --benchmark-only --benchmark-quiet

gallery: $(VENV)/.dev
	$(BIN)/python tools/make_gallery.py
	$(BIN)/python tools/make_rulebook.py
	$(BIN)/python tools/make_studio.py

docs: $(VENV)/.dev
	$(BIN)/python tools/make_problems.py
	$(BIN)/python tools/make_icons.py
	$(BIN)/python tools/make_reference.py
	$(BIN)/python tools/make_steps.py
	$(BIN)/python tools/make_rules.py
	$(BIN)/python tools/make_schema.py
	$(BIN)/python tools/make_imports.py
	$(BIN)/python tools/make_first_hour.py
	$(BIN)/python tools/make_manual.py

# Lines of code per package and folder, and how many each package may still get.
size: $(VENV)/.dev
	$(BIN)/python tools/size.py

# Exact versions with hashes, no index addresses. Needs uv (pip install uv). The games depend on nothing but the tool.
lock:
	uv pip compile pyproject.toml --group build --universal --python-version 3.11 --generate-hashes \
		--no-annotate --no-header --quiet --output-file requirements.lock
	uv pip compile pyproject.toml --group build --extra dev --universal --python-version 3.11 --generate-hashes \
		--no-annotate --no-header --quiet --output-file requirements-dev.lock
	uv pip compile --group release --universal --python-version 3.11 --generate-hashes \
		--no-annotate --no-header --quiet --output-file requirements-release.lock

# A wheel and an sdist of the tool and of each game, in dist/.
dist: $(VENV)/.dev
	for package in $(PACKAGES); do $(BIN)/python -m build --no-isolation --outdir dist $$package || exit 1; done

# Everything that must be true before a tag: in an environment of its own, with the tools of a release.
release-check: requirements-release.lock requirements.lock
	$(PYTHON) -m venv --clear $(VENV)-release
	$(VENV)-release/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-release.lock
	$(VENV)-release/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(VENV)-release/bin/python tools/release_check.py

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "cloudy-pnp needs Python 3.11 or newer, this is " + sys.version.split()[0] + ": make deck PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)

# Modules are compiled when they are first used (--no-compile): most never are.
$(VENV)/.deck: requirements.lock $(PACKAGES:%=%/pyproject.toml) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation $(PACKAGES:%=-e %)
	touch $@

$(VENV)/.dev: requirements-dev.lock $(PACKAGES:%=%/pyproject.toml) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation $(PACKAGES:%=-e %)
	touch $@ $(VENV)/.deck

clean:
	rm -rf $(VENV) $(VENV)-release dist .mypy_cache .ruff_cache .hypothesis
