"""Places that the words around them, and lists of places, tell: found, parted and made whole."""

import pytest
from span_marks import mark, marked

from builders.atlas import PlaceIndex
from builders.recognizers.rules.consistency import make_consistent
from name_collections.collection import Name

INDEX = PlaceIndex.of([
    Name("Peru", "COUNTRY", country="Peru"), Name("Chad", "COUNTRY", country="Chad"),
    Name("Ohio", "STATE", country="United States"), Name("Geltia", "STATE", country="Peru"),
    Name("Virginia", "STATE", country="United States"),
    Name("Garvona", "CITY", country="Peru"), Name("Salinto", "CITY", country="United States"),
])  # fmt: skip

TOLD = {
    # what everybody knows, wherever it stands
    "city": ("The Vienna talks failed.", "The [Vienna](GPE) talks failed."),
    "city in a longer name": ("A Vienna Opera ball.", "A Vienna Opera ball."),
    "city that somebody bears": ("Jack London ate. London sang.", "Jack London ate. London sang."),
    "city of a body": ("the Zorb Society of London met", "the Zorb Society of London met"),
    "mayor of a city": ("the Mayor of London met", "the Mayor of [London](GPE) met"),
    "American state": ("all of Ohio voted", "all of [Ohio](GPE) voted"),
    "province of elsewhere": ("all of Geltia voted", "all of Geltia voted"),
    "state that women bear": ("then Virginia voted", "then Virginia voted"),
    "before a title and a name": (
        "former Ohio Governor Ada Holm", "former [Ohio](GPE) Governor [Ada Holm](PERSON)",
    ),
    "before a title in a body's name": (
        "the Ohio General Fund paid", "the Ohio General Fund paid",
    ),
    # towns by their state
    "postal code": ("shops in Salinto, OH closed", "shops in [Salinto](GPE), [OH](GPE) closed"),
    "degree": ("by Ida Holm, MD of Rush", "by Ida Holm, MD of Rush"),
    "person before a code": (
        "in [Zorbton](PERSON), CA it rains", "in [Zorbton](GPE), CA it rains",
    ),
    # lists
    "villages like": (
        "in villages like Zorba, Gelto and Fuerta then",
        "in villages like [Zorba](CITY), [Gelto](CITY) and [Fuerta](CITY) then",
    ),
    "villages, such as": (
        "in old villages, such as Zorba and Gelto, then",
        "in old villages, such as [Zorba](CITY) and [Gelto](CITY), then",
    ),
    "towns, among them": (
        "in towns, among them Zorba and Gelto, then",
        "in towns, among them [Zorba](CITY) and [Gelto](CITY), then",
    ),
    "towns that are told": (
        "Its towns on the coast include Zorba and Gelto.",
        "Its towns on the coast include [Zorba](CITY) and [Gelto](CITY).",
    ),
    "rivers that are told": (
        "the rivers are Zorba and Gelto.", "the rivers are [Zorba](LOC) and [Gelto](LOC).",
    ),
    "towns in another sentence": (
        "They took towns. There were Zorba and Gelto.",
        "They took towns. There were Zorba and Gelto.",
    ),
    "letters of a body": (
        "Garvona Democracy ([GD](GPE)) and [Salinto](GPE)",
        "Garvona Democracy ([GD](ORG)) and [Salinto](GPE)",
    ),
    "letters of nothing": ("the Zorb ([GD](GPE)) and he", "the Zorb ([GD](GPE)) and he"),
    # parts of the world and lands, wherever they stand
    "continent": ("turned towards Asia, then", "turned towards [Asia](LOC), then"),
    "sea": ("and the Pacific.", "and the [Pacific](LOC)."),
    "coast": ("along the Pacific coast", "along the Pacific coast"),
    "sea without article": ("then Pacific sang", "then Pacific sang"),
    "body of a continent": ("the Zorb Council of Europe", "the Zorb Council of Europe"),
    "region": ("the region of Zorbia was", "the region of [Zorbia](LOC) was"),
    "island cut": ("the island of Zorb Vava'u was", "the island of Zorb Vava'u was"),
    "what is ruled": ("a Count of Garvona came", "a Count of [Garvona](GPE) came"),
    "what a numbered ruler rules": (
        "under Harald II of Normandy it", "under [Harald II](PERSON) of [Normandy](GPE) it",
    ),
    "what nobody knows": ("a Count of Zorbia came", "a Count of Zorbia came"),
    "colony": ("the [Peru](GPE) East Indies fell", "the [Peru East Indies](LOC) fell"),
    # passed over in longer names
    "known in spite of them": (
        "[Chad](GPE) voted, Chad ate, Chad drank, and Chad sang.",
        "[Chad](GPE) voted, [Chad](GPE) ate, [Chad](GPE) drank, and [Chad](GPE) sang.",
    ),
    "town that does": (
        "[Garvona](GPE) completed his term.", "[Garvona](PERSON) completed his term.",
    ),
    "country that does": ("[Peru](GPE) kept his land.", "[Peru](GPE) kept his land."),
    # goals
    "fled to": ("he fled to [Zorbium](PERSON) twice", "he fled to [Zorbium](CITY) twice"),
    "troops": ("led troops towards [Ada](PERSON) at", "led troops towards [Ada](CITY) at"),
    "to somebody's": ("he fled to [Ada](PERSON)'s home", "he fled to [Ada](PERSON)'s home"),
    # schools
    "students": ("her students at [Garvona](GPE) left", "her students at [Garvona](ORG) left"),
    "work": ("on Ida's work at [Garvona](CITY), he", "on Ida's work at [Garvona](ORG), he"),
    "student of a country": ("students at [Peru](GPE)", "students at [Peru](GPE)"),
    "in the town as well": (
        "a fellow at [Garvona](GPE) moved in [Garvona](GPE) twice",
        "a fellow at [Garvona](GPE) moved in [Garvona](GPE) twice",
    ),
    # parts of the world
    "part of the world": ("rule the [West Bank](ORG) now", "rule the [West Bank](LOC) now"),
    "with an article": ("in the [Caribbean](NORP).", "in the [Caribbean](LOC)."),
    "as an adjective": ("the [Caribbean](NORP) sun", "the [Caribbean](NORP) sun"),
    "part of a country": ("into [Upper Peru](ORG) then", "into [Upper Peru](LOC) then"),
    "ruled land": ("in [Norman Peru](PERSON) art", "in [Norman Peru](LOC) art"),
    "land of others": ("in [Belgian Chad](ORG) then", "in [Belgian Chad](LOC) then"),
    # whole names
    "cut at a hyphen": ("the Zorb-de-[Peru](GPE) line", "the [Zorb-de-Peru](LOC) line"),
    "small word between hyphens": (
        "from Zorb-sur-Gelt to Île-de-Peru", "from [Zorb-sur-Gelt](GPE) to [Île-de-Peru](GPE)",
    ),
    "somebody's hyphens": ("there Ada-de-Zorb sang", "there Ada-de-Zorb sang"),
    "hyphen alone": ("the Anti-[Peru](GPE) line", "the Anti-[Peru](GPE) line"),
    "town and country": (
        "from [Garvona Peru](LOC) then", "from [Garvona](GPE) [Peru](GPE) then",
    ),
    "unknown town and country": ("from [Zorb Peru](LOC) then", "from [Zorb Peru](LOC) then"),
    # firms
    "branch": ("sold by Telecom Peru then", "sold by [Telecom Peru](ORG) then"),
    "branch cut": ("sold by Telecom [Peru](GPE) then", "sold by [Telecom Peru](ORG) then"),
    "branch of two words": (
        "held at Zorb Expo [Peru](GPE) then", "held at [Zorb Expo Peru](ORG) then",
    ),
    "month": ("and in March [Peru](GPE) fell", "and in March [Peru](GPE) fell"),
    "modern": ("art in Modern [Peru](GPE) then", "art in Modern [Peru](GPE) then"),
    "after a sentence": ("Zorb fell. Then Peru fell.", "Zorb fell. Then [Peru](GPE) fell."),
    "partners": ("sold to [Garvona](GPE) & Gelt then", "sold to [Garvona & Gelt](ORG) then"),
    "two towns": (
        "sold to [Garvona](GPE) & Salinto then", "sold to [Garvona](GPE) & Salinto then",
    ),
    # buildings
    "arena of somebody": ("the [Ada Holm Arena](PERSON)", "the [Ada Holm Arena](LOC)"),
    "stadium": ("the [Gelt Stadium](ORG) burned", "the [Gelt Stadium](LOC) burned"),
    "bridge": ("the [Gelt Bridge](ORG) fell", "the [Gelt Bridge](LOC) fell"),
}  # fmt: skip


@pytest.mark.parametrize(("given", "wanted"), TOLD.values(), ids=TOLD.keys())
def test_places_are_told(given: str, wanted: str) -> None:
    text, spans = marked(given)
    assert mark(text, make_consistent(text, spans, places=INDEX)) == wanted
