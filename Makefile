# `make run` watches a real game; `make test` proves it. Each sets up its own environment in .venv
# on a machine that has python3 (3.11 or newer), venv and make; a second run starts at once.
# With PYTHON=/usr/bin/python3.12 another interpreter is used.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
GAME ?= click_click_boom
ARGS ?=

.PHONY: help run test check types lint layers bench soak wiring schematic sheets clean

help:
	@echo "make run     watch a game that robots play, live in the browser (GAME=..., ARGS='--speed 3')"
	@echo "make test    everything that proves the program"
	@echo "make bench   measure it; make soak: 1,000 games, of all in turns (ARGS='--game ...')"
	@echo "make wiring  write tables, parts list, drawings and schematic from the board"
	@echo "make sheets  write what is printed: card labels, seat labels, the enclosure's parameters"
	@echo "make schematic  let KiCad 9 check the schematic, where it is installed"

run: $(VENV)/.run
	$(BIN)/ringmaster run --mock --fresh --game $(GAME) $(ARGS)

test: $(VENV)/.test
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tests/everything.py $(ARGS)

check lint: $(VENV)/.test
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

types: $(VENV)/.test
	$(BIN)/mypy

layers: $(VENV)/.test
	$(BIN)/lint-imports

bench: $(VENV)/.run
	$(BIN)/ringmaster bench $(ARGS)

soak: $(VENV)/.run
	$(BIN)/ringmaster bench soak $(ARGS)

wiring: $(VENV)/.test
	$(BIN)/python -m hardware.make

sheets: $(VENV)/.test
	$(BIN)/python -m hardware.make.sheets
	$(BIN)/python -m hardware.make.enclosure

schematic: $(VENV)/.test
	$(BIN)/python -m hardware.make.kicad.check

# The environment may see the system's packages, so that a Pi uses its own lgpio and spidev.
$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Ringmaster needs Python 3.11 or newer; this is $$($(PYTHON) -V)"; exit 1; }
	$(PYTHON) -m venv --system-site-packages $(VENV)

$(VENV)/.run: pyproject.toml | $(BIN)/python
	$(PIP) install --editable .
	@touch $@

# mfrc522 comes without its dependencies: in the tests it runs on the simulated libraries.
$(VENV)/.test: pyproject.toml | $(BIN)/python
	$(PIP) install --editable '.[test]'
	$(PIP) install --no-deps mfrc522==0.0.7
	@touch $@ $(VENV)/.run

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
