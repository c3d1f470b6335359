"""Undoing gives the source back; what the quick screen lets pass is what the exact check passes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from release_samples import NEW_NAMES, apply, renamed, source

from builders.errors import FixInputError
from builders.releases.quoting import escaped
from builders.releases.row_blocks import RowBlock
from builders.releases.rows import rows_to_table
from builders.releases.undo import Gold, distinct, undo
from builders.text import fold_key, is_whole
from builders.types import KEPT_REASONS, Answer, Edit, Example, Kept, Row
from builders.verification import screen
from builders.verification.row_check import (
    broken_in_row,
    fold_text,
    folded_example,
    holds_name,
    keeps_form,
)
from builders.verification.screen import SourceBlock, suspects

# Words and separators that are hard on offsets and on word edges.
WORDS = [
    "Rome", "Élan", "e\u0301tat", "İzmir", "straße", "日本", "שלום", "x\u200by",
    "👩\u200d🚀", "it's", "a-b", "ROME", "no", "1st", "ﬁne", "o\u0302\u0301",
]  # fmt: skip
SPACES = [" ", "\r\n", "\u00a0", ", ", "-", "/", " (", "_"]
NEW = ["Oslo", "-a-", "Bør", "Łódź", "Ōsaka", "N'Djamena", "x", "Ab Cd", "OSLO", "oslo", "Rome"]
TEXTS = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(SPACES)), max_size=12).map(
    lambda parts: "".join(part for pair in parts for part in pair)
)


@st.composite
def pairs(draw: st.DrawFn, gold: Gold = "list") -> tuple[Example, Row]:
    """Draw a source and its renamed row; edits may cut words and clash, but do fit the texts."""
    edits: list[Edit] = []

    def rewrite(field: str, text: str) -> str:
        found = _drawn_edits(draw, field, text)
        edits.extend(found)
        return apply(text, found)

    context = draw(TEXTS)
    new_context = rewrite("context", context)
    context_edits = list(edits)
    answers = _drawn_answers(draw, context, context_edits)
    question = draw(TEXTS)
    listed = tuple(draw(st.lists(TEXTS, max_size=2)))
    example = Example(
        id=draw(st.sampled_from(["q1", "q2"])), dataset="", title=draw(TEXTS), question=question,
        context=context, answers=answers, is_impossible=False,
        gold_answers=listed if gold == "list" else distinct(a.text for a in answers),
    )  # fmt: skip
    new_answers = tuple(
        _moved(answer, index, new_context, context_edits, edits)
        for index, answer in enumerate(answers)
    )
    made = replace(
        example, context=new_context, question=rewrite("question", question),
        title=rewrite("title", example.title), answers=new_answers,
        gold_answers=tuple(rewrite(f"gold:{n}", text) for n, text in enumerate(listed))
        if gold == "list" else distinct(a.text for a in new_answers),
    )  # fmt: skip
    return example, Row(made, tuple(edits))


def _drawn_edits(draw: st.DrawFn, field: str, text: str) -> list[Edit]:
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=6)))
    found = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        new = draw(st.sampled_from(NEW))
        entity = draw(st.sampled_from(["a", "b"]))
        found.append(Edit(field, start, end, text[start:end], new, "CITY", entity))
    return found


def _drawn_answers(draw: st.DrawFn, context: str, edits: Sequence[Edit]) -> tuple[Answer, ...]:
    """Draw answers that do not cut an edit: how such answers move is the engine's affair."""
    places = [
        place for place in range(len(context) + 1)
        if not any(edit.start < place < edit.end for edit in edits)
    ]  # fmt: skip
    found = []
    for _ in range(draw(st.integers(0, 3))):
        start, end = sorted((draw(st.sampled_from(places)), draw(st.sampled_from(places))))
        if start < end:
            found.append(Answer(context[start:end], start))
    return tuple(found)


def _moved(
    answer: Answer, index: int, context: str, context_edits: Sequence[Edit], edits: list[Edit]
) -> Answer:
    start = answer.start or 0
    end = start + len(answer.text)
    inside = [edit for edit in context_edits if start <= edit.start and edit.end <= end]
    before = [edit for edit in context_edits if edit.end <= start]
    shift = sum(len(edit.new) - len(edit.old) for edit in before)
    grown = sum(len(edit.new) - len(edit.old) for edit in inside)
    edits.extend(
        replace(e, field=f"answer:{index}", start=e.start - start, end=e.end - start)
        for e in inside
    )
    return Answer(context[start + shift : end + shift + grown], start + shift)


@given(pairs())
@settings(max_examples=300, deadline=None)
def test_undoing_gives_the_source_back(pair: tuple[Example, Row]) -> None:
    example, row = pair
    assert undo(row) == example


@given(pairs("answers"))
@settings(max_examples=100, deadline=None)
def test_undoing_makes_gold_answers_of_answers(pair: tuple[Example, Row]) -> None:
    example, row = pair
    assert undo(row, gold="answers") == example


