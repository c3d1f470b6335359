"""Sheets drawn by key, judged and counted; agreement by hand and against a library."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from builders.cards.sheets import COLUMNS, read_sheet
from builders.cli.main import app
from builders.errors import FixInputError, FixManyError
from builders.scoring.agreement import cohen_kappa, krippendorff_alpha, raw_agreement
from builders.scoring.audit import (
    disagreements,
    page,
    sample,
    score_audit,
    sheet,
)


def test_agreement_by_hand() -> None:
    assert raw_agreement("RRRW", "RRWW") == 0.75
    assert cohen_kappa("RRRW", "RRWW") == pytest.approx(0.5)
    assert cohen_kappa("RR", "RR") is None
    assert krippendorff_alpha(["RR", "RR"]) is None
    assert raw_agreement("", "") is cohen_kappa("", "") is None


@given(st.lists(st.lists(st.sampled_from("rwa"), min_size=3, max_size=3), min_size=2, max_size=20))
def test_alpha_equals_krippendorff_s(units: list[list[str]]) -> None:
    library = pytest.importorskip("krippendorff")
    ours = krippendorff_alpha(units)
    if ours is not None:
        data = [[ord(label) for label in reader] for reader in zip(*units, strict=True)]
        theirs = library.alpha(reliability_data=data, level_of_measurement="nominal")
        assert ours == pytest.approx(theirs)


def judged(text: str, judgements: list[str]) -> str:
    lines = list(csv.DictReader(StringIO(text)))
    stream = StringIO()
    writer = csv.DictWriter(stream, COLUMNS)
    writer.writeheader()
    for number, line in enumerate(lines):
        writer.writerow(line | {"judgement": judgements[number % len(judgements)]})
    return stream.getvalue()


def test_a_sheet_is_drawn_judged_and_counted(release: Path, tmp_path: Path) -> None:
    place = tmp_path / "sheet.csv"
    result = CliRunner().invoke(
        app, ["audit", "sample", str(release), "--per-type", "4", "--out", str(place)]
    )
    assert result.exit_code == 0, result.output
    text = place.read_text(encoding="utf-8")
    lines = list(csv.DictReader(StringIO(text)))
    kinds = [line["type"] for line in lines if line["step"] == "identification"]
    assert {kind: kinds.count(kind) for kind in ("PER", "ORG", "GPE")} == {
        "PER": 4, "ORG": 4, "GPE": 4
    }  # fmt: skip
    assert "[[" in lines[0]["source"]
    assert lines[0]["source"] != lines[0]["renamed"]
    with pytest.raises(FixManyError, match="is none of: right, wrong, arguable"):
        read_sheet(place)
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    one.write_text(judged(text, ["right", "right", "arguable", "right"]))
    other.write_text(judged(text, ["right", "right", "wrong", "right"]))
    both = tmp_path / "both.csv"
    result = CliRunner().invoke(
        app, ["audit", "score", str(one), str(other), "--disagreed", str(both)]
    )
    assert result.exit_code == 0, result.output
    accuracies, agreements = score_audit([read_sheet(one), read_sheet(other)])
    found = {(each["type"], each["step"]): each for each in accuracies}["PER", "identification"]
    assert (found["right"], found["right_arguable"], found["paper"]) == (50, 100, 93.3)
    assert found["right_low"] < 50 < found["right_high"]
    assert found["difference_low"] < 50 - 93.3 < found["difference_high"]
    rows = [each for each in agreements if each["type"] in ("PER", "ORG", "GPE")]
    assert {(each["step"], each["agreement"]) for each in rows} == {
        ("identification", 50), ("substitution", 100)
    }  # fmt: skip
    again = list(csv.DictReader(both.open(encoding="utf-8")))
    assert len(again) == sum(line["judgement"] == "arguable" for line in read_sheet(one).values())
    assert {line["note"] for line in again} == {"arguable / wrong"}
    assert disagreements([read_sheet(one)]).count("\n") == 1


def test_a_draw_is_keyed(release: Path) -> None:
    few = [unit.key("identification") for unit in sample(release, 3)]
    more = [unit.key("identification") for unit in sample(release, 6)]
    assert set(few) <= set(more)
    assert few != [unit.key("identification") for unit in sample(release, 3, key="b")]
    assert len(set(more)) == len(more)


def test_names_are_the_units_of_entswap(release: Path) -> None:
    units = [unit for unit in sample(release, 5) if unit.entity]
    assert {unit.type for unit in units} >= {"PERSON", "COUNTRY", "CITY"}
    assert {unit.path for unit in units} == {"data/AfriDemo/AfriDemo.parquet"}
    persons = [unit for unit in units if unit.type == "PERSON"]
    assert len({unit.row.example.context for unit in persons}) == 5
    for unit in persons:
        of_its_passage = {edit.entity for edit in unit.row.edits
                          if (edit.field, edit.type) == ("context", "PERSON")}  # fmt: skip
        same = {each.entity for each in persons if each.row is unit.row}
        assert same == of_its_passage
        assert all(span.startswith("PERSON: ") for span in unit.spans)


def test_the_page_holds_the_sheet_and_asks_nobody(release: Path) -> None:
    units = sample(release, 2)
    html = page(units, "A <sheet>")
    assert "<title>A &lt;sheet&gt;</title>" in html
    assert not re.search(r"(src|href)=|https?://|@import|url\(", html)
    assert html.count("<fieldset") == 2 * len(units)
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', html, re.S)
    assert found
    lines = json.loads(found[1])
    stream = StringIO()
    csv.writer(stream, lineterminator="\n").writerows(lines)
    assert [line[:5] for line in csv.reader(StringIO(stream.getvalue()))] == [
        line[:5] for line in csv.reader(StringIO(sheet(units)))
    ]


def test_sheets_that_are_none(tmp_path: Path) -> None:
    place = tmp_path / "sheet.csv"
    for text, fault in (
        ("a,b\n1,2\n", "has no column unit"),
        (",".join(COLUMNS) + "\n", "holds no units"),
        (",".join(COLUMNS) + '\n"x', "not CSV"),
    ):
        place.write_text(text)
        with pytest.raises(FixInputError, match=fault):
            read_sheet(place)
    line = {"unit": "u", "step": "identification", "judgement": "right", "type": "PER"}
    cells = ",".join(line.get(name, "") for name in COLUMNS)
    place.write_text(f"{','.join(COLUMNS)}\n{cells}\n{cells}\n")
    with pytest.raises(FixManyError, match="is there twice"):
        read_sheet(place)
    place.write_text(f"{','.join(COLUMNS)}\n{cells}\n")
    other = tmp_path / "other.csv"
    other.write_text(f"{','.join(COLUMNS)}\n{cells.replace('u,', 'v,', 1)}\n")
    with pytest.raises(FixInputError, match="the same units"):
        score_audit([read_sheet(place), read_sheet(other)])
