"""Checks of the Chinese names that a tagger found, with the word boundaries of a dictionary.

The tagger mistakes plants, titles and towns for persons, and ends names a character too early
or too late. jieba divides a text into words of its dictionary. A span that begins or ends inside
such a word, or is a word of another kind, is not a name. All texts are in simplified characters.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate
from typing import Any, Final

from builders.given_names import spells_sounds
from builders.lexicon.tables import groups, tags, words
from builders.types import TypedSpan

_SURNAMES: Final = frozenset("".join(words("chinese", "surnames")))
_COMPOUND: Final = words("chinese", "compound_surnames")
_JOINTS: Final = words("chinese", "dots") | words("chinese", "hyphens")
_RANKS: Final = words("chinese", "ranks")
_NOT_FINAL: Final = words("chinese", "not_final")
_NOT_GIVEN: Final = words("chinese", "not_given")
_LONGER: Final = tuple(sorted(words("chinese", "longer")))
_PLACE_BEFORE: Final = tuple(sorted(words("chinese", "place_before")))
_PLACE_AFTER: Final = tuple(sorted(words("chinese", "place_after")))
_ENDINGS: Final = tags("chinese", "place_endings")
_LONGEST: Final = max(len(ending) for its in groups("chinese", "place_endings").values()
                      for ending in its)  # fmt: skip
_LEAST: Final = 2
"""The fewest characters of a place's name before its ending."""
_OFTEN: Final = 3
_NEAR: Final = 8
"""The number of characters before and after a name that are read to find adjacent words."""
_GIVEN: Final = 2
"""The most characters of a given name."""
_PERSON, _FOREIGN, _PLACE = "nr", "nrt", "ns"
_NAMED: Final = "nh"
"""The start of the tagger's parts of speech for names of persons."""
_FUNCTION: Final = frozenset("dpcruvmqf")
_HAN: Final = re.compile("[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Dictionary:
    """The dictionary of the library jieba: its tokenizer, and the part of speech of each word."""

    tokenizer: Any
    tags: Mapping[str, str]

    def bounds(self, text: str) -> frozenset[int]:
        """Return the offsets in a text at which words begin or end."""
        return frozenset((0, *accumulate(map(len, self.words(text)))))

    def words(self, text: str) -> list[str]:
        """Return the words of a text; unknown words are split into characters."""
        return list(self.tokenizer.cut(text, HMM=False))


@lru_cache(maxsize=1)
def load_dictionary() -> Dictionary:
    """Read jieba's dictionary, but not its cache file, which any other user could have written."""
    import jieba

    tokenizer = jieba.Tokenizer()
    with tokenizer.get_dict_file() as stream:
        lines = [line.decode().split() for line in stream]
    tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
    tokenizer.initialized = True
    return Dictionary(tokenizer, {line[0]: line[2] for line in lines if len(line) > 2})


def checked(
    text: str,
    spans: Iterable[TypedSpan],
    dictionary: Dictionary,
    speech: Mapping[str, Collection[str]],
) -> Iterator[TypedSpan]:
    """Yield the spans that may be names; the name of a place loses its ending (市, city).

    Organizations are not checked. `speech` has, for each word of the text, the parts of speech that
    a tagger gave it. A word that the tagger never took for a person's name is not a person.
    """
    bounds = dictionary.bounds(text)
    for span in spans:
        name = text[span.start : span.end]
        if span.type == "ORG":
            yield span
        elif span.start in bounds and span.end in bounds and not _goes_on(text, span, dictionary):
            kind = dictionary.tags.get(name, "")
            if span.type != "PERSON" or kind.startswith(_PLACE):
                if not text.startswith(_LONGER, span.end):
                    yield _place(text, span)
            elif not any(name + rank in text for rank in _RANKS) and _may_be_named(
                speech.get(name, ())
            ):
                yield from _person(text, span, dictionary)


def _person(text: str, span: TypedSpan, dictionary: Dictionary) -> Iterator[TypedSpan]:
    """Yield the span if it may be a person's name, with its end corrected.

    A foreign name has parts joined by a dot or hyphen, or is in the dictionary. A Chinese name has
    a surname and one or two more characters.
    """
    name = text[span.start : span.end]
    if text.endswith(_PLACE_BEFORE, 0, span.start) or text.startswith(_PLACE_AFTER, span.end):
        return
    if any(joint in name for joint in _JOINTS):
        last = dictionary.words(name)[-1]
        kind = dictionary.tags.get(last, "")
        if last in _NOT_FINAL or (len(last) > 1 and (kind == "n" or kind.startswith("v"))):
            span = replace(span, end=span.end - len(last))
        yield span
    elif name[-1] not in _NOT_FINAL and _is_person(name, dictionary.tags):
        yield replace(span, end=span.end + _is_cut_short(text, span, dictionary))


def _may_be_named(speech: Collection[str]) -> bool:
    """Return whether a word with these parts of speech, or with none, may be a person's name."""
    return not speech or any(tag.startswith(_NAMED) for tag in speech)


def _is_cut_short(text: str, span: TypedSpan, dictionary: Dictionary) -> bool:
    """Return whether a span has only the first two of a name's three characters (李玫 of 李玫莹).

    This is so if these two characters occur at least three times in the text, always
    followed by the same character. It is also so if the next character is a word that can
    end a name and is followed by the end of the text, a function word or a non-Chinese
    character.
    """
    last, beyond = text[span.end : span.end + 1], text[span.end + 1 : span.end + 2]
    if span.end - span.start != _GIVEN or not _HAN.match(last) or last in _NOT_FINAL:
        return False
    name = text[span.start : span.end]
    if text.count(name) == text.count(name + last) >= _OFTEN:
        return True
    if dictionary.tags.get(last, "n")[:1] in _FUNCTION:
        return False
    if span.end + 1 not in dictionary.bounds(text):
        return False
    return beyond in _NOT_FINAL or not _HAN.match(beyond)


def _is_person(name: str, kinds: Mapping[str, str]) -> bool:
    """Return whether a name without dots and hyphens may be a person's name.

    `kinds` has the part of speech of each word in the dictionary.
    """
    kind = kinds.get(name, "")
    surname = 2 if name[:2] in _COMPOUND else int(name[0] in _SURNAMES)
    if kind:
        return kind.startswith(_FOREIGN) or (kind.startswith(_PERSON) and surname > 0)
    given = name[surname:]
    return surname > 0 and 0 < len(given) <= _GIVEN and kinds.get(given) not in _NOT_GIVEN


def _goes_on(text: str, span: TypedSpan, dictionary: Dictionary) -> bool:
    """Return whether a span is a part of a longer name, such as one half of 卢克·坎克利.

    A span is also a part of a longer name if both the span and an adjacent word, which is not a
    place, consist of characters that spell foreign names: 雷斯诺 in 费雷斯诺.
    """
    before, after = text[max(span.start - 1, 0) : span.start], text[span.end : span.end + 1]
    if before in _JOINTS or after in _JOINTS:
        return True
    span = _place(text, span)
    if not spells_sounds(text[span.start : span.end]):
        return False
    beside = (
        next(reversed(dictionary.words(text[max(span.start - _NEAR, 0) : span.start])), ""),
        next(iter(dictionary.words(text[span.end : span.end + _NEAR])), ""),
    )
    return any(spells_sounds(word) and dictionary.tags.get(word) != _PLACE for word in beside)


def _place(text: str, span: TypedSpan) -> TypedSpan:
    """Return the span of a place name without its ending, which determines the type.

    For example, the ending 市 shows that a place is a city. A span without such an ending
    stays as it is, except that the type PERSON becomes GPE.
    """
    if span.type == "PERSON":
        span = replace(span, type="GPE")
    for length in range(_LONGEST, 0, -1):
        kind = _ENDINGS.get(text[span.end - length : span.end])
        if kind and span.end - span.start - length >= _LEAST:
            return replace(span, end=span.end - length, type=kind)
    return span
