"""Names made whole: persons with their numbers, bynames and suffixes, places with their heads.

A recognizer often stops before "I" in "David I" and "the Lion" in "William the Lion", or misses
a ruler altogether whom a title announces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.names import OPENERS, bare, is_numeral, is_title
from builders.places import alias_key
from builders.recognizers.rules.context import after, before
from builders.types import PLACE_TYPES, TypedSpan

_NUMERAL_AFTER: Final = re.compile(r"[ \u00a0]([IVX]{1,6})\b(?!\.\w)")
_BYNAME_AFTER: Final = re.compile(r"[ \u00a0]the[ \u00a0]([A-Z][a-z]+)(?:-[a-z]+)?\b")
_PLACED: Final = re.compile(
    r"\b(?:across|around|at|from|in|inside|into|near|outside|throughout|within)[ \u00a0]$",
    re.IGNORECASE,
)
_SUFFIX_AFTER: Final = re.compile(r",?[ \u00a0](?:Jr|Sr)\b\.?")
_SUFFIX: Final = re.compile(r"[ \u00a0](?:Jr|Sr)$")

# Add a byname that rulers and saints bear after "the"; a noun that may follow a name in a
# sentence by chance ("William the Duke") is none.
BYNAMES: Final = frozenset({
    "great", "conqueror", "lion", "lionheart", "confessor", "bold", "bald", "fat", "short", "tall",
    "pious", "good", "bad", "wise", "terrible", "magnificent", "impaler", "unready", "elder",
    "younger", "old", "young", "fair", "black", "red", "white", "bastard", "saint", "martyr",
    "baptist", "apostle", "evangelist", "stammerer", "simple", "fearless", "cruel", "just",
    "navigator", "strong", "brave", "blind", "lame", "mad", "hammer", "bruce", "venerable",
    "apostate", "arab", "catholic", "ironside", "peaceful", "quiet", "silent", "rash", "proud",
    "handsome", "hunchback", "exile", "liberator", "builder", "lawgiver", "hermit", "stout",
    "sailor", "posthumous", "warlike", "gentle", "merry", "theologian", "areopagite", "timid",
    "bearded", "boneless", "chaste", "child", "ceremonious", "debonair", "devil",
    "drunkard", "fowler", "forkbeard", "generous", "glorious", "grim", "holy", "humane", "humble",
    "illustrious", "impotent", "kind", "leper", "lionhearted", "lusty", "monk", "one-eyed",
    "peacemaker", "philosopher", "pilgrim", "quarrelsome", "resolute", "scholar", "silly", "sober",
    "soldier", "spider", "struggler", "swift", "tanner", "tyrant", "usurper", "victorious",
    "virgin", "walker", "weak", "well-beloved", "wicked", "wrymouth",
})  # fmt: skip

# "Jean de Béthencourt": a given name, and a particle before the name that was found.
_GIVEN_BEFORE: Final = re.compile(
    r"(?<![-.\w])([A-Z][^\W\d_]+)[ \u00a0](?:de|van|von|di|del|della|du)[ \u00a0]"
    r"(?:la[ \u00a0]|der[ \u00a0])?$"
)
# Add a word before a particle that makes it the name of a place, a body or a rank.
_NOBODY_OF: Final = frozenset({
    "rue", "tour", "chateau", "place", "pont", "porte", "palais", "musee", "hotel", "universite",
    "college", "ecole", "lycee", "institut", "academie", "plaza", "puerto", "rio", "villa",
    "casa", "palazzo", "monte", "porto", "castel", "comte", "vicomte", "duc", "chevalier", "sieur",
    "seigneur", "conde", "condesa", "duque", "marques", "infante", "infanta", "torre", "fuerte",
    "prix", "coupe", "cap", "cabo", "isla", "ile", "stade", "parc", "jardin", "bois", "avenida",
    "calle", "ciudad", "universidad", "instituto", "banco", "club", "real", "ordre", "orden",
})  # fmt: skip

# Add the family name of a ruling house, as it stands after a ruler's number.
_HOUSE_AFTER: Final = re.compile(
    r"[ \u00a0](?:Angelos|Angelus|Borgia|Bourbon|Cantacuzene|Cantacuzenus|Comnena|Comnenus|Doukas|"
    r"Ducas|Farnese|Gonzaga|Habsburg|Hapsburg|Hohenstaufen|Hohenzollern|Jagiellon|Kantakouzenos|"
    r"Komnene|Komnenos|Lascaris|Laskaris|Lekapenos|Lusignan|Medici|Monomachos|Palaeologus|"
    r"Palaiologos|Phokas|Plantagenet|Romanov|Sforza|Stewart|Stuart|Tudor|Tzimiskes|Vasa|Vatatzes|"
    r"Visconti|Wittelsbach)\b"
)
# "Abu'l-Fazl", "Sha'arawi": an apostrophe inside a name; "Quist's" and "Quist'll" have none.
_APOSTROPHE_AFTER: Final = re.compile(
    r"['’](?!(?:d|em|ll|m|re|s|t|ve)\b)[a-z][^\W\d_]*(?:-[^\W\d_]+)*"
)
_DOUBLE_BEFORE: Final = re.compile(r"(?<![\w'’-])([A-Z][^\W\d_]+)-$")
_APOSTROPHE_BEFORE: Final = re.compile(r"(?<![\w'’-])[A-Z][^\W\d_]+['’][a-z]+-$")
_REST_OF_BYNAME: Final = re.compile(r"-[a-z]+\b")
_DANGLING: Final = re.compile(r"(?:[ \u00a0](?:the|of|and|for|in|a|to))+$")

# Add a word in small letters that belongs to the place's name before it.
_SMALL_HEAD: Final = re.compile(r"[ \u00a0](?:peninsula|archipelago|isles)\b")
# "North and West Africa": two parts of one land.
_DIRECTION: Final = "(?:North|South|East|West|Northern|Southern|Eastern|Western|Central)"
_TWO_PARTS: Final = re.compile(rf"\b{_DIRECTION}[ \u00a0](?:and|or)[ \u00a0]$")
_PART: Final = re.compile(rf"{_DIRECTION}[ \u00a0]")
# "Saint-Pierre-et-Miquelon": a small word between hyphens joins what is one name.
_JOINED_AFTER: Final = re.compile(
    r"(?:-(?:am|an|auf|de|der|des|du|en|et|in|la|le|les|lès|on|sous|sur|the|under|upon|y))+"
    r"(?:-[A-Z][^\W\d_]+)+"
)
_JOINED_BEFORE: Final = re.compile(
    r"(?<![\w-])[A-ZÀ-Þ][^\W\d_]+-(?:de|du|des|en|la|sur|sous|upon|on)-$"
)
# Add a word with a capital that belongs to the place's name after it.
_MODIFIER: Final = re.compile(
    r"\b(?:North|South|East|West|Northeast|Northwest|Southeast|Southwest|Northern|Southern|"
    r"Eastern|Western|Central|Upper|Lower|Great|Greater|Inner|Outer|New|Saint|St\.|San|Santa|Los|Fort|"
    r"Sub-Saharan)[ \u00a0]$"
)

# Add a word that stands before a numeral and is no ruler ("World War II", "Class I").
NUMBERED: Final = frozenset({
    "war", "part", "class", "chapter", "volume", "type", "phase", "article", "title", "book",
    "act", "level", "stage", "group", "section", "appendix", "grade", "mark", "model", "factor",
    "schedule", "table", "figure", "division", "protocol", "annex", "pact", "vatican", "star",
    "world", "gen", "laboratory", "tier", "corps", "army", "series", "version", "apollo",
    "crusade", "league",
})  # fmt: skip
# Add a family name that stands before a given name of two syllables ("Kim Min-ji").
_FAMILY_FIRST: Final = (
    "Kim|Lee|Yi|Rhee|Park|Pak|Choi|Choe|Jung|Jeong|Chung|Kang|Cho|Jo|Yoon|Yun|Jang|Chang|Lim|Im|"
    "Han|Oh|Seo|Shin|Sin|Kwon|Hwang|Ahn|An|Song|Ryu|Yoo|Yu|Hong|Moon|Mun|Son|Bae|Baek|Nam|Noh|Roh|"
    "Chen|Wang|Li|Liu|Lin|Huang|Wu|Tsai|Chiang|Hsu|Hsieh|Chao|Zhang|Zhao|Zhou|Yang|Xu|Chan|Wong|Ho|"
    "Cheung|Leung|Ng|Lam|Tsang|Tung|Mao|Deng|Sun|Soong|Ma|Hu"
)
_SYLLABLES: Final = r"[ \u00a0][A-Z][a-z]{1,5}-[A-Za-z][a-z]{1,5}\b(?!-)"
FAMILY_GIVEN: Final = re.compile(rf"\b(?:{_FAMILY_FIRST}){_SYLLABLES}")
_SYLLABLES_AFTER: Final = re.compile(_SYLLABLES)
_FAMILY: Final = re.compile(_FAMILY_FIRST)


def whole_name(text: str, span: TypedSpan, places: PlaceIndex | None = None) -> TypedSpan:
    """Stretch a person or a place over the words beside it that belong to the name."""
    if _FAMILY.fullmatch(text, span.start, span.end):
        given = _SYLLABLES_AFTER.match(text, span.end)
        if given:
            return TypedSpan(span.start, given.end(), "PERSON")
    byname = _BYNAME_AFTER.match(text, span.end)
    is_byname = byname is not None and is_byname_after(text, span.start, byname, places)
    if span.type == "PERSON" or (is_byname and " " not in text[span.start : span.end]):
        end = end_of_person(text, span.start, _without_small_words(text, span.start, span.end))
        return TypedSpan(_start_of_person(text, span.start), end, "PERSON")
    return _whole_place(text, span)


def is_byname_after(
    text: str, start: int, byname: re.Match[str], places: PlaceIndex | None = None
) -> bool:
    """Tell whether "the Catholic" after a name is what a ruler is called besides.

    "In Gelt the Catholic schools", "in Gelt the White Rose": no place has a byname.
    """
    if bare(byname.group(1)) not in BYNAMES or after(text, byname.end()).is_capital:
        return False
    key = alias_key(text[start : byname.start()])
    known = PlaceIndex.is_famous_city(key) or (places is not None and places.is_country(key))
    return not known and _PLACED.search(text, max(0, start - 12), start) is None


def _whole_place(text: str, span: TypedSpan) -> TypedSpan:
    dangling = _DANGLING.search(text, span.start, span.end)
    if dangling:
        span = replace(span, end=dangling.start())
    joined = _JOINED_AFTER.match(text, span.end)
    if joined and span.type in PLACE_TYPES:
        return replace(span, end=joined.end())
    cut = _JOINED_BEFORE.search(text, max(0, span.start - 24), span.start)
    if cut and span.type in PLACE_TYPES:
        return replace(span, start=cut.start(), type="LOC")
    if span.type in PLACE_TYPES or span.type == "NORP":
        head = _SMALL_HEAD.match(text, span.end)
        if head:
            return TypedSpan(span.start, head.end(), "LOC")
    if span.type in PLACE_TYPES:
        ahead = max(0, span.start - 24), span.start
        modifier = _MODIFIER.search(text, *ahead)
        parts = _TWO_PARTS.search(text, *ahead) if _PART.match(text, span.start) else None
        before_it = modifier or parts
        if before_it:
            return replace(span, start=before_it.start())
    return span


def _without_small_words(text: str, start: int, end: int) -> int:
    """Return where a person's name ends without the small words that a recognizer took along."""
    surface = text[start:end]
    if surface.islower():
        return end
    words = surface.split(" ")
    while len(words) > 1 and words[-1].islower():
        words.pop()
    return start + len(" ".join(words))


