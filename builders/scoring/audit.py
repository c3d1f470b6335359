"""The papers' human audits as a kit: keyed sheets of rows to judge, and figures from them.

A unit is a row of a renamed split, one in each step (Yan et al. 2022, section 3.3): identification
is right if all perturbable spans and their types are right, substitution if every mention was
replaced and nothing else. A reader writes right, wrong or arguable into the column `judgement`.
Arguable units are counted both ways.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from io import StringIO
from pathlib import Path
from typing import Final

from builders.cards.papers import QUALITY
from builders.draws import digest
from builders.errors import FixInputError, not_utf8
from builders.releases.layout import ORIGINAL, path_parts
from builders.releases.quoting import escaped
from builders.releases.release_reading import gold_of, read_manifest, rows_of, source_of
from builders.releases.side_by_side import Piece, sides
from builders.releases.undo import Gold
from builders.scoring.agreement import cohen_kappa, krippendorff_alpha, raw_agreement
from builders.scoring.prediction_records import Record
from builders.scoring.predictions import Faults
from builders.scoring.uncertainty import newcombe, wilson
from builders.types import Row

STEPS: Final = ("identification", "substitution")
JUDGEMENTS: Final = ("right", "wrong", "arguable")
REASONS: Final = (
    "", "missed", "not a name", "wrong borders", "wrong type", "wrong person or place",
    "not replaced everywhere", "replaced too much", "form", "other",
)  # fmt: skip
COLUMNS: Final = (
    "unit", "path", "id", "type", "step", "source", "renamed", "spans", "judgement", "reason",
    "note",
)  # fmt: skip
_PAPER_UNITS: Final = 30
_TEXT: Final = 6000


@dataclass(frozen=True, slots=True)
class Unit:
    """A row to be judged: where it is from, its type, and both texts."""

    path: str
    type: str
    row: Row
    gold: Gold

    def key(self, step: str) -> str:
        """Return what names the unit in a sheet."""
        return digest(("unit", self.path, self.row.example.id, step)).hex()[:12]


def sample(release: Path, per_type: int, *, key: str = "audit") -> list[Unit]:
    """Draw changed rows by key, as many of each type and dataset as there are, to `per_type`.

    The draw depends on the key and the row alone. Only the first seed of a perturbation is drawn
    from, so that no instance is judged as often as there are seeds.
    """
    manifest = read_manifest(release)
    strata: dict[tuple[str, str], list[tuple[bytes, Unit]]] = {}
    for record in manifest.originals:
        parts = path_parts(record.path)
        if parts.perturbation == ORIGINAL or parts.seed not in ("", "seed0") or parts.type == "MIX":
            continue
        gold = gold_of(manifest, record.path)
        stratum = strata.setdefault(
            (parts.type or parts.perturbation, source_of(manifest, record.path).name), []
        )
        for row in rows_of(release, record.path):
            if row.changed:
                rank = digest((key, record.path, row.example.id))
                stratum.append((rank, Unit(record.path, parts.type or "EntSwap", row, gold)))
        stratum.sort(key=lambda each: each[0])
        del stratum[per_type:]
    by_type: dict[str, list[tuple[bytes, Unit]]] = {}
    for (name, _), stratum in strata.items():
        by_type.setdefault(name, []).extend(stratum)
    return [
        unit
        for drawn in by_type.values()
        for _, unit in sorted(drawn, key=lambda each: each[0])[:per_type]
    ]


def sheet(units: Iterable[Unit]) -> str:
    """Return a sheet as CSV: two lines a unit, one a step, judgements to be filled in."""
    stream = StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for unit in units:
        for step in STEPS:
            writer.writerow([_safe(cell) for cell in _cells(unit, step)])
    return stream.getvalue()


def _cells(unit: Unit, step: str) -> tuple[str, ...]:
    source, renamed = _texts(unit)
    spans = dict.fromkeys(f"{each.type}: {each.old} -> {each.new}" for each in unit.row.edits)
    return (unit.key(step), unit.path, unit.row.example.id, unit.type, step, source, renamed,
            "; ".join(spans), "", "", "")  # fmt: skip


def _texts(unit: Unit) -> tuple[str, str]:
    found = sides(unit.row, unit.gold)
    return (
        "\n".join(f"{side.field}: {_marked(side.source)}" for side in found),
        "\n".join(f"{side.field}: {_marked(side.renamed)}" for side in found),
    )


def _marked(pieces: Sequence[Piece]) -> str:
    text = "".join(f"[[{piece.text}]]" if piece.edited else piece.text for piece in pieces)
    return escaped(text, _TEXT)


def _safe(text: str) -> str:
    """Return a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def page(units: Sequence[Unit], title: str) -> str:
    """Return the sheet as one HTML page that works offline and by keyboard, and gives the CSV.

    Judgements stay in the page's memory of the browser; the button saves them as CSV.
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
    head = f"{number}. {escape(unit.type)} {escape(escaped(unit.row.example.id, 80))}"
    return (
        f"<section><h2>{head}</h2><table><thead><tr><td></td><th scope=col>source</th>"
        f"<th scope=col>renamed</th></tr></thead><tbody>{found}</tbody></table>{choices}</section>"
    )


def _options() -> str:
    return "".join(f"<option>{escape(reason)}</option>" for reason in REASONS)


def _html(pieces: Sequence[Piece]) -> str:
    made = []
    for piece in pieces:
        text = escape(escaped(piece.text, _TEXT))
        made.append(f"<mark>{text}</mark>" if piece.edited else text)
    return "".join(made)


Sheet = Mapping[str, Mapping[str, str]]
"""A sheet read: unit -> its line."""


def read_sheet(path: Path) -> Sheet:
    """Read a sheet; FixManyError with every line that is not judged as it should be."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FixInputError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise FixInputError(f"{path}: {not_utf8(error)}; save the sheet as UTF-8") from None
    reader = csv.DictReader(StringIO(text, newline=""), strict=True)
    faults = Faults(str(path))
    found: dict[str, Mapping[str, str]] = {}
    try:
        missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
        if missing:
            raise FixInputError(f"{path}: has no column {', '.join(missing)}: not a sheet")
        for number, line in enumerate(reader, 2):
            cells = {name: (line.get(name) or "").strip() for name in COLUMNS}
            _check_line(cells, f"record {number}", found, faults)
            found[cells["unit"]] = cells
    except csv.Error as error:
        raise FixInputError(f"{path}: line {reader.line_num}: not CSV: {error}") from None
    faults.check()
    if not found:
        raise FixInputError(f"{path}: holds no units")
    return found


