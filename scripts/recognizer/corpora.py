"""Read the converted corpora, and mend by rule what their conversion left behind."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from recognizer.wordlists import countries, peoples, words

Span = tuple[int, int, str]
HELDOUT_SHARE: Final = 0.2
CORPORA: Final = ("crossner", "wikigold", "gum", "uner_ewt", "wnut17", "btc")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its names; `heldout` ones are never trained on."""

    corpus: str
    text: str
    spans: tuple[Span, ...]
    misc: tuple[tuple[int, int], ...]
    heldout: bool


def read_corpora(folder: Path, names: Iterable[str] = CORPORA) -> Iterator[Sentence]:
    """Yield mended sentences; CrossNER's dev files and wikigold's last fifth are held out."""
    for name in names:
        with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
            rows = [json.loads(line) for line in lines]
        for index, row in enumerate(rows):
            tail = name == "wikigold" and index >= round(len(rows) * (1 - HELDOUT_SHARE))
            heldout = tail or row["split"] == "heldout"
            spans = tuple((start, end, label) for start, end, label in row["ents"])
            misc = tuple((start, end) for start, end in row["misc"])
            sentence = Sentence(name, row["text"], spans, misc, heldout)
            # Held-out sentences stay as they are, so that scores compare with other people's.
            yield sentence if heldout else mend(sentence)


def mend(sentence: Sentence) -> Sentence:
    """Close up detached clitics, put articles and titles outside, complete clipped names."""
    sentence = _close_up(sentence)
    spans: list[Span] = []
    for start, end, label in sentence.spans:
        start, end = _trim(sentence.text, start, end, label)  # noqa: PLW2901
        if sentence.corpus == "gum":
            start = _complete(sentence.text, start, spans[-1][1] if spans else 0)  # noqa: PLW2901
        if start < end:
            spans += _settle(sentence.text, start, end, label)
    spans += _missed_peoples(sentence.text, [*spans, *sentence.misc])
    return replace(sentence, spans=tuple(sorted(spans)))


# Spaces that detokenization left: "wendy 's", "U. S.", "did n't".
_STRAY_SPACE: Final = re.compile(r"(?<=\w) (?=['’]s\b)|(?<=\bU\.) (?=S\.)|(?<=\w) (?=n['’]t\b)")


def _close_up(sentence: Sentence) -> Sentence:
    cuts = [match.start() for match in _STRAY_SPACE.finditer(sentence.text)]
    if not cuts:
        return sentence

    def moved(offset: int) -> int:
        return offset - sum(cut < offset for cut in cuts)

    text = _STRAY_SPACE.sub("", sentence.text)
    spans = tuple((moved(s), moved(e), label) for s, e, label in sentence.spans)
    misc = tuple((moved(s), moved(e)) for s, e in sentence.misc)
    return replace(sentence, text=text, spans=spans, misc=misc)


_TITLES: Final = "|".join(sorted(map(re.escape, set(words("title")) - set(words("title_or_name")))))
_LEADING: Final = re.compile(rf"(?:the|a|an) |(?:{_TITLES})\.? (?=[^\W\d_])", re.IGNORECASE)
_ARTICLE: Final = re.compile(r"(?:the|a|an) (?=[A-Z])", re.I)
_TRAILING: Final = re.compile(r"(?:['’]s|['’]|[\s,;:]+)$")


def _trim(text: str, start: int, end: int, label: str) -> tuple[int, int]:
    """Leave out articles, a person's titles and possessive endings."""
    pattern = _LEADING if label == "PERSON" else _ARTICLE
    while match := pattern.match(text, start, end):
        if match.end() >= end:
            break
        start = match.end()
    while match := _TRAILING.search(text[start:end]):
        end = start + match.start()
    return start, end


_CLIPPED: Final = re.compile(
    r"\b(?:United|New|Old|Great|Saint|St\.|North|South|East|West|Northern|Southern|Eastern|Western"
    r"|Central|Supreme|National|International|Federal|Royal|Holy|High|Soviet|Democratic|Social"
    r"|Islamic|British|American|European|African|Atlantic|Pacific|Indian|Black|Red|White) $"
)


def _complete(text: str, start: int, floor: int) -> int:
    """Take in adjectives that begin a name: GUM's names were derived from noun runs alone."""
    while match := _CLIPPED.search(text, floor, start):
        start = match.start()
    return start


_PEOPLES: Final = peoples()
_COUNTRIES: Final = countries()
_SHORT: Final = {"u.s.", "u.s", "united states", "united kingdom", "usa", "uk", "us"}
_REGNAL: Final = re.compile(r"(\w[\w. ]*? [IVX]+) of (\w.*)")


def _settle(text: str, start: int, end: int, label: str) -> Iterator[Span]:
    """Settle what the source corpora disagree on, one way for all."""
    name = text[start:end]
    regnal = _REGNAL.fullmatch(name)
    if label == "PERSON" and regnal and regnal[2].lower() in _COUNTRIES:
        yield start, start + regnal.end(1), "PERSON"
        yield start + regnal.start(2), end, "GPE"
    elif label in {"LOC", "ORG"} and name.lower() in _SHORT:
        yield start, end, "GPE"
    elif label == "LOC" and name.lower() in _PEOPLES:
        yield start, end, "NORP"
    else:
        yield start, end, label


_NO_PEOPLE: Final = frozenset(words("no_people"))
_WORD: Final = re.compile(r"(?<![\w-])[A-Z]\w+(?![\w-])")


def _missed_peoples(text: str, taken: Iterable[tuple[int, ...] | Span]) -> Iterator[Span]:
    """Yield listed demonyms and religions that are in no other name: corpora leave some out."""
    covered = [(span[0], span[1]) for span in taken]
    for match in _WORD.finditer(text):
        start, end = match.span()
        lower = match[0].lower()
        free = not any(s < end and start < e for s, e in covered)
        if free and lower in _PEOPLES and lower not in _NO_PEOPLE:
            yield start, end, "NORP"
