"""The papers' human audits: sample rows, write sheets to annotate, and score filled-in sheets.

A sheet is a table that an annotator fills in. What is judged as a whole is called a unit: a row or
a name. Each unit is judged in two steps, each on a line of the sheet: identification (whether names
were found rightly) and substitution (whether they were replaced rightly).

For entity renaming, a unit is a row (Yan et al. 2022, section 3.3). Identification is right if all
spans to rename were found with the right types. Substitution is right if every mention of them was
replaced and nothing else changed. For EntSwap, a unit is a name in a passage (Siro and Ajayi 2023,
section 4). Identification is right if the type and boundaries of the name are right. Substitution
is right if a suitable name replaces every mention.

An annotator writes right, wrong or arguable into the column `judgement`. Accuracies are computed
twice: with arguable judgements counted as wrong, and with arguable judgements counted as right.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from builders.cards.papers import QUALITY
from builders.cards.sheets import COLUMNS, JUDGEMENTS, REASONS, STEPS, Sheet, sheet_text
from builders.draws import digest
from builders.errors import FixInputError
from builders.releases.layout import ORIGINAL, path_parts
from builders.releases.manifest import Manifest
from builders.releases.quoting import escaped
from builders.releases.release_reading import gold_of, read_manifest, rows_of, source_of
from builders.releases.side_by_side import TextSlice, marked, sides
from builders.releases.undo import Gold
from builders.scoring.agreement import cohen_kappa, krippendorff_alpha, raw_agreement
from builders.scoring.prediction_records import Record
from builders.scoring.uncertainty import newcombe, wilson
from builders.types import Row

_PAPER_UNITS: Final = 30
_TEXT: Final = 6000


@dataclass(frozen=True, slots=True)
class Unit:
    """What an annotator judges as a whole: a renamed row, or one entity in it."""

    path: str
    """The path of the row's file in the release."""
    type: str
    """The entity type of the file or of the entity."""
    row: Row
    gold: Gold
    """Whether the dataset has a separate list of gold answers ("list") or not ("answers")."""
    entity: str = ""
    """The id of the entity to judge, or an empty string if the whole row is judged."""

    def key(self, step: str) -> str:
        """Return the id of the sheet line on which one step of this unit is judged.

        `step` is "identification" or "substitution".
        """
        name = (self.entity,) if self.entity else ()
        return digest(("unit", self.path, self.row.example.id, *name, step)).hex()[:12]

    @property
    def spans(self) -> tuple[str, ...]:
        """Return a text for each distinct edit to judge, for example "COUNTRY: Peru -> Kenya".

        If the unit is one entity, only the edits of this entity are returned.
        """
        edits = (each for each in self.row.edits if self.entity in ("", each.entity))
        return tuple(dict.fromkeys(f"{each.type}: {each.old} -> {each.new}" for each in edits))


def sample(release: Path, per_type: int, *, key: str = "audit") -> list[Unit]:
    """Return a random sample of a release for annotators to judge.

    For entity renaming, the sample has at most `per_type` renamed rows for each entity type. Only
    files with the first seed are used, so an instance is sampled at most once per perturbation. For
    EntSwap with all types renamed, at most `per_type` passages are sampled for each entity type,
    and every renamed entity of that type in these passages is judged. The same `key` and release
    always give the same sample.
    """
    manifest = read_manifest(release)
    swapped = [unit for record in manifest.originals if _is_full_swap(record.path)
               for unit in _names(release, manifest, record.path, per_type, key)]  # fmt: skip
    strata: dict[tuple[str, str], list[tuple[bytes, Unit]]] = {}
    for record in manifest.originals:
        parts = path_parts(record.path)
        if parts.perturbation == ORIGINAL or parts.seed != "seed0" or parts.type in ("", "MIX"):
            continue
        gold = gold_of(manifest, record.path)
        stratum = strata.setdefault((parts.type, source_of(manifest, record.path).name), [])
        for row in rows_of(release, record.path):
            if row.changed:
                rank = digest((key, record.path, row.example.id))
                stratum.append((rank, Unit(record.path, parts.type, row, gold)))
        stratum.sort(key=lambda each: each[0])
        del stratum[per_type:]
    by_type: dict[str, list[tuple[bytes, Unit]]] = {}
    for (name, _), stratum in strata.items():
        by_type.setdefault(name, []).extend(stratum)
    renamed = [
        unit
        for drawn in by_type.values()
        for _, unit in sorted(drawn, key=lambda each: each[0])[:per_type]
    ]
    return renamed + swapped


