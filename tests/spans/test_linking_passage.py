"""Names of a passage tied to entities: who is one, who is not, and what is left alone."""

import pytest
from entity_marks import linked, marked, surfaces, ties
from hypothesis import given
from hypothesis import strategies as st

from builders.spans.linking import link_passage, outermost
from builders.types import Entity, TypedSpan

ONE_EACH = {
    "last name": "[Marta Klein](PERSON:m) came. [Klein](PERSON:m) left.",
    "first name": "[Grace Obi](PERSON:g) came. [Grace](PERSON:g) left.",
    "initials": "[Ana T. Walsh](PERSON:h), [A. T. Walsh](PERSON:h), [A.T. Walsh](PERSON:h).",
    "no middle name": "[Henry T. Walsh](PERSON:h) and [Henry Walsh](PERSON:h).",
    "capitals": "[Fiona McAllister](PERSON:f) lost. [MCALLISTER](PERSON:f) OUT.",
    "particles": "[Jan van der Hoek](PERSON:j), [Van der Hoek](PERSON:j), [Hoek](PERSON:j).",
    "article of a surname": "[Omar al-Din](PERSON:o), [al-Din](PERSON:o), [Din](PERSON:o).",
    "surname in double s": "The [Corless](PERSON:c) engine; [Corless](PERSON:c) won.",
    "king's surname": "King [Otto Reuss](PERSON:r); King [Otto](PERSON:r) and [Otto](PERSON:r).",
    "rank": "[Otto Reuss](PERSON:r); Captain [Otto](PERSON:o), Dr [Reuss](PERSON:r).",
    "introduced": "[Ali Shah](PERSON:s) of heirs such as [Ali](PERSON:a), of [Ali](PERSON:a).",
    "surname introduced": "[Ali Shah](PERSON:s), one named [Shah](PERSON:s), [Ali](PERSON:s).",
    "two surnames": "[Anna Smith-Ortega](PERSON:a), [Paul Smith](PERSON:p), [Smith](PERSON:p).",
    "two first names": "[Jean-Luc Moreau](PERSON:l), [Jean-Luc](PERSON:l), [Jean](PERSON:j).",
    "ruler": "[Gregory VII](PERSON:g) and [Gregory](PERSON:g); [Gregory IX](PERSON:i) later.",
    "byname": "[William the Lion](PERSON:w) and [William](PERSON:w).",
    "hyphens": "[Omar-ul-Din](PERSON:o) and [Omar ul Din](PERSON:o).",
    "marks": "[José Núñez](PERSON:n), [Jose Nunez](PERSON:n), [NUÑEZ](PERSON:n).",
    "suffix": "[Walter Finch Jr.](PERSON:j) and [Walter Finch Sr.](PERSON:s)",
    "nickname": "[William Tell](PERSON:w) or [Bill Tell](PERSON:w)",
    "quoted name": "[Otto “Ox” Reuss](PERSON:o), [Otto Reuss](PERSON:o), [Reuss](PERSON:o).",
    "father and wife": (
        "[Otto Reuss](PERSON:o) was the son of [Karl Reuss](PERSON:k). His wife [Ida Reuss]"
        "(PERSON:i) left. [Reuss](PERSON:o) stayed."
    ),
    "end of a name": "[Ana Luisa Rojas](PERSON:a), then [Luisa Rojas](PERSON:a).",
    "names of one country": (
        "The [United States](COUNTRY:u) ([U.S.](COUNTRY:u)), [USA](COUNTRY:u), [US](COUNTRY:u),"
        " [U. S.](COUNTRY:u), [America](COUNTRY:u)."
    ),
    "old country name": "[Holland](COUNTRY:n) or the [Netherlands](COUNTRY:n)",
    "unresolved place": "[Peru](GPE:p) and [Peru](COUNTRY:p)",
    "unresolved saint": "[St. Louis](GPE:s) and [Saint Louis](CITY:s)",
    "country and people": "[Peru](COUNTRY:c), [Peruvian](NORP:p), [Peruvians](NORP:p)",
    "irregular people": "[Spanish](NORP:s) and [Spaniards](NORP:s), [Swiss](NORP:w)",
    "short place": "the [Pacific Ocean](LOC:p) and the [Pacific](LOC:p)",
    "greater": "[Greater Zorbton](CITY:z) and [Zorbton](CITY:z)",
    "form of state": "the [Democratic Republic of Zorbia](COUNTRY:z); then [Zorbia](COUNTRY:z)",
    "emirate": "the [Islamic Emirate of Zorbia](COUNTRY:z) and [Zorbia](COUNTRY:z)",
    "two Congos": (
        "the [Democratic Republic of the Congo](COUNTRY:d) and the "
        "[Republic of the Congo](COUNTRY:c), or [Congo](COUNTRY:c)"
    ),
    "two forms of state": (
        "the [Kingdom of Zorbia](COUNTRY:k), the [Republic of Zorbia](COUNTRY:r) and "
        "[Zorbia](COUNTRY:z)"
    ),
    "country and river": "[Jordan](LOC:r) into [Jordan](COUNTRY:c), [Jordan Blake](PERSON:b)",
    "acronym without the country": "[U.S. World Oil Body](ORG:w) ([WOB](ORG:w))",
    "country in short": "[United States Oil Body](ORG:w), [U.S. Oil Body](ORG:w), [US](COUNTRY:u)",
    "acronym": "[European Trade Council](ORG:e) ([ETC](ORG:e)), [World Bank](ORG:w)",
    "short body": "the [European Trade Council](ORG:e); the [Council](ORG:e) sat",
    "body of a body": "[Court of the Gelt Union](ORG:c), [Gelt Union](ORG:u), [Court](ORG:c)",
    "law of a body": "[Gelt Union Law](ORG:l) and the [Gelt Union](ORG:u)",
    "legal form": "[Delta Foods, Inc.](ORG:d) and [Delta Foods](ORG:d)",
    "spelling": "[Ministry of Defence](ORG:m), [Ministry of Defense](ORG:m)",
    "wing of a party": "The [Liberal Green Party](ORG:a) met the [Green Party](ORG:b).",
    "party of a country": "The [UK Green Party](ORG:a) met. The [Green Party](ORG:a) won.",
    "team": "The [Arva Rovers](ORG:a) won, and the [Rovers](ORG:a) sang.",
}  # fmt: skip


