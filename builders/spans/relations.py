"""Features of a pair of names, by which builders.spans.coreference decides if both mean one entity.

A feature says, for example, that one name is the acronym of the other. No single feature decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from builders.countries import STATE_STARTS
from builders.names import ORG_WORDS, PARTICLES, is_initial, without_particles
from builders.places import country_names
from builders.spans.aliases import (
    acronyms,
    is_acronym,
    is_short_form,
    name_key,
    org_words,
    place_forms,
)
from builders.spans.misspellings import is_misspelt
from builders.spans.persons import PersonName, given_key, is_one_person, parse_person
from builders.text import fold_key
from builders.types import PLACE_TYPES, EntityType

Features = frozenset[str]
NOTHING: Final[Features] = frozenset()
_SMALL: Final = frozenset({"of", "the", "and", "for", "in", "on", "de", "at", "to", "a"})
_KINDS: Final = dict.fromkeys(PLACE_TYPES, "PLACE")


def kind_of(type_: str) -> str:
    """Return PLACE for the type of a place, and any other type unchanged."""
    return _KINDS.get(type_, type_)


@lru_cache(maxsize=65536)
def block_keys(name: str, type_: EntityType) -> frozenset[str]:
    """Return keys of a name, such as its words, by which related names are found.

    Two related names have at least one key in common.
    """
    folded = fold_key(name)
    found = {word.strip(".,'") for word in folded.replace("-", " ").split()} - _SMALL
    found |= {f"={name_key(type_, name)}", f"{folded[:1]}~{folded[-1:]}", f"{folded[:-1]}~"}
    if type_ == "PERSON":
        parts = parse_person(name).words
        found |= {given_key(word) for word in parts}
        words = [w for part in parts for w in (part, part.removesuffix("s")) if w]
        found |= {key for w in words for key in (f"{w[0]}~{w[-1]}", f"{w[:-1]}~")}
        found |= set(singulars(folded))
    elif type_ == "ORG":
        found |= {f"^{letters}" for letters in acronyms(name)}
        found.add(f"^{_letters(name)}")
    return frozenset(found)


@lru_cache(maxsize=131072)
def relations(name: str, type_: EntityType, other: str, other_type: EntityType) -> Features:
    """Return the features of a pair of names; `other` is usually the longer name.

    The result is empty if the names are unrelated. Every feature begins with the kind of the names,
    such as PERSON, or with both kinds if they differ.
    """
    kind, other_kind = kind_of(type_), kind_of(other_type)
    if kind != other_kind:
        found = set(_across(name, other))
        kind = "-".join(sorted((kind, other_kind)))
    elif kind == "PERSON":
        found = set(_of_persons(parse_person(name), parse_person(other)))
    else:
        found = set(_of_things(name, type_, other, other_type))
    if not found:
        return NOTHING
    if kind == "PLACE" and "GPE" not in {type_, other_type} and type_ != other_type:
        found.add("other kind of place")
    return frozenset(f"{kind} {feature}" for feature in found)


def _across(name: str, other: str) -> Iterator[str]:
    """Yield the features of a pair of names of different types, such as a person and a place.

    The feature is "same" for equal names, and "spelling" if one may be a misspelling of the
    other. Case and accents are ignored. There is no feature for other names.
    """
    one, two = fold_key(name), fold_key(other)
    if one == two:
        yield "same"
    elif _is_misspelt(one, two):
        yield "spelling"


def _is_misspelt(one: str, other: str) -> bool:
    """Return whether a name or its singular is the other name with one wrong letter."""
    return is_misspelt(one, other) or is_misspelt(one.removesuffix("s"), other)


def _of_things(name: str, type_: EntityType, other: str, other_type: EntityType) -> Iterator[str]:
    one, two = fold_key(name), fold_key(other)
    if one.removeprefix("the ") == two.removeprefix("the "):
        yield "same"
    elif name_key(type_, name) == name_key(other_type, other):
        yield "alias"
    elif _is_misspelt(one, two):
        yield "spelling"
    elif one.removesuffix("s") == two.removesuffix("s"):
        yield "plural"
    elif type_ == "ORG":
        yield from _of_organizations(name, other)
    elif name_key(type_, name) in place_forms(other_type, other):
        yield "short state" if STATE_STARTS.match(two) else f"short {type_} {other_type}"
    elif name_key(other_type, other) in place_forms(type_, name):
        yield "longer"
    elif set(one.replace("-", " ").split()) < set(two.replace("-", " ").split()):
        yield "words of it"


def _of_organizations(name: str, other: str) -> Iterator[str]:
    if _letters(name) in acronyms(other) or _letters(other) in acronyms(name):
        yield "acronym"
        return
    if is_acronym(name) or is_acronym(other):
        return
    short, full = org_words(name), org_words(other)
    if is_short_form(short, full):
        yield "short"
        before = " ".join(full[: full.index(short[0])])
        if before and not country_names(before):
            yield from (f"short at its end: {kind}" for kind in sorted(ORG_WORDS & {*short}))
        yield "short at its start" if full[: len(short)] == short else "short at its end"
        if set(short) <= ORG_WORDS:
            yield "short of plain words"
        if set(full) - set(short) <= ORG_WORDS | _SMALL:
            yield "short but for plain words"
    elif short != full and set(short) <= set(full):
        yield "words of it"


def _letters(acronym: str) -> str:
    return fold_key(acronym).replace(".", "")


def _of_persons(one: PersonName, two: PersonName) -> Iterator[str]:
    if one.key == two.key:
        yield "same"
    elif not (one.last or one.tail):
        yield from _of_part(one, two)
    elif not (two.last or two.tail):
        if two.words[0] in one.words:
            yield "longer"
    elif is_one_person(one, two):
        yield "fits"
        if any(map(is_initial, (*one.given, *two.given))):
            yield "fits by initials"
        elif one.given and two.given and fold_key(one.given[0]) != fold_key(two.given[0]):
            yield "fits by another given name"
    elif is_misspelt(" ".join(one.words), " ".join(two.words)):
        yield "spelling"
    elif fold_key(one.last) == fold_key(two.last) or one.words[0] == two.words[0]:
        yield "clashes"


def _of_part(one: PersonName, two: PersonName) -> Iterator[str]:
    """Yield how a lone first or last name (`one`) is related to the name of a person (`two`).

    For example, "last" says that it is the last name in `two`.
    """
    last = parse_person(two.last).words if two.last else ()
    end = last[-1:] if " " in two.last or {*last[:1]} & PARTICLES else ()
    if one.words == last:
        yield "last"
    elif one.words in (end, tuple(without_particles(fold_key(two.last)).split())):
        yield "last without particles"
    elif two.first and one.words == parse_person(two.first).words:
        yield "first"
    elif is_misspelt(" ".join(one.words), " ".join(two.words)):
        yield "spelling"
    elif any(
        is_misspelt(word, fold_key(part))
        for word in (one.key, one.key.removesuffix("s"))
        for part in (two.first, two.last)
        if part
    ):
        yield "part misspelt"
    elif two.first and given_key(one.words[0]) == given_key(two.first):
        yield "nickname"
    elif one.words[0] in map(fold_key, (*two.given, *two.last.split())):
        yield "middle"
    elif any(single in (two.first.lower(), two.last.lower()) for single in singulars(one.key)):
        yield "possessive"


def singulars(surface: str) -> tuple[str, ...]:
    """Return the possible singulars of a plural surname, the most probable first.

    "Joneses" gives Jones, "Kennedys" gives Kennedy, "Vales" gives Vale.
    """
    if len(surface) < 4 or surface[-1:] not in "sS" or surface[-2:] == "ss":
        return ()
    found = []
    stem = surface[:-2]
    if surface[-2:].casefold() == "es" and stem.casefold().endswith(("s", "x", "z", "ch", "sh")):
        found.append(stem)
    if surface[-3:].casefold() == "ies":
        found.append(surface[:-3] + "y")
    found.append(surface[:-1])
    return tuple(found)
