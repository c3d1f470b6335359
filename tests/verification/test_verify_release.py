"""A release is right or every fault is named with its file, its row and what it breaks."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from release_samples import change_manifest, rewrite, sample_rows, source, write_release

from builders.errors import ChooseKnownError, FixInputError
from builders.releases.layout import ReleaseFile
from builders.stages.write import sums_text
from builders.types import Answer, Edit, Row
from builders.verification.findings import Finding
from builders.verification.verify import verify

FRENCH = "data/Books/PER/French/seed0.parquet"
ORIGINAL = "data/Books/PER/Original.parquet"
SWAPPED = "data/Afri/Afri.parquet"
_YAML_BOMB = "a: &a [x, x]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in pairwise("abcdefghijklmnopqrst")
)


def test_a_sound_release_has_no_findings(sample: Path) -> None:
    report = verify(sample)
    assert report.findings == ()
    assert report.ok
    assert report.files == 20
    assert report.rows == sum(
        pq.ParquetFile(path).metadata.num_rows for path in sample.glob("data/**/*.parquet")
    )


def test_it_holds_against_its_sources(sample: Path) -> None:
    sources = {
        "Books": lambda: (source(n, listed=True) for n in range(7)),
        "Letters": lambda: (source(n, listed=False) for n in range(7)),
    }
    assert verify(sample, sources).ok


def test_another_source_is_noticed(sample: Path) -> None:
    def other() -> list:
        examples = [source(n, listed=True) for n in range(7)]
        examples[3] = replace(examples[3], question="Who?")
        return examples

    found = verify(sample, {"Books": other}).findings
    assert {(f.row, f.invariant) for f in found} == {("q0003", 2)}
    assert {f.file for f in found} == {
        "data/Books/PER/Original.parquet", "data/Books/MIX/Original.parquet",
    }  # fmt: skip


def test_the_order_of_the_source_is_kept(sample: Path) -> None:
    reversed_ = {"Books": lambda: [source(n, listed=True) for n in reversed(range(7))]}
    found = verify(sample, reversed_).findings
    assert {f.invariant for f in found} == {1}
    assert all("order" in f.message for f in found)


def test_a_source_of_another_size_is_noticed(sample: Path) -> None:
    longer = {"Letters": lambda: [source(n, listed=False) for n in range(8)]}
    found = verify(sample, longer).findings
    assert [(f.file, f.invariant) for f in found] == [("manifest.json", 2)]


def test_unknown_sources_and_folders_are_refused(sample: Path, tmp_path: Path) -> None:
    with pytest.raises(ChooseKnownError, match="known: Books, Letters"):
        verify(sample, {"Novels": list})
    with pytest.raises(FixInputError, match="no such folder"):
        verify(tmp_path / "nowhere")


@pytest.mark.parametrize(
    "name", ["data/Afri/Original.parquet", SWAPPED, "data/Books/PER/French/seed0.parquet"]
)
def test_answer_is_the_first_gold_answer(copied: Path, name: str) -> None:
    table = pq.read_table(copied / name)
    answers = table.column("answer").to_pylist()
    gold = table.column("gold_answers").to_pylist()
    assert answers == [(*each, "")[0] for each in gold]
    answers[1], answers[2] = gold[1][1], "nobody"
    at = table.schema.get_field_index("answer")
    rewrite(copied, name, table.set_column(at, "answer", pa.array(answers)), store_schema=False)
    assert [(f.file, f.row, f.invariant) for f in verify(copied).findings] == [
        (name, "q0001", 1), (name, "q0002", 1),
    ]  # fmt: skip


# What may be wrong with the row q0001 of a file, and which invariant that breaks.
def _answer_moved(row: Row) -> Row:
    first = row.example.answers[0]
    moved = Answer(first.text, (first.start or 0) + 1)
    return replace(row, example=replace(row.example, answers=(moved, *row.example.answers[1:])))


def _answer_dropped(row: Row) -> Row:
    return replace(row, example=replace(row.example, answers=row.example.answers[:1]))


def _other_id(row: Row) -> Row:
    return replace(row, example=replace(row.example, id="q9999"))


def _edit_changed(row: Row) -> Row:
    edit = replace(row.edits[0], old="Marta Kleim")
    return replace(row, edits=(edit, *row.edits[1:]))


def _edit_shifted(row: Row) -> Row:
    edit = replace(row.edits[0], start=row.edits[0].start - 1, end=row.edits[0].end - 1)
    return replace(row, edits=(edit, *row.edits[1:]))


def _edit_dropped(row: Row) -> Row:
    return replace(row, edits=row.edits[1:])


def _edit_of_nothing(row: Row) -> Row:
    return replace(row, edits=(*row.edits, Edit("answer:7", 0, 1, "a", "b", "PERSON", "p")))


def _text_changed(row: Row) -> Row:
    text = row.example.context.replace("bakery", "brewery")
    return replace(row, example=replace(row.example, context=text))


def _gold_changed(row: Row) -> Row:
    return replace(row, example=replace(row.example, gold_answers=("x", "y")))


def _gold_dropped(row: Row) -> Row:
    return replace(row, example=replace(row.example, gold_answers=row.example.gold_answers[:1]))


def _everywhere(row: Row, old: str, new: str) -> Row:
    """Write another new name, of the same length, everywhere."""
    assert len(old) == len(new)
    example = row.example
    texts = {name: getattr(example, name).replace(old, new) for name in ("context", "title")}
    answers = tuple(Answer(a.text.replace(old, new), a.start) for a in example.answers)
    gold = tuple(text.replace(old, new) for text in example.gold_answers)
    edits = tuple(replace(edit, new=edit.new.replace(old, new)) for edit in row.edits)
    return Row(replace(example, answers=answers, gold_answers=gold, **texts), edits)


def _two_names_for_one(row: Row) -> Row:
    text = row.example.context
    at = text.index("Novak's")
    context = text[:at] + "Mosel's" + text[at + 7 :]
    place = source(1, listed=True).context.index("Klein's")
    edits = tuple(
        replace(edit, new="Mosel") if (edit.field, edit.start) == ("context", place) else edit
        for edit in row.edits
    )
    assert edits != row.edits
    return Row(replace(row.example, context=context), edits)


def _held_already(row: Row) -> Row:
    return _everywhere(row, "Ines Novak", "In Lisbon ".strip().ljust(10, "n"))


def _small_letters(row: Row) -> Row:
    return _everywhere(row, "Ines Novak", "ines novak")


ROW_FAULTS: dict[str, tuple[Callable[[Row], Row], int]] = {
    "answer moved": (_answer_moved, 1),
    "answer dropped": (_answer_dropped, 1),
    "another id": (_other_id, 1),
    "gold dropped": (_gold_dropped, 1),
    "edit changed": (_edit_changed, 2),
    "edit shifted": (_edit_shifted, 2),
    "edit dropped": (_edit_dropped, 2),
    "edit of nothing": (_edit_of_nothing, 2),
    "text changed": (_text_changed, 2),
    "gold changed": (_gold_changed, 2),
    "two names for one": (_two_names_for_one, 3),
    "small letters": (_small_letters, 4),
}


@pytest.mark.parametrize("fault", ROW_FAULTS)
def test_a_tampered_row_is_named(tmp_path: Path, fault: str) -> None:
    tamper, invariant = ROW_FAULTS[fault]

    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        if file.path == FRENCH:
            rows[1] = tamper(rows[1])
        return rows

    found = verify(write_release(tmp_path / "release", rows_of=rows_of)).findings
    assert found
    assert {f.file for f in found} == {FRENCH}
    assert {f.row for f in found} == {"q9999" if fault == "another id" else "q0001"}
    assert invariant in {f.invariant for f in found}


@pytest.mark.parametrize(
    ("new", "message"),
    [
        ("Lisbon", "holds already"),
        ("bakery", "holds already"),
        ("BAKERY", "holds already"),
        ("Marta", "holds already"),
    ],
)
def test_a_new_name_that_the_source_holds_is_named(tmp_path: Path, new: str, message: str) -> None:
    from release_samples import renamed

    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        if file.path == FRENCH:
            names = {"Marta Klein": f"Zoe {new}", "Klein": new}
            rows[2] = renamed(source(2, listed=True), names, listed=True)
        return rows

    found = verify(write_release(tmp_path / "release", rows_of=rows_of)).findings
    assert {(f.file, f.row) for f in found} == {(FRENCH, "q0002")}
    assert any(message in f.message and f.invariant == 3 for f in found)


def test_two_entities_with_one_new_name_are_named(tmp_path: Path) -> None:
    from release_samples import renamed

    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        if file.path == SWAPPED:
            names = {"Marta Klein": "Ines Porto", "Klein": "Porto", "Lisbon": "Porto"}
            rows[0] = renamed(source(0, listed=False), names, listed=False)
        return rows

    found = verify(write_release(tmp_path / "release", rows_of=rows_of)).findings
    assert {(f.file, f.row, f.invariant) for f in found} == {(SWAPPED, "q0000", 3)}


def test_an_edit_inside_a_word_is_named(tmp_path: Path) -> None:
    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        if file.path == FRENCH:
            example = source(0, listed=True)
            at = example.context.index("bakery")
            context = example.context.replace("bakery", "fishery", 1)
            edit = Edit("context", at, at + 3, "bak", "fish", "LAST", "PERSON:bak")
            shift = [Answer(a.text, a.start and a.start + (a.start > at)) for a in example.answers]
            rows[0] = Row(replace(example, context=context, answers=tuple(shift)), (edit,))
        return rows

    found = verify(write_release(tmp_path / "release", rows_of=rows_of)).findings
    assert [(f.file, f.row, f.invariant) for f in found] == [(FRENCH, "q0000", 4)]


def test_rows_in_another_order_are_named(tmp_path: Path) -> None:
    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        return rows[::-1] if file.path == FRENCH else rows

    found = verify(write_release(tmp_path / "release", rows_of=rows_of)).findings
    assert {f.file for f in found} == {FRENCH}
    assert {f.row for f in found if f.invariant == 1} == {f"q000{n}" for n in range(7) if n != 3}


def test_a_missing_row_is_named(tmp_path: Path) -> None:
    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        return rows[:-1] if file.path == FRENCH else rows

    found = verify(write_release(tmp_path / "release", rows_of=rows_of)).findings
    assert [(f.file, f.invariant) for f in found] == [(FRENCH, 1)]


def test_an_id_that_comes_twice_is_named(tmp_path: Path) -> None:
    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        return [*rows, rows[0]]

    found = verify(write_release(tmp_path / "release", rows_of=rows_of)).findings
    assert any(f.row == "q0000" and f.invariant == 1 and "id" in f.message for f in found)


def test_reasons_have_to_add_up(copied: Path) -> None:
    change_manifest(copied, lambda manifest: manifest["reasons"][0].update(count=99))
    found = verify(copied).findings
    assert [f.invariant for f in found] == [6]


@pytest.mark.parametrize("text", ["name = 1", "not TOML"])
def test_another_recipe_is_noticed(copied: Path, text: str) -> None:
    change_manifest(copied, lambda manifest: manifest["recipe"].update(text=text))
    assert [(f.file, f.invariant) for f in verify(copied).findings] == [("manifest.json", 5)]


def test_one_flipped_byte_is_named(copied: Path) -> None:
    path = copied / FRENCH
    data = bytearray(path.read_bytes())
    data[len(data) // 3] ^= 0x55
    path.write_bytes(data)
    found = verify(copied).findings
    assert {f.file for f in found} == {FRENCH}
    assert 5 in {f.invariant for f in found}


def test_every_flipped_byte_is_noticed(copied: Path) -> None:
    path = copied / FRENCH
    sound = path.read_bytes()
    for at in range(0, len(sound), 397):
        data = bytearray(sound)
        data[at] ^= 0xFF
        path.write_bytes(data)
        assert any(f.file == FRENCH for f in verify(copied).findings)


def test_a_missing_file_and_an_extra_one_are_named(copied: Path) -> None:
    (copied / FRENCH).unlink()
    (copied / "data/Books/PER/French/seed7.parquet").write_bytes(b"PAR1")
    found = verify(copied).findings
    assert {(f.file, f.invariant) for f in found} == {
        (FRENCH, 7), ("data/Books/PER/French/seed7.parquet", 7),
    }  # fmt: skip


def test_a_missing_original_is_named(copied: Path) -> None:
    (copied / "data/Books/PER/Original.parquet").unlink()
    found = verify(copied).findings
    assert {f.file for f in found} == {"data/Books/PER/Original.parquet"}


def test_a_file_without_its_original_is_read_nonetheless(copied: Path) -> None:
    (copied / ORIGINAL).unlink()
    table = pq.read_table(copied / FRENCH)
    rewrite(copied, FRENCH, table.slice(1))
    found = verify(copied).findings
    assert {f.file for f in found} == {ORIGINAL, FRENCH}
    assert any("6 rows were read" in f.message for f in found if f.file == FRENCH)


def test_an_original_that_cannot_be_read_is_named_alone(copied: Path) -> None:
    (copied / ORIGINAL).write_bytes(b"PAR1" * 9)
    change_manifest(copied, lambda manifest: None)
    found = verify(copied).findings
    assert {f.file for f in found} == {ORIGINAL}
    assert any("cannot be read" in f.message for f in found)


@pytest.mark.parametrize("name", ["manifest.json", "SHA256SUMS", "README.md"])
def test_a_missing_document_is_named(copied: Path, name: str) -> None:
    (copied / name).unlink()
    assert name in {f.file for f in verify(copied).findings}


def test_what_git_and_other_programs_leave_at_the_top_is_passed_over(copied: Path) -> None:
    for name in (".DS_Store", ".gitattributes", ".git/config", ".cache/huggingface/data.parquet"):
        (copied / name).parent.mkdir(parents=True, exist_ok=True)
        (copied / name).write_text("not ours")
    (copied / ".linked").symlink_to(copied.parent)
    assert verify(copied).findings == ()


@pytest.mark.parametrize("name", ["data/.DS_Store", "data/.git/config", "notes.txt", "a/b.txt"])
def test_what_lies_elsewhere_is_extra(copied: Path, name: str) -> None:
    (copied / name).parent.mkdir(parents=True, exist_ok=True)
    (copied / name).write_text("not ours")
    assert {(f.file, f.invariant) for f in verify(copied).findings} == {(name, 7)}


def test_no_release_lists_a_hidden_file_of_its_own(copied: Path) -> None:
    (copied / ".notes").write_text("not ours")
    sums = copied / "SHA256SUMS"
    sums.write_text(f"{'0' * 64}  .notes\n" + sums.read_text())
    (found,) = verify(copied).findings
    assert (found.file, found.message) == (
        "SHA256SUMS",
        "line 1 is not a sum of a file of the release",
    )


def test_links_are_faults_and_are_not_followed(copied: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("not ours")
    (copied / "data" / "link").symlink_to(secret)
    (copied / "data" / "folder").symlink_to(tmp_path)
    found = verify(copied).findings
    assert {f.file for f in found} == {"data/link", "data/folder"}
    assert all("link" in f.message for f in found)


def test_a_pipe_does_not_stall_it(copied: Path) -> None:
    os.mkfifo(copied / "data" / "pipe")
    assert [f.file for f in verify(copied).findings] == ["data/pipe"]


@pytest.mark.parametrize(
    "path",
    [
        "../secret.parquet",
        "/etc/secret.parquet",
        "data/../../x.parquet",
        "data\\x.parquet",
        "data/\u001b[31m.parquet",
        "C:/x.parquet",
    ],
)
def test_paths_that_climb_out_are_refused(copied: Path, path: str) -> None:
    change_manifest(copied, lambda manifest: manifest["files"][0].update(path=path))
    found = verify(copied).findings
    assert any("may not" in f.message for f in found)
    assert all("\x1b" not in str(f) for f in found)


def test_sums_that_climb_out_are_refused(copied: Path) -> None:
    sums = copied / "SHA256SUMS"
    sums.write_text(sums.read_text() + "0" * 64 + "  ../../etc/passwd\n")
    assert [f.file for f in verify(copied).findings] == ["SHA256SUMS"]


@pytest.mark.parametrize(
    "block",
    [
        _YAML_BOMB,
        "a: " + "[" * 5000,
        "a: " + "[" * 5000 + "]" * 5000,
        "{",
        "- 1",
        "a: !!python/object/apply:os.system [true]",
        "configs: 3\ndataset_info: []",
        "configs: [3, {config_name: [1]}]",
        "a: 2001-99-99",
    ],
    ids=["bomb", "open", "deep", "broken", "list", "python", "scalar", "odd", "date"],
)  # fmt: skip
def test_hostile_yaml_is_a_finding(copied: Path, block: str) -> None:
    (copied / "README.md").write_text(f"---\n{block}\n---\n")
    (copied / "SHA256SUMS").write_text(sums_text(copied))
    found = verify(copied).findings
    assert found
    assert {f.file for f in found} == {"README.md"}


def test_a_card_that_reads_other_files_is_noticed(copied: Path) -> None:
    card = copied / "README.md"
    card.write_text(card.read_text().replace(SWAPPED, "data/Afri/Original.parquet"))
    (copied / "SHA256SUMS").write_text(sums_text(copied))
    found = verify(copied).findings
    assert [(f.file, f.invariant) for f in found] == [("README.md", 5)]
    assert "Afri" in found[0].message


@pytest.mark.parametrize(
    ("config", "split", "message"),
    [
        ("Afri:x", "validation", "cannot name a config"),
        ("", "validation", "cannot name a config"),
        ("AFRI-WO-CITY", "validation", "names two configs"),
        ("Afri", "valid-ation", "cannot name a split"),
        ("Afri", "all", "cannot name a split"),
        ("Afri", "original", "names two splits"),
    ],
)
def test_names_that_clients_cannot_load_are_named(
    copied: Path, config: str, split: str, message: str
) -> None:
    def rename(manifest: dict) -> None:
        entry = manifest["configs"][0]
        assert entry["name"] == "Afri"
        entry["name"], entry["splits"][1]["name"] = config, split

    change_manifest(copied, rename)
    found = verify(copied).findings
    assert any(f.file == "manifest.json" and message in f.message for f in found)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": 99}', "[" * 100_000, '{"format": 1}'])
def test_a_hostile_manifest_is_a_finding(copied: Path, text: str) -> None:
    (copied / "manifest.json").write_text(text)
    assert any(f.file == "manifest.json" and f.invariant == 7 for f in verify(copied).findings)


def test_other_columns_are_named(copied: Path) -> None:
    table = pq.read_table(copied / FRENCH)
    rewrite(copied, FRENCH, table.drop_columns(["changed"]))
    assert any("columns" in f.message for f in verify(copied).findings if f.file == FRENCH)


def test_nulls_are_named(copied: Path) -> None:
    table = pq.read_table(copied / FRENCH)
    titles = pa.array([None] * table.num_rows, pa.string())
    rewrite(copied, FRENCH, table.set_column(1, "title", titles))
    assert any("null" in f.message for f in verify(copied).findings if f.file == FRENCH)


def test_texts_that_are_no_utf8_are_named(copied: Path) -> None:
    table = pq.read_table(copied / FRENCH)
    titles = pa.array([b"\xff\xfe"] * table.num_rows, pa.binary()).view(pa.string())
    rewrite(copied, FRENCH, table.set_column(1, "title", titles))
    found = [f for f in verify(copied).findings if f.file == FRENCH]
    assert any("cannot be read" in f.message and "UTF8" in f.message for f in found)


@pytest.mark.parametrize("path", [FRENCH, ORIGINAL])
def test_a_place_without_an_answer_is_named(copied: Path, path: str) -> None:
    """Beside the last answer of a row stands the place of one more."""
    table = pq.read_table(copied / path)
    answers = table.column("answers").to_pylist()
    answers[-1]["answer_start"].append(0)
    kind = table.schema.field("answers").type
    rewrite(copied, path, table.set_column(4, "answers", pa.array(answers, kind)))
    found = verify(copied).findings
    assert {f.row for f in found if f.file == path and f.invariant == 1} == {"q0006"}


@pytest.mark.parametrize("fault", [0, 6])
def test_each_of_many_small_files_is_judged_for_itself(tmp_path: Path, fault: int) -> None:
    """Files of one original are held against it together; what is wrong is still one row's."""
    path = "data/Books/MIX/RandStr/seed1.parquet"

    def rows_of(file: ReleaseFile) -> list[Row]:
        rows = sample_rows(file, 7)
        if file.path == path:
            rows[fault] = _text_changed(rows[fault])
        return rows

    found = verify(write_release(tmp_path / "release", rows_of=rows_of)).findings
    assert {(f.file, f.row) for f in found} == {(path, f"q{fault:04}")}


def test_other_rows_under_a_right_sum_are_noticed(copied: Path) -> None:
    """A forger who also rewrites every digest of bytes still has to face the rows."""
    table = pq.read_table(copied / FRENCH)
    questions = pa.array(["Who?"] * table.num_rows)
    rewrite(copied, FRENCH, table.set_column(3, "question", questions))
    found = verify(copied).findings
    assert {f.row for f in found if f.invariant == 2} == {f"q000{n}" for n in range(7)}
    assert any("digest" in f.message for f in found)


def test_findings_are_counted_beyond_the_limit(copied: Path) -> None:
    table = pq.read_table(copied / FRENCH)
    rewrite(copied, FRENCH, table.set_column(3, "question", pa.array(["?"] * table.num_rows)))
    report = verify(copied, limit=2)
    assert len(report.findings) == 2
    assert report.more > 0
    assert not report.ok


def test_control_characters_and_long_texts_are_shown_safely() -> None:
    finding = Finding("a\x1b[2J", "\u202eid", 1, "x" * 10_000 + "\n")
    text = str(finding)
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert "\n" not in text
    assert len(text) < 600
