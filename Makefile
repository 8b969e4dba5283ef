# Every target sets up what it needs. Wanted on the machine: python3 (3.11+), make, a package index. `make test` also
# needs Chromium, and `make test-all` PostgreSQL; where one is missing, apt installs it.
#
#   make test PYTHON=python3.13            another interpreter (the environment is rebuilt for it)
#   make play ARGS=--physical              arguments for the program behind the target
#   make test ARGS="-k joker" JOBS=1

PYTHON ?= python3
JOBS   ?= 2
ARGS   ?=

VENV := .venv
BIN  := $(VENV)/bin
BASE := $(VENV)/made-with
RUN  := $(VENV)/installed-run
DEV  := $(VENV)/installed-dev
DOCS := $(VENV)/installed-docs

TYPESCRIPT := 7.0.2
TSC        := $(VENV)/installed-typescript-$(TYPESCRIPT)

# Tests start hundreds of processes, which would each compile what the last one has compiled.
unexport PYTHONDONTWRITEBYTECODE

# Targets run one after the other, also under -j; between two makes, one installs and the other waits.
.NOTPARALLEL:
LOCKED := $(if $(shell command -v flock 2>/dev/null),flock pyproject.toml )sh -euc
TEST   := $(BIN)/python -m pytest -n $(JOBS) --dist worksteal
PIP    := $(BIN)/python -m pip install -qq --disable-pip-version-check

.PHONY: help play test test-fast test-all test-faults check bench languages docs dist lock clean chromium postgresql strace FORCE
.DEFAULT_GOAL := help

help: ## say what can be made
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{printf "  %-15s %s\n", $$1, $$2}'

play: $(RUN) ## open the table in the browser
	@$(BIN)/fivedice play $(ARGS)

test: $(DEV) chromium ## everything that must pass
	@$(TEST) $(ARGS)

test-fast: $(DEV) ## the same without browser, server and tests that take a second or more
	@$(TEST) --ignore=tests/browser --ignore=tests/web -m "not slow and not long" $(ARGS)

test-all: $(DEV) chromium postgresql ## the slow tests too, and random examples, ten times as many
	@$(TEST) -m "not faults" --hypothesis-profile explore $(ARGS)

test-faults: $(DEV) postgresql strace ## attack a server, files and the command line; one after the other, some minutes
	@$(BIN)/python -m pytest tests/faults -m faults -n 0 $(ARGS)

check: $(DEV) $(TSC) ## lint, format, types, import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/node $(VENV)/typescript/node_modules/typescript/bin/tsc
	@$(BIN)/python -m tests.audit requirements.lock

bench: $(RUN) ## measure
	@$(BIN)/python -m bench $(ARGS)

languages: $(DEV) ## bring the catalogues of the languages up to date; ARGS="--check sv" checks one
	@$(BIN)/python -m fivedice.web.languages $(ARGS)

docs: $(DOCS) ## build the site of the documentation, its tutorials executed
	@$(BIN)/python -m sphinx -q -W --keep-going -b html docs docs/_build/html $(ARGS)
	@echo "fivedice: the site is docs/_build/html/index.html"

dist: $(DEV) ## build wheel and sdist, and try each in an empty environment
	@rm -rf dist
	@$(BIN)/python -m build
	@$(BIN)/python -m tests.try_dist dist

lock: $(DEV) ## write requirements.lock anew: exact versions with hashes, for releases
	@$(PIP) "uv>=0.9,<1"
	@$(BIN)/uv pip compile pyproject.toml --extra postgresql --universal --python-version 3.11 --upgrade \
	  --generate-hashes --no-emit-index-url --custom-compile-command "make lock" -q -o requirements.lock >/dev/null

clean: ## remove the environment and everything that can be made again
	rm -rf $(VENV) bench/.peer-venv build dist docs/_build
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp is written only after success, so that an interrupted installation is done again.

