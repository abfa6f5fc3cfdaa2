# Every target sets up what it needs, once: stamps in the virtual environment remember what is installed.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
NATIVE_SOURCES := CMakeLists.txt pyproject.toml $(shell find core bindings -name '*.[ch]pp')
SOURCES := $(NATIVE_SOURCES) $(shell find src -name '*.py')

.PHONY: help demo serve build stubs pictures page-pictures docs browser test test-all test-core lint format sanitize sanitize-one bench clean

# A target with a double hash behind it is one that people call, and the text is its line here.
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/.package ## set up what is needed, and solve the Galacube
	$(BIN)/piecework solve galacube

serve: $(VENV)/.web ## set up what is needed, and open the page in the browser
	$(BIN)/piecework serve

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

$(VENV)/.bench: $(VENV)/.build-tools
	$(PIP) install --quiet --group bench
	touch $@

$(VENV)/.web: $(VENV)/.package
	PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) install --quiet --no-build-isolation --editable '.[web]'
	touch $@

$(VENV)/.docs: $(VENV)/.build-tools
	$(PIP) install --quiet --group docs
	touch $@

build: $(VENV)/.package ## the package in .venv, editable, with its C++ core

# The stubs are kept in the tree so that editors and mypy see them; a test compares them with the build.
stubs: $(VENV)/.package ## write the type stubs of the native modules anew
	for room in $(basename $(notdir $(wildcard bindings/*.cpp))); do \
	  $(BIN)/python -m nanobind.stubgen -q -m piecework.$$room._native -o src/piecework/$$room/_native.pyi; done

pictures: $(VENV)/.package ## draw the pictures of the documentation anew
	$(BIN)/python examples/pictures.py docs/images

page-pictures: $(VENV)/.package $(VENV)/.test browser ## take the pictures of the page anew
	$(BIN)/python examples/page_pictures.py docs/images

docs: $(VENV)/.docs ## build the documentation in site/
	$(BIN)/zensical build --clean --strict

test-core: $(VENV)/.build-tools ## the tests of the C++ core alone
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S . -B build/core -G Ninja -DPIECEWORK_PYTHON=OFF -DPIECEWORK_TESTS=ON > /dev/null
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake --build build/core
	cd build/core && ctest --output-on-failure

# The tests of the page drive the system's Chromium. It is installed where that is allowed, and else asked for.
browser: ## see to it that there is a Chromium for the tests of the page
	@command -v chromium || command -v chromium-browser || command -v google-chrome \
	  || { test "$$(id -u)" = 0 && { apt-get install --yes --quiet chromium \
	       || { apt-get update --quiet && apt-get install --yes --quiet chromium; }; }; } \
	  || { echo "the tests of the page need a browser: install Debian's package chromium" >&2; exit 1; }

# On all cores, a file at a time; the tests that are made from the HTTP API's schema have no names that workers could
# tell apart, so their file runs by itself.
PYTEST = $(BIN)/python -m pytest
BY_ITSELF := tests/web/test_api.py

test: $(VENV)/.package $(VENV)/.test browser test-core ## all tests but the slow ones
	$(PYTEST) --numprocesses auto --dist loadfile --ignore $(BY_ITSELF)
	$(PYTEST) $(BY_ITSELF)

test-all: $(VENV)/.package $(VENV)/.test browser test-core ## all tests
	$(PYTEST) --numprocesses auto --dist loadfile --ignore $(BY_ITSELF) -m ""
	$(PYTEST) $(BY_ITSELF) -m ""

# The core and the engine's Python tests once more, under the address and undefined-behaviour sanitizers and under
# the thread sanitizer. The Python that runs them is the plain one with the environment's packages on its path, so
# that the sanitized build is imported and not the installed one.
COMMA := ,
SITE = $(CURDIR)/$(shell cd $(CURDIR) && ls -d $(VENV)/lib/python3*/site-packages 2>/dev/null)
SANITIZED_TESTS := tests/cover

sanitize: $(VENV)/.package $(VENV)/.test ## the core and the engine's tests under sanitizers
	$(MAKE) sanitize-one KIND=address,undefined RUNTIME=libasan.so PORTABLE=OFF
	$(MAKE) sanitize-one KIND=thread RUNTIME=libtsan.so PORTABLE=OFF
	$(MAKE) sanitize-one KIND=address,undefined RUNTIME=libasan.so PORTABLE=ON

sanitize-one: DIR = build/sanitize-$(firstword $(subst $(COMMA), ,$(KIND)))-$(PORTABLE)
sanitize-one:
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S . -B $(DIR) -G Ninja -DPIECEWORK_TESTS=ON -DPIECEWORK_SANITIZE=$(KIND) \
	  -DPIECEWORK_NATIVE=$(if $(filter ON,$(PORTABLE)),OFF,ON) -DCMAKE_BUILD_TYPE=RelWithDebInfo \
	  -DPython_EXECUTABLE=$(CURDIR)/$(BIN)/python > /dev/null
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake --build $(DIR)
	cd $(DIR) && TSAN_OPTIONS=halt_on_error=1 ctest --output-on-failure
	rm -rf $(DIR)/stage && mkdir -p $(DIR)/stage && cp -r src/piecework $(DIR)/stage/
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake --install $(DIR) --prefix $(DIR)/stage > /dev/null
	ASAN_OPTIONS=detect_leaks=0 TSAN_OPTIONS=halt_on_error=1:report_bugs=1 \
	  LD_PRELOAD="$$(g++ -print-file-name=$(RUNTIME)) $$(g++ -print-file-name=libstdc++.so)" \
	  PYTHONPATH="$(CURDIR)/$(DIR)/stage:$(SITE)" $(PYTHON) -m pytest -q -p no:cacheprovider $(SANITIZED_TESTS)

lint: $(VENV)/.package $(VENV)/.lint ## ruff, mypy and clang-format, without changing anything
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $$(find core bindings -name '*.[ch]pp')

format: $(VENV)/.lint ## ruff and clang-format, changing what they can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $$(find core bindings -name '*.[ch]pp')

bench: $(VENV)/.package $(VENV)/.bench ## compare the engine with its peers
	$(BIN)/python benchmarks/cover.py

clean: ## remove all that was built and installed here
	rm -rf $(VENV) build site
