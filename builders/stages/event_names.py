"""Names inside the names of events and works that are renamed in step with the rest of a text.

If a passage about Spain calls it Kenya, its Spanish Civil War becomes a Kenyan Civil War. Names
that occur only inside the names of events and works are kept (the Treaty of Rome), except for
countries, states and peoples in descriptions (the 2001 Spanish general election).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, NamedTuple

from builders.names import OPENERS, is_title
from builders.places import country_key
from builders.spans.knowledge import DIRECTIONS
from builders.spans.missed_mentions import HYPHENS, WORD_AFTER, WORD_BEFORE, is_distinct
from builders.text import fold_key, occurrences
from builders.types import EntityType, TypedSpan
from name_collections.kinds import kinds

_WORD: Final = re.compile(r"[^\W\d_]+")
_FEWEST: Final = 3
"""The least number of words of a description; a French dialect is none."""
_SHORT: Final = 2
"""The most letters of words that do not describe (de)."""
_OF_TITLES: Final = frozenset({"CITY", "COUNTRY", "NORP", "STATE"})
_MAY_FOLLOW_A_WORD: Final = frozenset({"PERSON", "NORP"})
"""The types of names that may follow an ordinary word; a place after one is often another place."""


Parts = Callable[[str], Iterable[tuple[str, EntityType]]]
"""Returns the places and peoples in the name of an organization, with their types."""


class KnownPlaces(NamedTuple):
    """Peoples, countries and states. Names are folded."""

    demonyms: Mapping[str, str]
    """The country of each nationality."""
    countries: Set[str] = frozenset()
    """The keys of the countries (see `builders.places.country_key`)."""
    states: Set[str] = frozenset()
    """The names of states, provinces and the like."""


@dataclass(frozen=True, slots=True)
class EventNames:
    """The names of a passage that are renamed inside the names of events and works, too."""

    types: Mapping[str, EntityType]
    """The type of each name, as it is written in the passage."""
    places: KnownPlaces
    """The places that are known."""
    lands: frozenset[str]
    """The keys of the countries that the passage mentions by name or by a nationality."""

    @classmethod
    def of(
        cls, text: str, spans: Iterable[TypedSpan], places: KnownPlaces, parts: Parts
    ) -> EventNames:
        """Return the names that a recognizer found in a passage (`spans`) with a single type.

        The last word of a person's name and the `parts` of an organization's name count as well.
        """
        types: dict[str, set[EntityType]] = {}
        demonyms, lands = places.demonyms, set[str]()
        for span in spans:
            name = text[span.start : span.end]
            own = [(name, span.type)] if span.type != "MISC" else []
            own += [(name.rsplit(maxsplit=1)[-1], span.type)] if span.type == "PERSON" else []
            for one, kind in (*own, *(parts(name) if span.type == "ORG" else ())):
                if kind == "COUNTRY" or (kind == "NORP" and fold_key(one) in demonyms):
                    lands.add(country_key(demonyms.get(fold_key(one), one)))
                if is_distinct(one, is_people=kind == "NORP"):
                    types.setdefault(one, set()).add(kind)
        return cls(
            {name: next(iter(own)) for name, own in types.items() if len(own) == 1},
            places,
            frozenset(lands),
        )

    def in_step(
        self, text: str, spans: Sequence[TypedSpan], is_word: Callable[[str], bool]
    ) -> Sequence[TypedSpan]:
        """Return `spans` with the names of the passage in place of the events that contain them.

        An event or work without such a name stays in the result. `is_word` says whether a folded
        word is English.
        """
        found: list[TypedSpan] = []
        for span in spans:
            inner = list(self._inside(text, span, is_word)) if span.type == "MISC" else []
            found += sorted(inner, key=lambda one: one.start) or [span]
        return found

    def in_title(self, title: str, is_word: Callable[[str], bool]) -> Sequence[TypedSpan]:
        """Return the countries, peoples, states and cities of the passage that a title names.

        In the title, a recognizer found no name. It is read like the name of an event: 2003
        Croatian parliamentary election.
        """
        whole = TypedSpan(0, len(title), "MISC")
        return [one for one in self.in_step(title, [whole], is_word) if one.type in _OF_TITLES]

    def _inside(
        self, text: str, event: TypedSpan, is_word: Callable[[str], bool]
    ) -> Iterator[TypedSpan]:
        name = text[event.start : event.end].replace("_", " ")
        taken: list[tuple[int, int]] = []
        own = {inner: kind for inner, kind in self.types.items() if not is_word(inner.casefold())}
        words = name.split()
        is_description = _is_description(words, is_word)
        known = {**own, **self._places_in(name, is_word, anywhere=is_description)}
        if len(words) < 3 and sum(not word[0].islower() for word in words) == 1:
            # "French" alone, or in "French-speaking" or "French dialect", is a language.
            known = {inner: kind for inner, kind in known.items() if kind != "NORP"}
        for inner in sorted(known, key=lambda inner: (-len(inner), inner)):
            for start, end in occurrences(name, inner):
                if any(low < end and start < high for low, high in taken):
                    continue
                if is_whole_name(name, start, end, known[inner], is_word):
                    taken.append((start, end))
                    yield replace(
                        event, start=event.start + start, end=event.start + end, type=known[inner]
                    )

    def _places_in(
        self, name: str, is_word: Callable[[str], bool], *, anywhere: bool
    ) -> dict[str, EntityType]:
        """Return the countries and peoples in a name whose country the passage mentions somehow.

        If `anywhere` holds, it need not mention them, and states count, too, but nothing that may
        be both a country and a state.
        """
        demonyms, countries, states = self.places
        found: dict[str, EntityType] = {}
        for one in _parts(name):
            key, home = fold_key(one), demonyms.get(fold_key(one))
            is_state = anywhere and key in states and not is_word(one.casefold())
            land = country_key(home or one)
            if land in self.lands:
                found[one] = "NORP" if home else "COUNTRY"
            elif not (anywhere and _is_alone(name, one, is_people=bool(home))):
                continue
            elif land in countries and not is_state:
                found[one] = "NORP" if home else "COUNTRY"
            elif is_state and land not in countries:
                found[one] = "STATE"
        return found


def _is_alone(name: str, part: str, *, is_people: bool) -> bool:
    """Return whether no other capitalized word is beside a part of a name or joined to it by "and".

    The Indian Ocean, the Central African Republic, Trinidad and Tobago and Latin America are not
    called after India and so on. After a place of two words, there may be one (the United States
    Senate).
    """
    before, _, after = name.partition(part)
    if before.endswith(tuple(HYPHENS)) or after.startswith(tuple(HYPHENS)):
        return False
    words = before.removesuffix(" and ").split()
    follows = re.match(
        r" and [A-Z]" if " " in part and not is_people else r" (?:and )?[A-Z]", after
    )
    is_first = not words or not words[-1][0].isupper() or words[-1].casefold() in OPENERS
    return is_first and follows is None


def _parts(name: str) -> Iterator[str]:
    """Yield each capitalized word of a name, and each two that follow each other."""
    words = [word for word in _WORD.findall(name) if word[0].isupper()]
    yield from words
    yield from map(" ".join, pairwise(words))


def _is_description(words: Sequence[str], is_word: Callable[[str], bool]) -> bool:
    """Return whether the name of an event describes it, by a noun or an adjective in lower case.

    The 2001 Spanish general election is described, but not the Spanish Civil War.
    """
    told = (word for word in words if word.islower() and len(word) > _SHORT)
    return len(words) >= _FEWEST and any(is_word(one) for one in told if one not in OPENERS)


def is_whole_name(
    name: str, start: int, end: int, type_: EntityType, is_word: Callable[[str], bool]
) -> bool:
    """Return whether name[start:end], a name of a given type, is not part of another one in `name`.

    York is whole in "Treaty of York", but not in "New York Marathon". `is_word` says whether a
    folded word is English.
    """
    before = WORD_BEFORE.search(name[:start])
    if before and before[1][0].isupper():
        word = before[1].casefold()
        may_follow = type_ in _MAY_FOLLOW_A_WORD and is_word(word) and word not in DIRECTIONS
        opens = before[2] not in HYPHENS and (word in OPENERS or is_title(before[1]))
        if not (may_follow or opens):
            return False
    after = WORD_AFTER.match(name, end)
    if after is None or not after[2][0].isupper():
        return True
    # A place of one word may be a person (Jordan Hart); a known name is whole (Nokia Lumia).
    own = name[start:end]
    is_known = type_ == "NORP" or (type_ == "ORG" and kinds("ORGANIZATION").of(own) != "")
    is_whole = is_known or (type_ != "PERSON" and " " in own)
    return after[1] not in HYPHENS and (is_whole or is_word(after[2].casefold()))
