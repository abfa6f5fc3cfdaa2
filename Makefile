# Every target sets up what it needs, once: stamps in the virtual environment remember what is installed.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
NATIVE_SOURCES := CMakeLists.txt pyproject.toml $(shell find core bindings -name '*.[ch]pp')
SOURCES := $(NATIVE_SOURCES) $(shell find src -name '*.py')

.PHONY: help build stubs test test-all test-core lint format sanitize clean

help:
	@echo "make test | test-all | lint | format | clean"

$(VENV)/.build-tools: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) install --quiet --upgrade "pip>=25.1"
	$(PIP) install --quiet --group build
	touch $@

$(VENV)/.package: $(VENV)/.build-tools $(NATIVE_SOURCES)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) install --quiet --no-build-isolation --editable .
	touch $@

$(VENV)/.test: $(VENV)/.build-tools
	$(PIP) install --quiet --group test
	touch $@

$(VENV)/.lint: $(VENV)/.build-tools
	$(PIP) install --quiet --group lint
	touch $@

build: $(VENV)/.package

# The stubs are kept in the tree so that editors and mypy see them; a test compares them with the build.
stubs: $(VENV)/.package
	for room in $(basename $(notdir $(wildcard bindings/*.cpp))); do \
	  $(BIN)/python -m nanobind.stubgen -q -m piecework.$$room._native -o src/piecework/$$room/_native.pyi; done

test-core: $(VENV)/.build-tools
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S . -B build/core -G Ninja -DPIECEWORK_PYTHON=OFF -DPIECEWORK_TESTS=ON > /dev/null
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake --build build/core
	cd build/core && ctest --output-on-failure

test: $(VENV)/.package $(VENV)/.test test-core
	$(BIN)/python -m pytest

test-all: $(VENV)/.package $(VENV)/.test test-core
	$(BIN)/python -m pytest -m ""

lint: $(VENV)/.package $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $$(find core bindings -name '*.[ch]pp')

format: $(VENV)/.lint
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(find core bindings -name '*.[ch]pp')

clean:
	rm -rf $(VENV) build
