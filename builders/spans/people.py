"""Which of a passage's person names are one person's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from builders.names import PARTICLES, Gender, bare, is_title, title_gender
from builders.spans.gender import first_name_type
from builders.spans.persons import PersonName, is_one_person, parse_person
from builders.spans.tied import Tied, first_spelling
from builders.text import fold_key
from builders.types import Entity, TypedSpan

_WORD_BEFORE: Final = re.compile(r"([^\W\d_][\w.]*)[ \u00a0]$")
_GENDERS: Final[dict[str, Gender]] = {"FIRST_MALE": "male", "FIRST_FEMALE": "female"}
# Add what stands before a name by which somebody is introduced.
_NEWCOMER: Final = re.compile(r"\b(?:such as|named|called|a certain)[ \u00a0]$")
# Add a title after which a surname follows, and no first name: "Captain Thomas" is not Thomas Vale.
_BEFORE_SURNAMES: Final = frozenset({
    "mr", "mrs", "ms", "dr", "doctor", "prof", "professor", "captain", "capt", "colonel", "col",
    "major", "maj", "general", "gen", "lieutenant", "lt", "sergeant", "sgt", "corporal", "admiral",
    "commander", "president", "senator", "sen", "governor", "judge", "justice", "congressman",
    "secretary", "chancellor", "inspector", "detective", "officer",
})  # fmt: skip
# Add a title of one who is called by a single name.
_RULERS: Final = frozenset({
    "prophet", "saint", "st", "king", "queen", "pope", "emperor", "empress", "tsar", "czar",
    "tsarina", "caliph", "sultan", "pharaoh", "khagan", "imam",
})  # fmt: skip
# Add how a relative is brought in, of whom nothing more is told by the surname alone.
_RELATIVE: Final = re.compile(
    r"\b(?:(?:[Hh]is|[Hh]er|[Tt]heir|[A-Z][^\W\d_]+['’]s)[ \u00a0](?:[a-z-]+[ \u00a0]){0,2}"
    r"(?:aunt|brother|cousin|daughter|father|grandfather|grandmother|grandson|husband|mother|"
    r"nephew|niece|sister|son|uncle|wife|widow)(?:-in-law)?,?|"
    r"(?:brother|child|daughter|grandson|nephew|niece|sister|son|wife) of"
    r"(?:[ \u00a0](?:an?|the)(?:[ \u00a0][a-z-]+){1,2},?)?|born to|married)"
    r"[ \u00a0]$"
)
# "Ada Holm (1801-1850) was", "Ada Holm, born Quist,": how a life is told from its first words on.
_LIFE_AFTER: Final = re.compile(
    r"[ \u00a0](?:\(|is\b|was\b)|,[ \u00a0](?:an?|also|born|known|the)\b"
)
_REACH: Final = 48
_BEFORE: Final = 24  # Characters looked at before a name: enough for any title.


@dataclass(slots=True)
class _Person:
    """A person while the passage is read: the fullest name and where it occurs."""

    name: PersonName
    surface: str
    starts: list[int] = field(default_factory=list)
    surfaces: list[str] = field(default_factory=list)
    titles: set[str] = field(default_factory=set)
    family: bool = False

    @property
    def id(self) -> str:
        """Return the id: type and folded name."""
        return f"PERSON:{self.name.key}{' family' if self.family else ''}"

    def entity(self) -> Entity:
        """Return what is known of the person once all mentions are tied."""
        name = self._name()
        if self.family:
            return Entity(self.id, "PERSON", name, "", name)
        parts = parse_person(name)
        return Entity(self.id, "PERSON", name, parts.first, parts.last, self._aliases())

    def _name(self) -> str:
        """Return the fullest name as it is written outside of headings in capitals, if it is."""
        same = [s for s in self.surfaces if fold_key(s) == fold_key(self.surface)]
        return next((surface for surface in same if not surface.isupper()), self.surface)

    def _aliases(self) -> tuple[str, ...]:
        parts = {fold_key(part) for part in (self.surface, self.name.first, self.name.last)}
        return first_spelling(s for s in self.surfaces if fold_key(s) not in parts)


def tie_people(context: str, spans: Sequence[TypedSpan]) -> Tied:
    """Tie full names first, then first and last names, family plurals and the rest."""
    people = _People(context)
    single: list[tuple[TypedSpan, str, PersonName]] = []
    full: list[tuple[TypedSpan, str, PersonName]] = []
    for span in spans:
        surface = context[span.start : span.end]
        name = parse_person(surface)
        (full if name.last or name.tail else single).append((span, surface, name))
    for span, surface, name in sorted(full, key=lambda seen: -len(seen[2].key)):
        people.add_full(span, surface, name)
    for span, surface, name in single:
        people.add_single(span, surface, name)
    return people.tied()


class _People:
    """The people of one passage while it is read."""

    def __init__(self, context: str) -> None:
        self.context = context
        self.people: list[_Person] = []
        self.owner: dict[TypedSpan, _Person] = {}
        self.undecided: dict[TypedSpan, str] = {}
        self.others: dict[str, _Person] = {}

    def add_full(self, span: TypedSpan, surface: str, name: PersonName) -> None:
        """Tie a name of several parts to the one person it fits, or to a new one."""
        fits = [person for person in self.people if person.name.key == name.key]
        fits = fits or [person for person in self.people if is_one_person(person.name, name)]
        if len(fits) > 1:
            self.undecided[span] = _fits_several(surface, fits)
            return
        if not fits:
            fits.append(_Person(name, surface))
            self.people.append(fits[0])
        self._own(span, surface, fits[0])

    def add_single(self, span: TypedSpan, surface: str, name: PersonName) -> None:
        """Tie a first name, a surname or a family; a name that fits nobody stands alone."""
        fits = [
            person
            for person in self.people
            if _is_part(name, person.name) and not self._is_namesake(span, person, name)
        ]
        if fits and name.key not in self.others:
            chosen = self._choose(span, fits)
            if chosen is None and all(fold_key(one.name.last) == name.key for one in fits):
                chosen = self._family(surface)  # Whoever of them it is, it is their surname.
            if chosen is None:
                self.undecided[span] = _fits_several(surface, fits)
            else:
                self._own(span, surface, chosen)
            return
        self._own(span, surface, self._plural(span, surface) or self._other(surface, name))

    def tied(self) -> Tied:
        """Return the people in order of id, and who bears each name."""
        everyone = {person.id: person for person in self.owner.values()}
        return Tied(
            {span: person.id for span, person in self.owner.items()},
            {key: everyone[key].entity() for key in sorted(everyone)},
            self.undecided,
            {key: first_spelling(person.surfaces) for key, person in everyone.items()},
        )

    def _own(self, span: TypedSpan, surface: str, person: _Person) -> None:
        self.owner[span] = person
        person.starts.append(span.start)
        person.surfaces.append(surface)
        title = self._word_before(span.start)
        if is_title(title):
            person.titles.add(bare(title))

    def _other(self, surface: str, name: PersonName) -> _Person:
        return self.others.setdefault(name.key, _Person(name, surface))

    def _is_namesake(self, span: TypedSpan, person: _Person, name: PersonName) -> bool:
        """Tell whether a bare first name is another one's: "Richard", then "Richard de Camville".

        Who is told apart by where he comes from is not called by the first name beforehand. Nor
        is somebody introduced ("such as Ali") who was named in full, and a ruler or a prophet
        who is called by one name has no surname.
        """
        if fold_key(person.name.last) == " ".join(name.words):
            return False
        if person.name.last and _NEWCOMER.search(
            self.context, max(0, span.start - _BEFORE), span.start
        ):
            return True
        title = bare(self._word_before(span.start))
        if person.name.last and title in _BEFORE_SURNAMES:
            return True
        if person.name.last and title in _RULERS and title not in person.titles:
            return True
        told_apart = bool(person.name.tail) or " " in person.name.last
        return told_apart and span.start < min(person.starts)

    def _plural(self, span: TypedSpan, surface: str) -> _Person | None:
        """Return the family of "the Joneses", or the person of "Roberts" for "Robert's"."""
        article = self._word_before(span.start).casefold() == "the"
        for singular in singulars(surface):
            name = parse_person(singular)
            fits = [person for person in self.people if _is_part(name, person.name)]
            if any(fold_key(person.name.last) == fold_key(singular) for person in fits):
                return self._family(singular)
            if len(fits) == 1 and not article:
                return fits[0]
        if article and surface[:1].isupper():
            return next((self._family(singular) for singular in singulars(surface)), None)
        return None

    def _family(self, singular: str) -> _Person:
        name = parse_person(singular)
        key = f"{name.key} family"
        return self.others.setdefault(key, _Person(name, singular, family=True))

    def _choose(self, span: TypedSpan, fits: list[_Person]) -> _Person | None:
        """Decide among people who share a part of their name, where something tells them apart."""
        if len(fits) == 1:
            return fits[0]
        before = [person for person in fits if min(person.starts) < span.start]
        title = self._word_before(span.start)
        if is_title(title):
            chosen = self._by_title(bare(title), before or fits, span.start)
            if chosen is not None:
                return chosen
        if len(before) == 1:
            return before[0]
        apart = [person for person in before if not self._is_relative(person)]
        if len(apart) == 1:
            return apart[0]
        lives = [person for person in apart if self._is_life_of(person)]
        if lives:
            return lives[0]
        rulers = [person for person in fits if person.name.tail]
        return rulers[0] if len(rulers) == 1 else None

    def _is_relative(self, person: _Person) -> bool:
        """Tell whether somebody is brought in as a relative: "his father James Quist"."""
        start = min(person.starts)
        return _RELATIVE.search(self.context, max(0, start - _REACH), start) is not None

    def _is_life_of(self, person: _Person) -> bool:
        """Tell whether the passage opens with somebody's full name, and tells who it is."""
        start = min(person.starts)
        opens = not self.context[:start].strip(' \u00a0"“')
        end = start + len(person.surface)
        return opens and _LIFE_AFTER.match(self.context, end) is not None

    def _by_title(self, title: str, fits: list[_Person], start: int) -> _Person | None:
        same = [person for person in fits if title in person.titles]
        gender = title_gender(title)
        if not same and gender:
            same = [person for person in fits if _gender(person) == gender]
        if not same:
            return None
        return max(
            same, key=lambda person: max((s for s in person.starts if s < start), default=-1)
        )

    def _word_before(self, start: int) -> str:
        match = _WORD_BEFORE.search(self.context[max(0, start - _BEFORE) : start])
        return match.group(1) if match else ""


def singulars(surface: str) -> tuple[str, ...]:
    """Return what a plural surname may be the plural of, the likelier one first.

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


def _is_part(name: PersonName, person: PersonName) -> bool:
    """Tell whether a single name is the person's first name or surname."""
    if person.last:
        last = parse_person(person.last).words
        # Of "van der Hoek" and "al-Hoek" the last word may stand alone, of "Smith-Ortega" not.
        parted = " " in person.last or last[0] in PARTICLES
        if name.words == last or (parted and name.words == last[-1:]):
            return True
    return bool(person.first) and name.words == parse_person(person.first).words


def _fits_several(surface: str, fits: Iterable[_Person]) -> str:
    names = ", ".join(sorted(person.surface for person in fits))
    return f"{surface} can be several people of the passage: {names}"


def _gender(person: _Person) -> Gender:
    for title in sorted(person.titles):
        if title_gender(title):
            return title_gender(title)
    first = person.name.first.partition("-")[0]
    return _GENDERS.get(first_name_type(first), "") if first else ""
