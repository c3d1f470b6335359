"""A lexicon from the openly licensed English treebanks of Universal Dependencies (CoNLL-U)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from name_collections.harvest.source import Download, RawFile, Source, Tally, lines, stem
from name_collections.harvest.treebank import kept, lexicon
from name_collections.lexicon import Word

_RAW = "https://raw.githubusercontent.com/UniversalDependencies/"
_PARTS = ("train", "dev", "test")


def count(files: Iterable[RawFile], tally: Tally) -> dict[str, Word]:
    """Return how often every word occurs, and how often it is tagged as a proper noun.

    The keys are the words in lower case.
    """
    return lexicon(_tagged(files, tally))


def _tagged(files: Iterable[RawFile], tally: Tally) -> Iterator[tuple[str, str]]:
    for file in files:
        if not stem(file.name).endswith(".conllu"):
            tally.drop("not a .conllu file")
            continue
        for line in lines(file.stream, tally):
            if line and not line.startswith("#"):
                yield from _token(line, tally)


def _token(line: str, tally: Tally) -> Iterator[tuple[str, str]]:
    fields = line.split("\t")
    if len(fields) != 10:
        tally.drop("not ten columns")
    elif not fields[0].isdigit():
        tally.drop("several words or an empty node")
    else:
        tag = fields[4] if fields[4] != "_" else {"PROPN": "NNP"}.get(fields[3], fields[3])
        yield from kept(fields[1], tag, tally)


SOURCE = Source(
    name="ud-english",
    help="English Web Treebank and GUM: which words are proper nouns (CoNLL-U)",
    licence="CC-BY-SA-4.0 (EWT), CC-BY-4.0 (annotation of GUM); counts of words are facts",
    attribution="Universal Dependencies English EWT and GUM",
    collections={"*": "proper-nouns"},
    downloads=tuple(
        Download(
            f"{_RAW}UD_English-{bank}/master/en_{bank.lower()}-ud-{part}.conllu",
            f"en_{bank.lower()}-ud-{part}.conllu",
        )
        for bank in ("EWT", "GUM")
        for part in _PARTS
    ),
    count=count,
)
