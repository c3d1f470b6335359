"""Instances with gold mentions, to train and evaluate the recognizer's forest.

An instance is a passage with its title and questions, or a single document of a corpus.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from recognizer.corpora import read_corpora, role_of
from recognizer.reannotated import digest
from recognizer.sentence import Role
from recognizer.written import written_passages

from builders.types import Answer, Example, TextKind

ANNOTATIONS: Final = Path(__file__).with_name("annotations.jsonl.gz")
"""A file with the mentions in passages and questions of SQuAD and XQuAD.

It contains a digest of each text instead of the text itself.
"""

HELDOUT_ANNOTATIONS: Final = Path(__file__).with_name("heldout_annotations.jsonl.gz")
"""A file with the mentions in held-out documents of corpora, and in questions about docred's.

It contains a digest of each document instead of its text. No recognizer is trained on these
documents.
"""

_KINDS: Final[Mapping[str, TextKind]] = {"context": "passage", "title": "title"}


@dataclass(frozen=True, slots=True)
class Gold:
    """A gold mention of a name in a text."""

    start: int
    end: int
    type: str
    optional: bool = False
    """Whether a recognizer may miss the mention without an error."""
    accepted: frozenset[str] = frozenset()
    """The types that are correct besides `type`."""


@dataclass(frozen=True, slots=True)
class GoldText:
    """A passage, title or question with its gold mentions. No mention lies inside another."""

    kind: TextKind
    text: str
    names: tuple[Gold, ...]


@dataclass(frozen=True, slots=True)
class Instance:
    """A passage with its title and questions, or a document of a corpus."""

    source: str
    """The name of the corpus or dataset."""
    document: str
    """The document or article that the passage comes from."""
    texts: tuple[GoldText, ...]
    """The texts that belong together, of which the passage is the first."""


def corpus_instances(folder: Path, role: Role, names: Iterable[str]) -> Iterator[Instance]:
    """Yield each document of the corpora `names` as one passage, joined from its sentences.

    Only the sentences with the given role ("train", "evidence" or "heldout") are joined.
    """
    joined: dict[tuple[str, str], tuple[str, list[Gold]]] = {}
    for sentence in read_corpora(folder, names):
        if sentence.role != role:
            continue
        text, found = joined.get((sentence.corpus, sentence.document), ("", []))
        at = len(text) + bool(text)
        found += [Gold(at + start, at + end, label) for start, end, label in sentence.spans]
        found += [Gold(at + start, at + end, "MISC") for start, end in sentence.misc]
        whole = f"{text} {sentence.text}" if text else sentence.text
        joined[sentence.corpus, sentence.document] = whole, found
    for (corpus, document), (text, found) in joined.items():
        yield Instance(corpus, document, (GoldText("passage", text, tuple(found)),))


def written_instances() -> Iterator[Instance]:
    """Yield the passages of written.txt.gz on which the forest is trained, with their questions.

    The other passages of the file train the NER models.
    """
    for passage in written_passages():
        if role_of("written", passage.article) == "evidence":
            texts = (
                GoldText(text.kind, text.text, tuple(Gold(*name) for name in text.names))
                for text in passage.texts
            )
            yield Instance("written", passage.article, tuple(texts))


def squad_gold(folder: Path) -> Iterator[Instance]:
    """Yield the annotated passages of the corpus squad_gold, with their questions."""
    documents: dict[str, list[GoldText]] = {}
    with gzip.open(folder / "squad_gold.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            kind = _KINDS.get(row["field"], "question")
            text = GoldText(kind, row["text"], tuple(_outermost(row["mentions"])))
            documents.setdefault(row["doc"], []).append(text)
    for document, texts in documents.items():
        yield Instance("squad_gold", document, _ordered(texts))


def gold_public(path: Path) -> Iterator[Instance]:
    """Yield the paragraphs in a JSON Lines file of gold mentions, with titles and questions."""
    for row in map(json.loads, path.read_text("utf-8").splitlines()):
        title, mentions = row["title"]["text"], row["title"]["mentions"]
        texts = [
            GoldText("passage", row["text"], tuple(_outermost(row["mentions"]))),
            GoldText("title", title.replace("_", " "), tuple(_outermost(mentions))),
            *(
                GoldText("question", q["question"], tuple(_outermost(q["mentions"])))
                for q in row["questions"]
            ),
        ]
        yield Instance("gold_public", row["article"], _ordered(texts))


def annotated(squad_files: Iterable[Path], annotator: str = "") -> Iterator[Instance]:
    """Yield the annotated passages that occur in files of SQuAD JSON, with their questions.

    If several annotators annotated a passage, `annotator` selects one of them. By default the
    first annotation is used.
    """
    texts = texts_by_digest(squad_files)
    done = set[str]()
    with gzip.open(ANNOTATIONS, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows:
        passage = next(field["text"] for field in row["fields"] if field["field"] == "context")
        wanted = not annotator or row["annotator"] == annotator
        if not wanted or passage in done or passage not in texts:
            continue
        done.add(passage)
        found = [
            GoldText(
                _KINDS.get(field["field"], "question"),
                texts[field["text"]].replace("_", " " if field["field"] == "title" else "_"),
                tuple(_outermost(field["mentions"])),
            )
            for field in row["fields"]
        ]
        yield Instance(row["source"], row["article"], _ordered(found))


def annotated_heldout(folder: Path, corpus: str, annotator: str) -> Iterator[Instance]:
    """Yield the held-out documents in `HELDOUT_ANNOTATIONS` that an annotator annotated.

    Of docred, A and B annotated the same sixty documents apart, C forty others, D and E, apart,
    forty more, and F and G, apart, another sixty. H annotated sentences of wikigold and crossner.
    The texts of the documents are read from the corpora in `folder`, and the questions from the
    file.
    """
    held_out = corpus_instances(folder, "heldout", [corpus])
    texts = {digest(one.texts[0].text): one.texts[0].text for one in held_out}
    with gzip.open(HELDOUT_ANNOTATIONS, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["annotator"] == annotator and row["text"] in texts:
                passage = GoldText("passage", texts[row["text"]], _golds(row["mentions"]))
                questions = (
                    GoldText("question", one["text"], _golds(one["mentions"]))
                    for one in row["questions"]
                )
                yield Instance(corpus, row["document"], (passage, *questions))


def heldout_questions(folder: Path, corpus: str, annotator: str) -> Iterator[Example]:
    """Yield the answerable questions about the documents of `annotated_heldout`."""
    texts = {
        one.document: one.texts[0].text for one in annotated_heldout(folder, corpus, annotator)
    }
    with gzip.open(HELDOUT_ANNOTATIONS, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["annotator"] != annotator or row["document"] not in texts:
                continue
            for number, one in enumerate(row["questions"]):
                answers = tuple(Answer(text, start) for start, text in one["answers"])
                if answers:
                    yield Example(
                        f"{row['text']}-{number}", corpus, "", one["text"], texts[row["document"]],
                        answers, tuple(dict.fromkeys(answer.text for answer in answers)),
                    )  # fmt: skip


def _golds(mentions: Iterable[dict[str, Any]]) -> tuple[Gold, ...]:
    return tuple(_outermost(mentions))


def texts_by_digest(files: Iterable[Path]) -> dict[str, str]:
    """Return the titles, passages and questions of files of SQuAD JSON by their digests."""
    return dict(_texts(files))


def _texts(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    for path in files:
        for article in json.loads(path.read_text("utf-8"))["data"]:
            yield digest(article["title"]), article["title"]
            for paragraph in article["paragraphs"]:
                yield digest(paragraph["context"]), paragraph["context"]
                for question in paragraph["qas"]:
                    yield digest(question["question"]), question["question"]


def _outermost(mentions: Iterable[dict[str, Any]]) -> Iterator[Gold]:
    for mention in mentions:
        if not mention.get("inside"):
            yield Gold(
                mention["start"], mention["end"], mention["type"],
                bool(mention.get("optional")), frozenset(mention.get("alt_types", ())),
            )  # fmt: skip


def _ordered(texts: Iterable[GoldText]) -> tuple[GoldText, ...]:
    order = {"passage": 0, "title": 1, "question": 2}
    return tuple(sorted(texts, key=lambda text: order[text.kind]))
