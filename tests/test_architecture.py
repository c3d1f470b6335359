"""The layers, checked by reading imports; and what every folder must bring along."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from builders.cli.main import VERBS, app
from builders.releases.recipe_specs import PERTURBATION_KINDS

ROOT = Path(__file__).parents[1]

# Add a folder or module: its name, in the layer that it belongs to. It imports from layers below
# its own and from itself, never from a neighbour.
FLOORS = (
    ("builders.types", "builders.errors", "builders.draws", "builders.text", "builders.scratch",
     "builders.toml_file", "builders.digest_map"),
    ("builders.lexicon",),
    ("builders.countries", "builders.cities", "builders.names", "builders.notebook",
     "builders.perturbation_table", "builders.progress", "builders.source_table",
     "builders.places", "builders.recognizer_table", "builders.type_table",
     "builders.workers",
     "name_collections"),
    ("builders.articles", "builders.asked", "builders.atlas", "builders.given_names",
     "builders.past_states", "builders.place_stems", "builders.regions"),
    ("builders.sources", "builders.recognizers", "builders.spans", "builders.perturbations",
     "builders.swap", "builders.releases", "builders.hub"),
    ("builders.cards",),
    ("builders.verification",),
    ("builders.stages", "builders.scoring"),
    ("builders.pipeline", "builders.swapping", "builders.recognizing", "builders.leaderboard",
     "builders.experiments", "builders.labelled", "builders.training"),
    ("builders.cli",),
    ("builders.api",),
)  # fmt: skip
STAGES = FLOORS[4]

# What stages may know of names: the collections as values, not how they are stored or fetched.
NAMES_FOR_STAGES = {"name_collections.collection"}

# Add a module that can open connections, and the files that may use it.
NETWORK = {
    "urllib.request", "http.client", "http.server", "socket", "ssl", "ftplib", "requests", "httpx",
    "huggingface_hub", "datasets", "SPARQLWrapper", "stanza", "fsspec",
}  # fmt: skip
MAY_CONNECT = (
    "name_collections/fetch.py", "name_collections/sparql.py", "builders/hub/", "builders/cli/",
    "name_collections/harvesting.py", "builders/sources/hub.py",
    "builders/sources/saved_rows.py", "builders/stages/remote_folder.py",
    "builders/recognizers/stanza_pipeline.py", "builders/scoring/predictors/endpoint.py",
)  # fmt: skip
LOCAL_HELPERS = {
    "huggingface_hub.cached_assets_path", "huggingface_hub.DatasetCardData",
    "huggingface_hub.EvalResultEntry", "huggingface_hub.eval_result_entries_to_yaml",
}  # fmt: skip


@lru_cache(maxsize=1)
def modules() -> dict[Path, ast.Module]:
    """Return every module of the two packages, parsed."""
    paths = [*ROOT.glob("builders/**/*.py"), *ROOT.glob("name_collections/**/*.py")]
    return {path.relative_to(ROOT): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def imports(tree: ast.Module) -> Iterator[str]:
    """Yield the dotted names that a module imports, wherever it does so."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def room(dotted: str) -> str:
    """Return the room of a module or of something in it."""
    parts = dotted.split(".")
    if parts[0] == "name_collections" or len(parts) == 1:
        return parts[0]
    return ".".join(parts[:2])


def floor(name: str) -> int:
    found = [number for number, rooms in enumerate(FLOORS) if name in rooms]
    assert found, f"{name} stands on no floor: give it a place in FLOORS"
    return found[0]


def test_imports_point_down() -> None:
    checked = 0
    for path, tree in modules().items():
        own = room(".".join(path.with_suffix("").parts))
        if path == Path("builders/__init__.py"):
            assert not [name for name in imports(tree) if name.startswith("builders.")]
            continue
        for name in imports(tree):
            top = name.split(".")[0]
            if top not in ("builders", "name_collections") or room(name) == own:
                continue
            if name == "builders.__version__" and floor(own) > 4:
                continue
            checked += 1
            assert floor(room(name)) < floor(own), f"{path} imports {name}"
    assert checked > 200


def test_name_collections_know_nothing_of_question_answering() -> None:
    for path, tree in modules().items():
        if path.parts[0] == "name_collections":
            assert not [name for name in imports(tree) if name.split(".")[0] == "builders"], path


def test_stages_take_names_as_values() -> None:
    for path, tree in modules().items():
        if room(".".join(path.with_suffix("").parts)) in STAGES:
            for name in imports(tree):
                if name.startswith("name_collections"):
                    assert ".".join(name.split(".")[:2]) in NAMES_FOR_STAGES, f"{path}: {name}"


def test_only_the_command_line_prints_and_exits() -> None:
    for path, tree in modules().items():
        if path.parts[:2] == ("builders", "cli"):
            continue
        names = {name.split(".")[0] for name in imports(tree)}
        assert not names & {"typer", "click", "rich"}, path
        for node in ast.walk(tree):
            assert not (isinstance(node, ast.Name) and node.id == "print"), path
            assert not (isinstance(node, ast.Raise) and "SystemExit" in ast.dump(node)), path
            exits = isinstance(node, ast.Attribute) and node.attr in ("exit", "_exit")
            assert not exits, path


def test_only_the_doors_to_the_network_open_connections() -> None:
    for path, tree in modules().items():
        if path.as_posix().startswith(MAY_CONNECT):
            continue
        for name in imports(tree):
            if name in LOCAL_HELPERS or name.startswith("huggingface_hub.constants"):
                continue
            connects = any(name == door or name.startswith(f"{door}.") for door in NETWORK)
            assert not connects, f"{path} imports {name}"


def test_no_module_draws_from_a_shared_stream() -> None:
    for path, tree in modules().items():
        names = {name.split(".")[0] for name in imports(tree)}
        assert "random" not in names, f"{path}: draws are keyed, see builders/draws.py"


def leaves() -> list[tuple[str, ...]]:
    """Return every command: verbs, and the verbs below a verb."""
    found: list[tuple[str, ...]] = []
    group = typer.main.get_command(app)
    context = typer.Context(group)
    for verb in VERBS:
        command = group.get_command(context, verb)  # type: ignore[attr-defined]
        below = getattr(command, "commands", {})
        found += [(verb, name) for name in below] or [(verb,)]
    return found


@pytest.mark.parametrize("command", leaves(), ids=" ".join)
def test_every_verb_has_help_with_an_example(command: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, [*command, "--help"], env={"COLUMNS": "200", "TERM": "dumb"})
    assert result.exit_code == 0, result.output
    assert f"Example: renamer {' '.join(command)}" in " ".join(result.output.split())


def test_every_verb_has_a_file_of_its_own() -> None:
    for verb, target in VERBS.items():
        module, _, function = target.partition(":")
        assert module == f"builders.cli.{verb}"
        assert function == verb


def test_every_kind_of_perturbation_has_a_golden_file() -> None:
    folder = ROOT / "tests" / "golden" / "perturbations"
    for kind in (*PERTURBATION_KINDS, "entswap"):
        golden = folder / f"{kind}.jsonl"
        assert golden.is_file(), f"no golden file shows what {kind} does"
        assert golden.stat().st_size > 0
