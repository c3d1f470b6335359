"""What the words around a name say it is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.lands import STATE_CODES
from builders.names import COMMON_WORDS, HEADS_AFTER, HEADS_OF, OPENERS, ORG_WORDS, PARTICLES, bare
from builders.places import alias_key
from builders.recognizers.rules.context import before
from builders.recognizers.rules.lists import of_listed_kind
from builders.recognizers.rules.namesakes import is_station, is_tribe
from builders.recognizers.rules.near import Near
from builders.recognizers.rules.persons_listed import is_told_as_person
from builders.recognizers.rules.persons_told import has_given_name, is_known_place
from builders.recognizers.rules.spoken_of import DOES, is_name_of_person
from builders.recognizers.rules.town_slots import is_in_town_slot
from builders.recognizers.rules.townlike import (
    is_been_in,
    is_called_part,
    is_called_town,
    is_landmark,
    is_lived_in,
    is_river,
    owns_as_person,
)
from builders.text import fold_key
from builders.types import EntityType, TypedSpan

# Add a noun that says after "X is a" or "X, a" that X is an organization.
_BODY_NOUNS: Final = (
    "agency|airline|association|bank|band|broadcaster|charity|club|company|corporation|federation|"
    "firm|foundation|label|league|magazine|manufacturer|movement|network|newspaper|"
    "organi[sz]ation|orchestra|party|publisher|retailer|school|society|startup|studio|subsidiary|"
    "team|think tank|union|university"
)
_IS_A_BODY: Final = re.compile(
    r"(?:,|[ \u00a0](?:is|was))[ \u00a0](?:an?|the[ \u00a0](?:first|only|largest|oldest))[ \u00a0]"
    rf"(?:(?!(?:of|for|in|by|to)\b)[\w'’-]+[ \u00a0]){{0,4}}(?:{_BODY_NOUNS})"
    r"(?=[.,;:)]|[ \u00a0](?:that|which|of|in|with|founded|headquartered|operated|"
    r"owned)\b)|"
    r",[ \u00a0]the[ \u00a0](?:airline|bank|company|firm|newspaper|publisher|studio)[ \u00a0]"
    r"(?:of|that|which)\b"
)
_KIN_AFTER: Final = re.compile(
    r",[ \u00a0](?:[A-Z][^\W\d_]+['’]s|his|her)[ \u00a0]"
    r"(?:son|daughter|brother|sister|wife|widow|husband|father|mother|nephew|niece|cousin|uncle)\b"
)
_SON_AFTER: Final = re.compile(
    r",[ \u00a0](?:an?|the)[ \u00a0](?:[a-z]+[ \u00a0])?"
    r"(?:son|daughter|brother|sister|wife|widow|nephew|niece|cousin)[ \u00a0]of\b"
)
_TOWN_OF: Final = re.compile(r"\b(?:city|town|village|suburb)[ \u00a0]of[ \u00a0]$")
_WHO_AFTER: Final = re.compile(r",[ \u00a0]whom?\b")
_WHOM_AFTER: Final = re.compile(r",[ \u00a0]whom\b")
_WHO_OF: Final = re.compile(r"\b(?:and|at|for|from|in|near|of|or|to|with|['’]s)[ \u00a0]$")
_UNDER_BEFORE: Final = re.compile(r"\b[Uu]nder[ \u00a0]$")
_OFFICE_OF: Final = re.compile(
    r"\b(?:[Ee]arl|[Dd]uke|[Cc]ount|[Cc]ountess|[Dd]uchess|[Bb]ishop|[Aa]rchbishop|[Kk]ing|[Qq]ueen|"
    r"[Mm]ayor|[Pp]rince|[Pp]rincess|[Aa]bbot|[Gg]overnor|[Ll]ord|[Bb]aron|[Ss]hah|[Kk]han|[Ss]ultan|"
    r"[Ee]mir|[Ee]mperor|[Ee]mpress|[Ee]lector|[Mm]argrave|[Ll]andgrave|[Vv]iceroy|[Tt]sar|[Rr]ulers?|"
    r"[Kk]ings|[Dd]ukes|[Cc]ounts|[Bb]ishops)[ \u00a0]of[ \u00a0]$"
)
# Add what a person does and a town hardly ever.
_PERSON_DOES: Final = re.compile(
    r"[ \u00a0](?:(?:in particular|himself|herself|also|later|then|once)[ \u00a0])?"
    r"(?:asserted|argued|"
    r"believed|thought|wrote|said|felt|married|died|was born|was aware|invented|discovered|noted|"
    r"knew|feared|hoped|told|asked|replied|observed|realized|theorized|published|"
    r"(?!(?:after|against|and|as|at|before|by|despite|during|for|from|in|into|of|on|or|over|since|"
    r"through|to|under|until|upon|when|where|while|with)\b)[a-z]+[ \u00a0]his|"
    r"(?:began|completed|continued|earned|finished|gave|made|received|spent|"
    r"started|won)[ \u00a0]her)\b"
)
# Add what a person alone has, after "'s".
_HAS_AFTER: Final = re.compile(
    r"(?:['’]s|(?<=s)['’])[ \u00a0](?:[a-z]+[ \u00a0])?(?:assassination|autobiography|biography|"
    r"birthday|brother|childhood|conjecture|coronation|daughter|disciples|essays?|father|funeral|"
    r"husband|lifetime|marriage|mother|novels?|parents|poems?|reign|sister|son|sons|theorem|uncle|"
    r"widow|wife|writings)\b"
)
_DOES: Final = re.compile(DOES)
# Add what is done to or by a firm before "by".
_BODY_BEFORE: Final = re.compile(
    r"\b(?:operated|owned|manufactured|acquired|marketed|distributed|employed|taken[ \u00a0]over)"
    r"[ \u00a0]by[ \u00a0]$"
)
# Add what happens to bodies alone.
_FOUNDED_AFTER: Final = re.compile(
    r"[ \u00a0](?:was|were)[ \u00a0]"
    r"(?:acquired|chartered|founded|headquartered|incorporated|merged)\b"
)
# Add what is done to towns, or what a town has, before its name.
_TOWN_BEFORE: Final = re.compile(
    r"\b(?:besieg(?:e|ed|ing)|sack(?:ed|ing)|invad(?:ed|ing)|march(?:ed|ing)[ \u00a0](?:on|into)|"
    r"land(?:ed|ing)[ \u00a0](?:in|at)|(?:citadel|city|fortress|gates|harbou?r|port|siege|suburbs|"
    r"town|village|walls)[ \u00a0]of)[ \u00a0]$"
)
# Add a verb of going whose goal is a town where it is no person's first name.
_GOING_TO: Final = re.compile(
    r"\b(?:advanc(?:ed|ing)|emigrat(?:ed|ing)|flee(?:ing)?|fled|march(?:ed|ing)|moved|"
    r"retreat(?:ed|ing)|sail(?:ed|ing)|travel(?:l?ed|l?ing)|troops|withdrew)[ \u00a0]"
    r"(?:to|towards?|into|on|for|from)[ \u00a0]$"
)
# Add who or what is at a school that is called by the name of its town.
_SCHOOL_BEFORE: Final = re.compile(
    r"\b(?:classmates?|degree|doctorate|educated|enrol?led|faculty|fellow|graduate[ds]?|"
    r"lectur(?:ed|ers?)|matriculated|PhD|Ph\.D\.|professors?(?:[ \u00a0]emeritus)?|"
    r"['’]s[ \u00a0](?:research|studies|work)|scholarship|students?|studied|studying|taught|"
    r"teaching|tenure|undergraduates?)[ \u00a0]at[ \u00a0]$"
)
# "The upper Zorb", with nothing after it that it could tell the kind of.
_COURSE_BEFORE: Final = re.compile(r"\bthe[ \u00a0](?:lower|middle|upper)[ \u00a0]$")
# Add a noun that says before "of" that a name is a land's or an island's.
_AREA_OF: Final = re.compile(
    r"\b(?:colony|county|district|duchy|island|peninsula|province|region|valley)"
    r"[ \u00a0]of[ \u00a0]$"
)
_REGION_BEFORE: Final = re.compile(
    r"\b(?:[Ii]n|into|to|from|of|across|throughout|[Tt]he|northern|southern|eastern|western|central)"
    r"[ \u00a0]$"
)
_NO_NOUN_AFTER: Final = re.compile(
    r"[.,;:)\]]|$|[ \u00a0](?:and|or|is|was|in|to|of|from|by|with|as|has|had|were|are|on|at|for|"
    r"during|until|before|after|where|which|who|that)\b"
)
_AMONG_TOWNS_AFTER: Final = re.compile(
    r"[ \u00a0](?:and|or)[ \u00a0](?:many|other|several|some|various)[ \u00a0](?:[a-z]+[ \u00a0])?"
    r"(?:cities|fortresses|ports|towns|villages)\b"
)
_REGION_AFTER: Final = re.compile(
    r"[ \u00a0](?:region|province|district|county|peninsula|valley|archipelago)\b"
)
_WHERE_AFTER: Final = re.compile(r",?[ \u00a0]where[ \u00a0](?:he|she|they|it|his|her|the|a)\b")
_IN_BEFORE: Final = re.compile(r"\b(?:[Ii]n|[Aa]t|[Nn]ear|[Ff]rom)[ \u00a0]$")
_LARGER_AFTER: Final = re.compile(r",[ \u00a0]([A-Z][^\W\d_]+(?:[ \u00a0][A-Z][^\W\d_]+)*)")
# Add a word that begins the name of a party, a movement or a firm in another language.
_FOREIGN_BODIES: Final = frozenset({
    "ansar", "banco", "banque", "compagnie", "gama'a", "gesellschaft", "harakat",
    "hizb", "jaish", "jama'at", "jamaat", "jamiat", "jund", "lashkar",
    "parti", "partido", "partito", "societa", "societe", "tehrik", "tehreek", "verein",
})  # fmt: skip
# Add a publisher of books that is called like a person or two.
_PUBLISHERS: Final = frozenset({
    "addison-wesley", "allen & unwin", "alfred a. knopf", "blackwell", "brill", "chapman & hall",
    "charles scribner's sons", "dover", "elsevier", "faber & faber", "faber and faber",
    "gallimard", "harcourt brace", "harper & row", "harper collins", "harpercollins",
    "hodder & stoughton", "houghton mifflin", "john wiley & sons", "little, brown", "longman",
    "macmillan", "mcgraw-hill", "mcgraw hill", "methuen", "palgrave macmillan", "penguin",
    "prentice hall", "prentice-hall", "random house", "routledge", "scribner", "simon & schuster",
    "simon and schuster", "springer", "springer-verlag", "thames & hudson", "viking press",
    "w. w. norton", "w.w. norton", "weidenfeld & nicolson", "wiley", "wiley-blackwell",
})  # fmt: skip
# Of these, who may be a person wherever no book is cited.
_CITED_AFTER: Final = re.compile(r"[,;]?[ \u00a0]\(?(?:1[6-9]|20)\d\d\b|\)")
# Words before "of" that are no person's name.
_NOBODY: Final = ORG_WORDS | HEADS_OF | COMMON_WORDS | {
    "city", "colony", "commonwealth", "community", "county", "duchy", "empire", "friends", "isle",
    "kingdom", "lord", "lords", "province", "queens", "republic", "sons", "state", "states",
    "temple", "town", "village",
}  # fmt: skip


def surroundings(
    text: str, span: TypedSpan, surface: str, places: PlaceIndex
) -> Iterator[EntityType]:
    """Yield the types that the words around a mention speak for."""
    near = Near(text, span, surface, places)
    rules = _RULES if " " in surface else (*_RULES_OF_ONE_WORD, *_RULES)
    yield from (type_ for taken_for, says, type_ in rules if span.type in taken_for and says(near))
    if span.type in _IN_SLOTS and is_in_town_slot(near):
        yield "GPE" if is_known_place(surface, places) else "CITY"
    listed = of_listed_kind(text, span) if span.type in _LISTED_AS else None
    if listed is not None and _can_be_listed(near, listed):
        yield listed


def _can_be_listed(near: Near, kind: EntityType) -> bool:
    """Tell whether a list may name it: a firm by one word, a town, but no country's towns."""
    if kind == "ORG":
        return " " not in near.surface and near.span.type == "PERSON"
    if kind == "CITY":
        return not near.places.is_country(alias_key(near.surface))
    return near.span.type in {"PERSON", "ORG"}


