"""What a forger changes who recomputes every digest is found, and named by its row or its key."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from release_samples import change_manifest, renamed, source, write_release

from builders.releases.logical import BLOCK
from builders.releases.parquet import ParquetRowWriter
from builders.releases.rows import read_rows
from builders.stages.write import sums_text
from builders.types import Edit, Row
from builders.verification.edit_values import edit_broken
from builders.verification.findings import Finding
from builders.verification.verify import verify

FRENCH = "data/Books/PER/French/seed0.parquet"
SWAPPED = "data/Afri/Afri.parquet"
Rows = list[Row]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_release(tmp_path_factory.mktemp("sound") / "release")


@pytest.fixture
def release(sound: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(sound, tmp_path / "release"))


def forge(release: Path, name: str, change: Callable[[Rows], Rows]) -> None:
    """Change the rows of a file, and make all digests and counts fit."""
    rows = change(list(read_rows(release / name)))
    with ParquetRowWriter(release / name, name) as writer:
        writer.write(rows)

    def fit(manifest: dict[str, Any]) -> None:
        next(f for f in manifest["files"] if f["path"] == name).update(asdict(writer.record))
        for config in manifest["configs"]:
            for split in config["splits"]:
                if split["path"] == name:
                    split["rows"] = len(rows)

    change_manifest(release, fit)


def findings(release: Path) -> tuple[Finding, ...]:
    (release / "SHA256SUMS").write_text(sums_text(release))
    return verify(release).findings


def test_a_release_that_is_forged_into_itself_is_sound(release: Path) -> None:
    forge(release, FRENCH, lambda rows: rows)
    forge(release, SWAPPED, lambda rows: rows)
    assert findings(release) == ()


ODD = [
    "\u200b", "\u200c", "\u200d", "\u200e", "\u200f", "\u202a", "\u202d", "\u202e", "\u2066",
    "\u2069", "\u2060", "\ufeff", "\u00ad", "\u061c", "\u180e", "\u034f", "\u115f", "\u3164",
    "\u2800", "\ufe0f", "\ufff9", "\U000e0041", "\ue000", "\ufdd0", "\x00", "\x07", "\x1b",
    "\x7f", "\x85", "\n", "\r", "\t", "\x0b", "\xa0", "\u2007", "\u202f", "\u3000", "\u2028",
    "\u2029",
]  # fmt: skip
DECOMPOSED = ["Ine\u0301s Novak", "Ines Novak\u0327", "\u212bsa Novak", "\u1112\u1161\u11ab Novak"]


@pytest.mark.parametrize("file", [FRENCH, SWAPPED])
def test_new_names_that_nobody_writes_so(tmp_path: Path, file: str) -> None:
    written = [*(f"In{char}es Novak" for char in ODD), *DECOMPOSED]
    release = write_release(tmp_path / "release", count=len(written))
    listed = file == FRENCH
    person = "LAST" if listed else "PERSON"

    def change(rows: Rows) -> Rows:
        for number, name in enumerate(written):
            names = {"Marta Klein": name, "Klein": name.partition(" ")[2]}
            example = source(number, listed=listed)
            rows[number] = renamed(example, names, listed=listed, person=person)
        return rows

    forge(release, file, change)
    found = findings(release)
    assert {one.file for one in found} == {file}
    for number, name in enumerate(written):
        told = [one.message for one in found if one.row == f"q{number:04}"]
        assert any("its new name" in message for message in told), ascii(name)


def test_what_the_old_name_holds_the_new_one_may_hold() -> None:
    edit = Edit("context", 0, 8, "Ada\xa0Holm", "Zoe\xa0Novak", "LAST", "PERSON:ada holm")
    assert list(edit_broken(edit, frozenset({"LAST"}))) == []
    assert len(list(edit_broken(replace(edit, old="Ada Holm"), frozenset({"LAST"})))) == 1


def _each(change: Callable[[Edit], Edit]) -> Callable[[Row], Row]:
    return lambda row: replace(row, edits=tuple(map(change, row.edits)))


def _first(**changes: str) -> Callable[[Row], Row]:
    return lambda row: replace(row, edits=(replace(row.edits[0], **changes), *row.edits[1:]))


def _person(**changes: str) -> Callable[[Row], Row]:
    return _each(lambda e: replace(e, **changes) if e.entity == "PERSON:marta" else e)


EDITS: dict[str, tuple[str, Callable[[Row], Row]]] = {
    "unknown type": (FRENCH, _first(type="DRAGON")),
    "no type": (FRENCH, _first(type="")),
    "type in small letters": (FRENCH, _first(type="last")),
    "type with a blank": (FRENCH, _first(type="LAST ")),
    "type of another protocol": (FRENCH, _first(type="PERSON")),
    "type of another answer": (FRENCH, _first(type="CITY")),
    "all of another type": (FRENCH, _person(type="COUNTRY")),
    "unknown type swapped": (SWAPPED, _first(type="DRAGON")),
    "person as a city": (SWAPPED, _person(type="CITY")),
    "type of entity renaming": (SWAPPED, _first(type="LAST")),
    "type that is left out": ("data/Afri/Afri-wo-city.parquet", _first(type="CITY")),
    "no entity": (FRENCH, _first(entity="")),
    "entity without a type": (FRENCH, _first(entity="marta")),
    "entity without a name": (FRENCH, _first(entity="PERSON:")),
    "entity of an unknown type": (FRENCH, _first(entity="DRAGON:marta")),
    "entity of another type": (FRENCH, _person(entity="CITY:marta")),
    "entity that is nobody": (FRENCH, _person(entity="PERSON:otto brandt")),
    "one edit of nobody": (FRENCH, _first(entity="PERSON:otto brandt")),
    "entity with a hidden character": (FRENCH, _person(entity="PERSON:mar\u200bta")),
    "person swapped for a city": (SWAPPED, _person(entity="CITY:lisbon")),
    "one edit of another entity": (SWAPPED, _first(entity="CITY:lisbon")),
    "organization that is nobody": (SWAPPED, _each(
        lambda e: replace(e, entity="ORG:sahel trust") if e.type == "CITY" else e
    )),
}  # fmt: skip


@pytest.mark.parametrize("kind", EDITS)
def test_edits_of_another_type_or_entity(release: Path, kind: str) -> None:
    file, tamper = EDITS[kind]

    def change(rows: Rows) -> Rows:
        rows[3] = tamper(rows[3])
        return rows

    forge(release, file, change)
    found = findings(release)
    assert found
    assert {(one.file, one.row) for one in found} == {(file, "q0003")}


ROWS: dict[str, tuple[Callable[[Rows], Rows], set[str]]] = {
    "first dropped": (lambda rows: rows[1:], {"q0000"}),
    "one dropped": (lambda rows: rows[:3] + rows[4:], {"q0003"}),
    "last dropped": (lambda rows: rows[:-1], {"q0006"}),
    "two dropped": (lambda rows: rows[:1] + rows[2:5] + rows[6:], {"q0001", "q0005"}),
    "first doubled": (lambda rows: rows[:1] + rows, {"q0000"}),
    "one doubled": (lambda rows: rows[:4] + rows[3:], {"q0003"}),
    "last doubled at the start": (lambda rows: rows[-1:] + rows, {"q0006"}),
    "one dropped, another doubled": (lambda rows: rows[:2] + rows[3:] + rows[-1:], {"q0006"}),
    "a foreign one": (
        lambda rows: [*rows, replace(rows[0], example=replace(rows[0].example, id="new"))],
        {"new"},
    ),
    "one doubled, another dropped": (lambda rows: [rows[0], *rows[:-1]], {"q0000"}),
}  # fmt: skip


@pytest.mark.parametrize("kind", ROWS)
def test_rows_dropped_and_doubled(release: Path, kind: str) -> None:
    file = SWAPPED if "last" in kind else FRENCH
    change, ids = ROWS[kind]
    forge(release, file, change)
    named = {one.row for one in findings(release) if one.file == file}
    assert ids <= named
    if not kind.startswith("one d") or "," not in kind:
        assert named - {""} == ids


@pytest.mark.slow
def test_rows_beyond_the_first_block_are_named_alone(tmp_path: Path) -> None:
    release = write_release(tmp_path / "release", count=BLOCK + 50)
    assert verify(release).ok
    forge(release, FRENCH, lambda rows: rows[:5] + rows[6:])
    assert {(one.file, one.row) for one in findings(release)} == {(FRENCH, "q0005")}


def _key(*path: str | int, to: Any) -> Callable[[dict[str, Any]], None]:
    def change(manifest: dict[str, Any]) -> None:
        place: Any = manifest
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = to

    return change


def _no_files(manifest: dict[str, Any]) -> None:
    manifest.update(files=[], originals=[], configs=[], reasons=[])


KEYS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "version": (_key("recipe", "version", to="9.9.9"), "recipe.version"),
    "title": (_key("recipe", "title", to="Another"), "recipe.title"),
    "recipe name": (_key("recipe", "name", to="other"), "recipe.name"),
    "recipe licence": (_key("recipe", "licence", to="CC0-1.0"), "recipe.licence"),
    "recipe digest": (_key("recipe", "digest", to="a" * 64), "recipe.digest"),
    "recipe text": (_key("recipe", "text", to="name = 1"), "recipe.digest"),
    "source digest of zeros": (_key("sources", 0, "sha256", to="0" * 64), "sources[0].sha256"),
    "source digest cut": (_key("sources", 0, "sha256", to="2" * 63), "sources[0].sha256"),
    "no source digest": (_key("sources", 1, "sha256", to=""), "sources[1].sha256"),
    "source licence": (_key("sources", 0, "licence", to="MIT"), "sources[0].licence"),
    "source attribution": (_key("sources", 0, "attribution", to="Me"), "sources[0].attribution"),
    "source name": (_key("sources", 0, "name", to="Novels"), "sources[0].name"),
    "source dropped": (lambda m: m["sources"].pop(), "sources: lacks 'Letters'"),
    "no passages": (_key("sources", 0, "passages", to=0), "sources[0].passages"),
    "too many passages": (_key("sources", 0, "passages", to=99), "sources[0].passages"),
    "skipped": (_key("sources", 0, "skipped", to=-1), "sources[0].skipped"),
    "seeds: -1": (_key("seeds", to=-1), "seeds: is -1"),
    "seeds: 0": (_key("seeds", to=0), "seeds: is 0"),
    "seeds: 5": (_key("seeds", to=5), "seeds: is 5"),
    "seeds: 1": (_key("seeds", to=1), "files: "),
    "seeds: a million": (_key("seeds", to=10**6), "seeds: is 1000000"),
    "seeds beyond any number": (_key("seeds", to=10**30), "seeds: is "),
    "no files": (_no_files, "files: hold no rows"),
    "a file renamed": (_key("files", 0, "path", to="data/Afri/New.parquet"), "'data/Afri/New"),
    "package": (_key("package", to="the newest"), "package: "),
    "engine": (_key("engine", to=""), "engine: "),
    "recognizer": (_key("recognizer", to=" "), "recognizer: "),
    "recognizer with controls": (_key("recognizer", to="b\x1b[2J"), "recognizer: "),
    "title with directions": (_key("recipe", "title", to="A \u202esample"), "recipe.title"),
    "names need not differ": (_key("distinct_names", to=False), "distinct_names"),
    "collection dropped": (lambda m: m["collections"].pop(), "collections: lacks 'french'"),
    "collection renamed": (_key("collections", 2, "name", to="welsh"), "collections: lacks"),
    "collection digest": (_key("collections", 0, "digest", to="0" * 64), "collections[0].digest"),
    "collection empty": (_key("collections", 0, "names", to=0), "collections[0].names"),
    "config dropped": (lambda m: m["configs"].pop(3), "is missing"),
    "config of another kind": (_key("configs", 0, "kind", to="by-seed"), "configs: 'Afri'"),
    "config renamed": (_key("configs", 0, "name", to="Best"), "configs: 'Best'"),
    "configs in another order": (lambda m: m["configs"].reverse(), "configs: "),
    "splits in another order": (lambda m: m["configs"][0]["splits"].reverse(), "configs: 'Afri'"),
    "reason of a thing": (_key("reasons", 0, "path", to="data/x.parquet"), "reasons[0].path"),
    "no reason": (_key("reasons", 0, "reason", to=" "), "reasons[0]: "),
}


@pytest.mark.parametrize("kind", KEYS)
def test_keys_of_the_manifest(release: Path, kind: str) -> None:
    change, key = KEYS[kind]
    change_manifest(release, change)
    found = findings(release)
    assert any(one.file == "manifest.json" and key in one.message for one in found), found


def test_the_memory_of_a_file(release: Path) -> None:
    def change(manifest: dict[str, Any]) -> None:
        next(f for f in manifest["files"] if f["path"] == FRENCH)["memory"] += 1

    change_manifest(release, change)
    [one] = findings(release)
    assert one.file == FRENCH
    assert "bytes of values" in one.message


CARD = {
    "license": ("license: cc-by-sa-4.0", "license: mit", "license"),
    "no license": ("license: cc-by-sa-4.0\n", "", "license"),
    "feature type": ("dtype: int32", "dtype: int64", "dataset_info"),
    "feature name": ("{name: title,", "{name: titel,", "dataset_info"),
    "feature dropped": (", {name: changed, dtype: bool}", "", "dataset_info"),
    "bytes": ("num_bytes: ", "num_bytes: 1", "dataset_info"),
    "download": ("download_size: ", "download_size: 1", "dataset_info"),
    "pretty name": ("pretty_name: A sample", "pretty_name: The best", "pretty_name"),
    "language": ("language:\n- en", "language:\n- fr", "language"),
    "size": ("- n<1K", "- 1M<n<10M", "size_categories"),
    "another key": ("license: ", "extra_gated_prompt: Pay\nlicense: ", "extra_gated_prompt"),
    "viewer": ("license: ", "viewer: false\nlicense: ", "viewer"),
    "tags": ("- robustness", "- leaderboard", "tags"),
    "tasks": ("- extractive-qa", "- open-domain-qa", "task_ids"),
}


@pytest.mark.parametrize("kind", CARD)
def test_keys_of_the_card(release: Path, kind: str) -> None:
    old, new, key = CARD[kind]
    card = release / "README.md"
    text = card.read_text()
    assert old in text
    card.write_text(text.replace(old, new, 1))
    [one] = findings(release)
    assert one.file == "README.md"
    assert key in one.message


CROISSANT: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "license": (_key("license", to="MIT"), "license"),
    "version": (_key("version", to="2.0.0"), "version"),
    "digest": (_key("distribution", 0, "sha256", to="0" * 64), "distribution"),
    "address": (_key("distribution", 0, "contentUrl", to="https://evil.example"), "distribution"),
    "file dropped": (lambda data: data["distribution"].pop(), "distribution"),
    "fields dropped": (lambda data: data["recordSet"][0]["field"].pop(), "recordSet"),
    "citation": (_key("citeAs", to="Me"), "citeAs"),
    "another key": (_key("sameAs", to="https://evil.example"), "sameAs"),
    "context": (_key("@context", "sc", to="https://evil.example"), "@context"),
}


@pytest.mark.parametrize("kind", CROISSANT)
def test_keys_of_the_croissant_file(release: Path, kind: str) -> None:
    change, key = CROISSANT[kind]
    place = release / "croissant.json"
    data = json.loads(place.read_text())
    change(data)
    place.write_text(json.dumps(data))
    [one] = findings(release)
    assert one.file == "croissant.json"
    assert key in one.message


@pytest.mark.parametrize("text", ["", "[]", "{", "[" * 100_000, "\ud800"])
def test_a_croissant_file_that_is_none(release: Path, text: str) -> None:
    (release / "croissant.json").write_bytes(text.encode("utf-8", "surrogatepass"))
    assert [one.file for one in findings(release)] == ["croissant.json"]


def test_a_croissant_file_that_is_missing(release: Path) -> None:
    (release / "croissant.json").unlink()
    assert [one.file for one in findings(release)] == ["croissant.json"]