# Rebuilt when the interpreter or the place of the checkout changed; untouched otherwise.
$(BASE): FORCE
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "fivedice needs Python 3.11 or newer, which '$(PYTHON)' is not;"; \
	  echo "name another: make ... PYTHON=python3.12"; \
	  exit 1; } >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "'$(PYTHON)' cannot make virtual environments, because its module venv or ensurepip is missing;"; \
	  echo "install it (Debian, Ubuntu: apt install python3-venv) or name another: make ... PYTHON=python3.12"; \
	  exit 1; } >&2
	@$(LOCKED) ' \
	  base="$$($(PYTHON) -c "import sys; print(sys.base_prefix, sys.version)") $(CURDIR)"; \
	  if [ "$$base" != "$$(cat $@ 2>/dev/null)" ]; then \
	    echo "fivedice: making the environment $(VENV)"; \
	    $(PYTHON) -m venv --clear $(VENV); \
	    echo "$$base" > $@; \
	  fi'

$(RUN): $(BASE) pyproject.toml
	@$(LOCKED) ' \
	  if [ $@ -nt $(BASE) ] && [ $@ -nt pyproject.toml ]; then exit; fi; \
	  echo "fivedice: installing what playing needs into $(VENV) (once; takes a minute)"; \
	  $(PIP) -e .; \
	  touch $@'

$(DEV): $(BASE) pyproject.toml
	@$(LOCKED) ' \
	  if [ $@ -nt $(BASE) ] && [ $@ -nt pyproject.toml ]; then exit; fi; \
	  echo "fivedice: installing the package and its development tools into $(VENV) (once; takes a minute)"; \
	  $(PIP) -e ".[dev]"; \
	  touch $(RUN) $@'

$(DOCS): $(BASE) pyproject.toml
	@$(LOCKED) ' \
	  if [ $@ -nt $(BASE) ] && [ $@ -nt pyproject.toml ]; then exit; fi; \
	  echo "fivedice: installing the package and what builds its documentation into $(VENV) (once; takes a minute)"; \
	  $(PIP) -e ".[docs]"; \
	  touch $(RUN) $@'

# TypeScript checks the modules of the pages. Node and npm are Python packages of the development tools.
$(TSC): | $(DEV)
	@$(LOCKED) ' \
	  if [ -e $@ ]; then exit; fi; \
	  echo "fivedice: installing TypeScript $(TYPESCRIPT) into $(VENV) (once)"; \
	  PATH="$(CURDIR)/$(BIN):$$PATH" npm install --loglevel=error --no-save --no-audit --no-fund \
	    --prefix $(VENV)/typescript typescript@$(TYPESCRIPT) >/dev/null; \
	  touch $@'

# What tests need from the system rather than from pip: looked for each time, installed where it is missing.
APT := $(if $(filter 0,$(shell id -u)),,sudo )env DEBIAN_FRONTEND=noninteractive apt-get -qq

# $(call from-the-system,condition that it is there,Debian's packages,what it is for)
define from-the-system
	@{ $(1); } >/dev/null 2>&1 || $(LOCKED) ' \
	  if { $(1); } >/dev/null 2>&1; then exit; fi; \
	  if ! command -v apt-get >/dev/null; then \
	    echo "$(3), and apt-get is missing here: install what your system calls $(2)." >&2; exit 1; \
	  fi; \
	  echo "fivedice: installing $(2) (once; takes a minute)"; \
	  $(APT) update; \
	  $(APT) install -y --no-install-recommends $(2) >/dev/null'
endef

chromium:
	$(call from-the-system,command -v chromium-headless-shell || command -v chromium || command -v chromium-browser || command -v google-chrome,chromium-headless-shell fonts-liberation,tests play in a real Chromium)

postgresql:
	$(call from-the-system,command -v initdb || ls /usr/lib/postgresql/*/bin/initdb,postgresql,tests run on a real PostgreSQL too)

strace:
	$(call from-the-system,command -v strace,strace,a test watches what a server writes to the disk)
