"""A check that an entity can be renamed everywhere in an instance, and not just in some places.

If the name of an entity occurs somewhere without being recognized as a mention, the old name would
stay there, beside the new name. The entity is then not renamed. An occurrence is allowed to stay if
it belongs to a mention of another entity or to a longer name, or if the name is also an English
word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from builders.names import COMMON_WORDS, OPENERS
from builders.perturbations.reserved_names import word_key
from builders.spans.answer_entities import CLOSE_READINGS, HALF_NAMED
from builders.text import fold, is_unspaced, words
from builders.types import Entity, Mention, PerturbableSpan

Names = Mapping[str, Iterable[str]]
"""The names to rename, by the id of their entity."""


def names_of_spans(spans: Iterable[PerturbableSpan]) -> dict[str, list[str]]:
    """Return the texts of spans to rename, by the id of their entity."""
    found: dict[str, list[str]] = {}
    for span in spans:
        found.setdefault(span.entity, []).append(span.surface)
    return found


def names_of_entities(entities: Mapping[str, Entity]) -> dict[str, list[str]]:
    """Return all names of each entity by its id: full, first and last name, and aliases."""
    return {
        identity: [entity.name, entity.first, entity.last, *entity.aliases]
        for identity, entity in entities.items()
    }


@dataclass(frozen=True, slots=True)
class SearchedNames:
    """Names to find in texts, with the entities that they belong to."""

    entities: Mapping[str, Sequence[str]]
    """The ids of the entities of each name; names are folded."""
    small: frozenset[str]
    """The names that are written in lower case."""

    @classmethod
    def of(cls, names: Names, is_word: Callable[[str], bool]) -> SearchedNames:
        """Collect all names except those that are also English words or only single letters.

        `is_word` says whether a folded word is English.
        """
        wanted: dict[str, list[str]] = {}
        small = set()
        for identity, own in names.items():
            keys = {name: word_key(name) for name in own if name}
            small |= {key for name, key in keys.items() if name.islower()}
            for key in dict.fromkeys(keys.values()):
                if not is_plain(key.split(), is_word):
                    wanted.setdefault(key, []).append(identity)
        return cls(wanted, frozenset(small))

    def remaining_entities(
        self, field: str, text: str, mentions: Sequence[Mention]
    ) -> dict[str, str]:
        """Return the ids of entities whose name would remain in a field, each with the reason.

        `text` is the text of the field, and `mentions` are the recognized mentions in the text.
        """
        found: dict[str, str] = {}
        spaced = _key(text)
        for key, identities in self.entities.items():
            if key in spaced:
                may_be_noun = field == "context" and key not in self.small
                for reason in _uncovered(text, key, mentions, may_be_noun):
                    found.update(dict.fromkeys(identities, reason))
        return found


def find_remaining_entities(
    texts: Mapping[str, str],
    mentions: Mapping[str, Sequence[Mention]],
    names: Names,
    is_word: Callable[[str], bool],
) -> dict[str, str]:
    """Return the ids of entities whose name would remain in an instance, each with the reason.

    `texts` has the text of each field, and `mentions` its recognized mentions. `is_word` says
    whether a folded word is English.
    """
    searched = SearchedNames.of(names, is_word)
    found: dict[str, str] = {}
    for field, text in texts.items():
        found |= searched.remaining_entities(field, text, mentions.get(field, ()))
    return found


def is_common_noun(text: str, start: int, end: int) -> bool:
    """Return whether text[start:end] is one word in lower case, in a text that has capitals.

    Such a word is not a name: "the tesla", for example, is a unit of measurement.
    """
    word = text[start:end]
    return word.islower() and " " not in word and any(map(str.isupper, text[1:]))


def is_not_word(word: str) -> bool:
    """Return False. With this function in place of a lexicon, no word counts as English."""
    return False


def is_plain(parts: Sequence[str], is_word: Callable[[str], bool]) -> bool:
    """Return whether a name, given as folded words, is an English word or only single letters."""
    if all(len(part) == 1 and not is_unspaced(part) for part in parts):
        return True
    word = parts[0]
    return len(parts) == 1 and (word in COMMON_WORDS or word in OPENERS or is_word(word))


def _uncovered(
    text: str, key: str, mentions: Sequence[Mention], may_be_noun: bool
) -> Iterator[str]:
    """Yield a reason for each occurrence of a name that would stay when entities are renamed.

    These are the occurrences that are not in a mention of an entity. `key` is the folded
    name. With `may_be_noun`, a word in lower case counts as a common noun and not as the
    name.
    """
    for start, end in _occurrences(text, tuple(key.split())):
        over = [m for m in mentions if m.start < end and start < m.end]
        if not over:
            if not (may_be_noun and is_common_noun(text, start, end)):
                yield HALF_NAMED
        elif not any(mention.entity for mention in over):
            yield CLOSE_READINGS


def _occurrences(text: str, wanted: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    bounds, read, places = _words(text)
    more = len(wanted) - 1
    for at in places.get(wanted[0], ()):
        if not more or read[at : at + more + 1] == wanted:
            yield bounds[at][0], bounds[at + more][1]


@lru_cache(maxsize=64)
def _words(
    text: str,
) -> tuple[Sequence[tuple[int, int]], tuple[str, ...], Mapping[str, Sequence[int]]]:
    """Return the spans of the words in a text, the folded words, and where each word occurs.

    The last value has, for each folded word, its indices in the sequence of words.
    """
    folded = fold(text)
    bounds = [*words(folded.text)]
    read = tuple(folded.text[start:end] for start, end in bounds)
    places: dict[str, list[int]] = {}
    for at, word in enumerate(read):
        places.setdefault(word, []).append(at)
    return [folded.source_span(start, end) for start, end in bounds], read, places


_key: Final = lru_cache(maxsize=64)(word_key)
