"""Countries, states and cities told apart by a gazetteer and by the text around them."""

import re

import pytest

from builders.atlas import PlaceIndex
from builders.places import alias_key, country_key, country_names
from builders.types import TypedSpan
from name_collections.collection import Name

COUNTRIES = [
    "Georgia",
    "United States",
    "Peru",
    "Mexico",
    "Lebanon",
    "Norway",
    "Netherlands",
    "Spain",
]
STATES = {
    "United States": ["Georgia", "Washington", "New York", "Tennessee", "Kansas"],
    "Spain": ["Gelt", "Toledo"],
    "Norway": ["Oslo", "Quist"],
    "Peru": ["Lebanon"],
    "United Kingdom": ["Surrey", "London", "Geltshire"],
}
CITIES = {
    "Georgia": ["Tbilisi", "Kutaisi"],
    "United States": [
        "Atlanta",
        "Rome",
        "Quist",
        "Surrey",
        "New",
        "Washington",
        "New York City",
        "Buffalo",
        "Lebanon",
        "Peru",
        "Kansas",
        "Norfolk",
    ],
    "Spain": ["Toledo", "Salinto"],
    "United Kingdom": ["Geltshire"],
    "Norway": ["Oslo", "Bergen"],
}
INDEX = PlaceIndex.of([
    *(Name(country, "COUNTRY", country=country) for country in COUNTRIES),
    *(Name(state, "STATE", country=owner) for owner, states in STATES.items() for state in states),
    *(Name(city, "CITY", country=owner) for owner, cities in CITIES.items() for city in cities),
])  # fmt: skip

SETTLED = {
    "country near its city": ("[Georgia] and [Tbilisi]", "COUNTRY CITY"),
    "state near its city": ("[Georgia] and [Atlanta]", "STATE CITY"),
    "country alone": ("[Georgia] won", "COUNTRY"),
    "state after its city": ("[Atlanta], [Georgia]", "CITY STATE"),
    "country after its city": ("[Tbilisi], [Georgia]", "CITY COUNTRY"),
    "state after a famous city": ("[Rome], [Georgia]", "CITY STATE"),
    "state by its noun": ("the state of [Georgia]", "STATE"),
    "king of a city": ("the king of [Toledo]", "CITY"),
    "city by its noun": ("the city of [Toledo]", "CITY"),
    "a noun that does not fit": ("the city of [Norway]", "COUNTRY"),
    "New York": ("in [New York]", "CITY"),
    "New York after its city": ("[Buffalo], [New York]", "CITY STATE"),
    "New York, the state": ("the state of [New York]", "STATE"),
    "New York City": ("in [New York City]", "CITY"),
    "Mexico City": ("in [Mexico City]", "CITY"),
    "Washington": ("in [Washington] today", "CITY"),
    "Washington and its north-west": ("[Washington] and [Oregon]", "STATE GPE"),
    "Washington, D.C.": ("in [Washington, D.C.]", "CITY"),
    "town in a state": ("[Lebanon], [Tennessee]", "CITY STATE"),
    "countries in a list": ("[Lebanon], [Peru]", "COUNTRY COUNTRY"),
    "federal state": ("in [Kansas]", "STATE"),
    "city of a small province": ("in [Toledo] and [Oslo]", "CITY CITY"),
    "state and a town elsewhere": ("in [Quist]", "CITY"),
    "state in its country": ("in [Quist] and [Norway]", "STATE COUNTRY"),
    "county": ("in [Surrey]", "STATE"),
    "country and a province elsewhere": ("[Peru] and [Lebanon]", "COUNTRY COUNTRY"),
    "kingdom": ("the [Kingdom of Gelt]", "COUNTRY"),
    "common word": ("a [New] one", "GPE"),
    "postal code": ("[Atlanta], [GA]", "CITY STATE"),
    "abbreviation": ("in [Calif.] now", "STATE"),
    "alias": ("[Holland] and the [U.S.]", "COUNTRY COUNTRY"),
    "past": ("[Prussia], the [Soviet Union] and [Scotland]", "COUNTRY COUNTRY COUNTRY"),
    "empire": ("the [Gelt Empire] and [Ancient Peru]", "COUNTRY COUNTRY"),
    "province": ("in [Xyz Province]", "STATE"),
    "list of provinces": ("the provinces of [Oslo], [Xyz] and [Quist]", "STATE STATE STATE"),
    "plural without a list": ("the provinces of [Xyz]", "GPE"),
    "one province and another place": ("the province of [Xyz] and [Oslo]", "STATE CITY"),
    "region": ("in [Europe] and the [Sinai Peninsula]", "LOC LOC"),
    "capital": ("[Xyzzy], the capital", "CITY"),
    "shire": ("in [Geltshire] and [Oslo]", "STATE CITY"),
    "town by where it stands": ("in [Xyzzy]", "CITY"),
    "town that is taken": ("they captured [Xyzzy]", "CITY"),
    "beside a town": ("saw [Xyzzy], [Bergen]", "CITY CITY"),
    "after a town": ("saw [Bergen], [Xyzzy]", "CITY CITY"),
    "beside a town that is taken": ("captured [Plugh], [Xyzzy]", "CITY CITY"),
    "in a list of countries": ("saw [Xyzzy], [Norway] and [Peru]", "GPE COUNTRY COUNTRY"),
    "before its country": ("saw [Xyzzy], [Norway]", "CITY COUNTRY"),
    "before its state": ("saw [Xyzzy], [Tennessee], again", "CITY STATE"),
    "county that no list has": ("in [Wiltshire]", "STATE"),
    "county and a town overseas": ("[Norfolk] and [Surrey]", "STATE STATE"),
    "town overseas": ("[Norfolk] and [Kansas]", "CITY STATE"),
    "land of antiquity": ("in [Cilicia]", "LOC"),
    "island": ("to [Madeira]", "LOC"),
    "state of a country": ("the [State of Peru]", "COUNTRY"),
    "city of the state": ("the city of [Toledo], [Spain]", "CITY COUNTRY"),
    "state of a capital": ("the capital of [Toledo]", "CITY"),
    "country of a capital": ("the capital of [Mexico]", "COUNTRY"),
    "federal state near others": ("[Kansas], [Oslo] and [Toledo]", "STATE CITY CITY"),
    "great city after its part": ("[Geltshire], [London]", "CITY CITY"),
    "last of a list": ("from [Salinto], [Toledo] or [Atlanta]", "CITY CITY CITY"),
    "province after its town": ("from [Salinto], [Toledo], again", "CITY STATE"),
    "town that gazetteers call otherwise": ("saw [Allahabad] and [Ghent]", "CITY CITY"),
    "part of a country": ("in [Northern Peru]", "LOC"),
    "part by a compound direction": ("in [Northeast Peru]", "LOC"),
    "empire of a part": ("the [Eastern Gelt Empire]", "COUNTRY"),
    "county by its name": ("in [Xyz County] and [County Xyz]", "LOC LOC"),
    "district": ("the [Xyz District]", "LOC"),
    "town by its first word": ("in [San Xyzzo]", "CITY"),
    "no town by its first word": ("the [San Xyzzo]", "GPE"),
    "beside nothing but a town": ("saw [Xyzzy] and [Bergen]", "CITY CITY"),
    "beside a town or a state": ("saw [Xyzzy] and [Toledo]", "GPE CITY"),
    "town by its head": ("the [City of Xyzzy]", "CITY"),
    "township": ("in [Xyzzy Township]", "CITY"),
    "villages": ("the villages of [Xyzzy] and [Plugh]", "CITY CITY"),
    "state by its head": ("the [State of Xyzzy]", "STATE"),
    "gates of a land": ("the [Gates of the Xyzzy]", "GPE"),
    "king of nowhere": ("the [King of Xyzzy]", "GPE"),
    "undecided": ("saw [Xyzzy] and the [Xyzzy dynasty]", "GPE GPE"),
}  # fmt: skip


