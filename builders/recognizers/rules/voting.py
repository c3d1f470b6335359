"""One type a name: within a text all mentions of a name have the type that speaks for itself."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.names import ORG_WORDS, PERSON_NOUNS, bare, is_numeral, is_title, name_words
from builders.places import alias_key
from builders.recognizers.rules.context import after, before, begins_sentence
from builders.recognizers.rules.lists import of_shared_heads
from builders.recognizers.rules.namesakes import namesake_places
from builders.recognizers.rules.odd_ones import odd_ones_of_lists, other_names_in_brackets
from builders.recognizers.rules.peoples import is_people, is_people_name
from builders.recognizers.rules.persons_told import Votes, let_surnames_call, let_told_vote
from builders.recognizers.rules.spoken_of import Told
from builders.recognizers.rules.surroundings import is_person_of, surroundings
from builders.recognizers.rules.townlike import is_called_town
from builders.recognizers.rules.wholes import BYNAMES, FAMILY_GIVEN, NUMBERED
from builders.types import PLACE_TYPES, EntityType, TypedSpan

Spans = Sequence[TypedSpan]

# What a mention, and what is beside it, counts for.
_MENTION: Final = 2
_SURE: Final = 3

# Add a word that makes a name one of land or water when it ends it.
_LAND_WORDS: Final = frozenset({
    "gulf", "heights", "sea", "ocean", "river", "mountains", "islands", "island", "peninsula",
    "desert", "bay", "valley", "strait", "archipelago", "hills", "canal", "delta", "lake",
    "canyon", "falls", "glacier", "plateau", "highlands", "lowlands", "isles", "bridge",
    "bridges", "castle", "cemetery", "keys", "lighthouse", "palace", "reservoir", "square",
})  # fmt: skip
# Add a word that makes a name a building's or a road's when it ends it, and that ends nobody's.
_BUILT_WORDS: Final = frozenset({
    "airport", "amphitheater", "amphitheatre", "arena", "avenue", "boulevard", "coliseum",
    "expressway", "gymnasium", "highway", "plaza", "stadium", "turnpike", "velodrome",
})  # fmt: skip
# Add a title that stands before persons alone: no town and no body begins with it.
_PERSONAL: Final = frozenset({"mr", "mrs", "ms", "dr", "prof", "mme", "mlle", "herr", "frau"})
# Add a title with which a person's name of two or three words may begin.
_BEGINS_PERSONS: Final = frozenset({"dame", "lady", "sir"})
_SHORT_NAME: Final = 3
# Add an office after which a single name is its holder's.
_OFFICES: Final = frozenset({
    "admiral", "ambassador", "archbishop", "captain", "chancellor", "colonel", "commodore",
    "congressman", "congresswoman", "emperor", "empress", "governor", "lieutenant", "marshal",
    "pope", "president", "professor", "senator", "sergeant", "sir", "tsar",
})  # fmt: skip
# Add a verb whose object is a person where a person and a country bear one name.
_DONE_TO_PERSONS: Final = frozenset({
    "told", "asked", "married", "met", "thanked", "persuaded", "advised", "begged", "hired",
    "taught", "answered", "reminded", "warned", "kissed", "hugged", "introduced", "promised",
})  # fmt: skip
# Add a word that counts people or things, and never stands before a person's name.
_MANY: Final = frozenset({
    "many", "some", "several", "few", "most", "various", "fellow", "these", "those", "their",
    "our", "such", "this", "first", "all",
})  # fmt: skip
# Add a faith, or the noun of its adherents: it is the name of nobody.
_FAITHS: Final = frozenset({
    "islam", "christianity", "judaism", "hinduism", "buddhism", "sikhism", "muslim", "muslims",
    "christian", "christians", "jew", "jews", "hindu", "hindus", "buddhist", "buddhists", "sikh",
    "sikhs", "catholic", "catholics", "protestant", "protestants", "sunni", "sunnis", "shia",
    "shiites", "mormons", "quakers", "huguenots",
})  # fmt: skip
# The follower of a teaching or a party, and an acronym.
_FOLLOWER: Final = re.compile(r"[A-Z][a-z]{2,}[a-z](?<!q[uv])ists?")
_ACRONYM: Final = re.compile(r"[A-Z]{2,5}")
# Add the form that a people's name takes before a hyphen ("Anglo-Saxon").
_COMPOUND_PEOPLE: Final = re.compile(
    r"(?:Anglo|Italo|Franco|Greco|Graeco|Indo|Hispano|Luso|Gallo|Austro|Russo|Sino|Turko|Turco|"
    r"Afro|Finno|Serbo|Polono|Dano|Hiberno|Cambro|Scoto|Syro|Perso)-[A-Z][a-z]+"
)
_TABLES: Final = PlaceIndex()  # Knows the countries of the past by itself.
_PAIR: Final = 2
_EXPANSION: Final = 80  # Characters looked back for what letters in brackets stand for.
_PLACE_BEFORE: Final = re.compile(r"\b(?:in|into|from|to|within|near|throughout|across)[ \u00a0]$")


_TWO_PEOPLES: Final = re.compile(
    r"[A-Z][a-z]+(?:an|sh|ese|et|ek|nch)-[A-Z][a-z]+(?:an|sh|ese|ek|nch)"
)


def with_one_type(
    text: str,
    spans: Spans,
    places: PlaceIndex | None = None,
    told: Sequence[Told] = (),
) -> list[TypedSpan]:
    """Return the spans with one type a name: that of most mentions, or the surest one.

    `told` says where words tell of persons. With an index, the name of a country speaks for a
    place. A place after a preposition of place keeps its type: in "Chad Miller flew to Chad" the
    two are not one.
    """
    surfaces = [text[span.start : span.end] for span in spans]
    distinct = set(surfaces)
    names = {surface: _name(surface, distinct) for surface in distinct}
    sure = {one.start for one in told if one.surely}
    index = places or _TABLES
    namesakes = set(namesake_places(text, index))
    bearers = _parts_of_persons(spans, surfaces, sure) - namesakes
    votes: Votes = {}
    for span, surface in zip(spans, surfaces, strict=True):
        tally = votes.setdefault(names[surface], Counter())
        tally[span.type] += _MENTION
        is_country = surface not in bearers and index.is_country(alias_key(surface))
        borne = surface.removesuffix("s") in bearers
        for type_ in _evidence(text, span, surface, is_country=is_country, is_borne=borne):
            tally[type_] += _SURE
        if _is_person_by_title(text, span, surface):
            tally["PERSON"] += sum(tally.values()) + _SURE
    _let_surroundings_vote(text, spans, votes, [names[surface] for surface in surfaces], index)
    keys = [names[surface] for surface in surfaces]
    let_told_vote(spans, surfaces, keys, votes, told=told, index=index)
    surnames = _surnames(spans, surfaces, sure) - namesakes
    _let_full_names_vote(bearers, surnames, votes, index)
    _let_surnames_vote(surnames, surfaces, votes, names)
    _let_short_names_vote(text, spans, surfaces, votes, names)
    let_surnames_call(spans, surfaces, keys, votes)
    for span, type_ in odd_ones_of_lists(text, spans, index):
        surface = text[span.start : span.end]
        tally = votes[names[surface]]
        tally[type_] += _SURE + (0 if is_first_name(surface) else tally[span.type])
    for span in other_names_in_brackets(text, spans, index):
        tally = votes[names[text[span.start : span.end]]]
        tally["CITY"] += sum(tally.values()) + _SURE
    _let_peoples_vote(text, spans, votes, [names[surface] for surface in surfaces], bearers)
    for name in sorted(namesakes & votes.keys()):
        votes[name]["GPE"] += sum(votes[name].values()) + _SURE
    types = {name: tally.most_common(1)[0][0] for name, tally in votes.items()}
    return [
        replace(
            span, type=_type_here(text, span, types[names[surface]], surface in bearers, places)
        )
        for span, surface in zip(spans, surfaces, strict=True)
    ]


def _let_surroundings_vote(
    text: str, spans: Spans, votes: Votes, names: Sequence[str], index: PlaceIndex
) -> None:
    """Let what the words around one mention say outweigh what all mentions were taken for."""
    for span, name in zip(spans, names, strict=True):
        for type_ in surroundings(text, span, text[span.start : span.end], index):
            votes[name][type_] += votes[name][span.type] + _SURE


def _type_here(
    text: str, span: TypedSpan, usual: EntityType, is_borne: bool, places: PlaceIndex | None
) -> EntityType:
    """Return the usual type of a name, unless where it stands says otherwise.

    Of a name that a person of the text bears and a country as well, what follows "in" or "to" is
    the place, and what begins a sentence and does something is the person, as is who is told.
    """
    if _is_sure_place(text, span, places):
        return span.type
    if usual in {"PERSON", "GPE"} and of_shared_heads(text, span):
        return "LOC"
    if usual in PLACE_TYPES | {"PERSON"} and before(text, span.start).key == "river":
        return "LOC"
    if usual == "PERSON" and is_borne and is_called_town(text, span.end):
        return "CITY"
    does = begins_sentence(text, span.start) and after(text, span.end).word.islower()
    is_told = before(text, span.start).key in _DONE_TO_PERSONS
    return "PERSON" if is_borne and (does or is_told) and usual in PLACE_TYPES else usual


def _name(surface: str, surfaces: Collection[str]) -> str:
    """Return a name without its plural, if the text has the singular as well."""
    singular = surface[:-1] if surface.endswith("s") else surface
    return " ".join(name_words(singular if singular in surfaces else surface))


def _parts_of_persons(
    spans: Spans, surfaces: Sequence[str], sure: Collection[int] = ()
) -> set[str]:
    """Return the first and last words of the full names of persons; `sure` is where some start."""
    parts: set[str] = set()
    for span, surface in zip(spans, surfaces, strict=True):
        words = name_words(surface)
        if (span.type == "PERSON" or span.start in sure) and len(words) > 1:
            parts |= {words[0], words[-1]}
    return parts


def _surnames(spans: Spans, surfaces: Sequence[str], sure: Collection[int] = ()) -> set[str]:
    """Return the last words of the full names of persons; rulers have none."""
    found: set[str] = set()
    for span, surface in zip(spans, surfaces, strict=True):
        words = name_words(surface)
        is_person = span.type == "PERSON" or span.start in sure
        if is_person and len(words) > 1 and not {"of", "the"} & set(words):
            found.add(words[-1])
    return found


def _evidence(
    text: str, span: TypedSpan, surface: str, *, is_country: bool, is_borne: bool
) -> Iterator[EntityType]:
    """Yield the types that the name itself and the word before it speak for."""
    words = name_words(surface)
    if _is_announced(text, span.start) and span.type != "NORP":
        yield "PERSON"
    if len(words) > 1 and not is_country:
        yield from _by_its_words(span.type, words)
    if (_is_a_people(text, span, surface) and not is_borne) or _COMPOUND_PEOPLE.fullmatch(surface):
        yield "NORP"
    last = span.end - len(words[-1])
    peoples = len(words) == _PAIR and words[-1].endswith("s") and is_people(text, last, span.end)
    if span.type in {"ORG", "PERSON"} and (peoples or _is_compound_people(surface)):
        yield "NORP"
    yield from _by_its_letters(text, span, surface)
    if is_country and span.type not in PLACE_TYPES:
        yield "GPE"
    placed = _PLACE_BEFORE.search(text, max(0, span.start - 12), span.start) is not None
    if placed and span.type == "ORG" and _TABLES.is_famous_city(alias_key(surface)):
        yield "GPE"


def _is_compound_people(surface: str) -> bool:
    first, hyphen, _ = surface.partition("-")
    return (
        bool(hyphen and is_people_name(first) and " " not in surface)
        or _TWO_PEOPLES.fullmatch(surface) is not None
    )


def _by_its_letters(text: str, span: TypedSpan, surface: str) -> Iterator[EntityType]:
    """Yield the types of faiths, followers and acronyms that were taken for something else."""
    faith = span.type == "PERSON" and bare(surface.rpartition(" ")[2]) in _FAITHS
    if faith or (span.type in {"PERSON", "ORG"} and _FOLLOWER.fullmatch(surface)):
        yield "NORP"
    if span.type == "PERSON" and _ACRONYM.fullmatch(surface) and text != text.upper():
        yield "ORG"
    if (
        span.type in {"GPE", "CITY", "COUNTRY"}
        and _ACRONYM.fullmatch(surface)
        and _is_of_body(text, span)
    ):
        yield "ORG"


def _is_of_body(text: str, span: TypedSpan) -> bool:
    """Tell whether letters in brackets begin the words before: "Garvona Democracy (GD)"."""
    if text[span.start - 1 : span.start] != "(":
        return False
    words = text[max(0, span.start - _EXPANSION) : span.start - 1].split()
    size = span.end - span.start
    initials = "".join(word[0] for word in words[-size:])
    return initials == text[span.start : span.end]


def _by_its_words(type_: EntityType, words: Sequence[str]) -> Iterator[EntityType]:
    last = bare(words[-1])
    if last in _BUILT_WORDS or (last in _LAND_WORDS and type_ != "PERSON"):
        yield "LOC"
    if last in ORG_WORDS or bare(words[0]) in ORG_WORDS:
        yield "ORG"
    numbered = len(words) == 2 and is_numeral(words[1]) and bare(words[0]) not in NUMBERED
    if numbered or (words[-2] == "the" and last in BYNAMES) or _begins_person(words):
        yield "PERSON"
    if FAMILY_GIVEN.fullmatch(" ".join(words)):
        yield "PERSON"


def _begins_person(words: Sequence[str]) -> bool:
    """Tell whether the first word of a name is a title that no body begins with."""
    first = bare(words[0])
    short = len(words) <= _SHORT_NAME and "of" not in words
    return first in _PERSONAL or (short and first in _BEGINS_PERSONS)


def _is_person_by_title(text: str, span: TypedSpan, surface: str) -> bool:
    """Tell whether nobody but a person stands after a title: "Mr. Zorb", "Marshal Zorb"."""
    near = before(text, span.start)
    if near.key in _PERSONAL:
        return True
    holds_office = near.is_capital and near.gap == " " and near.key in _OFFICES
    return holds_office and span.type == "ORG" and surface.isalpha() and not surface.isupper()


def _is_announced(text: str, start: int) -> bool:
    """Tell whether a title or a person's calling stands before a name ("the poet Virgil")."""
    near = before(text, start)
    if near.gap != " ":
        return False
    return is_title(near.word) if near.is_capital else near.key in PERSON_NOUNS


