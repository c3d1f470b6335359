"""What is handed in may be anything: one line a fault, exit status 2, and nothing left behind."""

from __future__ import annotations

import gzip
import json
import os
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hub.tiny_release import TinyRelease
from tiny_line import NAMED, RECIPE, Tiny, mrqa, squad, write_tiny

from builders.cli.main import main
from builders.sources.squad_export import to_squad
from builders.stages.edits_only import withhold

Monkey = pytest.MonkeyPatch
Caught = pytest.CaptureFixture[str]
Refused = Callable[..., str]

SQUAD = json.dumps(squad())
HEADER, PASSAGE = mrqa().splitlines()[:2]


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    return write_tiny(tmp_path / "tiny")


@pytest.fixture
def refused(monkeypatch: Monkey, capsys: Caught, tmp_path: Path) -> Refused:
    """Run a command that must be refused; return what it says, a line a fault."""
    place = tmp_path / "place"
    place.mkdir()
    monkeypatch.chdir(place)

    def run(*arguments: object) -> str:
        monkeypatch.setattr(sys, "argv", ["renamer", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            main()
        captured = capsys.readouterr()
        assert left.value.code == 2
        assert captured.out == ""
        assert captured.err.startswith("renamer: ")
        assert "a fault of renamer itself" not in captured.err
        assert max(map(len, captured.err.splitlines())) < 700
        assert not list(place.iterdir())
        return captured.err

    return run


def one_source(tiny: Tiny, kind: str, more: str = "") -> list[object]:
    """Return the arguments of a build of one source, without its file."""
    head = RECIPE.split("[[sources]]")[0]
    recipe = tiny.folder / "one.toml"
    recipe.write_text(
        f'{head}[[sources]]\nname = "Books"\nformat = "{kind}"\n{more}\n'
        '[entity_renaming]\nsources = ["Books"]\nseeds = 1\n'
        '[entity_renaming.perturbations.RandStr]\nkind = "random-string"\n'
    )
    return ["build", recipe, "--out", "out", "--recognizer", NAMED]


class TestSources:
    @pytest.mark.parametrize(
        ("data", "told"),
        [
            (gzip.compress(SQUAD.encode()) + b"more", "is followed by other bytes; fetch the file"),
            (gzip.compress(SQUAD.encode())[:-4], "ends too early: the file is truncated"),
            (SQUAD.encode("utf-16"), "file: format: this is UTF-16 text"),
            (b"PK\x03\x04\xff\xff", "file: format: this is a zip archive"),
            (SQUAD.encode() + b" x", "not JSON: Extra data (column"),
            (SQUAD.replace('"answer_start": 0', f'"answer_start": {"9" * 5000}').encode(),
             "not JSON that can be read: a number is too long"),
            (b'{"data": ' + b"[" * 100_000, "not JSON that can be read: nested too deeply"),
        ],
    )  # fmt: skip
    def test_squad_that_is_none(self, tiny: Tiny, refused: Refused, data: bytes, told: str) -> None:
        path = tiny.folder / "books.json"
        path.write_bytes(data)
        said = refused(*one_source(tiny, "squad"), f"--source=Books={path}")
        assert told in said
        (line,) = said.splitlines()
        assert line.startswith(f"renamer: {path}: ")
        hint = "truncated" in said
        assert hint == ("truncated" in told)

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            (
                f"\n{HEADER}\n{PASSAGE}",
                "line 1: header: not JSON: Expecting value (column 1); expected a",
            ),
            (f'{{"header": 1}}\n{PASSAGE}', 'line 1: header: expected a first line {"header": '),
            (PASSAGE, "line 1: header: this is MRQA JSONL without its header line, expected"),
            (f"<html>\n{PASSAGE}", "line 1: header: this is an HTML or XML page"),
            (f"{HEADER}\n{PASSAGE}\n{HEADER}", "line 3: header: is there a second time"),
            (f"{HEADER}\n\ufeff{PASSAGE}", "line 2: JSON: not JSON: a byte order mark (column 1)"),
            (f"{HEADER}\n{PASSAGE}\n}}\n", "line 3: JSON: not JSON: Expecting value (column 1)"),
        ],
    )
    def test_mrqa_that_is_none(self, tiny: Tiny, refused: Refused, text: str, told: str) -> None:
        path = tiny.folder / "books.jsonl"
        path.write_text(text)
        said = refused(*one_source(tiny, "mrqa"), f"--source=Books={path}")
        assert told in said
        assert "this is MRQA JSONL (" not in said

    def test_all_faults_of_a_file_are_told_and_none_of_them_ends_a_line(
        self, tiny: Tiny, refused: Refused
    ) -> None:
        document = squad()
        for article in document["data"]:
            article["paragraphs"][0]["qas"][0]["answers"][0]["text"] = "a\nb\x1b[31m"
        path = tiny.folder / "new\nline.json"
        path.write_text(json.dumps(document))
        said = refused(*one_source(tiny, "squad"), f"--source=Books={path}").splitlines()
        assert len(said) == 1 + len(document["data"])
        assert all("new\\nline.json: data[" in line for line in said[1:])

    @pytest.mark.parametrize(
        ("name", "told"),
        [
            ("a" * 300, "cannot be looked at: File name too long (source Books)"),
            ("new\nline", "new\\nline: no such file (source Books)"),
            ("tiny.toml/x", "no such file (source Books)"),
            (".", "is not a regular file (source Books)"),
        ],
    )
    def test_no_file(self, tiny: Tiny, refused: Refused, name: str, told: str) -> None:
        path = tiny.folder / name
        assert told in refused(*one_source(tiny, "squad"), f"--source=Books={path}")