def _spans(line: str, type_: str = "GPE") -> tuple[str, list[TypedSpan]]:
    text, spans = "", []
    for at, piece in enumerate(re.split(r"[\[\]]", line)):
        if at % 2:
            spans.append(TypedSpan(len(text), len(text) + len(piece), type_))
        text += piece
    return text, spans


@pytest.mark.parametrize(("line", "wanted"), SETTLED.values(), ids=SETTLED.keys())
def test_settled(line: str, wanted: str) -> None:
    text, spans = _spans(line)
    assert " ".join(span.type for span in INDEX.resolve(text, spans)) == wanted


def test_a_loc_becomes_a_country_and_nothing_else() -> None:
    text, spans = _spans("[Norway], [Bergen] and [Europe]", "LOC")
    assert [span.type for span in INDEX.resolve(text, spans)] == ["COUNTRY", "LOC", "LOC"]


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("in [Kutaisi]", "CITY"), ("[Kutaisi] and [Tbilisi]", "CITY CITY"),
        ("the [Kutaisi] rises", "LOC"), ("in [Kansas]", "LOC"),
        ("in [Washington, D.C.]", "CITY"), ("the [Xyzzy City]", "LOC"),
        ("she was born in [Xyzzy]", "LOC"), ("she was born in [Bohemia]", "LOC"),
        ("the small town of [Xyzzy]", "CITY"), ("the valley of [Xyzzy]", "LOC"),
        ("the towns of the [Xyzzy]", "LOC"), ("the towns of [Xyzzy Valley]", "LOC"),
    ],
)  # fmt: skip
def test_a_loc_that_the_lists_have_as_a_town_is_one_where_it_stands_as_one(
    line: str, wanted: str
) -> None:
    text, spans = _spans(line, "LOC")
    assert " ".join(span.type for span in INDEX.resolve(text, spans)) == wanted


@pytest.mark.parametrize("name", ["Saint Xyzzo", "St. Xyzzo", "St Xyzzo"])
@pytest.mark.parametrize("listed", ["Saint Xyzzo", "St. Xyzzo"])
def test_a_city_is_known_by_its_abbreviated_name(listed: str, name: str) -> None:
    index = PlaceIndex.of([Name(listed, "CITY", country="Norway")])
    text, spans = _spans(f"the [{name}] of old")
    assert [span.type for span in index.resolve(text, spans)] == ["CITY"]


def test_other_types_and_settled_places_stay() -> None:
    text = "Peru and Georgia"
    spans = [TypedSpan(0, 4, "PERSON"), TypedSpan(9, 16, "STATE")]
    assert INDEX.resolve(text, spans) == tuple(spans)


@pytest.mark.parametrize(
    "name",
    [
        "United States",
        "the United States",
        "U.S.",
        "U. S.",
        "USA",
        "US",
        "America",
        "UNITED STATES",
    ],
)
def test_one_key_for_all_names_of_a_country(name: str) -> None:
    assert country_key(name) == "united states"
    assert "U.S." in country_names("united states")


@pytest.mark.parametrize("one", ["Ireland", "Republic of Ireland", "Éire"])
def test_marks_and_forms_make_no_difference(one: str) -> None:
    assert country_key(one) == "ireland"


def test_countries_that_share_words_are_apart() -> None:
    names = ["Congo", "DR Congo", "North Korea", "South Korea", "Ireland", "Northern Ireland"]
    assert len({country_key(name) for name in names}) == len(names)
    assert alias_key("The Gambia") == "gambia"
    assert country_names("atlantis") == ()
