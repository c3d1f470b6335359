"""What kind of word or place a name has in it, and which articles stand before names."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from builders.spans.aliases import is_acronym, nationality_key, singular_nation
from builders.spans.articles_of_names import (
    names_with_article,
    names_with_definite,
    names_with_indefinite,
    peoples_with_article,
)
from builders.spans.knowledge import Knowledge
from builders.types import Mention
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
        ("Salt Reading", "CITY"), ("North", None), ("Board", None), ("Y", None), ("Ely", "CITY"),
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
        ("Ny-Zorb", "RARE"), ("X-Salt", None),
    ],
)  # fmt: skip
def test_a_word_names_an_organization_if_it_is_proper_or_rare(word: str, kind: str | None) -> None:
    assert KNOWLEDGE.word_type(word) == kind


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
        ("yemen", "yemen"), ("rus", "rus"), ("lao", "lao"), ("thais", "thai"), ("laos", "lao"),
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


def mentions(text: str, *names: str) -> list[Mention]:
    """Return the mentions of names wherever they occur."""
    return [
        Mention("context", at, at + len(name), "COUNTRY", name)
        for name in names
        for at in range(len(text))
        if text.startswith(name, at)
    ]


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        ("The Kenya.", "Kenya", True),
        ("They left the Kenya.", "Kenya", True),
        ("They left Kenya.", "Kenya", False),
        ("In the Kenya team.", "Kenya", False),
        ("Kenya, the Kenya.", "Kenya", False),
        ("Kenya, the Kenya, the Kenya.", "Kenya", True),
        ("In Gambia.", "Gambia", True),
        ("bathe Kenya.", "Kenya", False),
        ("the\u00a0Kenya.", "Kenya", True),
    ],
)
def test_a_country_has_the_article_if_it_mostly_follows_one(
    text: str, name: str, wanted: bool
) -> None:
    assert list(names_with_article(text, mentions(text, name)).values()) == [wanted]


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        ("The French sang.", "French", True),
        ("The French team sang.", "French", True),
        ("A French song.", "French", False),
        ("French sang.", "French", False),
        ("The Seminole and others.", "Seminole", True),
        ("The Seminole chief.", "Seminole", False),
        ("bathe Seminole.", "Seminole", False),
    ],
)
def test_a_people_in_the_plural_without_an_ending_follows_the_article(
    text: str, name: str, wanted: bool
) -> None:
    found = peoples_with_article(text, mentions(text, name), lambda one: one == "French")
    assert found == ({name.lower(): True} if wanted else {})


@pytest.mark.parametrize(
    ("text", "name", "wanted"),
    [
        ("The Rhine.", "Rhine", True),
        ("He saw the Rhine.", "Rhine", True),
        ("He saw Rhine.", "Rhine", False),
        ("the RAND report", "RAND", None),
        ("He joined the University of Lima choir", "University of Lima", True),
        ("He joined Lima University choir", "Lima University", False),
        ("the Rhine Falls grow", "Rhine", None),
        ("the Zorb Kell grew", "Zorb Kell", None),
        ("bathe Rhine.", "Rhine", False),
    ],
)
def test_an_organization_or_a_place_has_the_definite_article_or_not(
    text: str, name: str, wanted: bool | None
) -> None:
    assert list(names_with_definite(text, mentions(text, name)).values()) == (
        [] if wanted is None else [wanted]
    )


def test_what_the_text_says_of_the_article_precedes_what_the_name_says() -> None:
    text = "Lima University choir. He joined the Lima University."
    assert list(names_with_definite(text, mentions(text, "Lima University")).values()) == [True]
    text = "He joined the Lima University. Lima University choir."
    assert list(names_with_definite(text, mentions(text, "Lima University")).values()) == [True]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("A Kenyan sang.", {"kenyan": False}),
        ("He met an Kenyan.", {"kenyan": True}),
        ("an\u00a0Kenyan", {"kenyan": True}),
        ("The Kenyan sang.", {}),
        ("Juan Kenyan", {}),
        ("banana Kenyan", {}),
    ],
)
def test_names_after_a_and_an(text: str, wanted: dict[str, bool]) -> None:
    assert names_with_indefinite(text, mentions(text, "Kenyan")) == wanted