def _start_of_person(text: str, start: int) -> int:
    """Return where a person's name starts whose given name stands before a particle."""
    word = _APOSTROPHE_BEFORE.search(text, max(0, start - 40), start)
    if word:
        return word.start()
    double = _DOUBLE_BEFORE.search(text, max(0, start - 24), start)
    if double and is_first_name(double.group(1)):
        return double.start()
    given = _GIVEN_BEFORE.search(text, max(0, start - 40), start)
    if given is None or is_title(given.group(1)):
        return start
    key = bare(given.group(1))
    return start if key in OPENERS or key in _NOBODY_OF else given.start(1)


def end_of_person(text: str, start: int, end: int) -> int:
    """Return where a person's name ends with the number, byname or suffix after it."""
    rest_of_word = _APOSTROPHE_AFTER.match(text, end)
    if rest_of_word:
        end = rest_of_word.end()
    numeral = _NUMERAL_AFTER.match(text, end)
    if numeral and is_numeral(numeral.group(1)):
        end = numeral.end()
    house = _HOUSE_AFTER.match(text, end)
    if house and is_numeral(text[start:end].rpartition(" ")[2]):
        end = house.end()
    byname = _BYNAME_AFTER.match(text, end)
    if byname and bare(byname.group(1)) in BYNAMES:
        end = byname.end()
    rest = _REST_OF_BYNAME.match(text, end)
    if rest and bare(text[start:end].rpartition(" ")[2]) in BYNAMES:
        end = rest.end()
    if text[end : end + 1] == "." and _SUFFIX.search(text, start, end):
        return end + 1
    suffix = _SUFFIX_AFTER.match(text, end)
    return suffix.end() if suffix and " " in text[start:end] else end


def with_given_names(text: str, spans: Sequence[TypedSpan]) -> Iterator[TypedSpan]:
    """Yield the spans, a person's last word stretched over more of a name that the text has.

    In a text with Nguyen Thu Ha, Ha after Thu is Thu Ha.
    """
    tails: set[str] = set()
    for span in spans:
        words = text[span.start : span.end].split(" ")
        if span.type == "PERSON":
            tails |= {" ".join(words[at:]) for at in range(len(words) - 1)}
    done = 0
    for span in spans:
        start = span.start
        if span.type == "PERSON" and " " not in text[span.start : span.end]:
            near = before(text, span.start)
            known = near.gap == " " and text[max(0, near.start) : span.end] in tails
            start = near.start if known and near.start >= done else start
        done = span.end
        yield replace(span, start=start)