def _tampered(draw: st.DrawFn, row: Row) -> Row:
    """Change one thing of a row, at random; may be nothing."""
    example, edits = row.example, list(row.edits)
    texts = {name: getattr(example, name) for name in ("context", "question", "title")}
    what = draw(
        st.sampled_from(
            ["nothing", "text", "id", "place", "fewer", "gold", "bare", "edits", "kept"]
        )
    )
    if what == "kept":
        return replace(row, kept=_drawn_kept(draw, example))
    if what == "text":
        name = draw(st.sampled_from(sorted(texts)))
        at = draw(st.integers(0, len(texts[name])))
        text = texts[name][:at] + draw(st.sampled_from(["!", "é", ""])) + texts[name][at + 1 :]
        return replace(row, example=replace(example, **{name: text}))
    if what == "id":
        return replace(row, example=replace(example, id="other"))
    if what == "bare" and not any(edit.field == "question" for edit in edits):
        # A name where none was, or none where one was.
        text = texts["question"]
        start, end = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
        old, new = draw(st.sampled_from([("", "Oslo"), (text[start:end], "")]))
        edit = Edit("question", start, start + len(old), old, new, "CITY", "a")
        made = replace(example, question=apply(text, [edit]))
        return Row(made, (*edits, edit))
    if what in {"place", "fewer"} and example.answers:
        at = draw(st.integers(0, len(example.answers) - 1))
        old = example.answers[at]
        start = draw(st.sampled_from([(old.start or 0) + 1, (old.start or 0) - 1, -1, 10**6]))
        moved = () if what == "fewer" else (Answer(old.text, start),)
        answers = (*example.answers[:at], *moved, *example.answers[at + 1 :])
        return replace(row, example=replace(example, answers=answers))
    if what == "gold" and example.gold_answers:
        other = draw(st.sampled_from([(), example.gold_answers[1:], example.gold_answers[::-1]]))
        return replace(row, example=replace(example, gold_answers=other))
    if what == "edits" and edits:
        at = draw(st.integers(0, len(edits) - 1))
        edits[at : at + 1] = _other_edits(draw, edits[at])
    return replace(row, edits=tuple(edits))


def _drawn_kept(draw: st.DrawFn, example: Example) -> tuple[Kept, ...]:
    """Draw kept mentions, most of which stand somewhere."""
    ends = st.integers(-1, len(example.context) + 1)
    fields = st.sampled_from(["context", "context", "question", "gold:0", "answer:0", "gold:7", ""])
    reasons = st.sampled_from([*KEPT_REASONS, "because"])
    found = [
        Kept(draw(fields), *sorted((draw(ends), draw(ends))), draw(reasons))
        for _ in range(draw(st.integers(1, 3)))
    ]
    return tuple(found)


def _other_edits(draw: st.DrawFn, edit: Edit) -> list[Edit]:
    kind, _, number = edit.field.partition(":")
    after = f"{kind}:{int(number or 0) + 1}"
    fields = [
        after,
        "title",
        "gold:9",
        "gold:0",
        "answer:0",
        "answer:00",
        "answer:",
        "x",
        "gold:x",
        "a:0",
    ]
    start, end = draw(st.integers(-1, edit.end + 2)), draw(st.integers(-1, edit.end + 2))
    return draw(
        st.sampled_from([
            [], [edit, edit],
            [replace(edit, new=draw(st.sampled_from([*NEW, ""])))],
            [replace(edit, old=draw(st.sampled_from(WORDS)))],
            [replace(edit, start=start, end=end)],
            [replace(edit, field=draw(st.sampled_from(fields)))],
            [replace(edit, entity="other")],
        ])
    )  # fmt: skip


@st.composite
def suspicious(draw: st.DrawFn, gold: Gold) -> tuple[Example, Row]:
    example, row = draw(pairs(gold))
    return example, _tampered(draw, row)


@st.composite
def blocks_of_cases(draw: st.DrawFn) -> tuple[list[tuple[Example, Row]], Gold]:
    gold: Gold = draw(st.sampled_from(["list", "answers"]))
    return draw(st.lists(suspicious(gold), min_size=1, max_size=5)), gold


@given(blocks_of_cases(), st.booleans(), st.integers(1, 3), st.booleans())
@settings(max_examples=200, deadline=None)
def test_the_screen_lets_nothing_pass_that_is_broken(
    cases: tuple[list[tuple[Example, Row]], Gold], distinct_names: bool, times: int, parted: bool
) -> None:
    """Of several rows side by side, each is judged for itself, whatever stands beside it."""
    given, gold = cases
    source = SourceBlock(RowBlock.of(rows_to_table([Row(example) for example, _ in given])), gold)
    after = RowBlock.of(rows_to_table([row for _, row in given] * times))
    with pytest.MonkeyPatch.context() as patch:
        if parted:
            patch.setattr(screen, "_LARGEST", 100)
        found = suspects(source.repeated(times), after, distinct_names=distinct_names)
    assert found == sorted(set(found))
    broken = [
        number
        for number, (example, row) in enumerate(given * times)
        if list(broken_in_row(example, row, gold=gold, distinct_names=distinct_names))
        or row.changed != bool(row.edits)
    ]
    assert set(broken) <= set(found)
    if not parted:
        alone = [_suspected(*case, gold, distinct_names) for case in given * times]
        assert alone == [number in found for number in range(after.rows)]


