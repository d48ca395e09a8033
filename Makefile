# Boodle. `make` lists what can be made.
#
# PYTHON  the interpreter to build .venv with:   make setup PYTHON=python3.12
# ARGS    handed to the tool:                    make test ARGS='-k standings'
# SLOW    any value: also the long proofs:       make check SLOW=1
# DEMO    handed to `boodle demo`

PYTHON ?= python3
ARGS ?=
DEMO ?=
SLOW ?=

VENV := .venv
BIN := $(VENV)/bin
MINISTACK := .venv-ministack
CLIENTS := tests/clients
PINS := pyproject.toml constraints.txt
TEXTS := $(wildcard chalicelib/texts/locale/*.po)
# -qq: errors only.
PIP_INSTALL = $(BIN)/python -m pip install -qq --disable-pip-version-check \
	--root-user-action=ignore -c constraints.txt
SUPPORTED = import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))

# The tests start many processes; each would compile the code anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo serve test coverage check bench openapi package lock clean

help: ## list these targets
	@sed -n 's/^\([a-z]*\):[^#]*## /\1	/p' Makefile | while IFS='	' read -r target text; do \
		printf '  make %-9s %s\n' "$$target" "$$text"; done

setup: $(VENV)/.dev $(MINISTACK)/.made $(CLIENTS)/node_modules/.made ## everything for development

demo: $(VENV)/.run ## play a demonstration league on this machine
	$(BIN)/boodle demo $(DEMO)

serve: $(VENV)/.run ## serve a club's leagues from this machine
	$(BIN)/boodle serve $(ARGS)

test: setup ## run the tests
	$(BIN)/pytest -n 2 --dist loadgroup $(ARGS)

# Random hands reach most lines by chance; here a line counts that a test of its own reaches.
RANDOM_HANDS = $(patsubst %,--ignore tests/rules/test_%.py,perft properties reference)
coverage: $(VENV)/.dev ## test game and competition alone, and list the lines not reached
	rm -rf build/coverage
	$(BIN)/coverage run -m pytest -n 2 tests/rules tests/league tests/texts $(RANDOM_HANDS)
	$(BIN)/coverage combine -q
	$(BIN)/coverage report

check: $(VENV)/.dev $(CLIENTS)/node_modules/.made ## lint, format, types, floors, texts, OpenAPI drift and clients
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m chalicelib.texts --check
	$(BIN)/python -m chalicelib.api.contract --check
	PYTHONPATH=tests $(BIN)/python -m clients.check
	$(if $(SLOW),BOODLE_SLOW=1 $(BIN)/pytest -n 2 --dist loadgroup tests/proof tests/rules \
		tests/api/test_contract.py tests/api/test_noninterference.py)

bench: $(VENV)/.run ## measure what was promised; one line a figure
	@sh bench/setup.sh $(BIN)/python
	@$(BIN)/python -m bench $(ARGS)

openapi: $(VENV)/.dev ## write openapi.json, its examples and the tables of docs/ anew
	BOODLE_RECORD=1 $(BIN)/pytest -q tests/api/test_contract_examples.py
	$(BIN)/python -m chalicelib.api.contract

package: $(VENV)/.run ## the Lambda's zip and its template, in build/package
	$(BIN)/python -m infra.package --out build/package

lock: ## write constraints.txt anew from what pyproject.toml allows
	@$(PYTHON) -c '$(SUPPORTED)'
	rm -rf build/lock
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install -qq --upgrade pip setuptools wheel
	build/lock/bin/python -m pip install -qq -e '.[dev]'
	build/lock/bin/python -m pip freeze --all --exclude-editable > build/lock/frozen
	sed -n '/^#/p' constraints.txt > build/lock/constraints.txt
	sed '/^pip==/d' build/lock/frozen >> build/lock/constraints.txt
	mv build/lock/constraints.txt constraints.txt
	rm -rf build/lock

clean: ## remove what was built and cached; environments and data stay
	rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find app.py bench chalicelib infra tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The stamps below live in the environments that they speak of, and go when those go.

$(BIN)/python:
	@$(PYTHON) -c '$(SUPPORTED)' 2>/dev/null || { \
		echo "Boodle needs Python 3.11, 3.12, 3.13 or 3.14, but $(PYTHON) is:" \
			"$$($(PYTHON) --version 2>&1). Try: make setup PYTHON=python3.12" >&2; exit 1; }
	@echo "making $(VENV)"
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# What running and packaging take. .dev includes it, and stamps it too. Building Boodle compiles
# its texts.
$(VENV)/.run: $(PINS) $(TEXTS) setup.py | $(BIN)/python
	@echo "installing Boodle in $(VENV)"
	@$(PIP_INSTALL) -e .
	@touch $@

$(VENV)/.dev: $(PINS) setup.py | $(BIN)/python
	@echo "installing Boodle and its development tools in $(VENV)"
	@$(PIP_INSTALL) -e '.[dev]'
	@touch $(VENV)/.run $@

# A DynamoDB emulator for the contract tests, apart because it pins a botocore of its own.
$(MINISTACK)/.made: $(wildcard tests/contract/ministack*) | $(BIN)/python
	@sh tests/contract/ministack.sh $(BIN)/python
	@touch $@

# Linters and generators of clients, which run on the node that the development tools bring.
$(CLIENTS)/node_modules/.made: $(CLIENTS)/package.json $(CLIENTS)/package-lock.json \
		$(CLIENTS)/.npmrc $(CLIENTS)/install.sh | $(VENV)/.dev
	@echo "installing the generators of clients in $(CLIENTS)/node_modules"
	@sh $(CLIENTS)/install.sh $(abspath $(BIN)/python)
	@touch $@
