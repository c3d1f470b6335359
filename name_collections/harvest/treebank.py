"""Counts words and their tags, for the sources that are treebanks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from name_collections.harvest.source import Tally
from name_collections.lexicon import Word

_PROPER = frozenset({"NNP", "NNPS"})


def lexicon(tagged: Iterable[tuple[str, str]]) -> dict[str, Word]:
    """Return the counts and the most frequent spelling of each word, by its lower-case form."""
    proper: Counter[str] = Counter()
    forms: dict[str, Counter[str]] = {}
    for form, tag in tagged:
        word = form.lower()
        forms.setdefault(word, Counter())[form] += 1
        if tag in _PROPER:
            proper[word] += 1
    return {
        word: Word(proper[word], spelled.total(), max(spelled, key=lambda f: (spelled[f], f)))
        for word, spelled in forms.items()
    }


def kept(form: str, tag: str, tally: Tally) -> Iterator[tuple[str, str]]:
    """Yield a word and its tag, unless the word is empty, too long or not printable.

    Traces, which mark the place of a moved or missing word in a tree, are not yielded either.
    Whatever is not yielded is counted as dropped.
    """
    tally.read += 1
    if tag == "-NONE-":
        tally.drop("trace")
    elif not form or len(form) > 100 or not form.isprintable():
        tally.drop("not a word")
    else:
        yield form, tag
