"""Rows and releases for tests, made by a small renamer of their own: no engine is trusted here."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from builders.cards.card_metadata import card_yaml
from builders.cards.croissant import croissant
from builders.errors import RenamerError
from builders.perturbations.entity_renaming import NO_NAME
from builders.releases.layout import ReleaseFile, config_files, release_files
from builders.releases.left_out import LeftOut
from builders.releases.manifest import (
    CollectionRecord,
    ConfigRecord,
    Manifest,
    OriginalRecord,
    ProvenanceRecord,
    ReasonCount,
    RecipeRecord,
    SourceRecord,
    SplitRecord,
)
from builders.releases.recipe import Recipe
from builders.releases.undo import distinct
from builders.spans.answer_entities import NO_ENTITY
from builders.stages.write import ReleaseFolder, sums_text
from builders.types import Answer, Edit, Example, Row

RECIPE = """published = "2026-05-04"
name = "sample"
version = "1.2.3"
title = "A sample"
licence = "CC-BY-SA-4.0"

[[sources]]
name = "Books"
format = "mrqa"
licence = "CC-BY-SA-4.0"
attribution = "Somebody (2020): Books"

[[sources]]
name = "Letters"
format = "squad"

[entity_renaming]
sources = ["Books", "Letters"]
types = ["PER", "MIX"]
seeds = 2

[entity_renaming.perturbations.RandStr]
kind = "random-string"

[entity_renaming.perturbations.French]
kind = "collections"
collections = ["french"]
types = ["PER"]

[entswap]
source = "Letters"
config = "Afri"
types = ["PERSON", "CITY"]

