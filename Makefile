# make run    a game of DESCONECTA-4 BOOM against the computer
# make test   the suite;  make test-slow: the exhaustive tests, those of the benchmarks and those in a browser, and what takes
#             more than 0.3 seconds of the processor (tests/durations.py);  make test-random: the tests of properties, with
#             examples that are drawn anew
# make lint, make types, make check   what CI runs besides
# make js     the pages' JavaScript: eslint, the types that its comments give, and the tests of its logic (package.json)
# make matrix  what leans most on Python's insides, with each Python from 3.11 to 3.14 that is there (noxfile.py)
# make web    the studio, in the browser;  make web PORT=8500 says where
# make docs   the pages of docs/ as HTML, in docs/_build
# make wheel  the package as pip installs it, in dist/ (tests/test_wheel.py installs and uses one)
# make bench  how fast it is, beside others (bench/README.md);  make peers installs the others, make peers-system says how to
#             get the one that pip does not have;  make bench-engine: the engine;  make strength: matches, for an hour or more
# make browser, make latex, make xboard   what some tests of pages, slides and chess programs need beyond Python; they are skipped
#             without it;  make ray: what those of databases by more than one machine need
# Everything is set up inside .venv on the first call: for `make run` the package alone, for the others what they need besides.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PACKAGE := $(VENV)/.package
STAMP := $(VENV)/.installed

.PHONY: run web test test-slow test-random matrix lint types js check docs wheel bench bench-engine strength peers peers-system ray browser \
	latex xboard clean

run: $(PACKAGE)
	@$(BIN)/zermelo play desconecta4boom

web: $(STAMP)
	@$(BIN)/zermelo web $(if $(PORT),--port $(PORT))

# Bytecode is kept, whatever the shell says: the tests start the command line a hundred times.
test test-slow test-random: export PYTHONDONTWRITEBYTECODE :=

test: $(STAMP)
	$(BIN)/python -m pytest -n auto -m "not slow" $(if $(TIMES),--junitxml=$(TIMES))

test-slow: $(STAMP)
	$(BIN)/python -m pytest -n auto -m slow

test-random: $(STAMP)
	$(BIN)/python -m pytest -n auto -m hypothesis --hypothesis-profile=random

matrix: $(STAMP)
	PYENV_VERSION="$$(pyenv versions --bare 2>/dev/null | paste -sd: -)" $(BIN)/nox

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

check: lint types js docs test test-slow

$(PACKAGE): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Zermelo needs Python 3.11 or newer; say which with make PYTHON=python3.12")'
	@echo "Setting up $(VENV) with the package and its compiler (once; less than a minute) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fast]'
	@touch $@

$(STAMP): $(PACKAGE)
	@echo "Installing the studio and the tools for tests into $(VENV) (once; a minute or two) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

js: node_modules/.installed
	@PATH="$(abspath $(BIN)):$$PATH" npm run --silent check

node_modules/.installed: package.json package-lock.json $(STAMP)
	@node -e 'process.exit(Number(process.versions.node.localeCompare("20.19", "en", { numeric: true }) < 0))' 2>/dev/null \
		&& command -v npm >/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[javascript]'
	@PATH="$(abspath $(BIN)):$$PATH" npm ci --silent
	@touch $@

docs: $(STAMP) $(VENV)/.docs-installed
	$(BIN)/sphinx-build -W --keep-going -q -b html docs docs/_build/html
	@echo "docs/_build/html/index.html"

$(VENV)/.docs-installed: $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	@touch $@

wheel: $(STAMP)
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@ls dist/*.whl

bench: $(STAMP)
	@for name in native peers desconecta startup explain studio corpus; do $(BIN)/python bench/$$name.py || exit 1; done

bench-engine: $(STAMP)
	@for name in connect4_solver othello_endgames draughts_perft threads depth; do $(BIN)/python bench/$$name.py || exit 1; done

strength: $(STAMP)
	$(BIN)/python bench/strength.py --games 100

peers-system:
	@command -v gtp-rhino >/dev/null || test -x /usr/games/gtp-rhino && echo "gtp-rhino is there" || \
		echo "gtp-rhino, an Othello program, is in Debian's and Ubuntu's package grhino: sudo apt-get install grhino"

peers: $(VENV)/.peers-installed

$(VENV)/.peers-installed: $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[peers]'
	@touch $@

ray: $(VENV)/.ray-installed

$(VENV)/.ray-installed: $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[ray]'
	@touch $@

browser: $(VENV)/.browser-installed
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || $(call system,chromium)

$(VENV)/.browser-installed: $(STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[browser,pictures]'
	@touch $@

latex:
	@command -v pdflatex >/dev/null || $(call system,texlive-latex-base texlive-pictures)

xboard:
	@{ command -v xboard >/dev/null || test -x /usr/games/xboard; } && command -v xvfb-run >/dev/null || $(call system,xboard xvfb xauth)

# A package of Debian's and Ubuntu's: installed where we may, else it is said how.
system = if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; \
	then apt-get install -y -qq --no-install-recommends $(1) >/dev/null || echo "could not install $(1)"; \
	else echo "needed: sudo apt-get install $(1)"; fi

clean:
	rm -rf $(VENV) node_modules