class TestParquetRows:
    MORE = (
        'hub_id = "mrqa-workshop/mrqa"\nsplit = "validation"\nsubset = "Shelf"\n'
        'revision = "f3178d9888471dfb2b67c93de14f0ddf499a8d9f"'
    )
    ROW: ClassVar[dict[str, object]] = {
        "subset": "Shelf", "context": "Martha Claes reads.", "qid": "1", "question": "Who reads?",
        "context_tokens": {"tokens": ["Martha"], "offsets": [0]}, "answers": ["Martha Claes"],
        "detected_answers": {"text": ["Martha Claes"], "char_spans": [{"start": [0], "end": [11]}]},
    }  # fmt: skip

    def arguments(self, tiny: Tiny, table: pa.Table) -> list[object]:
        path = tiny.folder / "books.parquet"
        pq.write_table(table, path)
        arguments = one_source(tiny, "hub-mrqa", self.MORE)
        return [*arguments, f"--source=Books={path}", "--cache", tiny.folder / "cache"]

    def test_the_subset_of_the_recipe_is_read(self, tiny: Tiny, monkeypatch: Monkey) -> None:
        rows = [self.ROW, {**self.ROW, "qid": "2", "subset": "Books"}]
        arguments = self.arguments(tiny, pa.Table.from_pylist(rows))
        monkeypatch.chdir(tiny.folder)
        monkeypatch.setattr(sys, "argv", ["renamer", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            main()
        assert left.value.code == 0
        original = pq.read_table(tiny.folder / "out/data/Books/PER/Original.parquet")
        assert original["id"].to_pylist() == ["1"]

    @pytest.mark.parametrize(
        ("change", "told"),
        [
            ({"subset": "Other"}, "file: subset: holds no rows of 'Shelf'; it holds Other"),
            ({"subset": 1}, "file: subset: is a column of int64, expected string"),
            ({"subset": None}, "file: subset: is a column of null, expected string"),
            (
                {"answers": [1]},
                "file: answers: is a column of list<element: int64>, expected [string]",
            ),
        ],
    )
    def test_rows_of_another_schema(
        self, tiny: Tiny, refused: Refused, change: dict[str, object], told: str
    ) -> None:
        arguments = self.arguments(tiny, pa.Table.from_pylist([{**self.ROW, **change}]))
        assert told in refused(*arguments)

    def test_a_parquet_file_of_any_name_is_read_as_one(
        self, tiny: Tiny, monkeypatch: Monkey
    ) -> None:
        *rest, cache, folder = self.arguments(tiny, pa.Table.from_pylist([self.ROW]))
        named = (tiny.folder / "books.parquet").rename(tiny.folder / "books.pq")
        arguments = [*rest[:-1], f"--source=Books={named}", cache, folder]
        monkeypatch.chdir(tiny.folder)
        monkeypatch.setattr(sys, "argv", ["renamer", *map(str, arguments)])
        with pytest.raises(SystemExit) as left:
            main()
        assert left.value.code == 0

    def test_no_rows(self, tiny: Tiny, refused: Refused) -> None:
        arguments = self.arguments(tiny, pa.Table.from_pylist([self.ROW]).slice(0, 0))
        assert "holds no rows of 'Shelf'; it holds none" in refused(*arguments)


class TestRecipes:
    @pytest.mark.parametrize(
        ("old", "new", "told"),
        [
            ('name = "tiny"', 'name = ""', "2: name: must be lower-case letters"),
            ('title = "A tiny release"', 'title = " "', "4: title: must not be empty"),
            ('version = "1.0.0"', 'version = ""', "3: version: must be MAJOR.MINOR.PATCH, is ''"),
            ('"TinySwap"', '""', "entswap.config: must be letters, digits and _"),
            ('"TinySwap"', '"Original"', "entswap.config: 'Original' is reserved"),
            ('"TinySwap"', f'"{"x" * 300}"', "entswap.config: must be letters, digits and _"),
            (".RandStr]", f".{'x' * 300}]", "cannot name a perturbation: letters, digits and _, "),
            (".RandStr]", ".aux]", "perturbations.aux: 'aux' cannot name a perturbation"),
            ("seeds = 2", "seeds = 100_000_000", "seeds: must be at most 1,000"),
            ("seeds = 2", f"seeds = {'9' * 5000}", "1: syntax: cannot be read: a number is too"),
            ("seeds = 2", f"seeds = 0x{'f' * 5000}", "seeds: must be at most 1,000"),
            ("seeds = 2", f"seeds = {'[' * 9999}", "1: syntax: cannot be read: nested too deeply"),
            ("seeds = 2", f"a{'.a' * 5000} = 1", "known here: keep_article, lone, match_words"),
            ("[entswap]", "[entity_renaming]", "not TOML: Cannot declare entity_renaming twice"),
        ],
    )  # fmt: skip
    def test_values(self, tiny: Tiny, refused: Refused, old: str, new: str, told: str) -> None:
        tiny.recipe.write_text(RECIPE.replace(old, new))
        said = refused("build", tiny.recipe, "--out", "out")
        assert f"{tiny.recipe}:" in said
        assert told in said

    def test_another_encoding(self, tiny: Tiny, refused: Refused) -> None:
        tiny.recipe.write_bytes(RECIPE.replace("A tiny", "Ein schön").encode("latin-1"))
        said = refused("build", tiny.recipe, "--out", "out")
        assert f"{tiny.recipe}:4: byte " in said
        assert "(0xf6) is not UTF-8; save the file as UTF-8" in said

    def test_a_byte_order_mark_is_passed_over(self, tiny: Tiny, refused: Refused) -> None:
        tiny.recipe.write_bytes(b"\xef\xbb\xbf" + RECIPE.encode())
        assert "source TinyMRQA: the recipe names no place" in refused(
            "build", tiny.recipe, "--out", "out", "--names", tiny.names, "--only", "TinyMRQA/*"
        )

    @pytest.mark.parametrize("name", ["x" * 300, "x" * 300 + ".toml", "new\nline.toml"])
    def test_names_that_no_file_has(self, refused: Refused, name: str) -> None:
        assert refused("build", name, "--out", "out").count("\n") == 1


class TestOptions:
    @pytest.mark.parametrize(
        "option", ["--names", "--out", "--cache", "--previous", "--recognizer"]
    )
    @pytest.mark.parametrize("joined", [True, False])
    def test_an_empty_value_is_no_folder(
        self, tiny: Tiny, refused: Refused, option: str, joined: bool
    ) -> None:
        given = [f"{option}="] if joined else [option, ""]
        said = refused("build", tiny.recipe, "--out", "out", *given)
        assert said.startswith(f"renamer: {option}: is empty (a variable that is not set?)")

    def test_more_seeds_than_anybody_needs(self, tiny: Tiny, refused: Refused) -> None:
        assert "--seeds" in refused("build", tiny.recipe, "--out", "out", "--seeds", "9" * 20)

    @pytest.mark.parametrize("verb", ["swap", "recognize"])
    def test_names_of_outputs_that_cannot_be(self, tiny: Tiny, refused: Refused, verb: str) -> None:
        lines = tiny.folder / "lines.jsonl"
        lines.write_text("")
        said = refused(verb, lines, "a" * 300)
        assert said.endswith(": File name too long; choose another path\n")


class TestLines:
    @pytest.mark.parametrize(
        ("mention", "told"),
        [
            ({"field": None}, "mentions[0]: field must be a text"),
            (
                {"field": "page"},
                "unknown field 'page'; known: context, question, title, answer:<n>",
            ),
            ({"field": "answer:3"}, "mentions[0]: there is no answer:3"),
            ({"end": 99}, "[0, 99) lies outside context, which has 15 characters"),
        ],
    )
    def test_mentions(
        self, tmp_path: Path, refused: Refused, mention: dict[str, object], told: str
    ) -> None:
        place = {"entity": "e", "type": "CITY", "field": "context", "start": 0, "end": 4}
        line = {
            "id": "1", "context": "Oslo has boats.", "question": "What?", "answers": [],
            "renames": [{"entity": "e", "type": "CITY", "source": "Oslo", "target": "Kano"}],
            "mentions": [{**place, **mention}],
        }  # fmt: skip
        path = tmp_path / "lines.jsonl"
        path.write_text(json.dumps(line))
        assert told in refused("swap", path, "out.jsonl")

    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ("null", "line 1: expected a JSON object"),
            ("[" * 100_000 + "]", "this is a JSON list, expected lines of JSON objects"),
            ('{"id": 1, "text": ' + "[" * 100_000, "line 1: not JSON that can be read: nested too"),
            ('{"id": 1, "text": ' + "9" * 5000 + "}", "not JSON that can be read: a number is too"),
        ],
    )
    def test_records(self, tmp_path: Path, refused: Refused, line: str, told: str) -> None:
        path = tmp_path / "lines.jsonl"
        path.write_text(line)
        assert told in refused("recognize", path, "out.jsonl")