def _check_line(cells: Mapping[str, str], where: str, found: Sheet, faults: Faults) -> None:
    if cells["unit"] in found:
        faults.add(where, "unit", f"{cells['unit']!r:.40} is there twice")
    for column, known in (("judgement", JUDGEMENTS), ("step", STEPS), ("reason", REASONS)):
        if cells[column] not in known:
            listed = ", ".join(filter(None, known))
            faults.add(where, column, f"{cells[column]!r:.40} is none of: {listed}")


def score_audit(sheets: Sequence[Sheet]) -> tuple[list[Record], list[Record]]:
    """Return accuracies by type and step, and agreements, of the sheets of one or more readers.

    An accuracy is of the first sheet: `right` counts arguable units as wrong, `right_arguable`
    as right; each with Wilson's bounds, and the difference to the paper's mark, where there is
    one, with Newcombe's (its marks are of 30 units). Percent. Raises FixInputError where the
    sheets have different units.
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
    """Return a sheet of the units that readers judge differently, to be judged anew."""
    stream = StringIO(newline="")
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for unit, cells in sheets[0].items():
        judged = [each[unit]["judgement"] for each in sheets]
        if len(set(judged)) > 1:
            note = " / ".join(judged)
            writer.writerow({**cells, "judgement": "", "reason": "", "note": note})
    return stream.getvalue()
