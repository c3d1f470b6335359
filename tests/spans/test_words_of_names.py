"""What kind of word or place a name has in it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from builders.spans.aliases import is_acronym, nationality_key, singular_nation
from builders.spans.knowledge import Knowledge
from name_collections.name import Name


@dataclass(frozen=True)
class Words:
    """A small lexicon: common words, proper nouns, and words without counts."""

    common: frozenset[str] = frozenset(
        {"export", "swat", "bake", "write", "salt", "of", "ny", "reading"}
    )
    proper: frozenset[str] = frozenset({"qaeda", "al", "kell", "ibm"})
    listed: frozenset[str] = frozenset({"zoon"})

    def is_counted(self, word: str) -> bool:
        return word in self.common | self.proper

    def is_known(self, word: str) -> bool:
        return word in self.common | self.proper | self.listed

    def is_proper(self, word: str) -> bool:
        return word in self.proper

    def is_common(self, word: str) -> bool:
        return word in self.common


KNOWLEDGE = Knowledge.of(
    [
        Name("United States", "COUNTRY"), Name("Zorbia", "COUNTRY"), Name("Zorbia", "STATE"),
        Name("Zorbia", "CITY"), Name("Kell", "STATE"), Name("Kell", "CITY"), Name("Arva", "CITY"),
        Name("Of", "CITY"), Name("Reading", "CITY"), Name("Salt Reading", "CITY"),
        Name("North", "CITY"), Name("Board", "CITY"), Name("Y", "CITY"), Name("Ely", "CITY"),
        Name("ELPAS", "CITY"), Name("ELPASO", "CITY"), Name("Zorbian", "NATIONALITY"),
    ],
    Words(),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Zorbia", "COUNTRY"), ("Kell", "STATE"), ("Arva", "CITY"), ("arva", "CITY"),
        ("the Arva", "CITY"), ("U.S.", "COUNTRY"), ("US", "COUNTRY"), ("USA", "COUNTRY"),
        ("Zorbian", None), ("Nowhere", None), ("Of", None), ("Reading", None),
        ("Salt Reading", "CITY"), ("North", None),
        ("the North", None), ("Board", None), ("Y", None), ("Ely", "CITY"),
        ("ELY", None), ("ELPAS", None), ("ELPASO", "CITY"),
    ],
)  # fmt: skip
def test_a_place_has_the_type_of_the_gazetteer_unless_it_is_a_word(
    name: str, kind: str | None
) -> None:
    assert KNOWLEDGE.place_type(name) == kind


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("Kell", "NNP"), ("Qaeda", "NNP"), ("Al-Qaeda", "NNP"), ("Al-qaeda", None),
        ("Zorb", "RARE"), ("Zorb,", "RARE"), ("zorb", None), ("Salt", None), ("Zoon", None),
        ("Exporting", None), ("Writing", None), ("Baking", "RARE"), ("Zorbing", "RARE"),
        ("Z", None), ("Zo", "RARE"), ("Z3", None), ("A&B", "RARE"), ("Kell-Salt", None),
        ("Kell-Zorb", "RARE"), ("Non-Salt", None), ("Board", None), ("North", None),
        ("ZOON", "RARE"), ("ZoonX", "RARE"), ("SWAT", None), ("ZOONS", "RARE"), ("IBM", "NNP"),
        ("Ny-Zorb", "RARE"), ("X-Salt", None), ("Democrats", None),
    ],
)  # fmt: skip
def test_a_word_names_an_organization_if_it_is_proper_or_rare(word: str, kind: str | None) -> None:
    assert KNOWLEDGE.word_type(word) == kind


def test_places_are_known_by_all_names_of_their_country_and_with_their_article() -> None:
    rows = [
        ("Netherlands", "COUNTRY"), ("The Hague", "CITY"), ("Georgia", "CITY"), ("Y", "CITY"),
        ("Georgia", "COUNTRY"), ("Georgia", "STATE"), ("Utah", "CITY"), ("Utah", "STATE"),
        ("Dutch", "NATIONALITY"),
    ]  # fmt: skip
    known = Knowledge.of([Name(text, kind) for text, kind in rows], Words())
    names = ("Holland", "The Hague", "Georgia", "Utah", "Dutch", "USSR", "y")
    assert [known.place_type(name) for name in names] == [
        "COUNTRY", "CITY", "COUNTRY", "STATE", None, None, None,
    ]  # fmt: skip


def test_letters_name_nobody_and_a_hyphenated_word_may_be_a_proper_noun() -> None:
    proper = Knowledge.of([], Words(proper=frozenset({"x", "coca-cola"}), common=frozenset()))
    assert [proper.word_type(word) for word in ("X", "Coca-Cola", "Coca")] == [None, "NNP", "RARE"]


def test_an_acronym_is_not_looked_up_as_a_dictionary_word() -> None:
    listed = Knowledge.of([], Words(listed=frozenset({"yacht", "nvent"})))
    words = ("YACHT", "Yacht", "NVent", "Nvent")
    assert [listed.word_type(word) for word in words] == ["RARE", None, "RARE", None]


def test_a_long_word_in_capitals_is_looked_up_as_a_word() -> None:
    listed = Knowledge.of([], Words(listed=frozenset({"zoonix"})))
    assert listed.word_type("ZOONIX") is None
    assert listed.word_type("ZooNIX") == "RARE"


@pytest.mark.parametrize(
    ("name", "acronym"),
    [
        ("UN", True), ("U.N.", True), ("BBCs", True), ("PwC", True), ("NaCl", False), ("Un", False),
        ("U", False), ("UNESCOXY", True), ("UNESCOXYZ", False), ("UN XY", False), ("FBI ", True),
        ("F-16", False), ("AB12", True),
    ],
)  # fmt: skip
def test_an_acronym_has_at_most_one_small_letter(name: str, acronym: bool) -> None:
    assert is_acronym(name) == acronym


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("normans", "norman"), ("swiss", "swiss"), ("frenchmen", "frenchman"), ("zulus", "zulu"),
        ("yemen", "yemen"), ("turkmen", "turkmen"), ("turkmens", "turkmen"),
        ("rus", "rus"), ("lao", "lao"), ("thais", "thai"), ("laos", "lao"),
        ("welshmen", "welshman"),
    ],
)  # fmt: skip
def test_the_singular_of_a_people(plural: str, singular: str) -> None:
    assert singular_nation(plural) == singular


@pytest.mark.parametrize(
    ("name", "people"),
    [
        ("Danes", "danish"), ("Dane", "danish"), ("Danish", "danish"), ("Arabs", "arab"),
        ("Arabic", "arab"), ("Irishmen", "irish"), ("Norsemen", "norse"), ("Kenyans", "kenyan"),
        ("Anglo-Normans", "anglo norman"), ("U.S.", "u.s"), ("Chinese", "chinese"),
    ],
)  # fmt: skip
def test_all_names_of_a_people_have_one_key(name: str, people: str) -> None:
    assert nationality_key(name) == people