def _is_a_people(text: str, span: TypedSpan, surface: str) -> bool:
    """Tell whether a plural stands like a people's: "the Normans", and "a Norman castle"."""
    if len(surface) < 5 or not surface.endswith("s") or not surface.isalpha():
        return False
    if text[max(0, span.start - 4) : span.start].casefold() != "the ":
        return False
    return re.search(rf"\b{re.escape(surface[:-1])} [a-z]", text) is not None


def _let_full_names_vote(
    bearers: Collection[str], surnames: Collection[str], votes: Votes, index: PlaceIndex
) -> None:
    """Let a person's full name say that its first or last word alone is that person as well.

    A name that no mention is a person's is one only if it is a surname and no country's: in a
    text with Chad Miller, Chad may be the country, but Almeida after Beatriz Almeida is no town.
    """
    for word in sorted(bearers):
        tally = votes.get(word)
        if tally is None or ("NORP" in tally and not tally.keys() - PLACE_TYPES - {"NORP"}):
            continue
        lone_surname = word in surnames and not index.is_country(alias_key(word))
        if lone_surname or tally.keys() - PLACE_TYPES:
            # A firm may bear its founder's surname, but hardly a first name alone.
            tally["PERSON"] += _SURE + (0 if word in surnames else tally["ORG"])


