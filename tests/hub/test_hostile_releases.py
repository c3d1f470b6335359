"""A hostile release meets every verb: refused in a line, or shown safely; nothing gets out."""

from __future__ import annotations

import json
import shutil
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

import huggingface_hub.constants
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tiny_release import TinyRelease, examples_of

from builders.cli.main import main
from builders.sources.squad_export import to_mrqa
from builders.stages.edits_only import withhold
from builders.stages.write import sums_text

CONFIG = "Quads-PER-RandStr"
FILE = "data/Quads/PER/RandStr/seed0.parquet"
ESCAPE = "\x1b]0;taken\x07\x1b[2J\u202e<script>alert(1)</script>"
HUGE = 100 << 20


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of which one source may not be passed on."""
    return TinyRelease(licence="unknown").build(tmp_path_factory.mktemp("full") / "release")


@pytest.fixture(scope="module")
def edits(full: Path) -> Path:
    """The same as it is published."""
    return withhold(full, full.with_name("edits"), ["Lists"])


# -- what a hostile hand does to a release ---------------------------------------------------------


def in_manifest(change: Callable[[dict], object]) -> Callable[[Path], None]:
    def hostile(folder: Path) -> None:
        manifest = json.loads((folder / "manifest.json").read_text())
        change(manifest)
        (folder / "manifest.json").write_text(json.dumps(manifest))

    return hostile


def every_path(path: str) -> Callable[[Path], None]:
    """Make a manifest read another file wherever it reads FILE."""

    def change(manifest: dict) -> None:
        text = json.dumps(manifest).replace(json.dumps(FILE), json.dumps(path))
        manifest.clear()
        manifest.update(json.loads(text))

    return in_manifest(change)


def link(folder: Path) -> None:
    secret = folder.parent / "secret"
    secret.write_text("secret")
    (folder / FILE).unlink()
    (folder / FILE).symlink_to(secret)


def link_folder(folder: Path) -> None:
    shutil.rmtree(folder / "data")
    (folder / "data").symlink_to(folder.parent)


def card(text: str) -> Callable[[Path], None]:
    def hostile(folder: Path) -> None:
        (folder / "README.md").write_text(text)

    return hostile


def texts(make: Callable[[str], str]) -> Callable[[Path], None]:
    """Put texts into a column of the rows; all digests of bytes are made to fit."""

    def hostile(folder: Path) -> None:
        place = folder / FILE
        rows = pq.read_table(place).to_pylist()
        rows[0]["question"] = make(rows[0]["question"])
        rows[0]["edits"][0]["new"] = make("Uqe Wob")
        pq.write_table(pa.Table.from_pylist(rows, schema=pq.read_schema(place)), place)

    return hostile


BOMB = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 40)
)
HOSTILE: dict[str, Callable[[Path], None]] = {
    "climbs": every_path("data/../../secret.parquet"),
    "absolute": every_path("/etc/hostname"),
    "drive": every_path("C:\\secret.parquet"),
    "link": link,
    "linked folder": link_folder,
    "bomb": card(f"---\n{BOMB}---\n"),
    "huge card": card("---\na: " + "x" * HUGE + "\n---\n"),
    "deep": lambda folder: (folder / "manifest.json").write_text("[" * 200_000) and None,
    "huge manifest": in_manifest(lambda manifest: manifest["recipe"].update(title="x" * HUGE)),
    "escapes in names": in_manifest(
        lambda manifest: [config.update(name=ESCAPE) for config in manifest["configs"][1:]]
    ),
    "escapes in a source": in_manifest(
        lambda manifest: manifest["sources"][0].update(name=ESCAPE, attribution=ESCAPE)
    ),
    "escapes in the recipe": in_manifest(lambda manifest: manifest["recipe"].update(text=ESCAPE)),
    "escapes in texts": texts(lambda text: text + ESCAPE),
    "huge texts": texts(lambda text: text + "x" * HUGE),
}
VERBS = {
    "verify": ("verify", "{release}"),
    "show": ("show", "{release}", CONFIG, "--split", "seed0", "--limit", "9"),
    "export": ("export", "{release}", CONFIG, "--split", "seed0", "--out", "{out}/x.json"),
    "apply": ("apply", "{release}", "--source", "Lists={lists}", "--out", "{out}/joined"),
    "diff": ("diff", "{release}", "{good}"),
    "diff back": ("diff", "{good}", "{release}"),
    "push": ("push", "{release}", "--repo", "org/x", "--tag", "v1.0.0"),
    "reproduce": ("reproduce", "{release}", "--source", "Lists={lists}"),
    "previous": (
        "build", "demo", "--only", "DemoMRQA/ORG/RandStr/*", "--previous", "{release}",
        "--out", "{out}/built",
    ),
}  # fmt: skip
REFUSED_BY_ALL = {"deep", "huge manifest"}


@pytest.mark.parametrize(
    "kind",
    [pytest.param(k, marks=[pytest.mark.slow] if "huge" in k else []) for k in HOSTILE],
)
@pytest.mark.parametrize("form", ["full", "edits"])
def test_no_verb_is_taken_in(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
    capsys: pytest.CaptureFixture[str], form: str, kind: str,
) -> None:  # fmt: skip
    monkeypatch.setattr(huggingface_hub.constants, "ENDPOINT", "http://127.0.0.1:9")
    good = request.getfixturevalue(form)
    release = Path(shutil.copytree(good, tmp_path / "in" / "release"))
    HOSTILE[kind](release)
    if "link" not in kind:
        (release / "SHA256SUMS").write_text(sums_text(release))
    lists = tmp_path / "lists.jsonl"
    lists.write_text("\n".join(to_mrqa(examples_of("Lists"), "Lists")) + "\n")
    (tmp_path / "out").mkdir()
    before = sorted(tmp_path.rglob("*"))
    names = {"release": release, "good": good, "out": tmp_path / "out", "lists": lists}
    for verb, arguments in VERBS.items():
        given = [argument.format(**names) for argument in arguments]
        monkeypatch.setattr(sys, "argv", ["renamer", *given])
        with pytest.raises(SystemExit) as left:
            main()
        status = left.value.code or 0
        said = capsys.readouterr()
        assert status in {0, 1, 2}, (verb, said.err)
        assert status or verb not in {"verify", "push"}, (verb, said.out)
        assert status == 2 or kind not in REFUSED_BY_ALL or verb == "verify", (verb, said.out)
        assert (status == 2) == bool(said.err), (verb, said.err[:2000])
        assert said.err.startswith("renamer: " if said.err else ""), (verb, said.err[:2000])
        assert said.err.count("\n") < 30, (verb, said.err[:2000])
        assert len(said.err) < 3000, (verb, len(said.err))
        assert len(said.out) < 200_000, (verb, len(said.out))
        for char in set(said.out + said.err):
            assert char == "\n" or unicodedata.category(char)[0] != "C", (verb, char)
        assert "secret" not in said.out.replace("secret.parquet", "").replace("secret\\", ""), verb
    after = {path for path in sorted(tmp_path.rglob("*")) if path not in before}
    allowed = {"x.json", "joined", "joined.partial", "built"}
    assert {path.relative_to(tmp_path / "out").parts[0] for path in after} <= allowed
