"""The forms by which a given entity is searched for: its names and their parts.

Words are folded; a form consists of its words and the text between them without spaces, stops and
hyphens (as in builders.spans.surface_forms for the entities of a passage).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from builders.names import PARTICLES, bare, is_initial, without_particles
from builders.places import country_key, country_names
from builders.spans.aliases import acronyms, is_acronym
from builders.spans.misspellings import is_misspelt
from builders.text import fold, fold_key, words
from builders.types import PLACE_TYPES, Entity

FormPart = Literal["full", "first", "last", "letters"]

_BETWEEN: Final = re.compile(r"[\s.\-]+")
_AND: Final = re.compile(r" (?:&|and) ")
_LAKE: Final = re.compile(r"(?:Lake|Mount|Cape) \w+$")
_PEOPLE: Final = ("an", "i", "er", "ic", "ite", "ian")
_LETTERS_AT_LEAST: Final = 3
_DOUBLE: Final = 2


@dataclass(frozen=True, slots=True)
class SearchForm:
    """A form of an entity; `letters` marks acronyms and initials, which must be in capitals.

    `tail` is the text after the last word that belongs to the name: Anna B., Foo (Bar).
    """

    words: tuple[str, ...]
    gaps: tuple[str, ...]
    entity: Entity
    part: FormPart
    tail: str = ""
    plural: bool = False

    @property
    def is_lone(self) -> bool:
        """Return whether an adjacent word could make the form another name."""
        return len(self.words) == 1 or self.part in ("first", "last")


def search_forms(entities: Iterable[Entity]) -> Mapping[str, tuple[SearchForm, ...]]:
    """Return the forms of entities by their first word, the longest first."""
    by_word: dict[str, dict[SearchForm, None]] = {}
    for entity in entities:
        for surface, part in _surfaces(entity):
            split, gaps = form_words(surface)
            if not split:
                continue
            for form in _inflected(SearchForm(split, gaps, entity, part, _tail(surface))):
                by_word.setdefault(form.words[0], {})[form] = None
    return {
        word: tuple(sorted(forms, key=lambda form: -len(form.words)))
        for word, forms in by_word.items()
    }


def form_words(surface: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the folded words of a surface and the text between them."""
    folded = fold(surface).text
    bounds = list(words(folded))
    gaps = tuple(gap(folded[end:start]) for (_, end), (start, _) in pairwise(bounds))
    return tuple(folded[start:end] for start, end in bounds), gaps


def _tail(surface: str) -> str:
    end = max((end for _, end in words(surface)), default=0)
    return surface[end:].strip()


def gap(between: str) -> str:
    """Return the text between two words without spaces, stops and hyphens."""
    return _BETWEEN.sub("", between)


def is_varied(surface: str, entity: Entity) -> bool:
    """Return whether a recognized name is a variant of the entity's name without a known form.

    A person may have more or fewer middle names. One word of a name may have a wrong letter,
    except for persons with several words: Martha Klein is not Marta Klein.
    """
    key, known = fold_key(surface), fold_key(entity.name)
    if entity.type != "PERSON":
        return is_misspelt(key, known)
    if " " in key:
        first, last = fold_key(entity.first), fold_key(entity.last)
        if key in (known, f"{first} {last}"):
            return False  # It is a known form: where it stands was decided.
        if not (first and last and key.startswith(f"{first} ") and key.endswith(f" {last}")):
            return False
        return _agree(_middle(key, first, last), _middle(known, first, last))
    return any(is_misspelt(key, fold_key(part)) for part in (entity.first, entity.last, known))


def _middle(key: str, first: str, last: str) -> list[str]:
    """Return the middle names, or their initials, of a folded name."""
    split, _ = form_words(key)
    return list(split[len(form_words(first)[0]) : -len(form_words(last)[0])])


def _agree(told: Sequence[str], known: Sequence[str]) -> bool:
    """Return whether middle names may be those of one person: "B." and "Beth", not "C. D."."""
    return all(a.startswith(b) or b.startswith(a) for a, b in zip(told, known, strict=False))


def _is_nationality(form: SearchForm) -> bool:
    """Return whether an alias of a place names its people: Kenyan."""
    aliases = map(fold_key, form.entity.aliases if form.entity.type in PLACE_TYPES else ())
    return form.part == "full" and form.words[-1].endswith(_PEOPLE) and form.words[-1] in aliases


def _inflected(form: SearchForm) -> Iterator[SearchForm]:
    yield form
    *before, last = form.words
    kind = form.entity.type
    named = kind == "NORP" or (kind == "PERSON" and form.part != "first") or _is_nationality(form)
    if not named or form.part == "letters" or len(last) < 3:
        return
    if form.entity.type == "PERSON" and before and form.part == "full":
        return
    for ending in ("s", "es"):
        yield SearchForm((*before, last + ending), form.gaps, form.entity, form.part, plural=True)


def _surfaces(entity: Entity) -> Iterator[tuple[str, FormPart]]:
    yield entity.name, "letters" if is_acronym(entity.name) else "full"
    for alias in entity.aliases:
        yield alias, "letters" if is_acronym(alias) else "full"
    if entity.type == "PERSON":
        yield from _person_surfaces(entity)
    elif entity.name[:4].casefold() == "the " or _LAKE.match(entity.name):
        yield entity.name.partition(" ")[2], "full"
    if entity.type in {"COUNTRY", "GPE"}:
        for name in country_names(country_key(entity.name)):
            yield name, "letters" if is_acronym(name) else "full"
    elif entity.type == "ORG" and not is_acronym(entity.name):
        if _AND.search(entity.name):
            yield _AND.sub(_other_and, entity.name), "full"
        for letters in sorted(acronyms(entity.name)):
            if len(letters) >= _LETTERS_AT_LEAST:
                yield letters, "letters"


def _other_and(match: re.Match[str]) -> str:
    """Return the name with "and" for "&" or the reverse: Hart and Lowe for Hart & Lowe."""
    return " and " if "&" in match[0] else " & "


def _person_surfaces(entity: Entity) -> Iterator[tuple[str, FormPart]]:
    if entity.first and not is_initial(entity.first):
        yield entity.first, "first"
    if not entity.last:
        return
    for last in dict.fromkeys((entity.last, without_particles(entity.last))):
        if not is_initial(last):
            yield last, "last"
    double = entity.last.split()
    if len(double) == _DOUBLE and PARTICLES.isdisjoint(map(bare, double)):
        yield double[0], "last"  # Ruiz of Gabriela Ruiz Ortega
    given = entity.name.removesuffix(entity.last).split()
    if entity.first and given[:1] != [entity.first]:
        given = [entity.first]
    if not given:
        return
    yield f"{given[0]} {entity.last}", "full"
    yield f"{entity.last}, {given[0]}", "full"
    initials = [name[0] for name in given]
    for count in range(1, len(given) + 1):
        yield f"{' '.join(initials[:count])} {entity.last}", "full"
        yield f"{entity.last}, {' '.join(initials[:count])}", "full"
    if len(given) > 1:
        yield " ".join((given[0], *initials[1:], entity.last)), "full"
        yield f"{''.join(initials)} {entity.last}", "full"
        yield f"{entity.last}, {' '.join(given)}", "full"
        yield "".join((*initials, entity.last[0])), "letters"
        yield " ".join((*initials, entity.last[0])), "letters"
        yield " ".join(given), "first"