def _let_surnames_vote(
    surnames: Collection[str], surfaces: Sequence[str], votes: Votes, names: Mapping[str, str]
) -> None:
    """Let surnames say that their plural, and two of them joined, are families of the text."""
    known = set(surnames)
    for surface in sorted(set(surfaces) - known):
        joined = surface.split("-")
        ends = {joined[-1], joined[-1].removesuffix("s"), joined[-1].removesuffix("es")}
        is_plural = len(joined) == 1 and surface.endswith("s") and ends & known
        is_joined = len(joined) == 2 and joined[0] in known and ends & known
        if is_plural or is_joined:
            votes[names[surface]]["PERSON"] += _SURE


def _let_short_names_vote(
    text: str, spans: Spans, surfaces: Sequence[str], votes: Votes, names: Mapping[str, str]
) -> None:
    """Let Conrad say that Conrad of Montferrat is a person, and the other way round."""
    persons = {s for span, s in zip(spans, surfaces, strict=True) if span.type == "PERSON"}
    for surface in sorted(set(surfaces)):
        first, of, origin = surface.partition(" of ")
        if of and first in persons and " " not in origin:
            votes[names[surface]]["PERSON"] += _SURE
        elif is_person_of(text, surface):
            for name in {names[surface], names.get(first, names[surface])}:
                votes[name]["PERSON"] += sum(votes[name].values()) + _SURE


