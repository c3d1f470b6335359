"""A passage's entities found in questions, titles and aliases, with and without a recognizer."""

import unicodedata
from itertools import pairwise

import pytest
from entity_marks import in_field, linked, marked
from hypothesis import given
from hypothesis import strategies as st

from builders.spans.linking import link_field
from builders.text import is_whole
from builders.types import TypedSpan

DECOMPOSED = unicodedata.normalize("NFD", "Søren Čapek")
PASSAGE = linked(
    "[Grace Obi](PERSON) met [Karl Bush](PERSON) and the [Bakers](PERSON), of whom [Olive Baker]"
    "(PERSON) ran the [European Trade Council](ORG), in [Oslo](CITY), [Chad](COUNTRY) and the "
    "[United States](COUNTRY). The [Normans](NORP) of [Søren Čapek](PERSON) hid behind a bush "
    "near [New York](CITY), where the bakers work."
)

FOUND = {
    "full": ("Who is Grace Obi?", ["Grace Obi"]),
    "last": ("What did Obi study?", ["Obi"]),
    "first": ("What did Grace study?", ["Grace"]),
    "possessive": ("Whose is Grace Obi's hat?", ["Grace Obi"]),
    "curly possessive": ("Whose is Obi’s hat?", ["Obi"]),
    "no apostrophe": ("Whose is Obis hat?", ["Obis"]),
    "small letters": ("where did grace obi go, is obi in oslo", ["grace obi", "obi", "oslo"]),
    "capitals": ("WHERE DID GRACE OBI STUDY?", ["GRACE OBI"]),
    "underscores": ("Grace_Obi", ["Grace_Obi"]),
    "decomposed": (f"Did {DECOMPOSED} win?", [DECOMPOSED]),
    "no marks": ("Did Soren Capek win?", ["Soren Capek"]),
    "initials": ("Did G. Obi win?", ["G. Obi"]),
    "plural": ("When did the Bakers move?", ["Bakers"]),
    "people in the title of an article": ("History of Norman art", ["Norman"]),
    "singular people": ("Which Norman won?", ["Norman"]),
    "aliases": ("Did the US, the U.S. or America win?", ["US", "U.S.", "America"]),
    "acronym": ("What is the ETC?", ["ETC"]),
    "small place": ("What is near oslo in Norway?", ["oslo"]),
    "surname at the start": ("Obi studied what?", ["Obi"]),
    "zero width": ("Is Os\u200blo big?", ["Os\u200blo"]),
}  # fmt: skip

NOT_FOUND = {
    "common word": "What hid behind the bush in May?",
    "common word at the start": "Bush fires burn where?",
    "common noun": "What do the bakers of Norway do?",
    "pronoun": "What did they tell us?",
    "shouted pronoun": "Who cried JOIN US to all?",
    "another person's first name": "Who is Grace Haddon?",
    "another person's last name": "Who is Edith Obi?",
    "double surname": "Who is Obi-Kante?",
    "part of a longer place": "What is Port Oslo?",
    "inside a treaty": "When was the Treaty of Oslo signed?",
    "inside a body": "Who runs Oslo University?",
    "inside a word": "What are Osloites and Obiang?",
    "event": "When was the Norman Conquest?",
    "currency": "Who paid US$3?",
    "other sentence": "Who wrote to Gracen? Obidos is a town.",
}


@pytest.mark.parametrize(("text", "wanted"), FOUND.values(), ids=FOUND.keys())
def test_found(text: str, wanted: list[str]) -> None:
    assert [surface for surface, _ in in_field(PASSAGE, text)] == wanted


@pytest.mark.parametrize("text", NOT_FOUND.values(), ids=NOT_FOUND.keys())
def test_not_found(text: str) -> None:
    assert in_field(PASSAGE, text) == []


def test_every_form_is_tied_to_its_entity() -> None:
    found = in_field(PASSAGE, "Did Karl, the Bakers, Olive, America or the ETC know Bush?")
    assert found == [
        ("Karl", "PERSON:karl bush"),
        ("Bakers", "PERSON:baker family"),
        ("Olive", "PERSON:olive baker"),
        ("America", "COUNTRY:united states"),
        ("ETC", "ORG:european trade council"),
        ("Bush", "PERSON:karl bush"),
    ]


def test_a_surname_of_several_is_whose_the_passage_says() -> None:
    passage = linked(
        "[Otto Reuss](PERSON), the son of [Karl Reuss](PERSON), sang. [Reuss](PERSON) left."
    )
    mentions, _ = link_field(passage, "question", "Where did Reuss sing?")
    assert [mention.entity for mention in mentions] == ["PERSON:otto reuss"]
    two = linked("[Otto Reuss](PERSON) met [Karl Reuss](PERSON).")
    assert link_field(two, "question", "Where did Reuss sing?") == ((), ())


