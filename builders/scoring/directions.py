"""Directions in which persons are renamed: from one gender or culture to another.

The gender of a name is the gender of its first word according to gender-guesser; "neutral" means
that both men and women have this name. The culture of a name comes from the bundled name
collections: a name whose words are in only one collection has the culture of that collection, and a
name whose words are in two or more has the culture "several". The American collection is left out
because it contains nearly every surname. A name that is in no list has the gender or culture
"unknown", for example a random string.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final

import numpy as np
import pyarrow as pa

from builders.given_names import gender_of, is_first_name
from builders.scoring.metrics import Integers, Mask
from name_collections.store import load

_FIRST: Final = frozenset({"PERSON", "FIRST_MALE", "FIRST_FEMALE", "FIRST_NEUTRAL"})
_PERSONS: Final = _FIRST | {"LAST"}
_GENDERS: Final = ("female", "male", "neutral", "unknown")
# The name collection of each culture. Add a line to add a culture.
_CULTURES: Final = {
    "African": "african", "Arabic": "arabic", "Chinese": "chinese", "French": "french",
    "Indian": "indian", "Spanish": "spanish",
}  # fmt: skip
_SEVERAL: Final = "several"
_UNKNOWN: Final = "unknown"

Classes = tuple[tuple[str, ...], Integers]
"""A classification of texts by gender or culture.

It has the names of all classes and, for every text, the index of its class among these names.
"""


def _genders(texts: pa.Array) -> Classes:
    return _classes(texts, _GENDERS, _gender)


def _gender(text: str) -> str:
    first = text.partition(" ")[0]
    return gender_of(first) or ("neutral" if is_first_name(first) else _UNKNOWN)


def _cultures(texts: pa.Array) -> Classes:
    return _classes(texts, (*_CULTURES, _SEVERAL, _UNKNOWN), _culture)


def _culture(text: str) -> str:
    known = _culture_of_words()
    found = {known[word] for word in text.split() if word in known}
    if not found:
        return _UNKNOWN
    return found.pop() if len(found) == 1 else _SEVERAL


@lru_cache(maxsize=1)
def _culture_of_words() -> Mapping[str, str]:
    """Return a mapping from every word of a person's name in the name collections to its culture.

    A word that is in several collections has the culture "several".
    """
    found: dict[str, str] = {}
    for culture, collection in _CULTURES.items():
        names = (name.text for name in load(collection).names if name.span_type in _PERSONS)
        for word in {word for name in names for word in name.split()}:
            found[word] = culture if word not in found else _SEVERAL
    return found


def _classes(texts: pa.Array, names: tuple[str, ...], of: Callable[[str], str]) -> Classes:
    encoded = texts.dictionary_encode()
    codes = [names.index(of(text)) for text in encoded.dictionary.to_pylist()]
    return names, np.array(codes, np.int64)[np.asarray(encoded.indices, np.int64)]


def by_direction(olds: Classes, news: Classes) -> Iterator[tuple[str, Mask]]:
    """Yield every direction of renaming with a mask of the renamings that have this direction.

    `olds` and `news` classify the old and the new name of each renaming, both by gender or both by
    culture. A direction is a text such as "female -> male".
    """
    names, before = olds
    codes = before * len(names) + news[1]
    for code in np.unique(codes).tolist():
        old, new = divmod(code, len(names))
        yield f"{names[old]} -> {names[new]}", codes == code


DIRECTIONS: Final[Mapping[str, tuple[frozenset[str], Callable[[pa.Array], Classes]]]] = {
    "gender": (_FIRST, _genders),
    "culture": (_PERSONS, _cultures),
}
"""For gender and for culture: the span types of the names to classify, and a function.

The function takes a column of names and returns their classification by gender or culture.
"""
