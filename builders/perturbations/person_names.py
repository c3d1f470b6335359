"""The new names of persons, of whom families and namesakes share surnames and given names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from builders.draws import Key
from builders.given_names import gender_of, is_mostly_last_name
from builders.names import Gender, is_initial, undotted
from builders.perturbations.reserved_names import ReservedNames, word_key
from builders.perturbations.swap_entities import EntityName, SwapEntity, may_replace, suits_article
from builders.perturbations.swap_names import SwapNames
from builders.text import fold_key

MOST_CANDIDATES: Final = 512


@dataclass(frozen=True, slots=True)
class PersonNames:
    """Draws the new names of the persons in a passage.

    The dictionaries and the reserved names are those of the whole passage: what is drawn for other
    entities is added to them, too.
    """

    source: SwapNames
    reserved: ReservedNames
    key: Key
    names: dict[str, EntityName]
    """The new names by entity id."""
    surnames: dict[str, str]
    """The new surnames by old surname (folded)."""
    firsts: dict[tuple[str, Gender], str]
    """The new given names by old given name (folded) and gender."""

    def draw(self, item: SwapEntity) -> EntityName | None:
        """Draw the name of a person, or return None if no name is free.

        Persons and families with the same surname get the same new surname. If related names stay
        related, persons with the same given name get the same new given name, so that who was named
        after Mickey Mantle still is. A person with a name of one word gets the last name of the
        drawn name or, if related names stay related and the word is a given name, its first name.
        Names that fit the "a" or "an" before the old name are preferred.
        """
        surname = fold_key(item.entity.last or item.entity.name)
        shared = self._shared(surname)
        alone = len(undotted(item.entity.name).replace("_", " ").split()) == 1
        if shared is not None and alone:
            return EntityName(shared, "", shared)
        given = (fold_key(item.entity.first), item.gender)
        namesake = "" if alone or self.source.world is None else self.firsts.get(given, "")
        found = [self._free_persons(item, shared, namesake, alone=alone)] if namesake else []
        free = chain(*found, self._free_persons(item, shared, alone=alone))
        first = next(free, None)
        if first is None:
            return None
        suited = (person for person in chain([first], free) if suits_article(item, person))
        person = next(suited, first)
        self.surnames.setdefault(surname, person.last)
        if given[0] and not alone and not is_initial(given[0]):
            self.firsts.setdefault(given, person.first)
        return person

    def _shared(self, surname: str) -> str | None:
        """Return the new surname for all persons with this old one, or None if there is none.

        If related names need not stay related, a surname that is the whole new name of a person is
        not shared, so that no two persons get the same name.
        """
        shared = self.surnames.get(surname)
        is_whole = any(person.full == shared for person in self.names.values())
        return None if is_whole and self.source.world is None else shared

    def _free_persons(
        self, item: SwapEntity, shared: str | None, namesake: str = "", *, alone: bool
    ) -> Iterator[EntityName]:
        """Yield the new names that a person can get.

        `shared` is the new surname of the person's family, or None if it is not drawn yet, and
        `namesake` the new given name of others with the person's given name, or empty. `alone` says
        whether the old name is a single word.
        """
        entity = item.entity
        words = len(entity.name.split()) if self.source.match_words else 0
        is_given = alone and self.source.world is not None and _is_given_name(entity.name)
        part = 0 if is_given else -1
        for name in islice(self._full_names(item), MOST_CANDIDATES):
            if namesake:
                name = " ".join([namesake, *name.split()[1:]])  # noqa: PLW2901
            person = EntityName.of(name.split()[part] if alone else name, shared)
            if self.source.world is not None and entity.first and not entity.last:
                person = person.ruling(entity.name)
            if self.source.world is not None and not alone:
                person = person.of_generation(entity.name)
            if not alone:
                person = person.dotted(entity.name)
            if words and len(person.full.split()) != words:
                continue
            if not may_replace(entity, person.full):
                continue
            is_last = alone and not is_given
            if self.source.keep_gender and self._is_of_other_gender(item, name, is_last=is_last):
                continue
            if self._is_free(person, shared, namesake):
                yield person

    def _full_names(self, item: SwapEntity) -> Iterator[str]:
        """Yield candidates for the name of a person.

        They are drawn as full names, or as given names and last names separately.
        """
        key = (*self.key, "PERSON", fold_key(item.entity.name))
        if self.source.last is None or not self.source.are_apart(item.entity.name):
            pool = self.source.pools.get("PERSON")
            yield from pool.walk(key) if pool else ()
            return
        given = self.source.given[item.gender if self.source.keep_gender else ""]
        firsts, lasts = given.walk((*key, "first")), self.source.last.walk((*key, "last"))
        yield from (f"{first} {last}" for first, last in zip(firsts, lasts, strict=False))

    def _is_of_other_gender(self, item: SwapEntity, name: str, *, is_last: bool) -> bool:
        """Return whether a new name is of another gender than the person.

        `is_last` says whether the new name is the surname alone. Surnames have no gender, except
        for those that are also given names of women.
        """
        old, words = item.gender, name.split()
        if is_last:
            return gender_of(words[-1]) == "female" != old
        if self.source.are_apart(item.entity.name):
            return False
        new = self.source.genders.get(name, gender_of(words[0]))
        return bool(old and new) and old != new

    def _is_free(self, person: EntityName, shared: str | None, namesake: str) -> bool:
        parts = person.names if shared is None else {person.first}
        if namesake:
            parts = {person.last} - {"", person.first} if shared is None else frozenset[str]()
        # A shared name was already given to another person, so it need not be free.
        stands = self.reserved.is_taken(word_key(person.full))
        return not stands and not any(part in self.reserved for part in parts)


def _is_given_name(name: str) -> bool:
    """Return whether a single word is a given name that tells the gender, such as Mina."""
    return bool(gender_of(name)) and not is_mostly_last_name(name)