def test_an_article_is_no_initial() -> None:
    passage = linked("[Alan Zorbing](PERSON) built it.")
    for question, wanted in (
        ("What can a Zorbing machine do in Peru?", "Zorbing"),
        ("What did A. Zorbing build in Peru?", "A. Zorbing"),
    ):
        assert in_field(passage, question) == [(wanted, "PERSON:alan zorbing")]


def test_a_word_that_opens_a_question_is_no_name_if_the_passage_writes_it_small() -> None:
    passage = linked("Men with a will live long, they say of [Oslo](CITY).")
    for question, wanted in (("Will lives how?", 0), ("How does Will live?", 1)):
        start = question.index("Will")
        spans = (TypedSpan(start, start + 4, "PERSON"),)
        assert len(link_field(passage, "question", question, spans)[0]) == wanted


def test_a_form_that_two_entities_share_is_left_alone_or_told_by_its_place() -> None:
    passage = linked("[Chad Miller](PERSON) flew to [Chad](COUNTRY).")
    assert in_field(passage, "Did Chad win?") == []
    assert in_field(passage, "Who lives in Chad?") == [("Chad", "COUNTRY:chad")]
    assert in_field(passage, "Is Chad Miller old?") == [("Chad Miller", "PERSON:chad miller")]


def test_a_recognizers_type_tells_namesakes_apart() -> None:
    passage = linked("[Chad Miller](PERSON) flew to [Chad](COUNTRY).")
    text, spans, _ = marked("Did [Chad](PERSON) like [Chad](COUNTRY)?")
    assert in_field(passage, text, tuple(spans)) == [
        ("Chad", "PERSON:chad miller"),
        ("Chad", "COUNTRY:chad"),
    ]


def test_a_town_called_like_a_country_elsewhere_is_the_town() -> None:
    passage = linked("[Holland](CITY) is a town; it is not in the [Netherlands](COUNTRY).")
    assert in_field(passage, "Where is Holland?") == [("Holland", "CITY:holland")]


@pytest.mark.parametrize("longer", ["Arva upon Lune", "Arva-on-the-Lune", "Arva City"])
def test_a_town_is_known_by_a_longer_name(longer: str) -> None:
    passage = linked("[Arva](CITY) grew. [Oslo](CITY) did not.")
    text, spans, _ = marked(f"When was [{longer}](CITY) founded?")
    assert in_field(passage, text, tuple(spans)) == [(longer, "CITY:arva")]


def test_a_stranger_of_the_same_first_name_is_an_entity_of_the_question() -> None:
    text, spans, _ = marked("When did [Grace Haddon](PERSON) march with Obi?")
    mentions, new = link_field(PASSAGE, "question", text, spans)
    assert [entity.id for entity in new] == ["PERSON:grace haddon"]
    assert [mention.entity for mention in mentions] == ["PERSON:grace haddon", "PERSON:grace obi"]
    assert {mention.field for mention in mentions} == {"question"}


def test_of_a_fuller_name_the_part_that_the_passage_has_is_tied() -> None:
    passage = linked("[Klein](PERSON) left.")
    text, spans, _ = marked("Who is [Marta Klein](PERSON)?")
    assert in_field(passage, text, tuple(spans)) == [("Klein", "PERSON:klein")]


@pytest.mark.parametrize("capital", ["Mexico City", "City of Mexico"])
def test_a_city_is_not_called_by_the_name_of_its_country(capital: str) -> None:
    passage = linked(f"They left [{capital}](CITY) in May.")
    text, spans, _ = marked("Why did they leave [Mexico](COUNTRY)?")
    assert in_field(passage, text, tuple(spans)) == [("Mexico", "COUNTRY:mexico")]
    assert in_field(passage, text) == []


def test_an_outer_name_that_only_the_question_has_keeps_its_inner_one() -> None:
    text, spans, _ = marked("Who founded the [University of Oslo](ORG)?")
    assert in_field(PASSAGE, text, tuple(spans)) == [
        ("University of Oslo", "ORG:university of oslo")
    ]


def test_what_the_passage_has_and_takes_for_no_name_is_none_elsewhere() -> None:
    passage = linked("A force acts and will act on QX, a Terra ignota of [Mia Holm](PERSON).")
    for question in (
        "What is [QX](ORG)?", "What is [Force](ORG)?", "[Force](PERSON) does what?",
        "What is [Terra Ignota](PERSON)?",
    ):  # fmt: skip
        text, spans, _ = marked(question)
        assert in_field(passage, text, tuple(spans)) == []
    text, spans, _ = marked("Who is [Will](PERSON)?")
    assert in_field(passage, text, tuple(spans)) == [("Will", "PERSON:will")]
    assert link_field(passage, "title", "Force", [TypedSpan(0, 5, "PERSON")])[0] == ()


def test_a_surname_without_its_article_is_found_where_the_passage_has_it() -> None:
    passage = linked("[Ali al-Zorbi](PERSON) left. [Zorbi](PERSON) slept.")
    assert in_field(passage, "When did Zorbi sleep?") == [("Zorbi", "PERSON:ali al zorbi")]
    assert in_field(linked("[Ali al-Zorbi](PERSON) left."), "When did Zorbi sleep?") == []