def _let_peoples_vote(
    text: str, spans: Spans, votes: Votes, names: Sequence[str], bearers: Collection[str]
) -> None:
    """Let one mention that can only be a people's outweigh all that could be a person's.

    Norman is a given name, but not where "the Normans" have "Norman castles", nor where the text
    has "many Norman castles".
    """
    for span, name in zip(spans, names, strict=True):
        surface = text[span.start : span.end]
        adjective = " " not in surface and surface.endswith("n")
        among = adjective and (_is_among_many(text, span) or _has_the_plural(text, span, surface))
        if name.removesuffix("s") in bearers:
            continue
        if is_people(text, span.start, span.end):
            votes[name]["NORP"] += sum(votes[name].values()) + _SURE
        elif _is_a_people(text, span, surface) or among:
            votes[name]["NORP"] += votes[name]["PERSON"] + _SURE


def _is_among_many(text: str, span: TypedSpan) -> bool:
    following = after(text, span.end)
    near = before(text, span.start)
    return (
        near.key in _MANY
        and not near.word.endswith(".")
        and following.gap == " "
        and following.word.islower()
    )


def _has_the_plural(text: str, span: TypedSpan, surface: str) -> bool:
    """Tell whether a word stands before a noun, and the text has its plural after "the"."""
    following = after(text, span.end)
    is_adjective = following.gap == " " and following.word.islower()
    return is_adjective and re.search(rf"\b[Tt]he {re.escape(surface)}s\b", text) is not None


def _is_sure_place(text: str, span: TypedSpan, places: PlaceIndex | None) -> bool:
    """Tell whether a place stands where places stand, and bears a name that places bear."""
    if span.type not in PLACE_TYPES:
        return False
    if _PLACE_BEFORE.search(text, max(0, span.start - 12), span.start) is None:
        return False
    key = alias_key(text[span.start : span.end])
    return places is None or places.is_country(key) or key in places.states
