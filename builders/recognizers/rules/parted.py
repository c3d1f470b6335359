"""Names parted that a recognizer took for one, and cut where other words were taken along."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from builders.atlas import PlaceIndex
from builders.given_names import is_first_name
from builders.lands import PHYSICAL_WORDS
from builders.names import (
    COMMON_WORDS,
    HEADS_AFTER,
    ORG_WORDS,
    PERSON_NOUNS,
    bare,
    is_form_of_state,
    is_title,
)
from builders.places import alias_key
from builders.recognizers.rules.bodies import branch_before
from builders.recognizers.rules.context import before
from builders.recognizers.rules.peoples import is_people_name, without_age
from builders.recognizers.rules.persons_told import has_given_name
from builders.types import PLACE_TYPES, EntityType, TypedSpan

# Add a noun that is called after the person before it: a law, a machine, a method of somebody.
EPONYM_NOUNS: Final = frozenset({
    "algorithm", "algorithms", "class", "conjecture", "constant", "correspondence", "curve",
    "cycle", "diagram", "diagrams", "disease", "distribution", "effect", "efficiency", "engine",
    "engines", "equation", "equations", "exponent", "factor", "field", "filter", "force", "formula",
    "function", "functions", "group", "hypothesis", "inequality", "integral", "interaction",
    "language", "law", "laws", "lemma", "limit", "machine", "machines", "matrix", "mechanism",
    "medal", "method", "model", "motor", "number", "numbers", "operator", "paradox", "postulate",
    "potential", "principle", "prize", "problem", "process", "product", "radius", "ratio",
    "reaction", "reduction", "reductions", "rule", "scale", "scattering", "space", "sphere",
    "statistics", "syndrome", "tensor", "test", "theorem", "theorems", "theory",
    "thesis", "transform",
    "transformation", "transformations", "tree", "tube", "unit", "valve", "wave", "waves",
})  # fmt: skip
# Of these, a noun that is hardly ever the last word of anything but such a thing's name.
_CALLED_AFTER: Final = frozenset({
    "algorithm", "conjecture", "constant", "cycle", "disease", "distribution", "effect",
    "equation", "equations", "hypothesis", "inequality", "law", "laws", "lemma", "medal", "paradox",
    "principle", "prize", "syndrome", "theorem", "theorems", "theory", "thesis", "transform",
})  # fmt: skip

_CITED: Final = re.compile(r"([A-Z][^\W\d_]+)(?: & | and )([A-Z][^\W\d_]+)")
_YEAR_AFTER: Final = re.compile(r",? [\[(]?(?:1[5-9]|20)\d\d\b")
_STATE_OF: Final = "State of "
_DATED: Final = re.compile(r" of \d{1,2} [A-Z][a-z]+$")
_OWNER: Final = re.compile(r"(.+?)['’]s (?=[A-Z])")
# "University of Gelt's Oriental Institute": a body of a body.
_OWNING_BODY: Final = re.compile(
    r"(?:University|College|Institute|Church|Bank) of (?:the )?[A-Z].*|"
    r"[A-Z].* (?:University|College|Institute|Company|Corporation|Association)"
)
# "In Education the Court of Gelt held": an article begins the next name.
_RUN_ON: Final = re.compile(r"[A-Z][a-z]+ the (?=[A-Z])")
# "Board of Gelt the court": what follows an article in small letters is no part of a name.
_RUN_OUT: Final = re.compile(r"(.+?) the [a-z]+$")
_TWO: Final = re.compile(r"([A-Z][a-z]+) and ([A-Z][a-z]+)")
# Add who goes into business with somebody.
_RELATIVES: Final = frozenset({
    "associates", "brother", "brothers", "cousins", "daughter", "daughters", "friends", "nephew",
    "nephews", "partner", "partners", "sister", "sisters", "son", "sons",
})  # fmt: skip
_PERSONS_BEFORE: Final = re.compile(
    r"\b(?:[Bb]oth|(?:essays|music|novels|operas|paintings|pictures|plays|poems|portraits|songs|"
    r"studies|works) by)[ \u00a0]$"
)
# Add what tells of a firm before its name.
_FIRM_BEFORE: Final = re.compile(
    r"\b(?:(?:business|company|firm|partnership)(?:[ \u00a0]of)?|(?:employed|made)[ \u00a0]by|"
    r"(?:shares|stake)[ \u00a0]in|founded|joined|sold)[ \u00a0]$"
)
# Add the form of a firm that stands after its name.
_FORM_AFTER: Final = re.compile(
    r"[ \u00a0](?:GmbH|SpA|AG|BV|NV|plc|PLC|Ltd|LLC|Inc|SARL|PVBA|KG|Corp|Pty)\b"
)
# Add the head of a body's name that hardly ever stands after a person's by chance.
_HEAD_AFTER: Final = re.compile(
    r"[ \u00a0](?:Association|Company|Corporation|Foundation|Front|Institute|League|Movement|Party|"
    r"Society|University)\b(?![ \u00a0][A-Z])"
)
_FOREIGN_OFFICE: Final = re.compile(r"[A-Z][a-z]+ (?:van|voor|de|der|für|per|del|dell['’]|di)\b")
_AGAINST: Final = re.compile(r"\bv\.?[ \u00a0]$")
_PEOPLES_LAND: Final = re.compile(r"([A-Z][a-z]+) ([A-Z][a-z]+)")
# "Shia Islam", "Zen Buddhism": a faith, and which branch of it.
_FAITH: Final = re.compile(
    r"(?:[A-Z][\w'’-]+[ \u00a0])?(?:Buddhism|Catholicism|Christianity|Confucianism|Hinduism|Islam|"
    r"Jainism|Judaism|Orthodoxy|Protestantism|Shintoism|Sikhism|Taoism|Zoroastrianism)"
)
_BRANCHES: Final = frozenset({"shia", "shi'a", "shiite", "shi'ite", "sunni", "alawite", "ibadi"})
_RULER: Final = re.compile(r"(?:[a-z]ish|ese|[a-z]ian|man|utch|nch)$")
_PEOPLES_PLACE: Final = re.compile(
    r"([A-Z][a-z]+) (?:camp|castle|city|fort|palace|road|temple|town|wall)s?"
)
# "Otto II. Ada Holm came": a ruler's numeral ends his sentence, an initial does not.
_RULER_ENDS: Final = re.compile(
    r"([A-Z][^\W\d_]+ (?:[IVX]{2,5}|[IVX](?=\. [A-Z][^\W\d_]+ [A-Z])))\. (?=[A-Z])"
)
_IN_BEFORE: Final = re.compile(r"\b(?:[Ii]n|[Aa]t|[Ff]rom)[ \u00a0]$")
_PARTICLE_FIRST: Final = re.compile(r"(?:de la |de |du |des |d['’])(?=[A-Z])")
# Add a title before which a French particle is no part of the name.
_FRENCH_TITLES: Final = frozenset({
    "chevalier", "comte", "comtesse", "duc", "duchesse", "madame", "mademoiselle", "marquis",
    "marquise", "monsieur", "sieur", "vicomte",
})  # fmt: skip
# Add a rank that nothing but a person bears before a name.
_RANKED: Final = re.compile(
    r"(?:Admiral|Archbishop|Archduke|Ayatollah|Cardinal|Captain|Colonel|Emperor|Empress|Pope|Queen|"
    r"Rabbi|Sheikh|Sultan)[ \u00a0](?=[A-Z])"
)
# Add a word that makes a person's name that of a place when it ends it.
_LANDMARKS: Final = frozenset({
    "blvd", "boulevard", "building", "chapel", "garden", "gardens", "hotel", "house", "land",
    "mosque", "range", "road", "terminal", "theatre",
})  # fmt: skip
_TONGUE: Final = re.compile(r"(?:ish|ese|nch|ian|tin)$")
_SMALL_NOUN: Final = re.compile(r"(?:[A-Z][\w-]+ )+([a-z]{4,}) (?=[A-Z])")
_RUN_AFTER: Final = re.compile(r"[ \u00a0]([A-Z][^\W\d_]+(?:[ \u00a0][A-Z][^\W\d_]+)*)")
_FIRM_AFTER: Final = re.compile(r"[ \u00a0]&[ \u00a0]([A-Z][^\W\d_]+)(?![ \u00a0-][A-Z])")
# Add the first word of a country's or people's name of two.
_FIRST_OF_TWO: Final = frozenset({
    "costa", "east", "el", "new", "north", "puerto", "san", "saudi", "sierra", "south", "sri",
    "west",
})  # fmt: skip


def parted(text: str, spans: Sequence[TypedSpan], places: PlaceIndex) -> Iterator[TypedSpan]:
    """Yield the spans, each cut to its name or parted into several."""
    surfaces = {text[span.start : span.end] for span in spans}
    persons = {text[span.start : span.end] for span in spans if span.type == "PERSON"}
    done = 0
    for at, span in enumerate(spans):
        if span.start < done:
            continue
        ranked = _titled(text, span) if span.type != "PERSON" else None
        if ranked is not None:
            yield ranked
            continue
        following = spans[at + 1] if at + 1 < len(spans) else None
        if following is not None and _is_one_people(text, span, following):
            yield replace(span, end=following.end)
            done = following.end
        elif following is not None and _is_one_state(text, span, following):
            yield TypedSpan(span.start, following.end, "GPE")
            done = following.end
        elif span.type in {"PERSON", "ORG"} and _FAITH.fullmatch(text, span.start, span.end):
            yield from _branch(text, span)
        elif span.type == "PERSON":
            yield from _person(text, without_age(text, span), places)
        elif span.type == "ORG":
            yield from _organization(text, span, surfaces, persons, places)
        elif span.type in PLACE_TYPES:
            yield from _place(text, span, places, spans[at - 1].end if at else 0)
        else:
            yield span


def _place(text: str, span: TypedSpan, places: PlaceIndex, done: int) -> Iterator[TypedSpan]:
    """Part a place from what follows it; stretch it over the firm or colony that it is a part of.

    "Holmville Peru" are two places, "Telecom Peru" and "Holmville & Gelt" are firms; of "Roman
    fort" the people alone have a name.
    """
    of_people = _PEOPLES_PLACE.fullmatch(text, span.start, span.end)
    if of_people and is_people_name(of_people[1]):
        yield TypedSpan(span.start, of_people.end(1), "NORP")
        return
    surface = text[span.start : span.end]
    key = alias_key(surface)
    firm = _FIRM_AFTER.match(text, span.end)
    if firm and not places.is_country(key) and not _is_any_place(firm.group(1), places):
        yield TypedSpan(span.start, firm.end(), "ORG")
        return
    if places.is_country(key):
        branch = branch_before(text, span.start, places)
        if branch is not None and branch >= done:
            yield TypedSpan(branch, span.end, "ORG")
            return
        colony = _RUN_AFTER.match(text, span.end)
        if colony and places.is_region(alias_key(colony.group(1))):
            yield TypedSpan(span.start, colony.end(), "LOC")
            return
    at = _end_of_town(surface, places)
    if at:
        yield TypedSpan(span.start, span.start + at, "GPE")
        yield TypedSpan(span.start + at + 1, span.end, "GPE")
    else:
        yield span


def _end_of_town(surface: str, places: PlaceIndex) -> int:
    """Return where a town ends that a country follows; 0 where no lists have both."""
    if " " not in surface or _is_any_place(surface, places):
        return 0
    for space in (found.start() for found in re.finditer(" ", surface)):
        town, land = alias_key(surface[:space]), alias_key(surface[space + 1 :])
        if places.is_country(land) and places.is_listed_city(town) and not is_people_name(town):
            return space
    return 0


def _is_any_place(surface: str, places: PlaceIndex) -> bool:
    key = alias_key(surface)
    known = places.is_country(key) or places.is_region(key) or places.is_famous_city(key)
    return known or key in places.states or key in places.cities


def _is_one_people(text: str, span: TypedSpan, following: TypedSpan) -> bool:
    """Tell whether two peoples side by side are one: the Saudi Arabian king."""
    return (
        span.type == following.type == "NORP"
        and text[span.end : following.start] == " "
        and text[span.start : span.end].casefold() in _FIRST_OF_TWO
    )


def _is_one_state(text: str, span: TypedSpan, following: TypedSpan) -> bool:
    """Tell whether a form of state and a country are one: the Democratic Republic of Gelt."""
    is_form = is_form_of_state(text[span.start : span.end])
    return is_form and following.type in PLACE_TYPES and text[span.end : following.start] == " of "


def _person(text: str, span: TypedSpan, places: PlaceIndex) -> Iterator[TypedSpan]:
    """Cut a thing that is called after somebody to the bearer: Maxwell of Maxwell Equations.

    What stands before a noun in small letters is not the name: "Gelt noble Jean de Holm" is Jean.
    """
    surface = text[span.start : span.end]
    form = _FORM_AFTER.match(text, span.end) or _HEAD_AFTER.match(text, span.end)
    if form:
        yield TypedSpan(span.start, form.end(), "ORG")
        return
    if _is_foreign_office(text, span, surface):
        yield replace(span, type="ORG")
        return
    if _is_office(surface):
        home = surface.rpartition(" of ")[2]
        yield from () if home == surface else (TypedSpan(span.end - len(home), span.end, "GPE"),)
        return
    two = _cut_in_two(text, span, surface, places)
    if two:
        yield from two
        return
    pair = _TWO.fullmatch(surface)
    if pair and not {bare(word) for word in pair.groups()} & COMMON_WORDS:
        yield from _halves(span, pair, "PERSON")
        return
    party = surface.find(" v ")
    if party > 0:
        span = replace(span, end=span.start + party)
        surface = surface[:party]
    people = _people(span, surface, places)
    if people:
        yield from people
        return
    noun = _SMALL_NOUN.match(surface)
    if noun and noun.group(1) in PERSON_NOUNS | {"noble"}:
        span = replace(span, start=span.start + noun.end())
        surface = surface[noun.end() :]
    name, _, last = surface.rpartition(" ")
    yield (
        replace(span, end=span.start + len(name)) if bare(last) in _CALLED_AFTER and name else span
    )


def _is_office(surface: str) -> bool:
    """Tell whether it is "Prime Minister" or "Marquis of Gelt": nobody's name."""
    office, of, home = surface.partition(" of ")
    words = office.split()
    some = bool(of and home[:1].isupper()) or len(words) > 1
    return some and all(is_title(word) for word in words)


