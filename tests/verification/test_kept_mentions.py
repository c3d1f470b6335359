"""Where a renamed name stays, `verify` asks for a kept mention that says why."""

from __future__ import annotations

from dataclasses import replace

import pytest
from release_samples import NEW_NAMES, renamed, source

from builders.releases.row_blocks import RowBlock
from builders.releases.rows import rows_to_table
from builders.types import Example, Kept, Row
from builders.verification.row_check import broken_in_original, broken_in_row
from builders.verification.screen import SourceBlock, suspects

AFTER = " {} is a street."


def case(written: str, *, field: str = "context") -> tuple[Example, Row, int]:
    """Return an instance in which somebody else's name stays, and where it stands."""
    example = source(0, listed=True)
    old = renamed(example, NEW_NAMES[0], listed=True)
    texts = {"context": example.context, "title": example.title, "question": example.question}
    rest = AFTER.format(written)
    made = replace(old.example, **{field: getattr(old.example, field) + rest})
    start = len(texts[field]) + 1
    return replace(example, **{field: texts[field] + rest}), replace(old, example=made), start


def faults(example: Example, row: Row) -> list[str]:
    """Return what is wrong with a row, of which the screen must know whether anything is."""
    found = [message for _, message in broken_in_row(example, row, gold="list")]
    blocks = (RowBlock.of(rows_to_table([one])) for one in (Row(example), row))
    assert suspects(SourceBlock(next(blocks), "list"), next(blocks), distinct_names=True) == (
        [0] if found else []
    )
    return found


@pytest.mark.parametrize(
    "written",
    ["Klein", "KLEIN", "klein", "Klein's", "K\u200blein", "Kleín", "Marta_Klein", "Lisbon"],
)
@pytest.mark.parametrize("field", ["context", "question", "title"])
def test_a_renamed_name_that_stays_is_named_with_its_field(written: str, field: str) -> None:
    example, row, start = case(written, field=field)
    surface = written.removesuffix("'s")
    found = faults(example, row)
    assert found
    assert all(message.startswith(f"{field}: ") for message in found)
    kept = Kept(field, start, start + len(surface), "another referent")
    assert faults(example, replace(row, kept=(kept,))) == []
    longer = replace(kept, end=start + len(written) + 3, reason="part of a longer name")
    assert faults(example, replace(row, kept=(longer,))) == []


def test_another_word_is_no_renamed_name() -> None:
    assert faults(*case("Kleiner")[:2]) == []


def test_a_gold_answer_of_its_own_is_judged_and_one_that_the_passage_has_is_not() -> None:
    example, row, _ = case("Kleiner")
    alias = replace(example, gold_answers=(*example.gold_answers, "Frau Klein"))
    made = replace(row.example, gold_answers=(*row.example.gold_answers, "Frau Klein"))
    (fault,) = faults(alias, replace(row, example=made))
    assert fault.startswith("gold:2: ")
    kept = (Kept("gold:2", 5, 10, "plain word"),)
    assert faults(alias, replace(row, example=made, kept=kept)) == []
    assert faults(alias, replace(row, example=made, kept=(replace(kept[0], field="gold:0"),)))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"reason": "because"}, "has the reason"),
        ({"start": -1}, "stands nowhere"),
        ({"end": 10_000}, "stands nowhere"),
        ({"field": "answer:0"}, "stands nowhere"),
        ({"start": 16}, "overlaps an edit"),
    ],
)
def test_a_kept_mention_stands_whole_and_unchanged_for_a_known_reason(
    change: dict[str, object], said: str
) -> None:
    example, row, start = case("Klein")
    kept = Kept("context", start, start + len("Klein"), "plain word")
    odd = replace(kept, **change)  # type: ignore[arg-type]
    found = faults(example, replace(row, kept=(kept, odd)))
    assert len(found) == 1
    assert said in found[0]
    (cut, *_) = faults(example, replace(row, kept=(kept, replace(kept, start=start + 1))))
    assert "cuts a word" in cut


def test_an_original_keeps_everything_and_says_so_nowhere() -> None:
    row = Row(source(0, listed=True), kept=(Kept("title", 0, 5, "plain word"),))
    assert [number for number, _ in broken_in_original(row, "list")] == [3]