@pytest.mark.parametrize("line", ONE_EACH.values(), ids=ONE_EACH.keys())
def test_each_entity_is_one_and_no_two_are(line: str) -> None:
    found = ties(line)
    assert all(len(marks) == 1 for marks in found.values()), found
    assert len({next(iter(marks)) for marks in found.values()}) == len(found), found


def test_families_are_entities_of_their_own_that_bear_the_surname() -> None:
    passage = linked(
        "The [Joneses](PERSON) sold. [Peter Jones](PERSON) and [Ida Jones](PERSON) stayed."
    )
    family = passage.entities[passage.mentions[0].entity]
    assert (family.name, family.last, family.first) == ("Jones", "Jones", "")
    assert len(passage.entities) == 3


def test_a_family_needs_no_member_in_the_passage() -> None:
    passage = linked("The [Kennedys](PERSON) sailed.")
    assert [entity.last for entity in passage.entities.values()] == ["Kennedy"]


def test_a_possessive_without_apostrophe_is_the_person() -> None:
    passage = linked("[Robert Guise](PERSON) died. [Roberts](PERSON) army fled.")
    assert len(passage.entities) == 1


@pytest.mark.parametrize(
    ("title", "wanted"), [("Mr.", "PERSON:simon vale"), ("Mrs.", "PERSON:ruth vale")]
)
def test_a_title_tells_people_of_one_surname_apart(title: str, wanted: str) -> None:
    passage = linked(f"[Ruth Vale](PERSON), [Simon Vale](PERSON). {title} [Vale](PERSON) poured.")
    assert passage.mentions[-1].entity == wanted


def test_a_surname_that_two_people_bear_is_their_family() -> None:
    line = "[Ruth Vale](PERSON), [Simon Vale](PERSON). [Vale](PERSON) poured, the [Vales](PERSON)"
    passage = linked(line)
    assert [m.entity for m in passage.mentions[2:]] == ["PERSON:vale family"] * 2
    assert passage.entities["PERSON:vale family"].is_family
    assert not passage.entities["PERSON:ruth vale"].is_family


def test_a_family_is_called_as_it_is_written_outside_of_a_heading() -> None:
    passage = linked(
        "[Ruth Vale](PERSON), [Simon Vale](PERSON): [VALE](PERSON) WINS. [Vale](PERSON)"
    )
    assert passage.entities["PERSON:vale family"].name == "Vale"


@pytest.mark.parametrize("other", ["Ruth Holm", "Ruth Obi"])
def test_a_name_that_may_be_two_peoples_is_left_alone_with_a_reason(other: str) -> None:
    line = f"[Ruth Vale](PERSON), [{other}](PERSON). [Ruth](PERSON) poured."
    passage = linked(line)
    assert len(passage.mentions) == 2
    [(mention, reason)] = passage.undecided
    assert surfaces(marked(line)[0], (mention,)) == ["Ruth"]
    assert "Ruth Vale" in reason
    assert other in reason


@pytest.mark.parametrize(
    "line",
    [
        "[Ruth Vale](PERSON) (1801-1850) met [Simon Vale](PERSON). [Vale](PERSON) poured.",
        "[Ruth Vale](PERSON), born Quist, met [Simon Vale](PERSON). [Vale](PERSON) poured.",
        "To [Ruth Vale](PERSON), the son of a miller, [Simon Vale](PERSON), came. [Vale](PERSON)",
        "[Ruth Vale](PERSON) met the son of the old miller [Simon Vale](PERSON). [Vale](PERSON)",
    ],
)
def test_a_bare_surname_is_whose_life_is_told_and_no_relative(line: str) -> None:
    assert linked(line).mentions[-1].entity == "PERSON:ruth vale"


