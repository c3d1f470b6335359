"""Answer entities in texts with marked names: sure enough, named alike, renamed whole."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest
from entity_marks import marked

from builders.spans.answer_entities import (
    ANSWER_ENTITY_TYPES,
    HALF,
    NO_ENTITY,
    NO_WORD,
    NOT_ASKED,
    UNREAD,
    UNSURE,
    AnswerEntityType,
    Identified,
    has_names,
    identify,
)
from builders.spans.knowledge import Knowledge
from builders.spans.linking import link_passage
from builders.spans.thresholds import TABLE
from builders.types import (
    Answer,
    Entity,
    Example,
    Mention,
    PerturbableSpan,
    Subset,
    TypedSpan,
)
from name_collections.name import Name


@dataclass(frozen=True)
class Words:
    """A lexicon of a few words: all others are rare."""

    common: frozenset[str] = frozenset({
        "then", "they", "national", "salt", "board", "glass", "comet", "it", "treaty",
    })  # fmt: skip

    def is_known(self, word: str) -> bool:
        return word in self.common

    is_counted = is_known

    def is_proper(self, word: str) -> bool:
        return False

    def is_common(self, word: str) -> bool:
        return word in self.common


KNOWLEDGE = Knowledge.of(
    [
        Name("Peru", "COUNTRY"), Name("United States", "COUNTRY"), Name("Zorbia", "STATE"),
        Name("Peruvian", "NATIONALITY", country="Peru"),
        Name("Zinks", "COUNTRY"), Name("Zink", "NATIONALITY", country="Zinks"),
        Name("American", "NATIONALITY", country="United States"),
    ],
    Words(),
    ["old zorbia"],
)  # fmt: skip


def identified(
    line: str, answer: str = "", question: str = "Name it.", score: float = 1.0
) -> tuple[Identified, Example]:
    """Identify the spans of a passage whose names are marked; the answer may be all of it."""
    text, spans, _ = marked(line)
    spans = [replace(span, score=score) for span in spans]
    answer = answer or text
    example = Example(
        "1", "d", "", question, text, (Answer(answer, text.index(answer)),), (answer,)
    )
    passage = link_passage(text, spans)
    return identify(example, passage.mentions, passage.entities, KNOWLEDGE), example


def surfaces(found: Identified, kind: str) -> list[str]:
    return [span.surface for span in found.of(kind)]


@pytest.mark.parametrize("kind", ANSWER_ENTITY_TYPES)
def test_an_answer_entity_is_as_sure_as_its_type_asks(kind: AnswerEntityType) -> None:
    name, type_ = {"PER": ("Linda Quist", "PERSON"), "ORG": ("Zorb Bank", "ORG"),
                   "GPE": ("Peru", "COUNTRY")}[kind]  # fmt: skip
    text = f"It was {name}. Then {name} left."
    at = text.index(name)
    least = TABLE["least"][kind]
    for score, is_sure in ((least, True), (least - 0.01, False)):
        # A mention that no answer holds may be as sure as it likes.
        spans = [
            TypedSpan(at, at + len(name), type_, score),
            TypedSpan(text.rindex(name), text.rindex(name) + len(name), type_, 1.0),
        ]
        passage = link_passage(text, spans)
        example = Example("1", "d", "", "Name it.", text, (Answer(name, at),), (name,))
        found = identify(example, passage.mentions, passage.entities, KNOWLEDGE)
        assert bool(found.of(kind)) is is_sure
        assert is_sure or found.reason(kind) == found.reason("MIX") == UNSURE


def test_a_recognizer_without_scores_is_taken_at_its_word() -> None:
    found, _ = identified("It was [Zorb](PERSON).", "Zorb")
    assert surfaces(found, "PER") == ["Zorb"]


def test_the_words_of_a_region_in_a_name_stay() -> None:
    found, _ = identified("The [Old Zorbia Salt Board](ORG) met")
    assert surfaces(found, "ORG") == []
    found, _ = identified("The [Salt Zorbia Board](ORG) met")
    assert surfaces(found, "ORG") == ["Zorbia"]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("The [Zorb National Salt Board](ORG) ([ZNSB](ORG)) met", ["Zorb", "ZNSB"]),
        ("The [National Salt Board](ORG) ([NSB](ORG)) met", []),
        ("The firm [Zorb](ORG) met, and [ZORB](ORG) grew", ["Zorb"]),
        ("The [Zorb Salt Board](ORG) met, and the [Zorb](ORG) grew", ["Zorb"]),
    ],
)
def test_the_acronym_of_a_name_goes_with_it(line: str, wanted: list[str]) -> None:
    found, _ = identified(line)
    assert surfaces(found, "ORG") == wanted


@pytest.mark.parametrize(
    ("question", "title", "acronyms"),
    [
        ("What does ZSB stand for?", "", ["ZSB"]), ("Who?", "ZSB_(board)", ["ZSB"]),
        ("Who met ZBS, zsb and ZSBs?", "", []),
    ],
)  # fmt: skip
def test_initials_in_the_question_or_title_go_with_the_name(
    question: str, title: str, acronyms: list[str]
) -> None:
    text, spans, _ = marked("The [Zorb Salt Board](ORG) met")
    answer = Answer(text[4 : spans[0].end], 4)
    example = Example("1", "d", title, question, text, (answer,), (answer.text,))
    passage = link_passage(text, spans)
    for related in (True, False):
        found = identify(
            example, passage.mentions, passage.entities, KNOWLEDGE, Subset(related=related)
        )
        assert surfaces(found, "ORG") == ["Zorb", *(acronyms if related else ())]


@pytest.mark.parametrize(
    ("line", "question", "wanted"),
    [
        ("The [Peru Salt Board](ORG) met.", "Which firm was it?", ["Peru"]),
        ("The [Peru Salt Board](ORG) met in [Peru](COUNTRY).", "Which firm was it?", []),
        ("The [Peru Zorb Board](ORG) met in [Peru](COUNTRY).", "Which firm was it?", ["Zorb"]),
        ("The [U.S. Salt Board](ORG) met in the [United States](COUNTRY).", "Which firm?", []),
        ("The [Salt Board of Peru](ORG) met in [Peru](COUNTRY).", "Which firm was it?", ["Peru"]),
        ("The [Peru Salt Board](ORG) met in [Zorbia](STATE).", "Which firm was it?", ["Peru"]),
    ],
)
def test_a_country_has_one_name(line: str, question: str, wanted: list[str]) -> None:
    text, _, _ = marked(line)
    body = text[len("The ") : text.index(" met")]
    found, _ = identified(line, body, question)
    assert surfaces(found, "ORG") == wanted
    assert wanted or found.reason("ORG") == NO_WORD


@pytest.mark.parametrize(
    ("line", "answer", "is_read"),
    [
        ("[Linda Quist](PERSON) and the Zorb sat.", "Linda Quist and the Zorb", False),
        ("[Linda Quist](PERSON) and the [Zorb](NORP) sat.", "Linda Quist and the Zorb", True),
        ("[Linda Quist](PERSON) and he sat.", "Linda Quist and he", True),
        ("Zorb fell. [Linda Quist](PERSON) and [Zorb](NORP) sat.", "Linda Quist and Zorb", True),
    ],
)
def test_of_a_list_of_names_all_are_renamed_or_none(
    line: str, answer: str, *, is_read: bool
) -> None:
    found, _ = identified(line, answer)
    assert bool(found.of("PER")) is is_read
    assert is_read or found.reason("MIX") == UNREAD


PERU = PerturbableSpan("e1", "COUNTRY", "Peru")
ZORB = PerturbableSpan("e2", "NNP", "Zorb")
QUIST = PerturbableSpan("e3", "LAST", "Quist")


def test_mix_has_the_spans_of_all_types_unless_an_answer_would_be_renamed_by_half() -> None:
    found = Identified({"PER": (QUIST,), "GPE": (PERU,)}, {"ORG": NO_WORD})
    assert found.of("MIX") == (QUIST, PERU) and found.of("PER") == (QUIST,)
    assert found.reason("ORG") == found.reason("MIX") == NO_WORD
    half = Identified({"PER": (QUIST,)}, {"GPE": NO_ENTITY, "ORG": HALF})
    assert half.of("MIX") == () and half.of("PER") == (QUIST,)
    assert half.reason("MIX") == HALF and half.reason("GPE") == NO_ENTITY


def test_a_type_with_an_entity_that_cannot_be_renamed_goes_with_the_first_reason() -> None:
    found = Identified({"ORG": (ZORB, PERU), "PER": (QUIST,)}, {"GPE": NO_ENTITY})
    left = found.without({"e2": "first", "e1": "second"})
    assert left.of("ORG") == () and left.reason("ORG") == "first"
    assert left.of("PER") == (QUIST,) and left.reason("GPE") == NO_ENTITY
    assert found.without({"e9": "nobody"}) == found


def test_only_an_organization_called_by_a_country_depends_on_other_fields() -> None:
    assert Identified({"PER": (QUIST,), "GPE": (PERU,)}, {}).is_settled
    assert Identified({"ORG": (ZORB,)}, {}).is_settled
    assert not Identified({"ORG": (ZORB, PERU)}, {}).is_settled


@pytest.mark.parametrize(
    ("answer", "span", "wanted"),
    [
        (Answer("salt", 5), (0, 4), False),
        (Answer("salt", 5), (0, 5), True),
        (Answer("salt", 5), (9, 12), True),
        (Answer("salt", 5), (10, 12), False),
        (Answer("salt", 5), (6, 7), True),
        (Answer("salt", None), (0, 99), False),
        (Answer("Ada Quist", None), (50, 60), True),
        (Answer("Ada Quist and Zorb", 5), (50, 60), True),
    ],
)
def test_an_answer_has_names_if_it_touches_one_or_looks_like_one(
    answer: Answer, span: tuple[int, int], *, wanted: bool
) -> None:
    example = Example("1", "d", "", "What?", "x" * 99, (answer,), (answer.text,))
    assert has_names(example, [TypedSpan(*span, "PERSON")]) is wanted


def asked(line: str, question: str) -> Identified:
    """Identify the spans of the entities that a marked question names."""
    text, spans, _ = marked(line)
    asked_for, in_question, _ = marked(question)
    passage = link_passage(text, spans)
    named = {span: text[span.start : span.end] for span in spans}
    mentions = list(passage.mentions)
    for span in in_question:
        surface = asked_for[span.start : span.end]
        entity = next(
            (m.entity for m, one in zip(passage.mentions, named.values(), strict=True)
             if one == surface), "nobody",
        )  # fmt: skip
        mentions.append(Mention("question", span.start, span.end, span.type, entity))
    example = Example(
        "1", "d", "", asked_for, text, (Answer("salt", text.index("salt")),), ("salt",)
    )
    return identify(example, mentions, passage.entities, KNOWLEDGE, Subset("question"))


def test_of_a_question_the_entities_that_it_names_are_renamed() -> None:
    line = "[Linda Quist](PERSON) of [Peru](COUNTRY) sold salt to [Ada Holm](PERSON)."
    found = asked(line, "What did [Linda Quist](PERSON) sell?")
    assert surfaces(found, "PER") == ["Linda", "Quist"]
    assert found.reason("GPE") == found.reason("ORG") == NOT_ASKED
    assert asked(line, "What was sold?").reason("PER") == NOT_ASKED
    assert asked(line, "What did [Zorb](PERSON) sell?").reason("PER") == NOT_ASKED
    assert asked("[peru](COUNTRY) sold salt", "What did [peru](COUNTRY) sell?").of("GPE") == ()


def test_a_question_whose_organization_has_no_name_of_its_own_says_so() -> None:
    found = asked("The [Salt Board](ORG) sold salt.", "What did the [Salt Board](ORG) sell?")
    assert found.reason("ORG") == NO_WORD


def test_the_list_in_an_answer_does_not_matter_where_the_question_decides() -> None:
    text = "Linda Quist met Ada Holm and Zorb."
    mentions = [Mention(field, 0, 11, "PERSON", "e") for field in ("context", "question")]
    example = Example(
        "1", "d", "", "Linda Quist met whom?", text, (Answer("Ada Holm and Zorb", 16),), ()
    )
    entities = {"e": Entity("e", "PERSON", "Linda Quist")}
    found = identify(example, mentions, entities, KNOWLEDGE, Subset("question"))
    assert surfaces(found, "PER") == ["Linda", "Quist"]


def test_acronyms_are_those_of_the_passage_and_not_what_stands_where_the_question_has_one() -> None:
    text = "ZQX on the Zorb National Salt Board, or ZNSB."
    body, letters, question = text.index("Zorb"), text.index("ZNSB"), "ZNS?"
    mentions = [
        Mention("context", body, body + 24, "ORG", "e"),
        Mention("context", letters, letters + 4, "ORG", "e"),
        Mention("question", 0, 3, "ORG", "e"),
    ]
    example = Example("1", "d", "", question, text, (Answer("ZQX", 0),), ("ZQX",))
    entities = {"e": Entity("e", "ORG", "Zorb National Salt Board")}
    found = identify(example, mentions, entities, KNOWLEDGE, Subset("question"))
    assert surfaces(found, "ORG") == ["Zorb", "ZNSB"]


def test_a_place_in_a_script_without_blanks_is_known_as_a_whole_or_not() -> None:
    knowledge = Knowledge.of([Name("北京", "CITY")], Words())
    for name, wanted in (("北京", ["北京"]), ("北京人", [])):
        example = Example("1", "d", "", "在哪里?", name, (Answer(name, 0),), (name,))
        mention = Mention("context", 0, len(name), "GPE", "e")
        found = identify(example, [mention], {"e": Entity("e", "GPE", name)}, knowledge)
        assert surfaces(found, "GPE") == wanted


def test_the_article_of_a_country_is_read_in_the_passage_only() -> None:
    found = asked("[Peru](COUNTRY) sold salt.", "Was it the [Peru](COUNTRY)?")
    assert [span.article for span in found.of("GPE")] == [False]


@pytest.mark.parametrize(
    ("line", "answer", "wanted"),
    [
        ("[Zorb Board](ORG) and [Salt Board](ORG) met.", "Zorb Board and Salt Board", HALF),
        ("[Salt Board](ORG) and [Zorb Board](ORG) met.", "Salt Board and Zorb Board", HALF),
        ("[Salt Board](ORG) and [Glass Board](ORG) met.", "Salt Board and Glass Board", NO_WORD),
        ("[Salt Board](ORG) met [Zorb Board](ORG).", "Salt Board met Zorb Board", ""),
    ],
)
def test_an_answer_of_several_names_is_renamed_as_a_whole(
    line: str, answer: str, wanted: str
) -> None:
    found, _ = identified(line, answer)
    assert found.reasons.get("ORG", "") == wanted
    assert surfaces(found, "ORG") == ([] if wanted else ["Zorb"])


def test_a_list_that_is_no_part_of_the_passage_need_not_be_read() -> None:
    text = "In Boston, Linda Quist sat."
    answers = (Answer("Linda Quist", 11), Answer("Ada Holm and Zorb", None))
    entities = {"e": Entity("e", "PERSON", "Linda Quist")}
    example = Example("1", "d", "", "Who?", text, answers, ("Linda Quist",))
    found = identify(example, [Mention("context", 11, 22, "PERSON", "e")], entities, KNOWLEDGE)
    assert surfaces(found, "PER") == ["Linda", "Quist"]


def test_a_list_with_a_name_of_an_unclear_type_is_not_renamed() -> None:
    text = "Linda Quist and Zorb sat."
    spans = [TypedSpan(0, 11, "PERSON", 1.0), TypedSpan(16, 20, "PERSON", 0.01)]
    passage = link_passage(text, spans)
    example = Example("1", "d", "", "Who?", text, (Answer(text[:20], 0),), (text[:20],))
    found = identify(example, passage.mentions, passage.entities, KNOWLEDGE)
    assert found.reason("PER") == found.reason("GPE") == UNREAD


def test_a_name_beside_an_item_of_a_list_does_not_count_as_the_item() -> None:
    line = "[Linda](PERSON) Quist and [Zorb](PERSON) sat; Linda and Quist-[Holm](PERSON) ate."
    assert surfaces(identified(line, "Linda Quist and Zorb")[0], "PER") == ["Linda", "Zorb"]
    assert identified(line, "Linda and Quist-Holm")[0].reason("PER") == UNREAD


def test_a_country_in_the_title_or_under_another_type_has_no_name_of_its_own() -> None:
    text = "The Peru Salt Board met. Peru sang."
    entities = {"e1": Entity("e1", "ORG", "Peru Salt Board"), "e2": Entity("e2", "ORG", "Peru")}
    mentions = [
        Mention("context", 4, 19, "ORG", "e1"),
        Mention("context", 25, 29, "ORG", "e2"),
        Mention("title", 0, 4, "COUNTRY", "e2"),
    ]
    example = Example("1", "d", "Peru", "What?", text, (Answer(text[4:19], 4),), (text[4:19],))
    found = identify(example, mentions, entities, KNOWLEDGE)
    assert surfaces(found, "ORG") == ["Peru"]


def test_a_place_of_unclear_type_has_the_type_of_the_gazetteer() -> None:
    found, _ = identified("It was [Zorbia](GPE).", "Zorbia")
    assert [(span.span_type, span.surface) for span in found.of("GPE")] == [("STATE", "Zorbia")]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("Salt Board of Zorb.", ["Zorb"]),
        ("U.S. Salt Board", ["U.S."]),
        ("Zorb United States Kell", ["Zorb", "United States", "Kell"]),
        ("Board of Peru and Zinks", ["Peru", "Zinks"]),
    ],
)
def test_the_words_of_an_organization_s_name_without_overlap(name: str, wanted: list[str]) -> None:
    found, _ = identified(f"The [{name}](ORG) met", name)
    assert surfaces(found, "ORG") == wanted


@pytest.mark.parametrize(
    ("line", "question", "kind", "score", "is_found"),
    [
        # A name that was recognized with little certainty is of the type that is asked for.
        ("It sold to [Zorb](PERSON).", "Who bought it?", "PER", 0.8, True),
        ("It sold to [Zorb](PERSON).", "Which company bought it?", "PER", 0.7, False),
        ("She ran [Zorb](ORG).", "Which company did she run?", "ORG", 0.7, True),
        ("She ran [Zorb](ORG).", "Which year did she run?", "ORG", 0.7, False),
        ("He left [Peru](COUNTRY).", "Which country did he leave?", "GPE", 0.7, True),
        ("He left [Peru](COUNTRY).", "What ship did he leave?", "GPE", 0.7, False),
        # A recognizer that is certain is believed, whatever the question says.
        ("It sold to [Zorb](PERSON).", "Which company bought it?", "PER", 1.0, True),
    ],
)
def test_a_name_is_renamed_if_the_question_may_ask_for_it(
    line: str, question: str, kind: AnswerEntityType, score: float, *, is_found: bool
) -> None:
    name = line[line.index("[") + 1 : line.index("]")]
    found, _ = identified(line, name, question, score)
    assert bool(found.of(kind)) is is_found
    assert is_found or found.reason(kind) == UNSURE


@pytest.mark.parametrize(
    ("line", "answer", "question", "is_found"),
    [
        (
            "[Quist](PERSON)'s Second Law held.",
            "Quist's Second Law",
            "Which law describes motion?",
            False,
        ),
        ("It was Aunt [Linda](PERSON).", "Aunt Linda", "Who was it?", True),
        ("It was a law of [Quist](PERSON).", "a law of Quist", "Which law describes motion?", True),
    ],
)
def test_a_part_of_another_name_is_not_the_answer(
    line: str, answer: str, question: str, *, is_found: bool
) -> None:
    assert bool(identified(line, answer, question)[0].of("PER")) is is_found
