"""The tables of a dataset card, computed from the manifest or from counts of renamed names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, compress, zip_longest
from pathlib import Path
from typing import Final

from builders.cards.figures import PLACES, PlaceCount, place_columns
from builders.cards.glossary import explained
from builders.cards.papers import (
    PERTURBABLE,
    QUALITY,
    SWAPPED_ENTITIES,
    TEST_SETS,
    is_the_papers,
)
from builders.cards.quality_table import Annotation, Judged
from builders.cards.swapped_names import SwappedNames
from builders.regions import Regions
from builders.releases.layout import ORIGINAL, path_parts
from builders.releases.manifest import Manifest, ProvenanceRecord, ReasonCount
from builders.releases.quoting import escaped
from builders.releases.recipe import Recipe
from builders.releases.release_reading import rows_of
from builders.releases.side_by_side import TextSlice, sides
from builders.types import Row

Table = tuple[tuple[str, ...], ...]
"""The rows of a table, each a tuple of the texts of its cells; the first row is the header."""

_SPECIAL: Final = re.compile(r"([\\`*_\[\]|~$])")
_HTML: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_LONGEST: Final = 700
_LEAD: Final = 300
"""The maximum number of characters that are shown before the first edit of an example."""
_TOP: Final = 5


def sizes(manifest: Manifest) -> Table:
    """Return the table of how many instances can be renamed, by dataset and answer type.

    For the datasets of Yan et al. 2022, the table also has the sizes in tables 8 and 9 of their
    paper.
    """
    rows: list[tuple[str, ...]] = []
    questions = {source.name: source.questions for source in manifest.sources}
    for record in manifest.in_order():
        parts = path_parts(record.path)
        if not parts.type or parts.perturbation != ORIGINAL:
            continue
        total = questions.get(parts.folder, 0)
        compared = is_the_papers(parts.folder, total)
        rows.append((
            parts.folder, parts.type, f"{record.rows:,}",
            f"{PERTURBABLE[parts.folder].get(parts.type, 0):,}" if compared else "",
            f"{total:,}", f"{TEST_SETS[parts.folder]:,}" if compared else "",
        ))  # fmt: skip
    heads = (
        "dataset", "type", "in this release", "in the paper (table 9)", "of questions",
        "in the paper (table 8)",
    )  # fmt: skip
    return (heads, *rows)


def changes(manifest: Manifest) -> Table:
    """Return the table of how many rows each perturbation changed, averaged over its seeds."""
    groups: defaultdict[tuple[str, str, str], list[tuple[int, int]]] = defaultdict(list)
    for record in manifest.in_order():
        parts = path_parts(record.path)
        if parts.perturbation != ORIGINAL:
            key = (parts.folder, parts.type, parts.perturbation)
            groups[key].append((record.rows, record.changed))
    rows = []
    for (folder, answer_type, perturbation), counts in groups.items():
        changed = sum(count for _, count in counts) / len(counts)
        rows.append((
            folder, answer_type, perturbation, str(len(counts)), f"{counts[0][0]:,}",
            f"{changed:,.0f}",
        ))  # fmt: skip
    return (("dataset", "type", "perturbation", "files", "rows", "rows changed"), *rows)


def left_out(manifest: Manifest) -> Table:
    """Return the table of why instances were left out of the release, with counts."""
    rows = [
        (parts.folder, parts.type, markdown(reason.reason), f"{reason.count:,}")
        for reason in _reasons(manifest)
        if reason.kind == "left-out"
        for parts in (path_parts(reason.path),)
    ]
    return (("dataset", "type", "reason", "instances"), *rows)


def _reasons(manifest: Manifest) -> list[ReasonCount]:
    """Return the reasons why instances are left out or unchanged, with counts.

    They are in the order in which the recipe lists the files of these instances.
    """
    places = {record.path: place for place, record in enumerate(manifest.in_order())}
    return sorted(manifest.reasons, key=lambda reason: places.get(reason.path, len(places)))


def unchanged(manifest: Manifest) -> Table:
    """Return the table of the reasons why rows were not renamed, with counts over all seeds."""
    counts: Counter[tuple[str, str, str, str]] = Counter()
    for reason in _reasons(manifest):
        parts = path_parts(reason.path)
        if reason.kind == "unchanged" and parts.perturbation != ORIGINAL:
            key = (parts.folder, parts.type, parts.perturbation, reason.reason)
            counts[key] += reason.count
    rows = ((*key[:3], markdown(key[3]), f"{count:,}") for key, count in counts.items())
    return (("dataset", "type", "perturbation", "reason", "rows, all seeds"), *rows)


def reasons(manifest: Manifest) -> Table:
    """Return the table that explains the reasons why instances were left out or not renamed."""
    rows = explained(reason.reason for reason in _reasons(manifest))
    return (("reason", "what it means"), *((markdown(one), markdown(why)) for one, why in rows))


def sources(manifest: Manifest) -> Table:
    """Return the table of the source datasets with their licences and sizes."""
    rows = (
        (
            markdown(source.name),
            markdown(source.attribution),
            markdown(source.licence or "unknown"),
            *(f"{count:,}" for count in (source.questions, source.passages, source.skipped)),
            f"`{source.sha256[:16]}`",
        )
        for source in manifest.sources
    )
    heads = ("source", "work", "licence", "questions", "passages", "left out as faulty", "SHA-256")
    return (heads, *rows)


def licences(manifest: Manifest) -> Table:
    """Return the table of the folders of data files, with the source and licence of each folder.

    The files in a folder have the licence of their source dataset.
    """
    by_name = {source.name: source.licence or "unknown" for source in manifest.sources}
    rows = dict.fromkeys(
        (
            f"`{path_parts(entry.path).folder}`",
            markdown(entry.source),
            markdown(by_name.get(entry.source, "unknown")),
        )
        for entry in manifest.originals
    )
    return (("configs and splits of", "source", "licence"), *rows)


def collections(manifest: Manifest) -> Table:
    """Return the table of the collections of names, with the use, licence and origin of each."""
    drawn = Recipe.parse(manifest.recipe.text, "the recipe").collections
    rows = []
    for collection in manifest.collections:
        licences = _joined(provenance.licence for provenance in collection.provenance)
        origins = _joined(map(_origin, collection.provenance))
        use = "new names" if collection.name in drawn else "to tell countries from cities"
        rows.append((
            markdown(collection.name), use, f"{collection.names:,}", licences, origins,
            f"`{collection.digest[:16]}`",
        ))  # fmt: skip
    return (("collection", "for", "names", "licence", "from", "digest"), *rows)


def _origin(provenance: ProvenanceRecord) -> str:
    """Return where names come from: an internet address, or a file shipped with the package.

    For names that were written down by hand, return the beginning of their attribution.
    """
    if provenance.url.startswith("facts/"):
        return provenance.attribution.partition(":")[0].lower() or "stated by hand"
    return provenance.url if "://" in provenance.url else f"{provenance.url} (shipped)"


def swapped_sizes(manifest: Manifest, names: SwappedNames) -> Table:
    """Return the table of how many names EntSwap (Siro and Ajayi 2023) renamed, by type.

    If the source is the SQuAD 2.0 development set, the table also has the numbers in their paper.
    """
    rows = []
    questions = {source.name: source.questions for source in manifest.sources}
    compared = is_the_papers(names.source, questions.get(names.source, 0))
    for kind, paper in SWAPPED_ENTITIES.items():
        beside = f"{paper:,}" if compared else ""
        rows.append((kind, f"{names.mentions(kind):,}", f"{names.entities.get(kind, 0):,}", beside))
    heads = ("type", "mentions renamed in passages", "entities", "in the paper (table 1)")
    return (heads, *rows)


def frequent_names(names: SwappedNames) -> Table:
    """Return the table of the names that were renamed most often.

    Next to each name is the first new name that replaced it.
    """
    rows = [
        (kind, markdown(old), f"{count:,}", markdown(names.became[kind, old]))
        for kind in SWAPPED_ENTITIES
        for old, count in names.before.get(kind, ())[:_TOP]
    ]
    return (("type", "name in the source", "mentions", "a new name"), *rows)


def place_names(names: SwappedNames, regions: Regions) -> Table:
    """Return the table of the most frequent countries and cities, before and after renaming.

    Each place has its number of mentions and its region of the world, as in the figure of
    these names.
    """
    rows = []
    for kind, _ in PLACES:
        before, after = place_columns(names, kind, regions)
        for old, new in zip_longest(before.places, after.places):
            rows.append((kind, *_place(old), *_place(new)))
    heads = ("type", "before", "mentions", "region", "after", "mentions", "region")
    return (heads, *rows)


def _place(place: PlaceCount | None) -> tuple[str, str, str]:
    if place is None:
        return ("", "", "")
    return (markdown(place.name), f"{place.count:,}", place.region)


def quality(annotation: Annotation) -> Table:
    """Return the table of how often names were found and replaced rightly, by type of name.

    The shares come from annotators' judgements, and are shown next to those that the papers report.
    """
    rows = []
    for found in annotation.types:
        papers = QUALITY.get(found.type, (None, None))
        steps = zip((found.identification, found.substitution), papers, strict=True)
        rows.append((markdown(found.type), *chain.from_iterable(_judged(*step) for step in steps)))
    heads = (("judged", f"{step}, %", "or arguable", "in the paper (table 2)")
             for step in ("identified", "substituted"))  # fmt: skip
    return (("type", *chain.from_iterable(heads)), *rows)


def _judged(judged: Judged, paper: float | None) -> Iterator[str]:
    yield f"{judged.units:,}"
    for right in (judged.right, judged.right + judged.arguable):
        yield f"{100 * right / judged.units:.1f}" if judged.units else "-"
    yield "" if paper is None else f"{paper:.1f}"


@dataclass(frozen=True, slots=True)
class Shown:
    """A row that a card shows as an example, with its config, split and file."""

    config: str
    split: str
    path: str
    row: Row

    @property
    def id(self) -> str:
        """Return the id of the row, escaped for Markdown code."""
        return escaped(self.row.example.id, 80).replace("`", "'")


def first_changed(folder: Path, manifest: Manifest, hidden: Collection[str] = ()) -> Shown | None:
    """Return a renamed row to show as an example, or None if there is none.

    The last split of each config is searched, and the first renamed row is returned. `folder`
    contains the files of the release. Files whose paths are in `hidden` are skipped.
    """
    for config in manifest.configs:
        split = config.splits[-1]
        if split.path in hidden:
            continue
        for row in rows_of(folder, split.path):
            if row.changed:
                return Shown(config.name, split.name, split.path, row)
    return None


def example_table(manifest: Manifest, example: Shown) -> Table:
    """Return the table of an example row before and after renaming, with edits in bold."""
    path, row = example.path, example.row
    source = next(entry.source for entry in manifest.originals if entry.path == path)
    gold = next(record.gold for record in manifest.sources if record.name == source)
    rows = ((side.field, _bold(side.source), _bold(side.renamed)) for side in sides(row, gold))
    return (("", "source", "renamed"), *rows)


def markdown(text: str) -> str:
    """Return a text for a cell of a Markdown table, cut to a maximum length.

    Markup, HTML and control characters are escaped.
    """
    plain = escaped(text.replace("\n", " "), _LONGEST)
    plain = _SPECIAL.sub(r"\\\1", plain)
    return "".join(_HTML.get(char, char) for char in plain)


def series(names: Sequence[str]) -> str:
    """Return names joined as in a sentence, for example "A, B and C"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def render(table: Table) -> str:
    """Return a table as Markdown, without its empty columns."""
    filled = [any(column[1:]) for column in zip(*table, strict=True)]
    kept = [tuple(compress(row, filled)) for row in table]
    head, *rows = kept if any(filled) else table
    lines = [_line(head), _line(["---"] * len(head)), *(_line(row) for row in rows)]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _joined(values: Iterable[str]) -> str:
    return markdown(", ".join(sorted({value for value in values if value})))


def _from_first_edit(pieces: Sequence[TextSlice]) -> Sequence[TextSlice]:
    """Return the pieces of a text, without its beginning if the first edit comes late.

    Long texts are also cut off at the end, so that otherwise the edits might not be shown.
    """
    first = next((at for at, piece in enumerate(pieces) if piece.edited), 0)
    before = "".join(piece.text for piece in pieces[:first])
    if len(before) <= _LEAD:
        return pieces
    return [TextSlice("…" + before[-_LEAD:].partition(" ")[2], False), *pieces[first:]]


def _bold(pieces: Sequence[TextSlice]) -> str:
    shown: list[str] = []
    left = _LONGEST
    pieces = _from_first_edit(pieces)
    for piece in pieces:
        if left <= 0:
            shown.append("…")
            break
        text = markdown(piece.text if len(piece.text) <= left else piece.text[:left])
        shown.append(f"**{text}**" if piece.edited else text)
        left -= len(piece.text)
    return "".join(shown)