def _does_as_person(near: Near) -> bool:
    key = alias_key(near.surface)
    places = near.places
    known = places.is_country(key) or places.is_famous_city(key) or PlaceIndex.is_region(key)
    return not known and near.behind(_PERSON_DOES)


def _does_as_one(near: Near) -> bool:
    """Tell whether what was taken for a body does what a person alone does or suffers."""
    surface = near.surface
    body = bare(surface) in ORG_WORDS or before(near.text, near.span.start).key == "the"
    return surface.isalpha() and not surface.isupper() and not body and near.behind(_DOES)


def _has_as_person(near: Near) -> bool:
    """Tell whether a name has what persons have: "Zorb's essay", unless a land bears it."""
    key = alias_key(near.surface)
    land = near.places.is_country(key) or near.places.is_famous_city(key)
    body = bare(near.surface) in ORG_WORDS or near.surface.isupper()
    return not (land or body) and near.behind(_HAS_AFTER)


def _is_like_town(near: Near) -> bool:
    """Tell whether a name stands where towns do; persons are besieged, but bear first names."""
    if near.behind(_AMONG_TOWNS_AFTER):
        return True
    if near.text[near.span.end :][:1] in {"'", "’"}:
        return False
    return near.ahead(_GOING_TO) or (not is_first_name(near.surface) and near.ahead(_TOWN_BEFORE))


