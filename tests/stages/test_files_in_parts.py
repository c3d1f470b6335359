"""Large files are there as parts: every door to a release takes them for one file."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from pathlib import Path

import huggingface_hub.constants
import pytest
from huggingface_hub import HfApi
from loopback_hub import loopback_hub
from tiny_line import NAMED, Tiny, write_tiny
from typer.testing import CliRunner

from builders import pipeline
from builders.cards.card_block import card_data
from builders.cli.main import app
from builders.hub.pull import pull
from builders.hub.push import push
from builders.pipeline import Options
from builders.releases.diff import diff
from builders.releases.manifest import FileRecord
from builders.releases.recipe import Recipe
from builders.releases.release_reading import read_manifest, rows_of
from builders.sources.format_table import read
from builders.stages import plan as plans
from builders.stages.edits_only import apply, withhold
from builders.verification.verify import verify

SEED = "data/TinyMRQA/MIX/RandStr/seed0.parquet"
PARTS = [SEED.replace("seed0", f"seed0-{part}-of-00002") for part in ("00000", "00001")]


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Tiny:
    return write_tiny(tmp_path_factory.mktemp("tiny"))


def options(tiny: Tiny) -> Options:
    return Options(
        sources=tiny.sources, names=tiny.names, cache=tiny.folder / "cache", recognizer=NAMED
    )


@pytest.fixture(scope="module")
def whole(tiny: Tiny) -> Path:
    """The release with whole files."""
    return pipeline.build(Recipe.read(tiny.recipe), tiny.folder / "whole", options(tiny))


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shard a passage, three parts of a dataset, two of a file."""
    _lower(monkeypatch)