def _cut_in_two(
    text: str, span: TypedSpan, surface: str, places: PlaceIndex
) -> tuple[TypedSpan, ...]:
    """Cut "Otto II. Ada Holm" between two sentences, and "In Oslo Ada Holm" behind the town.

    Of "Marquis de Gelt" the particle is no part of the name either.
    """
    ruler = _RULER_ENDS.match(surface)
    if ruler:
        end = span.start + ruler.end(1)
        return replace(span, end=end), replace(span, start=span.start + ruler.end())
    town, _, rest = surface.partition(" ")
    if has_given_name(rest) and places.is_famous_city(alias_key(town)):
        at = span.start + len(town)
        if _IN_BEFORE.search(text, max(0, span.start - 8), span.start):
            return TypedSpan(span.start, at, "GPE"), replace(span, start=at + 1)
    particle = _PARTICLE_FIRST.match(surface)
    if particle and before(text, span.start).key in _FRENCH_TITLES:
        return (replace(span, start=span.start + particle.end()),)
    return ()


def _titled(text: str, span: TypedSpan) -> TypedSpan | None:
    """Return the person of "Cardinal Zorb", taken for something else; None if it may be that."""
    titled = _RANKED.match(text, span.start, span.end)
    if titled is None:
        return None
    words = [bare(word) for word in text[titled.end() : span.end].split()]
    if {*words} & (ORG_WORDS | HEADS_AFTER | PHYSICAL_WORDS | _LANDMARKS) or not words:
        return None
    return TypedSpan(titled.end(), span.end, "PERSON")


