from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import pytest

from name_collections.casing import from_capitals
from name_collections.check import check
from name_collections.collection import Name, NameCollection
from name_collections.columns import Columns
from name_collections.errors import FixNamesFileError
from name_collections.facts import read
from name_collections.lexicon import Lexicon, Word
from name_collections.name import gender_of
from name_collections.reference_names import proper_nouns
from name_collections.risk import ReferenceNames, flag, reason
from name_collections.store import make
from name_collections.study import factors, sample

REFERENCE_NAMES = ReferenceNames(
    Lexicon({"will": Word(2, 90, "will"), "smith": Word(40, 41, ""), "kim": Word(0, 1, "kim"),
             "martin": Word(8, 9, "Martin"), "retreat": Word(0, 5, "retreat")}),
    places=frozenset({"jordan", "georgia", "paris"}),
    countries=frozenset({"jordan", "georgia", "german"}),
    people=frozenset({"gonzalo", "murphy"}),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "span_type", "risky"),
    [
        ("Will", "FIRST_MALE", "common word"),
        ("Hope", "FIRST_FEMALE", "common word"),
        ("Kim", "FIRST_FEMALE", "common word"),
        ("Smith", "LAST", ""),
        ("Martin", "LAST", ""),
        ("Jordan", "FIRST_MALE", "name of a place or people"),
        ("Paris", "LAST", "name of a place or people"),
        ("E", "LAST", "one letter"),
        ("Akyerε", "LAST", "not in Latin letters"),
        ("Will Smith", "PERSON", ""),
        ("Murphy", "CITY", "name of a person"),
        ("Georgia", "CITY", "name of a country or people"),
        ("Retreat", "CITY", "common word"),
        ("Powiat sandomierski", "CITY", "label of a division"),
        ("Arrondissement de Vesoul", "CITY", "label of a division"),
        ("Municipality of Kobarid", "CITY", "label of a division"),
        ("Isle of Wight", "CITY", "label of a division"),
        ("Atzingo (La Cumbre)", "CITY", "brackets, digits or signs"),
        ("Sector 4", "CITY", "brackets, digits or signs"),
        ("uMkhanyakude", "CITY", "casing"),
        ("Mo", "CITY", "length"),
        ("Sankt Veit am Vogau", "CITY", "length"),
        ("Huyện Quan Hóa", "CITY", "label of a division"),
        ("Berdyans’ka Mis’krada", "CITY", "label of a division"),
        ("Fuchū-shi", "CITY", "label of a division"),
        ("Shama Junction", "CITY", "label of a division"),
        ("Carlos A. Madrazo", "CITY", "initial or abbreviation"),
        ("Akom II", "CITY", "initial or abbreviation"),
        ("Dr. Gallinal", "CITY", "initial or abbreviation"),
        ("Star’", "CITY", "initial or abbreviation"),
        ("Coronel Vidal", "CITY", "called after a person"),
        ("The Vale", "CITY", "article"),
        ("St. Moritz", "CITY", ""),
        ("L'Aquila", "CITY", ""),
        ("Shibin", "CITY", ""),
        ("Nairobi", "CITY", ""),
        ("Kansas City", "CITY", ""),
        ("Saint-Étienne", "CITY", ""),
        ("M'Sila", "CITY", ""),
        ("Eastern Province", "STATE", "label of a division"),
        ("Ohio", "STATE", ""),
        ("Sud", "STATE", "common word"),
        ("South Darfur", "STATE", ""),
        ("Sheikh Ahmed", "PERSON", "title or initial"),
        ("T. Moore", "PERSON", "title or initial"),
        ("Sheikh", "LAST", ""),
        ("Antarctica", "COUNTRY", "label of a database"),
        ("Chad", "COUNTRY", ""),
        ("Mid-July", "NNP", "title, day or month"),
        ("Dr.", "NNP", "title, day or month"),
        ("VCR", "NNP", "abbreviation"),
        ("4chan", "NNP", "not a plain word"),
        ("darlington", "NNP", "usually in lower case"),
        ("German", "NNP", "name of a country or people"),
        ("Tiffany", "NNP", ""),
        ("Germans", "NNP", "name of a country or people"),
        ("Senator", "NNP", "title, day or month"),
        ("Queen", "NNP", "title, day or month"),
        ("Xmas", "NNP", "title, day or month"),
        ("PolygonListReader", "NNP", "words run together"),
        ("JSmith", "NNP", "words run together"),
        ("Chi-WANg", "NNP", "words run together"),
        ("McDonald", "NNP", ""),
        ("DeVito", "NNP", ""),
        ("LaGuardia", "NNP", ""),
        ("FitzGibbon", "NNP", ""),
        ("PayPal", "NNP", ""),
        ("O'Neill", "NNP", ""),
        ("NATO", "NNP", ""),
        ("iPhone", "NNP", "usually in lower case"),
        ("Los", "NNP", "piece of a name"),
        ("Shahr-e", "NNP", "piece of a name"),
        ("CAP-E", "NNP", "piece of a name"),
        ("Jae-ho", "NNP", ""),
        ("Jean-Luc", "NNP", ""),
        ("Kenyan", "NATIONALITY", ""),
    ],
)
def test_risks(text, span_type, risky):
    assert reason(Name(text, span_type), REFERENCE_NAMES) == risky
    assert flag([Name(text, span_type)], REFERENCE_NAMES)[0].risky == risky