def _is_full_swap(path: str) -> bool:
    parts = path_parts(path)
    return not parts.type and parts.perturbation != ORIGINAL and "-wo-" not in parts.perturbation


def _names(release: Path, manifest: Manifest, path: str, passages: int, key: str) -> Iterator[Unit]:
    """Yield a `Unit` for each entity that annotators judge in a random sample of passages.

    `path` is the path of the file with the passages. For each entity type, at most
    `passages` passages are sampled, and the renamed entities of this type in them are
    judged. `key` determines the random choice.
    """
    gold = gold_of(manifest, path)
    drawn: dict[str, dict[str, tuple[bytes, Row]]] = {}
    for row in rows_of(release, path):
        for kind in {each.type for each in row.edits if each.field == "context"}:
            rank = digest((key, path, kind, row.example.context))
            passage = drawn.setdefault(kind, {})
            passage.setdefault(row.example.context, (rank, row))
    for kind in sorted(drawn):
        for _, row in sorted(drawn[kind].values(), key=lambda each: each[0])[:passages]:
            edits = (e for e in row.edits if e.type == kind and e.field == "context")
            for entity in dict.fromkeys(each.entity for each in edits):
                yield Unit(path, kind, row, gold, entity)


def sheet(units: Iterable[Unit]) -> str:
    """Return a sheet for annotators to fill in, as CSV text.

    The sheet has two lines for each row or entity to judge: one to judge whether names were found
    rightly, and one to judge whether they were replaced rightly.
    """
    lines = (_cells(unit, step) for unit in units for step in STEPS)
    return sheet_text(dict(zip(COLUMNS, cells, strict=True)) for cells in lines)


def _cells(unit: Unit, step: str) -> tuple[str, ...]:
    source, renamed = _texts(unit)
    return (unit.key(step), unit.path, unit.row.example.id, unit.type, step, source, renamed,
            "; ".join(unit.spans), "", "", "")  # fmt: skip


def _texts(unit: Unit) -> tuple[str, str]:
    found = sides(unit.row, unit.gold)
    return (
        "\n".join(f"{side.field}: {marked(side.source)}" for side in found),
        "\n".join(f"{side.field}: {marked(side.renamed)}" for side in found),
    )


def page(units: Sequence[Unit], title: str) -> str:
    """Return a sheet for annotators as an HTML page that works offline and with the keyboard.

    The page keeps judgements in the browser's local storage. A button saves them as CSV.
    """
    rows = [_section(number, unit) for number, unit in enumerate(units, 1)]
    lines = [list(_cells(unit, step)) for unit in units for step in STEPS]
    data = json.dumps([list(COLUMNS), *lines], ensure_ascii=False).replace("<", "\\u003c")
    template = Path(__file__).with_name("audit_page.html").read_text(encoding="utf-8")
    filled = {"{{title}}": escape(title), "{{rows}}": "\n".join(rows), "{{data}}": data}
    parts = template
    for name in ("{{title}}", "{{data}}", "{{rows}}"):
        before, _, after = parts.partition(name)
        parts = before + filled[name] + after
    return parts


def _section(number: int, unit: Unit) -> str:
    found = "".join(
        f"<tr><th scope=row>{escape(side.field)}</th><td>{_html(side.source)}</td>"
        f"<td>{_html(side.renamed)}</td></tr>"
        for side in sides(unit.row, unit.gold)
    )
    choices = "".join(
        f'<fieldset data-unit="{unit.key(step)}"><legend>{step}</legend>'
        + "".join(
            f'<label><input type=radio name="{unit.key(step)}" value="{each}"> {each}</label> '
            for each in JUDGEMENTS
        )
        + f'<label>reason <select name="reason">{_options()}</select></label> '
        '<label>note <input name="note" maxlength="500"></label></fieldset>'
        for step in STEPS
    )
    named = f": {'; '.join(unit.spans)}" if unit.entity else ""
    head = f"{number}. {escape(unit.type)} {escape(escaped(unit.row.example.id + named, 300))}"
    return (
        f"<section><h2>{head}</h2><table><thead><tr><td></td><th scope=col>source</th>"
        f"<th scope=col>renamed</th></tr></thead><tbody>{found}</tbody></table>{choices}</section>"
    )


