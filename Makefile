# `make dream` and `make test` are all a newcomer needs; `make help` lists the rest.
SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.ready
RIVALS := $(VENV)/.rivals
export PYTHONDONTWRITEBYTECODE :=
export REVERIE_MODELS_DIR := $(CURDIR)/$(VENV)/models

.PHONY: help dream demo test lint types layers fmt docs day picture bench torture setup pins clean
.DEFAULT_GOAL := help

help: ## list what make can do
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

setup: $(STAMP) ## make the environment in .venv (done by the others as needed)

$(STAMP): requirements/dev.txt pyproject.toml scripts/setup.sh
	@bash scripts/setup.sh $(VENV)
	@touch $@

dream: $(STAMP) ## run the main job on this repository
	@$(BIN)/reverie run
	@echo "See the whole loop on a sample project with a month of history: make demo"

demo: $(STAMP) ## build a sample project and walk the whole loop on it
	@$(BIN)/python -m scripts.demo

test: $(STAMP) lint types layers ## every check and every test
	@echo "tests"
	@$(BIN)/python -m pytest -n 2 --durations=15 --durations-min=5

lint: $(STAMP)
	@echo "ruff"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "hint: make fmt"; exit 1; }

types: $(STAMP)
	@echo "mypy --strict"
	@$(BIN)/mypy --no-error-summary

layers: $(STAMP)
	@echo "import-linter"
	@$(BIN)/lint-imports --no-cache > $(VENV)/layers.log 2>&1 || { cat $(VENV)/layers.log; exit 1; }

fmt: $(STAMP) ## format and fix what can be fixed
	@$(BIN)/ruff check --quiet --fix . || true
	@$(BIN)/ruff format --quiet .

docs: $(STAMP) ## write docs/reference from the program itself
	@$(BIN)/python -m scripts.reference

day: $(STAMP) ## live a day with an agent through the real hooks, and write docs/day.md
	@$(BIN)/python -m scripts.day

picture: $(STAMP) ## draw docs/run.svg from a real run
	@$(BIN)/python -m scripts.picture

$(RIVALS): $(STAMP) requirements/bench.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt \
	  && touch $@ || echo "warning: detect-secrets and rg could not be fetched, so nothing of theirs stands beside" >&2

bench: $(RIVALS) ## measure speed beside named alternatives
	@$(BIN)/python -m bench

torture: $(STAMP) ## kills, power cuts and foreign edits, at length
	@$(BIN)/python -m tests.torture

PIN := uv pip compile --python-version 3.11 --universal --generate-hashes --no-header -q

pins: ## renew requirements/dev.txt and bench.txt (needs uv)
	@$(PIN) requirements/dev.in -o requirements/dev.txt
	@$(PIN) requirements/bench.in -c requirements/dev.txt -o requirements/bench.txt

clean: ## remove the environment and caches
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