[entswap.collections]
PERSON = ["african-persons"]
CITY = ["african-cities"]
"""

NEW_NAMES = {
    0: {"Marta Klein": "Ines Novak", "Klein": "Novak", "Lisbon": "Porto"},
    1: {"Marta Klein": "Rosa Lindqvist", "Klein": "Lindqvist", "Lisbon": "Ghent"},
}
ENTITIES = {"Marta Klein": "PERSON:marta", "Klein": "PERSON:marta", "Lisbon": "CITY:lisbon"}
TYPES = {"PERSON:marta": "PERSON", "CITY:lisbon": "CITY"}


def source(number: int, *, listed: bool) -> Example:
    """Return instance `number`; `listed` gives it gold answers of its own, as MRQA does."""
    context = (
        f"[DOC] In year {number} Marta Klein opened a bakery in Lisbon. Klein's bread sold well, "
        "and KLEIN was on the sign. Ask for Klein-bread."
    )
    answerable = listed or number % 3 != 2
    answers = (answer(context, "Marta Klein"), answer(context, "Klein")) if answerable else ()
    return Example(
        id=f"q{number:04}",
        dataset="",
        title="Marta_Klein",
        question=f"Who opened the {number}th bakery in Lisbon?",
        context=context,
        answers=answers,
        gold_answers=("Marta Klein", "Klein, the baker") if listed
        else distinct(a.text for a in answers),
        plausible_answers=() if answerable else (answer(context, "Lisbon"),),
        is_impossible=not answerable,
    )  # fmt: skip


def answer(context: str, text: str, occurrence: int = 0) -> Answer:
    """Return the answer that is an occurrence of `text` in the passage."""
    return Answer(
        text, [match.start() for match in re.finditer(re.escape(text), context)][occurrence]
    )


def renamed(
    example: Example,
    names: Mapping[str, str],
    *,
    listed: bool,
    entities: Mapping[str, str] = ENTITIES,
    person: str = "PERSON",
) -> Row:
    """Rename every whole occurrence of the names, longest first, in every field."""
    edits: list[Edit] = []

    def rewrite(field: str, text: str) -> str:
        found = [
            replace(edit, type=person) if edit.type == "PERSON" else edit
            for edit in _edits(field, text, names, entities)
        ]
        edits.extend(found)
        return apply(text, found)

    context = rewrite("context", example.context)
    context_edits = list(edits)
    question = rewrite("question", example.question)
    title = rewrite("title", example.title)

    def rename(kind: str, answers: Sequence[Answer]) -> tuple[Answer, ...]:
        made = []
        for index, old in enumerate(answers):
            text = rewrite(f"{kind}:{index}", old.text)
            made.append(Answer(text, shifted(old, len(text), context_edits)))
        return tuple(made)

    answers = rename("answer", example.answers)
    plausible = rename("plausible", example.plausible_answers)
    gold = distinct(a.text for a in answers)
    if listed:
        gold = tuple(rewrite(f"gold:{n}", text) for n, text in enumerate(example.gold_answers))
    made = replace(
        example, context=context, question=question, title=title, answers=answers,
        plausible_answers=plausible, gold_answers=gold,
    )  # fmt: skip
    return Row(made, tuple(edits))


def apply(text: str, edits: Sequence[Edit]) -> str:
    """Write the new names into a source text."""
    for edit in reversed(edits):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


def shifted(old: Answer, length: int, edits: Sequence[Edit]) -> int | None:
    """Return where an answer starts now; one that ends a name ends the new name."""
    if old.start is None:
        return None
    shift = 0
    for edit in edits:
        if edit.end <= old.start:
            shift += len(edit.new) - len(edit.old)
        elif edit.start < old.start:
            return edit.start + shift + len(edit.new) - length
    return old.start + shift


def _edits(
    field: str, text: str, names: Mapping[str, str], entities: Mapping[str, str]
) -> list[Edit]:
    longest = sorted(names, key=lambda name: (-len(name), name))
    pattern = "|".join(re.escape(name).replace(r"\ ", "[ _]") for name in longest)
    found = []
    for match in re.finditer(rf"(?<![^\W_])(?:{pattern})(?![^\W_])", text, re.IGNORECASE):
        old = match.group()
        name = next(each for each in longest if each.lower() == old.replace("_", " ").lower())
        new = names[name].replace(" ", "_") if "_" in old else names[name]
        new = new.upper() if old.isupper() else new
        entity = entities[name]
        found.append(Edit(field, *match.span(), old, new, TYPES.get(entity, "PERSON"), entity))
    return found


def sample_rows(file: ReleaseFile, count: int) -> list[Row]:
    """Return the rows of a file of the sample release."""
    listed = file.dataset == "Books"
    examples = [source(number, listed=listed) for number in range(count)]
    if file.type:
        examples = [example for example in examples if not example.is_impossible]
    if file.is_original:
        return [Row(example) for example in examples]
    names = NEW_NAMES[file.seed or 0]
    if file.swap_types == ("PERSON",) or file.type == "PER":
        names = {old: new for old, new in names.items() if old != "Lisbon"}
    if file.swap_types == ("CITY",) or file.type == "GPE":
        names = {"Lisbon": names["Lisbon"]}
    person = "LAST" if file.type else "PERSON"
    return [renamed(example, names, listed=listed, person=person) for example in examples]


RowsOf = Callable[[ReleaseFile], Sequence[Row]]


def write_release(
    out: Path, *, count: int = 7, rows_of: RowsOf | None = None, recipe_text: str = RECIPE,
    force: bool = False, key: str = "key",
) -> Path:  # fmt: skip
    """Write the sample release; `rows_of` may say other rows for a file."""
    recipe = Recipe.parse(recipe_text)
    files = release_files(recipe)
    rows = rows_of or (lambda file: sample_rows(file, count))
    with ReleaseFolder.begin(out, force=force, key=key) as folder:
        for file in files:
            if folder.done(file.path) is None:
                with folder.write(file.path) as writer:
                    writer.write(rows(file))
        with folder.write_left_out() as left_out:
            for file in files:
                left_out.write(_left_out(file, folder.path(file.path), count))
        return folder.finish(sample_manifest(recipe, files, folder, count))


def _left_out(file: ReleaseFile, path: Path, count: int) -> Iterator[LeftOut]:
    """Yield what a file of the sample release lacks, or has unchanged."""
    rows = pq.read_table(path, columns=["id", "changed"]).to_pylist()
    if not file.is_original:
        for row in rows:
            if not row["changed"]:
                yield LeftOut(row["id"], file.type, NO_NAME, "unchanged", file.path)
        return
    present = {row["id"] for row in rows}
    for number in range(count):
        row_id = source(number, listed=True).id
        if row_id not in present and len(rows) < count:
            yield LeftOut(row_id, file.type, NO_ENTITY, "left-out", file.path)


def sample_manifest(
    recipe: Recipe, files: Sequence[ReleaseFile], folder: ReleaseFolder, count: int
) -> Manifest:
    """Return the manifest of the sample release."""
    records = {record.path: record for record in folder.records()}
    reasons: Counter[tuple[str, str, str]] = Counter()
    for file in files:
        record = records[file.path]
        if file.is_original and record.rows < count:
            reasons[file.path, "left-out", NO_ENTITY] = count - record.rows
        if not file.is_original and record.changed < record.rows:
            reasons[file.path, "unchanged", NO_NAME] = record.rows - record.changed
    provenance = ProvenanceRecord("https://example.org/names", "CC0-1.0", "1" * 64)
    return Manifest(
        recipe=RecipeRecord(
            recipe.name, recipe.version, recipe.title, recipe.licence, recipe.digest, recipe.text
        ),
        package="0.1.0",
        engine="1",
        recognizer="sample 1",
        seeds=2,
        sources=(
            SourceRecord(
                "Books", "2" * 64, count, count, "list", 0, "CC-BY-SA-4.0", "Somebody (2020): Books"
            ),
            SourceRecord("Letters", "3" * 64, count, count, "answers"),
        ),
        collections=tuple(
            CollectionRecord(name, "4" * 64, 12, (provenance,))
            for name in ("african-cities", "african-persons", "french")
        ),
        files=folder.records(),
        originals=tuple(OriginalRecord(file.path, file.original, file.dataset) for file in files),
        configs=tuple(
            ConfigRecord(
                config.name,
                config.kind,
                tuple(SplitRecord(name, path, records[path].rows) for name, path in config.splits),
            )
            for config in config_files(
                files, {path: record.rows for path, record in records.items()}
            )
        ),
        reasons=tuple(
            ReasonCount(path, "left-out" if kind == "left-out" else "unchanged", reason, number)
            for (path, kind, reason), number in sorted(reasons.items())
        ),
    )


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder with its bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def change_manifest(folder: Path, change: Callable[[dict], object]) -> None:
    """Change the manifest of a release and make all that is derived from it fit."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    path.write_text(json.dumps(manifest))
    with suppress(RenamerError, KeyError, ValueError, IndexError):
        made = Manifest.from_json(path.read_text())
        (folder / "croissant.json").write_text(croissant(made))
        card = (folder / "README.md").read_text()
        body = card.split("\n---\n", 1)[1]
        (folder / "README.md").write_text(f"---\n{card_yaml(made)}---\n{body}")
    (folder / "SHA256SUMS").write_text(sums_text(folder))


def rewrite(folder: Path, name: str, table: pa.Table, **settings: object) -> None:
    """Write a file anew and make all digests of bytes fit."""
    path = folder / name
    pq.write_table(table, path, **settings)
    data = path.read_bytes()

    def fit(manifest: dict) -> None:
        record = next(record for record in manifest["files"] if record["path"] == name)
        record.update(sha256=sha256(data).hexdigest(), bytes=len(data))

    change_manifest(folder, fit)