def test_who_was_named_before_bears_the_bare_surname() -> None:
    passage = linked("[Ruth Vale](PERSON) sang. [Vale](PERSON) won. [Simon Vale](PERSON) lost.")
    assert passage.mentions[1].entity == "PERSON:ruth vale"


def test_a_first_name_alone_is_not_a_later_nobleman_of_that_name() -> None:
    found = ties("[Richard](PERSON:king) sailed with [Richard de Vere](PERSON:other).")
    assert len(found) == 2


def test_parts_of_a_person() -> None:
    passage = linked(
        "[Jan van der Hoek](PERSON), [David I](PERSON), [Conrad of Gelt](PERSON), [Ibo](PERSON),"
        " [Walter Finch, Jr.](PERSON)"
    )
    parts = {e.name: (e.first, e.last) for e in passage.entities.values()}
    assert parts == {
        "Jan van der Hoek": ("Jan", "van der Hoek"),
        "David I": ("David", ""),
        "Conrad of Gelt": ("Conrad", ""),
        "Ibo": ("", ""),
        "Walter Finch, Jr.": ("Walter", "Finch"),
    }


def test_the_fullest_name_names_and_the_others_are_aliases() -> None:
    passage = linked("[U.S.](COUNTRY) or [United States](COUNTRY) or [USA](COUNTRY)")
    [entity] = passage.entities.values()
    assert (entity.id, entity.name) == ("COUNTRY:united states", "United States")
    assert entity.aliases == ("U.S.", "USA")


@pytest.mark.parametrize(
    "line",
    [
        "The [Normans](NORP) and [Norman](NORP) art",
        "[Normans](NORP)",
        "[NORMAN](NORP) ART: the [Normans](NORP) sang.",
    ],
)
def test_a_people_is_named_by_its_singular(line: str) -> None:
    [entity] = linked(line).entities.values()
    assert (entity.id, entity.name, entity.aliases) == ("NORP:norman", "Norman", ())


@pytest.mark.parametrize("name", ["Turkmen", "Swiss", "Yemen"])
def test_a_people_that_only_ends_like_a_plural_keeps_its_name(name: str) -> None:
    [entity] = linked(f"The [{name}](NORP) traders came.").entities.values()
    assert entity.name == name


def test_ids_do_not_depend_on_what_else_a_passage_says() -> None:
    alone = linked("[Marta Klein](PERSON) left.")
    among = linked("[Paul Klein](PERSON) met [MARTA KLEIN](PERSON) and the [US](COUNTRY).")
    assert set(alone.entities) <= set(among.entities)
    assert "COUNTRY:united states" in among.entities


def test_an_entity_that_is_known_beforehand_need_not_have_its_full_name_in_the_passage() -> None:
    known = [Entity("1", "PERSON", "Ada Quist", "Ada", "Quist"), Entity("2", "ORG", "Zorb Board")]
    text, spans, _ = marked("[Quist](PERSON) wrote that the [Board](ORG) slept.")
    passage = link_passage(text, spans, known=known)
    assert passage.mentions[0].entity == "1"
    assert len(passage.mentions) == 2


def test_outer_names_win() -> None:
    spans = [TypedSpan(0, 18, "ORG"), TypedSpan(14, 18, "CITY"), TypedSpan(30, 34, "CITY")]
    assert outermost(spans) == (spans[0], spans[2])


_WORDS = st.sampled_from([
    "Marta", "Klein", "Paul", "van", "der", "Hoek", "Smith-Ortega", "Jr.", "VII", "the", "Lion",
    "of", "Oslo", "US", "U.S.", "Peru", "İda", "O'Dea", "Müller", "Mu\u0308ller", "ß", "北京", "de",
])  # fmt: skip
_TYPES = st.sampled_from(["PERSON", "ORG", "GPE", "COUNTRY", "STATE", "CITY", "LOC", "NORP"])


@st.composite
def _passages(draw: st.DrawFn) -> tuple[str, list[TypedSpan]]:
    text, spans = "", []
    for words in draw(st.lists(st.lists(_WORDS, min_size=1, max_size=4), max_size=8)):
        start = len(text)
        text += " ".join(words)
        spans.append(TypedSpan(start, len(text), draw(_TYPES)))
        text += draw(st.sampled_from([". ", ", ", " and the ", " Mr. "]))
    return text, spans


@given(_passages())
def test_every_span_is_tied_or_left_with_a_reason(passage: tuple[str, list[TypedSpan]]) -> None:
    text, spans = passage
    linked_passage = link_passage(text, spans)
    covered = [(m.start, m.end) for m in linked_passage.mentions]
    covered += [(m.start, m.end) for m, reason in linked_passage.undecided if reason]
    assert sorted(covered) == [(span.start, span.end) for span in spans]
    assert {m.entity for m in linked_passage.mentions} == set(linked_passage.entities)
    assert all(e.id == key and e.name for key, e in linked_passage.entities.items())
    assert link_passage(text, spans) == linked_passage
