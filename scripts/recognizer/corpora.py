"""Reads the training corpora, and corrects errors of their annotation by rules."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from recognizer.reannotated import reannotated
from recognizer.sentence import Role, Sentence, Span
from recognizer.wordlists import cased_words, countries, peoples, places_by_kind, words
from recognizer.written import written_passages

HELDOUT_SHARE: Final = 0.2
CORPORA: Final = (
    "crossner", "wikigold", "gum", "uner_ewt", "wnut17", "btc", "docred", "uner_pud", "litbank",
    "grobid_wiki", "written",
)  # fmt: skip
# The fraction of the documents of a corpus that train the forest and none of the NER models.
EVIDENCE_SHARE: Final = {
    "crossner": 0.12, "wikigold": 0.15, "docred": 0.17, "uner_pud": 0.3, "written": 0.2,
}  # fmt: skip


def read_corpora(folder: Path, names: Iterable[str] = CORPORA) -> Iterator[Sentence]:
    """Yield the sentences of the corpora in a folder, with corrected annotation.

    CrossNER's dev files, the last fifth of wikigold and every seventh document of docred are held
    out, and not corrected. Their other documents and those of uner_pud, uner_ewt, gum and
    grobid_wiki have names that were annotated anew. The passages of the corpus `written` come with
    this script and need no correction.
    """
    more = extra_demonyms(folder / "lists")
    for name in names:
        if name == "written":
            yield from _written()
            continue
        yield from reannotated(_sentences(folder, name, more))


def _sentences(folder: Path, name: str, more: frozenset[str]) -> Iterator[Sentence]:
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for index, row in enumerate(rows):
        tail = name == "wikigold" and index >= round(len(rows) * (1 - HELDOUT_SHARE))
        document = row.get("doc", f"{name}:{index}")
        role: Role = "heldout" if tail or row["split"] == "heldout" else role_of(name, document)
        spans = tuple((start, end, label) for start, end, label in row["ents"])
        misc = tuple((start, end) for start, end in row["misc"])
        sentence = Sentence(name, row["text"], spans, misc, role, document)
        # Held-out sentences are not changed, so that scores stay comparable with others.
        yield sentence if sentence.heldout else corrected(sentence, more)


def _written() -> Iterator[Sentence]:
    for passage in written_passages():
        role = role_of("written", passage.article)
        for text in passage.texts:
            for one in text.sentences():
                spans = tuple(name for name in one.names if name[2] != "MISC")
                misc = tuple((start, end) for start, end, label in one.names if label == "MISC")
                yield Sentence("written", one.text, spans, misc, role, passage.article)


def role_of(corpus: str, document: str) -> Role:
    """Return "train" if a document trains the NER models, or "evidence" if it trains the forest.

    A hash of the document's name decides. The document must not be one that is held out.
    """
    key = int(sha256(f"evidence\x1f{document}".encode()).hexdigest()[:8], 16) / 2**32
    return "evidence" if key < EVIDENCE_SHARE.get(corpus, 0.0) else "train"


def extra_demonyms(lists: Path) -> frozenset[str]:
    """Return demonyms and names of peoples, in lower case, from the lists in a folder.

    Only one-word names are returned, and only if they are rarely written in lower case and are not
    place names.
    """
    found = set[str]()
    for file, kinds in (("country_demonyms.tsv", None), ("ethnic_groups.tsv", "main")):
        for line in (lists / file).read_text("utf-8").splitlines():
            name, kind = line.split("\t")[:2]
            if name.isalpha() and len(name) > 3 and (kinds is None or kind == kinds):
                found |= {name.lower(), f"{name.lower()}s"}
    places = {word for names in places_by_kind().values() for word, *rest in names if not rest}
    return frozenset(found - cased_words()["common"] - places)


def corrected(sentence: Sentence, more: frozenset[str] = frozenset()) -> Sentence:
    """Return a sentence with systematic errors of its annotation corrected.

    Spaces before clitics such as "'s" are removed. Articles and titles are excluded from names, and
    truncated names are completed. Unannotated names of peoples are added if they are in the word
    lists or in `more`.
    """
    sentence = _close_up(sentence)
    spans: list[Span] = []
    for start, end, label in sentence.spans:
        start, end = _trim(sentence.text, start, end, label)  # noqa: PLW2901
        if sentence.corpus == "gum":
            start = _complete(sentence.text, start, spans[-1][1] if spans else 0)  # noqa: PLW2901
        if start < end:
            spans += _harmonized(sentence.text, start, end, label)
    spans += _missed_peoples(sentence.text, [*spans, *sentence.misc], more)
    return replace(sentence, spans=tuple(sorted(spans)))


# Spaces left by detokenization, as in "wendy 's", "U. S." or "did n't".
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
    """Return the start and end of a name without article, personal title and possessive ending."""
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
    """Return the start of a name, moved left to include adjectives such as "Royal" before it.

    The start is not moved beyond `floor`. This is needed for the corpus GUM, in which the names
    were derived from sequences of nouns.
    """
    while match := _CLIPPED.search(text, floor, start):
        start = match.start()
    return start


_PEOPLES: Final = peoples()
_COUNTRIES: Final = countries()
_SHORT: Final = {"u.s.", "u.s", "united states", "united kingdom", "usa", "uk", "us"}
_REGNAL: Final = re.compile(r"(\w[\w. ]*? [IVX]+) of (\w.*)")


def _harmonized(text: str, start: int, end: int, label: str) -> Iterator[Span]:
    """Yield the spans of a name after making its annotation the same as in other corpora.

    For example, "U.S." is always a GPE, and "Henry IV of France" is split into a person and a GPE.
    Most names are yielded unchanged.
    """
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


def _missed_peoples(
    text: str, taken: Iterable[tuple[int, ...] | Span], more: frozenset[str]
) -> Iterator[Span]:
    """Yield the spans of names of peoples and religions that the annotation lacks.

    Some corpora do not annotate such names. Only words in the word lists or in `more` are found,
    and only outside the spans `taken`.
    """
    covered = [(span[0], span[1]) for span in taken]
    for match in _WORD.finditer(text):
        start, end = match.span()
        lower = match[0].lower()
        free = not any(s < end and start < e for s, e in covered)
        if free and (lower in _PEOPLES or lower in more) and lower not in _NO_PEOPLE:
            yield start, end, "NORP"
