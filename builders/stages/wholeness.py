"""Whether an entity can be renamed wherever an instance names it: none is half renamed.

A name that stands as whole words, in any case, where nobody reads it as a name would stay beside
its new one. Such an entity is left alone. A name may stay where it is read as somebody else's or
as a part of a longer name (a mention covers it), and where it is a word of English as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from builders.names import COMMON_WORDS, OPENERS
from builders.perturbations.reserved_names import word_key
from builders.spans.answer_entities import CLOSE_READINGS, HALF_NAMED
from builders.text import fold, is_unspaced, words
from builders.types import Entity, Mention, PerturbableSpan

Names = Mapping[str, Iterable[str]]
"""What would be renamed of each entity, by its id."""


def names_of_spans(spans: Iterable[PerturbableSpan]) -> dict[str, list[str]]:
    """Return the perturbable parts of names by entity."""
    found: dict[str, list[str]] = {}
    for span in spans:
        found.setdefault(span.entity, []).append(span.surface)
    return found


def names_of_entities(entities: Mapping[str, Entity]) -> dict[str, list[str]]:
    """Return all names of entities."""
    return {
        identity: [entity.name, entity.first, entity.last, *entity.aliases]
        for identity, entity in entities.items()
    }


def left_behind(
    texts: Mapping[str, str],
    mentions: Mapping[str, Sequence[Mention]],
    names: Names,
    is_word: Callable[[str], bool],
) -> dict[str, str]:
    """Return the entities of which a name would stay behind, each with the reason.

    `texts` and `mentions` are by field; `is_word` tells a folded word of English.
    """
    wanted: dict[str, list[str]] = {}
    for identity, own in names.items():
        for key in {word_key(name) for name in own if name}:
            if not is_plain(key.split(), is_word):
                wanted.setdefault(key, []).append(identity)
    found: dict[str, str] = {}
    for field, text in texts.items():
        spaced = _key(text)
        for key, identities in wanted.items():
            if key in spaced:
                for reason in _uncovered(text, key, mentions.get(field, ())):
                    found.update(dict.fromkeys(identities, reason))
    return found


def is_no_word(word: str) -> bool:
    """Return false: without a lexicon no word is known."""
    return False


def is_plain(parts: Sequence[str], is_word: Callable[[str], bool]) -> bool:
    """Return whether a name is a word of English as well, or letters that say nothing alone."""
    if all(len(part) == 1 and not is_unspaced(part) for part in parts):
        return True
    word = parts[0]
    return len(parts) == 1 and (word in COMMON_WORDS or word in OPENERS or is_word(word))


def _uncovered(text: str, key: str, mentions: Sequence[Mention]) -> Iterator[str]:
    """Yield a reason for every occurrence of a name that no mention covers."""
    for start, end in _occurrences(text, tuple(key.split())):
        over = [m for m in mentions if m.start < end and start < m.end]
        if not over:
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
    """Return where the words of a text stand, the folded words, and the places of each."""
    folded = fold(text)
    bounds = [*words(folded.text)]
    read = tuple(folded.text[start:end] for start, end in bounds)
    places: dict[str, list[int]] = {}
    for at, word in enumerate(read):
        places.setdefault(word, []).append(at)
    return [folded.source_span(start, end) for start, end in bounds], read, places


_key: Final = lru_cache(maxsize=64)(word_key)