@pytest.mark.parametrize(
    ("given", "spelled"),
    [("SMITH", "Smith"), ("MCCOY", "McCoy"), ("MCGEE", "McGee"), ("MCCA", "Mcca"),
     ("OBRIEN", "O'Brien"), ("OHARA", "Ohara"), ("CHIA-HAO", "Chia-Hao"), ("D'ANGELO", "D'Angelo"),
     ("VAN DYKE", "Van Dyke"), ("ÉMILE", "Émile")],
)  # fmt: skip
def test_capitals_are_spelled_as_a_text_would(given, spelled):
    assert from_capitals(given) == spelled


def test_more_than_two_times():
    assert gender_of(2.01, 1) == "male"
    assert gender_of(2, 1) == "neutral"
    assert gender_of(1, 2) == "neutral"
    assert gender_of(1, 2.01) == "female"
    assert gender_of(0, 0) == "neutral"
    assert gender_of(0.001, 0) == "male"


def test_proper_nouns_are_names_of_one():
    seen = {"otters": 3, "harbours": 9, "oakeys": 4, "frisians": 7, "oaks": 2}
    words = Lexicon(
        {word: Word(times, times, word.capitalize()) for word, times in seen.items()},
        frozenset({"otter", "harbour", "oak"}),
    )
    against = replace(REFERENCE_NAMES, lexicon=words)
    found = proper_nouns(words, against, {"oakeys", "oaks"}, {"frisian", "oakey"})
    assert {name.text: name.risky for name in found} == {
        "Otters": "common word", "Harbours": "", "Frisians": "name of a country or people",
        "Oakeys": "", "Oaks": "",
    }  # fmt: skip


def findings(*names):
    found = check(
        NameCollection("mine", Columns.of(sorted(names, key=attrgetter("text", "span_type"))), ()),
        REFERENCE_NAMES,
    )
    return [(each.row, each.name.text, each.fault, each.handled) for each in found]


def test_check_finds_every_fault_with_its_row():
    found = findings(
        Name("Ann", "FIRST_FEMALE"), Name("ANN", "FIRST_FEMALE"), Name("smith", "LAST"),
        Name("SMYTHE", "LAST"), Name("Will", "LAST", risky="common word"), Name("", "LAST"),
        Name("R2D2", "LAST"), Name("a\u200bb", "LAST"), Name("Two  Spaces", "LAST"),
        Name("Kenya", "CITY"), Name("Kenya", "LAST"), Name("UNESCO", "ORGANIZATION"),
    )  # fmt: skip
    faults = {(text, fault) for _, text, fault, _ in found}
    assert ("Ann", "duplicate of row 2") in faults
    assert ("smith", "wrong case") in faults and ("SMYTHE", "wrong case") in faults
    assert ("", "empty") in faults and ("R2D2", "digits") in faults
    assert ("a\u200bb", "control characters") in faults and ("Two  Spaces", "spaces") in faults
    assert ("Kenya", "also a name for LAST") in faults
    assert ("Kenya", "also a name for CITY") in faults
    assert ("UNESCO", "wrong case") not in faults
    assert (11, "a\u200bb", "control characters", False) in found
    assert [handled for _, text, _, handled in found if text == "Will"] == [True]


def test_check_is_silent_about_names_that_are_right():
    assert findings(Name("Ann", "FIRST_FEMALE"), Name("Otieno", "LAST")) == []
    # A surname that is a given name, a city that is a state, are no faults.
    assert findings(Name("James", "FIRST_MALE"), Name("James", "LAST")) == []
    assert findings(Name("Lagos", "STATE"), Name("Lagos", "CITY")) == []


def test_factors_are_those_of_the_paper():
    found = factors(make("mine", [
        Name("Kim", "FIRST_NEUTRAL", male=30, female=60), Name("Ann", "FIRST_FEMALE", female=5),
        Name("Will", "FIRST_MALE", male=9, risky="common word"), Name("Otieno", "LAST"),
    ], []))  # fmt: skip
    assert [(f.text, f.polarity, f.popularity) for f in found] == [
        ("Ann", float("inf"), 5), ("Kim", 2.0, 90),
    ]  # fmt: skip


def test_a_smaller_study_is_part_of_a_larger_one():
    collection = make(
        "mine", [Name(f"N{chr(97 + i)}", "FIRST_MALE", male=i + 1) for i in range(26)], []
    )
    small, large = ({f.text for f in sample(collection, size)} for size in (5, 12))
    assert len(small) == 5 and small < large
    assert len(sample(collection, 99)) == 26


def test_facts_are_read_in_order_and_faults_named_by_line(tmp_path):
    path = tmp_path / "facts.txt"
    path.write_text("# a comment\n\nKenya: Nairobi; Kisumu; Nairobi\nKenya: Lamu\nMali: Gao;\n")
    assert read(path) == {"Kenya": ("Nairobi", "Kisumu", "Lamu"), "Mali": ("Gao",)}
    path.write_text("Kenya: Nairobi\nKisumu\n")
    with pytest.raises(FixNamesFileError, match=r"facts\.txt:2"):
        read(path)