class TestNames:
    @pytest.mark.parametrize(
        ("key", "value", "told"),
        [
            ("format", None, "not a manifest of names of format 1"),
            ("digest", 7, "not a manifest of names (digest: expected a text)"),
            ("provenance", [None], "(provenance: expected objects with licence, retrieved, sha256"),
            ("provenance", [{"url": "x", "colour": "y"}], "(provenance: expected objects with"),
        ],
    )
    def test_manifests(
        self, tiny: Tiny, refused: Refused, key: str, value: object, told: str
    ) -> None:
        path = tiny.names / "people.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), key: value}))
        said = refused("names", "show", "people", "--names", tiny.names)
        assert said.startswith(f"renamer: {path}: ")
        assert told in said

    @pytest.mark.parametrize(
        ("data", "told"),
        [
            (b"[" * 100_000, "not a manifest of names (no JSON)"),
            (b"\xff\xfe{", "not a manifest of names (no JSON)"),
            (b"[]", "not a manifest of names (no JSON object)"),
            (b'{"format": 1', "not a manifest of names (Expecting ',' delimiter: line 1 column 13"),
        ],
    )
    def test_manifests_that_are_none(
        self, tiny: Tiny, refused: Refused, data: bytes, told: str
    ) -> None:
        (tiny.names / "people.json").write_bytes(data)
        assert told in refused("names", "check", "people", "--names", tiny.names)

    def test_names_without_a_text(self, tiny: Tiny, refused: Refused) -> None:
        path = tiny.names / "people.parquet"
        table = pq.read_table(path)
        nothing = pa.nulls(len(table), pa.string())
        pq.write_table(table.set_column(0, "text", nothing), path)
        manifest = json.loads(path.with_suffix(".json").read_text())
        manifest["file_sha256"] = sha256(path.read_bytes()).hexdigest()
        path.with_suffix(".json").write_text(json.dumps(manifest))
        said = refused("names", "show", "people", "--names", tiny.names)
        assert said == f"renamer: {path}: lacks values in text; harvest it again\n"

    def test_inputs_of_a_harvest_that_nobody_could_read(
        self, tmp_path: Path, refused: Refused
    ) -> None:
        os.mkfifo(tmp_path / "pipe")
        (tmp_path / "big.json").write_text(f'[{{"name": {"9" * 5000}}}]')
        arguments = ["harvest", "countries-states-cities", "--out", "names", "--input"]
        assert "pipe: neither a file nor a folder" in refused(*arguments, tmp_path / "pipe")
        assert "big.json: damaged or truncated JSON" in refused(*arguments, tmp_path / "big.json")