def _options() -> str:
    return "".join(f"<option>{escape(reason)}</option>" for reason in REASONS)


def _html(pieces: Sequence[TextSlice]) -> str:
    made = []
    for piece in pieces:
        text = escape(escaped(piece.text, _TEXT))
        made.append(f"<mark>{text}</mark>" if piece.edited else text)
    return "".join(made)


def score_audit(sheets: Sequence[Sheet]) -> tuple[list[Record], list[Record]]:
    """Return records of accuracies, and records of the agreement between annotators.

    `sheets` has one filled-in sheet per annotator. Each list has one record for each entity type
    and step (identification or substitution). Accuracies are in percent and come from the first
    sheet: `right` counts arguable judgements as wrong, and `right_arguable` counts them as right.
    Both have Wilson intervals. If a paper reports the accuracy, there is also a Newcombe interval
    for `right` minus the paper's accuracy. The paper's accuracy is taken to come from 30
    judgements, the number of rows that Yan et al. 2022 judged. With a single sheet, there are no
    records of agreement. Raises FixInputError if the sheets are not for the same sample.
    """
    first = sheets[0]
    for other in sheets[1:]:
        if other.keys() != first.keys():
            raise FixInputError("the sheets do not have the same units: not of one sample")
    groups: dict[tuple[str, str], list[str]] = {}
    for unit, cells in first.items():
        groups.setdefault((cells["type"], cells["step"]), []).append(unit)
    accuracies = [_accuracy(first, *key, units) for key, units in sorted(groups.items())]
    return accuracies, list(_agreements(sheets, groups)) if len(sheets) > 1 else []


def _accuracy(sheet_: Sheet, kind: str, step: str, units: Sequence[str]) -> Record:
    judged = [sheet_[unit]["judgement"] for unit in units]
    n, strict = len(judged), judged.count("right")
    record: Record = {"type": kind, "step": step, "n": n, "arguable": judged.count("arguable")}
    for name, right in (("right", strict), ("right_arguable", strict + record["arguable"])):
        bounds = wilson(right, n)
        record |= {name: 100 * right / n, f"{name}_low": 100 * bounds.low if bounds else None,
                   f"{name}_high": 100 * bounds.high if bounds else None}  # fmt: skip
    paper = QUALITY.get(kind)
    record |= {"paper": None, "difference_low": None, "difference_high": None}
    if paper is not None:
        mark = paper[STEPS.index(step)]
        theirs = round(mark / 100 * _PAPER_UNITS)
        difference = newcombe(strict, n, theirs, _PAPER_UNITS)
        record["paper"] = mark
        if difference is not None:
            record |= {"difference_low": 100 * difference.low,
                       "difference_high": 100 * difference.high}  # fmt: skip
    return record


def _agreements(
    sheets: Sequence[Sheet], groups: Mapping[tuple[str, str], Sequence[str]]
) -> Iterator[Record]:
    for (kind, step), units in sorted(groups.items()):
        labels = [[each[unit]["judgement"] for unit in units] for each in sheets]
        pairs = [(a, b) for at, a in enumerate(labels) for b in labels[at + 1 :]]
        raw = [raw_agreement(a, b) or 0.0 for a, b in pairs]
        yield {
            "type": kind, "step": step, "n": len(units), "readers": len(sheets),
            "agreement": 100 * sum(raw) / len(raw),
            "kappa": cohen_kappa(*labels) if len(sheets) == 2 else None,
            "alpha": krippendorff_alpha(list(zip(*labels, strict=True))),
        }  # fmt: skip


def disagreements(sheets: Sequence[Sheet]) -> str:
    """Return a sheet, as CSV text, with the lines that annotators judged differently.

    The column `note` has the judgements of all annotators. The column `judgement` is empty, so that
    it can be filled in again.
    """
    lines = []
    for unit, cells in sheets[0].items():
        judged = [each[unit]["judgement"] for each in sheets]
        if len(set(judged)) > 1:
            lines.append({**cells, "judgement": "", "reason": "", "note": " / ".join(judged)})
    return sheet_text(lines)