def _people(span: TypedSpan, surface: str, places: PlaceIndex) -> tuple[TypedSpan, ...]:
    """Return a people with its town or tongue, or the land that it ruled; else nothing."""
    land = _PEOPLES_LAND.fullmatch(surface)
    if land is None:
        return ()
    if _is_historical_land(land, places):
        return (replace(span, type="LOC"),)
    if not is_people_name(land.group(1)):
        return ()
    of: EntityType = "GPE" if _is_land(land, places) else "NORP"
    if of == "NORP" and _TONGUE.search(land.group(2)) is None:
        return ()
    first = TypedSpan(span.start, span.start + land.end(1), "NORP")
    return first, TypedSpan(span.start + land.start(2), span.end, of)


def _branch(text: str, span: TypedSpan) -> Iterator[TypedSpan]:
    """Yield the adherents after whom a branch of a faith is called; the faith itself is no name."""
    first = text[span.start : span.end].partition(" ")[0]
    if bare(first).replace("’", "'") in _BRANCHES:
        yield TypedSpan(span.start, span.start + len(first), "NORP")


def _is_foreign_office(text: str, span: TypedSpan, surface: str) -> bool:
    """Tell whether a party of a case is an office: "Quist v Bestuur van de Haven"."""
    against = _AGAINST.search(text, max(0, span.start - 4), span.start)
    office = _FOREIGN_OFFICE.match(surface)
    return bool(against and office) and not is_first_name(surface.partition(" ")[0])


