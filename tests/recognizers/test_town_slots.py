"""Towns that are told by where their names stand, and by the lists that they stand in."""

import pytest
from span_marks import mark, marked

from builders.atlas import PlaceIndex
from builders.recognizers.rules.consistency import make_consistent
from name_collections.collection import Name

INDEX = PlaceIndex.of([
    Name("Peru", "COUNTRY", country="Peru"), Name("Chad", "COUNTRY", country="Chad"),
    Name("Geltia", "STATE", country="Peru"), Name("Garvona", "CITY", country="Peru"),
    Name("Salinto", "CITY", country="Peru"), Name("Kirsun", "STATE", country="Turkey"),
    Name("Quellshire", "STATE", country="United Kingdom"),
    Name("Quellshire", "CITY", country="Peru"), Name("Marion", "CITY", country="Peru"),
])  # fmt: skip

SLOTS = {
    # at a town
    "surrendered at": ("he surrendered at [Zorb](ORG), but", "he surrendered at [Zorb](CITY), but"),
    "worked at": ("he worked at [Zorb](ORG), but", "he worked at [Zorb](ORG), but"),
    "house at": ("a house at [Zorb](PERSON) by it", "a house at [Zorb](CITY) by it"),
    "house of somebody": (
        "the house at [Zorb](PERSON)'s farm", "the house at [Zorb](PERSON)'s farm",
    ),
    "council at": ("a council at [Marion](PERSON), but", "a council at [Marion](CITY), but"),
    "opened at": ("It opened in 1847 at [Zorb](LOC).", "It opened in 1847 at [Zorb](CITY)."),
    "opened at a firm": ("a shop opened at [Zorb](ORG).", "a shop opened at [Zorb](ORG)."),
    "college at": ("a college at [Garvona](ORG) met", "a college at [Garvona](CITY) met"),
    "gone to": ("had gone to [Garvona](PERSON).", "had gone to [Garvona](CITY)."),
    "engineer at": ("an engineer at [Zorb](PERSON), he", "an engineer at [Zorb](PERSON), he"),
    "lord of that name": (
        "Lord [Zorb](PERSON) ate. They met at [Zorb](PERSON), and",
        "Lord [Zorb](PERSON) ate. They met at [Zorb](PERSON), and",
    ),
    "looked at": ("they looked at [Zorb](PERSON), but", "they looked at [Zorb](PERSON), but"),
    "battle at a lake": ("the battle at [Lake Zorb](LOC).", "the battle at [Lake Zorb](LOC)."),
    "who is named elsewhere": (
        "They met at [Zorb](PERSON), and [Ada Zorb](PERSON) left.",
        "They met at [Zorb](PERSON), and [Ada Zorb](PERSON) left.",
    ),
    "unread": ("on landing at Zorb he", "on landing at [Zorb](CITY) he"),
    "unread body": ("on landing at Zorb College he", "on landing at Zorb College he"),
    "opening": ("It sank. At [Garvona](PERSON) he died.", "It sank. At [Garvona](CITY) he died."),
    "opening, a school": ("At [Garvona](ORG) he read law.", "At [Garvona](ORG) he read law."),
    "from": ("From [Garvona](ORG) it went on.", "From [Garvona](CITY) it went on."),
    # whose town it is
    "native": ("a native of Zorb, he sang", "a native of [Zorb](CITY), he sang"),
    "copy": ("a copy of Zorb, he sang", "a copy of Zorb, he sang"),
    "native of a land": ("a native of [Chad](PERSON), he", "a native of [Chad](GPE), he"),
    "seat": ("was elected to parliament for Zorb.", "was elected to parliament for [Zorb](CITY)."),
    "vote": ("they voted for [Zorb](PERSON).", "they voted for [Zorb](PERSON)."),
    "renamed": ("The city was renamed [Zorb](LOC).", "The city was renamed [Zorb](CITY)."),
    "a child named": ("The child was named [Zorb](PERSON).", "The child was named [Zorb](PERSON)."),
    "nearby": ("living in nearby [Zorb](PERSON), he", "living in nearby [Zorb](CITY), he"),
    "outside": ("killed outside [Zorb](LOC) in May", "killed outside [Zorb](CITY) in May"),
    # what is done to towns
    "burned": ("they burned [Zorb](PERSON) in May", "they burned [Zorb](CITY) in May"),
    "burned somebody": ("they burned [Ada](PERSON) in May", "they burned [Ada](PERSON) in May"),
    "burned a letter": ("they burned [Zorb](PERSON)'s hut", "they burned [Zorb](PERSON)'s hut"),
    "shelled, unread": ("they shelled Zorb, and", "they shelled [Zorb](CITY), and"),
    "known city": ("dismissed by [Baltimore](PERSON), he", "dismissed by [Baltimore](GPE), he"),
    "known city that somebody bears": (
        "[Lady Baltimore](PERSON) was seen by [Baltimore](PERSON), and",
        "Lady [Baltimore](PERSON) was seen by [Baltimore](PERSON), and",
    ),
    "took a town": ("they took [Garvona](PERSON) and left", "they took [Garvona](CITY) and left"),
    "took somebody": ("they took [Zorb](PERSON) and left", "they took [Zorb](PERSON) and left"),
    "took in a year": ("they took [Zorb](PERSON) in 1702.", "they took [Zorb](CITY) in 1702."),
    "took somebody home": ("they took [Zorb](PERSON) home", "they took [Zorb](PERSON) home"),
    "left": ("he left [Garvona](PERSON) on foot", "he left [Garvona](CITY) on foot"),
    "left a firm": ("he left [Garvona](ORG) in May", "he left [Garvona](ORG) in May"),
    "fell": ("[Garvona](PERSON) fell in 1702.", "[Garvona](CITY) fell in 1702."),
    "somebody fell": ("[Zorb](PERSON) fell in 1702.", "[Zorb](PERSON) fell in 1702."),
    # ways
    "goal": ("she returned to [Garvona](PERSON).", "she returned to [Garvona](CITY)."),
    "from one to another": (
        "they came from [Zorb](PERSON) to Quell", "they came from [Zorb](CITY) to Quell",
    ),
    "end of a way": (
        "marches from [Salinto](CITY) to [Marion](PERSON) were",
        "marches from [Salinto](CITY) to [Marion](CITY) were",
    ),
    "letters": (
        "letters from [Salinto](CITY) to [Garvona](PERSON) came",
        "letters from [Salinto](CITY) to [Garvona](PERSON) came",
    ),
    # where a town lies, and what it is called today
    "founded on a river": (
        "founded [Zorb](PERSON) on the Quell River", "founded [Zorb](CITY) on the Quell River",
    ),
    "founded on a principle": (
        "they founded [Zorb](ORG) on a principle", "they founded [Zorb](ORG) on a principle",
    ),
    "called today": (
        "he built [Zorb](PERSON), today's Quell, and", "he built [Zorb](CITY), today's Quell, and",
    ),
    "now a town": (
        "born in 1702 at Zorb, now Garvona in Peru.",
        "born in 1702 at [Zorb](CITY), now Garvona in [Peru](GPE).",
    ),
    "a firm, now called": ("shops ([Zorb](ORG), now Quell)", "shops ([Zorb](ORG), now Quell)"),
    "in a land": (
        "saw [Zorb](PERSON), in [Geltia](STATE), as", "saw [Zorb](CITY), in [Geltia](STATE), as",
    ),
    "somebody in a land": (
        "then [Zorb](PERSON), in [Geltia](STATE), sang",
        "then [Zorb](PERSON), in [Geltia](STATE), sang",
    ),
    "from a land": (
        "came from [Zorb](ORG) in [Geltia](STATE).", "came from [Zorb](CITY) in [Geltia](STATE).",
    ),
    "museum in": (
        "the museum in [Garvona](ORG) opened", "the museum in [Garvona](CITY) opened",
    ),
    "stake in": ("a stake in [Zorb](ORG) rose", "a stake in [Zorb](ORG) rose"),
    "fortress": ("the fortress of [Zorb](LOC) held", "the fortress of [Zorb](CITY) held"),
    "cape": ("the cape of [Zorb](LOC) held", "the cape of [Zorb](LOC) held"),
    # realms and descriptions
    "realm": (
        "The Grand Duchy of [Zorb](LOC) lay", "The [Grand Duchy of Zorb](GPE) lay",
    ),
    "realm, unread": ("The Kingdom of Zorb lay", "The [Kingdom of Zorb](GPE) lay"),
    "heaven": ("the Kingdom of God is near", "the Kingdom of God is near"),
    "in a body": (
        "the [Bank of the Duchy of Zorb](ORG) paid", "the [Bank of the Duchy of Zorb](ORG) paid",
    ),
    "description": (
        "moved the [university to Garvona](ORG) and", "moved the university to [Garvona](GPE) and",
    ),
    "small letters": (
        "at the [university of Garvona](ORG) and", "at the [university of Garvona](ORG) and",
    ),
    "national museum": (
        "the [museum of Chad](ORG) and", "the museum of [Chad](GPE) and",
    ),
    # a town's name in a longer one
    "firm": ("[Garvona](GPE) Television was sold", "[Garvona Television](ORG) was sold"),
    "a firm of the town": (
        "[Garvona](CITY) Television Tower fell", "[Garvona](CITY) Television Tower fell",
    ),
    "compound": ("the [Garvona](CITY)–San Quell Delta", "the Garvona–San Quell Delta"),
    "two towns": ("the [Garvona](CITY)–San Quell match", "the [Garvona](CITY)–San Quell match"),
    "of a race": ("the Tour de [Chad](GPE) ended", "the Tour de Chad ended"),
    "apostrophe of its own": ("the [Rus](GPE)' lands", "the [Rus'](GPE) lands"),
    "possessive": ("the [Kirs](GPE)' lands", "the [Kirs](GPE)' lands"),
    # things that bear a town's name
    "network": (
        "the Zorb Network, called [Garvona](GPE), and [Garvona](GPE) ended",
        "the Zorb Network, called Garvona, and Garvona ended",
    ),
    "models": (
        "The [Dodge Zorb](ORG) and [Garvona](GPE), [Buick Quell](PERSON) and a dog",
        "The Dodge Zorb and Garvona, Buick Quell and a dog",
    ),
    "makers": (
        "[Dodge Motors](ORG) and [Garvona](GPE) met [Buick Group](ORG)",
        "[Dodge Motors](ORG) and [Garvona](GPE) met [Buick Group](ORG)",
    ),
    # lists
    "three types": (
        "men from [Garvona](CITY), [Zorb](ORG) and [Quell](PERSON) came",
        "men from [Garvona](CITY), [Zorb](CITY) and [Quell](CITY) came",
    ),
    "a town, then persons": (
        "In [Garvona](CITY), [Zorb](PERSON) and [Ada](PERSON) met.",
        "In [Garvona](CITY), [Zorb](PERSON) and [Ada](PERSON) met.",
    ),
    "adverb in a list": (
        "in [Garvona](CITY), [Zorb](PERSON) and, later, [Salinto](CITY)",
        "in [Garvona](CITY), [Zorb](CITY) and, later, [Salinto](CITY)",
    ),
    "last of a list": (
        "so [Garvona](CITY), [Salinto](CITY) and Zorb live",
        "so [Garvona](CITY), [Salinto](CITY) and [Zorb](CITY) live",
    ),
    "a first name after a list": (
        "so [Garvona](CITY), [Salinto](CITY) and Ada live",
        "so [Garvona](CITY), [Salinto](CITY) and Ada live",
    ),
    "midst of a list": (
        "to [Garvona](CITY), Zorb and [Salinto](CITY)",
        "to [Garvona](CITY), [Zorb](CITY) and [Salinto](CITY)",
    ),
    "country in a list": (
        "to [Peru](COUNTRY), Zorb and [Chad](COUNTRY)",
        "to [Peru](COUNTRY), [Zorb](COUNTRY) and [Chad](COUNTRY)",
    ),
    "land after its town": (
        "near [Zorb](CITY), [Peru](ORG), it", "near [Zorb](CITY), [Peru](GPE), it",
    ),
    # no towns
    "rivers": (
        "between the [Zorb](PERSON) and [Quell](PERSON) rivers",
        "between the [Zorb](LOC) and [Quell](LOC) rivers",
    ),
    "upper course": ("on the upper [Zorb](CITY) in May", "on the upper [Zorb](LOC) in May"),
    "upper course, a land's name": ("on the upper [Chad](GPE), he", "on the upper [Chad](LOC), he"),
    "county": ("the county of [Zorb](PERSON) is", "the county of [Zorb](GPE) is"),
    "upper town": ("in upper [Zorb](CITY) in May", "in upper [Zorb](CITY) in May"),
    "river and town": (
        "the river [Zorb](CITY) and the city of [Zorb](CITY)",
        "the river [Zorb](LOC) and the city of [Zorb](CITY)",
    ),
    # what the text calls a town
    "seat of a county": (
        "passed by [Zorb](PERSON), the seat of Quell County",
        "passed by [Zorb](CITY), the seat of Quell County",
    ),
    "town called after somebody": (
        "[Zorb](PERSON) is a city in Peru. [Ivo Zorb](PERSON) built it.",
        "[Zorb](CITY) is a city in [Peru](GPE). [Ivo Zorb](PERSON) built it.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("read", "wanted"), SLOTS.values(), ids=SLOTS.keys())
def test_towns_are_told_by_where_they_stand(read: str, wanted: str) -> None:
    text, spans = marked(read)
    assert mark(text, make_consistent(text, spans, places=INDEX)) == wanted


KINDS = {
    "county": ("the county of [Garvona](GPE) lay", "the county of [Garvona](STATE) lay"),
    "county and city": (
        "the county of [Garvona](GPE); in [Garvona](GPE)",
        "the county of [Garvona](CITY); in [Garvona](CITY)",
    ),
    "province of a country's name": (
        "the province of [Chad](GPE)", "the province of [Chad](COUNTRY)",
    ),
    "founded": ("they founded [Zorb](GPE) in May", "they founded [Zorb](CITY) in May"),
    "upper course": ("on the upper [Chad](LOC)", "on the upper [Chad](LOC)"),
    "island": ("the island of [Garvona](GPE) lay", "the island of [Garvona](LOC) lay"),
    "a name alone": ("in [Lower Zorb](GPE)", "in [Lower Zorb](GPE)"),
    "part of a state": ("in [Lower Geltia](GPE)", "in [Lower Geltia](LOC)"),
    "last of towns": (
        "took [Garvona](GPE), [Salinto](GPE) and [Zorb](GPE)",
        "took [Garvona](CITY), [Salinto](CITY) and [Zorb](CITY)",
    ),
    "among countries": (
        "so [Peru](GPE), [Zorb](GPE) and [Chad](GPE)",
        "so [Peru](COUNTRY), [Zorb](COUNTRY) and [Chad](COUNTRY)",
    ),
    "province and town of one name": ("to [Kirsun](GPE).", "to [Kirsun](CITY)."),
    "called a province": ("the province of [Kirsun](GPE).", "the province of [Kirsun](STATE)."),
    "joined to a town": (
        "in [Quellshire](GPE) and [Salinto](GPE)", "in [Quellshire](CITY) and [Salinto](CITY)",
    ),
    "joined to a state": (
        "so [Quellshire](GPE) and [Geltia](GPE)", "so [Quellshire](STATE) and [Geltia](STATE)",
    ),
    "before a country": (
        "so [Zorb](GPE) and [Chad](GPE)", "so [Zorb](GPE) and [Chad](COUNTRY)",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("read", "wanted"), KINDS.values(), ids=KINDS.keys())
def test_kinds_of_places_are_told_by_their_heads_and_lists(read: str, wanted: str) -> None:
    text, spans = marked(read)
    assert mark(text, INDEX.resolve(text, spans)) == wanted
