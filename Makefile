# make demo    set up, build the demonstration release, load it, show two rows
# make test    set up, run the tests
# make test-fast   the tests that changed files can break, the nearest first, within a minute;
#                  SINCE=HEAD for what is not committed alone
# make docs    the documentation site, in build/site
# make check   formatting, lint, types
# make bench   the benchmarks, as ratios of one run
# make quality CORPORA=folder SQUAD=xquad.json GOLD=gold.jsonl   scores of the recognizer, by type,
#                  with intervals; fails where one has dropped. WITHOUT='repeats' tells what a
#                  source of evidence gains
# make properties   the engine's properties over 100,000 examples (minutes)
# make test-stanza  train a tiny Stanza model and recognize with it, in an environment of its own
# make test-harness  run releases through lm-evaluation-harness and Inspect, train tiny models and
#                  score labelled files, in an environment of its own
# make test-shared   builds on Ray and in an S3 store, in an environment of its own
# make test-oracles  hold scores against other libraries', and train a transformer that is scored
# make test-wheel    the wheel in clean environments: the demonstration runs from it, with each
#                     Python from 3.10 to 3.13 that is there, or with those of PYTHONS='...'
# make test-page     open the leaderboard's page in Chromium, where there is one
# make test-slow    what needs other environments or minutes: other versions of datasets, builds,
#                   pushes and pulls killed at fifty moments each, harvests of 100 MB

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Stanza needs torch; this pin keeps the light CPU build where an index offers one.
TORCH ?= torch==2.13.0
DEMO ?= build/demo-release

.PHONY: demo test test-fast docs check bench quality properties test-slow test-stanza test-harness test-shared test-oracles test-wheel test-page clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,names]'
	@touch $@

demo: $(VENV)/.installed
	@$(BIN)/python scripts/demo.py $(DEMO)

test: $(VENV)/.installed
	$(BIN)/python -m pytest -n 2 -m 'not slow'

test-fast: $(VENV)/.installed
	@$(BIN)/python scripts/changed_tests.py $(if $(SINCE),--since $(SINCE))

check: $(VENV)/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: $(VENV)/.installed
	@# One core means one thread: spinning ones would count as processor time.
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python scripts/bench.py

quality: $(VENV)/.installed
	@$(if $(SQUAD)$(WITHOUT),$(BIN)/python -m pip install --quiet --disable-pip-version-check 'lightgbm>=4')
	@$(BIN)/python scripts/quality.py $(if $(CORPORA),--corpora $(CORPORA)) $(if $(SQUAD),--squad $(SQUAD)) \
		$(if $(GOLD),--gold $(GOLD)) $(if $(WITHOUT),--without $(WITHOUT))

properties: $(VENV)/.installed
	@$(BIN)/python scripts/long_properties.py

# An environment of its own: spaCy imports torch wherever it is, which slows every start.
.venv-stanza/.installed: pyproject.toml
	$(PYTHON) -m venv .venv-stanza
	.venv-stanza/bin/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	.venv-stanza/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,names,stanza]'
	@touch $@

test-stanza: .venv-stanza/.installed
	.venv-stanza/bin/python -m pytest tests/recognizers -k stanza

.venv-harness/.installed: pyproject.toml
	$(PYTHON) -m venv .venv-harness
	.venv-harness/bin/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	.venv-harness/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,harness,labelled]'
	@touch $@

test-harness: .venv-harness/.installed
	.venv-harness/bin/python -m pytest tests/harnesses tests/experiments/test_tiny_transformer.py tests/training \
		tests/labelled

.venv-shared/.installed: pyproject.toml
	$(PYTHON) -m venv .venv-shared
	.venv-shared/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,ray,s3,moto]'
	@touch $@

test-shared: .venv-shared/.installed
	.venv-shared/bin/python -m pytest tests/stages/test_shared_builds.py tests/stages/test_remote_folders.py \
		-k 'ray or s3 or bucket'

.venv-oracles/.installed: pyproject.toml
	$(PYTHON) -m venv .venv-oracles
	.venv-oracles/bin/python -m pip install --quiet --disable-pip-version-check $(TORCH)
	.venv-oracles/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,models,oracles]'
	@touch $@

test-oracles: .venv-oracles/.installed
	.venv-oracles/bin/python -m pytest tests/scoring

.venv-page/.installed: pyproject.toml
	$(PYTHON) -m venv .venv-page
	.venv-page/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,page]'
	@touch $@

test-page: .venv-page/.installed
	.venv-page/bin/python -m pytest tests/leaderboard/test_page_in_browser.py

.venv-docs/.installed: pyproject.toml
	$(PYTHON) -m venv .venv-docs
	.venv-docs/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,docs]'
	@touch $@

docs: export NO_MKDOCS_2_WARNING = 1
docs: .venv-docs/.installed
	.venv-docs/bin/mkdocs build --strict --quiet
	.venv-docs/bin/python -m pytest tests/docs/test_docs_site.py
	@echo "Open build/site/index.html"

test-wheel: $(VENV)/.installed
	$(BIN)/python scripts/check_wheel.py $(PYTHONS)

test-slow: $(VENV)/.installed
	$(BIN)/python -m pytest -n 2 -m slow --durations 10

clean:
	rm -rf $(VENV) .venv-stanza .venv-harness .venv-shared .venv-oracles .venv-page .venv-docs .venv-datasets build .mypy_cache .ruff_cache .pytest_cache .hypothesis
