"""A lexicon from the user's copy of the Penn Treebank, or from NLTK's sample of the treebank.

The files are trees (.mrg) or tagged texts (.pos).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from name_collections.harvest.source import RawFile, Source, Tally, lines, stem
from name_collections.harvest.treebank import kept, lexicon
from name_collections.lexicon import Word

_LEAF = re.compile(r"\(([^\s()]+)\s+([^\s()]+)\)")
# The treebank writes brackets as these words.
_SPELLED = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}", "-LSB-": "[", "-RSB-": "]"}


def count(files: Iterable[RawFile], tally: Tally) -> dict[str, Word]:
    """Return how often every word occurs, and how often it is tagged as a proper noun.

    The keys are the words in lower case.
    """
    return lexicon(_tagged(files, tally))


def _tagged(files: Iterable[RawFile], tally: Tally) -> Iterator[tuple[str, str]]:
    trees: set[str] = set()
    for file in files:
        text, _, suffix = stem(file.name).rpartition(".")
        read = {"mrg": _tree, "pos": _pos}.get(suffix)
        if read is None:
            tally.drop("not a .mrg or .pos file")
            continue
        if suffix == "pos" and text in trees:  # NLTK's sample has both forms
            tally.drop("same text as its trees")
            continue
        trees.add(text)
        for line in lines(file.stream, tally):
            for form, tag in read(line):
                yield from kept(_SPELLED.get(form, form).replace("\\/", "/"), tag, tally)


def _tree(line: str) -> Iterator[tuple[str, str]]:
    for tag, form in _LEAF.findall(line):
        yield form, tag


def _pos(line: str) -> Iterator[tuple[str, str]]:
    for token in line.split():
        form, slash, tag = token.rpartition("/")
        if slash and form and tag.isascii():
            yield form, tag.partition("|")[0]


SOURCE = Source(
    name="ptb",
    help="your Penn Treebank, or NLTK's sample: which words are proper nouns (.mrg, .pos)",
    licence="LDC (your licence of the Penn Treebank); counts of words are facts",
    attribution="Penn Treebank (Marcus et al., 1993)",
    collections={"*": "proper-nouns"},
    count=count,
    needs_input="the Penn Treebank is licensed by the LDC; pass your copy with --input",
)
