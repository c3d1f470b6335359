"""Which answer entities can be renamed, and which parts of their names (Yan et al. 2022, 3.1)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from builders.given_names import gender_of
from builders.spans.answer_entities import (
    HALF,
    NO_ENTITY,
    NO_PLACE,
    NO_WORD,
    Identified,
    answer_entities,
    identify,
)
from builders.spans.knowledge import Knowledge
from builders.spans.person_spans import LOWER_CASE_WORD, SPAN_TYPES, THREE_WORDS, TWO_GIVEN
from builders.types import Answer, Entity, EntityType, Example, Mention
from name_collections.name import Name


@dataclass(frozen=True)
class Words:
    """A lexicon of a few words."""

    proper: frozenset[str] = frozenset({"wembley", "celtics", "ford", "lima"})
    common: frozenset[str] = frozenset({"of", "bank", "will", "reading", "united", "blue", "glass"})

    plain: frozenset[str] = frozenset({"yacht", "swat"})

    def is_counted(self, word: str) -> bool:
        return word in self.proper | self.common

    def is_known(self, word: str) -> bool:
        return word in self.proper | self.common | self.plain

    def is_proper(self, word: str) -> bool:
        return word in self.proper

    def is_common(self, word: str) -> bool:
        return word in self.common | self.plain


KNOWLEDGE = Knowledge.of(
    [
        Name("Peru", "COUNTRY"), Name("Georgia", "COUNTRY"), Name("Georgia", "STATE"),
        Name("Bohemia", "STATE"), Name("Boston", "CITY"), Name("Of", "CITY"),
        Name("Reading", "CITY"), Name("New Delhi", "CITY"), Name("Delhi", "CITY"),
        Name("Peruvian", "NATIONALITY", country="Peru"), Name("Mali", "COUNTRY"),
    ],
    Words(),
)  # fmt: skip


def identified(
    name: str,
    kind: EntityType,
    answer: str = "",
    text: str = "",
    question: str = "What was it?",
) -> Identified:
    """Identify the spans of one entity, named once in a text, that the answer is or holds."""
    text = text or f"They met in {name} there."
    at = text.index(name)
    answer = answer or name
    entity = Entity("e", kind, name)
    answers = (Answer(answer, text.index(answer)),)
    example = Example("1", "d", "", question, text, answers, (answer,))
    mention = Mention("context", at, at + len(name), kind, "e")
    return identify(example, [mention], {"e": entity}, KNOWLEDGE)


def spans(found: Identified, kind: str) -> list[tuple[str, str]]:
    return [(span.span_type, span.surface) for span in found.of(kind)]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Robert Nilsson", [("FIRST_MALE", "Robert"), ("LAST", "Nilsson")]),
        ("Linda Quist", [("FIRST_FEMALE", "Linda"), ("LAST", "Quist")]),
        ("Xqz Quist", [("FIRST_NEUTRAL", "Xqz"), ("LAST", "Quist")]),
        ("Linda", [("FIRST_FEMALE", "Linda")]),
        ("Robert Nilsson Jr.", [("FIRST_MALE", "Robert"), ("LAST", "Nilsson")]),
        ("Robert Nilsson, Sr.", [("FIRST_MALE", "Robert"), ("LAST", "Nilsson")]),
        ("Gustav VI", [("FIRST_MALE", "Gustav")]),
        ("R. Nilsson", [("LAST", "Nilsson")]),
        ("Malcolm X", [("FIRST_MALE", "Malcolm")]),
        ("Jean-Luc Moreau", [("FIRST_MALE", "Jean-Luc"), ("LAST", "Moreau")]),
        ("Robert_Nilsson", [("FIRST_MALE", "Robert"), ("LAST", "Nilsson")]),
        ("Jean - Luc Moreau", [("FIRST_NEUTRAL", "Jean - Luc"), ("LAST", "Moreau")]),
        ("Linda Quist - Ford", [("FIRST_FEMALE", "Linda"), ("LAST", "Quist - Ford")]),
    ],
)
def test_a_person_has_a_first_and_a_last_name(name: str, wanted: list[tuple[str, str]]) -> None:
    assert spans(identified(name, "PERSON"), "PER") == wanted


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Maria Anna Weber", THREE_WORDS),
        ("Juan de la Cruz", THREE_WORDS),
        ("de Gaulle", LOWER_CASE_WORD),
        ("Frederick William", TWO_GIVEN),
    ],
)
def test_a_person_whose_name_cannot_be_split_has_a_reason(name: str, reason: str) -> None:
    found = identified(name, "PERSON")
    assert found.of("PER") == found.of("MIX") == ()
    assert found.reason("PER") == found.reason("MIX") == reason
    assert found.reason("ORG") == NO_ENTITY


@pytest.mark.parametrize(
    ("name", "kind", "wanted"),
    [
        ("Peru", "COUNTRY", [("COUNTRY", "Peru")]),
        ("Nowhere", "CITY", [("CITY", "Nowhere")]),
        ("Peru", "GPE", [("COUNTRY", "Peru")]),
        ("Georgia", "GPE", [("COUNTRY", "Georgia")]),
        ("Bohemia", "GPE", [("STATE", "Bohemia")]),
        ("Boston Harbor", "GPE", [("CITY", "Boston")]),
        ("New Delhi", "GPE", [("CITY", "New Delhi")]),
    ],
)
def test_a_place_is_a_country_before_a_state_before_a_city(
    name: str, kind: EntityType, wanted: list[tuple[str, str]]
) -> None:
    assert spans(identified(name, kind), "GPE") == wanted


def test_a_place_that_the_database_does_not_hold_has_a_reason() -> None:
    found = identified("Zubria", "GPE")
    assert found.of("GPE") == ()
    assert found.reason("GPE") == NO_PLACE


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Boston Celtics", [("CITY", "Boston"), ("NNP", "Celtics")]),
        ("Bank of Peru", [("COUNTRY", "Peru")]),
        ("New Delhi Glass", [("CITY", "New Delhi")]),
        ("Blueing Boston Glasses", [("CITY", "Boston")]),
        ("Zyxtron", [("RARE", "Zyxtron")]),
        ("Zyxtron Ford", [("RARE", "Zyxtron"), ("NNP", "Ford")]),
        ("University of Reading", []),
        ("Blue Glass", []),
        ("Boston, Peru & Ford", [("CITY", "Boston"), ("COUNTRY", "Peru"), ("NNP", "Ford")]),
        ("Delhi (Boston)", [("CITY", "Delhi"), ("CITY", "Boston")]),
        ("Boston/Delhi Union", [("CITY", "Boston"), ("CITY", "Delhi")]),
        ("zyxtron ford", []),
    ],
)
def test_an_organization_has_places_then_proper_and_rare_words(
    name: str, wanted: list[tuple[str, str]]
) -> None:
    found = identified(name, "ORG")
    assert spans(found, "ORG") == wanted
    if not wanted:
        assert found.reason("ORG") in (NO_WORD, NO_ENTITY)


def test_no_word_of_an_organization_is_in_two_spans() -> None:
    found = spans(identified("New Delhi Delhi Boston Ford", "ORG"), "ORG")
    words = [word for _, surface in found for word in surface.split()]
    assert words == ["New", "Delhi", "Delhi", "Boston", "Ford"]


def test_mix_is_the_union() -> None:
    text = "Linda Quist of Boston founded Ford."
    entities = {
        "p": Entity("p", "PERSON", "Linda Quist"), "c": Entity("c", "CITY", "Boston"),
        "o": Entity("o", "ORG", "Ford"),
    }  # fmt: skip
    mentions = [
        Mention("context", text.index(entity.name), text.index(entity.name) + len(entity.name),
                entity.type, identity)
        for identity, entity in entities.items()
    ]  # fmt: skip
    example = Example("1", "d", "", "Name them all.", text, (Answer(text[:-1], 0),), (text[:-1],))
    found = identify(example, mentions, entities, KNOWLEDGE)
    assert [len(found.of(kind)) for kind in ("PER", "ORG", "GPE", "MIX")] == [2, 1, 1, 4]


@pytest.mark.parametrize(
    ("answer", "is_found"),
    [
        ("Linda Quist", True),
        ("Quist", False),
        ("Linda Quist sang", True),
        ("Then Linda Quist sang.", True),
        ("sang", False),
        ("Quist sang", False),
        ("Then", False),
    ],
)
def test_an_answer_is_about_the_entities_it_holds(answer: str, is_found: bool) -> None:
    text = "Then Linda Quist sang."
    asked = "Who was it, and where?"
    example = Example("1", "d", "", asked, text, (Answer(answer, text.index(answer)),), (answer,))
    entities = {"e": Entity("e", "PERSON", "Linda Quist")}
    mention = Mention("context", 5, 16, "PERSON", "e")
    assert bool(answer_entities(example, [mention], entities)) is is_found


def test_answers_without_offset_questions_and_small_letters_do_not_count() -> None:
    text = "Then Linda Quist sang to linda."
    entities = {"e": Entity("e", "PERSON", "Linda Quist"), "s": Entity("s", "PERSON", "linda")}
    loose = Example("1", "d", "", "?", text, (Answer("Linda Quist", None),), ())
    mention = Mention("context", 5, 16, "PERSON", "e")
    assert answer_entities(loose, [mention], entities) == ()
    sure = Example("1", "d", "", "?", text, (Answer(text, 0),), ())
    asked = Mention("question", 5, 16, "PERSON", "e")
    small = Mention("context", 25, 30, "PERSON", "s")
    stranger = Mention("context", 5, 16, "PERSON", "nobody")
    assert answer_entities(sure, [asked, small, stranger], entities) == ()


@pytest.mark.parametrize(
    ("answer", "per", "reason"),
    [
        ("Linda Quist and Juan de la Cruz", [], HALF),
        ("Linda Quist", ["Linda", "Quist"], NO_ENTITY),
        ("Linda Quist sang with Juan de la Cruz", ["Linda", "Quist"], NO_ENTITY),
    ],
)
def test_an_answer_that_lists_names_is_renamed_whole_or_left_out(
    answer: str, per: list[str], reason: str
) -> None:
    text = "Linda Quist and Juan de la Cruz met. Linda Quist sang with Juan de la Cruz."
    names = ("Linda Quist", "Juan de la Cruz")
    entities = {name: Entity(name, "PERSON", name) for name in names}
    mentions = [
        Mention("context", at, at + len(name), "PERSON", name)
        for name in names
        for at in (text.index(name), text.rindex(name))
    ]
    placed = (Answer(answer, text.index(answer)),)
    found = identify(Example("1", "d", "", "Who?", text, placed, ()), mentions, entities, KNOWLEDGE)
    assert [surface for _, surface in spans(found, "PER")] == per
    assert bool(found.of("MIX")) is bool(per)
    assert found.reason("MIX") == reason


@pytest.mark.parametrize(
    ("answer", "wanted"),
    [
        ("Robert Quist", ["Robert", "Quist"]),
        ("Bob Quist", ["Bob", "Quist"]),
        ("Quist", []),
        ("Robert John", []),
        ("Rolf Quist", []),
    ],
)
def test_a_long_name_is_renamed_where_an_answer_has_its_first_and_last(
    answer: str, wanted: list[str]
) -> None:
    text = f"Robert John Quist met {answer}."
    entity = Entity("e", "PERSON", "Robert John Quist", "Robert", "Quist")
    at = text.rindex(answer)
    mentions = [
        Mention("context", 0, 17, "PERSON", "e"),
        Mention("context", at, at + len(answer), "PERSON", "e"),
    ]
    example = Example("1", "d", "", "Who?", text, (Answer(answer, at),), ())
    found = identify(example, mentions, {"e": entity}, KNOWLEDGE)
    assert [surface for _, surface in spans(found, "PER")] == wanted


def test_entities_come_once_in_the_order_of_the_answers() -> None:
    text = "Ann met Bob. Ann left."
    entities = {name: Entity(name, "PERSON", name) for name in ("Ann", "Bob")}
    mentions = [
        Mention("context", 0, 3, "PERSON", "Ann"), Mention("context", 8, 11, "PERSON", "Bob"),
        Mention("context", 13, 16, "PERSON", "Ann"),
    ]  # fmt: skip
    answers = (Answer("Bob", 8), Answer("Ann", 13), Answer("Ann", 0), Answer("Bob", 8))
    example = Example("1", "d", "", "?", text, answers, ())
    assert [e.name for e in answer_entities(example, mentions, entities)] == ["Bob", "Ann"]


@pytest.mark.parametrize(
    ("first", "span_type"),
    [
        ("James", "FIRST_MALE"), ("james", "FIRST_MALE"), ("Mary", "FIRST_FEMALE"),
        ("Qwzx", "FIRST_NEUTRAL"), ("", "FIRST_NEUTRAL"),
    ],
)  # fmt: skip
def test_the_gender_of_a_first_name(first: str, span_type: str) -> None:
    assert SPAN_TYPES[gender_of(first)] == span_type


class TestKnowledge:
    @pytest.mark.parametrize(
        ("words", "kind"),
        [
            ("Georgia", "COUNTRY"), ("GEORGIA", "COUNTRY"), ("Bohemia", "STATE"),
            ("new delhi", "CITY"), ("New  Delhi", "CITY"), ("Of", None), ("Reading", None),
            ("Zubria", None), ("1984", None), ("", None),
        ],
    )  # fmt: skip
    def test_the_type_of_a_place(self, words: str, kind: str | None) -> None:
        assert KNOWLEDGE.place_type(words) == kind

    @pytest.mark.parametrize(
        ("word", "kind"),
        [
            ("Wembley", "NNP"), ("Zyx", "RARE"), ("zyx", None), ("Glass", None),
            ("University", None),
            ("Z", None), ("B2B", None), ("Zyx.", "RARE"), ("Al-Zyx", "RARE"), ("Zyx-Glass", "RARE"),
            ("Anti-Glass", None), ("Anti-zyx", None), ("Glass-Bank", None),
            ("Ford-Wembley", "NNP"), ("Ford-wembley", None),
            ("Yacht", None), ("Yachts", None), ("SWAT", "RARE"), ("SwaT", "RARE"), ("Swat", None),
        ],
    )  # fmt: skip
    def test_the_type_of_a_word(self, word: str, kind: str | None) -> None:
        assert KNOWLEDGE.word_type(word) == kind
