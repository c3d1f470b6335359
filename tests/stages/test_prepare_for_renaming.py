"""What entity renaming leaves out is known from the passage, and read no further."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builders.sources.demo import demo_path
from builders.sources.format_table import read
from builders.spans.answer_entities import CLOSE_READINGS, NO_NAMES, has_names, identify
from builders.spans.knowledge import Knowledge
from builders.stages import ingredients
from builders.stages.finding import Finder, Setup, make_finder
from builders.stages.prepare import Preparer
from builders.stages.prepared import Prepared
from builders.types import Answer, Entity, Example, LoneName, Mention, Subset, TypedSpan
from name_collections.lexicon import Lexicon
from name_collections.name import Name

KNOWLEDGE = Knowledge.of([Name("Sweden", "COUNTRY"), Name("Ostrava", "CITY")], Lexicon({}))


class Listed:
    """Finds the names that it was given, and notes what it reads."""

    fingerprint = "listed 1"

    def __init__(self, **names: str) -> None:
        self.names = {name.replace("_", " "): kind for name, kind in names.items()}
        self.texts: list[str] = []

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        for text in texts:
            self.texts.append(text)
            found = ((text.find(name), name) for name in self.names)
            yield tuple(
                TypedSpan(at, at + len(name), self.names[name])  # type: ignore[arg-type]
                for at, name in sorted(found)
                if at >= 0
            )


def asked(number: int, question: str, context: str, answer: str) -> Example:
    placed = (Answer(answer, context.index(answer)),)
    return Example(str(number), "d", "", question, context, placed, (answer,))


def both_ways(finder: Finder, knowledge: Knowledge, examples: list[Example]) -> list[Prepared]:
    """Prepare all of the instances and the perturbable ones; return these, once both agree."""
    whole = Preparer(finder, knowledge).prepare(examples)
    least = Preparer(finder, knowledge, keep_all=False).prepare(examples)
    assert [one.example for one in least] == examples
    for full, short in zip(whole, least, strict=True):
        assert full.identified is not None
        assert short.identified is not None
        assert short.identified.spans == full.identified.spans
        assert short.identified.reasons == full.identified.reasons
        assert replace(full, alone={}) == short or not short.identified.spans
    return [one for one in least if one.identified and one.identified.spans]


@pytest.mark.parametrize("kind", ["squad", "mrqa"])
def test_demonstrations_lose_no_instance_and_no_reason(kind: str, tmp_path: Path) -> None:
    source = read(demo_path(kind), format=kind, dataset="Demo")
    examples = [example for example in source if not example.is_impossible]
    kept = both_ways(make_finder(Setup(cache=tmp_path)), ingredients.knowledge(None), examples)
    assert 0 < len(kept) < len(examples)


def test_questions_of_what_is_left_out_are_not_read() -> None:
    text = "Linda Quist slept for nine hours."
    recognizer = Listed(Linda_Quist="PERSON")
    questions = {"Who slept?": "Linda Quist", "How long?": "nine", text: "Linda Quist"}
    examples = [asked(n, each, text, answer) for n, (each, answer) in enumerate(questions.items())]
    Preparer(Finder(recognizer), KNOWLEDGE, keep_all=False).prepare(examples)
    assert recognizer.texts == [text, "Who slept?"]


def test_a_country_that_the_question_names_stays_in_the_name_of_a_body() -> None:
    text = "They asked Sweden Zorbtal Bank for more."
    recognizer = Listed(Sweden_Zorbtal_Bank="ORG", Sweden="COUNTRY")
    examples = [
        asked(1, "Which bank did they ask?", text, "Sweden Zorbtal Bank"),
        asked(2, "Which bank of Sweden did they ask?", text, "Sweden Zorbtal Bank"),
    ]
    abroad, at_home = both_ways(Finder(recognizer), KNOWLEDGE, examples)
    surfaces = [
        [span.surface for span in one.identified.of("ORG")]
        for one in (abroad, at_home)
        if one.identified
    ]
    assert surfaces == [["Sweden", "Zorbtal"], ["Zorbtal"]]


@pytest.mark.parametrize("keep_all", [True, False])
@pytest.mark.parametrize(("lone", "span_type"), [("first", "FIRST_NEUTRAL"), ("frequent", "LAST")])
def test_a_lone_name_is_read_so_however_much_is_prepared(
    keep_all: bool, lone: LoneName, span_type: str
) -> None:
    example = asked(1, "Who slept?", "Manning slept for nine hours.", "Manning")
    finder, subset = Finder(Listed(Manning="PERSON")), Subset(lone=lone)
    preparer = Preparer(finder, KNOWLEDGE, keep_all=keep_all, subset=subset)
    (prepared,) = preparer.prepare([example])
    assert prepared.identified is not None
    assert [span.span_type for span in prepared.identified.of("PER")] == [span_type]


def test_what_is_named_after_a_place_that_stays_stays_as_well() -> None:
    text = "The Zorb feeds the Zorb Delta and Linda Quist of the Quist Delta. Zorb-Meuse is long."
    found = {"Zorb": "LOC", "Zorb_Delta": "LOC", "Quist_Delta": "LOC", "Linda_Quist": "PERSON"}
    example = asked(1, "Who feeds?", text, "Linda Quist")
    (prepared,) = Preparer(Finder(Listed(**found)), KNOWLEDGE).prepare([example])
    assert set(prepared.alone) == {"LOC:zorb", "LOC:zorb delta"}
    assert len({*prepared.alone.values()}) == 1


class ListedLast(Listed):
    """Finds the last occurrence of each of the names."""

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        """Yield the spans of each text."""
        for text in texts:
            found = sorted((text.rfind(name), name) for name in self.names)
            yield tuple(
                TypedSpan(at, at + len(name), self.names[name])  # type: ignore[arg-type]
                for at, name in found
                if at >= 0
            )


@pytest.mark.parametrize(
    ("alone", "left_out"), [("ORG", True), ("CITY", False), ("COUNTRY", False)]
)
@pytest.mark.parametrize(
    ("name", "kind", "answer_type"),
    [("Linda Ostrava", "PERSON", "PER"), ("Ostrava Television", "ORG", "ORG")],
)
def test_an_organization_called_by_the_renamed_name_alone_may_be_the_same(
    alone: str, left_out: bool, name: str, kind: str, answer_type: str
) -> None:
    text = f"{name} paid the Ostrava Laboratories at once. It was Ostrava that lost."
    example = asked(1, "Who paid?", text, name)
    found = {name.replace(" ", "_"): kind, "Ostrava_Laboratories": "ORG", "Ostrava": alone}
    (prepared,) = Preparer(Finder(ListedLast(**found)), KNOWLEDGE).prepare([example])
    assert prepared.identified is not None
    reasons = dict(prepared.identified.reasons)
    assert (reasons.get(answer_type) == CLOSE_READINGS) is left_out
    assert bool(prepared.identified.of(answer_type)) is not left_out


words = st.sampled_from(["Linda", "Quist", "slept", "in", "Ostrava", "for", "nine", "hours", "and"])


@given(st.lists(words, min_size=1, max_size=9), st.data())
def test_without_names_nothing_is_identified(said: list[str], data: st.DataObject) -> None:
    text = " ".join(said)
    ends = st.integers(0, len(text))
    start, end = sorted((data.draw(ends), data.draw(ends)))
    placed = (Answer(text[start:end], start),)
    example = Example("1", "d", "", "Who slept where?", text, placed, (text[start:end],))
    kinds = {"Linda": "PERSON", "Quist": "PERSON", "Ostrava": "CITY"}
    known = data.draw(st.sets(st.sampled_from(sorted(kinds))))
    spans = [
        TypedSpan(at, at + len(name), kinds[name])  # type: ignore[arg-type]
        for name in known
        if (at := text.find(name)) >= 0
    ]
    mentions = [
        Mention("context", span.start, span.end, span.type, text[span.start : span.end])
        for span in spans
    ]
    entities = {m.entity: Entity(m.entity, m.type, m.entity) for m in mentions}
    found = identify(example, mentions, entities, KNOWLEDGE)
    assert has_names(example, spans) or found == NO_NAMES