def _is_school(near: Near) -> bool:
    """Tell whether the name of a town stands for its school: "her students at Geltmouth"."""
    if not near.ahead(_SCHOOL_BEFORE):
        return False
    key = alias_key(near.surface)
    places = near.places
    if places.is_country(key) or places.is_famous_city(key) or key in places.states:
        return False
    placed = rf"\b(?:[Ii]n|[Nn]ear|of|to|from)[ \u00a0]{re.escape(near.surface)}\b"
    return re.search(placed, near.text) is None


def _is_part_of_world(near: Near) -> bool:
    """Tell whether a name is a part of the world's where it stands.

    "In the Levant", but not "Levant wine"; "Lower Peru" and "Far East" wherever they stand.
    """
    key = alias_key(near.surface)
    first, _, rest = key.partition(" ")
    if rest:
        part = first in _PARTS and near.places.is_country(rest)
        return part or PlaceIndex.is_region(key)
    if not PlaceIndex.is_region(key) or key in COMMON_WORDS or is_first_name(near.surface):
        return False
    return near.ahead(_REGION_BEFORE) and near.behind(_NO_NOUN_AFTER)


def _is_region(near: Near) -> bool:
    return near.behind(_REGION_AFTER) and near.text[near.span.start - 1 :][:1] != "-"


