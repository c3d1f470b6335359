"""Replaces the names in training documents of corpora by those that were annotated anew.

The corpora's own annotation follows other conventions: peoples, teams and parts of names differ
from what the recognizer is to find. names.jsonl.gz has a line per document or sentence, with a
digest of its text:

    {"document": "...", "text": "cf83e1357eefb8bd", "names": [[0, 25, "LOC"], [51, 66, "MISC"]]}

No name lies inside another. MISC is any other name, such as that of an event or a work.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Final

from recognizer.sentence import Sentence

NAMES: Final = Path(__file__).with_name("names.jsonl.gz")
Name = tuple[int, int, str]


def digest(text: str) -> str:
    """Return the digest by which files of annotation refer to a text."""
    return sha256(text.encode()).hexdigest()[:16]


def names_anew() -> dict[str, tuple[Name, ...]]:
    """Return the names in each annotated document or sentence, by the digest of its text."""
    with gzip.open(NAMES, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {row["text"]: tuple((s, e, label) for s, e, label in row["names"]) for row in rows}


def reannotated(sentences: Iterable[Sentence]) -> Iterator[Sentence]:
    """Yield the sentences with new names, if they or their document were annotated anew.

    Sentences that are held out keep their names. The sentences of a document must follow each
    other. Sentences that divide a name are joined.
    """
    known = names_anew()
    for _, group in groupby(sentences, key=lambda sentence: sentence.document):
        document = list(group)
        if document[0].role == "heldout":
            yield from document
            continue
        names = known.get(digest(" ".join(one.text for one in document)))
        parts = [(document, names)]
        if names is None:
            parts = [([one], known.get(digest(one.text))) for one in document]
        for part, its in parts:
            yield from part if its is None else _cut(part, its)


def _cut(document: Iterable[Sentence], names: Iterable[Name]) -> Iterator[Sentence]:
    """Yield the sentences of a document, each with its part of the document's names."""
    start, text = 0, ""
    for one in document:
        text = f"{text} {one.text}" if text else one.text
        end = start + len(text)
        if any(first < end < last for first, last, _ in names):
            continue
        inside = [(s - start, e - start, label) for s, e, label in names if start <= s < end]
        yield replace(
            one, text=text,
            spans=tuple(name for name in inside if name[2] != "MISC"),
            misc=tuple((s, e) for s, e, label in inside if label == "MISC"),
        )  # fmt: skip
        start, text = end + 1, ""