def _lower(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("builders.stages.prepare.chunks.__defaults__", (1,))
    patch.setattr(plans, "PART", 5)
    patch.setattr(plans, "FILE", 8)


@pytest.fixture(scope="module")
def parted(tiny: Tiny) -> Path:
    """The same release with files in parts."""
    with pytest.MonkeyPatch.context() as patch:
        _lower(patch)
        return pipeline.build(Recipe.read(tiny.recipe), tiny.folder / "parted", options(tiny))


def test_the_rows_are_those_of_whole_files(whole: Path, parted: Path) -> None:
    assert not (parted / SEED).exists()
    assert all((parted / part).is_file() for part in PARTS)
    for record in read_manifest(whole).files:
        assert list(rows_of(parted, record.path)) == list(rows_of(whole, record.path))
    assert diff(whole, parted).same_rows
    record = read_manifest(parted).record(SEED)
    assert record is not None
    assert [part.path for part in record.parts] == PARTS
    assert all(part.rows for part in record.parts)


@pytest.mark.parametrize("order", [(1, 0), (2, 0, 2)])
def test_whoever_works_the_bytes_are_the_same(
    tiny: Tiny, parted: Path, tmp_path: Path, order: tuple[int, ...]
) -> None:
    out = pipeline.plan(Recipe.read(tiny.recipe), tmp_path / "out", options(tiny))
    for rank in order:
        pipeline.work(out, rank, 3, NAMED)
    pipeline.finish(out, NAMED)
    assert (out / "SHA256SUMS").read_text() == (parted / "SHA256SUMS").read_text()


def test_a_lost_part_is_made_again(tiny: Tiny, parted: Path, tmp_path: Path) -> None:
    out = pipeline.plan(Recipe.read(tiny.recipe), tmp_path / "out", options(tiny))
    pipeline.work(out, 0, 1, NAMED)
    (out / "release" / PARTS[1]).write_bytes(b"PAR1")
    pipeline.finish(out, NAMED)
    assert (out / "SHA256SUMS").read_text() == (parted / "SHA256SUMS").read_text()


def test_verify_proves_every_part(tiny: Tiny, parted: Path, tmp_path: Path) -> None:
    sources = {
        "TinyMRQA": lambda: read(tiny.sources["TinyMRQA"], format="mrqa", dataset="TinyMRQA")
    }
    report = verify(parted, sources)
    assert report.ok, report.findings
    for change in (_lose, _exchange, _miscount):
        broken = Path(shutil.copytree(parted, tmp_path / change.__name__))
        change(broken)
        assert not verify(broken).ok, change


def _lose(release: Path) -> None:
    (release / PARTS[1]).unlink()


def _exchange(release: Path) -> None:
    one, other = (release / part for part in PARTS)
    data = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(data)


def _miscount(release: Path) -> None:
    place = release / "manifest.json"
    manifest = json.loads(place.read_text(encoding="utf-8"))
    for file in manifest["files"]:
        if file["path"] == SEED:
            file["parts"][0]["rows"] += 1
            file["parts"][1]["rows"] -= 1
    place.write_text(json.dumps(manifest), encoding="utf-8")


def test_datasets_streams_the_parts_of_a_config(
    parted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    datasets = pytest.importorskip("datasets")
    wanted = [row.example.id for row in rows_of(parted, SEED)]
    config = "TinyMRQA-MIX-RandStr"
    streamed = datasets.load_dataset(str(parted), config, split="seed0", streaming=True)
    assert [row["id"] for row in streamed] == wanted
    loaded = datasets.load_dataset(str(parted), config, split="seed0", cache_dir=str(tmp_path))
    assert loaded["id"] == wanted
    spec = importlib.util.spec_from_file_location(
        "parted_script", parted / "loading" / "entity_renamed_mrqa.py"
    )
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, script)
    spec.loader.exec_module(script)
    builder = script.EntityRenamedMRQA(
        config_name=config, data_dir=str(parted), cache_dir=str(tmp_path)
    )
    builder.download_and_prepare()
    assert builder.as_dataset(split="seed0")["id"] == wanted


def test_card_croissant_and_tasks_list_the_parts(parted: Path) -> None:
    data = card_data((parted / "README.md").read_text(encoding="utf-8"))
    (config,) = (one for one in data["configs"] if one["config_name"] == "TinyMRQA-MIX-RandStr")
    assert {"split": "seed0", "path": PARTS} in config["data_files"]
    croissant = json.loads((parted / "croissant.json").read_text(encoding="utf-8"))
    assert set(PARTS) <= {file["@id"] for file in croissant["distribution"]}
    tasks = [path.read_text() for path in (parted / "harness").rglob("*.yaml")]
    assert any(all(part in task for part in PARTS) for task in tasks)


def test_parts_go_to_the_hub_and_come_back(
    parted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)

    def check(folder: Path) -> None:
        assert verify(folder).ok

    with loopback_hub() as hub:
        api = HfApi(endpoint=hub.url, token="hf_writer")
        push(parted, "lab/tiny", verify=check, api=api)
        (tag,) = hub.repos["lab/tiny"].tags
        pull("lab/tiny", tag, tmp_path / "pulled", verify=check, api=api)
    assert (tmp_path / "pulled" / PARTS[1]).read_bytes() == (parted / PARTS[1]).read_bytes()


def test_an_export_has_the_rows_of_all_parts(whole: Path, parted: Path, tmp_path: Path) -> None:
    texts = []
    for release in (whole, parted):
        out = tmp_path / f"{release.name}.json"
        done = CliRunner().invoke(
            app,
            ["export", str(release), "TinyMRQA-MIX-RandStr", "--split", "seed0", "--out", str(out)],
        )
        assert done.exit_code == 0, done.output
        texts.append(out.read_text(encoding="utf-8"))
    assert texts[0] == texts[1]


def test_edits_alone_lead_back_to_the_parts(tiny: Tiny, parted: Path, tmp_path: Path) -> None:
    edits = withhold(parted, tmp_path / "edits", ["TinyMRQA"])
    assert not list(edits.glob("data/TinyMRQA/**/*.parquet"))
    assert verify(edits).ok
    source = tiny.sources["TinyMRQA"]
    sources = {"TinyMRQA": lambda: read(source, format="mrqa", dataset="TinyMRQA")}
    again = apply(edits, sources, tmp_path / "again")
    assert (again / "SHA256SUMS").read_text() == (parted / "SHA256SUMS").read_text()


def test_the_record_of_a_whole_file_says_nothing_of_parts(whole: Path) -> None:
    text = (whole / "manifest.json").read_text(encoding="utf-8")
    assert '"parts"' not in text
    record = read_manifest(whole).files[0]
    assert FileRecord.of_parts(record.path, [record]) is record
