"""Rows record which mentions of a renamed name stay, whichever names are renamed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import pytest

from builders.perturbations.pools import Pool
from builders.perturbations.swap_names import SwapNames
from builders.releases.rows import rows_to_table
from builders.spans.answer_entities import CLOSE_READINGS, HALF_NAMED
from builders.stages.batch import Batch, NewNames
from builders.stages.finding import Finder
from builders.stages.homes import Homes
from builders.stages.kept_mentions import with_kept
from builders.stages.prepare import Preparer
from builders.stages.render_swap import PassageNames, swappable
from builders.swap.locate import locate, outermost
from builders.swap.new_names import NewName, SourceName
from builders.swap.template import Template
from builders.types import SWAP_TYPES, Example, Kept, Mention, Row, TypedSpan
from builders.verification.row_check import broken_in_row

HOLM = SourceName("PERSON:holm", "PERSON", "Holm")
TOWN = SourceName("CITY:holm", "CITY", "Holm")
NEW = {"PERSON": NewName("Bakari"), "CITY": NewName("Jinja")}


def located(
    text: str, marks: Sequence[tuple[str, str]], *sources: SourceName
) -> tuple[Template, dict[str, str]]:
    """Locate sources in a passage in which `marks`, text and entity, are read one by one."""
    mentions, at = [], 0
    for surface, entity in marks:
        at = text.index(surface, at)
        kind = "CITY" if entity.startswith("CITY") else "PERSON"
        mentions.append(Mention("context", at, at + len(surface), kind, entity))  # type: ignore[arg-type]
        at += len(surface)
    names = {source.entity: [source] for source in sources}
    by_field = outermost(mentions)
    template = locate(Example("1", "d", "", "Who?", text, (), ()), by_field, names)
    found, half = with_kept(template, by_field, names, lambda word: word == "march")
    return found, dict(half)


def row(template: Template, *types: str) -> Row:
    """Rename sources of some types; the row of a table is the same."""
    news = [NEW[one.type] if one.type in types else None for one in template.sources]
    made = template.render(news)
    assert (
        Batch([template, template])
        .table(NewNames.of([*news, *news]))
        .equals(rows_to_table([made, made]))
    )
    return made


@pytest.mark.parametrize(
    ("rest", "mark", "kept"),
    [
        ("Bo Holm left.", ("Bo Holm", "PERSON:bo holm"), (0, 7, "part of a longer name")),
        ("HOLM is a town.", ("HOLM", "CITY:holm"), (0, 4, "another referent")),
    ],
)
def test_what_others_are_called_is_kept_with_the_reason(
    rest: str, mark: tuple[str, str], kept: tuple[int, int, str]
) -> None:
    text = f"Holm flew. {rest}"
    template, half = located(text, [("Holm", HOLM.entity), mark], HOLM)
    start = len("Holm flew. ")
    assert half == {}
    assert row(template, "PERSON").kept == (
        Kept("context", start + kept[0], start + kept[1], kept[2]),
    )
    assert row(template).kept == ()


def test_a_word_of_english_is_kept_as_such() -> None:
    march = SourceName("PERSON:march", "PERSON", "March")
    template, half = located("March came in march.", [("March", march.entity)], march)
    assert half == {}
    assert row(template, "PERSON").kept == (Kept("context", 14, 19, "plain word"),)


def test_a_unit_with_the_name_of_a_person_is_kept_in_lower_case() -> None:
    template, half = located("Then Holm measured in holm.", [("Holm", HOLM.entity)], HOLM)
    assert half == {}
    assert row(template, "PERSON").kept == (Kept("context", 22, 26, "plain word"),)
    assert located("Then holm said Ai: holm.", [("holm", HOLM.entity)], HOLM)[1] == {
        HOLM.entity: HALF_NAMED
    }


@pytest.mark.parametrize(
    ("rest", "stays"),
    [
        ("They march.", True),
        ("March, then rest.", True),
        ('"March on", she said.', True),
        ("It cost March$3.", True),
        ("He saw March once.", False),
        ("On to MARCH.", False),
        ("MARCH on.", False),
    ],
)
def test_a_word_that_is_written_like_a_name_is_none_of_english(rest: str, stays: bool) -> None:
    march = SourceName("PERSON:march", "PERSON", "March")
    template, half = located(f"March came. {rest}", [("March", march.entity)], march)
    assert (len(template.kept), set(half)) == ((1, set()) if stays else (0, {march.entity}))


@pytest.mark.parametrize(("entity", "reason"), [(None, HALF_NAMED), ("", CLOSE_READINGS)])
def test_an_entity_that_would_be_half_renamed_is_named(entity: str | None, reason: str) -> None:
    marks = [("Holm", HOLM.entity), *([] if entity is None else [("Holm", entity)])]
    assert located("Holm flew. Holm fell.", marks, HOLM)[1] == {HOLM.entity: reason}


def test_of_two_who_share_a_name_one_is_kept_only_where_the_other_alone_is_renamed() -> None:
    marks = [("Holm", HOLM.entity), ("Holm", TOWN.entity)]
    template, half = located("Holm left for Holm.", marks, HOLM, TOWN)
    assert half == {}
    assert row(template, "PERSON", "CITY").kept == ()
    assert row(template, "PERSON").kept == (Kept("context", 14, 18, "another referent"),)
    assert row(template, "CITY").kept == (Kept("context", 0, 4, "another referent"),)


class Treaties:
    """Reads two names, and treaties as the names of things."""

    fingerprint = "treaties"

    def recognize(self, texts: Iterable[str]) -> Iterator[tuple[TypedSpan, ...]]:
        for text in texts:
            found = re.finditer(
                r"(?P<MISC>Treaty of \w+|Holm Who)|(?P<CITY>Ostrava)|(?P<PERSON>Holm)", text
            )
            yield tuple(
                TypedSpan(*one.span(), one.lastgroup)  # type: ignore[arg-type]
                for one in found
            )


@pytest.mark.parametrize("field", ["context", "question"])
def test_a_name_in_that_of_a_thing_stays_and_is_renamed_elsewhere(field: str) -> None:
    texts = {"context": "Ostrava is a town. ", "question": "Which town? "}
    texts[field] += "It signed the Treaty of Ostrava."
    example = Example("1", "d", "", texts["question"], texts["context"], (), ())
    (one,) = Preparer(Finder(Treaties())).prepare([example])
    pools = {kind: Pool(("Jinja",)) for kind in ("CITY", "LOCATION", "COUNTRY")}
    (found,) = swappable([one], PassageNames(SwapNames(pools), Homes(), ("k",), "passage"))
    made = found.template.render(found.variant(SWAP_TYPES))
    assert made.example.context.startswith("Jinja is a town.")
    assert "Treaty of Ostrava" in getattr(made.example, field)
    start = texts[field].index("Treaty")
    kept = Kept(field, start, start + len("Treaty of Ostrava"), "part of a longer name")
    assert made.kept == (kept,)
    assert list(broken_in_row(example, made, gold="answers")) == []


@pytest.mark.parametrize("field", ["context", "question", "title"])
def test_a_name_in_that_of_a_thing_follows_the_passage_where_a_recipe_wants_it(field: str) -> None:
    texts = {"context": "Ostrava is a town. ", "question": "Which town? ", "title": "A "}
    texts[field] += "Treaty of Ostrava and Treaty of Kell"
    example = Example("1", "d", texts["title"], texts["question"], texts["context"], (), ())
    (one,) = Preparer(Finder(Treaties()), demonyms={}).prepare([example])
    pools = {kind: Pool(("Jinja",)) for kind in ("CITY", "LOCATION", "COUNTRY")}
    (found,) = swappable([one], PassageNames(SwapNames(pools), Homes(), ("k",), "passage"))
    made = found.template.render(found.variant(SWAP_TYPES))
    wanted = texts[field].replace("Ostrava", "Jinja")
    assert (getattr(made.example, field), made.kept) == (wanted, ())
    assert list(broken_in_row(example, made, gold="answers")) == []


def test_a_name_in_that_of_a_thing_in_a_title_stays() -> None:
    example = Example("1", "d", "Holm_Who", "Who sat?", "Holm sat.", (), ())
    (one,) = Preparer(Finder(Treaties())).prepare([example])
    names = PassageNames(SwapNames({"PERSON": Pool(("Jinja",))}), Homes(), ("k",), "passage")
    (found,) = swappable([one], names)
    made = found.template.render(found.variant(SWAP_TYPES))
    assert (made.example.context, made.example.title) == ("Jinja sat.", "Holm_Who")
    assert made.kept == (Kept("title", 0, 8, "part of a longer name"),)
    assert list(broken_in_row(example, made, gold="answers")) == []


def test_only_builds_are_given_the_names_of_things() -> None:
    finder, text = Finder(Treaties()), "Ostrava signed the Treaty of Ostrava with Holm."
    types = [
        [span.type for span in finder.find([text], misc=asked)[text]] for asked in (True, False)
    ]
    assert types == [["CITY", "MISC", "PERSON"], ["CITY", "PERSON"]]


def test_what_only_a_question_names_stays_where_the_passage_has_its_words() -> None:
    example = Example("1", "d", "", "Who beat Holm?", "The Holm Bears lost.", (), ())
    mentions = {
        "context": (Mention("context", 4, 14, "ORG", "ORG:holm bears"),),
        "question": (Mention("question", 9, 13, "CITY", TOWN.entity),),
    }
    names = {TOWN.entity: [TOWN]}
    template = locate(example, mentions, names)
    _, half = with_kept(template, mentions, names, lambda word: False)
    assert dict(half) == {TOWN.entity: CLOSE_READINGS}