def _is_body(near: Near) -> bool:
    key = fold_key(near.surface).replace("’", "'").removeprefix("al-")
    known = re.split(r"[ -]", key)[0] in _FOREIGN_BODIES or " wal-" in key
    return known or near.behind(_IS_A_BODY)


def _is_town_of(near: Near) -> bool:
    """Tell whether a name stands as a town does: "in X, Egypt"."""
    if any(bare(word) in ORG_WORDS for word in near.surface.split()):
        return False
    if not near.ahead(_IN_BEFORE):
        return False
    larger = _LARGER_AFTER.match(near.text, near.span.end)
    key = alias_key(larger.group(1)) if larger else ""
    if larger and key in STATE_CODES and larger.group(1).isupper():
        return True
    return bool(key) and (near.places.is_country(key) or key in near.places.states)


def _is_publisher(near: Near) -> bool:
    """Tell whether a publisher is named by two names, or by one where a book is cited."""
    key = fold_key(near.surface).replace("’", "'")
    if key not in _PUBLISHERS:
        return False
    return not key.isalpha() or near.behind(_CITED_AFTER)


def _is_called_as_person(near: Near) -> bool:
    """Tell whether a name has a first name, a particle and more: "Bento de Zorb Gelt"."""
    words = near.surface.split()
    particle = len(words) > _GIVEN_AND_LAST and words[1].islower() and bare(words[1]) in PARTICLES
    return particle and is_first_name(words[0])