class TestReleases:
    def test_the_root_of_a_file_system_is_no_release(self, tiny: Tiny, refused: Refused) -> None:
        said = refused("build", tiny.recipe, "--out", "/")
        assert said == "renamer: /: is no folder that can be replaced; choose another\n"

    def test_a_name_that_is_no_text(self, tiny: Tiny, refused: Refused) -> None:
        said = refused("build", tiny.recipe, "--out", "x\udcff")
        assert said.endswith("x\\udcff': is not UTF-8; choose another --out\n")

    def test_what_a_manifest_holds_is_told_in_words(self, tmp_path: Path, refused: Refused) -> None:
        (tmp_path / "manifest.json").write_text('{"format": ' + "[" * 100_000)
        said = refused("diff", tmp_path, tmp_path)
        assert "not JSON that can be read: nested too deeply" in said

    def test_all_sources_are_looked_for_before_edits_are_joined(
        self, tiny: Tiny, refused: Refused, tmp_path: Path
    ) -> None:
        release = TinyRelease().build(tmp_path / "release")
        edits = withhold(release, tmp_path / "edits", ["Quads", "Lists"])
        quads = tmp_path / "quads.json"
        examples = TinyRelease().examples["Quads"]
        quads.write_text(json.dumps(to_squad(examples)))
        said = refused("apply", edits, "--out", "out", f"--source=Quads={quads}")
        assert "give your file with --source Lists=PATH" in said

    def test_a_folder_of_the_users_beside_a_release_is_kept(
        self, tiny: Tiny, refused: Refused, tmp_path: Path
    ) -> None:
        out = TinyRelease().build(tmp_path / "release")
        mine = tmp_path / "release.old" / "mine.txt"
        mine.parent.mkdir()
        mine.write_text("keep me")
        said = refused("build", tiny.recipe, "--out", out, "--force")
        assert f"{mine.parent}: the old release would be put there meanwhile" in said
        assert mine.read_text() == "keep me"
        assert (out / "manifest.json").is_file()
