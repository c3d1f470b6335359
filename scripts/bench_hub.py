# ruff: noqa: E402 - the client reads environment variables at import
"""Time how long it takes to push, pull and load a large release on a fake Hugging Face Hub.

    python scripts/bench_hub.py [--rows N]

The release has 500 files and 160 configs, with N rows per file (default 40).
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "hub")]
os.environ["HF_HUB_DISABLE_XET"] = "1"

from huggingface_hub import HfApi, logging
from huggingface_hub.utils import disable_progress_bars
from loopback_hub import LoopbackHub, loopback_hub
from tiny_release import examples_of, renamed

from builders.api import verify
from builders.hub.pull import pull
from builders.hub.push import push
from builders.releases.layout import config_files, release_files
from builders.releases.manifest import (
    ConfigRecord,
    Manifest,
    OriginalRecord,
    RecipeRecord,
    SourceRecord,
    SplitRecord,
)
from builders.releases.recipe import Recipe
from builders.stages.write import ReleaseFolder
from builders.types import Row

T = TypeVar("T")

DATASETS = ("SQuAD", "NaturalQuestions", "HotpotQA", "SearchQA", "TriviaQA")
PERTURBATIONS = ("RandStr", "RandStrToo", "RandStrThree")
REPO = "org/bench"
SOURCE = '\n[[sources]]\nname = "{name}"\nformat = "squad"\nlicence = "CC-BY-SA-4.0"\n'
RECIPE = (
    'name = "bench"\nversion = "1.0.0"\ntitle = "A large release"\nlicence = "CC-BY-SA-4.0"\n'
    + "".join(SOURCE.format(name=name) for name in DATASETS)
    + f"\n[entity_renaming]\nsources = {list(DATASETS)}\n"
    + 'types = ["PER", "ORG", "GPE", "MIX"]\nseeds = 8\n'
    + "".join(
        f'\n[entity_renaming.perturbations.{name}]\nkind = "random-string"\n'
        for name in PERTURBATIONS
    )
)
LOAD = """
import sys, time
from datasets import load_dataset, load_dataset_builder
repo, config, tag = sys.argv[1:]
clocks = (time.perf_counter, time.process_time)
start = [clock() for clock in clocks]
load_dataset_builder(repo, config, revision=tag)
resolved = [clock() for clock in clocks]
load_dataset(repo, config, revision=tag)
spent = [end - begin for begin, end in zip(start, resolved)]
print(*spent, time.perf_counter() - resolved[0])
"""


def build(out: Path, rows: int) -> Path:
    """Write a release with `rows` rows in each file, and return its folder."""
    recipe = Recipe.parse(RECIPE)
    files = release_files(recipe)
    examples = examples_of("Quads", rows)
    with ReleaseFolder.begin(out, force=False, key="bench") as folder:
        for file in files:
            with folder.write(file.path) as writer:
                writer.write(_rows(examples, file.path, original=file.is_original))
        record = RecipeRecord(
            recipe.name, recipe.version, recipe.title, recipe.licence, recipe.digest, RECIPE
        )
        manifest = Manifest(
            recipe=record, package="1", engine="1", recognizer="none", seeds=8,
            sources=tuple(
                SourceRecord(name, "0" * 64, rows, rows, "answers", licence="CC-BY-SA-4.0")
                for name in DATASETS
            ),
            collections=(),
            files=folder.records(),
            originals=tuple(OriginalRecord(f.path, f.original, f.dataset) for f in files),
            configs=tuple(
                ConfigRecord(
                    config.name, config.kind,
                    tuple(SplitRecord(name, path, rows) for name, path in config.splits),
                )
                for config in config_files(files)
            ),
        )  # fmt: skip
        return folder.finish(manifest)


def _rows(examples: list, path: str, *, original: bool) -> Iterator[Row]:  # type: ignore[type-arg]
    # The names depend on the path, so that no two files have the same content on the Hub.
    letters = [chr(ord("a") + sum(path.encode()) * n % 26) for n in (3, 5, 7, 11)]
    names = {
        "Ann Lee": f"Q{letters[0]} W{letters[1]}{len(path)}x",
        "Ann": f"Q{letters[0]}",
        "Bo Chen": f"X{letters[2]} Z{letters[3]}",
    }
    for example in examples:
        yield Row(example) if original else renamed(example, names, "answers")


def timed(call: Callable[[], T]) -> tuple[T, float]:
    """Return the result of a call and its duration in seconds."""
    start = time.perf_counter()
    found = call()
    return found, time.perf_counter() - start


@contextmanager
def counted(hub: LoopbackHub, what: str) -> Iterator[None]:
    """Print how long a `with` block takes, and its numbers of Hub requests and commits.

    The line begins with the label `what`.
    """
    hub.calls.clear()
    start = time.perf_counter()
    yield
    seconds = time.perf_counter() - start
    commits = hub.kinds().count("commit")
    print(f"{what:28} {seconds:7.2f} s   {len(hub.calls):5} requests   {commits} commits")


def load(hub: LoopbackHub, config: str, home: Path) -> None:
    """Load a config in a fresh process and print how long it took."""
    environment = {
        **os.environ, "HF_ENDPOINT": hub.url, "HF_HOME": str(home), "HF_TOKEN": "hf_reader",
        "HF_UPDATE_DOWNLOAD_COUNTS": "0", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
    }  # fmt: skip
    command = [sys.executable, "-c", LOAD, REPO, config, "v1.0.0"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    resolved, cpu, loaded = map(float, done.stdout.split())
    print(
        f"{'load ' + config:28} {resolved:7.2f} s to resolve ({cpu:.2f} s of it on the CPU), "
        f"{loaded:.2f} s to fetch and read"
    )


def main() -> None:
    """Run all measurements and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=40)
    rows = parser.parse_args().rows
    disable_progress_bars()
    logging.set_verbosity_error()
    with tempfile.TemporaryDirectory() as place, loopback_hub() as hub:
        folder = Path(place)
        release, seconds = timed(lambda: build(folder / "release", rows))
        card = (release / "README.md").stat().st_size
        print(f"{'build':28} {seconds:7.2f} s   card of {card / 1000:.0f} kB")
        report, seconds = timed(lambda: verify(release))
        if not report.ok:
            raise SystemExit(f"not sound: {report.findings[0]}")
        print(f"{'verify':28} {seconds:7.2f} s   {report.rows / seconds:,.0f} rows/s")
        api = HfApi(endpoint=hub.url, token="hf_writer")
        for what in ("push", "push again"):
            with counted(hub, what):
                push(release, REPO, "v1.0.0", verify=lambda _: None, api=api)
        with counted(hub, "pull"):
            pull(REPO, "v1.0.0", folder / "pulled", verify=lambda _: None, api=api)
        configs = ("TriviaQA-MIX-RandStr", "MIX-RandStrToo-seed7")
        for config, turn in product(configs, range(2)):
            load(hub, config, folder / f"home-{config}-{turn}")


if __name__ == "__main__":
    main()