def _is_somebody(near: Near) -> bool:
    """Tell whether "X, who", "X, a son of" or "under X" is said of no country or great city."""
    key = alias_key(near.surface)
    if near.places.is_country(key) or near.places.is_famous_city(key):
        return False
    given, is_body = has_given_name(near.surface), near.span.type == "ORG"
    if near.behind(_SON_AFTER) and (given or not is_body):
        return near.text[max(0, near.span.start - 2) : near.span.start] != ", "
    if is_known_place(near.surface, near.places):
        return False
    if near.behind(_WHO_AFTER) and not near.ahead(_WHO_OF):
        return given or not is_body or near.behind(_WHOM_AFTER)
    unknown = " " not in near.surface and key not in near.places.cities and not is_body
    return (given or unknown) and near.ahead(_UNDER_BEFORE)


def _is_home(near: Near) -> bool:
    """Tell whether people live in it, and it is no house or body by its words."""
    words = near.surface.split()
    body = any(bare(word) in ORG_WORDS or bare(word) in HEADS_AFTER for word in words)
    return not body and not near.surface.isupper() and is_lived_in(near.text, near.span.start)


def _is_lived_town(near: Near) -> bool:
    """Tell whether what was taken for a body is a town that somebody works or lives in."""
    known = alias_key(near.surface) in near.places.cities and not near.surface.isupper()
    return known and bare(near.surface) not in ORG_WORDS and is_been_in(near.text, near.span.start)


def _is_beside(near: Near) -> bool:
    """Tell whether something lies near it: "a mill near Zorbium", but not "near Ada"."""
    owner = near.text[near.span.end :][:1] in {"'", "’"}
    return not owner and not is_first_name(near.surface) and is_landmark(near.text, near.span.start)


def _is_river(near: Near) -> bool:
    key = alias_key(near.surface)
    land = near.places.is_country(key) or key in near.places.states or PlaceIndex.is_region(key)
    course = near.ahead(_COURSE_BEFORE) and near.behind(_NO_NOUN_AFTER)
    return course or (not land and is_river(near.text, near.span.start))


def _is_owner(near: Near) -> bool:
    key = alias_key(near.surface)
    known = near.places.is_country(key) or near.places.is_famous_city(key)
    return not known and not PlaceIndex.is_region(key) and owns_as_person(near.text, near.span.end)


def _is_called_town(near: Near) -> bool:
    first, _, rest = near.surface.partition(" ")
    return not (rest and is_first_name(first)) and is_called_town(near.text, near.span.end)


def _is_told_as_person(near: Near) -> bool:
    """Tell whether one of "poets such as Zorb" can be a person."""
    told = is_told_as_person(near.text, near.span.start)
    return told and is_name_of_person(near.surface.removeprefix("al-"))


