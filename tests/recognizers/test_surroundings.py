"""What stands around a name tells what it is: its type, and where it begins and ends."""

import pytest
from span_marks import mark, marked

from builders.atlas import PlaceIndex
from builders.recognizers.rules.consistency import make_consistent
from name_collections.collection import Name

INDEX = PlaceIndex.of([
    Name("Peru", "COUNTRY", country="Peru"),
    Name("Garvona", "CITY", country="Peru"), Name("Salinto", "CITY", country="Peru"),
])  # fmt: skip

TOLD = {
    # towns
    "besieged": ("they besieged [Zorbium](PERSON) twice", "they besieged [Zorbium](CITY) twice"),
    "landed": ("he landed at [Zorbium](PERSON) twice", "he landed at [Zorbium](CITY) twice"),
    "gates": ("the gates of [Zorbium](PERSON) fell", "the gates of [Zorbium](CITY) fell"),
    "besieged person": ("they besieged [Ada](PERSON) twice", "they besieged [Ada](PERSON) twice"),
    "somebody's": ("the walls of [Zorb](PERSON)'s home", "the walls of [Zorb](PERSON)'s home"),
    "and other towns": (
        "took [Ioanna](PERSON) and some minor cities", "took [Ioanna](CITY) and some minor cities",
    ),
    # lists
    "islands of": (
        "the islands of [Zorba](LOC), [Fuert](ORG) and [El Zorro](PERSON) off",
        "the islands of [Zorba](LOC), [Fuert](LOC) and [El Zorro](LOC) off",
    ),
    "towns such as": (
        "in towns such as [Zorba](PERSON) and [Fuert](ORG) then",
        "in towns such as [Zorba](CITY) and [Fuert](CITY) then",
    ),
    "islands of one": ("the islands of [Zorba](PERSON) off", "the islands of [Zorba](PERSON) off"),
    "after the list": (
        "the islands of [Zorba](LOC) and [Fuert](LOC). [Zorn](PERSON) sang",
        "the islands of [Zorba](LOC) and [Fuert](LOC). [Zorn](PERSON) sang",
    ),
    "odd one of many mentions": (
        "[Zorbium](PERSON) fell, [Zorbium](PERSON) rose. Lost were [Zorbium](PERSON), "
        "[Garvona](CITY), and [Salinto](CITY).",
        "[Zorbium](CITY) fell, [Zorbium](CITY) rose. Lost were [Zorbium](CITY), "
        "[Garvona](CITY), and [Salinto](CITY).",
    ),
    "first name in a list of towns": (
        "[Ada](PERSON) fell, [Ada](PERSON) rose. Lost were [Ada](PERSON), "
        "[Garvona](CITY), and [Salinto](CITY).",
        "[Ada](PERSON) fell, [Ada](PERSON) rose. Lost were [Ada](PERSON), "
        "[Garvona](CITY), and [Salinto](CITY).",
    ),
    "a repeat that tells": (
        "[Zorbium](PERSON) fell. They besieged Zorbium twice.",
        "[Zorbium](CITY) fell. They besieged [Zorbium](CITY) twice.",
    ),
    "towns after the list": (
        "[Zorba](PERSON), [Fuert](ORG) and [Peru](GPE) are its largest towns",
        "[Zorba](CITY), [Fuert](CITY) and [Peru](GPE) are its largest towns",
    ),
    "towns before a capital": (
        "Towns such as [Zorba](PERSON) and [Fuert](ORG) fell",
        "Towns such as [Zorba](CITY) and [Fuert](CITY) fell",
    ),
    "firms such as": (
        "firms such as [Zorbix](PERSON) and [Ada Gelt](PERSON) came",
        "firms such as [Zorbix](ORG) and [Ada Gelt](PERSON) came",
    ),
    # where people live
    "born": ("was born in [Zorbium](PERSON) then", "was born in [Zorbium](GPE) then"),
    "born in a house": (
        "was born in [Gelt House](ORG) then", "was born in [Gelt House](ORG) then",
    ),
    "born and not read": ("was born in Żelt Wola then", "was born in [Żelt Wola](CITY) then"),
    "born in a month": ("was born in January there", "was born in January there"),
    "called a town": (
        "took [Zorbium](PERSON), the capital of it", "took [Zorbium](CITY), the capital of it",
    ),
    "doctor of a village": (
        "with [Zorbia](PERSON), the village doctor", "with [Zorbia](PERSON), the village doctor",
    ),
    "lady of a town": (
        "with [Ada Zorb](PERSON), a town in grief", "with [Ada Zorb](PERSON), a town in grief",
    ),
    "called a district": (
        "at [Zorbium](ORG), a district of Gelt", "at [Zorbium](LOC), a district of Gelt",
    ),
    "near": ("a mill near [Zorbium](PERSON) now", "a mill near [Zorbium](GPE) now"),
    "near somebody": ("a mill near [Ada](PERSON) now", "a mill near [Ada](PERSON) now"),
    "near somebody's": ("near [Zorb](PERSON)'s mill", "near [Zorb](PERSON)'s mill"),
    "banks": ("the banks of the [Zorb](ORG) rose", "the banks of the [Zorb](LOC) rose"),
    "bank of a body": ("the head of the [Zorb](ORG) rose", "the head of the [Zorb](ORG) rose"),
    "founded": ("[Zorbard](PERSON) was founded then", "[Zorbard](ORG) was founded then"),
    "shah": ("the shah of [Zorbium](PERSON) came", "the shah of [Zorbium](GPE) came"),
    "owner of a farm": ("near [Zorbin](GPE)'s farm lay", "near [Zorbin](PERSON)'s farm lay"),
    "widow of a country": ("was [Peru](GPE)'s widow", "was [Peru](GPE)'s widow"),
    "two peoples": (
        "the [Normans and Byzantines](ORG) met", "the [Normans](NORP) and [Byzantines](NORP) met",
    ),
    "fort of a people": ("the [Roman fort](LOC) fell", "the [Roman](NORP) fort fell"),
    "delta of a land": ("the [Gelt delta](LOC) fell", "the [Gelt delta](LOC) fell"),
    "country in brackets": (
        "in [Garvona](GPE) ([Peru](GPE)) then", "in [Garvona](GPE) ([Peru](GPE)) then",
    ),
    "first of a war": ("the [French](NORP) and Zorb War", "the French and Zorb War"),
    "half of a war": ("the [Polish](NORP)–Zorb War", "the Polish–Zorb War"),
    "peoples at war": (
        "the [French](NORP) and Zorb war dead", "the [French](NORP) and Zorb war dead",
    ),
    # bodies
    "the first of its kind": (
        "[Zornet](PERSON) was the first public data network in [Peru](GPE).",
        "[Zornet](ORG) was the first public data network in [Peru](GPE).",
    ),
    "one mention that tells": (
        "[Zornet](PERSON) was a network that grew. [Zornet](PERSON) fell. [Zornet](PERSON) rose.",
        "[Zornet](ORG) was a network that grew. [Zornet](ORG) fell. [Zornet](ORG) rose.",
    ),
    "Arabic and": ("by [Zorb wal-Gelt](PERSON) then", "by [Zorb wal-Gelt](ORG) then"),
    "the next name": (
        "In [Education the Zorb Court](ORG) held", "In Education the [Zorb Court](ORG) held",
    ),
    "a body's body": (
        "the [University of Zorb's Gelt Institute](ORG) grew",
        "the [University of Zorb](ORG)'s [Gelt Institute](ORG) grew",
    ),
    "body of the world": ("by [Doctors of the Gelt](ORG)", "by [Doctors of the Gelt](ORG)"),
    "measure": ("at [45 Mbit](ORG) or so", "at 45 Mbit or so"),
    "number in a name": ("by [45 Gelt](ORG) then", "by [45 Gelt](ORG) then"),
    "force of a state": ("for the US [Air Force](ORG) now", "for the [US Air Force](ORG) now"),
    "body beside a state": ("for the US [Gelt Board](ORG) now", "for the US [Gelt Board](ORG) now"),
    "two parts of a land": (
        "in North and [West Geltia](LOC) now", "in [North and West Geltia](LOC) now",
    ),
    "a direction and a land": ("the North and [Geltia](LOC)", "the North and [Geltia](LOC)"),
    "form of state and country": (
        "the [Democratic Republic](GPE) of [Peru](GPE)", "the [Democratic Republic of Peru](GPE)",
    ),
    "person with a particle": (
        "[Maria de Zorb Gelt](LOC) sang", "[Maria de Zorb Gelt](PERSON) sang",
    ),
    "land with a particle": ("[Zorb de Gelt Holm](LOC) lies", "[Zorb de Gelt Holm](LOC) lies"),
    "party": ("the [Al-Zorb](PERSON) Party won", "the [Al-Zorb Party](ORG) won"),
    "party of a longer name": ("[Zorb](PERSON) Party House", "[Zorb](PERSON) Party House"),
    "office of a case": (
        "since Holm v [Bestuur van Gelt](PERSON) it", "since Holm v [Bestuur van Gelt](ORG) it",
    ),
    "person of a case": (
        "since Holm v [Anna van Gelt](PERSON) it", "since Holm v [Anna van Gelt](PERSON) it",
    ),
    "run out": ("the [Board of Gelt the rest](ORG)", "the [Board of Gelt](ORG) the rest"),
    # persons taken for something else
    "jurist": ("by the jurist [Zorbius](ORG) then", "by the jurist [Zorbius](PERSON) then"),
    "led by a body": ("was led by [Zorbix](ORG) then", "was led by [Zorbix](ORG) then"),
    "killed by": ("was killed by [Zorbix](LOC) then", "was killed by [Zorbix](PERSON) then"),
    "killed by a country": ("killed by [Peru](GPE) then", "killed by [Peru](GPE) then"),
    "a Peruvian named": (
        "a Peruvian named [Zorbesimus](ORG) came", "a Peruvian named [Zorbesimus](PERSON) came",
    ),
    "who": ("they met [Zorbix](GPE), who left", "they met [Zorbix](PERSON), who left"),
    "mayor of, who": ("mayor of [Zorbix](GPE), who left", "mayor of [Zorbix](GPE), who left"),
    "club, who": ("they met [Zorbix](ORG), who won", "they met [Zorbix](ORG), who won"),
    "whom": ("he chose [Zorbix](ORG), whom he met", "he chose [Zorbix](PERSON), whom he met"),
    "country, whom": ("he chose [Peru](GPE), whom he met", "he chose [Peru](GPE), whom he met"),
    "a daughter of": ("[Zorba](LOC), a daughter of his", "[Zorba](PERSON), a daughter of his"),
    "born at, the son of": (
        "at Gelt, [Zorba](LOC), the son of him", "at Gelt, [Zorba](LOC), the son of him",
    ),
    "under": ("died under [Zorbazeb](LOC) then", "died under [Zorbazeb](PERSON) then"),
    "under a given name": ("led under [Ada Zorb](ORG) then", "led under [Ada Zorb](PERSON) then"),
    "under a body": ("run under [Zorbix](ORG) then", "run under [Zorbix](ORG) then"),
    "surname calls": (
        "[Simón Zorbívar](GPE) fled. [Zorbívar](PERSON) died.",
        "[Simón Zorbívar](PERSON) fled. [Zorbívar](PERSON) died.",
    ),
    "tail of a name": (
        "[Ada de San Zorb](PERSON) fled. [San Zorb](CITY) died.",
        "[Ada de San Zorb](PERSON) fled. [San Zorb](PERSON) died.",
    ),
    "on his return": (
        "died in [Zorbostok](GPE) on his way", "died in [Zorbostok](GPE) on his way",
    ),
    "ruler after an opener": ("When Zorbelik II came", "When [Zorbelik II](PERSON) came"),
    "ruler of more names": ("Gelt Zorbelik II came", "Gelt Zorbelik II came"),
    "prince and numeral": (
        "their prince Zorbemond I they took", "their prince [Zorbemond I](PERSON) they took",
    ),
    "two sentences": (
        "[Zorb II. Ada Gelt](PERSON) came", "[Zorb II](PERSON). [Ada Gelt](PERSON) came",
    ),
    "two sentences after the first": (
        "[Zorb I. Ada Gelt](PERSON) came", "[Zorb I](PERSON). [Ada Gelt](PERSON) came",
    ),
    "initial": ("[Zorb V. Gelt](PERSON) came", "[Zorb V. Gelt](PERSON) came"),
    "town before a person": (
        "In [Florence Ada Gelt](PERSON) came", "In [Florence](GPE) [Ada Gelt](PERSON) came",
    ),
    "given name of a town": ("[Florence Ada Gelt](PERSON)", "[Florence Ada Gelt](PERSON)"),
    "particle after a title": (
        "the Marquis [de Zorbigny](PERSON) led", "the Marquis de [Zorbigny](PERSON) led",
    ),
    "double given name": (
        "then Louis-[Ada de Gelt](PERSON) led", "then [Louis-Ada de Gelt](PERSON) led",
    ),
    "half of a compound": ("Proto-[Zorb](PERSON) led", "Proto-[Zorb](PERSON) led"),
    "rank": ("met [Cardinal Zorbieu](LOC) then", "met Cardinal [Zorbieu](PERSON) then"),
    "range of a queen": ("the [Queen Ada Range](LOC)", "the [Queen Ada Range](LOC)"),
    "two names, who": ("Zorban Gelt, who came", "[Zorban Gelt](PERSON), who came"),
    "of a town, who": ("mayor of Zorban Gelt, who came", "mayor of Zorban Gelt, who came"),
    "officer, who": ("a Zorban General, who came", "a Zorban General, who came"),
    "led by who has a given name": (
        "led by [Ada Zorb](ORG) then", "led by [Ada Zorb](PERSON) then",
    ),
    "led by a party": ("led by [Ada Zorbs](ORG) then", "led by [Ada Zorbs](ORG) then"),
    "physician al-": ("the physician al-Zorbi came", "the physician [al-Zorbi](PERSON) came"),
    # apostrophes in names
    "apostrophe": ("wrote [Abu](PERSON)'l-Zorb then", "wrote [Abu'l-Zorb](PERSON) then"),
    "apostrophe before": (
        "wrote Abu'l-[Zorb Gelt](PERSON) then", "wrote [Abu'l-Zorb Gelt](PERSON) then",
    ),
    "short will": ("[Zorb](PERSON)'ll come", "[Zorb](PERSON)'ll come"),
    # towns that somebody is of, or works in
    "of a town": ("[Ida Holm](PERSON) of Garvona", "[Ida Holm](PERSON) of [Garvona](GPE)"),
    "of no town": ("[Ida Holm](PERSON) of Zorbost came", "[Ida Holm](PERSON) of Zorbost came"),
    "work in": ("her work in [Garvona](ORG) ended", "her work in [Garvona](GPE) ended"),
    "shares in": ("her shares in [Garvona](ORG) fell", "her shares in [Garvona](ORG) fell"),
    "city of a body": ("the city of [Zorbis](ORG) fell", "the city of [Zorbis](CITY) fell"),
    # persons told of
    "cardinal": ("met Cardinal Zorbetan there", "met Cardinal [Zorbetan](PERSON) there"),
    "marquis": ("the Marquis de Zorbigny led", "the Marquis de [Zorbigny](PERSON) led"),
    "party of a case": ("In Holm v Peru it", "In [Holm](PERSON) v [Peru](GPE) it"),
    "office of a party": ("In Commission v Peru it", "In Commission v [Peru](GPE) it"),
    "office and full name": (
        "former Prime Minister Ada Zorb came", "former Prime Minister [Ada Zorb](PERSON) came",
    ),
    "office and no first name": ("Prime Minister Zorb Gelt came", "Prime Minister Zorb Gelt came"),
    "half-brother": ("his half-brother Zorb came", "his half-brother [Zorb](PERSON) came"),
    "in-law": ("her sister-in-law Zorba came", "her sister-in-law [Zorba](PERSON) came"),
    "whose son": ("there Zorb, Ida's son, came", "there [Zorb](PERSON), Ida's son, came"),
    "reign": ("under the reign of Zorb it fell", "under the reign of [Zorb](PERSON) it fell"),
    "reign of a country": ("the reign of Peru fell", "the reign of [Peru](GPE) fell"),
    "abbot": ("the abbot Zorb came", "the abbot [Zorb](PERSON) came"),
    "occupied": ("they occupied Zorbium twice", "they occupied [Zorbium](CITY) twice"),
    # whole names
    "ruling house": (
        "emperor [Zorbius I](PERSON) Comnenus came", "emperor [Zorbius I Comnenus](PERSON) came",
    ),
    "no house": ("under [Zorbius I](PERSON) Zormandy", "under [Zorbius I](PERSON) Zormandy"),
    "rare byname": ("made [Zorb](PERSON) the Timid earl", "made [Zorb the Timid](PERSON) earl"),
    "hyphens and small words": (
        "in [Saint-Zorb](CITY)-et-Garvon then", "in [Saint-Zorb-et-Garvon](CITY) then",
    ),
    "hyphen and adjective": ("a [Garvona](CITY)-based firm", "a [Garvona](CITY)-based firm"),
    "people and town": (
        "[Lombard Garvona](PERSON) grew", "[Lombard](NORP) [Garvona](GPE) grew",
    ),
    "surname that a town bears": (
        "[Frank Garvona](PERSON) grew", "[Frank Garvona](PERSON) grew",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("given", "wanted"), TOLD.values(), ids=TOLD.keys())
def test_surroundings_tell(given: str, wanted: str) -> None:
    text, spans = marked(given)
    assert mark(text, make_consistent(text, spans, places=INDEX)) == wanted