def _is_historical_land(found: re.Match[str], places: PlaceIndex) -> bool:
    """Tell whether a land is named after who ruled it: Norman Italy, Belgian Congo."""
    ruler, key = found.group(1), alias_key(found.group(2))
    ruled = _RULER.search(ruler) is not None or (is_people_name(ruler) and ruler != "Frank")
    return ruled and (places.is_country(key) or places.is_region(key))


def _is_land(found: re.Match[str], places: PlaceIndex) -> bool:
    """Tell whether what follows a people's name is a country or a town; Frank Holm is neither."""
    people, land = found.groups()
    key = alias_key(land)
    if places.is_country(key):
        return True
    return key in places.cities and not is_first_name(land) and not is_first_name(people)


def _organization(
    text: str,
    span: TypedSpan,
    surfaces: set[str],
    persons: Collection[str],
    places: PlaceIndex,
) -> Iterator[TypedSpan]:
    surface = text[span.start : span.end]
    cited = _CITED.fullmatch(surface)
    bodies = _TWO.fullmatch(surface)
    owner = _OWNER.match(surface)
    run_on = _RUN_ON.match(surface)
    run_out = _RUN_OUT.match(surface)
    land = _PEOPLES_LAND.fullmatch(surface)
    if land and _is_historical_land(land, places):
        yield replace(span, type="LOC")
    elif cited and _YEAR_AFTER.match(text, span.end):
        yield from _halves(span, cited, "PERSON")
    elif bodies and _are_two_persons(text, span, bodies, persons):
        yield from _halves(span, bodies, "PERSON")
    elif bodies and all(bare(word) in ORG_WORDS for word in bodies.groups()):
        yield from _halves(span, bodies, "ORG")
    elif bodies and all(is_people_name(word.removesuffix("s")) for word in bodies.groups()):
        yield from _halves(span, bodies, "NORP")
    elif owner and (owner.group(1) in surfaces or _OWNING_BODY.fullmatch(owner.group(1))):
        yield replace(span, end=span.start + owner.end(1))
        yield replace(span, start=span.start + owner.end())
    elif run_out:
        yield replace(span, end=span.start + run_out.end(1))
    elif run_on:
        yield replace(span, start=span.start + run_on.end())
    elif surface.startswith(_STATE_OF):
        yield TypedSpan(span.start + len(_STATE_OF), span.end, "GPE")
    else:
        dated = _DATED.search(surface)
        yield replace(span, end=span.start + dated.start()) if dated else span


def _are_two_persons(
    text: str, span: TypedSpan, found: re.Match[str], persons: Collection[str]
) -> bool:
    """Tell whether "Holm and Quist" are two: both did it, wrote it, or one is named in full.

    A firm may be called so after its founder: Holm and Daughters.
    """
    words = found.groups()
    if {bare(word) for word in words} & (COMMON_WORDS | ORG_WORDS | HEADS_AFTER | _RELATIVES):
        return False
    if any(is_people_name(word.removesuffix("s")) for word in words):
        return False
    told = _PERSONS_BEFORE.search(text, max(0, span.start - 24), span.start)
    if told is not None:
        return True
    known = any(person.endswith(f" {word}") for person in persons for word in words)
    return known and not _FIRM_BEFORE.search(text, max(0, span.start - 24), span.start)


def _halves(span: TypedSpan, found: re.Match[str], type_: EntityType) -> Iterator[TypedSpan]:
    for start, end in (found.span(1), found.span(2)):
        yield TypedSpan(span.start + start, span.start + end, type_)