def _suspected(example: Example, row: Row, gold: Gold, distinct_names: bool = True) -> bool:
    source = SourceBlock(RowBlock.of(rows_to_table([Row(example)])), gold)
    return suspects(source, RowBlock.of(rows_to_table([row])), distinct_names=distinct_names) == [0]


@given(st.integers(0, 50), st.sampled_from([0, 1]), st.booleans())
def test_sound_rows_pass_the_screen(number: int, seed: int, listed: bool) -> None:
    """The screen may suspect too much; that it does not is what makes it worth having."""
    example = source(number, listed=listed)
    row = renamed(example, NEW_NAMES[seed], listed=listed)
    gold: Gold = "list" if listed else "answers"
    assert list(broken_in_row(example, row, gold=gold)) == []
    assert not _suspected(example, row, gold)


@given(pairs())
@settings(max_examples=200, deadline=None)
def test_an_edit_that_cuts_a_word_is_found(pair: tuple[Example, Row]) -> None:
    example, row = pair
    cut = any(
        not is_whole(getattr(example, edit.field), edit.start, edit.end)
        for edit in row.edits
        if edit.field in {"context", "question", "title"}
    )
    found = {number for number, _ in broken_in_row(example, row, gold="list")}
    if cut:
        assert 4 in found


BROKEN = [
    (Edit("context", 5, 3, "", "x", "T", "e"), "overlaps"),
    (Edit("context", 0, 3, "Mar", "Xyz", "T", "e"), "is not at 0"),
    (Edit("elsewhere", 0, 1, "a", "b", "T", "e"), "names elsewhere"),
    (Edit("answer:5", 0, 1, "a", "b", "T", "e"), "names answer:5"),
    (Edit("gold:1", 0, 1, "a", "b", "T", "e"), "names gold:1"),
]


@pytest.mark.parametrize(("edit", "message"), BROKEN)
def test_an_edit_that_does_not_fit_is_named(edit: Edit, message: str) -> None:
    row = Row(Example("q", "", "", "?", "Ines came", (Answer("Ines", 0),), ("Ines",)), (edit,))
    with pytest.raises(FixInputError, match=message):
        undo(row)


def test_an_answer_inside_a_name_is_found_again() -> None:
    context = "For Marta Anna Klein it was."
    edit = Edit("context", 4, 20, "Marta Anna Klein", "Ines Novak", "PERSON", "p")
    part = Edit("answer:0", 0, 5, "Klein", "Novak", "PERSON", "p")
    renamed_ = Example(
        "q", "", "", "?", "For Ines Novak it was.", (Answer("Novak", 9),), ("Novak",)
    )
    undone = undo(Row(renamed_, (edit, part)), gold="answers")
    assert undone.answers == (Answer("Klein", 15),)
    assert undone.context == context


@given(st.text())
def test_folding_is_the_ground_floors(text: str) -> None:
    assert fold_text(text) == fold_key(text)


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("Marta", "Ines", True), ("Marta", "ines", False), ("marta", "ines", True),
        ("marta", "Ines", False), ("IBM", "Acme Works", True), ("Klein's", "Novak's", True),
        ("Klein's", "Novak", False), ("Klein's", "Moses'", True), ("日本", "Oslo", True),
        ("Rome", "日本", True), ("McKay", "de Vries", True), ("rome", "日本", True),
    ],
)  # fmt: skip
def test_casing_and_possessives(old: str, new: str, kept: bool) -> None:
    assert keeps_form(old, new) is kept


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("lisbon", True), ("lisb", False), ("marta klein", True), ("klein bread", False),
        ("klein-bread", True), ("porto", False), ("bakery in lisbon", True), ("lein", False),
    ],
)  # fmt: skip
def test_what_a_source_holds(name: str, held: bool) -> None:
    assert holds_name(folded_example(source(1, listed=True)), name) is held


def test_names_do_not_run_across_fields() -> None:
    example = Example("q", "", "Oslo", "Anna", "Berta", (), ("Carl",))
    assert not holds_name(folded_example(example), "berta anna")
    assert holds_name(folded_example(example), "carl")


def test_a_name_in_capitals_keeps_them_where_it_is_written_otherwise_too() -> None:
    example = source(0, listed=True)
    row = renamed(example, NEW_NAMES[0], listed=True)
    lowered = tuple(replace(e, new="Novak") if e.old == "KLEIN" else e for e in row.edits)
    text = row.example.context.replace("NOVAK", "Novak")
    broken = broken_in_row(example, Row(replace(row.example, context=text), lowered), gold="list")
    assert [number for number, _ in broken] == [4]


def test_what_a_terminal_might_obey_is_escaped() -> None:
    assert escaped("a\x1b[31mb\u202ec\n\u2028", 99) == "a\\x1b[31mb\\u202ec\\n\\u2028"
    assert escaped("x" * 100, 10) == "x" * 9 + "…"