def test_a_surname_without_its_particle_is_found_where_a_person_is_read() -> None:
    passage = linked("[Ada de Gelt](PERSON) sailed with [Ivo de Holm](PERSON).")
    text, spans, _ = marked("Whom did [Gelt](PERSON) meet?")
    assert in_field(passage, text, tuple(spans)) == [("Gelt", "PERSON:ada de gelt")]
    text, spans, _ = marked("How far is [Gelt](CITY)?")
    assert in_field(passage, text, tuple(spans)) == [("Gelt", "CITY:gelt")]


def test_a_surname_that_two_bear_and_that_is_read_as_a_town_is_whose_the_passage_says() -> None:
    passage = linked(
        "[Ada Gelt](PERSON) was the daughter of [Ivo Gelt](PERSON). Later [Gelt](PERSON) sang."
    )
    text, spans, _ = marked("Whom did [Gelt](CITY) meet?")
    assert in_field(passage, text, tuple(spans)) == [("Gelt", "PERSON:ada gelt")]


def test_two_known_persons_joined_are_those_two() -> None:
    passage = linked("[Mia Holm](PERSON) met [Ida Quist](PERSON).")
    text, spans, _ = marked("What did [Holm and Quist](ORG) eat?")
    assert in_field(passage, text, tuple(spans)) == [
        ("Holm", "PERSON:mia holm"), ("Quist", "PERSON:ida quist"),
    ]  # fmt: skip
    text, spans, _ = marked("What did [Holm and Sons](ORG) eat?")
    assert in_field(passage, text, tuple(spans)) == [("Holm and Sons", "ORG:holm and sons")]


def test_two_known_bodies_joined_are_those_two() -> None:
    passage = linked("[Zorb](ORG) fought [Gelt](ORG) in [Oslo](CITY).")
    text, spans, _ = marked("What did [Zorb and Gelt](ORG) build?")
    assert [name for name, _ in in_field(passage, text, tuple(spans))] == ["Zorb", "Gelt"]
    text, spans, _ = marked("What did [Zorb and Oslo](ORG) build?")
    assert [name for name, _ in in_field(passage, text, tuple(spans))] == ["Zorb and Oslo"]


def test_what_an_acronym_of_the_passage_stands_for_is_the_same_body() -> None:
    passage = linked("The [ZU](ORG) met.")
    for line in ("[Zorb Union](ORG) law", "law of the [Zorb Union](ORG)"):
        text, spans, _ = marked(line)
        assert in_field(passage, text, tuple(spans)) == [("Zorb Union", "ORG:zu")]


def test_one_letter_wrong_is_the_same_name() -> None:
    passage = linked("[Isaac Komnen](PERSON) and the [Scottish](NORP) of [Maastricht](CITY)")
    text, spans, _ = marked(
        "Did [Issac](PERSON) on [Issacs](PERSON) ship help [Scotish](NORP) [Mastricht](CITY)?"
    )
    assert [entity for _, entity in in_field(passage, text, tuple(spans))] == [
        "PERSON:isaac komnen",
        "PERSON:isaac komnen",
        "NORP:scottish",
        "CITY:maastricht",
    ]


def test_one_letter_wrong_is_the_same_name_whatever_a_recognizer_takes_it_for() -> None:
    passage = linked("[Zorbenet](ORG) was founded by [Quist](PERSON).")
    text, spans, _ = marked("Who founded [Zorbnet](PERSON)?")
    assert [entity for _, entity in in_field(passage, text, tuple(spans))] == ["ORG:zorbenet"]


def test_a_country_is_not_its_people_misspelt() -> None:
    passage = linked("[Russia](COUNTRY) and [Francis Hill](PERSON)")
    text, spans, _ = marked(
        "Did the [Russian](NORP) and [Austria](COUNTRY) meet [France](COUNTRY)?"
    )
    assert not {entity for _, entity in in_field(passage, text, tuple(spans))} & set(
        passage.entities
    )


_TEXTS = st.text(
    st.sampled_from("Grace Obi olUSuwh.,'’-_?\u200b\u0301İßé北 \n"), max_size=40
) | st.lists(
    st.sampled_from(["Grace", "Obi", "obi", "US", "us", "Oslo", "oslo", "New York", "the", "Will"]),
    max_size=8,
).map(" ".join)


@given(_TEXTS)
def test_mentions_are_whole_sorted_and_apart_in_any_text(text: str) -> None:
    mentions, new = link_field(PASSAGE, "title", text)
    assert new == ()
    assert all(is_whole(text, mention.start, mention.end) for mention in mentions)
    assert all(a.end <= b.start for a, b in pairwise(mentions))
    assert {mention.entity for mention in mentions} <= set(PASSAGE.entities)
