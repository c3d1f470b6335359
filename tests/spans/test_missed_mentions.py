"""A name that a recognizer found once is found wherever it means the same entity."""

import pytest

from builders.spans.missed_mentions import missed_mentions, names_of_one
from builders.types import Entity, EntityType, Mention

TEMUR = Entity("PERSON:temur khan", "PERSON", "Temur Khan", "Temur", "Khan")
HOLM = Entity("PERSON:holm", "PERSON", "Holm")
TOWN = Entity("CITY:arva", "CITY", "Arva", aliases=("Arva City",))
RADIO = Entity("ORG:qzb", "ORG", "QZB")
MAY = Entity("PERSON:may", "PERSON", "May")


def missed(
    text: str, *entities: Entity, found: tuple[tuple[str, EntityType], ...] = ()
) -> list[str]:
    """Return the surfaces of missed mentions where `found` are the first mentions of these."""
    mentions = [
        Mention("context", text.index(one), text.index(one) + len(one), type_, f"{type_}:{one}")
        for one, type_ in found
    ]
    new = missed_mentions("context", text, names_of_one(entities), mentions)
    assert all(mention.entity in {entity.id for entity in entities} for mention in new)
    return [text[mention.start : mention.end] for mention in new]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("When Holm and Temur Khan won, Khan died, and Temur's son.",
         ["Holm", "Temur Khan", "Khan", "Temur"]),
        ("After Dr. Holm came Captain Holm.", ["Holm", "Holm"]),
        ("The anti-Holm party of Arva-born men", ["Holm", "Arva"]),
        ("Arva Polytechnic and the Arva Otters of Arva City", ["Arva", "Arva", "Arva City"]),
        ("QZB, a QZB Video Services company", ["QZB", "QZB"]),
        ("Arva_Polytechnic", ["Arva"]),
    ],
)  # fmt: skip
def test_a_known_name_is_found_again(text: str, names: list[str]) -> None:
    assert missed(text, TEMUR, HOLM, TOWN, RADIO) == names


@pytest.mark.parametrize(
    "text",
    [
        "Under Ogdai Khan it grew.",  # another Khan
        "Temur Ogdai came.",
        "Holm Electric is a company.",
        "Robert Holm came.",
        "The Smith-Holm pact and the Holm-Smith pact",
        "South Arva is far, QZB-Otto is new, and Otto-QZB too.",
        "Holmes came to Arvada in holm.",
    ],
)
def test_a_part_of_another_name_is_not_found(text: str) -> None:
    assert missed(text, TEMUR, HOLM, TOWN, RADIO) == []


def test_mentions_that_are_known_are_not_found_again() -> None:
    text = "The Treaty of Arva was signed in Arva."
    assert missed(text, TOWN, found=(("Treaty of Arva", "MISC"),)) == ["Arva"]
    assert missed(text, TOWN, found=(("Treaty of Arva", "MISC"), ("in Arva", "ORG"))) == []


def test_a_name_of_two_entities_and_an_ordinary_word_are_not_found() -> None:
    namesake = Entity("PERSON:arva", "PERSON", "Arva")
    assert missed("In Arva, Arva sang.", TOWN, namesake) == []
    assert missed("In May she sang.", MAY) == []


LANDS = {
    name: Entity(f"{kind}:{name}", kind, name)
    for name, kind in (
        ("Algeria", "COUNTRY"), ("Jordan", "COUNTRY"), ("Mexico", "COUNTRY"), ("Kosovo", "COUNTRY"),
        ("Holm", "PERSON"),
    )
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the Chaoui of Northeast Algeria", ["Algeria"]),
        ("Toyota Algeria and Virginia Algeria", []),
        ("the A1 Algeria\u2013Kosovo Highway", ["Algeria", "Kosovo"]),
        ("the Kosovo-Algeria border", ["Kosovo", "Algeria"]),
        ("the Holm-Algeria affair and the Algeria-Holm affair", []),
        ("Michael Jordan left New Mexico.", []),
        ("Northeast Holm", []),
    ],
)
def test_words_beside_a_country_make_no_other_name_but_for_persons_and_places(
    text: str, names: list[str]
) -> None:
    found = missed_mentions("context", text, LANDS, [], {"New Mexico"}.__contains__)
    assert [text[one.start : one.end] for one in found] == names
    assert missed_mentions("context", text, LANDS, []) == ()
