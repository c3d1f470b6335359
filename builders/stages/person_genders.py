"""The genders of the persons that a passage names, from their names and the words around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from builders.given_names import counted_gender, gender_in, gender_of, gender_there, male_leaning
from builders.lexicon.tables import table
from builders.names import Gender, noun_gender, pronoun_gender, pronouns
from builders.text import has_unspaced
from builders.types import Entity, Mention

LOG_ODDS: Final[Mapping[str, Any]] = table("genders")
"""What pronouns and the ending of the first name say about a person's gender."""


@dataclass(frozen=True, slots=True)
class TextGenders:
    """What the pronouns and nouns of a passage tell about the genders of persons."""

    pronouns: Gender = ""
    """The gender of the personal pronouns, or empty if they have different genders."""
    near: Mapping[str, Gender] = field(default_factory=dict)
    """The gender of most pronouns that follow a person's names, by entity id."""
    nouns: Mapping[str, Gender] = field(default_factory=dict)
    """The genders of persons that nouns beside their names show (his wife Ada), by entity id."""
    main: str = ""
    """The id of the person named first, to whom pronouns refer most often.

    Persons whose first names contradict the pronouns are passed over.
    """
    subjects: Collection[str] = ()
    """The ids of the entities that the title names. Pronouns are mostly theirs."""

    @classmethod
    def read(
        cls,
        text: str,
        mentions: Iterable[Mention],
        entities: Mapping[str, Entity],
        subjects: Collection[str],
    ) -> TextGenders:
        """Read a passage, given the mentions in it, the entities by id, and those of the title."""
        persons = sorted(
            (one for one in mentions if one.type == "PERSON"), key=lambda one: one.start
        )
        nouns: dict[str, Gender] = {}
        for one in persons:
            nouns[one.entity] = nouns.get(one.entity) or noun_gender(text, one.start, one.end)
        gender, near = pronoun_gender(text), near_pronouns(text, persons)
        # Of a man and Wangari Maathai, a text means the woman by "she".
        fitting = (one.entity for one in persons if _own(entities[one.entity]) in {"", gender})
        others = (one.entity for one in persons)
        main = next(fitting if gender else others, "")
        return cls(gender, near, nouns, main, frozenset(subjects))

    def of(self, person: Entity, *, country: str = "", estimate: bool = True) -> Gender:
        """Return a person's gender: the one that the names and the text make most probable.

        It is told by an honorific, the first name or a noun beside the name. If none is known, or
        two lists of first names differ, it is estimated from the ending of the first name and the
        pronouns. For a person whom the title names, the pronouns come first, or if they differ,
        those after the names: Andrea Lilio is a man. Returns an empty string for a name in a script
        without spaces whose gender is unknown. Without `estimate`, pronouns do not count, and one
        list of first names is read. `country` is the key of the country that the text names most
        often, or empty.
        """
        noun = self.nouns.get(person.id, "")
        if not estimate:
            return _own(person, country) or noun
        own = _title_gender(person) or _name_gender(person, country) or noun
        if person.id in self.subjects:
            own = self.pronouns or self.near.get(person.id) or own
        return own if own or has_unspaced(person.name) else self._estimated(person)

    def _estimated(self, person: Entity) -> Gender:
        told = LOG_ODDS["first" if person.id == self.main else "later"]
        near = self.near.get(person.id, "")
        told = told["near" if near else "elsewhere"].get(near or self.pronouns, 0.0)
        total = float(LOG_ODDS["prior"]) + float(told)
        leaning = float(LOG_ODDS["ending"]) * male_leaning(person.first)
        return "male" if total + leaning > 0 else "female"


def _own(person: Entity, country: str = "") -> Gender:
    """Return the gender that a person's title or first name tells, or an empty string.

    `country` is that in which the name is looked up, or empty.
    """
    return _title_gender(person) or gender_in(_first_name(person), country)


def _title_gender(person: Entity) -> Gender:
    # The gender of an entity that is not that of the first name is that of a title.
    return person.gender if person.gender != gender_of(_first_name(person)) else ""


def _name_gender(person: Entity, country: str) -> Gender:
    """Return the gender of a first name in the country or by either list, or "" if they differ."""
    first = _first_name(person)
    there, listed, counted = gender_there(first, country), gender_of(first), counted_gender(first)
    if there or not (listed and counted):
        return there or listed or counted
    return listed if listed == counted else ""


def _first_name(person: Entity) -> str:
    return person.first or person.name.split()[0]


def near_pronouns(text: str, persons: Sequence[Mention]) -> dict[str, Gender]:
    """Return the gender of most pronouns that come first after a person's names, by entity id.

    `persons` are the mentions of persons, in order. A pronoun that comes after the next mention is
    not counted. Persons whose pronouns are as often of either gender are left out.
    """
    starts = [*(one.start for one in persons), len(text)]
    votes: dict[str, Counter[Gender]] = {}
    for one, end in zip(persons, starts[1:], strict=True):
        first: Gender = next(pronouns(text, one.end, end), "")
        votes.setdefault(one.entity, Counter())[first] += 1
    leads = {person: its["male"] - its["female"] for person, its in votes.items()}
    return {person: "male" if lead > 0 else "female" for person, lead in leads.items() if lead}