# What stands where towns do may have been taken for one of these.
_IN_SLOTS: Final = frozenset({"PERSON", "ORG", "LOC"})
# What one of a list may have been taken for.
_LISTED_AS: Final = frozenset({"PERSON", "ORG", "GPE", "LOC"})
_Rule = tuple[frozenset[EntityType], Callable[[Near], bool], EntityType]
# Add a word that makes a part of a country's name before it.
_PARTS: Final = frozenset({"upper", "lower", "greater", "inner", "outer", "peninsular"})
_GIVEN_AND_LAST: Final = 2
_PERSON: Final[frozenset[EntityType]] = frozenset({"PERSON"})
_PERSON_OR_BODY: Final[frozenset[EntityType]] = frozenset({"PERSON", "ORG"})
_ANY: Final[frozenset[EntityType]] = frozenset({
    "PERSON", "ORG", "NORP", "GPE", "COUNTRY", "STATE", "CITY", "LOC",
})  # fmt: skip

# Add what a name was taken for, what its surroundings must say, and what it then is.
_RULES_OF_ONE_WORD: Final[tuple[_Rule, ...]] = (
    (_PERSON_OR_BODY, lambda near: near.ahead(_OFFICE_OF), "GPE"),
    (_PERSON_OR_BODY, lambda near: near.ahead(_AREA_OF), "GPE"),
    (frozenset({"GPE", "LOC"}), _does_as_person, "PERSON"),
    (frozenset({"ORG"}), _does_as_one, "PERSON"),
    (frozenset({"ORG", "LOC", "GPE", "CITY"}), _has_as_person, "PERSON"),
    (_ANY - _PERSON, lambda near: near.behind(_KIN_AFTER), "PERSON"),
    (_PERSON, lambda near: near.ahead(_BODY_BEFORE), "ORG"),
    (_PERSON_OR_BODY, _is_region, "LOC"),
    (_PERSON | {"CITY"}, _is_like_town, "CITY"),
    (_PERSON, lambda near: near.behind(_WHERE_AFTER), "GPE"),
    (frozenset({"GPE", "CITY", "LOC"}), _is_school, "ORG"),
    (_PERSON_OR_BODY, _is_home, "GPE"),
    (_PERSON_OR_BODY, lambda near: is_called_part(near.text, near.span.end), "LOC"),
    (frozenset({"ORG"}), _is_lived_town, "GPE"),
    (frozenset({"ORG"}), lambda near: near.ahead(_TOWN_OF), "CITY"),
    (_PERSON, _is_beside, "GPE"),
    (_PERSON, lambda near: near.behind(_FOUNDED_AFTER), "ORG"),
    (_PERSON, is_station, "ORG"),
    (_PERSON, is_tribe, "NORP"),
    (_PERSON_OR_BODY | {"GPE", "CITY"}, _is_river, "LOC"),
    (frozenset({"GPE", "LOC", "CITY"}), _is_owner, "PERSON"),
)
_RULES: Final[tuple[_Rule, ...]] = (
    (_PERSON_OR_BODY, _is_called_town, "CITY"),
    (_ANY - {"ORG"}, _is_body, "ORG"),
    (_ANY - {"ORG", "NORP"}, _is_publisher, "ORG"),
    (_PERSON_OR_BODY | {"LOC"}, _is_town_of, "GPE"),
    (frozenset({"LOC"}), _is_called_as_person, "PERSON"),
    (_ANY - {"PERSON", "NORP"}, _is_somebody, "PERSON"),
    (frozenset({"ORG"}), _is_told_as_person, "PERSON"),
    (_PERSON_OR_BODY | {"NORP"}, _is_part_of_world, "LOC"),
)


def is_person_of(text: str, surface: str) -> bool:
    """Tell whether "Conrad of Montferrat" is a person: the text has Conrad alone as well.

    A body has an article where it is called by its first word alone.
    """
    first, of, origin = surface.partition(" of ")
    if not of or " " in first or " " in origin or bare(first) in _NOBODY:
        return False
    alone = list(re.finditer(rf"\b{re.escape(first)}\b(?! of )", text))
    return bool(alone) and not any(_is_of_a_body(before(text, m.start()).word) for m in alone)


def _is_of_a_body(word_before: str) -> bool:
    key = bare(word_before)
    return key == "the" or (word_before[:1].isupper() and key not in OPENERS)
